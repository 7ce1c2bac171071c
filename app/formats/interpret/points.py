"""Trees of moves by points meet the rules: every node checked by the kernel in one walk, then cut into lines.

What `interpret` does with words, for records that have `nodes`: the game is kept up to the ply before a bad one; of a
variation what cannot be played is told, and kept as a comment.
"""

from array import array
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from app.board.engine import Engine
from app.board.kernel import EMPTY
from app.board.keys import POINTS
from app.errors import Fault, InvalidMove, NotationError
from app.formats.nodes import Nodes
from app.formats.record import Record
from app.formats.wording import PARENT_ENDS, bad_variation
from app.games.game import Variation
from app.games.replay import board_along
from app.notation.following import Candidates


def verify(records: Sequence[Record], engine: Engine) -> Callable[[], Iterator[bytes]]:
    """Begin to check the nodes of records; answers, record by record, a byte a node: 1 for a legal move behind legal
    ones, else 0."""
    trees = [record.nodes for record in records if record.nodes is not None]
    if not trees:
        return lambda: iter(())
    starts = [board_along(record.game.start_fen, b"") for record in records]
    depths, ends = array("i"), [0]
    for tree in trees:
        depths.extend(tree.depths)
        ends.append(len(depths))
    answer = engine.verify_trees(
        b"".join(tree.moves for tree in trees),
        depths,
        ends,
        b"".join(board for board, _ in starts),
        bytes(side for _, side in starts),
    )

    def each() -> Iterator[bytes]:
        sure = answer()
        yield from (sure[begin:end] for begin, end in pairwise(ends))

    return each


class _Line(NamedTuple):
    """A line on the way to where the walk is: from which depth on, which of the game's lines it became, and how many
    plies of that are sure. One that could not be played stands for the line it leaves."""

    depth: int
    number: int
    last: int
    played: bool


def settle(record: Record, sure: bytes, candidates: Candidates) -> Fault | None:
    """Give a game the moves, variations and comments of its record; why its main line is not whole, if so.

    candidates says what is wrong with a move in ICCS.
    """
    game, nodes = record.game, record.nodes
    assert nodes is not None
    whole = 0 not in sure
    reasons = {} if whole else _reasons(record, nodes, sure, candidates)
    fault: Fault | None = None
    said: dict[tuple[int, int], list[str]] = defaultdict(list)  # by line and ply
    if -1 in nodes.comments:
        said[0, 0].append(nodes.comments[-1])
    path: list[_Line] = []
    for begin, end in nodes.runs():
        depth = nodes.depths[begin]
        while path and path[-1].depth >= depth:
            path.pop()
        stop = end if whole else sure.find(0, begin, end)
        stop = end if stop < 0 else stop
        moves, last = bytes(nodes.moves[2 * begin : 2 * stop]), depth - 1 + stop - begin
        if begin == 0:
            game.moves, number = moves, 0
            path.append(_Line(1, 0, last, True))
            if stop < end:
                error = reasons[stop]
                fault = Fault(record.places[nodes.offsets[stop]], error.code, str(error), last + 1)
        else:
            parent = path[-1] if path else _Line(0, 0, game.plies, True)
            number, known = parent.number, parent.played and parent.last >= depth - 1
            if stop > begin:
                game.variations.append(Variation(number, depth - 1, moves))
                number = len(game.variations)
                path.append(_Line(depth, number, last, True))
            else:
                last = min(parent.last, depth - 1)
                path.append(_Line(depth, number, last, False))
            if stop < end:
                why = str(reasons[stop]) if known else PARENT_ENDS
                place = record.places[nodes.offsets[stop]]
                game.faults.append(bad_variation(place, why))
        if nodes.comments:
            for node in range(begin, stop):
                if node in nodes.comments:
                    said[number, depth + node - begin].append(nodes.comments[node])
        if begin and stop < end:
            said[number, last].append(f"({nodes.written(stop, end)})")
    for (line, ply), texts in said.items():
        comments = game.variations[line - 1].comments if line else game.comments
        comments[ply] = " ".join(texts)
    if fault:
        game.faults.append(fault)
    return fault


def _reasons(record: Record, nodes: Nodes, sure: bytes, candidates: Candidates) -> dict[int, NotationError]:
    """Why nodes are not legal that stand behind legal ones only."""
    board, side = board_along(record.game.start_fen, b"")
    played: list[tuple[int, int, int]] = []  # start, end and what was captured
    reasons: dict[int, NotationError] = {}
    for node, depth in enumerate(nodes.depths):
        while len(played) >= depth:
            start, end, captured = played.pop()
            board[start], board[end] = board[end], captured
        if len(played) < depth - 1:
            continue
        start, end = nodes.moves[2 * node], nodes.moves[2 * node + 1]
        if sure[node]:
            played.append((start, end, board[end]))
            board[end], board[start] = board[start], EMPTY
            continue
        reasons[node] = InvalidMove("a move here names no point of the board")
        if start < POINTS and end < POINTS:
            try:
                candidates(board, (side + depth - 1) % 2, nodes.move_written(node))
            except NotationError as error:
                reasons[node] = error
    return reasons
