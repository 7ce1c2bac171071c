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


class Boards:
    """The boards along the lines of a game. Lines are mostly left further and further on, so that each keeps the board
    where it was last asked: no ply is played again and again, however deep the tree."""

    def __init__(self, game: Game):
        self._game = game
        board, self._side = board_along(game.start_fen, b"")
        self._starts = [bytes(board)]
        self._kept: list[tuple[int, bytearray]] = [(0, board)]

    def at(self, line: int, ply: int) -> tuple[bytearray, int] | None:
        """The board and the side to move behind a ply of a line; None if the line ends before it. Variations must have
        been added up to this one."""
        variations = self._game.variations
        while line and ply < variations[line - 1].ply:
            line = variations[line - 1].parent
        moves, begin = (variations[line - 1].moves, variations[line - 1].ply) if line else (self._game.moves, 0)
        if ply > begin + len(moves) // 2:
            return None
        kept, board = self._kept[line]
        if kept > ply:
            kept, board = begin, bytearray(self._starts[line])
        for n in range(2 * (kept - begin), 2 * (ply - begin), 2):
            board[moves[n + 1]], board[moves[n]] = board[moves[n]], 0
        self._kept[line] = ply, board
        return bytearray(board), (self._side + ply) % 2

    def add(self, start: bytearray) -> None:
        """The next variation of the game, and the board it begins on."""
        number = len(self._starts)
        self._starts.append(bytes(start))
        self._kept.append((self._game.variations[number - 1].ply, bytearray(start)))
