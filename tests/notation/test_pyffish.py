"""WXF of 2018 in random legal play, ply by ply as pyffish writes it, with the one difference that is known."""

from typing import Any

import pytest

from app.board import kernel
from app.board.engine import LOOPS, PLAIN
from app.board.fen import read_fen, write_fen
from app.notation import NOTATIONS, write_games
from tests.board.board_cases import Form, uci_point
from tests.board.random_play import STARTS, games


@pytest.mark.parametrize("start", sorted(STARTS))
def test_wxf_of_2018_is_what_pyffish_writes(start: str) -> None:
    pyffish: Any = pytest.importorskip("pyffish")
    compared = 0
    for moves in games(Form(LOOPS), start, range(40, 46), 150):
        (texts,) = write_games("wxf2018", [(STARTS[start], moves)], PLAIN)
        board, side = read_fen(STARTS[start])
        for ours, origin, target in zip(texts, moves[::2], moves[1::2], strict=True):
            move, fen = uci_point(origin) + uci_point(target), write_fen(board, side)
            theirs = pyffish.get_san("xiangqi", fen, move, False, pyffish.NOTATION_XIANGQI_WXF)
            if ours != theirs:
                assert ours == named_by_place(board, side, origin, target, theirs), fen
            board[target], board[origin] = board[origin], 0
            side, compared = 1 - side, compared + 1
    assert compared > 50


def named_by_place(board: bytearray, side: int, origin: int, target: int, text: str) -> str:
    """What 2018's rule writes where pyffish names one of two like pieces by its file: the other one, moved by the
    same step, would leave the board. Both are read."""
    (other,) = (point for point in range(origin % 9, 90, 9) if board[point] == board[origin] and point != origin)
    assert not 0 <= (other + target - origin) // 9 <= 9
    assert text[1] == str(kernel.column(origin, side))
    assert NOTATIONS["wxf2018"].read(bytearray(board), side, text) == origin * 128 + target
    in_front = (origin > other) == (side == kernel.RED)
    return f"{text[0]}{'+' if in_front else '-'}{text[2:]}"
