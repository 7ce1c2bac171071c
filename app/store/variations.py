"""The variations of games as rows of `variations`, and back; what is asked of them; two records' trees of one game."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from operator import attrgetter
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from app.board.keys import POINTS, mirror_board
from app.errors import ArchiveError
from app.games.game import Game, Variation
from app.games.tree import first_broken, forks
from app.store.positions import among
from app.store.tables import games, variations

COLUMNS = tuple(column.name for column in variations.columns)
FETCHED = 4000  # rows
SOME = variations.alias("some")

Comments = dict[int, str]


# ---------------------------------------------------------------- rows


def write_comments(comments: Comments) -> str | None:
    """Comments as a column holds them."""
    return json.dumps(comments, ensure_ascii=False) if comments else None


def read_comments(column: str | None) -> Comments:
    """Comments from a column."""
    return {int(ply): text for ply, text in json.loads(column).items()} if column else {}


def write_trees(connection: Connection, trees: Mapping[int, Sequence[Variation]], first_new: int) -> None:
    """Write the variations of games by id, in place of those they had; ids from first_new on had none."""
    for game_id in trees:
        if game_id < first_new:
            connection.execute(variations.delete().where(variations.c.game_id == game_id))
    rows = [
        (game_id, number, one.parent, one.ply, write_comments(one.comments), one.moves)
        for game_id, tree in trees.items()
        for number, one in enumerate(tree, start=1)
    ]
    if rows:
        insert = variations.insert().compile(dialect=connection.dialect, column_keys=COLUMNS)
        connection.exec_driver_sql(str(insert), rows)


def read_tree(connection: Connection, game_id: int) -> list[Variation]:
    """The variations of a game as its rows say, right or wrong."""
    wanted = sa.select(variations).where(variations.c.game_id == game_id).order_by(variations.c.number)
    return _tree(connection.execute(wanted))


def _tree(rows: Iterable[Any]) -> list[Variation]:
    """The variations of one game; where a number is missing they end with one that leaves no line."""
    found: list[Variation] = []
    for row in rows:
        if row.number != len(found) + 1:
            return [*found, Variation(-1, 0)]
        found.append(Variation(row.parent, row.ply, row.moves, read_comments(row.comments)))
    return found


def grown(connection: Connection, part: Sequence[tuple[int, Game]]) -> Iterator[tuple[int, Game]]:
    """Games by id, those that have variations with them. Raises `ArchiveError` where these are damaged."""
    ids = among(game_id for game_id, _ in part)
    has_some = sa.select(variations.c.game_id).where(variations.c.game_id.in_(ids)).distinct()
    trees = set(connection.execute(has_some).scalars())
    for game_id, game in part:
        if game_id in trees:
            game.variations = sound(game_id, game.moves, read_tree(connection, game_id))
        yield game_id, game


def sound(game_id: int, moves: bytes, tree: list[Variation]) -> list[Variation]:
    """The variations of a game with these moves. Raises `ArchiveError` if they make no tree, or the moves no game."""
    if max(moves, default=0) >= POINTS or first_broken(len(moves) // 2, tree) is not None:
        raise ArchiveError(f"the moves or variations of game {game_id} are damaged; `kypho db check` tells more")
    return tree


def trees_of(connection: Connection, *clauses: sa.ColumnElement[bool]) -> Iterator[tuple[Any, list[Variation]]]:
    """The games that have variations (id, start_fen, main: their moves), each with these, right or wrong; no comments.

    clauses: which of the games.
    """
    of_game = (games.c.id, games.c.start_fen, games.c.moves.label("main"))
    of_tree = (variations.c.number, variations.c.parent, variations.c.ply, variations.c.moves)
    wanted = sa.select(*of_game, *of_tree, sa.null().label("comments")).join_from(variations, games).where(*clauses)
    rows = connection.execute(
        wanted.order_by(variations.c.game_id, variations.c.number).execution_options(yield_per=FETCHED)
    )
    for _, group in groupby(rows, key=attrgetter("id")):
        of_one = list(group)
        yield of_one[0], _tree(of_one)


# ---------------------------------------------------------------- what is asked of them


def has_variations(*clauses: sa.ColumnElement[bool]) -> sa.ColumnElement[bool]:
    """Whether a game has variations, or `SOME` that meet clauses."""
    return sa.exists().where(SOME.c.game_id == games.c.id, *clauses)


def has_comments() -> sa.ColumnElement[bool]:
    """Whether anything is said in a game, or in a variation of it."""
    return sa.or_(games.c.comments.is_not(None), has_variations(SOME.c.comments.is_not(None)))


def reached_in_variations(
    connection: Connection, board: bytes | bytearray, side: int, mirror: bool, *clauses: sa.ColumnElement[bool]
) -> Iterator[int]:
    """The games that have a position, or with mirror its image, in a variation; clauses: which of the games.

    They are played over: few games have variations, and the index of positions knows main lines only.
    """
    images = (bytes(board), mirror_board(board)) if mirror else (bytes(board),)
    for game, tree in trees_of(connection, *clauses):
        begins = forks(game.start_fen, game.main, sound(game.id, game.main, tree))
        if any(_leads_to(images, side, one.moves, *begin) for one, begin in zip(tree, begins, strict=True)):
            yield game.id


def _leads_to(images: Sequence[bytes], sought: int, moves: bytes, begin: bytes, side: int) -> bool:
    """Whether one of some boards, with the side to move that is sought, stands after one of the moves."""
    board = bytearray(begin)
    for at in range(0, len(moves), 2):
        start, end = moves[at], moves[at + 1]
        board[end], board[start] = board[start], 0
        side = 1 - side
        if side == sought and board in images:
            return True
    return False


# ---------------------------------------------------------------- two records of one game


def joined_comments(first: Comments, second: Comments) -> Comments:
    """What both say, ply by ply; what the first says already is not said again."""
    found = dict(first)
    for ply, text in second.items():
        if ply not in found:
            found[ply] = text
        elif f" {text} " not in f" {found[ply]} ":
            found[ply] = f"{found[ply]} {text}"
    return found if found.keys() == first.keys() else dict(sorted(found.items()))


def joined(first: Sequence[Variation], second: Sequence[Variation]) -> list[Variation]:
    """The variations of both: those of the first, then those of the second that the first has not."""
    found = list(first)
    numbers: dict[tuple[int, int, bytes], int] = {}  # of what each variation leaves and plays; the first, if twice
    for tree in (first, second):
        known = [0]  # the numbers of the tree's variations among those found
        for own, one in enumerate(tree, start=1):
            key = known[one.parent], one.ply, one.moves
            number = numbers.setdefault(key, own if tree is first else len(found) + 1)
            known.append(number)
            if number > len(found):
                found.append(Variation(*key, one.comments))
            elif tree is second and one.comments:
                same = found[number - 1]
                said = joined_comments(same.comments, one.comments)
                found[number - 1] = Variation(same.parent, same.ply, same.moves, said)
    return found
