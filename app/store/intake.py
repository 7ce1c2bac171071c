"""Readings become rows; games that are already there become copies of them.

Two records are one game by the rule in `sameness`. The fuller one stays, under the id that the first one got, with
what it lacks from the other (`joining`), and every place where the game was found is remembered. Comments and
variations of both stay: those of the record that stays, then what only the other has.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from app.board.engine import PLAIN, Engine
from app.games.ecco import codes_of
from app.games.folding import fold_name
from app.games.reading import Reading
from app.store.batch import Batch
from app.store.events import Events
from app.store.given import Given
from app.store.lineage import lineage_of
from app.store.names import root, with_root
from app.store.positions import Played
from app.store.rows import GameRow, next_id, to_row
from app.store.sameness import is_beginning, is_same_game
from app.store.schema import made
from app.store.tables import games, players

CHUNK = 900  # keys in one query
BY_LINEAGE = made(next(index for index in games.indexes if index.name == "ix_games_lineage"))
Facts = tuple[tuple[int, int | None, int | None], str]  # of a reading: lineage, the players' ids; opening
FEW = 2_000_000  # games whose lineages are kept in memory


class Outcomes(NamedTuple):
    """How many of a source's readings became what; and how many of the duplicates took the place of an incomplete one."""

    complete: int = 0
    incomplete: int = 0
    duplicate: int = 0
    rejected: int = 0
    repaired: int = 0


class Intake:
    """Writes batches of readings; knows the ids of players and events it has met."""

    def __init__(self) -> None:
        self._players: dict[str, tuple[int | None, bytes]] = {"": (None, b"")}  # name -> id, folded
        self._events = Events()
        self._lineages: set[int] | None = None  # of all games, while they are few enough
        self.written: list[Played] = []  # the new games of the last batch
        self._next_id = 0  # the id after the last game that `_lineages` knows

    def forget(self) -> None:
        """After a batch that was not written: ids given in it may be given again."""
        self._players = {"": (None, b"")}
        self._events = Events()
        self._lineages = None

    def add(
        self,
        connection: Connection,
        found: Sequence[tuple[int, Sequence[Reading]]],
        engine: Engine = PLAIN,
        given: Given | None = None,
    ) -> list[Outcomes]:
        """Write a batch, readings by their source's id, inside the caller's transaction, with the help of an engine.

        given: what the same bytes gave before, if it is one source; these readings take its place.
        """
        readings = [reading for _, some in found for reading in some]
        batch = Batch(connection, self._events)
        try:
            heads = list(map(self._head, readings))
        except KeyError:  # a player who has not been met
            self._meet(connection, readings)
            heads = list(map(self._head, readings))
        batch.known = self._known(connection, [head[0] for head in heads], batch.next_id)
        if given:
            given.fetch(connection, readings)
        openings = codes_of([(reading.game.moves, reading.game.start_fen) for reading in readings], engine)
        facts = iter(zip(heads, openings, strict=True))
        outcomes = [self._add(batch, source_id, some, facts, given) for source_id, some in found]
        if given:
            batch.uncopied += given.gone(found[0][0])
        batch.write()
        self.written = [Played(row.id, row.start_fen, row.moves) for row in batch.rows]
        self._next_id = batch.next_id
        return outcomes

    def _add(
        self, batch: Batch, source_id: int, readings: Sequence[Reading], facts: Iterator[Facts], given: Given | None
    ) -> Outcomes:
        """What becomes of the readings of one source."""
        known, repaired = batch.known, batch.repaired
        complete = incomplete = duplicate = rejected = 0
        for reading, ((lineage, red_id, black_id), opening) in zip(readings, facts, strict=False):
            game = reading.game
            if not game.moves:
                rejected += 1
                batch.reject(reading, source_id, None)
                continue
            event_id = self._events.id_of(batch.connection, (game.event, game.site, game.author, game.time_control))
            row = to_row(game, batch.next_id, red_id, black_id, event_id, source_id, lineage, opening)
            relatives = known.setdefault(lineage, []) if given else known.get(lineage)
            if given and relatives is not None and (old := given.superseded(row)):
                alone = old.id in given.alone
                if alone or is_beginning(old, row):
                    _put(known, old.lineage, batch.supersede(old, row, reading, alone))
                    duplicate += 1
                    continue
                _put(known, old.lineage, batch.leave(old))
                relatives = known[lineage]
            if relatives is None:
                known[lineage] = [batch.insert(row, reading)]
            elif (same := _same(row, relatives)) is None:
                relatives.append(batch.insert(row, reading))
            else:
                duplicate += 1
                relatives[same] = batch.join(relatives[same], row, reading)
                if given:
                    given.stay(relatives[same].id, game.place.line)
                continue
            if game.complete:
                complete += 1
            else:
                incomplete += 1
        return Outcomes(complete, incomplete, duplicate, rejected, batch.repaired - repaired)

    def _head(self, reading: Reading) -> tuple[int, int | None, int | None]:
        """The lineage of a game, and the players' ids."""
        game = reading.game
        red_id, red = self._players[game.red.name]
        black_id, black = self._players[game.black.name]
        return lineage_of(red, black, game.start_fen, game.moves), red_id, black_id

    def _known(self, connection: Connection, lineages: list[int], next_id: int) -> dict[int, list[GameRow]]:
        """The games in the archive that share a lineage with the batch."""
        if self._lineages is None or self._next_id != next_id:  # nothing known yet, or somebody else wrote
            few = next_id <= FEW
            self._lineages = set(connection.execute(sa.select(games.c.lineage)).scalars()) if few else set()
        doubtful = lineages
        if next_id <= FEW:
            doubtful = [lineage for lineage in lineages if lineage in self._lineages]
            self._lineages.update(lineages)
        if doubtful:
            connection.execute(BY_LINEAGE)
        found: dict[int, list[GameRow]] = {}
        for chunk in _chunks(doubtful):
            same = sa.select(games).where(games.c.lineage.in_(chunk)).order_by(games.c.id)
            for row in map(GameRow._make, connection.execute(same)):
                found.setdefault(row.lineage, []).append(row)
        return found

    def _meet(self, connection: Connection, readings: Sequence[Reading]) -> None:
        """Know the ids of all players of a batch; newcomers are written."""
        names = {reading.game.red.name for reading in readings} | {reading.game.black.name for reading in readings}
        new = names - self._players.keys()
        person = players.alias()  # of an alias, the one whose alias it is
        persons = sa.select(players.c.id, players.c.name, person.c.folded).select_from(
            with_root(players, players.c.id).join(person, person.c.id == root(players.c.id))
        )
        for chunk in _chunks(sorted(new)):
            for row in connection.execute(persons.where(players.c.name.in_(chunk))):
                self._players[row.name] = (row.id, row.folded.encode())
        if unknown := sorted(new - self._players.keys()):
            first = next_id(connection, players)
            folded = [fold_name(name) for name in unknown]
            rows = [{"id": first + n, "name": name, "folded": folded[n]} for n, name in enumerate(unknown)]
            connection.execute(players.insert(), rows)
            for n, name in enumerate(unknown):
                self._players[name] = (first + n, folded[n].encode())


def _same(row: GameRow, relatives: list[GameRow]) -> int | None:
    """Which of the games of a lineage a record is, if any."""
    for n, other in enumerate(relatives):
        if is_same_game(other, row):
            return n
    return None


def _put(known: dict[int, list[GameRow]], old_lineage: int, row: GameRow) -> None:
    """Among the games that are known, one that was read again and may have another lineage now."""
    if old_lineage in known:
        known[old_lineage] = [other for other in known[old_lineage] if other.id != row.id]
    known.setdefault(row.lineage, []).append(row)


def _chunks(keys: list[Any]) -> Iterable[list[Any]]:
    return (keys[n : n + CHUNK] for n in range(0, len(keys), CHUNK))
