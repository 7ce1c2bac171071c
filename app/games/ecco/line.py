"""The moves of a game as ECCO compares them: piece, column, way and value, like `C2.5`."""

from app.board.fen import START_BOARD
from app.board.kernel import ADVISOR, ELEPHANT, reaches
from app.notation.wxf import WXF

Line = list[str]  # one name a ply

PLIES = 20  # ten rounds: ECCO looks no further
FILES = tuple(slice(point % 9, None, 9) for point in range(90))  # point -> its file of a board

# Red's first to tenth move and Black's, as plies.
R1, K1, R2, K2, R3, K3, R4, K4, R5, K5, R6, K6, R7, K7, R8, K8, R9, K9, R10, K10 = range(PLIES)

# Moves that mean the same on either wing.
PAWNS, ELEPHANTS, ADVISORS = "P3+1 P7+1", "E3+5 E7+5", "A4+5 A6+5"


def line_of(moves: bytes) -> Line:
    """The names of the first twenty plies from the normal start, two bytes a ply; "" for a move that no rule lists.

    That is any move by one of two like pieces on a file, which a piece must enter first, and any after the last.
    """
    board, line, crowded = bytearray(START_BOARD), [""] * PLIES, False
    for ply, move in enumerate(zip(moves[0 : 2 * PLIES : 2], moves[1 : 2 * PLIES : 2], strict=True)):
        start, end = move
        piece = board[start]
        if not (crowded and _in_tandem(board, start)):
            line[ply] = _NAMES[piece][move]
        board[start] = 0
        if (end - start) % 9 and piece in board[FILES[end]]:
            crowded = True
        board[end] = piece
    return line


def _in_tandem(board: bytearray, point: int) -> bool:
    """Whether a piece is not named by its column: advisors and elephants always are."""
    piece = board[point]
    return piece & 7 not in (ADVISOR, ELEPHANT) and board[FILES[point]].count(piece) > 1


class _NamesOf(dict[tuple[int, int], str]):
    """Start and end point -> what the move of a piece is called that is alone on its file."""

    def __init__(self, piece: int):
        self.piece = piece

    def __missing__(self, move: tuple[int, int]) -> str:
        start, end = move
        board = bytearray(90)
        board[start] = self.piece
        possible = self.piece & 7 and reaches(board, start, end)
        self[move] = name = WXF.write(board, self.piece >> 3, start << 7 | end) if possible else ""
        return name


_NAMES = tuple(map(_NamesOf, range(16)))
