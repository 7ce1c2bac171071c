"""What is looked for on a board: which pieces may stand on each point, and how many there may be of each.

A mask of a point has bit n set where piece n may stand there; bit 0 is for nothing.
"""

from array import array
from collections.abc import Sequence
from itertools import chain
from typing import NamedTuple

from app.board.kernel import BLACK, EMPTY
from app.board.keys import MIRRORED, PIECES, POINTS

MOST = (90, 1, 2, 2, 2, 2, 2, 5)  # of each kind a side may have; of nothing, as many as there are points
ANYTHING = (1 << PIECES) - 1
ANY_PIECE = ANYTHING & ~(1 << EMPTY) & ~(1 << BLACK * 8)
ANYWHERE = (ANYTHING,) * POINTS
NONE_TOO_FEW = (0,) * PIECES
NONE_TOO_MANY = MOST * 2


class Shape(NamedTuple):
    """The masks of 90 points, and the least and most number of each of 16 pieces, all of which must hold at once."""

    masks: tuple[int, ...] = ANYWHERE
    least: tuple[int, ...] = NONE_TOO_FEW
    most: tuple[int, ...] = NONE_TOO_MANY

    def mirrored(self) -> "Shape":
        """The same with left and right exchanged."""
        return self._replace(masks=tuple(self.masks[point] for point in MIRRORED))

    def stands_on(self, board: bytes | bytearray) -> bool:
        """Whether it is there."""
        return all(mask >> piece & 1 for mask, piece in zip(self.masks, board, strict=True)) and all(
            low <= board.count(piece) <= high
            for piece, low, high in zip(range(PIECES), self.least, self.most, strict=True)
            if piece & 7
        )


def flat(shapes: Sequence[Shape]) -> "list[array[int]]":
    """Several shapes as `tracks.standing_all` takes them: all masks, all least and all most numbers."""
    return [array("q", chain.from_iterable(numbers)) for numbers in zip(*shapes, strict=True)]
