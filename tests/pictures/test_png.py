"""Boards and charts as PNG, looked at dot by dot."""

import pytest

from app.board.fen import START_BOARD
from app.board.kernel import BLACK, RED
from app.pictures.chart import rating_chart
from app.pictures.png import ZOOM, to_png
from app.pictures.svg import HEIGHT, INK, MARGIN, MARK, MESH, WIDTH, draw
from tests.pictures.pictured import BOARD, LAST, SIDE, STYLES
from tests.pictures.png_pixels import Pixels, decode, size


def colour(name: str) -> tuple[int, int, int, int]:
    """`#a81e16` as an opaque dot."""
    red, green, blue = bytes.fromhex(name[1:])
    return red, green, blue, 255


def shown(svg: str) -> Pixels:
    return decode(to_png(svg, zoom=1))


def spot(file: int, rank: int) -> tuple[int, int]:
    """The dot at a point, Red below."""
    return MARGIN + file * MESH, MARGIN + (9 - rank) * MESH


@pytest.fixture(scope="module", params=STYLES)
def board(request: pytest.FixtureRequest) -> Pixels:
    return shown(draw(BOARD, SIDE, LAST, style=request.param))


def test_a_picture_is_twice_as_large_as_its_svg_if_nothing_else_is_said(board: Pixels):
    assert (board.width, board.height) == (WIDTH, HEIGHT) == (660, 724)
    assert ZOOM == 2 and size(to_png(draw(BOARD))) == (1320, 1448)


def test_the_corners_are_clear_and_the_wood_is_not(board: Pixels):
    assert {board.at(x, y)[3] for x in (0, 659) for y in (0, 723)} == {0}
    assert board.at(20, 362)[3] == 255


def test_each_piece_shows_the_ink_of_its_side_and_not_the_others(board: Pixels):
    inks = [colour(ink) for ink in INK]
    for point, piece in enumerate(BOARD):
        seen = board.around(*spot(point % 9, point // 9), 18)
        if piece:
            assert inks[piece >> 3] in seen and inks[1 - (piece >> 3)] not in seen, point
        else:
            assert not set(inks) & seen, point


def test_the_last_move_can_be_seen(board: Pixels):
    assert board.at(*spot(4, 6)) == colour(MARK)
    assert colour(MARK) in board.around(*spot(4, 5), 28)
    assert colour(MARK) not in board.around(*spot(4, 3), 28)


def test_black_can_sit_below():
    above, below = (shown(draw(START_BOARD, below=side)).around(*spot(4, 0), 18) for side in (RED, BLACK))
    assert colour(INK[RED]) in above and colour(INK[RED]) not in below
    assert colour(INK[BLACK]) in below and colour(INK[BLACK]) not in above


def test_a_chart_shows_its_curve_and_its_name_without_any_font():
    chart = shown(rating_chart([("2005", 2000), ("2007", 2100)], "Đặng Sông Cầu"))
    assert (chart.width, chart.height) == (760, 400)
    heading = {chart.at(x, y) for x in range(28, 220) for y in range(20, 50)}
    assert colour("#33291c") in heading
    curve = {chart.at(x, y) for x in range(150, 600) for y in range(80, 345)}
    assert colour("#a81e16") in curve
