"""Where games come from: files by their paths, and what was read from standard input, each time another source."""

import os
from datetime import UTC, datetime

import sqlalchemy as sa
from sqlalchemy.engine import Connection

import app
from app.store.rows import inserted
from app.store.tables import copies, games, rejects, sources

STANDARD_INPUT = "-"  # the first; those after it are -2, -3 ...


def path_of(source: str) -> str:
    """The path by which a file is known, absolute."""
    return os.fsencode(os.path.abspath(source)).decode("utf-8", "replace")


def begin_source(connection: Connection, path: str) -> int:
    """The id of a source that is to be read (again). What was rejected from it before is forgotten."""
    values = {"imported_at": datetime.now(UTC).isoformat(timespec="seconds"), "version": app.__version__}
    if path == STANDARD_INPUT:
        name = _another(connection)
        return inserted(connection, sources.insert().values(path=name, name=name, **values))
    absolute = path_of(path)
    source_id = connection.execute(sa.select(sources.c.id).where(sources.c.path == absolute)).scalar()
    if source_id is None:
        names = {"path": absolute, "name": os.path.basename(absolute)}
        return inserted(connection, sources.insert().values(**names, **values))
    connection.execute(sources.update().where(sources.c.id == source_id).values(**values))
    _forget_rejected(connection, source_id)
    return int(source_id)


def finish_source(connection: Connection, source_id: int, digest: str, size: int) -> None:
    """A source was read to its end. Standard input that was read before, byte by byte, is that source again."""
    connection.execute(sources.update().where(sources.c.id == source_id).values(digest=digest, size=size))
    if not connection.execute(sa.select(sources.c.id).where(sources.c.id == source_id, _is_input())).scalar():
        return
    same = sa.select(sa.func.min(sources.c.id)).where(_is_input(), sources.c.digest == digest, sources.c.size == size)
    first = connection.execute(same).scalar_one()
    if first != source_id:
        _become(connection, source_id, first)


def _become(connection: Connection, source_id: int, first: int) -> None:
    """All that was found in a source was found in another, in the same lines."""
    _forget_rejected(connection, first)
    for table in (games, rejects):
        connection.execute(table.update().where(table.c.source_id == source_id).values(source_id=first))
    again = sa.select(copies.c.game_id, sa.literal(first), copies.c.line).where(copies.c.source_id == source_id)
    insert = copies.insert().prefix_with("OR IGNORE")
    connection.execute(insert.from_select(["game_id", "source_id", "line"], again))
    connection.execute(copies.delete().where(copies.c.source_id == source_id))
    itself = sa.exists().where(
        games.c.id == copies.c.game_id, games.c.source_id == first, games.c.line == copies.c.line
    )
    connection.execute(copies.delete().where(copies.c.source_id == first, itself))
    newest = sa.select(sources.c.imported_at, sources.c.version).where(sources.c.id == source_id)
    imported_at, version = connection.execute(newest).one()
    connection.execute(sources.delete().where(sources.c.id == source_id))
    connection.execute(sources.update().where(sources.c.id == first).values(imported_at=imported_at, version=version))


def _forget_rejected(connection: Connection, source_id: int) -> None:
    """Those that became no game; those of incomplete games stay with these."""
    connection.execute(rejects.delete().where(rejects.c.source_id == source_id, rejects.c.game_id.is_(None)))


def _is_input() -> sa.ColumnElement[bool]:
    """Whether a source is standard input: files have absolute paths."""
    return sources.c.path.like("-%")


def _another(connection: Connection) -> str:
    """A name for standard input that no source has yet."""
    taken = set(connection.execute(sa.select(sources.c.path).where(_is_input())).scalars())
    number = len(taken) + 1
    while (name := STANDARD_INPUT if number == 1 else f"{STANDARD_INPUT}{number}") in taken:
        number += 1
    return name
