"""Boards in a terminal."""

import pytest

from app.board.kernel import BLACK, RED
from app.errors import FormatError
from app.pictures.columns import cut, pad, width
from app.pictures.terminal import board_text
from tests.pictures.pictured import BOARD, LAST, SIDE

LETTERS = """\
    1   2   3   4   5   6   7   8   9
 9  r   ·   ·   ·   k   a   b   ·   ·  9
 8  ·   ·   ·   ·   a   ·   ·   ·   ·  8
 7  ·   ·   n   ·   b   ·   n   ·   ·  7
 6  p   ·   ·   ·  [·]  ·   ·   ·   p  6
 5  ·   ·   P   ·  [p]  ·   p   ·   ·  5
   ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
 4  ·   ·   ·   ·   ·   ·   ·   ·   ·  4
 3  P   ·   ·   ·   P   ·   c   ·   P  3
 2  ·   ·   ·   r   C   ·   N   ·   ·  2
 1  ·   C   R   ·   ·   ·   ·   ·   ·  1
 0  ·   ·   B   A   K   A   B   R   ·  0
    9   8   7   6   5   4   3   2   1
    red to move"""
CHARACTERS_FROM_BLACK = """\
    一  二  三  四  五  六  七  八  九
 0  ・  俥  相  仕  帥  仕  相  ・  ・  0
 1  ・  ・  ・  ・  ・  ・  俥  炮  ・  1
 2  ・  ・  傌  ・  炮  車  ・  ・  ・  2
 3  兵  ・  砲  ・  兵  ・  ・  ・  兵  3
 4  ・  ・  ・  ・  ・  ・  ・  ・  ・  4
   ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
 5  ・  ・  卒  ・ [卒] ・  兵  ・  ・  5
 6  卒  ・  ・  ・ [・] ・  ・  ・  卒  6
 7  ・  ・  馬  ・  象  ・  馬  ・  ・  7
 8  ・  ・  ・  ・  士  ・  ・  ・  ・  8
 9  ・  ・  象  士  將  ・  ・  ・  車  9
    ９  ８  ７  ６  ５  ４  ３  ２  １
    red to move"""


def test_letters_are_the_ordinary_style_and_red_sits_below():
    assert board_text(BOARD, SIDE, LAST) == LETTERS
    assert board_text(BOARD, SIDE, LAST, style="letters", below=RED) == LETTERS


def test_characters_are_drawn_from_either_side():
    assert board_text(BOARD, SIDE, LAST, style="characters", below=BLACK) == CHARACTERS_FROM_BLACK


@pytest.mark.parametrize("style", ["letters", "characters"])
@pytest.mark.parametrize("below", [RED, BLACK])
def test_every_rank_is_as_wide_as_every_other(style: str, below: int):
    lines = board_text(BOARD, SIDE, LAST, style=style, below=below).splitlines()
    ranks = [line for line in lines if line[1].isdigit()]
    assert len(ranks) == 10
    assert {width(line) for line in ranks} == {width(ranks[0])}


@pytest.mark.parametrize("below", [RED, BLACK])
def test_all_that_stands_among_characters_is_two_columns_wide(below: int):
    text = board_text(BOARD, SIDE, LAST, style="characters", below=below)
    inside = [line[3:-2] if line[1].isdigit() else line for line in text.splitlines()[:-1] if "~" not in line]
    assert {width(sign) for line in inside for sign in line if sign not in " []"} == {2}


def test_from_blacks_side_the_ranks_are_turned_round():
    seen, turned = (board_text(BOARD, SIDE, below=below).splitlines()[1:12] for below in (RED, BLACK))
    assert [rank.split() for rank in turned] == [rank.split()[::-1] for rank in seen[::-1]]


def test_an_unknown_style_is_answered_with_those_there_are():
    with pytest.raises(FormatError, match="no style 'words'; there are characters, letters"):
        board_text(BOARD, SIDE, style="words")


# ---------------------------------------------------------------- room


@pytest.mark.parametrize(("text", "columns"), [("", 0), ("Mã", 2), ("Ma\u0303", 2), ("帥車", 4), ("１", 2), ("⣿", 1)])
def test_a_text_takes_so_many_columns(text: str, columns: int):
    assert width(text) == columns


def test_a_text_is_padded_by_the_columns_it_takes():
    assert pad("帥", 4) == "帥  " and pad("帥", 4, right=True) == "  帥"


@pytest.mark.parametrize(
    ("text", "columns", "short"),
    [("abc", 3, "abc"), ("abcd", 3, "ab…"), ("帥車炮", 5, "帥車…"), ("帥車炮", 4, "帥…"), ("ab", 1, "…")],
)
def test_a_text_is_cut_by_the_columns_it_takes(text: str, columns: int, short: str):
    assert cut(text, columns) == short
