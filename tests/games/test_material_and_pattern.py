"""Material and patterns as people write them: what each text lets stand on a board, and what is refused."""

import pytest

from app.board.fen import START_BOARD, read_fen
from app.board.shapes import Shape
from app.errors import QueryError
from app.games.material import read_material
from app.games.pattern import read_pattern

RNP_RHH = "3k5/9/9/9/r1h1h4/9/4P4/R7N/9/4K4 w"
RHH_RNP = "3k5/9/9/n5r2/4p4/9/9/R1N1N4/9/4K4 w"


def stands(shapes: tuple[Shape, ...], fen: str) -> bool:
    """Whether one of the shapes stands on the board of a FEN."""
    return any(shape.stands_on(read_fen(fen)[0]) for shape in shapes)


def numbers(shape: Shape, side: int) -> dict[str, tuple[int, int]]:
    """Of each kind the least and most that a side may have."""
    return {letter: (shape.least[side * 8 + n], shape.most[side * 8 + n]) for n, letter in enumerate("KABNRCP", 1)}


NOTHING = {"K": (1, 1)} | dict.fromkeys("ABNRCP", (0, 0))
ANYTHING = {"K": (1, 1), "A": (0, 2), "B": (0, 2), "N": (0, 2), "R": (0, 2), "C": (0, 2), "P": (0, 5)}


# ---------------------------------------------------------------- material


@pytest.mark.parametrize(
    "text", ["RNP vs RHH", "rhp v rnn", "R N P vs. R N2", "R,H,P VS RH2", "KRNP vs KRHH", "RHH vs RNP"]
)
def test_either_side_may_be_red(text: str):
    shapes = read_material(text)
    assert len(shapes) == 2
    assert stands(shapes, RNP_RHH) and stands(shapes, RHH_RNP)


@pytest.mark.parametrize(
    "text",
    [
        "red RNP vs RHH",
        "Red: RNP vs RHH",
        "RNP vs black RHH",
        "red RNP vs black RHH",
        "black RHH vs RNP",
        "RHH vs red RNP",
    ],
)
def test_a_colour_says_who_is_red(text: str):
    shapes = read_material(text)
    assert len(shapes) == 1
    assert stands(shapes, RNP_RHH) and not stands(shapes, RHH_RNP)


@pytest.mark.parametrize(
    ("side", "said"),
    [
        ("R", {"R": (1, 1)}),
        ("RR", {"R": (2, 2)}),
        ("R C R", {"R": (2, 2), "C": (1, 1)}),
        ("R2 C0-1 P3+", {"R": (2, 2), "C": (0, 1), "P": (3, 5)}),
        ("E2A0+N0", {"B": (2, 2), "A": (0, 2)}),
        ("K", {}),
        ("k1 h", {"N": (1, 1)}),
        ("P1-4", {"P": (1, 4)}),
    ],
)
def test_kinds_that_are_not_named_are_not_there(side: str, said: dict[str, tuple[int, int]]):
    (shape,) = read_material(f"red {side} vs K")
    assert numbers(shape, 0) == NOTHING | said
    assert numbers(shape, 1) == NOTHING


@pytest.mark.parametrize("side", ["RP3+ *", "R*P3+", "* R1 P3-5"])
def test_a_star_lets_the_others_be(side: str):
    (shape,) = read_material(f"black {side} vs *")
    assert numbers(shape, 1) == ANYTHING | {"R": (1, 1), "P": (3, 5)}
    assert numbers(shape, 0) == ANYTHING


def test_without_vs_the_other_side_may_have_anything():
    (shape,) = read_material("red R2")
    assert (numbers(shape, 0), numbers(shape, 1)) == (NOTHING | {"R": (2, 2)}, ANYTHING)
    assert len(read_material("R2")) == 2


def test_two_sides_alike_are_one_shape():
    assert len(read_material("R2 P vs RRP")) == 1


def test_all_pieces_are_the_start():
    (shape,) = read_material("A2B2N2R2C2P5 vs aabbnnrrccppppp")
    assert shape.stands_on(START_BOARD)
    assert not stands(read_material("A2B2N2R2C2P4 vs *"), "4k4/9/9/9/9/9/9/9/9/3K5")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "a side without pieces is written K"),
        ("RNP vs", "a side without pieces is written K"),
        ("red vs K", "a side without pieces is written K"),
        ("R vs C vs N", "has 3"),
        ("red R vs red C", "both sides cannot be the same"),
        ("S vs T", "'S' is no material"),
        ("R2- vs C", "'-' is no material"),
        ("R vs xe", "'xe' is no material"),
        ("R3", "at most 2 chariots"),
        ("P6", "at most 5 pawns"),
        ("RRR", "at most 2 chariots"),
        ("P2-6", "at most 5 pawns"),
        ("P99+", "the smaller number comes first"),
        ("P3-2", "the smaller number comes first"),
        ("K2", "always one king"),
        ("K0", "always one king"),
        ("P3+ P", "named twice"),
        ("P P3", "named twice"),
        ("R\x00", "is no material"),
        ("R \u00a0 :", "':' is no material"),
    ],
)
def test_what_is_no_material_is_refused(text: str, why: str):
    with pytest.raises(QueryError, match=why):
        read_material(text)


def test_a_long_text_is_read_quickly():
    with pytest.raises(QueryError):
        read_material("R " * 100_000)
    with pytest.raises(QueryError):
        read_material("vs" * 100_000)
    with pytest.raises(QueryError):
        read_material("P" + "9" * 100_000)
    with pytest.raises(QueryError):
        read_material("* " * 100_000 + "x")


# ---------------------------------------------------------------- patterns


@pytest.mark.parametrize(
    ("text", "there"),
    [
        ("Ri0 ri9", True),
        ("Ra0,ri9", True),
        ("RA0 NB0 hb9 eg9 Mc0", True),
        ("ra0", False),
        ("Ch2 .e4 .e5", True),
        (".e3", False),
        ("?e3 ?e6", True),
        ("?e4", False),
        ("[PC]e3 [.p]e4 [.p]e6", True),
        ("[?.]e4 [?.]e3", True),
        ("[pc]e3", False),
        ("Ke0 ke9", True),
    ],
)
def test_a_pattern_stands_on_the_board_or_not(text: str, there: bool):
    assert read_pattern(text).stands_on(START_BOARD) == there


def test_the_image_of_a_pattern_has_left_and_right_exchanged():
    assert read_pattern("Cb2 .a3 ph9").mirrored() == read_pattern("Ch2 .i3 pb9")
    assert read_pattern("Ke0 .e5").mirrored() == read_pattern("Ke0 .e5")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "a pattern names pieces"),
        (" , ", "a pattern names pieces"),
        ("e2", "'e2' is no piece on a point"),
        ("Ce10", "'Ce10' is no piece on a point"),
        ("Cj2", "'Cj2' is no piece on a point"),
        ("Ce2he9", "is no piece on a point"),
        ("[]e2", "is no piece on a point"),
        ("Xe2", "'X' in 'Xe2' is no piece"),
        ("[RX]e2", "'X' in '.RX.e2' is no piece"),
        ("Ce2 .e2", "e2 is named twice"),
    ],
)
def test_what_is_no_pattern_is_refused(text: str, why: str):
    with pytest.raises(QueryError, match=why):
        read_pattern(text)
