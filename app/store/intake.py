"""Readings become rows; games that are already there become copies of them.

Two records are one game when their players are equal by folded name or as aliases, they start from the same position,
and one's moves are the beginning of the other's: the same moves, or dates at most two days apart. The fuller one stays,
under the id that the first one got, and every place where the game was found is remembered. Headers never decide alone.
"""

from collections.abc import Iterable
from datetime import date as day
from typing import Any, NamedTuple

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from app.games.folding import fold_name
from app.games.game import Game
from app.games.reading import Reading
from app.store.lineage import lineage_of
from app.store.names import root, with_root
from app.store.rows import COLUMNS, to_row
from app.store.tables import copies, events, games, players, rejects

SURELY_UNIQUE = 20  # plies; shorter equal games of the same players on different days are different games
SAME_DAYS = 2  # between the dates of two records of one game
CHUNK = 900  # keys in one query
BY_LINEAGE = next(index for index in games.indexes if index.name == "ix_games_lineage")
NO_EVENT = ("", "", "", "")
FEW = 2_000_000  # games whose lineages are kept in memory


class Known(NamedTuple):
    """A game that is in the archive, or will be with this batch."""

    id: int
    moves: bytes
    date: str | None
    complete: bool
    source_id: int
    line: int


class Outcomes(NamedTuple):
    """How many of a batch's readings became what."""

    complete: int
    incomplete: int
    duplicate: int
    rejected: int


class Intake:
    """Writes batches of readings; knows the ids of players and events it has met."""

    def __init__(self) -> None:
        self._players: dict[str, tuple[int | None, bytes]] = {"": (None, b"")}  # name -> id, folded
        self._events: dict[tuple[str, str, str, str], int] = {}
        self._lineages: set[int] | None = None  # of all games, while they are few enough
        self._next_id = 0  # the id after the last game that `_lineages` knows

    def forget(self) -> None:
        """After a batch that was not written: ids given in it may be given again."""
        self._players = {"": (None, b"")}
        self._events.clear()
        self._lineages = None

    def add(self, connection: Connection, readings: Iterable[Reading], source_id: int) -> Outcomes:
        """Write a batch from one source, inside the caller's transaction."""
        readings = list(readings)
        batch = _Batch(connection, source_id)
        try:
            heads = list(map(self._head, readings))
        except KeyError:  # a player who has not been met
            self._meet(connection, readings)
            heads = list(map(self._head, readings))
        known = self._known(connection, [head[0] for head in heads], batch.next_id)
        complete = incomplete = duplicate = rejected = 0
        for reading, (lineage, red_id, black_id) in zip(readings, heads, strict=True):
            game = reading.game
            if not game.moves:
                rejected += 1
                batch.reject(reading, None)
                continue
            event = (game.event, game.site, game.author, game.time_control)
            event_id = self._events.get(event)
            if event_id is None and event != NO_EVENT:
                event_id = self._events[event] = _event_id(connection, event)
            row = to_row(game, batch.next_id, red_id, black_id, event_id, source_id, lineage)
            relatives = known.get(lineage)
            if relatives is None:
                known[lineage] = [batch.insert(row, reading)]
            elif _is_known(batch, reading, row, relatives):
                duplicate += 1
                continue
            else:
                relatives.append(batch.insert(row, reading))
            if game.complete:
                complete += 1
            else:
                incomplete += 1
        batch.write()
        self._next_id = batch.next_id
        return Outcomes(complete, incomplete, duplicate, rejected)

    def _head(self, reading: Reading) -> tuple[int, int | None, int | None]:
        """The game's lineage and its players' ids."""
        game = reading.game
        red_id, red = self._players[game.red.name]
        black_id, black = self._players[game.black.name]
        return lineage_of(red, black, game.start_fen, game.moves), red_id, black_id

    def _known(self, connection: Connection, lineages: list[int], next_id: int) -> dict[int, list[Known]]:
        """The games in the archive that share a lineage with the batch."""
        if self._lineages is None or self._next_id != next_id:  # nothing known yet, or somebody else wrote
            few = next_id <= FEW
            self._lineages = set(connection.execute(sa.select(games.c.lineage)).scalars()) if few else set()
        doubtful = lineages
        if next_id <= FEW:
            doubtful = [lineage for lineage in lineages if lineage in self._lineages]
            self._lineages.update(lineages)
        if doubtful:
            BY_LINEAGE.create(connection, checkfirst=True)
        found: dict[int, list[Known]] = {}
        wanted = (games.c.id, games.c.moves, games.c.date, games.c.complete, games.c.source_id, games.c.line)
        for chunk in _chunks(doubtful):
            same = sa.select(games.c.lineage, *wanted).where(games.c.lineage.in_(chunk)).order_by(games.c.id)
            for lineage, *rest in connection.execute(same):
                found.setdefault(lineage, []).append(Known(*rest))
        return found

    def _meet(self, connection: Connection, readings: list[Reading]) -> None:
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
            first = _next_id(connection, players)
            folded = [fold_name(name) for name in unknown]
            rows = [{"id": first + n, "name": name, "folded": folded[n]} for n, name in enumerate(unknown)]
            connection.execute(players.insert(), rows)
            for n, name in enumerate(unknown):
                self._players[name] = (first + n, folded[n].encode())


class _Batch:
    """The rows of one batch, gathered and then written together."""

    def __init__(self, connection: Connection, source_id: int):
        self.connection, self.source_id = connection, source_id
        self.next_id = _next_id(connection, games)
        self.first_id = self.next_id
        self.rows: list[tuple[Any, ...]] = []
        self.replaced: list[dict[str, Any]] = []
        self.copies: list[dict[str, int]] = []
        self.rejects: list[dict[str, Any]] = []
        self.mended: list[int] = []

    def insert(self, row: tuple[Any, ...], reading: Reading) -> Known:
        """A new game."""
        self.rows.append(row)
        self.next_id += 1
        if not reading.game.complete:
            self.reject(reading, row[0])
        return self._known(row[0], reading.game)

    def replace(self, row: tuple[Any, ...], other: Known, reading: Reading) -> Known:
        """A fuller record of a known game takes its place and keeps its id."""
        if (other.source_id, other.line) != (self.source_id, reading.game.place.line):
            self.copies.append({"game_id": other.id, "source_id": other.source_id, "line": other.line})
        self.mended.append(other.id)
        if other.id >= self.first_id:
            self.rows[other.id - self.first_id] = row
            self.rejects = [reject for reject in self.rejects if reject["game_id"] != other.id]
        else:
            self.replaced.append(dict(zip(COLUMNS, row, strict=True)))
        if not reading.game.complete:
            self.reject(reading, other.id)
        return self._known(other.id, reading.game)

    def _known(self, game_id: int, game: Game) -> Known:
        date = game.played.date if game.played else None
        return Known(game_id, game.moves, date, game.complete, self.source_id, game.place.line)

    def copy(self, other: Known, line: int) -> None:
        """A known game found at another place."""
        if (other.source_id, other.line) != (self.source_id, line):
            self.copies.append({"game_id": other.id, "source_id": self.source_id, "line": line})

    def reject(self, reading: Reading, game_id: int | None) -> None:
        """Text that did not become a game, or not all of one."""
        fault, game = reading.game.faults[-1], reading.game
        self.rejects.append(
            {
                "source_id": self.source_id,
                "line": game.place.line,
                "game_id": game_id,
                "code": fault.code,
                "message": str(fault).encode("utf-8", "replace").decode(),
                "text": reading.text,
            }
        )

    def write(self) -> None:
        """Everything, in an order that the foreign keys allow."""
        connection = self.connection
        if self.rows:
            insert = games.insert().compile(dialect=connection.dialect, column_keys=COLUMNS)
            connection.exec_driver_sql(str(insert), self.rows)
        for row in self.replaced:
            connection.execute(games.update().where(games.c.id == row["id"]).values(row))
        if mended := [game_id for game_id in self.mended if game_id < self.first_id]:
            connection.execute(rejects.delete().where(rejects.c.game_id.in_(mended)))
        if self.copies:
            connection.execute(copies.insert().prefix_with("OR IGNORE"), self.copies)
        if self.rejects:
            connection.execute(rejects.insert(), self.rejects)


def _is_known(batch: _Batch, reading: Reading, row: tuple[Any, ...], relatives: list[Known]) -> bool:
    """Whether a game is one of its relatives; if it is the fuller record, it takes that one's place."""
    game = reading.game
    date = game.played.date if game.played else None
    for n, other in enumerate(relatives):
        if is_same_game(other, game.moves, date, game.complete):
            if (len(game.moves), game.complete) > (len(other.moves), other.complete):
                relatives[n] = batch.replace((other.id, *row[1:]), other, reading)
            else:
                batch.copy(other, game.place.line)
            return True
    return False


def is_same_game(other: Known, moves: bytes, date: str | None, complete: bool) -> bool:
    """Whether a record with the players, start and first plies of a known game is that game."""
    short, long = sorted((other.moves, moves), key=len)
    if long[: len(short)] != short:
        return False
    apart = _days_apart(other.date, date)
    if len(short) == len(long):
        return len(moves) >= 2 * SURELY_UNIQUE or apart is None or apart <= SAME_DAYS
    if apart is None:
        return not (complete if len(moves) == len(short) else other.complete)
    return apart <= SAME_DAYS


def _days_apart(first: str | None, second: str | None) -> int | None:
    if first is None or second is None or len(first) < 10 or len(second) < 10:
        return None
    return abs((day.fromisoformat(first) - day.fromisoformat(second)).days)


def _chunks(keys: list[Any]) -> Iterable[list[Any]]:
    return (keys[n : n + CHUNK] for n in range(0, len(keys), CHUNK))


def _next_id(connection: Connection, table: sa.Table) -> int:
    return (connection.execute(sa.select(sa.func.max(table.c.id))).scalar() or 0) + 1


def _event_id(connection: Connection, key: tuple[str, str, str, str]) -> int:
    name, site, author, control = key
    values = {"name": name, "site": site, "author": author, "time_control": control}
    same = [events.c[column] == value for column, value in values.items()]
    found = connection.execute(sa.select(events.c.id).where(*same)).scalar()
    return (
        int(found)
        if found is not None
        else inserted(connection, events.insert().values(folded=fold_name(name), **values))
    )


def inserted(connection: Connection, statement: sa.Insert) -> int:
    """Insert one row; its id."""
    key = connection.execute(statement).inserted_primary_key
    assert key is not None
    return int(key[0])
