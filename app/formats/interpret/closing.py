"""What became of a record: whether its game is whole, and why not."""

from app.board.fen import SIDES
from app.errors import Fault
from app.formats.interpret.branches import grow
from app.formats.record import Record
from app.games.game import Game
from app.games.reading import Reading
from app.games.replay import board_along
from app.games.result import Result
from app.notation import Notation
from app.notation.hindrance import can_move


def close(record: Record, notation: Notation, fault: Fault | None = None) -> Reading:
    """The reading of a record whose moves are in place: whether the game is whole, and why not."""
    game = record.game
    if record.branches:
        grow(record, notation)
    if fault is None:
        fault = _cut(record)
        if fault:
            game.faults.append(fault)
    game.complete = fault is None
    if game.complete:
        check_result(game)
    return Reading(game, "" if game.complete else record.written, notation.name)


def _cut(record: Record) -> Fault | None:
    """Why a record without a bad ply is not whole."""
    game = record.game
    if not game.moves:
        return Fault(game.place, "no-moves", "the record has no moves")
    why = ""
    if record.cut:
        place, why = record.cut
    elif record.opened and not record.ended and not _is_over(game):
        place, why = record.places[max(record.start, record.end - 1)], "there is no }END"
    if not why:
        return None
    return Fault(place, "cut-off", f"the game is cut off here: {why}", game.plies)


def check_result(game: Game) -> None:
    """A fault if the winner has no move left: he has lost. Who has won by a resignation is not on move, mostly."""
    mover = (game.first_side + game.plies) % 2
    if game.result is (Result.BLACK if mover else Result.RED) and _is_over(game):
        said = f"the result {game.result} is kept as written, but {SIDES[mover]} has no move left"
        game.faults.append(Fault(game.place, "odd-result", said, game.plies))


def _is_over(game: Game) -> bool:
    """Whether the last position is mate or stalemate."""
    return not can_move(*board_along(game.start_fen, game.moves))
