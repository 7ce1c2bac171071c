"""kypho stats: figures, bars, pictures, JSON."""

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Kypho

KEYS = [
    "games", "first", "last", "plies", "rating", "years", "results", "endings", "lengths", "ratings", "unrated", "openings",
]  # fmt: skip


def test_stats_are_figures_and_bars(at_club: Kypho):
    run = at_club("stats")
    assert (run.status, run.err) == (0, "")
    head, *parts = run.out.split("\n\n")
    assert head == "7 games, 2007-10-24 to 2009-01-05; 35 plies and rating 2136 on average"
    assert parts[0].splitlines() == [
        "Games by year",
        "2007       2  " + "█" * 58,
        "2008       2  " + "█" * 58,
        "2009       1  " + "█" * 29,
        "not known  2  " + "█" * 58,
    ]
    assert [part.splitlines()[0] for part in parts] == [
        "Games by year", "Games by result", "Games by ending", "Games by length in plies", "Ratings of both players",
        "The most frequent openings",
    ]  # fmt: skip
    assert parts[-1].rstrip("\n") == "The most frequent openings\n" + at_club("openings").out.rstrip("\n")


def test_one_thing_may_be_asked_for(at_club: Kypho):
    run = at_club("stats", "--by", "result")
    _, _, title, *bars = run.out.splitlines()
    assert title == "Games by result"
    assert [bar.rsplit(None, 2)[0].strip() if "█" in bar else bar for bar in bars] == [
        "Red wins", "Black wins", "draw", "not known",
    ]  # fmt: skip


def test_stats_are_json(at_club: Kypho):
    found = json.loads(at_club("stats", "--json").out)
    assert list(found) == KEYS
    assert found["years"] == [
        {"year": "2007", "games": 2},
        {"year": "2008", "games": 2},
        {"year": "2009", "games": 1},
        {"year": None, "games": 2},
    ]
    assert found["results"] == [
        {"result": "1-0", "games": 1},
        {"result": "0-1", "games": 2},
        {"result": "1/2-1/2", "games": 1},
        {"result": "*", "games": 3},
    ]
    assert found["lengths"][0] == {"low": None, "high": 20, "games": 6}
    assert found["lengths"][-1] == {"low": 181, "high": 200, "games": 1}
    assert sum(part["players"] for part in found["ratings"]) + found["unrated"] == 14


def test_stats_take_the_filters_of_a_search(at_club: Kypho):
    for filters in (["--player", "an"], ["--since", "2008"], ["--opening", "P2-5 M8.7", "--min-rating", "1900"]):
        games = len(json.loads(at_club("search", "--json", *filters).out))
        assert json.loads(at_club("stats", "--json", *filters).out)["games"] == games > 0


def test_stats_of_nothing(at_club: Kypho):
    run = at_club("stats", "--player", "nobody")
    assert (run.status, run.out, run.err) == (0, "", "no game meets all of this\n")
    assert json.loads(at_club("stats", "--player", "nobody", "--json").out)["games"] == 0


@pytest.mark.parametrize("by", ["year", "result", "ending", "length", "rating", "opening"])
def test_each_is_drawn(by: str, at_club: Kypho, tmp_path: Path):
    run = at_club("stats", "--by", by, "--plot", "-")
    assert run.out.startswith("<svg ") and run.out.endswith("</svg>\n")
    title = at_club("stats", "--by", by).out.splitlines()[2]
    assert f"<title>{title}</title>" in run.out
    at_club("stats", "--by", by, "--plot", "a.svg")
    assert (tmp_path / "a.svg").read_text(encoding="utf-8") == run.out
    at_club("stats", "--by", by, "--plot", "a.png")
    assert (tmp_path / "a.png").read_bytes().startswith(b"\x89PNG")


def test_without_a_word_the_games_by_year_are_drawn(at_club: Kypho):
    assert at_club("stats", "--plot", "-").out == at_club("stats", "--plot", "-", "--by", "year").out


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--by", "weather"], "cannot count by 'weather'; there are year, result, ending, length, rating, opening"),
        (["--plot", "a.pdf"], "a picture is a .svg or a .png file, not 'a.pdf'"),
        (["--plot", "a.svg", "--player", "nobody"], "no game meets all of this: there is nothing to draw"),
    ],
)
def test_what_cannot_be_counted_or_drawn_is_refused(words: list[str], sentence: str, at_club: Kypho):
    run = at_club("stats", *words)
    assert (run.status, run.out, run.err) == (1, "", f"kypho: {sentence}\n")
