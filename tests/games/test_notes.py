"""What the moves of a game prove, on games made for it and on random play counted again."""

import pytest

from app.board import kernel
from app.board.fen import START_FEN
from app.games.game import Game
from app.games.lines import read_line
from app.games.notes import Notes, Perpetual, notes_on
from app.games.result import Ending, Result
from tests.store.made_games import BLACK_BEGINS, game, line
from tests.store.test_positions import positions_of

CHASED = "4k4/9/9/9/4R4/9/9/9/9/3K5 b - - 0 1"
BESIDE = "5k3/9/9/9/4R4/9/9/9/9/3K5 w - - 0 1"
QUIET = "r3k4/9/9/9/9/4P4/9/9/4A4/R3K4 w - - 0 1"
BEFORE_MATE = "4k4/R8/9/9/1R7/9/9/9/9/3K5 w - - 0 1"
BEFORE_STALEMATE = "3k5/9/R8/9/9/9/9/9/9/4K4 w - - 0 1"
AND_BACK = "a0a1 a9a8 a1a0 a8a9"


def played(text: str, fen: str = START_FEN, **fields: object) -> Game:
    """A game of moves in UCCI."""
    return game(moves=read_line(text, "ucci", fen), start_fen=None if fen == START_FEN else fen, **fields)


def noted(text: str, fen: str = START_FEN, **fields: object) -> Notes:
    return notes_on(played(text, fen, **fields))


# ---------------------------------------------------------------- checks, repetition


def test_checks_are_counted_by_side_and_in_a_row():
    notes = noted("e9f9 e5f5 f9e9 f5e5 e9f9 e5g5 f9e9 g5e5", CHASED)
    assert (notes.checks, notes.most_in_a_row) == ((3, 0), (2, 0))


def test_a_check_on_the_board_at_the_start_is_nobodys_move():
    assert noted("e9f9", CHASED).checks == (0, 0)


def test_a_position_that_stands_three_times_is_noted_with_its_plies():
    notes = noted(f"{AND_BACK} {AND_BACK} a0a1", QUIET)
    assert notes.repeated == [(0, 4, 8), (1, 5, 9)]
    assert noted(f"{AND_BACK} a0a1", QUIET).repeated == []


def test_the_same_pieces_with_the_other_side_to_move_are_another_position():
    notes = noted("a0a1 a9a8 a1a2 a8a9 a2a0 a9a7 a0a1 a7a9 a1a0", QUIET)
    assert notes.repeated == []


def test_perpetual_check_is_three_times_one_position_and_only_checks_between():
    cycle = "e9f9 e5f5 f9e9 f5e5"
    assert noted(f"{cycle} {cycle}", CHASED).perpetual == [Perpetual(0, (0, 4, 8))]
    assert noted(f"{cycle} e9f9 e5f5 f9e9", CHASED).perpetual == []
    assert noted(f"{cycle} {cycle}", CHASED).checks == (4, 0)


def test_a_quiet_move_between_is_no_perpetual_check():
    loop = "e5f5 f9e9 f5e5 e9f9 e5g5 f9f8 g5e5 f8f9"
    notes = noted(f"{loop} {loop}", BESIDE)
    assert notes.repeated[0] == (0, 4, 8, 12, 16)
    assert notes.perpetual == []


def test_perpetual_check_may_begin_late():
    loop, only_checks = "e5f5 f9e9 f5e5 e9f9 e5g5 f9f8 g5e5 f8f9", "e5f5 f9e9 f5e5 e9f9"
    notes = noted(f"{loop} {only_checks} {only_checks}", BESIDE)
    assert Perpetual(0, (8, 12, 16)) in notes.perpetual


def test_repetition_without_checks_is_no_perpetual_check():
    assert noted(f"{AND_BACK} {AND_BACK}", QUIET).perpetual == []


# ---------------------------------------------------------------- the end, the limits


@pytest.mark.parametrize(
    ("fen", "move", "end"), [(BEFORE_MATE, "b5b9", Ending.MATE), (BEFORE_STALEMATE, "a7a8", Ending.STALEMATE)]
)
@pytest.mark.parametrize(
    ("result", "contradicted"),
    [(Result.RED, False), (Result.UNKNOWN, False), (Result.DRAW, True), (Result.BLACK, True)],
)
def test_mate_and_stalemate_on_the_board_lose(fen: str, move: str, end: Ending, result: Result, contradicted: bool):
    notes = noted(move, fen, result=result)
    assert (notes.end, notes.loser, notes.contradicted) == (end, 1, contradicted)


def test_a_game_that_could_go_on_has_no_end_on_the_board():
    notes = noted("b5b8", BEFORE_MATE, result=Result.BLACK, ending=Ending.MATE)
    assert (notes.end, notes.loser, notes.contradicted) == (None, None, False)


@pytest.mark.parametrize(
    ("before", "first"),
    [
        ("", 60),
        ("e4e5 e9e8", 60),
        ("e4e5 e9e8 e5e6 e8e9", 63),
        ("e4e5 e9e8 e5e6 e8e9 e6d6 a9a8", 63),
        ("e4e5 e9e8 e5e6 e8e9 a0a9 e9e8", 65),
    ],
)
def test_thirty_moves_without_progress(before: str, first: int):
    """Progress is a capture, or a step forward of a pawn that has crossed before: not the step across, none aside."""
    moves = bytearray(played(before, QUIET).moves if before else b"")
    legal = [0] * 128
    while len(moves) < 2 * first:
        board, side = positions_of(game(start_fen=QUIET, moves=bytes(moves)))[-1]
        count = kernel.legal_moves(bytearray(board), side, legal)
        quiet = next(m for m in legal[:count] if board[m >> 7] & 7 != 7 and not board[m & 127])
        moves += bytes((quiet >> 7, quiet & 127))
    assert notes_on(game(start_fen=QUIET, moves=bytes(moves))).idle_limit == first
    assert notes_on(game(start_fen=QUIET, moves=bytes(moves[:-2]))).idle_limit is None


def test_three_hundred_moves_of_each_side():
    cycle = read_line(AND_BACK, "ucci", QUIET)
    assert notes_on(game(start_fen=QUIET, moves=cycle * 150)).move_limit == 600
    assert notes_on(game(start_fen=QUIET, moves=(cycle * 150)[:-2])).move_limit is None


def test_a_game_without_moves_proves_nothing():
    notes = notes_on(game())
    assert notes == Notes((0, 0), (0, 0), [], [], None, None, False, None, None, [0.0])


# ---------------------------------------------------------------- material


def test_material_is_what_was_taken_and_pawns_across_the_river():
    assert noted("h2e2 h9g7 e2e6").material == [0, 0, 0, 1]
    assert noted("e4e5", QUIET).material == [3, 4]
    assert noted("a0a9", QUIET).material == [3, 12]


@pytest.mark.parametrize(("seed", "fen"), [(0, None), (1, None), (2, BLACK_BEGINS)])
def test_random_play_counted_again(seed: int, fen: str | None):
    one = game(moves=line(seed, 30 if fen else 200, fen or START_FEN), start_fen=fen)
    notes, positions = notes_on(one), positions_of(one)
    assert notes.material == [balance(board) for board, _ in positions]
    for side in (0, 1):
        assert notes.checks[side] == sum(
            bool(kernel.in_check(board, to_move)) for board, to_move in positions[1:] if to_move != side
        )
    often = {place for place in positions if positions.count(place) > 2}
    assert sorted(notes.repeated) == sorted(
        tuple(ply for ply, other in enumerate(positions) if other == place) for place in often
    )


def balance(board: bytes) -> float:
    """Red's points less Black's, piece by piece."""
    points = {2: 2, 3: 2, 4: 4, 5: 9, 6: 4.5}
    total = 0.0
    for point, piece in enumerate(board):
        kind, black = piece & 7, piece >> 3
        worth = points.get(kind, 0) if kind != 7 else 1 + ((point >= 45) != bool(black))
        total += -worth if black else worth
    return total
