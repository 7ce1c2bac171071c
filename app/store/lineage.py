"""The lineage of a game: a hash that all records of one game share."""

from hashlib import blake2b
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection
from sqlalchemy.sql import ColumnElement

from app.store.tables import aliases, games, players

LINEAGES = "3"  # the version of `lineage_of`
LINEAGE_PLIES = 8  # games that differ before this ply are different games
PART = 4000  # games


def lineage_of(red: bytes, black: bytes, start_fen: str | None, moves: bytes) -> int:
    """A 64-bit hash of the players, by the folded names of the persons they are, the start and the first plies."""
    start = start_fen.encode() if start_fen else b""
    text = b"\0".join((red, black, start, moves[: 2 * LINEAGE_PLIES]))
    return int.from_bytes(blake2b(text, digest_size=8).digest(), "big", signed=True)


def renew_lineages(connection: Connection, *which: ColumnElement[bool]) -> None:
    """Give games the lineage that their players have now."""
    rows = map(_compared, connection.execute(_lineages().where(*which)).all())
    if wrong := [{"game": game, "right": right} for game, found, right in rows if found != right]:
        update = games.update().where(games.c.id == sa.bindparam("game"))
        connection.execute(update.values(lineage=sa.bindparam("right")), wrong)


def wrong_lineages(connection: Connection) -> list[int]:
    """The games whose lineage is not that of their players and moves."""
    rows = connection.execution_options(yield_per=PART).execute(_lineages().order_by(games.c.id))
    return [game for game, found, right in map(_compared, rows) if found != right]


def _lineages() -> sa.Select[Any]:
    """Games with what makes their lineage."""
    tables: sa.FromClause = games
    folded = []
    for player_id in (games.c.red_id, games.c.black_id):
        is_root = players.alias()
        is_alias = aliases.alias()
        tables = tables.outerjoin(is_alias, is_alias.c.player_id == player_id).outerjoin(
            is_root, is_root.c.id == sa.func.coalesce(is_alias.c.root_id, player_id)
        )
        folded.append(is_root.c.folded)
    first = sa.func.substr(games.c.moves, 1, 2 * LINEAGE_PLIES)
    return sa.select(games.c.id, games.c.lineage, *folded, games.c.start_fen, first).select_from(tables)


def _compared(row: Any) -> tuple[int, int, int]:
    """A game, its lineage, and the one it should have."""
    game, found, red, black, start_fen, moves = row
    return game, found, lineage_of((red or "").encode(), (black or "").encode(), start_fen, moves)
