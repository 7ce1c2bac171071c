"""A game played over again up to a ply."""

from app.board.fen import START_BOARD, START_FEN, read_fen
from app.board.kernel import RED
from app.errors import QueryError
from app.games.game import Game
from app.position import Move, Position


def position_after(game: Game, ply: int | None = None) -> tuple[Position, Move | None]:
    """The position after a ply, 0 being the start and None the end, and the move that led there.

    Raises `QueryError` if the game has no such ply.
    """
    if ply is None:
        ply = game.plies
    if not 0 <= ply <= game.plies:
        raise QueryError(f"the game has {game.plies} plies, there is no ply {ply}")
    moves = game.moves[: 2 * ply]
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
