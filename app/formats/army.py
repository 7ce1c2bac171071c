"""The start of a game as programs store it: 32 points, one for each piece of two armies."""

from collections.abc import Sequence

from app.board.fen import START_BOARD, read_fen, write_fen
from app.board.kernel import ADVISOR, CANNON, CHARIOT, ELEPHANT, EMPTY, HORSE, KING, PAWN, RED
from app.games.game import Game

# The 16 pieces of a side as programs number them.
ARMY = (
    CHARIOT, HORSE, ELEPHANT, ADVISOR, KING, ADVISOR, ELEPHANT, HORSE, CHARIOT, CANNON, CANNON, PAWN, PAWN, PAWN, PAWN,
    PAWN,
)  # fmt: skip
BOTH = (*ARMY, *(8 + kind for kind in ARMY))  # Red's army first


def army_board(points: Sequence[int]) -> bytearray:
    """A board with the 32 pieces on these points; what is beyond the board is absent."""
    board = bytearray(90)
    for piece, point in zip(BOTH, points, strict=True):
        if point < 90:
            board[point] = piece
    return board


def army_points(board: bytes | bytearray, absent: int) -> list[int]:
    """The points of the 32 pieces in their order, `absent` for those that are not there."""
    points = []
    left = list(board)
    for piece in BOTH:
        points.append(left.index(piece) if piece in left else absent)
        if piece in left:
            left[left.index(piece)] = EMPTY
    return points


def begin_with(game: Game, board: bytes | bytearray, side: int) -> None:
    """Give a game its start. Raises `FenError` for a board that is no position."""
    is_normal = side == RED and board == START_BOARD
    game.start_fen = None if is_normal else write_fen(*read_fen(write_fen(board, side)))


def side_of(board: bytes | bytearray, start: int, otherwise: int = RED) -> int:
    """The side whose piece stands on a point: who moves it moves first, whatever a header says."""
    piece = board[start] if start < 90 else EMPTY
    return otherwise if piece == EMPTY else int(piece >> 3)
