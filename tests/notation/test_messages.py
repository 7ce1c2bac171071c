"""The errors teach: which piece was meant, and which rule stands in its way."""

import pytest

from app.errors import AmbiguousMove, FormatError, IllegalMove, InvalidMove, KyphoError, NotationError
from app.notation import NOTATIONS, notation_named, write_games
from app.position import Position
from tests.notation.notation_cases import move

START = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR"
FACING = "3k5/9/9/9/9/9/9/4K4/9/9 w"
CHECKED = "3k5/9/9/9/9/9/9/9/9/r3K4 w"
PINNED = "3k5/9/4r4/9/9/9/9/9/4A4/4K4 w"
TWO_SCREENS = "3k5/9/2n6/2r6/2p6/9/2C6/9/9/5K3 w"
ONE_HORSE = "3k5/9/6n2/9/9/9/9/9/9/4K4 b"
TWO_CANNONS = "5k3/4C4/9/9/9/9/4C4/9/9/3K5 w"


@pytest.mark.parametrize(
    "fen, notation, text, reason",
    [
        # nobody bears the name
        (ONE_HORSE, "wxf", "H2+3", "no black horse on file 2"),
        (ONE_HORSE, "cxq", "h2+3", "no black horse on file 2"),
        (ONE_HORSE, "vietnamese", "M2.3", "no black horse on file 2"),
        (ONE_HORSE, "vietnamese-words", "Mã 2 tiến 3", "no black horse on file 2"),
        (ONE_HORSE, "chinese", "马２进３", "no black horse on file 2"),
        (ONE_HORSE, "asian", "M2+3", "no black horse on file 2"),
        (ONE_HORSE, "xqbase", "N2+3", "no black horse on file 2"),
        (START + " w", "wxf", "R5+1", "no red chariot on file 5"),
        (START + " b", "chinese", "车５进１", "no black chariot on file 5"),
        (START + " w", "wxf", "K4+1", "no red king on file 4"),
        (START + " w", "wxf", "R++1", "no two red chariots on one file"),
        (START + " w", "vietnamese", "Xt.1", "no two red chariots on one file"),
        (START + " w", "vietnamese-words", "Xe trước tiến 1", "no two red chariots on one file"),
        (START + " w", "chinese", "前车进一", "no two red chariots on one file"),
        (START + " w", "wxf", "Q2+1", "no red piece is called so here"),
        (START + " w", "vietnamese-words", "Hậu 2 tiến 1", "no red piece is called so here"),
        # its own king
        (FACING, "wxf", "K5.6", "leaves the king attacked"),
        (FACING, "vietnamese", "Tg5-6", "leaves the king attacked"),
        (FACING, "ucci", "e2d2", "leaves the king attacked"),
        (CHECKED, "wxf", "K5.4", "leaves the king attacked"),
        (PINNED, "wxf", "A5+6", "leaves the king attacked"),
        (PINNED, "iccs", "E1-D2", "leaves the king attacked"),
        # the law of each piece
        (START + " w", "wxf", "H2+4", "the horse's leg is blocked"),
        (START + " w", "wxf", "R1+3", "the chariot would land on a red pawn"),
        ("3k5/9/9/4p4/3pN4/9/9/9/9/5K3 w", "wxf", "H5+6", "the horse's leg is blocked"),
        ("3k5/9/9/4p4/3pN4/9/9/9/9/5K3 w", "uci", "e6d8", "the horse's leg is blocked"),
        ("5k3/9/9/9/9/9/9/4B4/3P5/5K3 w", "wxf", "E5-7", "the elephant's eye is blocked"),
        ("5k3/9/9/9/9/2B6/9/9/9/5K3 w", "wxf", "E7+5", "the elephant may not cross the river"),
        ("5k3/9/9/9/2b6/9/9/9/9/4K4 b", "chinese", "象３进５", "the elephant may not cross the river"),
        ("5k3/9/9/9/9/9/9/3A5/9/4K4 w", "wxf", "A6-7", "the advisor may not leave the palace"),
        ("5k3/9/9/9/9/9/9/3A5/9/4K4 w", "uci", "d3d2", "the advisor cannot move so"),
        ("3k5/9/9/9/9/9/9/4K4/9/9 w", "wxf", "K5+1", "the king may not leave the palace"),
        ("5k3/9/9/9/9/9/9/9/9/r2K5 w", "vietnamese", "Tg6-7", "the king may not leave the palace"),
        ("3k5/9/9/9/9/9/9/4K4/9/9 w", "uci", "e3f2", "the king cannot move so"),
        ("3k5/9/9/9/2p6/9/9/9/2R6/4K4 w", "wxf", "R7+5", "the chariot's way is blocked"),
        ("3k5/9/9/9/2P6/9/9/9/2R6/4K4 w", "wxf", "R7+4", "the chariot would land on a red pawn"),
        (START + " w", "wxf", "C2+5", "the cannon captures over one screen, not 0"),
        (TWO_SCREENS, "wxf", "C7+2", "the cannon captures over one screen, not 0"),
        (TWO_SCREENS, "wxf", "C7+4", "the cannon captures over one screen, not 2"),
        (TWO_SCREENS, "wxf", "C7+5", "the cannon's way is blocked"),
        (START + " w", "wxf", "P5.6", "the pawn has not crossed the river"),
        (START + " b", "vietnamese", "B5-6", "the pawn has not crossed the river"),
        (START + " w", "wxf", "P5-1", "the pawn cannot move so"),
        (START + " w", "wxf", "H2.3", "the horse cannot move so"),
        (START + " w", "wxf", "R1+9", "the chariot's way is blocked"),
        (START + " w", "wxf", "R1-1", "the chariot cannot move so"),
        # coordinates
        (START + " w", "iccs", "E4-E5", "no piece on e4, and red is to move"),
        (START + " w", "uci", "e5e6", "no piece on e5, and red is to move"),
        (START + " w", "ucci", "h9g7", "a black horse on h9, and red is to move"),
        (START + " b", "ucci", "h0g2", "a red horse on h0, and black is to move"),
        (START + " w", "ucci", "h0f1", "the horse's leg is blocked"),
        (START + " w", "ucci", "h2h2", "the cannon would land on a red cannon"),
    ],
)
def test_an_illegal_move_is_told_why(fen: str, notation: str, text: str, reason: str) -> None:
    with pytest.raises(IllegalMove) as error:
        Position.from_fen(fen).read(text, notation)
    assert str(error.value).startswith(repr(text) + ": ")
    assert reason in str(error.value)
    assert error.value.code == "illegal-move"


@pytest.mark.parametrize("notation, text", [("wxf", "R-+1"), ("vietnamese", "Xs.1"), ("chinese", "后车进一")])
def test_a_rear_piece_without_a_tandem_is_told_why(notation: str, text: str) -> None:
    with pytest.raises(IllegalMove, match="no two red chariots on one file"):
        Position.from_fen().read(text, notation)


@pytest.mark.parametrize(
    "notation, text",
    [
        ("wxf", ""),
        ("wxf", "hello"),
        ("wxf", "C2"),
        ("wxf", "C2.0"),
        ("wxf", "C2/5"),
        ("wxf", "h2e2"),
        ("cxq", "1-0"),
        ("vietnamese", "P2+5"),
        ("vietnamese", "P2=5"),
        ("vietnamese-words", "Pháo 2 nhảy 5"),
        ("vietnamese-words", "P2-5"),
        ("chinese", "炮二走五"),
        ("chinese", "C2.5"),
        ("asian", "P2-5"),
        ("iccs", "C2.5"),
        ("ucci", "j2e2"),
        ("uci", "h3"),
    ],
)
def test_an_unreadable_move_is_told_so(notation: str, text: str) -> None:
    with pytest.raises(InvalidMove) as error:
        Position.from_fen().read(text, notation)
    assert str(error.value) == f"{text!r} is no move in the notation {notation}"
    assert error.value.code == "unreadable-move"


@pytest.mark.parametrize(
    "notation, text, ranks",
    [
        ("iccs", "H10-E10", "0 to 9"),
        ("ucci", "h0h10", "0 to 9"),
        ("uci", "h0e3", "1 to 10"),
        ("uci", "h3h11", "1 to 10"),
    ],
)
def test_ranks_off_the_board_are_named(notation: str, text: str, ranks: str) -> None:
    with pytest.raises(InvalidMove, match=f"{text!r}: the ranks of {notation} are {ranks}"):
        Position.from_fen().read(text, notation)


@pytest.mark.parametrize(
    "notation, text",
    [
        ("wxf", "C5+1"),
        ("cxq", "C5.1"),
        ("vietnamese", "P5.1"),
        ("vietnamese-words", "Pháo 5 tiến 1"),
        ("chinese", "炮五进一"),
    ],
)
def test_a_file_that_fits_two_pieces_is_ambiguous(notation: str, text: str) -> None:
    with pytest.raises(AmbiguousMove) as error:
        Position.from_fen(TWO_CANNONS).read(text, notation)
    assert repr(text) in str(error.value)
    assert "fits two red pieces" in str(error.value)
    assert error.value.code == "ambiguous-move"


def test_a_file_of_two_pieces_is_no_riddle_where_one_of_them_can_move() -> None:
    assert Position.from_fen(TWO_CANNONS).read("C5-4") == move("e9e5", 1)


@pytest.mark.parametrize("name", ["wfx", "", "tiếng việt", "1997"])
def test_an_unknown_notation_is_answered_with_the_names(name: str) -> None:
    with pytest.raises(FormatError) as error:
        notation_named(name)
    assert f"no notation {name!r}" in str(error.value)
    assert all(known in str(error.value) for known in NOTATIONS)


def test_every_door_knows_that_a_notation_is_unknown() -> None:
    position = Position.from_fen()
    with pytest.raises(FormatError):
        position.read("C2.5", "wfx")
    with pytest.raises(FormatError):
        position.write(move("h3e3", 1), "wfx")
    with pytest.raises(FormatError):
        list(write_games("wfx", []))


@pytest.mark.parametrize("name", ["WXF", "Vietnamese", "UCCI", "chinese-TRADITIONAL"])
def test_the_case_of_a_notation_name_does_not_matter(name: str) -> None:
    assert notation_named(name) is NOTATIONS[name.lower()]


def test_the_three_errors_of_a_written_move_are_one_family() -> None:
    for kind in (InvalidMove, IllegalMove, AmbiguousMove):
        assert issubclass(kind, NotationError)
    assert issubclass(NotationError, ValueError) and issubclass(NotationError, KyphoError)


@pytest.mark.parametrize(
    "fen, uci, reason",
    [
        (FACING, "e3d3", "leaves the king attacked"),
        (START + " w", "h1f2", "the horse's leg is blocked"),
        (START + " w", "h10g8", "not a move of this side"),
        (START + " w", "e5e6", "not a move of this side"),
    ],
)
def test_a_refused_ply_is_told_why_and_where(fen: str, uci: str, reason: str) -> None:
    position = Position.from_fen(fen)
    with pytest.raises(IllegalMove) as error:
        position.play(move(uci, 1))
    assert reason in str(error.value)
    assert position.fen() in str(error.value)
