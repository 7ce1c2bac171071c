"""SAN as PyChess and as XBoard write it: against Fairy-Stockfish, and read back."""

import re

import pyffish
import pytest

from app.board import kernel
from app.board.fen import read_fen, write_fen
from app.errors import AmbiguousMove, IllegalMove, InvalidMove, NotationError
from app.notation import OF_PGN, notation_named, write_games
from app.notation.san import SAN, SAN_XBOARD
from app.position import Position
from tests.formats.format_cases import random_moves

TWO_OF_ALL = "3k5/9/9/PpP6/2N6/9/4R4/2N6/4R3C/4K3C w - - 0 1"


def point(text: str) -> int:
    """`a10` as 81."""
    return (int(text[1:]) - 1) * 9 + ord(text[0]) - 97


def legal(board: bytearray, side: int) -> list[int]:
    """The legal moves of a side."""
    moves = [0] * 200
    return moves[: kernel.legal_moves(board, side, moves)]


def positions() -> list[str]:
    """Positions of random play, a few of each game."""
    found = [TWO_OF_ALL]
    for moves in random_moves(6, 90):
        position = Position.from_fen("rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1")
        for n in range(0, len(moves), 2):
            if n % 30 == 0:
                found.append(write_fen(position.board, position.side))
            position = position.play(moves[n] * 128 + moves[n + 1])
    return found


@pytest.mark.parametrize("fen", positions())
def test_fairy_stockfish_writes_the_same(fen: str) -> None:
    board, side = read_fen(fen)
    for text in pyffish.legal_moves("xiangqi", fen, []):
        start, end = re.findall(r"[a-i]\d+", text)
        move = point(start) * 128 + point(end)
        theirs = pyffish.get_san("xiangqi", fen, text)
        assert SAN.read(board, side, theirs) == move
        assert SAN.write(board, side, move) == theirs.rstrip("+#")


@pytest.mark.parametrize("notation", OF_PGN.values(), ids=OF_PGN)
@pytest.mark.parametrize("fen", positions()[:12])
def test_what_is_written_is_read(notation: type, fen: str) -> None:
    board, side = read_fen(fen)
    for move in legal(board, side):
        assert notation.read(board, side, notation.write(board, side, move)) == move


@pytest.mark.parametrize(
    ("text", "move"),
    {"Che2": "h2e2", "Cbe2": "b2e2", "Hg2": "h0g2", "Ng2": "h0g2", "Ece2": "c0e2", "Bge2": "g0e2", "c4": "c3c4",
     "Cxh9": "h2h9", "C2d2": None, "Ra1": "a0a1", "H0g2": "h0g2", "Ch2e2": "h2e2", "Che2+": "h2e2"}.items(),
)  # fmt: skip
def test_spellings_of_xboard(text: str, move: str | None) -> None:
    board, side = read_fen("rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w")
    if move is None:
        with pytest.raises(AmbiguousMove):
            SAN_XBOARD.read(board, side, text)
    else:
        start, end = (int(rank) * 9 + ord(file) - 97 for file, rank in re.findall(r"([a-i])(\d)", move))
        assert SAN_XBOARD.read(board, side, text) == start * 128 + end


@pytest.mark.parametrize(
    ("text", "error"),
    {"Xe2": InvalidMove, "Pe4": InvalidMove, "C10e2": InvalidMove, "Ce10": InvalidMove,
     "c5": IllegalMove, "Re5": IllegalMove, "Kxe0": IllegalMove, "Hd2": IllegalMove, "Aie1": IllegalMove}.items(),
)  # fmt: skip
def test_what_is_no_move_is_told(text: str, error: type[NotationError]) -> None:
    board, side = read_fen("rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w")
    with pytest.raises(error):
        SAN_XBOARD.read(board, side, text)


def test_a_game_is_written_move_by_move() -> None:
    moves = random_moves(1, 60)[0]
    (texts,) = write_games("san", [(None, moves)])
    board, side = read_fen("rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w")
    for n, text in enumerate(texts):
        move = SAN.read(board, side, text)
        assert (move >> 7, move & 127) == (moves[2 * n], moves[2 * n + 1])
        board[move & 127], board[move >> 7] = board[move >> 7], 0
        side = 1 - side


def test_its_names_are_known() -> None:
    assert notation_named("san") is SAN and notation_named("SAN-XBoard", to_write=True) is SAN_XBOARD
