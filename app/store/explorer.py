"""The explorer: what was played from a position, how often, and how it went."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from heapq import nlargest
from itertools import chain
from operator import itemgetter
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from app.board.fen import START_FEN, read_fen
from app.board.keys import mirror_board
from app.games.lines import mirror
from app.games.result import Result
from app.store.positions import Finder, in_parts
from app.store.query import Query
from app.store.search import clauses
from app.store.tables import games

BEST = 3  # games shown of each move


COLUMNS = (games.c.id, games.c.result, games.c.red_rating, games.c.black_rating, games.c.date)  # what counts of a game
Row = list[Any]  # its values, in this order
Found = dict[tuple[bool, bytes], list[Row]]


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

    A game counts once: with the move from the first time that the position stood there.
    """
    fen = query.position or START_FEN
    board, side = read_fen(fen)
    finder = Finder(connection, board, side, query.mirror)
    symmetric = query.mirror and mirror_board(board) == board
    played: dict[bytes, list[Row]] = {}
    for (mirrored, move), rows in _found(connection, finder, replace(query, position=None)).items():
        if mirrored or (symmetric and _from_the_left(move)):
            move = mirror(move)
        played.setdefault(move, []).extend(rows)
    moves = [(move, tally(rows, side)) for move, rows in played.items() if move]
    moves.sort(key=lambda item: (-item[1].games, item[0]))
    return Explored(fen, tally(list(chain(*played.values())), side), moves)


def tally(rows: Sequence[Row], side: int) -> Tally:
    """How games went, seen from a side."""
    results = Counter(map(itemgetter(1), rows))
    red, draws, black = results[Result.RED], results[Result.DRAW], results[Result.BLACK]
    known = red + draws + black
    own = [rating for rating in map(itemgetter(2 + side), rows) if rating is not None]
    rated = [row for row in rows if row[2] is not None and row[3] is not None]
    return Tally(
        games=len(rows),
        red_wins=red,
        draws=draws,
        black_wins=black,
        score=((red, black)[side] + draws / 2) / known if known else None,
        rating=round(sum(own) / len(own)) if own else None,
        performance=_performance(rated, side),
        last=max(filter(None, map(itemgetter(4), rows)), default=None),
        best=[row[0] for row in nlargest(BEST, rated, key=_strength)],
    )


def _performance(rated: Sequence[Row], side: int) -> int | None:
    met = [row for row in rated if row[1] != Result.UNKNOWN]
    if not met:
        return None
    results = Counter(map(itemgetter(1), met))
    more = results[Result.RED] - results[Result.BLACK]
    opponents: int = sum(map(itemgetter(3 - side), met))
    return round((opponents + 400 * (-more if side else more)) / len(met))


def _strength(row: Row) -> tuple[int, str, int]:
    return (row[2] or 0) + (row[3] or 0), row[4] or "", row[0]


def _from_the_left(move: bytes) -> bool:
    """Whether a move begins on Red's left or, from the middle file, leads there: players write down its image."""
    return [point % 9 - 4 for point in move] < [0, 0]


def _found(connection: Connection, finder: Finder, query: Query) -> Found:
    """The games that had the position, by whether they had its image, and the move."""
    found: Found = defaultdict(list)
    said = clauses(connection, query)
    if finder.at_the_start:
        first = sa.func.substr(games.c.moves, 1, 2)
        normal: sa.Select[Any] = sa.select(first, *COLUMNS).where(games.c.start_fen.is_(None), *said)
        for move, *row in in_parts(connection, normal):
            found[False, move].append(row)
        said.append(games.c.start_fen.is_not(None))
    statement: sa.Select[Any] = sa.select(games.c.id, games.c.start_fen, games.c.moves, *COLUMNS)
    for one, (_, _, _, *row) in finder.look_through(in_parts(connection, statement.where(*finder.clauses, *said))):
        found[one.mirrored, one.move].append(row)
    return found
