"""What a source gave when it was read before: the newer reading of the same bytes takes its place."""

from collections.abc import Iterable, Sequence
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from app.games.reading import Reading
from app.store.positions import among
from app.store.rows import GameRow
from app.store.tables import copies, games


class Given:
    """By line, the games that stand in a source and those that are copied there. Lines with two of them tell nothing."""

    def __init__(self, connection: Connection, source_id: int):
        own = sa.select(games.c.line, games.c.id).where(games.c.source_id == source_id)
        copied = sa.select(copies.c.line, copies.c.game_id).where(copies.c.source_id == source_id)
        self._own = _once(connection.execute(own))
        self._copied = _once(connection.execute(copied))
        self._rows: dict[int, GameRow] = {}  # of the games that stand in the lines of a batch
        self._left: dict[int, int] = {}  # line -> game, of the copies in the lines of a batch
        self.alone: set[int] = set()  # those of them that stand nowhere else

    def fetch(self, connection: Connection, readings: Sequence[Reading]) -> None:
        """Look up what stood in the lines of a batch."""
        lines = [reading.game.place.line for reading in readings if reading.game.moves]
        ids = [self._own[line] for line in lines if line in self._own]
        rows = connection.execute(sa.select(games).where(games.c.id.in_(among(ids))))
        self._rows = {row.id: GameRow._make(row) for row in rows}
        elsewhere = sa.select(copies.c.game_id).where(copies.c.game_id.in_(among(ids)))
        self.alone = self._rows.keys() - set(connection.execute(elsewhere).scalars())
        self._left = {line: self._copied.pop(line) for line in lines if line in self._copied}

    def superseded(self, row: GameRow) -> GameRow | None:
        """The game in whose place a newer reading comes, once; None if there is none, or less of it was read now."""
        old = self._rows.pop(self._own.pop(row.line, 0), None)
        if old is None or (old.complete and not row.complete):
            return None
        return old if row.complete or row.plies >= old.plies else None

    def stay(self, game_id: int, line: int) -> None:
        """A record is a copy of the game that it was a copy of before."""
        if self._left.get(line) == game_id:
            del self._left[line]

    def gone(self, source_id: int) -> list[tuple[int, int, int]]:
        """The copies (game, source, line) of the batch that are no copies of these games any more."""
        return [(game_id, source_id, line) for line, game_id in self._left.items()]


def _once(rows: Iterable[Any]) -> dict[int, int]:
    """Pairs whose first part is no other pair's."""
    found: dict[int, int] = {}
    twice = set()
    for line, game_id in rows:
        if line in found:
            twice.add(line)
        found[line] = game_id
    return {line: game_id for line, game_id in found.items() if line not in twice}
