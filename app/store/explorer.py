"""The explorer: what was played from a position, how often, and how it went."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from heapq import nlargest
from operator import add, itemgetter
from typing import Any, NamedTuple

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from app.board.fen import START_BOARD, START_FEN, read_fen
from app.board.kernel import RED
from app.board.keys import mirror_board
from app.errors import QueryError
from app.games.lines import mirror
from app.games.result import Result
from app.store.positions import Finder, in_parts
from app.store.query import Query
from app.store.search import clauses
from app.store.tables import FIRST_MOVE, games

BEST = 3  # games shown of each move


COLUMNS = (games.c.id, games.c.result, games.c.red_rating, games.c.black_rating, games.c.date)  # what counts of a game
Row = Sequence[Any]  # its values, in this order
STRENGTH = (games.c.red_rating + games.c.black_rating, games.c.date, games.c.id)  # the best game has the highest
STRONGEST = 300  # games, among which the best with the usual first moves are


@dataclass(frozen=True, slots=True)
class Tally:
    """How some games went, seen from the side to move in the position, and who played them."""

    games: int
    red_wins: int
    draws: int
    black_wins: int
    score: float | None  # the share of points of the side to move, 0 to 1; None where no result is known
    rating: int | None  # its average
    performance: int | None  # by FIDE's linear rule: the opponents' average, and 400 for each win more than losses
    last: str | None  # date
    best: list[int]  # games of the highest rated players, the highest first


@dataclass(frozen=True, slots=True)
class Explored:
    """A position, all games that had it on the board, and those by the move played from it: two bytes each.

    A mirrored game counts with the image of its move, so that all moves are legal here; where a position is its own
    image, a move and its image are one. Games that end with the position are in the total alone.
    """

    fen: str
    total: Tally
    moves: list[tuple[bytes, Tally]]  # most games first


def explore(connection: Connection, query: Query) -> Explored:
    """What was played from the query's position (the start, if it names none) in the games that meet the rest of it.

    A game counts once: with the move from the first time that the position stood there. Raises `QueryError` if the
    query asks for variations.
    """
    if query.variations:
        raise QueryError("what is explored are games as they were played; --variations goes with a search")
    fen = query.position or START_FEN
    board, side = read_fen(fen)
    symmetric = query.mirror and mirror_board(board) == board
    played: dict[bytes, list[_Sums]] = defaultdict(list)
    for mirrored, move, sums in _played(connection, bytes(board), side, replace(query, position=None)):
        played[mirror(move) if mirrored or (symmetric and _from_the_left(move)) else move].append(sums)
    together = {move: _Sums.together(parts) for move, parts in played.items()}
    moves = [(move, sums.tally(side)) for move, sums in together.items() if move]
    moves.sort(key=lambda item: (-item[1].games, item[0]))
    return Explored(fen, _Sums.together(together.values()).tally(side), moves)


class _Sums(NamedTuple):
    """What of some games can be added up.

    own: the ratings of the side to move, how many and their sum. met: games with two ratings and a result, how many, the
    opponents' sum, wins more than losses.
    """

    results: Counter[str] = Counter()
    own: Sequence[int] = (0, 0)
    met: Sequence[int] = (0, 0, 0)
    last: str = ""
    best: Sequence[Row] = ()

    @classmethod
    def of(cls, rows: Sequence[Row], side: int) -> "_Sums":
        """The sums of games, seen from a side."""
        own = [rating for rating in map(itemgetter(2 + side), rows) if rating is not None]
        rated = [row for row in rows if row[2] is not None and row[3] is not None]
        met = [row for row in rated if row[1] != "*"]
        went = Counter(map(itemgetter(1), met))
        more = (went["1-0"] - went["0-1"]) * (-1 if side else 1)
        return cls(
            Counter(map(itemgetter(1), rows)),
            [len(own), sum(own)],
            [len(met), sum(map(itemgetter(3 - side), met)), more],
            max(filter(None, map(itemgetter(4), rows)), default=""),
            nlargest(BEST, rated, key=_strength),
        )

    @classmethod
    def together(cls, parts: Iterable["_Sums"]) -> "_Sums":
        """The sums of all games of several parts."""
        whole = cls()
        for part in parts:
            whole = cls(
                whole.results + part.results,
                list(map(add, whole.own, part.own)),
                list(map(add, whole.met, part.met)),
                max(whole.last, part.last),
                nlargest(BEST, (*whole.best, *part.best), key=_strength),
            )
        return whole

    def tally(self, side: int) -> Tally:
        """How the games went."""
        red, draws, black = (self.results[result] for result in ("1-0", "1/2-1/2", "0-1"))
        known, (rated, ratings), (met, opponents, more) = red + draws + black, self.own, self.met
        return Tally(
            games=self.results.total(),
            red_wins=red,
            draws=draws,
            black_wins=black,
            score=((red, black)[side] + draws / 2) / known if known else None,
            rating=round(ratings / rated) if rated else None,
            performance=round((opponents + 400 * more) / met) if met else None,
            last=self.last or None,
            best=[row[0] for row in self.best],
        )


def _strength(row: Row) -> tuple[int, str, int]:
    return (row[2] or 0) + (row[3] or 0), row[4] or "", row[0]


def _from_the_left(move: bytes) -> bool:
    """Whether a move begins on Red's left or, from the middle file, leads there: players write down its image."""
    return [point % 9 - 4 for point in move] < [0, 0]


def _played(connection: Connection, board: bytes, side: int, query: Query) -> Iterator[tuple[bool, bytes, _Sums]]:
    """The games that had a position, summed up by whether they had its image, and the move."""
    said, normal = clauses(connection, query), games.c.start_fen.is_(None)
    if board == START_BOARD and side == RED:  # where all games stand that name no other start
        for move, sums in _from_the_start(connection, [normal, *said]):
            yield False, move, sums
        said.append(~normal)
        if connection.execute(sa.select(games.c.id).where(~normal).limit(1)).first() is None:
            return
    found: dict[tuple[bool, bytes], list[Row]] = defaultdict(list)
    finder = Finder(connection, board, side, query.mirror)
    rest: sa.Select[Any] = sa.select(games.c.id, games.c.start_fen, games.c.moves, *COLUMNS)
    for one, values in finder.look_through(in_parts(connection, rest.where(*finder.clauses, *said))):
        found[one.mirrored, one.move].append(values[3:])
    for (mirrored, move), rows in found.items():
        yield mirrored, move, _Sums.of(rows, side)


# ---------------------------------------------------------------- from the start


def _from_the_start(connection: Connection, said: Sequence[sa.ColumnElement[bool]]) -> Iterator[tuple[bytes, _Sums]]:
    """What `_Sums.of` gives of the games from the normal start, by first moves; added up by the database, for they may
    be all."""
    red, black = games.c.red_rating, games.c.black_rating
    opponents = sa.func.sum(sa.case((red.is_not(None), black)))
    numbers = (sa.func.count(), sa.func.count(red), sa.func.sum(red), sa.func.count(red + black), opponents)
    sums = sa.select(FIRST_MOVE, games.c.result, *numbers, sa.func.max(games.c.date)).where(*said)
    wanted: Counter[bytes] = Counter()
    for move, result, count, known, ratings, rated, met, last in connection.execute(
        sums.group_by(FIRST_MOVE, games.c.result)
    ):
        more = {Result.RED: rated, Result.BLACK: -rated}.get(result, 0)
        opposite = (0, 0, 0) if result == Result.UNKNOWN else (rated, met or 0, more)
        yield move, _Sums(Counter({result: count}), (known, ratings or 0), opposite, last or "")
        wanted[move] = min(BEST, wanted[move] + rated)
    for move, rows in _best(connection, [*said, (red + black).is_not(None)], wanted).items():
        yield move, _Sums(best=rows)


def _best(
    connection: Connection, said: Sequence[sa.ColumnElement[bool]], wanted: Mapping[bytes, int]
) -> dict[bytes, list[Row]]:
    """So many of the best games with each first move: most are among the strongest of all, the others are looked for."""
    best: dict[bytes, list[Row]] = defaultdict(list)
    every = sa.select(FIRST_MOVE, *COLUMNS).where(*said).order_by(*(column.desc() for column in STRENGTH))
    for move, *row in connection.execute(every.limit(STRONGEST)):
        best[move].append(row)
    few = [move for move, count in wanted.items() if len(best[move]) < count]
    for move in few:
        best[move] = [row[1:] for row in connection.execute(every.where(FIRST_MOVE.in_([move])).limit(BEST))]
    return best
