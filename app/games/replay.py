"""A game played over again up to a ply."""

from app.board.fen import START_FEN
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
    position, last = Position.from_fen(game.start_fen or START_FEN), None
    for start, end in zip(game.moves[0 : 2 * ply : 2], game.moves[1 : 2 * ply : 2], strict=True):
        last = start * 128 + end
        position = position.play(last)
    return position, last
