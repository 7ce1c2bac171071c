"""kypho show, kypho export: one game and many, in every notation and format."""

import csv
import io
import json
from pathlib import Path

import pytest

from app.notation import NOTATIONS
from tests.cli.conftest import Kypho
from tests.store.made_games import DATA

SHOWN = """\
Game 1   Đặng Văn An (2100) - Long_Phong (1990)   1-0
Ending   resignation (Long_Phong)
Date     2007-10-24 00:55:48 CDT = 2007-10-24T05:55:48Z
Event    CXQ Game
Time     25 min, 300 s a move, then 30 s a move
Place    http://www.clubxiangqi.com
Table    14
Opening  C78 Ngũ thất pháo cùng tiến binh 3 đối Bình phong mã tốt biên mã phải ngoại bàn hà — Đỏ hoành xe trái đối Đen đổi tốt biên
Source   club.cxq:1

1. P2-5 M8.7  2. M2.3 X9-8  3. X1-2 M2.3  4. B3.1 B3.1
5. M8.9 B1.1  6. P8-7 M3.2  7. X9.1 B1.1  8. B9.1 X1.5
9. X2.4 T7.5
"""
BOARD = """\
    1   2   3   4   5   6   7   8   9
 9  ·   ·   ·   ·   ·   k   ·   ·   ·  9
 8  ·   ·   ·   ·  [·]  ·   ·   ·   ·  8
 7  ·   ·   ·   ·   ·  [a]  ·   ·   ·  7
 6  ·   ·   ·   ·   ·   ·   ·   ·   ·  6
 5  ·   ·   ·   ·   ·   ·   ·   ·   ·  5
   ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
 4  ·   ·   ·   ·   ·   ·   ·   ·   ·  4
 3  ·   ·   ·   ·   ·   ·   ·   ·   ·  3
 2  ·   ·   ·   ·   C   ·   ·   ·   ·  2
 1  ·   ·   ·   ·   A   ·   ·   ·   ·  1
 0  ·   ·   ·   ·   K   ·   ·   ·   R  0
    9   8   7   6   5   4   3   2   1
    red to move
"""
# Game 4, begun by Black; then the last pair of game 1.
WRITTEN = {
    "wxf": ("1. ... K5.6   2. K6.5 A5+6  3. R1+5 A6-5", "9. R2+4 E7+5"),
    "wxf2018": ("1. ... K5=6   2. K6=5 A5+6  3. R1+5 A6-5", "9. R2+4 E7+5"),
    "xqbase": ("1. ... K5.6   2. K6.5 A5+6  3. R1+5 A6-5", "9. R2+4 B7+5"),
    "cxq": ("1. ... k5.6   2. K6.5 a5+6  3. R1+5 a6-5", "9. R2+4 e7+5"),
    "axf": ("1. ... K5=6   2. K6=5 A5+6  3. R1+5 A6-5", "9. R2+4 E7+5"),
    "vietnamese": ("1. ... Tg5-6   2. Tg6-5 S5.6  3. X1.5 S6/5", "9. X2.4 T7.5"),
    "vietnamese-words": (
        "1. ... Tướng 5 bình 6                 2. Tướng 6 bình 5 Sĩ 5 tiến 6   3. Xe 1 tiến 5 Sĩ 6 thoái 5",
        "9. Xe 2 tiến 4 Tượng 7 tiến 5",
    ),
    "asian": ("1. ... Tg5=6   2. Tg6=5 S5+6  3. X1+5 S6.5", "9. X2+4 T7+5"),
    "asian-latin": ("1. ... K5=6   2. K6=5 A5+6  3. R1+5 A6.5", "9. R2+4 E7+5"),
    "chinese": ("1. ... 将５平６    2. 帅六平五 士５进６  3. 车一进五 士６退５", "9. 车二进四 象７进５"),
    "chinese-traditional": ("1. ... 將５平６    2. 帥六平五 士５進６  3. 俥一進五 士６退５", "9. 俥二進四 象７進５"),
    "iccs": ("1. ... E9-F9    2. D0-E0 E8-F7  3. I0-I5 F7-E8", "9. H0-H4 G9-E7"),
    "ucci": ("1. ... e9f9   2. d0e0 e8f7  3. i0i5 f7e8", "9. h0h4 g9e7"),
    "uci": ("1. ... e10f10  2. d1e1 e9f8   3. i1i6 f8e9", "9. h1h5 g10e8"),
}


def words(text: str) -> list[str]:
    """A line without its padding, which is the writer's own business."""
    return text.split()


# ---------------------------------------------------------------- show


def test_show_prints_headers_and_moves(at_club: Kypho):
    run = at_club("show", 1)
    assert (run.status, run.out, run.err) == (0, SHOWN, "")


def test_show_prints_the_start_of_a_game_from_a_position(at_club: Kypho):
    assert at_club("show", 4).out.splitlines()[:3] == [
        "Game 4   An - Long_Phong   *",
        "Start    4k4/4a4/9/9/9/9/9/4C4/4A4/3K4R b - - 0 1",
        "Source   club.cxq:35",
    ]


def test_show_names_every_place_where_a_game_was_found(at_club: Kypho):
    assert "Source   damaged.cxq:1, also damaged.cxq:7\n" in at_club("show", 5).out


def test_show_says_why_a_game_is_incomplete(at_club: Kypho):
    fault = f"{DATA / 'damaged.cxq'}:17:33, ply 5: 'R1.5': the chariot would land on a red king [illegal-move]"
    assert f"Fault    {fault}\n" in at_club("show", 6).out


def test_there_is_an_example_of_every_notation():
    assert set(WRITTEN) == set(NOTATIONS)


@pytest.mark.parametrize("notation", WRITTEN)
def test_show_writes_moves_in_every_notation(notation: str, at_club: Kypho):
    begun_by_black, last_pair = WRITTEN[notation]
    first, comment, rest = at_club("show", 4, "--notation", notation).out.splitlines()[-3:]
    assert words(f"{first} {rest}") == words(begun_by_black)
    assert comment == "    nước hay"
    assert words(at_club("show", 1, "-n", notation.upper()).out.splitlines()[-1]) == words(last_pair)


def test_show_prints_the_board_after_a_ply(at_club: Kypho):
    assert at_club("show", 4, "--ply", 3).out.endswith(f"\n\n{BOARD}")


def test_show_prints_the_board_before_the_first_ply_and_after_the_last(at_club: Kypho):
    assert at_club("show", 4, "--ply", 0).out.endswith(" 0  ·   ·   ·   K   ·   ·   ·   ·   R  0\n"
        "    9   8   7   6   5   4   3   2   1\n    black to move\n")  # fmt: skip
    assert at_club("show", 7, "--ply", 192).out.endswith("    red to move\n")


def test_show_refuses_a_ply_that_was_not_played(at_club: Kypho):
    run = at_club("show", 4, "--ply", 6)
    assert (run.status, run.err) == (1, "kypho: the game has 5 plies, there is no ply 6\n")


def test_show_is_json(at_club: Kypho):
    shown = json.loads(at_club("show", 5, "--json", "-n", "iccs").out)
    assert shown == {
        "id": 5, "copies": [["damaged.cxq", 7]], "faults": [], "red": "An", "black": "Bình", "red_rating": 2000,
        "black_rating": 2000, "red_clock": None, "black_clock": None, "result": "*", "ending": None, "ended_by": None,
        "date": "2009-01-05", "time": None, "zone": None, "utc": None, "event": "", "time_control": "", "site": "",
        "author": "", "start": None, "plies": 6, "complete": True, "opening": "C00", "opening_name": "Pháo đầu đối Bình phong mã", "source": "damaged.cxq", "line": 1, "headers": {},
        "comments": {}, "moves": ["H2-E2", "H9-G7", "H0-G2", "I9-H9", "I0-H0", "B9-C7"], "variations": [],
        "notes": {
            "checks": {"red": 0, "black": 0}, "most_in_a_row": {"red": 0, "black": 0}, "repeated": [], "perpetual": [],
            "end": None, "loser": None, "contradicted": False, "move_limit": None, "idle_limit": None,
            "material": [0.0] * 7,
        },
    }  # fmt: skip


PERPETUAL = """\
GAME    An () vs Binh ()
RESULT  0-1 (resign:An)
RED     An ;  ;;
BLACK   Binh ;  ;;
FEN     4k4/R2P5/9/9/4R4/9/9/9/9/3K5 b
START{
 1. ... k5.6  2. R5.4 k6.5  3. R4.5 k5.6  4. R5.4 k6.5  5. R4.5 k5.6
 6. R5.4 k6.5  7. R9+1 }END
"""


def test_show_notes_what_the_moves_prove(kypho: Kypho, tmp_path: Path):
    (tmp_path / "one.cxq").write_text(PERPETUAL)
    assert kypho("import", "one.cxq").status == 0
    assert kypho("show", 1).out.splitlines()[4:11] == [
        "Checks   Red 6 (6 in a row), Black 0",
        "Repeated 3 times the position after plies 0, 4, 8; 3 more positions",
        "         Red checks with every move from ply 1 to 8: perpetual check",
        "Board    Black is mated at the end; the result 0-1 contradicts it",
        "Material ▇▇▇▇▇▇▇▇▇▇▇▇▇ Red +20",
        "",
        "1. ... Tg5-6   2. X5-4 Tg6-5  3. X4-5 Tg5-6  4. X5-4 Tg6-5",
    ]
    notes = json.loads(kypho("show", 1, "--json").out)["notes"]
    assert notes["perpetual"][0] == {"side": "red", "plies": [0, 4, 8]}
    assert (notes["end"], notes["loser"], notes["contradicted"]) == ("mate", "black", True)


def test_show_notes_the_limits_of_cxq(kypho: Kypho, tmp_path: Path):
    there_and_back = "R1+1 r1+1 R1-1 r1-1 "
    (tmp_path / "long.cxq").write_text(f"RED     An\nBLACK   Binh\nSTART{{\n{there_and_back * 150} }}END\n")
    assert kypho("import", "long.cxq").status == 0
    assert [line for line in kypho("show", 1).out.splitlines() if line.startswith("Limit")] == [
        "Limit    30 moves of each side without progress by ply 60: a draw by the rules of CXQ",
        "Limit    300 moves of each side by ply 600: a draw by the rules of CXQ",
    ]


# ---------------------------------------------------------------- export


def test_moves_are_as_people_read_them(at_club: Kypho):
    assert (
        at_club("export", 2).out
        == """\
Red: Long_Phong (2010)
Black: Nguyễn 100% (1800)
Result: 1/2-1/2 (agreement)
Event: Giải Hà Nội; 10m+5s
Date: 2008-03

1. B7.1 B7.1  2. P2-3 P2-5  3. T3.5 M2.3  4. B3.1 X1-2
5. B3.1 P5.4

"""
    )


def test_cxq_can_be_imported_again(at_club: Kypho, tmp_path: Path):
    first = at_club("export", "--format", "cxq")
    (tmp_path / "again.cxq").write_text(first.out, encoding="utf-8")
    report = json.loads(at_club("import", "again.cxq", "--db", "again.db", "--json").out)
    # A cut game comes out without an end mark, and is cut again.
    assert (report["found"], report["complete"], report["incomplete"]) == (7, 5, 2)
    assert at_club("export", "--format", "cxq", "--db", "again.db").out == first.out


def test_moves_can_be_imported_again(at_club: Kypho, tmp_path: Path):
    first = at_club("export", 1, 2, 3, 4, 5)
    (tmp_path / "again.txt").write_text(first.out, encoding="utf-8")
    assert json.loads(at_club("import", "again.txt", "--db", "again.db", "--json").out)["complete"] == 5
    assert at_club("export", "--db", "again.db").out == first.out


def test_an_incomplete_game_does_not_become_complete_on_its_way_through_a_file(at_club: Kypho, tmp_path: Path):
    first = at_club("export", 6)
    assert "Incomplete: 4 plies are known\n" in first.out
    (tmp_path / "again.txt").write_text(first.out, encoding="utf-8")
    report = json.loads(at_club("import", "again.txt", "--db", "again.db", "--json").out)
    assert (report["complete"], report["incomplete"]) == (0, 1)


def test_jsonl_is_a_game_a_line(at_club: Kypho):
    lines = at_club("export", "-f", "jsonl", "-n", "uci").out.splitlines()
    games = [json.loads(one) for one in lines]
    assert [game["id"] for game in games] == [1, 2, 3, 4, 5, 6, 7]
    assert games[3]["moves"] == ["e10f10", "d1e1", "e9f8", "i1i6", "f8e9"]
    assert games[0]["utc"] == "2007-10-24T05:55:48Z"
    assert games[0]["headers"] == {"TABLE": "14"}


def test_csv_is_a_table_with_the_moves_in_a_cell(at_club: Kypho):
    rows = list(csv.DictReader(io.StringIO(at_club("export", "-f", "csv", "-n", "wxf").out)))
    assert list(rows[0]) == [
        "id", "red", "black", "red_rating", "black_rating", "result", "ending", "date", "event", "plies", "complete",
        "opening", "opening_name", "source", "line", "start", "moves",
    ]  # fmt: skip
    assert rows[5]["moves"] == "C2.5 H8+7 H2+3 R9.8"
    assert [row["complete"] for row in rows] == ["1", "1", "1", "1", "1", "0", "0"]


@pytest.mark.parametrize(
    ("options", "ids"),
    [
        ([3, 1], [1, 3]),
        ([7, 7], [7]),
        (["--player", "an", "--sort=-id"], [6, 5, 4]),
        (["--since", "2008", "--complete", "--limit", "2"], [2, 3]),
        ([1, 2, "--red", "long"], [2]),
        (["--incomplete"], [6, 7]),
        (["--opening", "P7+1 p7+1"], [2]),
        (["--player", "nobody"], []),
    ],
)
def test_games_are_chosen_by_number_and_by_filter(options: list[object], ids: list[int], at_club: Kypho):
    run = at_club("export", "-f", "jsonl", *options)
    assert run.status == 0
    assert [json.loads(one)["id"] for one in run.out.splitlines()] == ids


@pytest.mark.parametrize("format", ["moves", "cxq", "jsonl", "csv", "pgn", "pgn-xboard", "dhtmlxq"])
def test_a_file_holds_what_standard_output_would_say(format: str, at_club: Kypho, tmp_path: Path):
    printed = at_club("export", "--format", format)
    run = at_club("export", "--format", format, "--output", "out.txt")
    assert (run.status, run.out, run.err) == (0, "", printed.err)
    assert (tmp_path / "out.txt").read_bytes().decode("utf-8") == printed.out
    assert [path.name for path in tmp_path.iterdir()] == ["out.txt"]


def test_a_number_that_no_game_has_is_told(at_club: Kypho):
    run = at_club("export", 7, 99)
    assert (run.status, run.out) == (1, "")
    assert "there is no game 99" in run.err


def test_an_export_is_written_in_the_encoding_that_is_asked_for(at_club: Kypho, tmp_path: Path):
    run = at_club("export", 1, "--format", "pgn", "--encoding", "gb18030", "--output", "a.pgn")
    assert (run.status, run.out, run.err) == (0, "", "")
    text = (tmp_path / "a.pgn").read_text(encoding="gb18030")
    assert text == at_club("export", 1, "--format", "pgn").out
    assert text.startswith('[Game "Chinese Chess"]\n[Event "')
