"""An archive in figures, against a loop over its games; and how the figures are found."""

import random
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import pairwise

import pytest

from app.games.date import PlayedAt
from app.games.game import Game
from app.games.result import Ending, Result
from app.store.aliases import Alias
from app.store.archive import Archive
from app.store.query import Query
from tests.store.made_games import add, game, line
from tests.store.plans import plans, statements

NAMES = ["An", "Bình", "Cúc", "Dung", "an_2"]
DATES = ["2003", "2003-05", "2006-02-03", "2007-10-24", None]


def made(number: int) -> Game:
    chance = random.Random(number)
    red, black = chance.sample(NAMES[:4], 2)
    ratings = (chance.choice([None, 0, 99, 1950, 2000, 2199, 99999]), chance.choice([None, 1899, 1900, 4000]))
    one = game(
        red,
        chance.choice([black, "an_2"]),
        line(number % 7, chance.choice([1, 20, 21, 40, 41, 60])),
        at=number,
        ratings=ratings,
        result=chance.choice(list(Result)),
        ending=chance.choice([None, *Ending]),
    )
    date = chance.choice(DATES)
    one.played = PlayedAt(date) if date else None
    return one


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Archive]:
    with Archive.open(tmp_path_factory.mktemp("statistics") / "kypho.db", create=True) as archive:
        for number in range(1, 151):
            add(archive, f"{number}.cxq", made(number))
        archive.merge([Alias("an_2", "An", "x")], force=True)
        yield archive


QUERIES = [
    Query(),
    Query(player="an"),
    Query(player="an", outcome="win"),
    Query(red="bình", since="2006"),
    Query(min_rating=1900),
    Query(result="*", max_plies=20),
    Query(ending="mate", complete=True),
    Query(player="nobody"),
]


@pytest.mark.parametrize("query", QUERIES, ids=str)
def test_the_figures_are_those_of_a_loop(query: Query, filled: Archive):
    found = filled.statistics(query)
    games = [one for _, one in filled.games(query)]
    assert found.games == len(games) == len(filled.find(query))
    dates = sorted(one.played.date for one in games if one.played)
    assert (found.first, found.last) == ((dates[0], dates[-1]) if dates else (None, None))
    assert found.plies == (pytest.approx(sum(one.plies for one in games) / len(games)) if games else None)
    ratings = [seat.rating for one in games for seat in one.seats if seat.rating is not None]
    assert found.rating == (pytest.approx(sum(ratings) / len(ratings)) if ratings else None)
    assert found.unrated == 2 * len(games) - len(ratings)
    years = Counter(one.played.date[:4] if one.played else None for one in games)
    assert {year: count for year, count in found.years if count} == years
    assert [count for _, count in found.results] == [sum(one.result == result for one in games) for result in Result]
    assert dict(found.endings) == Counter(one.ending and one.ending.value for one in games)
    for parts, values in ((found.lengths, [one.plies for one in games]), (found.ratings, ratings)):
        assert [part.count for part in parts] == [
            sum(
                (part.low is None or value >= part.low) and (part.high is None or value <= part.high)
                for value in values
            )
            for part in parts
        ]
        assert sum(part.count for part in parts) == len(values), "each in one range"
        assert all(before.high + 1 == after.low for before, after in pairwise(parts)), "no gaps"
    assert found.openings == filled.openings(replace(query, limit=10))


def test_what_is_counted_adds_up(filled: Archive):
    found = filled.statistics()
    for counts in (found.years, found.results, found.endings):
        assert sum(count for _, count in counts) == found.games > 100
    assert sum(part.count for part in found.lengths) == found.games
    assert sum(part.count for part in found.ratings) + found.unrated == 2 * found.games


def test_years_without_games_are_counted_unless_they_are_very_many(archive: Archive):
    add(archive, "a.cxq", game(moves=line(1), date="2003"), game(moves=line(2), date="2006-01", at=9))
    assert archive.statistics().years == [("2003", 1), ("2004", 0), ("2005", 0), ("2006", 1)]
    add(archive, "b.cxq", game(moves=line(3), date="0001"), game(moves=line(4), at=9))
    assert archive.statistics().years == [("0001", 1), ("2003", 1), ("2006", 1), (None, 1)]


def test_the_figures_of_nothing(archive: Archive):
    found = archive.statistics()
    assert (found.games, found.plies, found.rating, found.first) == (0, None, None, None)
    assert found.years == found.endings == found.lengths == found.ratings == found.openings == []


def test_the_most_frequent_openings_are_the_first_of_all(filled: Archive):
    every = filled.openings(Query())
    assert len(every) > 3
    for limit in range(len(every) + 2):
        assert filled.openings(Query(limit=limit)) == every[:limit]


# ---------------------------------------------------------------- how they are found


@pytest.mark.parametrize(
    "ask",
    [
        lambda archive: archive.player("An"),
        lambda archive: archive.player("an_2", Query(since="2006", outcome="win")),
        lambda archive: archive.player("An", Query(opponent="bình")),
        lambda archive: archive.versus("An", "Bình"),
        lambda archive: archive.statistics(Query(player="an")),
        lambda archive: archive.statistics(Query(since="2007")),
        lambda archive: archive.players("an"),
        lambda archive: archive.players_like("an"),
        lambda archive: archive.openings(Query(player="an", limit=5)),
        lambda archive: archive.merge([Alias("Dung", "An", "x")]),
    ],
)
def test_what_is_asked_of_some_games_reads_no_others(ask: Callable[[Archive], object], filled: Archive):
    steps = plans(filled, lambda: ask(filled))
    assert any("ix_games_" in step for step in steps), steps
    assert not any(step.startswith("SCAN games") for step in steps), steps
    assert not any("AUTOMATIC" in step for step in steps), steps


def test_figures_of_all_games_come_from_indexes_where_one_has_them(filled: Archive):
    steps = [step for step in plans(filled, filled.statistics) if step.startswith(("SCAN games", "SEARCH games"))]
    assert sorted(steps) == [
        "SCAN games",  # results, endings and lengths together
        "SCAN games USING COVERING INDEX ix_games_black_rating",
        "SCAN games USING COVERING INDEX ix_games_date",
        "SCAN games USING COVERING INDEX ix_games_red_rating",
        "SEARCH games USING COVERING INDEX ix_games_opening (opening>?)",
        "SEARCH games USING INDEX ix_games_opening (opening=?)",
    ]


@pytest.mark.parametrize(
    "ask", [Archive.statistics, lambda archive: archive.player("An"), lambda archive: archive.versus("An", "Bình")]
)
def test_the_number_of_questions_does_not_grow_with_the_games(ask: Callable[[Archive], object], filled: Archive):
    with_many = len(statements(filled, lambda: ask(filled)))
    assert with_many <= 10
