"""Position keys: a signed 64-bit number for a board and the side to move.

A key is the XOR of one number for each piece on its point, and of one more when Black is to move. The numbers are the
BLAKE2b digests, eight bytes, little-endian, of the two bytes piece and point: the same on every machine. Nothing
stands on an empty point, so its number is 0. A key names candidates; whether a position is the same, the board says.
"""

from array import array
from functools import cache
from hashlib import blake2b

from app.board.kernel import BLACK, EMPTY, KING

RECIPE = "blake2b-1"  # of the numbers: an index of positions made by another is made again
POINTS = 90
PIECES = 16
MIRRORED = tuple(point + 8 - 2 * (point % 9) for point in range(POINTS))


@cache
def numbers() -> "array[int]":
    """The number of each piece on each point, from piece * 90 on; last, that of Black to move."""
    found = array("q", bytes(8 * (PIECES * POINTS + 1)))
    for piece in range(PIECES):
        if piece & 7 != EMPTY:
            for point in range(POINTS):
                found[piece * POINTS + point] = _number(piece, point)
    found[-1] = _number(BLACK * 8, KING)
    return found


def key_of(board: bytes | bytearray, side: int) -> int:
    """The key of a position, counted piece by piece."""
    table = numbers()
    key = table[-1] if side == BLACK else 0
    for point, piece in enumerate(board):
        key ^= table[piece * POINTS + point]
    return key


def mirror_board(board: bytes | bytearray) -> bytes:
    """The same board with left and right exchanged."""
    return bytes(board[point] for point in MIRRORED)


def _number(piece: int, point: int) -> int:
    return int.from_bytes(blake2b(bytes((piece, point)), digest_size=8).digest(), "little", signed=True)
