"""Boards as SVG. `KYPHO_ACCEPT=1 pytest tests/pictures` writes the golden files anew: look at them then."""

import re

import pytest

from app.board.fen import LETTERS, SIDES, START_BOARD, read_fen
from app.board.kernel import BLACK, RED
from app.errors import FormatError
from app.pictures.glyphs import centred, glyphs
from app.pictures.pieces import CHARACTERS, WXF_LETTERS
from app.pictures.svg import HEIGHT, INK, MARGIN, MARK, MESH, WIDTH, draw
from tests.pictures.pictured import BOARD, FEN, LAST, SIDE, STYLES, SVG, parsed, same_as_golden, standing, title


@pytest.mark.parametrize("below", [RED, BLACK])
@pytest.mark.parametrize("style", STYLES)
def test_a_board_looks_as_it_was_accepted(style: str, below: int):
    assert same_as_golden(draw(BOARD, SIDE, LAST, style=style, below=below), f"{style}-{SIDES[below]}-below.svg")


@pytest.mark.parametrize("style", STYLES)
def test_every_piece_stands_on_its_point(style: str):
    expected = set()
    for point, piece in enumerate(BOARD):
        if piece:
            letter = LETTERS[piece & 7] if piece >> 3 else LETTERS[piece & 7].upper()
            expected.add((letter, MARGIN + point % 9 * MESH, MARGIN + (9 - point // 9) * MESH))
    assert len(expected) == 28
    assert standing(draw(BOARD, SIDE, style=style)) == expected


def test_from_blacks_side_the_board_is_turned_round():
    turned = {(piece, WIDTH - x, HEIGHT - y) for piece, x, y in standing(draw(BOARD, SIDE))}
    assert standing(draw(BOARD, SIDE, below=BLACK)) == turned


@pytest.mark.parametrize(("style", "signs"), [("characters", CHARACTERS), ("letters", WXF_LETTERS)])
def test_each_kind_of_piece_is_drawn_once_with_its_sign_in_its_sides_ink(style: str, signs: tuple[str, str]):
    defined = parsed(draw(START_BOARD, style=style)).findall(f"{SVG}defs/{SVG}g")
    drawn = {group.attrib["id"]: group.find(f"{SVG}g") for group in defined}
    assert len(drawn) == len(defined) == 14
    for side in (RED, BLACK):
        for kind in range(1, 8):
            letter = LETTERS[kind] if side else LETTERS[kind].upper()
            sign = drawn[f"{style}-{letter}"]
            assert sign is not None and sign.attrib["fill"] == INK[side]
            assert sign[0].attrib["d"] == glyphs()[signs[side][kind]].path


def test_only_pieces_that_are_there_are_defined():
    board, side = read_fen("3k5/9/9/9/9/9/9/9/9/4K4 w")
    assert {piece for piece, *_ in standing(draw(board, side))} == {"K", "k"}
    assert len(parsed(draw(board, side)).findall(f"{SVG}defs/{SVG}g")) == 2


def test_no_sign_of_red_is_one_of_black():
    assert not set(CHARACTERS[0][1:]) & set(CHARACTERS[1][1:])


@pytest.mark.parametrize("below", [RED, BLACK])
def test_the_last_move_is_marked_at_both_ends(below: int):
    plain, marked = (draw(BOARD, SIDE, last, below=below) for last in (None, LAST))
    assert MARK not in plain
    added = [line for line in marked.splitlines() if line not in plain.splitlines()]
    assert len(added) == 2
    x, begin, end = WIDTH // 2, MARGIN + 3 * MESH, MARGIN + 4 * MESH
    if below == BLACK:
        begin, end = HEIGHT - begin, HEIGHT - end
    assert f"M{x - 17} {begin - 27}h-10v10" in added[0] and f"M{x + 17} {end + 27}h10v-10" in added[0]
    assert f'<circle cx="{x}" cy="{begin}"' in added[1]


@pytest.mark.parametrize("style", STYLES)
def test_each_player_counts_the_files_from_his_own_right(style: str):
    first_of_red, first_of_black = ("一", "1") if style == "characters" else ("1", "1")
    left, right, top, bottom = MARGIN, WIDTH - MARGIN, 25, HEIGHT - 25
    red_below, black_below = draw(BOARD, style=style), draw(BOARD, style=style, below=BLACK)
    assert centred(first_of_red, right, bottom, 22) in red_below
    assert centred(first_of_black, left, top, 22) in red_below
    assert centred(first_of_red, left, top, 22) in black_below
    assert centred(first_of_black, right, bottom, 22) in black_below


@pytest.mark.parametrize("below", [RED, BLACK])
@pytest.mark.parametrize("side", [RED, BLACK])
def test_a_dot_stands_beside_whoever_is_to_move(side: int, below: int):
    y = HEIGHT - 25 if side == below else 25
    dots = re.findall(r'<circle cx="27" cy="(\d+)"', draw(BOARD, side, below=below))
    assert dots == [str(y)]


def test_the_title_is_the_fen():
    assert title(draw(BOARD, SIDE)) == FEN
    assert title(draw(BOARD, BLACK, below=BLACK)) == FEN.replace(" w ", " b ")


@pytest.mark.parametrize("style", STYLES)
def test_a_board_needs_no_font_and_nothing_from_elsewhere(style: str):
    svg = draw(BOARD, SIDE, LAST, style=style)
    kinds = {element.tag.removeprefix(SVG) for element in parsed(svg).iter()}
    assert kinds == {"svg", "title", "defs", "linearGradient", "stop", "g", "circle", "rect", "path", "use"}
    assert "http" not in svg.replace('xmlns="http://www.w3.org/2000/svg"', "")
    assert set(re.findall(r"url\((.*?)\)", svg)) == {"#wood"}


def test_pictures_of_both_styles_can_share_a_page():
    first, second = (set(re.findall('id="([^"]+)"', draw(BOARD, style=style))) for style in STYLES)
    assert first & second == {"wood"}


@pytest.mark.parametrize("style", ["", "Characters", "emoji"])
def test_an_unknown_style_is_answered_with_those_there_are(style: str):
    with pytest.raises(FormatError, match=f"no style '{style}'; there are characters, letters"):
        draw(BOARD, style=style)
