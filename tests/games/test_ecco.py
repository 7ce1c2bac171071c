"""The ECCO code of a game: known lines, their mirror images, and what must not matter."""

from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.board.engine import PLAIN, Engine, Threads
from app.board.fen import START_BOARD, START_FEN
from app.errors import FenError
from app.games.ecco import code_of, codes_of
from app.games.ecco.line import PLIES, line_of
from app.games.lines import mirror, read_line
from app.games.openings import openings
from app.notation.wxf import WXF
from tests.games.ecco_cases import BY_HAND, LINES, continued

CALM = settings(max_examples=150, deadline=None, derandomize=True, database=None)
LEFT = st.builds(
    lambda known, plies, seed: continued(known[1][: 2 * plies], seed, PLIES + 4),
    st.sampled_from(LINES),
    st.integers(0, PLIES),
    st.integers(0, 2**32),
)  # games that leave a known line somewhere


def code(line: str) -> str:
    """The code of a line in WXF."""
    return code_of(read_line(line, "wxf"))


@pytest.mark.parametrize("lines", [LINES, BY_HAND], ids=["random", "by hand"])
def test_every_known_line_gets_its_code_and_so_does_its_mirror_image(lines: list[tuple[str, bytes]]) -> None:
    assert [(known, line) for known, line in lines if not code_of(line) == code_of(mirror(line)) == known] == []


def test_the_line_beside_every_name_has_the_code() -> None:
    lines = {code: read_line(opening.line, "wxf") for code, opening in openings().items()}
    assert {code: code_of(moves) for code, moves in lines.items()} == {code: code for code in lines}
    assert [code for code, moves in lines.items() if code_of(mirror(moves)) != code] == []


@CALM
@given(LEFT)
def test_left_and_right_do_not_matter(moves: bytes) -> None:
    assert code_of(mirror(moves)) == code_of(moves)


@CALM
@given(LEFT)
def test_every_code_is_one_of_the_list(moves: bytes) -> None:
    assert {code_of(moves[:end]) for end in range(0, len(moves) + 1, 2)} <= openings().keys()


@CALM
@given(LEFT)
def test_nothing_matters_after_ten_rounds(moves: bytes) -> None:
    assert code_of(moves) == code_of(moves[: 2 * PLIES])


def test_many_games_get_the_codes_that_each_gets_alone(engine: Engine) -> None:
    lines = [moves for _, moves in LINES] + [continued(moves[:24], seed, 50) for seed, (_, moves) in enumerate(LINES)]
    games: list[tuple[bytes, str | None]] = [(moves, None) for moves in lines + list(map(mirror, lines))]
    games += [(b"", None), (b"\x5a\x5b", None), (lines[0], START_FEN), (lines[0], START_FEN.replace(" w ", " b "))]
    assert codes_of(games, engine) == [code_of(*game) for game in games]


@pytest.fixture(params=["plain", "compiled"])
def engine(request: pytest.FixtureRequest) -> Iterator[Engine]:
    if request.param == "plain":
        yield PLAIN
        return
    pytest.importorskip("numba")
    threads = Threads()
    yield threads
    threads.close()


def test_a_game_without_moves_is_irregular() -> None:
    assert code_of(b"") == "A00"


@pytest.mark.parametrize(
    ("line", "known"),
    [("C2.5", "B00"), ("P3+1", "E00"), ("E3+5", "A10"), ("K5+1", "A00"), ("P5+1 C8.5", "A00"), ("C2.5 H8+7", "B05")],
)
def test_a_short_game_has_the_code_of_what_was_played(line: str, known: str) -> None:
    assert code(line) == known


@pytest.mark.parametrize(
    "fen",
    [
        START_FEN.replace(" w ", " b "),
        "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABN1 w - - 0 1",
        "3k5/9/9/4p4/9/9/4P4/4C4/4A4/3AK4 b",
    ],
    ids=["Black begins", "odds of a chariot", "an endgame"],
)
def test_a_game_from_another_start_is_irregular(fen: str) -> None:
    assert code_of(read_line("C2.5 C8.5", "wxf"), fen) == "A00"


def test_the_normal_start_may_be_said() -> None:
    assert code_of(read_line("C2.5 C8.5", "wxf"), START_FEN) == "D00"
    assert (
        code_of(read_line("C2.5 C8.5", "wxf"), "rheakaehr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RHEAKAEHR r") == "D00"
    )


def test_a_start_that_is_none_is_said() -> None:
    with pytest.raises(FenError):
        code_of(read_line("C2.5", "wxf"), "nowhere")


# ---------------------------------------------------------------- what the rules look at


def test_the_order_of_moves_may_differ_where_a_scan_skips() -> None:
    assert code("C2.5 H8+7 H2+3 R9.8 P7+1 P7+1 R1.2 H2+3 H8+7") == "C01"
    assert code("C2.5 H2+3 H2+3 H8+7 H8+7 P7+1 P7+1 R9.8 R1.2") == "C01"


def test_the_same_position_by_an_unforeseen_order_has_another_code() -> None:
    assert code("C2.5 C8.5 P3+1") == "D00"
    assert code("P3+1 C8.5 C2.5") == "E03"


def test_a_blockade_after_a_tiger_and_a_tiger_after_a_blockade_count_by_the_last() -> None:
    blockade = "C2.5 H8+7 H2+3 R9.8 R1.2 C8+4"
    assert code(blockade) == "B07"
    assert code(f"{blockade} P1+1 C8.9 H8+7 A4+5") == "B20"


@pytest.mark.parametrize(
    ("line", "last", "known", "stopped"),
    [
        pytest.param(
            "C2.5 H8+7 H2+3 C8.9 R1+1 R9.8 R1-1 R8+5 R1+1 P3+1 R1-1 P3+1 R1+1 P3+1 R1-1 P3+1 R1+1 P3+1 R1-1",
            "P7+1",
            "B05",
            "B22",
            id="Black's after a left horse",
        ),
        pytest.param(
            "C2.5 H2+3 H2+3 C8.6 R1.2 H8+7 C8.6 R1.2 H8+7 A6+5 P3+1 C2+1 P7+1 E7+5 R2+6 P3+1 P3+1 R9+1",
            "P3+1",
            "B30",
            "B42",
            id="Red's against sandwiched horses",
        ),
        pytest.param(
            "C2.5 H8+7 H2+3 R9.8 R1.2 P7+1 R2+6 H2+3 P3+1 A4+5 P7+1 A5-4 P3+1 A4+5 P3+1 A5-4",
            "P7+1",
            "C00",
            "C17",
            id="Red's against screen horses, the tenth left out",
        ),
    ],
)
def test_a_scan_that_finds_only_quiet_moves_knows_nothing(line: str, last: str, known: str, stopped: str) -> None:
    assert code(line) == stopped
    assert code(f"{line} {last}") == known


def test_the_move_before_an_edge_elephant_is_seen_even_if_black_made_one_like_it() -> None:
    tiger = "C2.5 H8+7 H2+3 C8.9 P3+1 C9-1 H8+7 E7+9 P3+1 R9.8 P3+1"
    assert code(f"{tiger} R8+5 E7+9") == "B21"
    assert code(f"{tiger} R8+4 E7+9") == "B20"


def test_a_move_by_one_of_two_on_a_file_is_in_no_list() -> None:
    five_eight = "C2.5 H8+7 H2+3 R9.8 C8+4 H2+3 P3+1 P3+1 H8+9 P1+1"
    assert code(f"{five_eight} A4+5 A4+5 C8.7") == "C97"
    assert code(f"{five_eight} C5.8 A4+5 C+.7") == "C96"


# ---------------------------------------------------------------- how moves are named


@CALM
@given(LEFT)
def test_moves_have_the_names_of_wxf_but_for_two_on_a_file(moves: bytes) -> None:
    board, named = bytearray(START_BOARD), line_of(moves)
    for start, end, name in zip(moves[0 : 2 * PLIES : 2], moves[1 : 2 * PLIES : 2], named, strict=False):
        piece = board[start]
        alike = sum(board[point] == piece and point % 9 == start % 9 for point in range(90))
        alone = alike == 1 or WXF.pieces[0][piece % 8 - 1] in "AE"
        assert name == (WXF.write(board, piece // 8, start * 128 + end) if alone else "")
        board[end], board[start] = piece, 0


def test_a_line_has_ten_rounds_whatever_was_played() -> None:
    assert line_of(b"") == [""] * 20
    assert line_of(read_line("C2.5 H8+7", "wxf")) == ["C2.5", "H8+7", *[""] * 18]


def test_two_advisors_and_elephants_on_a_file_keep_their_names() -> None:
    advisors = "A6+5 A4+5 A5+6 R1+1 A4+5 R1-1 A5-6 R1+1 A6+5"
    assert line_of(read_line(advisors, "wxf"))[::2][:5] == ["A6+5", "A5+6", "A4+5", "A5-6", "A6+5"]
    elephants = "E7+5 E7+5 E5+3 R1+1 E3+5 R1-1"
    assert line_of(read_line(elephants, "wxf"))[::2][:3] == ["E7+5", "E5+3", "E3+5"]
