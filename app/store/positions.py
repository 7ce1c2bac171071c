"""The index of positions: which games had a position on the board, in whatever order of moves.

A segment covers a range of games with the sorted entries of all their positions (see `board/tracks.py`), a row for a
few thousand of them; new segments take in those before them that are no larger. An entry only names a candidate: the
game is played over to see. Games without a segment, and those that changed since theirs was made (triggers write them
into `stale`), are played over from end to end. So an index that is missing costs time and never an answer.
"""

import json
from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import accumulate, chain
from typing import Any, NamedTuple

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from app.board.engine import PLAIN, Engine
from app.board.fen import START_BOARD, read_fen
from app.board.kernel import RED
from app.board.keys import POINTS, key_of, mirror_board
from app.board.tracks import LAST, UPPER
from app.errors import FenError
from app.store.tables import games, positions, segments, stale

SEGMENT = 16384  # games
ROW = 2000  # entries: with their row they fill a page
OFF_BOARD = bytes(256 - POINTS)
FETCHED = 4000  # rows
MANY = 4  # one game in so many
FEW = 100  # changed games that are rather played over than indexed again

Board = bytes | bytearray
Range = tuple[int, int]  # first and last id


class Reached(NamedTuple):
    """A game that had a position on the board, first after so many plies; and the move played from it, if any."""

    game_id: int
    ply: int
    mirrored: bool
    move: bytes


# ---------------------------------------------------------------- finding


def reached(connection: Connection, board: Board, side: int, mirror: bool = True) -> Iterator[Reached]:
    """The games that had a position on the board, or with mirror its image; each once."""
    finder = Finder(connection, board, side, mirror)
    statement = sa.select(games.c.id, games.c.start_fen, games.c.moves).where(*finder.clauses)
    for found, _ in finder.look_through(in_parts(connection, statement)):
        yield found


def in_parts(connection: Connection, statement: sa.Select[Any]) -> Iterator[sa.Row[Any]]:
    """The rows of a selection, fetched many at a time."""
    return chain.from_iterable(connection.execute(statement).partitions(FETCHED))


def among(keys: Iterable[int] | Iterable[str]) -> sa.Select[Any]:
    """A selection of so many keys as there may be, as one bound value."""
    return sa.select(sa.func.json_each(json.dumps(list(keys))).table_valued("value").c.value)


class Finder:
    """Tells of each game whether it had a position on the board; `clauses` select the games that may."""

    def __init__(self, connection: Connection, board: Board, side: int, mirror: bool = True):
        board = bytes(board)
        images = dict.fromkeys((board, mirror_board(board))) if mirror else (board,)
        self._images = [
            _Sought(image, side, image != board, _candidates(connection, key_of(image, side))) for image in images
        ]
        self._changed = set(connection.execute(sa.select(stale.c.game_id)).scalars())
        self._gaps = uncovered(connection)
        self.clauses = self._clauses(connection)

    def look_through(self, rows: Iterable[Sequence[Any]]) -> Iterator[tuple[Reached, Sequence[Any]]]:
        """Rows that begin with id, start FEN and moves: those that had the position, with where it first stood."""
        changed, gaps, images = self._changed, self._gaps, self._images
        whole = not changed and not gaps
        for row in rows:
            game_id, fen, moves = row[:3]
            doubtful = not whole and (game_id in changed or any(first <= game_id <= last for first, last in gaps))
            found = None
            for image in images:
                ply = 0 if doubtful else image.plies.get(game_id)
                if ply is not None:
                    ply = image.first_ply(fen, moves, ply)
                    if ply is not None and (found is None or ply < found.ply):
                        found = Reached(game_id, ply, image.mirrored, moves[2 * ply : 2 * ply + 2])
            if found:
                yield found, row

    def _clauses(self, connection: Connection) -> list[sa.ColumnElement[bool]]:
        """Which games need be looked at: none where those are so many that all are sooner read in a row."""
        ids = self._changed.union(*(image.plies for image in self._images))
        most = connection.execute(sa.select(sa.func.max(games.c.id))).scalar() or 0
        if MANY * len(ids) > most:
            return []
        ranges = (games.c.id.between(first, last) for first, last in self._gaps)
        return [sa.or_(games.c.id.in_(among(ids)), *ranges)]


def _candidates(connection: Connection, key: int) -> dict[int, int]:
    """The games that may have a position with this key, each with the first ply at which it may."""
    low = key & UPPER
    high = low | ~UPPER
    found: dict[int, int] = {}
    for segment_id, first_id in connection.execute(sa.select(segments.c.id, segments.c.first_id)).all():
        rows = sa.select(positions.c.entries).where(positions.c.segment_id == segment_id, positions.c.last >= low)
        for (data,) in connection.execute(rows.order_by(positions.c.last)):
            entries = array("q", data)
            end = bisect_right(entries, high)
            found.update(
                (first_id + (entry >> 16 & LAST), entry & LAST) for entry in entries[bisect_left(entries, low) : end]
            )
            if end < len(entries):
                break
    return found


class _Sought:
    """A position that games are played over for. Many of them begin alike: what is known of a beginning is kept."""

    def __init__(self, board: bytes, side: int, mirrored: bool, plies: dict[int, int]):
        self._board, self._side = board + OFF_BOARD, side
        self.mirrored, self.plies = mirrored, plies  # of each candidate, the first ply at which it may stand there
        self._leads_there: dict[tuple[str | None, bytes], bool] = {}

    def first_ply(self, fen: str | None, moves: bytes, ply: int) -> int | None:
        """The first ply from this one on after which the position stands on the board, or None."""
        beginning = (fen, moves[: 2 * ply])
        known = self._leads_there.get(beginning)
        if known is None:
            board, side = _played(fen, moves[: 2 * ply])
            known = self._leads_there[beginning] = board == self._board and side == self._side
        return ply if known else self._later_ply(fen, moves, ply)

    def _later_ply(self, fen: str | None, moves: bytes, ply: int) -> int | None:
        sought, (board, side) = self._board, _played(fen, moves[: 2 * ply])
        for at in range(2 * ply, len(moves) - 1, 2):
            start, end = moves[at], moves[at + 1]
            board[end], board[start] = board[start], 0
            side = 1 - side
            if side == self._side and board == sought:
                return at // 2 + 1
        return None


def _played(fen: str | None, moves: bytes) -> tuple[bytearray, int]:
    """The board and the side to move after some moves; room for points off the board, where damaged moves may lead."""
    board, side = read_fen(fen) if fen else (bytearray(START_BOARD), RED)
    board += OFF_BOARD
    for start, end in zip(moves[0::2], moves[1::2], strict=True):
        board[end], board[start] = board[start], 0
    return board, (side + len(moves) // 2) % 2


# ---------------------------------------------------------------- making


def uncovered(connection: Connection) -> list[Range]:
    """The ranges of ids that no segment covers."""
    gaps, after = [], 1
    for first, last in connection.execute(
        sa.select(segments.c.first_id, segments.c.last_id).order_by(segments.c.first_id)
    ):
        if first > after:
            gaps.append((after, first - 1))
        after = max(after, last + 1)
    most = connection.execute(sa.select(sa.func.max(games.c.id))).scalar() or 0
    return [*gaps, (after, most)] if most >= after else gaps


def forget(connection: Connection) -> None:
    """Take the whole index away."""
    for table in (positions, segments, stale):
        connection.execute(table.delete())


class Played(NamedTuple):
    """What of a stored game the index is made from."""

    id: int
    start_fen: str | None
    moves: bytes


class Indexing:
    """Makes the index, a segment at a time, with the help of an engine. Every call is inside its caller's transaction."""

    def __init__(self, engine: Engine = PLAIN):
        self._engine = engine
        self._waiting: tuple[Range, Callable[[], bytes]] | None = None
        self._fresh: list[Played] = []  # games that have just been written, in order

    def advance(self, connection: Connection, written: Iterable[Played]) -> None:
        """While games are imported: take those of a batch, and begin the next segment if there are enough for it."""
        self._fresh += written
        if len(self._fresh) >= SEGMENT:
            self.write(connection)
            ready, self._fresh = self._fresh[:SEGMENT], self._fresh[SEGMENT:]
            if ready[-1].id - ready[0].id + 1 == SEGMENT:  # else somebody wrote between them: `finish` sees to it
                self._waiting = (ready[0].id, ready[-1].id), entries_of(ready, ready[0].id, self._engine)

    def begin_rest(self, connection: Connection) -> None:
        """At the end of a load into an empty archive: begin the last segment, so that others may work meanwhile."""
        if self._fresh:
            self.write(connection)
            self._begin(connection, (self._fresh[0].id, self._fresh[-1].id))

    def forget_fresh(self) -> None:
        """A batch was taken back: nothing that was only in memory counts."""
        self._fresh.clear()

    def finish(self, connection: Connection) -> None:
        """Cover all that is not covered."""
        self.write(connection)
        _drop_outdated(connection)
        for first, last in uncovered(connection):
            first = _take_in(connection, first, last)
            for begin in range(first, last + 1, SEGMENT):
                self._begin(connection, (begin, min(last, begin + SEGMENT - 1)))
                self.write(connection)

    def write(self, connection: Connection) -> None:
        """Write the segment that was begun, when the engine has made it."""
        if self._waiting is None:
            return
        ((first, last), answer), self._waiting = self._waiting, None
        made = segments.insert().values(first_id=first, last_id=last)
        segment_id = connection.execute(made).inserted_primary_key
        assert segment_id is not None
        entries = array("q", answer())
        rows = (entries[at : at + ROW] for at in range(0, len(entries), ROW))
        values = [{"segment_id": segment_id[0], "last": row[-1], "entries": row.tobytes()} for row in rows]
        if values:
            connection.execute(positions.insert(), values)

    def _begin(self, connection: Connection, covered: Range) -> None:
        """Give the games of a range to the engine. From now on their changes count; until it is written, all do."""
        if self._fresh and (self._fresh[0].id, self._fresh[-1].id, len(self._fresh)) == (*covered, _length(covered)):
            played, self._fresh = self._fresh, []
        else:
            connection.execute(stale.delete().where(stale.c.game_id.between(*covered)))
            played = _games_of(connection, covered)
        self._waiting = covered, entries_of(played, covered[0], self._engine)


def _length(covered: Range) -> int:
    return covered[1] - covered[0] + 1


def _games_of(connection: Connection, covered: Range) -> list[Played]:
    wanted = sa.select(games.c.id, games.c.start_fen, games.c.moves).where(games.c.id.between(*covered))
    return [Played(*row) for row in connection.execute(wanted.order_by(games.c.id))]


def entries_of(played: Sequence[Played], first: int, engine: Engine) -> Callable[[], bytes]:
    """The sorted entries of some games, which are numbered from the first id of their segment on."""
    normal = [game for game in played if game.start_fen is None]
    ends = [0, *accumulate(len(game.moves) for game in normal)]
    answer = engine.index_all(b"".join(game.moves for game in normal), ends, [game.id - first for game in normal])
    others = [game for game in played if game.start_fen is not None]
    if not others:
        return answer
    return lambda: _merged([answer(), *(_entries_from(game, first) for game in others)])


def _entries_from(game: Played, first: int) -> bytes:
    """The entries of a game from another start; none of one that is damaged."""
    try:
        board, side = read_fen(game.start_fen or "")
    except FenError:
        return b""
    return PLAIN.index_all(game.moves, [0, len(game.moves)], [game.id - first], bytes(board), side)()


def _merged(parts: Sequence[bytes]) -> bytes:
    """Sorted entries of several games together."""
    return array("q", sorted(array("q", b"".join(parts)))).tobytes()


def _take_in(connection: Connection, first: int, last: int) -> int:
    """Where a new segment begins that takes in those before it, as long as they are no larger."""
    before = sa.select(segments).where(segments.c.last_id < first).order_by(segments.c.last_id.desc())
    for segment_id, begin, end in connection.execute(before).all():
        if end != first - 1 or end - begin > last - first or last - begin >= SEGMENT:
            break
        _drop(connection, segment_id)
        first = begin
    return first


def _drop_outdated(connection: Connection) -> None:
    """Where many games have changed, take their segments away."""
    if connection.execute(sa.select(sa.func.count()).select_from(stale)).scalar_one() <= FEW:
        return
    held = sa.select(segments.c.id).join(stale, stale.c.game_id.between(segments.c.first_id, segments.c.last_id))
    for segment_id in connection.execute(held.distinct()).scalars().all():
        _drop(connection, segment_id)


def _drop(connection: Connection, segment_id: int) -> None:
    connection.execute(positions.delete().where(positions.c.segment_id == segment_id))
    connection.execute(segments.delete().where(segments.c.id == segment_id))


# ---------------------------------------------------------------- checking


def wrong_segments(connection: Connection, engine: Engine) -> Iterator[Range]:
    """The ranges whose entries are not those of their games; games that have changed since do not count."""
    changed = set(connection.execute(sa.select(stale.c.game_id)).scalars())
    for segment_id, first, last in connection.execute(sa.select(segments)).all():
        rows = sa.select(positions.c.entries).where(positions.c.segment_id == segment_id).order_by(positions.c.last)
        stored = b"".join(connection.execute(rows).scalars())
        made = entries_of(_games_of(connection, (first, last)), first, engine)()
        if stored != made and _without(stored, first, changed) != _without(made, first, changed):
            yield first, last


def _without(entries: bytes, first: int, changed: set[int]) -> list[int]:
    """Entries of a segment, except those of some games."""
    return [entry for entry in array("q", entries) if first + (entry >> 16 & LAST) not in changed]
