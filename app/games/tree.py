"""The tree of a game walked over: the board at every point where a line leaves another, each line played once.

To play every variation from the start would take a square of a deep tree's size.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence

from app.board.keys import POINTS
from app.games.game import Variation
from app.games.replay import board_along

Standing = tuple[bytes, int]  # a board and the side to move


class Boards:
    """The boards where lines of a game are left: known once the line that is left has been played."""

    def __init__(self, left: Iterable[tuple[int, int]]):
        """left: each line that is left (0 the main line), and the ply behind which that happens."""
        self._plies: dict[int, set[int]] = defaultdict(set)
        for line, ply in left:
            self._plies[line].add(ply)
        self._found: dict[tuple[int, int], Standing] = {}

    def play(self, line: int, ply: int, moves: bytes, board: bytes | bytearray, side: int) -> None:
        """Play a line that begins behind a ply, and remember the boards where others leave it."""
        board, played, stop = bytearray(board), 0, len(moves) // 2
        for leaving in sorted(self._plies.get(line, ())):
            if not ply <= leaving <= ply + stop:
                continue
            for at in range(2 * played, 2 * (leaving - ply), 2):
                start, end = moves[at], moves[at + 1]
                board[end], board[start] = board[start], 0
            played = leaving - ply
            self._found[line, leaving] = bytes(board), (side + played) % 2

    def at(self, line: int, ply: int) -> Standing | None:
        """The board behind a ply of a line, and the side to move; None if the line has no such ply."""
        return self._found.get((line, ply))


def forks(fen: str | None, moves: bytes, variations: Sequence[Variation]) -> Iterator[tuple[bytes, int]]:
    """The board where each variation begins, in order, and the side to move; None is the normal start.

    Of the variations none may be broken (`first_broken`).
    """
    boards = Boards((variation.parent, variation.ply) for variation in variations)
    boards.play(0, 0, moves, *board_along(fen, b""))
    for number, variation in enumerate(variations, start=1):
        standing = boards.at(variation.parent, variation.ply)
        assert standing is not None
        yield standing
        boards.play(number, variation.ply, variation.moves, *standing)


def first_broken(plies: int, variations: Sequence[Variation]) -> int | None:
    """The number of the first variation that leaves no line before it, or holds no moves of a board; None is right.

    plies: how many the main line has.
    """
    spans = [(0, plies)]
    for number, variation in enumerate(variations, start=1):
        there = 0 <= variation.parent < number
        if not there or not spans[variation.parent][0] <= variation.ply <= spans[variation.parent][1]:
            return number
        if len(variation.moves) % 2 or max(variation.moves, default=0) >= POINTS:
            return number
        spans.append((variation.ply, variation.ply + len(variation.moves) // 2))
    return None
