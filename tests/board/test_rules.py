"""The rules against known figures: move sequences counted, moves that no piece may make, ends of games."""

import pytest

from app.board.fen import read_fen
from app.errors import IllegalMove
from app.position import Position
from tests.board.board_cases import UCI_MOVES, Form, rows

PERFT = [
    pytest.param(row["fen"], int(row["depth"]), int(row["nodes"]), id=f"{row['name']}-{row['depth']}")
    for row in rows("perft.csv")
]
LIGHT = [case for case in PERFT if case.values[2] <= 3_000]
ILLEGAL = [
    pytest.param(row["fen"], row["uci"], id=f"{row['uci']} {row['reason']}") for row in rows("illegal_cases.csv")
]
TERMINAL = rows("terminal_cases.csv")


@pytest.mark.parametrize("fen, depth, nodes", PERFT)
def test_the_compiled_form_counts_every_known_perft(compiled: Form, fen: str, depth: int, nodes: int) -> None:
    board, side = read_fen(fen)
    assert compiled.perft(compiled.board(board), side, depth) == nodes


@pytest.mark.parametrize("fen, depth, nodes", LIGHT)
def test_the_plain_form_counts_every_light_perft(plain: Form, fen: str, depth: int, nodes: int) -> None:
    board, side = read_fen(fen)
    assert plain.perft(plain.board(board), side, depth) == nodes


def test_the_perft_table_holds_the_published_figures_of_the_start() -> None:
    start = [int(row["nodes"]) for row in rows("perft.csv") if row["name"] == "start"]
    assert start == [44, 1_920, 79_666, 3_290_240]


@pytest.mark.parametrize("fen, uci", ILLEGAL)
def test_the_kernel_forbids_an_illegal_move(form: Form, fen: str, uci: str) -> None:
    board, side = read_fen(fen)
    move = UCI_MOVES[uci]
    cells = form.board(board)
    assert not form.kernel.is_legal(cells, side, move >> 7, move & 127)
    assert move not in form.legal_moves(cells, side, form.room())
    assert bytes(cells) == bytes(board), "asking must not change the board"


@pytest.mark.parametrize("fen, uci", ILLEGAL)
def test_a_position_refuses_an_illegal_move(fen: str, uci: str) -> None:
    with pytest.raises(IllegalMove):
        Position.from_fen(fen).play(UCI_MOVES[uci])


@pytest.mark.parametrize("row", TERMINAL, ids=[f"{row['state']} {row['fen']}" for row in TERMINAL])
def test_an_end_of_a_game_is_known(form: Form, row: dict[str, str]) -> None:
    board, side = read_fen(row["fen"])
    cells = form.board(board)
    moves = form.legal_moves(cells, side, form.room())
    checked = bool(form.kernel.in_check(cells, side))
    assert len(moves) == int(row["legal_moves"])
    assert checked == (row["in_check"] == "yes")
    assert (row["state"] == "checkmate") == (checked and not moves)
    assert (row["state"] == "stalemate") == (not checked and not moves)
    assert all(form.kernel.is_legal(cells, side, move >> 7, move & 127) for move in moves)


def test_the_start_has_44_legal_moves_by_start_then_end_point(form: Form) -> None:
    board, side = read_fen("rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w")
    moves = form.legal_moves(form.board(board), side, form.room())
    assert len(moves) == 44
    assert moves == sorted(moves)


def test_a_move_of_the_other_side_is_not_legal(form: Form) -> None:
    board, _ = read_fen("rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w")
    cells = form.board(board)
    assert form.kernel.is_legal(cells, 0, UCI_MOVES["h3e3"] >> 7, UCI_MOVES["h3e3"] & 127)
    assert not form.kernel.is_legal(cells, 1, UCI_MOVES["h3e3"] >> 7, UCI_MOVES["h3e3"] & 127)


@pytest.mark.parametrize("move", [-1, 90, 90 * 128, 127 * 128 + 127, 1 << 20])
def test_a_position_refuses_a_move_off_the_board(move: int) -> None:
    with pytest.raises(IllegalMove):
        Position.from_fen().play(move)


def test_playing_gives_a_new_position_and_leaves_the_old_one() -> None:
    start = Position.from_fen()
    after = start.play(UCI_MOVES["h3e3"])
    assert after.fen() == "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b - - 0 1"
    assert start == Position.from_fen()
    assert after.side == 1 and not after.in_check()
