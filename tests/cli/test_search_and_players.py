"""kypho search, players, player: tables, JSON, CSV."""

import csv
import io
import json
import unicodedata
from pathlib import Path

import pytest

from tests.cli.conftest import Kypho
from tests.store.made_games import line, movetext, record

KEYS = [
    "id", "red", "black", "red_rating", "black_rating", "result", "ending", "date", "event", "plies", "complete",
    "opening", "opening_name", "source", "line",
]  # fmt: skip
TABLE = """\
id  red                 black                result   ending       date        event        plies
 5  An (2000)           Bình (2000)          *                     2009-01-05                   6
 2  Long_Phong (2010)   Nguyễn 100% (1800)   1/2-1/2  agreement    2008-03     Giải Hà Nội     10
 3  Nguyễn 100%         Đặng Văn An (2130)   0-1      time         2008                         8
 7  ThienLac (2720)     gackiem_____ (2747)  0-1      resignation  2007-10-24  CXQ Game     192 …
 1  Đặng Văn An (2100)  Long_Phong (1990)    1-0      resignation  2007-10-24  CXQ Game        18
 6  An (2000)           Cúc (2000)           *                                                4 …
 4  An                  Long_Phong           *                                                  5
"""


def ids(at_club: Kypho, *options: object) -> list[int]:
    run = at_club("search", "--json", *options)
    assert run.status == 0, run.err
    return [game["id"] for game in json.loads(run.out)]


def test_a_table_in_a_pipe_is_plain_text(at_club: Kypho):
    run = at_club("search")
    assert run.out == TABLE
    assert (run.status, run.err) == (0, "")
    assert "\x1b" not in run.out


def test_json_has_the_keys_in_this_order(at_club: Kypho):
    found = json.loads(at_club("search", "--json").out)
    assert [list(game) for game in found] == [KEYS] * 7
    assert found[3] == {
        "id": 7, "red": "ThienLac", "black": "gackiem_____", "red_rating": 2720, "black_rating": 2747, "result": "0-1",
        "ending": "resignation", "date": "2007-10-24", "event": "CXQ Game", "plies": 192, "complete": False,
        "opening": "D14", "opening_name": "Thuận pháo trực xe đối hoãn khai xe — Đen quá hà pháo", "source": "thienlac.cxq", "line": 1,
    }  # fmt: skip


def test_csv_has_the_columns_in_this_order(at_club: Kypho):
    run = at_club("search", "--csv")
    rows = list(csv.DictReader(io.StringIO(run.out)))
    assert run.out.splitlines()[0] == ",".join(KEYS)
    assert [row["id"] for row in rows] == ["5", "2", "3", "7", "1", "6", "4"]
    assert [row["complete"] for row in rows] == ["1", "1", "1", "0", "1", "0", "1"]
    assert rows[2]["red_rating"] == "" and rows[2]["red"] == "Nguyễn 100%"


@pytest.mark.parametrize(
    ("options", "found"),
    [
        (["--player", "dang van an"], [3, 1]),
        (["--player", "đặng", "--outcome", "win"], [3, 1]),
        (["--player", "long_phong", "--opponent", "an"], [4]),
        (["--red", "an"], [5, 6, 4]),
        (["--black", "long"], [1, 4]),
        (["--min-rating", "2001"], [7]),
        (["--max-rating", "2000"], [5, 6]),
        (["--result", "1/2-1/2"], [2]),
        (["--ending", "resignation"], [7, 1]),
        (["--since", "2008"], [5, 2, 3]),
        (["--until", "2007"], [7, 1]),
        (["--event", "ha noi"], [2]),
        (["--opening", "P2-5 M8.7"], [5, 1, 6]),
        (["--opening", "b2e2 h9g7"], [3]),
        (["--min-plies", "11", "--max-plies", "100"], [1]),
        (["--incomplete"], [7, 6]),
        (["--complete", "--limit", "2"], [5, 2]),
        (["--sort", "id"], [1, 2, 3, 4, 5, 6, 7]),
        (["--sort=-plies", "--limit", "1"], [7]),
    ],
)
def test_each_option_asks_what_it_says(options: list[str], found: list[int], at_club: Kypho):
    assert ids(at_club, *options) == found


def test_a_full_page_says_how_to_see_more(at_club: Kypho):
    run = at_club("search", "--limit", 3)
    assert len(run.out.splitlines()) == 4
    assert run.err == "the first 3; --limit N shows more\n"


def test_nothing_found_is_said_and_is_no_error(at_club: Kypho):
    run = at_club("search", "--player", "nobody")
    assert (run.status, run.out, run.err) == (0, "", "no game meets all of this\n")
    assert at_club("search", "--player", "nobody", "--json").out == "[]\n"
    assert at_club("search", "--player", "nobody", "--csv").out == ",".join(KEYS) + "\n"


def test_players_are_a_table(at_club: Kypho):
    lines = at_club("players", "--limit", 4).out.splitlines()
    assert lines == [
        "name         games  wins  draws  losses  rating  first       last",
        "An               3     0      0       0    2000  2009-01-05  2009-01-05",
        "Long_Phong       3     0      1       1    2010  2007-10-24  2008-03",
        "Đặng Văn An      2     2      0       0    2130  2007-10-24  2008",
        "Nguyễn 100%      2     0      1       1    1800  2008        2008-03",
    ]


def test_players_are_json_and_csv(at_club: Kypho):
    keys = ["name", "games", "wins", "draws", "losses", "rating", "first", "last"]
    found = json.loads(at_club("players", "cuc", "--json").out)
    assert [list(player) for player in found] == [keys]
    assert list(found[0].values()) == ["Cúc", 1, 0, 0, 0, 2000, None, None]
    assert at_club("players", "cuc", "--csv").out == ",".join(keys) + "\nCúc,1,0,0,0,2000,,\n"


def test_players_near_a_name_are_a_table_json_and_csv(at_club: Kypho):
    assert at_club("players", "--like", "nguyen_100").out.splitlines() == [
        "name         match   score  games  player",
        "Nguyễn 100%  folded  100.0      2",
    ]
    assert json.loads(at_club("players", "--like", "ThienLak", "--json").out) == [
        {"name": "ThienLac", "match": "near", "score": 87.5, "games": 1, "player": None}
    ]
    assert (
        at_club("players", "--like", "An", "--csv", "--limit", 1).out
        == "name,match,score,games,player\nAn,exact,100.0,3,\n"
    )


def test_nobody_near_a_name_is_said_and_is_no_error(at_club: Kypho):
    run = at_club("players", "--like", "zzzzz")
    assert (run.status, run.out, run.err) == (0, "", "no player's name is near this\n")


def test_a_part_of_a_name_and_a_near_name_do_not_go_together(at_club: Kypho):
    run = at_club("players", "an", "--like", "an")
    assert run.status == 2 and "do not go together" in run.err


def test_case_accents_and_their_encoding_do_not_matter_in_a_search(kypho: Kypho, tmp_path: Path):
    names = ["Đặng", "ĐẶNG", unicodedata.normalize("NFD", "Đặng")]
    records = [record(name, "Bình", movetext(line(seed, 20)), f"2007-10-2{seed}") for seed, name in enumerate(names, 1)]
    (tmp_path / "dang.cxq").write_text("\n".join(records), encoding="utf-8")
    kypho("import", "dang.cxq")
    for asked in ("dang", "Đặng", "đặng", "DANG", unicodedata.normalize("NFD", "ĐẶNG")):
        assert kypho("search", "--player", asked).out == (
            "id  red   black  result  ending  date        event  plies\n"
            " 3  Đặng  Bình   *               2007-10-23            20\n"
            " 2  ĐẶNG  Bình   *               2007-10-22            20\n"
            " 1  Đặng  Bình   *               2007-10-21            20\n"
        )


def test_players_with_nobody_among_them(at_club: Kypho):
    run = at_club("players", "nobody")
    assert (run.status, run.out, run.err) == (0, "", "no player's name contains this\n")


def test_a_player_is_scores_ratings_and_opponents(at_club: Kypho):
    assert (
        at_club("player", "DANG van an").out == """\
Đặng Văn An
2007-10-24 to 2008

          games  wins  draws  losses  score
as Red        1     1      0       0   100%
as Black      1     1      0       0   100%

year  first  lowest  highest  last
2007   2100    2100     2100  2100
2008   2130    2130     2130  2130

opening  games  wins  draws  losses  score
B01          1     1      0       0   100%  Pháo đầu đối tiến mã phải
C78          1     1      0       0   100%  """
        "Ngũ thất pháo cùng tiến binh 3 đối Bình phong mã tốt biên mã phải ngoại bàn hà — Đỏ hoành xe trái đối Đen đổi tốt"
        """ biên

opponent     games  wins  draws  losses  score
Long_Phong       1     1      0       0   100%
Nguyễn 100%      1     1      0       0   100%
"""
    )


def test_a_player_is_json(at_club: Kypho):
    assert json.loads(at_club("player", "gackiem", "--json").out) == {
        "names": ["gackiem_____"],
        "aliases": [],
        "as_red": {"wins": 0, "draws": 0, "losses": 0, "unknown": 0},
        "as_black": {"wins": 1, "draws": 0, "losses": 0, "unknown": 0},
        "first": "2007-10-24",
        "last": "2007-10-24",
        "ratings": [{"date": "2007-10-24", "rating": 2747}],
        "openings": [
            {
                "code": "D14",
                "name": "Thuận pháo trực xe đối hoãn khai xe — Đen quá hà pháo",
                "wins": 1,
                "draws": 0,
                "losses": 0,
                "unknown": 0,
            }
        ],
        "opponents": [{"name": "ThienLac", "wins": 1, "draws": 0, "losses": 0, "unknown": 0}],
        "games": 1,
    }
