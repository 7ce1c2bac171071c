"""The rows of one batch of readings: new games, records that join known games, what was rejected."""

from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from app.games.game import Game, Variation
from app.games.reading import Reading
from app.games.result import Result
from app.store.events import Events
from app.store.joining import joined_game
from app.store.positions import among
from app.store.rows import COLUMNS, REPLACED, GameRow, next_game_id, replacing, to_game, to_row, whole_games
from app.store.sameness import is_fuller
from app.store.tables import copies, games, rejects
from app.store.variations import grown, joined, write_trees

# The columns that say something of a game beside its moves.
SAID = (*range(COLUMNS.index("red_id"), COLUMNS.index("plies")), COLUMNS.index("headers"), COLUMNS.index("comments"))
SILENT = (None, Result.UNKNOWN.value)

PLACE = ("game_id", "source_id", "line")
UNCOPIED = copies.delete().where(*(copies.c[name] == sa.bindparam(name) for name in PLACE))


class Batch:
    """Gathers the rows of a batch, and then writes them together."""

    def __init__(self, connection: Connection, events: Events):
        self.connection, self._events = connection, events
        self.next_id = next_game_id(connection)
        self.first_id = self.next_id
        self.rows: list[GameRow] = []
        self.repaired = 0  # incomplete records of which a fuller one took the place
        self.uncopied: list[tuple[int, int, int]] = []  # (game, source, line): copies that are none any more
        self._new: list[Game] = []  # of `rows`
        self.known: dict[int, list[GameRow]] = {}  # by lineage, the games that these records may be
        self._there: dict[int, Game] = {}  # games of the archive, as they were before this batch
        self._changed: dict[int, tuple[GameRow, Game]] = {}  # games that are there already
        self._copies: list[tuple[int, int, int]] = []
        self._rejects: list[dict[str, Any]] = []
        self._mended: list[int] = []
        self._trees: dict[int, list[Variation]] = {}  # variations by game, in place of those that are there

    def insert(self, row: GameRow, reading: Reading) -> GameRow:
        """A new game."""
        self.rows.append(row)
        self._new.append(reading.game)
        self.next_id += 1
        if reading.game.variations:
            self._trees[row.id] = reading.game.variations
        if not reading.game.complete:
            self.reject(reading, row.source_id, row.id)
        return row

    def join(self, known: GameRow, row: GameRow, reading: Reading) -> GameRow:
        """Another record of a known game; the game as it is now."""
        game = reading.game
        here = (known.source_id, known.line) == (row.source_id, row.line)
        fuller = is_fuller(row, known)
        place = known if fuller else row
        if not here:
            self._copies.append((known.id, place.source_id, place.line))
        if fuller:
            self._replace(known, row, reading)
            if not here:
                self.uncopied.append((known.id, row.source_id, row.line))
        elif not game.variations and all(row[n] == known[n] or row[n] in SILENT for n in SAID):
            return known
        other = self._game(known)
        if fuller:
            self._grow(known, game.variations, self._tree(known))
            return self._put(known.id, joined_game(game, other, here), row, known)
        if game.variations:
            tree = self._tree(known)
            self._grow(known, tree, game.variations)
        return self._put(known.id, joined_game(other, game, here), known, row)

    def supersede(self, known: GameRow, row: GameRow, reading: Reading, alone: bool) -> GameRow:
        """A newer reading of the record that a game was read from; alone: it stands nowhere else."""
        game = reading.game
        if known[1:] == row[1:] and not game.variations and not self._tree(known):
            return known
        self._replace(known, row, reading, is_fuller(row, known))
        if alone:
            self._trees[known.id] = game.variations
            return self._put(known.id, game, row, row)
        self._grow(known, game.variations, self._tree(known))
        return self._put(known.id, joined_game(game, self._game(known), superseded=True), row, known)

    def leave(self, known: GameRow) -> GameRow:
        """A known game stands in the first of the other places where it was found, and in this one no more."""
        wanted = sa.select(copies.c.source_id, copies.c.line).where(copies.c.game_id == known.id)
        source_id, line = self.connection.execute(wanted.order_by(copies.c.source_id, copies.c.line)).first() or (0, 0)
        self.connection.execute(games.update().where(games.c.id == known.id).values(source_id=source_id, line=line))
        self.uncopied.append((known.id, source_id, line))
        return known._replace(source_id=source_id, line=line)

    def _replace(self, known: GameRow, row: GameRow, reading: Reading, repaired: bool = True) -> None:
        """A record takes the place of a known one, and its fault that of the other's."""
        self.repaired += repaired and not known.complete
        self._mended.append(known.id)
        if known.id >= self.first_id:
            self._rejects = [reject for reject in self._rejects if reject["game_id"] != known.id]
        if not reading.game.complete:
            self.reject(reading, row.source_id, known.id)

    def _put(self, game_id: int, game: Game, first: GameRow, second: GameRow) -> GameRow:
        """A game in place of what it was: the moves and the place of the first of two rows."""
        event_id = self._events.id_of(self.connection, (game.event, game.site, game.author, game.time_control))
        players = first.red_id or second.red_id, first.black_id or second.black_id
        row = to_row(game, game_id, *players, event_id, first.source_id, first.lineage, first.opening or "")
        row = row._replace(line=first.line)
        if row == first:
            return row
        if game_id >= self.first_id:
            self.rows[game_id - self.first_id], self._new[game_id - self.first_id] = row, game
        else:
            self._changed[game_id] = row, game
        return row

    def _game(self, known: GameRow) -> Game:
        """A known game as it will be with this batch; its variations are in `_tree`."""
        if known.id >= self.first_id:
            return self._new[known.id - self.first_id]
        if known.id in self._changed:
            return self._changed[known.id][1]
        return self._archived(known.id)

    def _archived(self, game_id: int) -> Game:
        """A game as the archive has it."""
        if game_id not in self._there:  # most often, others of the batch will be asked for too
            relatives = {row.id for rows in self.known.values() for row in rows if row.id < self.first_id}
            wanted = whole_games().where(games.c.id.in_(among(relatives - self._there.keys() | {game_id})))
            self._there.update(grown(self.connection, list(map(to_game, self.connection.execute(wanted)))))
        return self._there[game_id]

    def _tree(self, known: GameRow) -> list[Variation]:
        """The variations that a game has, or will have with this batch."""
        if known.id in self._trees or known.id >= self.first_id:
            return self._trees.get(known.id, [])
        return self._archived(known.id).variations

    def _grow(self, known: GameRow, first: list[Variation], second: list[Variation]) -> None:
        """The variations of two records of a game."""
        both = joined(first, second)
        if both != self._tree(known):
            self._trees[known.id] = both

    def reject(self, reading: Reading, source_id: int, game_id: int | None) -> None:
        """Text that did not become a game, or not all of one."""
        fault, game = reading.game.faults[-1], reading.game
        self._rejects.append(
            {
                "source_id": source_id,
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
        if self._changed:
            connection.execute(
                REPLACED,
                [replacing(row) for row, _ in self._changed.values()],
            )
        if self._trees:
            write_trees(connection, self._trees, self.first_id)
        if mended := [game_id for game_id in self._mended if game_id < self.first_id]:
            connection.execute(rejects.delete().where(rejects.c.game_id.in_(among(mended))))
        if self._copies:
            rows = [dict(zip(PLACE, copy, strict=True)) for copy in self._copies]
            connection.execute(copies.insert().prefix_with("OR IGNORE"), rows)
        if self.uncopied:
            connection.execute(UNCOPIED, [dict(zip(PLACE, copy, strict=True)) for copy in self.uncopied])
        if self._rejects:
            connection.execute(rejects.insert(), self._rejects)
