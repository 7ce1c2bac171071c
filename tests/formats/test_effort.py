"""Reading takes time in proportion to the text, whatever stands in it. Each text here once took minutes or hours."""

import time

import pytest

from tests.formats.format_cases import START, read, read_sheet

WIDE = "".join(
    f"{key:<24}{value}   \n"
    for key, value in {
        "FORMAT": "WXF",
        "GAME": "an_ba (2100) vs b2 (1990)",
        "TIME": "3:7 ; -0:1",
        "RESULT": "1-0 (resign:b2)",
        "RED": "an_ba ; 2100 ;;",
        "BLACK": "b2 ; 1990 ;;",
        "DATE": "2007-10-24 00:55:48 CDT",
        "PLACE": "http://www.clubxiangqi.com",
        "EVENT": "CXQ Game ; 25m/300s/30s",
        "AUTHOR": "CXQ",
    }.items()
)

HOSTILE = {
    "wide headers and a comment": f"{WIDE}START{{\n{START} /**/ }}END",
    "wide headers and no moves": WIDE,
    "marks of surprise": "!" * 5000 + " what a move",
    "marks of surprise among moves": f"START{{\n{START} {'!' * 5000} what a move\n}}END",
    "dots": "." * 5000 + " and so on",
    "numbers": "1. " * 5000 + "and so on",
    "open comments": "/* x\n" * 5000,
    "stars": "/*" + "*" * 20_000,
    "opening marks": "START{" * 2000,
    "end marks": "}END" * 10_000,
    "tags left open": "[b" * 5000 + "<br " * 5000 + "&a" * 5000,
    "prose": "hello world\n" * 5000,
    "one line": "hello world " * 5000,
    "blanks": " " * 50_000 + "x",
    "quote marks": "\n" + "> " * 10_000 + "x",
    "one header again and again": "RED a\n" * 5000,
    "semicolons": f"RED a{';' * 5000}x\nSTART{{ {START} ! }}END",
    "new numberings without a move": "1. - 2. " * 20_000,
    "new numberings without a move in a block": "START{ " + "1. - 2. " * 20_000,
    "new numberings on one line": "1. C2.5 h8+7 2. H2+3 " * 8000,
    "comments and new numberings": "START{ " + "/* x */ 1. C2.5 h8+7 2. H2+3 " * 5000,
    "records on one line": f"RED a START{{ {START} }}END " * 4000,
    "blank lines behind unnumbered moves": "P2-5 M8.7 " * 20_000 + "\n \n x" * 2000,
    "keywords in small letters": "red x\n" * 20_000,
    "open braces": "{" * 50_000 + "START{ 1. C2.5 " + "{a " * 20_000,
    "results below the moves": f"START{{ {START}\nRESULT 1-0\n\n" * 3000,
    "prose below the moves": f"{START}\n" + "hello world\n" * 20_000 + "4. P3+1",
    "talk below the moves": f"{START}\n" + "2. H2+3 is good\n" * 8000,
    "open set-ups": "SETUP{ x " * 10_000,
    "an unknown header again and again": "RED a\n" + "TABLE 1\nTABLE 2\n" * 8000 + "BLACK b\n",
    "numbers that jump": "START{" + " ".join(f"{n * 2}. C2.5 c8.5" for n in range(9000)),
    "numbers that disagree": "START{"
    + " ".join(f"{n * (1 + n % 2 * 8)}. H2+3 h2+3 {n}. H3-2 h3-2" for n in range(6000)),
    "empty lines": "\n" * 200_000,
    "empty comments of one game": f"RED a\nSTART{{ {START} {'{a} ' * 20_000}}}END",
    "stars in a comment": f"RED a\nSTART{{ {START} /* {'* ' * 50_000}",
    "moves of one game": f"START{{ {'H2+3 h2+3 H3-2 h3-2 ' * 500} ! }}END",
}


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_no_text_takes_long(text: str) -> None:
    began = time.process_time()
    read(text)
    assert time.process_time() - began < 3


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_no_scoresheet_takes_long(text: str) -> None:
    began = time.process_time()
    read_sheet(text)
    assert time.process_time() - began < 3


def test_twice_the_games_without_end_marks_take_about_twice_as_long() -> None:
    def seconds(games: int) -> float:
        text = f"GAME\nRED a\nBLACK b\n{START}\n}}\n\n" * games
        began = time.process_time()
        assert len(read(text)[0]) == games
        return time.process_time() - began

    seconds(10)
    assert seconds(1600) < 10 * seconds(400) + 0.5
