"""Names that belong to one player: merged, counted as one, taken back exactly."""

import random
from dataclasses import replace
from pathlib import Path

import pytest
import sqlalchemy as sa

from app.errors import QueryError
from app.games.game import Game
from app.games.result import Result
from app.store.aliases import Alias
from app.store.archive import Archive
from app.store.profiles import Score
from app.store.query import Query
from app.store.tables import metadata
from tests.store.made_games import add, game, line

NAMES = ["An", "an_2005", "Bình", "binh99", "BinhCao", "Cúc", "Dung"]
PERSONS = {
    "An": "An",
    "an_2005": "An",
    "Bình": "Bình",
    "binh99": "Bình",
    "BinhCao": "Bình",
    "Cúc": "Cúc",
    "Dung": "Dung",
}
MERGES = [Alias("an_2005", "An", "same mail"), Alias("BinhCao", "binh99", "x"), Alias("binh99", "Bình", "he says so")]


def made(number: int) -> Game:
    chance = random.Random(number)
    red, black = chance.sample(NAMES, 2)
    while PERSONS[red] == PERSONS[black]:
        red, black = chance.sample(NAMES, 2)
    ratings = (chance.choice([None, 1900, 2000, 2100]), chance.choice([None, 1800, 2200]))
    date = chance.choice([None, "2005", "2006-01", f"2007-02-{number % 28 + 1:02}"])
    result = chance.choice(list(Result))
    return game(red, black, line(number, 20), date, at=number, ratings=ratings, result=result)


@pytest.fixture
def games(archive: Archive) -> list[Game]:
    found = [made(number) for number in range(1, 61)]
    for one in found:
        add(archive, f"{one.place.line}.cxq", one)
    assert archive.counts()["games"] == 60
    return found


def merge(archive: Archive, *said: Alias, force: bool = False) -> None:
    for outcome in archive.merge(said, force):
        assert isinstance(outcome, Alias), outcome


def refusal(archive: Archive, said: Alias) -> str:
    (outcome,) = archive.merge([said])
    assert isinstance(outcome, QueryError)
    return str(outcome)


def contents(archive: Archive) -> dict[str, list[tuple[object, ...]]]:
    """Every row of every table but those that tell what the index of positions covers."""
    with archive._reading() as connection:
        return {table.name: list(map(tuple, connection.execute(sa.select(table)))) for table in metadata.sorted_tables}


def renamed(games: list[Game], persons: dict[str, str] = PERSONS) -> list[Game]:
    """The same games, had each player but one name."""
    return [
        replace(
            one,
            red=replace(one.red, name=persons[one.red.name]),
            black=replace(one.black, name=persons[one.black.name]),
        )
        for one in games
    ]


@pytest.fixture
def other(tmp_path: Path, games: list[Game]) -> Archive:
    """An archive of the games of players who have one name each."""
    archive = Archive.open(tmp_path / "renamed.db", create=True)
    for one in renamed(games):
        add(archive, f"{one.place.line}.cxq", one)
    return archive


# ---------------------------------------------------------------- as if there were one name


@pytest.mark.parametrize("order", range(6))
def test_merged_names_count_as_one_player_everywhere(order: int, archive: Archive, games: list[Game], other: Archive):
    said = MERGES.copy()
    random.Random(order).shuffle(said)
    merge(archive, *said)
    assert archive.check() == []
    assert archive.players() == other.players()
    assert archive.players("bin") == other.players("bin")
    for name, person in PERSONS.items():
        own, theirs = archive.player(name), other.player(person)
        assert own.names == [person]
        assert own.aliases == sorted(alias for alias, player in PERSONS.items() if player == person != alias)
        assert replace(own, aliases=[]) == theirs
        for opponent in PERSONS:
            if PERSONS[opponent] != person:
                met, expected = archive.versus(name, opponent), other.versus(person, PERSONS[opponent])
                assert [found.id for found in met.games] == [found.id for found in expected.games]
                assert replace(met, games=[]) == replace(expected, games=[])
    with pytest.raises(QueryError, match="are the same player"):
        archive.versus("An", "an_2005")
    for query in (
        {"player": "{}"}, {"red": "{}"}, {"black": "{}"}, {"player": "{}", "opponent": "Bình"}, {"player": "{}", "outcome": "win"},
    ):  # fmt: skip
        for name, person in PERSONS.items():
            asked, expected = ({key: value.format(who) for key, value in query.items()} for who in (name, person))
            assert [one.id for one in archive.find(Query(**asked))] == [one.id for one in other.find(Query(**expected))]


def test_a_player_who_is_asked_for_with_filters_is_what_a_search_finds(archive: Archive, games: list[Game]):
    merge(archive, *MERGES)
    for query in (
        Query(since="2006"),
        Query(opponent="Cúc"),
        Query(outcome="win"),
        Query(red="an"),
        Query(codes=["A30"]),
    ):
        profile = archive.player("binhcao", query)
        found = archive.find(replace(query, player="binhcao"))
        assert profile.as_red.games + profile.as_black.games == len(found)
        dates = sorted(one.date for one in found if one.date)
        assert [profile.first, profile.last] == ([dates[0], dates[-1]] if dates else [None, None])
    assert sum(score.games for _, score in archive.player("an", Query(opponent="dung")).opponents) == len(
        archive.find(Query(player="an", opponent="dung"))
    )


def test_games_keep_the_names_as_printed(archive: Archive, games: list[Game]):
    before = archive.find(Query())
    merge(archive, *MERGES)
    assert archive.find(Query()) == before
    assert {one.red for one in archive.find(Query(player="An")) if PERSONS[one.red] == "An"} == {"An", "an_2005"}


def test_an_opening_of_a_player_is_counted_as_he_fared(archive: Archive):
    for number, result in enumerate((Result.RED, Result.BLACK, Result.DRAW, Result.UNKNOWN)):
        add(archive, f"{number}.cxq", game("An", f"p{number}", line(1), result=result))
    add(archive, "x.cxq", game("Bình", "An", line(1), result=Result.BLACK), game("An", "Bình", line(2), at=99))
    codes = {one.id: one.opening for one in archive.find(Query())}
    assert codes[1] != codes[6]
    assert archive.player("An").openings == [(codes[1], Score(2, 1, 1, 1)), (codes[6], Score(0, 0, 0, 1))]


# ---------------------------------------------------------------- and back


@pytest.mark.parametrize("order", range(6))
def test_taking_back_undoes_exactly(order: int, archive: Archive, games: list[Game]):
    stages, said = [contents(archive)], MERGES.copy()
    random.Random(order).shuffle(said)
    for one in said:
        merge(archive, one)
        stages.append(contents(archive))
    for one in reversed(said):
        assert contents(archive) == stages.pop()
        ended = archive.unmerge(one.alias)
        assert replace(ended, made_at=None) == one
    assert contents(archive) == stages.pop()
    assert archive.aliases() == []


def test_what_is_merged_into_an_alias_stays_with_it(archive: Archive, games: list[Game]):
    merge(archive, *MERGES)
    archive.unmerge("binh99")
    assert archive.player("BinhCao").names == ["binh99"]
    assert archive.player("Bình").aliases == []
    assert archive.check() == []
    merge(archive, replace(MERGES[2], made_at="2020-01-01T00:00:00+00:00"))
    assert archive.player("BinhCao").names == ["Bình"]


def test_the_list_of_aliases_is_what_was_said(archive: Archive, games: list[Game]):
    dated = [replace(one, made_at=f"2020-01-0{n}T00:00:00+00:00") for n, one in enumerate(MERGES, 1)]
    merge(archive, *dated)
    assert archive.aliases() == [dated[0], dated[2], dated[1]]


def test_a_rebuild_finds_the_players_again(archive: Archive, games: list[Game], path: Path):
    merge(archive, *MERGES)
    before = contents(archive)
    with archive._writing() as connection:
        connection.execute(sa.text("UPDATE aliases SET root_id = of_id"))
        connection.execute(sa.text("UPDATE games SET lineage = id"))
        connection.execute(sa.text("UPDATE players SET folded = 'x' || id"))
    assert archive.check() != []
    archive.rebuild()
    after = contents(archive)
    assert {name: after[name] for name in ("aliases", "games", "players")} == {
        name: before[name] for name in ("aliases", "games", "players")
    }
    assert archive.check() == []


# ---------------------------------------------------------------- refusals


def test_two_who_have_met_are_not_merged_unless_it_must_be(archive: Archive):
    add(archive, "a.cxq", *(game("An", "Bình", line(seed, 20), at=seed) for seed in range(15)))
    add(archive, "b.cxq", game("Bình", "an_2", line(3, 20)), game("an_2", "Cúc", line(4, 20), at=7))
    assert refusal(archive, Alias("Bình", "An", "x")) == (
        "'Bình' and 'An' have met over the board, in games 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12 and 3 more: they are two"
        " people; --force merges them all the same"
    )
    assert refusal(archive, Alias("an_2", "Bình", "x")).startswith(
        "'an_2' and 'Bình' have met over the board, in game 16: "
    )
    merge(archive, Alias("an_2", "An", "x"))
    assert "in games 1, 2," in refusal(archive, Alias("Bình", "an_2", "x")), "as all that they are"
    assert "and 4 more" in refusal(archive, Alias("Bình", "an_2", "x"))
    merge(archive, Alias("Bình", "An", "x"), force=True)
    assert archive.players()[0].games == 2 * 16 + 1, "each seat counts"
    assert archive.check() == []


@pytest.mark.parametrize(
    ("said", "sentence"),
    [
        (
            Alias("nobody", "An", "x"),
            "no player is called 'nobody'; `kypho players --like 'nobody'` lists the names near it",
        ),
        (
            Alias("An", "nobody", "x"),
            "no player is called 'nobody'; `kypho players --like 'nobody'` lists the names near it",
        ),
        (Alias("An", "An", "x"), "'An' is the same name"),
        (Alias("Dung", "Cúc", "  "), "nothing says why 'Dung' is 'Cúc'"),
        (
            Alias("Dung", "Cúc", "x", "yesterday"),
            "'yesterday' is no time; write 2026-12-01T10:20:30+00:00, or nothing for now",
        ),
        (Alias("an_2005", "Cúc", "x"), "'an_2005' is an alias of 'An' already; `kypho player unmerge` ends that"),
        (Alias("Bình", "BinhCao", "x"), "'BinhCao' is an alias of 'Bình' already"),
        (Alias("e", "An", "x"), "'e' may be 'E!', 'É': write the name as it is printed"),
    ],
)
def test_what_cannot_be_is_refused(said: Alias, sentence: str, archive: Archive):
    add(archive, "a.cxq", *(game(one, "x", line(n, 20), at=n) for n, one in enumerate([*NAMES, "É", "E!"])))
    merge(archive, *MERGES)
    before = contents(archive)
    assert refusal(archive, said) == sentence
    assert archive.merge([replace(MERGES[0], why="again")]) == [None]
    assert contents(archive) == before


def test_a_name_that_is_no_alias_cannot_be_taken_back(archive: Archive, games: list[Game]):
    with pytest.raises(QueryError, match="'An' is no alias; `kypho player aliases` lists them"):
        archive.unmerge("an")


# ---------------------------------------------------------------- duplicates


def test_a_game_under_the_other_name_is_a_duplicate(archive: Archive, path: Path):
    add(archive, "a.cxq", game("An", "Bình", line(1), "2007-10-24"))
    merge_later = game("an_2005", "Bình", line(2), "2007-10-25")
    add(archive, "b.cxq", merge_later)
    merge(archive, Alias("an_2005", "An", "x"))
    assert add(archive, "c.cxq", game("an_2005", "Bình", line(1), "2007-10-24")).duplicate == 1
    with Archive.open(path) as again:
        assert add(again, "d.cxq", game("An", "Bình", line(2), "2007-10-25")).duplicate == 1
    archive.unmerge("an_2005")
    assert add(archive, "e.cxq", game("an_2005", "Bình", line(1), "2007-10-24")).complete == 1
    assert archive.check() == []
