"""A game played over again up to a ply."""

from app.board.fen import START_BOARD, START_FEN, read_fen
from app.board.kernel import RED
from app.errors import QueryError
from app.games.game import Game
from app.position import Move, Position


def position_after(game: Game, ply: int | None = None, line: int = 0) -> tuple[Position, Move | None]:
    """The position after a ply, 0 being the start and None the end of the line, and the move that led there.

    line: 0 is the main line, n the n-th variation. Raises `QueryError` if the game has no such line or ply.
    """
    if not 0 <= line <= len(game.variations):
        there = len(game.variations)
        raise QueryError(f"the game has {there or 'no'} variation{'s' * (there != 1)}, there is no line {line}")
    moves = game.line(line)
    plies = len(moves) // 2
    if ply is None:
        ply = plies
    if not 0 <= ply <= plies:
        which = f"line {line} of the game" if line else "the game"
        raise QueryError(f"{which} has {plies} plies, there is no ply {ply}")
    moves = moves[: 2 * ply]
    last = moves[-2] * 128 + moves[-1] if moves else None
    return position_along(game.start_fen or START_FEN, moves), last


def position_along(fen: str, moves: bytes) -> Position:
    """The position after moves, two bytes a ply. Raises `IllegalMove`."""
    position = Position.from_fen(fen)
    for start, end in zip(moves[0::2], moves[1::2], strict=True):
        position = position.play(start * 128 + end)
    return position


def board_along(fen: str | None, moves: bytes) -> tuple[bytearray, int]:
    """The board and the side to move after moves that are known to be legal; None is the normal start."""
    board, side = read_fen(fen) if fen else (bytearray(START_BOARD), RED)
    for start, end in zip(moves[0::2], moves[1::2], strict=True):
        board[end], board[start] = board[start], 0
    return board, (side + len(moves) // 2) % 2
