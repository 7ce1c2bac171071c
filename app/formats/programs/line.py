"""Moves in one line, without variations, from the normal start: what servers and simple programs save."""

from collections.abc import Iterable

from app.formats.nodes import NOWHERE, Nodes

LAST = 89  # the point in the upper right corner


def point(file: int, rank: int) -> int:
    """A point by its file from Red's left and its rank from Red's side; `NOWHERE` off the board."""
    return rank * 9 + file if 0 <= file <= 8 and 0 <= rank <= 9 else NOWHERE


def line_of(moves: Iterable[tuple[int, int, int]]) -> Nodes:
    """Nodes of moves: start, end, offset. A board that is seen from Black's side is turned: Red, who moves first, has
    the lower half."""
    nodes, turned = Nodes(), None
    for depth, (start, end, offset) in enumerate(moves, start=1):
        if turned is None:
            turned = 45 <= start <= LAST
        if turned:
            start, end = (LAST - at if at <= LAST else at for at in (start, end))
        nodes.add(depth, start, end, offset)
    return nodes
