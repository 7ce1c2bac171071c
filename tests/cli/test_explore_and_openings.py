"""kypho explore, openings and the questions about positions: tables, JSON, CSV."""

import csv
import io
import json

import pytest

from tests.cli.conftest import Kypho

AFTER_TWO = "rnbakab1r/9/1c4nc1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR w - - 0 1"


def test_explore_is_a_table_with_the_sum_last(at_club: Kypho):
    run = at_club("explore", "P2-5 M8.7")
    assert run.status == 0, run.err
    assert run.out.splitlines() == [
        AFTER_TWO,
        "move  games  Red wins  draws  Black wins  score  rating  performance  last        best games",
        "M2.3      3         1      0           0   100%    2033         2390  2009-01-05  1, 5, 6",
        "all       3         1      0           0   100%    2033         2390  2009-01-05  1, 5, 6",
    ]


def test_explore_is_json(at_club: Kypho):
    found = json.loads(at_club("explore", "P2-5 M8.7", "--json", "-n", "wxf").out)
    assert found["fen"] == AFTER_TWO
    assert found["games"] == 3 and found["best"] == [1, 5, 6]
    assert [(move["move"], move["games"], move["red_wins"]) for move in found["moves"]] == [("H2+3", 3, 1)]


def test_a_position_is_explored_by_its_fen_or_the_moves_to_it_in_any_notation(at_club: Kypho):
    by_moves = at_club("explore", "P2-5 M8.7").out
    assert at_club("explore", "--position", AFTER_TWO).out == by_moves
    assert at_club("explore", "--after", "h2e2 h9g7").out == by_moves
    assert (
        at_club(
            "explore",
            "M8.7",
            "--position",
            AFTER_TWO.replace("rnbakab1r/9/1c4nc1", "rnbakabnr/9/1c5c1").replace(" w", " b"),
        ).out
        == by_moves
    )


def test_explore_takes_the_filters_of_a_search(at_club: Kypho):
    assert json.loads(at_club("explore", "P2-5 M8.7", "--red", "an", "--json").out)["games"] == 2


def test_what_never_was_on_the_board_is_said(at_club: Kypho):
    run = at_club("explore", "--position", "4k4/9/9/9/9/9/9/9/4A4/4K4 w")
    assert (run.status, run.err) == (0, "no game had this position on the board\n")


@pytest.mark.parametrize(
    ("options", "ids"),
    [
        (["--position", AFTER_TWO], [1, 5, 6]),
        (["--after", "P2-5 M8.7"], [1, 5, 6]),
        (["--after", "P8-5 M2.3"], [1, 5, 6]),
        (["--after", "P8-5 M2.3", "--exact"], []),
        (["--after", "P2-5 M8.7", "--max-plies", 10], [5, 6]),
        (["--opening", "C78"], [1]),
        (["--opening", "C"], [1, 5]),
        (["--material", "R A C vs A"], [4]),
        (["--material", "black R A C vs A"], []),
        (["--material", "C A R vs red A"], []),
        (["--pattern", "Cc2 pc5 .c6"], [1, 2]),
        (["--pattern", "Cg2 pg5 .g6"], [1, 2]),
        (["--pattern", "Cg2 pg5 .g6", "--exact"], [2]),
        (["--pattern", "Ce1 .e3", "--stands", 5], []),
    ],
)
def test_positions_and_openings_are_searched(options: list[object], ids: list[int], at_club: Kypho):
    run = at_club("search", "--json", "--sort", "id", *options)
    assert run.status == 0, run.err
    assert [game["id"] for game in json.loads(run.out)] == ids


def test_openings_are_a_table_json_and_csv(at_club: Kypho):
    keys = ["code", "name", "games", "red_wins", "draws", "black_wins", "score", "last"]
    found = json.loads(at_club("openings", "--json").out)
    assert [list(opening) for opening in found] == [keys] * len(found)
    assert sum(opening["games"] for opening in found) == 7
    rows = list(csv.DictReader(io.StringIO(at_club("openings", "--csv").out)))
    assert [row["code"] for row in rows] == [opening["code"] for opening in found]
    assert len(at_club("openings", "--limit", 2).out.splitlines()) == 3


def test_openings_of_nobody(at_club: Kypho):
    run = at_club("openings", "--player", "nobody")
    assert (run.status, run.out, run.err) == (0, "", "no game meets all of this\n")


@pytest.mark.parametrize(
    "words",
    [
        ["explore", "zzz"],
        ["search", "--after", "P2-5 zzz"],
        ["search", "--position", "zzz"],
        ["export", "--material", "R3"],
        ["openings", "--pattern", "zz"],
        ["search", "--stands", "2"],
    ],
)
def test_what_is_no_position_is_refused_in_one_line(words: list[str], at_club: Kypho):
    run = at_club(*words)
    assert run.status == 1 and run.err.startswith("kypho: ") and run.err.count("\n") == 1


def test_rebuild_makes_an_archive_sound_again(kypho: Kypho, club):
    copy = club.parent / "copy.db"
    copy.write_bytes(club.read_bytes())
    assert kypho("db", "rebuild", "--db", copy).out == "7 games: names, openings and positions made again\n"
    assert kypho("db", "check", "--db", copy).out == "7 games replay, all counts agree\n"
