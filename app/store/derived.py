"""What is derived and can be made again: folded names, roots, lineages, opening codes, the index of positions."""

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from app.board.engine import PLAIN, Engine, engine_for
from app.board.keys import RECIPE
from app.games.ecco import ECCO_VERSION, codes_of
from app.games.folding import NAMES_VERSION, fold_name
from app.store.aliases import renew_roots
from app.store.lineage import LINEAGES, renew_lineages
from app.store.positions import Indexing, forget
from app.store.tables import derived, events, games, players

VERSIONS = {"names": NAMES_VERSION, "openings": ECCO_VERSION, "positions": RECIPE, "lineages": LINEAGES}
PART = 4000  # games


def rebuild(connection: Connection) -> int:
    """Make everything derived again; how many games there are."""
    for table in (players, events):
        for row_id, name in connection.execute(sa.select(table.c.id, table.c.name)).all():
            connection.execute(table.update().where(table.c.id == row_id).values(folded=fold_name(name)))
    renew_roots(connection)
    count = connection.execute(sa.select(sa.func.count()).select_from(games)).scalar_one()
    most = connection.execute(sa.select(sa.func.max(games.c.id))).scalar() or 0
    engine = engine_for(count)
    try:
        for first in range(0, most + 1, PART):
            renew(connection, games.c.id.between(first, first + PART - 1), engine)
        forget(connection)
        Indexing(engine).finish(connection)
    finally:
        engine.close()
    sign(connection)
    return count


def sign(connection: Connection) -> None:
    """Say by which rules what is derived was made."""
    connection.execute(derived.delete())
    connection.execute(derived.insert(), [{"name": name, "version": version} for name, version in VERSIONS.items()])


def outdated(connection: Connection) -> list[str]:
    """What was derived by other rules than this program's, in words."""
    found = dict[str, str](map(tuple, connection.execute(sa.select(derived.c.name, derived.c.version))))
    return [
        f"{name} are by {found.get(name, 'nobody knows what')}, this program has {version}: run `kypho db rebuild`"
        for name, version in VERSIONS.items()
        if found.get(name) != version
    ]


def renew(connection: Connection, clause: sa.ColumnElement[bool], engine: Engine = PLAIN) -> None:
    """The opening codes and lineages of some games."""
    renew_lineages(connection, clause)
    rows = connection.execute(
        sa.select(games.c.id, games.c.moves, games.c.start_fen, games.c.opening).where(clause)
    ).all()
    codes = codes_of([(row.moves, row.start_fen) for row in rows], engine)
    changed = [{"game": row.id, "code": code} for row, code in zip(rows, codes, strict=True) if row.opening != code]
    if changed:
        named = games.update().values(opening=sa.bindparam("code"))
        connection.execute(named.where(games.c.id == sa.bindparam("game")), changed)
