"""kypho player as a name and as a group of commands; merge, unmerge, aliases; versus: real transcripts."""

import csv
import io
import json
from pathlib import Path

import pytest

from tests.cli.conftest import Kypho
from tests.store.made_games import line, movetext, record


@pytest.fixture
def four(kypho: Kypho, tmp_path: Path) -> Kypho:
    """A command line with an archive of four games."""
    texts = [movetext(line(seed, 20)) for seed in range(5)]
    games = [
        ("An", "Bình", texts[0], "2007-10-21 10:00:00 CST"),
        ("Bình", "An_99", texts[1], "2007-10-22 10:00:00 CST"),
        ("merge", "Bình", texts[2], "2007-10-23 10:00:00 CST"),
        ("Cúc", "An", texts[3], "2007-10-24 10:00:00 CST"),
    ]
    (tmp_path / "four.cxq").write_text("\n".join(record(*one) for one in games), encoding="utf-8")
    assert kypho("import", "four.cxq").status == 0
    return kypho


def test_two_names_are_merged_listed_and_taken_back(four: Kypho):
    before = four("player", "an").out
    assert four("player", "merge", "An", "an 99", "--why", "his letter").out == "'An_99' is an alias of 'An' now\n"
    assert four("player", "an_99").out.splitlines()[:6] == [
        "An",
        "also An_99",
        "2007-10-21 to 2007-10-24",
        "",
        "          games  wins  draws  losses  score",
        "as Red        1     0      0       0",
    ]
    assert [row["name"] for row in json.loads(four("players", "--json").out)] == ["An", "Bình", "Cúc", "merge"]
    assert "An_99" in four("search", "--player", "an").out
    (row,) = csv.DictReader(io.StringIO(four("player", "aliases", "--csv").out))
    assert (row["alias"], row["player"], row["why"]) == ("An_99", "An", "his letter")
    again = four("player", "merge", "An", "an 99", "--why", "again")
    assert (again.status, again.out, again.err) == (0, "", "'an 99' is an alias of 'An' already\n")
    assert four("player", "unmerge", "an_99").out == "'An_99' is no alias of 'An' any more\n"
    run = four("player", "aliases")
    assert (run.status, run.out, run.err) == (0, "", "no name is an alias\n")
    assert four("player", "an").out == before


def test_two_who_have_met_are_refused_and_the_games_named(four: Kypho):
    run = four("player", "merge", "An", "Bình", "--why", "x")
    assert (run.status, run.out) == (1, "")
    assert run.err == (
        "kypho: 'Bình' and 'An' have met over the board, in game 1: they are two people; --force merges them all the same\n"
    )
    assert four("player", "merge", "An", "Bình", "--why", "x", "--force").status == 0


def test_a_merge_needs_a_reason(four: Kypho):
    assert four("player", "merge", "An", "Cúc").status == 2


def test_bytes_that_are_no_text_are_refused_or_shown_as_such(four: Kypho):
    for words in (
        ["player", "\udcff"],
        ["player", "merge", "\udcff", "An"],
        ["versus", "An", "\udcff"],
        ["player", "unmerge", "\udcff"],
    ):
        run = four(*words, *(["--why", "x"] if "merge" in words else []))
        assert run.status == 1 and run.err.startswith("kypho: no player is called '?'")
    assert four("players", "--like", "\udcff").err == "no player's name is near this\n"
    assert four("player", "merge", "An", "An_99", "--why", "\udcff!").status == 0
    assert ",?!," in four("player", "aliases", "--csv").out


def test_aliases_go_out_and_come_in_again(four: Kypho, tmp_path: Path):
    four("player", "merge", "An", "An_99", "--why", 'he said: "so, yes"')
    four("player", "merge", "An_99", "merge", "--why", "x")
    out = four("player", "aliases", "--export", "-").out
    assert four("player", "aliases", "--export", "a.csv").out == ""
    assert (tmp_path / "a.csv").read_text(encoding="utf-8") == out == four("player", "aliases", "--csv").out
    four("player", "unmerge", "merge")
    assert four("player", "aliases", "--import", "a.csv").out == "2 found = 1 merged + 1 already there + 0 refused\n"
    four("player", "unmerge", "merge")
    four("player", "unmerge", "An_99")
    run = four("player", "aliases", "--import", "-", stdin=out.encode())
    assert (run.status, run.out) == (0, "2 found = 2 merged + 0 already there + 0 refused\n")
    assert four("player", "aliases", "--csv").out == out


def test_what_a_file_says_wrongly_is_named_by_line_and_the_rest_is_merged(four: Kypho, tmp_path: Path):
    text = '\ufeffplayer,alias,why\nAn,nobody,x\nAn,"An_99",x\nAn,Bình,x\nCúc,merge,\n'
    (tmp_path / "a.csv").write_text(text, encoding="utf-8")
    run = four("player", "aliases", "--import", "a.csv")
    assert run.status == 1
    assert run.out == "4 found = 1 merged + 0 already there + 3 refused\n"
    assert [error.split(": ")[0] for error in run.err.splitlines()] == ["a.csv:2", "a.csv:4", "a.csv:5"]
    assert "no player is called 'nobody'" in run.err and "in games 1, 2" in run.err and "nothing says why" in run.err


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"", "a.csv:1: there is no column 'alias'; the first line names the columns"),
        (b"alias,name\nx,y\n", "a.csv:1: there is no column 'player'; the first line names the columns"),
        (b"alias,player,why\n\xff\xfe,x,y\n", "a.csv: byte 17 is no UTF-8; save the file as UTF-8"),
        (b'alias,player,why\n"x"y,z,w\n', "a.csv:2: no CSV: ',' expected after '\"'"),
        (b"alias,player,why\n" + b"x" * 200_000 + b",z,w\n", "a.csv:2: no CSV: field larger than field limit (131072)"),
    ],
)
def test_a_file_that_lists_no_aliases_is_refused(data: bytes, sentence: str, four: Kypho, tmp_path: Path):
    (tmp_path / "a.csv").write_bytes(data)
    run = four("player", "aliases", "--import", "a.csv")
    assert (run.status, run.out, run.err) == (1, "", f"kypho: {sentence}\n")


@pytest.mark.parametrize("words", [["--import", "a.csv", "--export", "b.csv"], ["--import", "a.csv", "--csv"]])
def test_in_and_out_do_not_go_together(words: list[str], four: Kypho):
    assert four("player", "aliases", *words).status == 2


def test_names_of_commands_are_names_of_players_after_two_dashes(four: Kypho):
    assert four("player", "--", "merge").out.startswith("merge\n2007-10-23 to 2007-10-23\n")
    assert four("player", "--json", "merge").status == 0
    assert four("player", "cúc", "--json").status == 0


def test_the_help_says_both_ways(four: Kypho):
    run = four("player", "--help")
    assert "kypho player [OPTIONS] NAME | COMMAND ...\n" in run.out
    assert [text.split()[0] for text in run.out.partition("Commands:\n")[2].splitlines()] == [
        "NAME", "merge", "unmerge", "aliases",
    ]  # fmt: skip
    assert four("player").status == 2
    run = four("player", "an", "--help")
    usage = run.out.splitlines()[0]
    assert "kypho player [OPTIONS] " in usage and "NAME" not in usage
    options = {text.split()[0] for text in run.out.splitlines() if text.startswith("  --")}
    assert {"--since", "--opponent", "--opening", "--plot", "--json"} <= options
    assert "--player" not in options


def test_a_player_takes_the_filters_of_a_search(four: Kypho):
    found = json.loads(four("player", "An", "--opponent", "binh", "--json").out)
    assert found["games"] == 1
    found = json.loads(four("player", "An", "--since", "2007-10-22", "--json").out)
    assert (found["games"], found["first"]) == (1, "2007-10-24")


# ---------------------------------------------------------------- versus


def test_two_players_against_each_other(at_club: Kypho):
    assert (
        at_club("versus", "dang van an", "long phong").out
        == """\
Đặng Văn An - Long_Phong
2007-10-24 to 2007-10-24

          games  wins  draws  losses  score
as Red        1     1      0       0   100%
as Black      0     0      0       0
all           1     1      0       0   100%

id  red                 black              result  ending       date        event     plies
 1  Đặng Văn An (2100)  Long_Phong (1990)  1-0     resignation  2007-10-24  CXQ Game     18
"""
    )


def test_two_players_are_json_seen_from_the_first(at_club: Kypho):
    found = json.loads(at_club("versus", "long phong", "dang", "--json").out)
    assert found["names"] == ["Long_Phong"] and found["opponents"] == ["Đặng Văn An"]
    lost = {"wins": 0, "draws": 0, "losses": 1, "unknown": 0}
    assert found["as_black"] == found["total"] == lost
    assert [game["id"] for game in found["games"]] == [1]
    assert list(found["games"][0]) == list(json.loads(at_club("search", "--json").out)[0])


def test_two_who_have_not_met(at_club: Kypho):
    run = at_club("versus", "thienlac", "an")
    assert (run.status, run.out, run.err) == (
        0, "ThienLac - An\n", "they have not met in a game that meets all of this\n",
    )  # fmt: skip
    assert "have not met" in at_club("versus", "thienlac", "gackiem", "--since", 2008).err


def test_a_long_list_says_how_to_see_more(four: Kypho):
    four("player", "merge", "An", "An_99", "--why", "x")
    run = four("versus", "an", "binh", "--limit", 1)
    assert run.out.splitlines()[-1].startswith(" 2  Bình") and run.err == "the first 1; --limit N shows more\n"
    assert four("versus", "an", "binh", "--sort", "id").out.splitlines()[-1].startswith(" 2")
