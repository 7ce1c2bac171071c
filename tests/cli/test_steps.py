"""kypho explore --interactive, as transcripts: what is typed, and all that is printed."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import Kypho

START = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1"
AFTER_TWO = "rnbakab1r/9/1c4nc1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR w - - 0 1"
HEADS = "move  games  Red wins  draws  Black wins  score  rating  performance  last        best games"
TABLE = f"""\
{AFTER_TWO}
   {HEADS}
1  M2.3      3         1      0           0   100%    2033         2390  2009-01-05  1, 5, 6
   all       3         1      0           0   100%    2033         2390  2009-01-05  1, 5, 6
"""


def typed(*lines: str) -> bytes:
    return "".join(f"{line}\n" for line in lines).encode()


def answers(at_club: Kypho, *lines: str, after: str = "P2-5 M8.7") -> list[str]:
    """What is printed after each line, without the first table and what the end of the input prints."""
    run = at_club("explore", after, "--interactive", stdin=typed(*lines))
    assert (run.status, run.err) == (0, "")
    first, *said = run.out.split("> ")
    assert first == f"where you began; h for help\n{TABLE}"
    assert len(said) == len(lines) + 1 and said[-1] == "\n"
    return said[:-1]


def test_a_walk_there_and_back(at_club: Kypho):
    there, back, by_name, home = answers(at_club, "1", "b", "H2+3 R9.8", "s")
    assert there.splitlines()[:2] == [
        "M2.3",
        "rnbakab1r/9/1c4nc1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C1N2/9/RNBAKAB1R b - - 0 1",
    ]
    assert there.splitlines()[3].startswith("1  X9-8      3 ")
    assert back == home == f"where you began; h for help\n{TABLE}"
    assert by_name.splitlines()[0] == "M2.3 X9-8"


def test_several_moves_are_taken_back_at_once(at_club: Kypho):
    *_, two, none = answers(at_club, "1", "1", "1", "b 2", "b 2")
    assert two.startswith("M2.3\n")
    assert none == "of moves to take back there are 1, not 2\n"


def test_moves_are_written_in_another_notation_and_back(at_club: Kypho):
    _, wxf, vietnamese, again, chinese = answers(at_club, "1", "n", "n", "n", "n Chinese")
    assert wxf == again and wxf.startswith("H2+3\n") and "\n1  R9.8 " in wxf
    assert vietnamese.startswith("M2.3\n") and "\n1  X9-8 " in vietnamese
    assert chinese.startswith("马二进三\n")


def test_a_game_and_the_board_are_what_show_and_board_print(at_club: Kypho):
    game, in_wxf, board = answers(at_club, "g 1", "n wxf", "p")
    assert game == at_club("show", 1).out
    assert in_wxf.startswith("where you began")
    assert board == at_club("board", AFTER_TWO).out


def test_where_nobody_went_the_walk_goes_on(at_club: Kypho):
    nobody, _ = answers(at_club, "B5.1", "b")
    assert nobody == "B5.1\n" + AFTER_TWO.replace("9/9/P1P1P1P1P", "9/4P4/P1P3P1P").replace(" w ", " b ") + (
        "\nno game had this position on the board\n"
    )


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("9", "the table has 1 moves, there is no move 9"),
        ("0", "the table has 1 moves, there is no move 0"),
        ("9" * 40, f"'{'9' * 40}' is no number of moves; h for help"),
        ("b", "of moves to take back there are 0, not 1"),
        ("b x", "'x' is no number of moves; h for help"),
        ("g 99", "there is no game 99 in "),
        ("g", "no notation reads 'g' from "),
        ("n volapük", "no notation 'volapük'; there are wxf, "),
        ("zzz", "no notation reads 'zzz' from "),
        ("", ""),
        ("h", "3            play the third move of the table"),
        ("\x00\x1b", "no notation reads '\\x00"),
    ],
)
def test_what_cannot_be_done_is_said_in_a_line_and_nothing_changes(line: str, said: str, at_club: Kypho):
    first, second = answers(at_club, line, "p")
    assert first.startswith(said) and (first.count("\n") == 1 or line in ("", "h"))
    assert second == at_club("board", AFTER_TWO).out


def test_it_ends_with_q_and_with_the_input(at_club: Kypho):
    assert at_club("explore", "-i", stdin=typed("q", "zzz")).out.endswith("\n> ")
    assert at_club("explore", "-i", stdin=b"").out.endswith("\n> \n")
    assert at_club("explore", "-i", stdin=b"1").out.endswith("\n> \n")


def test_bytes_that_are_no_text_are_told_too(at_club: Kypho):
    run = at_club("explore", "-i", stdin=b"\xff\xfe\n")
    assert run.status == 0 and "no notation reads '\N{REPLACEMENT CHARACTER}" in run.out


def test_filters_hold_at_every_step(at_club: Kypho):
    run = at_club("explore", "-i", "--red", "an", "--max-plies", 10, stdin=typed("P2-5 M8.7"))
    assert "\n   all       2 " in run.out


def test_json_is_one_answer(at_club: Kypho):
    run = at_club("explore", "-i", "--json")
    assert run.status == 2 and "--interactive asks on" in run.err


def test_the_command_itself_reads_a_pipe(club: Path, tmp_path: Path):
    kypho = [str(Path(sys.executable).parent / "kypho"), "explore", "-i", "--db", str(club)]
    done = subprocess.run(kypho, input=typed("P2-5 M8.7", "q"), capture_output=True, cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.decode().endswith(f"> P2-5 M8.7\n{TABLE}> ")
