"""What a game's moves prove: checks, repetition, the end on the board, CXQ's limits, material. No verdicts.

By the rules of CXQ a game is drawn after 300 moves of each side, or 30 without progress: a capture, or a step forward
of a pawn that has crossed the river. (Its third limit, 120 effective moves, would need to know what a chase is.)
Perpetual check is noted where the same position stands for the third time and every move of one side between the
first and the third was a check.
"""

from dataclasses import dataclass
from itertools import groupby

from app.board import kernel
from app.board.fen import START_BOARD, read_fen
from app.board.kernel import BLACK, EMPTY, PAWN, RED
from app.games.game import Game
from app.games.result import Ending, Result

OFTEN = 3  # times a position stands before that is worth a note
MOST_MOVES = 300  # of each side
MOST_IDLE_MOVES = 30  # of each side, without progress
WORTH = (0, 0, 4, 4, 8, 18, 9, 2)  # of each kind in half points, as books count: chariot 9, cannon 4½, horse 4 ...
WORTH_ACROSS = 4  # of a pawn across the river


@dataclass(frozen=True, slots=True)
class Perpetual:
    """A side whose every move was a check while a position stood three times: after these plies."""

    side: int
    plies: tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class Notes:
    """Plies are counted from 1, 0 being the start; pairs are Red's and Black's."""

    checks: tuple[int, int]  # moves that gave check
    most_in_a_row: tuple[int, int]  # the longest run of them among a side's moves
    repeated: list[
        tuple[int, ...]
    ]  # for each position that stood three times and more, after which plies; the most first
    perpetual: list[Perpetual]  # for each of those positions and sides, the first time
    end: Ending | None  # mate or stalemate on the board
    loser: int | None  # whose king that is
    contradicted: bool  # whether the result says otherwise
    move_limit: int | None  # the ply that completes 300 moves of each side
    idle_limit: int | None  # the first ply that completes 30 moves of each side without progress
    material: list[float]  # Red's less Black's, after each ply from 0 on


def notes_on(game: Game) -> Notes:
    """The notes on a game whose moves are legal. Raises `FenError` for a start that is none."""
    board, side = read_fen(game.start_fen) if game.start_fen else (bytearray(START_BOARD), RED)
    stood: dict[tuple[bytes, int], list[int]] = {(bytes(board), side): [0]}
    checks: tuple[list[bool], list[bool]] = ([], [])  # of each side, which of its moves gave check
    quiet = [(0, 0)]  # up to each ply, how many moves of each side gave none
    worth = [_worth(board)]
    last_progress, idle_limit = 0, None
    for ply, (start, end) in enumerate(zip(game.moves[0::2], game.moves[1::2], strict=True), 1):
        if _is_progress(board, start, end):
            last_progress = ply
        worth.append(worth[-1] + _gained(board, start, end))
        board[end], board[start] = board[start], EMPTY
        check = bool(kernel.in_check(board, 1 - side))
        checks[side].append(check)
        quiet.append((quiet[-1][RED] + (side == RED and not check), quiet[-1][BLACK] + (side == BLACK and not check)))
        side = 1 - side
        stood.setdefault((bytes(board), side), []).append(ply)
        if idle_limit is None and ply - last_progress == 2 * MOST_IDLE_MOVES:
            idle_limit = ply
    repeated = [tuple(plies) for plies in stood.values() if len(plies) >= OFTEN]
    repeated.sort(key=lambda plies: (-len(plies), plies))
    final = _end(board, side)
    won = (Result.BLACK, Result.RED)[side]
    return Notes(
        checks=(sum(checks[RED]), sum(checks[BLACK])),
        most_in_a_row=(_longest(checks[RED]), _longest(checks[BLACK])),
        repeated=repeated,
        perpetual=_perpetual(repeated, quiet),
        end=final,
        loser=side if final else None,
        contradicted=final is not None and game.result not in (won, Result.UNKNOWN),
        move_limit=2 * MOST_MOVES if game.plies >= 2 * MOST_MOVES else None,
        idle_limit=idle_limit,
        material=[half / 2 for half in worth],
    )


# ---------------------------------------------------------------- checks and repetition


def _longest(checks: list[bool]) -> int:
    """The most checks in a row."""
    return max((len(list(row)) for check, row in groupby(checks) if check), default=0)


def _perpetual(repeated: list[tuple[int, ...]], quiet: list[tuple[int, int]]) -> list[Perpetual]:
    """The sides that only gave check from the first to the third of three times that a position stood."""
    return [
        Perpetual(side, three)
        for plies in repeated
        for side in (RED, BLACK)
        if (three := _first_without_rest(plies, side, quiet))
    ]


def _first_without_rest(plies: tuple[int, ...], side: int, quiet: list[tuple[int, int]]) -> tuple[int, int, int] | None:
    """The first three plies in a row between which a side made no move but checks."""
    threes = zip(plies, plies[1:], plies[2:], strict=False)
    return next((three for three in threes if quiet[three[0]][side] == quiet[three[2]][side]), None)


# ---------------------------------------------------------------- the end on the board


def _end(board: bytearray, side: int) -> Ending | None:
    """Whether the side to move is mated or stalemated: both lose."""
    if kernel.legal_moves(board, side, [0] * 128):
        return None
    return Ending.MATE if kernel.in_check(board, side) else Ending.STALEMATE


# ---------------------------------------------------------------- progress and material


def _is_progress(board: bytearray, start: int, end: int) -> bool:
    """Whether a move captures, or takes a pawn forward that has crossed the river."""
    piece = board[start]
    crossed = piece & 7 == PAWN and not kernel.at_home(start, piece >> 3)
    return board[end] != EMPTY or (crossed and start % 9 == end % 9)


def _worth(board: bytearray) -> int:
    """Red's pieces less Black's, in half points."""
    return sum(_worth_on(piece, point) for point, piece in enumerate(board))


def _gained(board: bytearray, start: int, end: int) -> int:
    """What a move changes in that: a piece taken, a pawn across the river."""
    piece = board[start]
    return _worth_on(piece, end) - _worth_on(piece, start) - _worth_on(board[end], end)


def _worth_on(piece: int, point: int) -> int:
    """What a piece is worth on a point, in half points; Black's is negative."""
    side, kind = piece >> 3, piece & 7
    worth = WORTH_ACROSS if kind == PAWN and not kernel.at_home(point, side) else WORTH[kind]
    return -worth if side else worth
