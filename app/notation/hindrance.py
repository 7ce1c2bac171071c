"""Why a piece may not make a move, in words."""

from app.board import kernel
from app.board.fen import NAMES, SIDES
from app.board.kernel import ADVISOR, CANNON, CHARIOT, ELEPHANT, EMPTY, HORSE, KING, NONE, PAWN


def hindrance(board: bytearray, side: int, start: int, end: int) -> str:
    """What keeps the piece on start from moving to end (NONE: no such point for it); "" if the move is legal."""
    name = NAMES[board[start] & 7]
    if end == NONE:
        return f"the {name} cannot move so"
    if not kernel.reaches(board, start, end):
        return _law(board, start, end, name)
    if not kernel.is_safe(board, start, end):
        return "leaves the king attacked"
    return ""


def _law(board: bytearray, start: int, end: int, name: str) -> str:
    """The law that a piece's move breaks."""
    piece, target = board[start], board[end]
    side, kind = piece >> 3, piece & 7
    if start == end or (target != EMPTY and target >> 3 == side):
        return f"the {name} would land on a {SIDES[side]} {NAMES[target & 7]}"
    files, ranks = abs(end % 9 - start % 9), abs(end // 9 - start // 9)
    if kind in (KING, ADVISOR) and not kernel.in_palace(end):
        return f"the {name} may not leave the palace"
    if kind == ELEPHANT and files == ranks == 2:
        return "the elephant's eye is blocked" if kernel.at_home(end, side) else "the elephant may not cross the river"
    if kind == HORSE and files * ranks == 2:
        return "the horse's leg is blocked"
    if kind == PAWN and files == 1 and ranks == 0:
        return "the pawn has not crossed the river"
    if kind in (CHARIOT, CANNON) and (files == 0) != (ranks == 0):
        between = kernel.screens(board, start, end)
        if kind == CANNON and target != EMPTY:
            return f"the cannon captures over one screen, not {between}"
        return f"the {name}'s way is blocked"
    return f"the {name} cannot move so"


def can_move(board: bytearray, side: int) -> bool:
    """Whether side has any legal move; without one it has lost."""
    for start in range(90):
        if board[start] and board[start] >> 3 == side:
            for end in range(90):
                if kernel.reaches(board, start, end) and kernel.is_safe(board, start, end):
                    return True
    return False
