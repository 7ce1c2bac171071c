"""FEN: many spellings in, one out, and an error that names the trouble."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.board import kernel
from app.board.fen import START_BOARD, START_FEN, read_fen, write_fen
from app.errors import FenError, KyphoError
from app.position import Position
from tests.board.random_play import STARTS

PLACEMENT = START_FEN.split()[0]
RED_TO_MOVE = PLACEMENT + " w - - 0 1"
BLACK_TO_MOVE = PLACEMENT + " b - - 0 1"


def standard(text: str) -> str:
    """A FEN read, and written again."""
    return write_fen(*read_fen(text))


@pytest.mark.parametrize("elephant", "ebm")
@pytest.mark.parametrize("horse", "hn")
@pytest.mark.parametrize("king", "gk")
def test_every_letter_in_use_is_read(elephant: str, horse: str, king: str) -> None:
    lower = str.maketrans("bnk", elephant + horse + king)
    upper = str.maketrans("BNK", (elephant + horse + king).upper())
    assert standard(PLACEMENT.translate(lower | upper) + " w - - 0 1") == RED_TO_MOVE


def test_the_letters_of_one_fen_may_be_mixed() -> None:
    assert standard("rhbagaenr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNMAKAEHR") == RED_TO_MOVE


@pytest.mark.parametrize("side", ["", " w", " r", " W", " R", " w - - 0 1", " r - - 0 1", " white", " red", "\tw\n"])
def test_red_is_to_move(side: str) -> None:
    assert standard(PLACEMENT + side) == RED_TO_MOVE


@pytest.mark.parametrize("side", [" b", " B", " b - - 0 1", " B - - 12 34", " black", "\nb"])
def test_black_is_to_move(side: str) -> None:
    assert standard(PLACEMENT + side) == BLACK_TO_MOVE


@pytest.mark.parametrize("glued", ["w", "W", "w - - 0 1", "w--01", "w---1", "w–––1", "w—01"])
def test_a_side_glued_to_the_last_rank_is_read(glued: str) -> None:
    assert standard(PLACEMENT + glued) == RED_TO_MOVE


@pytest.mark.parametrize(
    "counters", [" w – – – 1", " w — — 0 1", " w - - - 1", " w -", " w - - 0 1 more", " – – – 1", " - - 0 1", " w 5 9"]
)
def test_what_follows_the_side_is_not_looked_at(counters: str) -> None:
    assert standard(PLACEMENT + counters) == RED_TO_MOVE


def test_blanks_around_a_fen_do_not_matter() -> None:
    assert standard(f"  {PLACEMENT}   b  ") == BLACK_TO_MOVE


def test_an_empty_rank_may_be_left_empty() -> None:
    assert standard(PLACEMENT.replace("/9/", "//").replace("/9/", "//")) == RED_TO_MOVE


def test_empty_points_may_be_counted_in_pieces() -> None:
    assert standard(PLACEMENT.replace("/9/", "/45/").replace("1c5c1", "1c221c1")) == RED_TO_MOVE


def test_the_start_is_the_position_without_a_fen() -> None:
    assert Position.from_fen() == Position(START_BOARD, kernel.RED)
    assert Position.from_fen().fen() == START_FEN


def test_red_stands_below_and_a0_is_point_0() -> None:
    board, side = read_fen("r3k4/9/9/9/9/9/9/9/9/N3K3C w")
    assert side == kernel.RED
    assert {point: piece for point, piece in enumerate(board) if piece} == {0: 4, 4: 1, 8: 6, 81: 13, 85: 9}


EMPTY = "4k4/9/9/9/9/9/9/9/9/4K4"


@pytest.mark.parametrize(
    "fen, trouble",
    [
        ("", "empty"),
        ("  \n", "empty"),
        ("startpos", "10 ranks, this one 1"),
        (PLACEMENT + "/9 w", "10 ranks, this one 11"),
        (EMPTY.removesuffix("/4K4") + " w", "10 ranks, this one 9"),
        (EMPTY.replace("4k4", "4k3") + " w", "rank 9 ('4k3') has 8 files, not 9"),
        (EMPTY.replace("4K4", "4K41") + " w", "rank 0 ('4K41') has 10 files, not 9"),
        (EMPTY.replace("4k4", "4kRRRRR") + " w", "rank 9 ('4kRRRRR') has 10 files, not 9"),
        (EMPTY.replace("4k4", "q3k4") + " w", "'q' in rank 9 is no piece"),
        (EMPTY.replace("9", "0", 1) + " w", "'0' in rank 8 is no piece"),
        (EMPTY.replace("4K4", "4K3車") + " w", "'車' in rank 0 is no piece"),
        (EMPTY + " x - - 0 1", "the side to move is w or b, not 'x'"),
        (EMPTY + " 1", "the side to move is w or b, not '1'"),
        (EMPTY.replace("k", "1") + " w", "no black king"),
        (EMPTY.replace("K", "1") + " w", "no red king"),
        (EMPTY.replace("4k4", "3kk4") + " w", "2 black kings, at most 1"),
        (EMPTY.replace("4K4", "4KK3") + " w", "2 red kings, at most 1"),
        (EMPTY.replace("9", "3RRR3", 1) + " w", "3 red chariots, at most 2"),
        (EMPTY.replace("9", "3aaa3", 1) + " w", "3 black advisors, at most 2"),
        (EMPTY.replace("9", "3eee3", 1) + " w", "3 black elephants, at most 2"),
        (EMPTY.replace("9", "3HHH3", 1) + " w", "3 red horses, at most 2"),
        (EMPTY.replace("9", "3ccc3", 1) + " w", "3 black cannons, at most 2"),
        (EMPTY.replace("9", "3PPPPPP", 1) + " w", "6 red pawns, at most 5"),
        (EMPTY.replace("4k4", "2k6") + " w", "the black king stands outside his palace"),
        (EMPTY.replace("4K4", "6K2") + " w", "the red king stands outside his palace"),
        ("4K4/9/9/9/9/9/9/9/9/4k4 w", "the red king stands outside his palace"),
    ],
)
def test_a_fen_error_names_the_trouble(fen: str, trouble: str) -> None:
    with pytest.raises(FenError) as error:
        read_fen(fen)
    assert trouble in str(error.value)
    assert not fen.strip() or repr(fen) in str(error.value), "and shows the FEN"


def test_a_fen_error_is_a_value_error_and_one_of_this_package() -> None:
    assert issubclass(FenError, ValueError) and issubclass(FenError, KyphoError)


def test_all_the_pieces_a_side_may_have_are_read() -> None:
    fen = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR"
    assert sum(map(bool, read_fen(fen)[0])) == 32


@settings(derandomize=True, database=None, max_examples=150, deadline=None)
@given(start=st.sampled_from(sorted(STARTS)), choices=st.lists(st.integers(0, 127), max_size=40))
def test_a_position_of_random_play_survives_its_fen(start: str, choices: list[int]) -> None:
    position = Position.from_fen(STARTS[start])
    for choice in choices:
        moves = position.legal_moves()
        if not moves:
            break
        position = position.play(moves[choice % len(moves)])
    assert Position.from_fen(position.fen()) == position
    assert standard(position.fen()) == position.fen()


@settings(derandomize=True, database=None, max_examples=500, deadline=None)
@given(st.text(alphabet="rnbakcpegmhRNBAKCP123456789/ w–-x0", max_size=60))
def test_any_text_is_a_position_or_a_fen_error(text: str) -> None:
    try:
        board, side = read_fen(text)
    except FenError:
        return
    assert standard(text) == write_fen(board, side)
