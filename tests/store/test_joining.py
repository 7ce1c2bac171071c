"""Two records of one game become one: what each lacks comes from the other, and what they say otherwise is not lost."""

from itertools import permutations
from pathlib import Path

import pytest

from app.games.date import PlayedAt, days_apart
from app.games.game import Game, Seat
from app.games.result import Ending, Result
from app.store.archive import Archive
from app.store.rows import COLUMNS, GameRow
from tests.store.contents import contents
from tests.store.made_games import add, game, line

MOVES = line(1)
CUT = MOVES[:60]
SAID = {
    "event": "Cup",
    "site": "http://www.clubxiangqi.com",
    "author": "CXQ",
    "time_control": "25m/300s/30s",
    "result": Result.RED,
    "ending": Ending.RESIGNATION,
    "ended_by": 1,
}


def joined(archive: Archive, *records: Game) -> Game:
    """What becomes of records of one game, each from a file of its own."""
    for number, one in enumerate(records):
        add(archive, f"{number}.cxq", one)
    assert archive.counts()["games"] == 1
    return archive.game(1).game


def test_a_row_has_the_columns_of_the_table():
    assert GameRow._fields == COLUMNS


@pytest.mark.parametrize("order", [1, -1])
def test_what_the_fuller_record_lacks_comes_from_the_other(order: int, archive: Archive):
    cut = game(moves=CUT, complete=False, ratings=(2000, 1900), **SAID, headers={"TABLE": "4"}, comments={3: "hay"})
    cut.played = PlayedAt("2007-10-24", "00:55:48", "CDT")
    cut.red.clock, cut.black.clock = -7, 60
    found = joined(archive, *[cut, game(moves=MOVES)][::order])
    assert found.moves == MOVES and found.complete
    assert (found.red, found.black) == (Seat("An", 2000, -7), Seat("Bình", 1900, 60))
    assert {key: getattr(found, key) for key in SAID} == SAID
    assert (found.played, found.headers, found.comments) == (cut.played, {"TABLE": "4"}, {3: "hay"})


@pytest.mark.parametrize("order", [1, -1])
def test_where_both_say_something_the_fuller_is_right_and_the_other_is_kept(order: int, archive: Archive):
    cut = game("AN", "Bình", CUT, "2007-10-25", complete=False, ratings=(2000, 1900), **SAID, headers={"TABLE": "4"})
    whole = game(moves=MOVES, date="2007-10-24", ratings=(2010, 1900), event="Spring", result=Result.RED)
    whole.ending, whole.headers, whole.author, whole.site = Ending.TIME, {"TABLE": "5"}, "cxq", "club"
    found = joined(archive, *[cut, whole][::order])
    assert (found.red.name, found.red.rating, found.event, found.ending) == ("An", 2010, "Spring", Ending.TIME)
    assert found.played == PlayedAt("2007-10-24")
    assert found.headers == {
        "ALSO_RED": "2000 | AN",
        "ALSO_RESULT": "resignation (Bình)",
        "ALSO_DATE": "2007-10-25",
        "ALSO_PLACE": "http://www.clubxiangqi.com",
        "ALSO_EVENT": "Cup",
        "TABLE": "5 | 4",
    }


def test_the_more_precise_of_two_dates_stands_and_nothing_is_kept_of_the_other(archive: Archive):
    found = joined(archive, game(moves=CUT, complete=False, date="2007-10-24"), game(moves=MOVES, date="2007"))
    assert (found.played, found.headers) == (PlayedAt("2007-10-24"), {})


def test_a_header_that_was_not_understood_gives_way_to_the_other_record(archive: Archive):
    odd = game(moves=MOVES, headers={"DATE": "24th of Oct", "RESULT": "red", "EVENT": "?"})
    found = joined(archive, game(moves=CUT, complete=False, date="2007-10-24", result=Result.RED), odd)
    assert (found.played, found.result) == (PlayedAt("2007-10-24"), Result.RED)
    assert found.headers == {"ALSO_DATE": "24th of Oct", "ALSO_RESULT": "red", "EVENT": "?"}


def test_what_was_not_understood_does_not_hide_what_the_fuller_record_says(archive: Archive):
    odd = game(moves=CUT, complete=False, headers={"Date": "24th of Oct"})
    found = joined(archive, odd, game(moves=MOVES, date="2007-10-24"))
    assert found.headers == {"ALSO_DATE": "24th of Oct"}


def test_several_records_say_the_same_in_any_order_and_batch(tmp_path: Path):
    records = {
        "a": game("AN", "Bình", MOVES[:60], "2007-10-24", complete=False, ratings=(1, 3), event="Cup"),
        "b": game("An", "Bình", MOVES[:80], "2007-10-25", complete=False, ratings=(2, 3), headers={"TABLE": "4"}),
        "c": game("An", "BÌNH", MOVES, "2007-10-24", ratings=(7, None), comments={1: "hay"}),
    }
    seen = []
    for number, order in enumerate(permutations(records)):
        with Archive.open(tmp_path / f"{number}.db", create=True) as archive:
            for name in order:
                add(archive, f"{name}.cxq", records[name])
            found = archive.game(1)
            seen.append((found.game.red, found.game.black, found.game.played, found.game.event,
                         dict(sorted(found.game.headers.items())), found.game.comments, sorted(found.copies)))  # fmt: skip
            assert archive.check() == []
    assert seen == [seen[0]] * len(seen)
    red, black, _, event, headers, *_ = seen[0]
    assert (red, black, event) == (Seat("An", 7), Seat("BÌNH", 3), "Cup")
    assert headers == {"ALSO_BLACK": "Bình", "ALSO_DATE": "2007-10-25", "ALSO_RED": "1 | 2 | AN", "TABLE": "4"}


def test_joining_the_same_records_again_changes_nothing(archive: Archive, path: Path):
    cut = game("AN", "Bình", CUT, "2007-10-25", complete=False, ratings=(2000, 1900), **SAID, headers={"TABLE": "4"})
    whole = game(moves=MOVES, date="2007-10-24", ratings=(2010, 1900), event="Spring", headers={"TABLE": "5"})
    joined(archive, cut, whole)
    before = contents(path)
    joined(archive, cut, whole)
    assert contents(path) == before


def test_a_mended_file_says_itself_what_is_right(archive: Archive):
    add(archive, "a.cxq", game(moves=CUT, complete=False, ratings=(20, 1900), date="2007-10-25", event="Cup"))
    add(archive, "a.cxq", game(moves=MOVES, ratings=(2010, 1900), date="2007-10-24"))
    found = archive.game(1).game
    assert (found.red.rating, found.event, found.headers) == (2010, "Cup", {})


# ---------------------------------------------------------------- what excludes that two records are one


@pytest.mark.parametrize("moves", [CUT, MOVES])
@pytest.mark.parametrize(("first", "second"), [("1-0", "0-1"), ("0-1", "1-0"), ("1-0", "1/2-1/2")])
def test_contradicting_results_make_two_games(first: str, second: str, moves: bytes, archive: Archive):
    add(archive, "a.cxq", game(moves=moves, complete=False, date="2007-10-24", result=Result(first)))
    add(archive, "b.cxq", game(moves=MOVES, date="2007-10-24", result=Result(second)))
    assert archive.counts()["games"] == 2


@pytest.mark.parametrize("known", ["1-0", "0-1", "1/2-1/2"])
def test_the_unknown_result_contradicts_nothing(known: str, archive: Archive):
    found = joined(archive, game(moves=MOVES, result=Result(known)), game(moves=MOVES))
    assert found.result.value == known


@pytest.mark.parametrize("moves", [CUT, MOVES])
@pytest.mark.parametrize(
    ("first", "second", "games"),
    [
        ("2005", "2007-03", 2),
        ("2005", "2007-03-01", 2),
        ("2007", "2007-03-01", 1),
        ("2007-02", "2007-03-01", 1),
        ("2007-02", "2007-03-03", 2),
        ("2006", "2007", 1),
        ("2007-03", "2007-04-30", 2),
    ],
)
def test_partial_dates_exclude_one_another_or_do_not(
    first: str, second: str, games: int, moves: bytes, archive: Archive
):
    add(archive, "a.cxq", game(moves=moves, complete=moves == MOVES, date=first))
    add(archive, "b.cxq", game(moves=MOVES, date=second))
    assert archive.counts()["games"] == games


def test_a_short_whole_game_of_some_year_is_not_the_beginning_of_another(archive: Archive):
    add(archive, "a.cxq", game(moves=MOVES[:24], date="2007"))
    add(archive, "b.cxq", game(moves=MOVES, date="2007-10-24"))
    assert archive.counts()["games"] == 2


@pytest.mark.parametrize(("plies", "games"), [(20, 2), (39, 2), (40, 1)])
def test_players_repeat_short_draws_on_other_days(plies: int, games: int, archive: Archive):
    for number, date in enumerate(("2007-10-24", "2008-10-24")):
        add(archive, f"{number}.cxq", game(moves=MOVES[: 2 * plies], date=date, result=Result.DRAW))
    assert archive.counts()["games"] == games


def test_underscores_behind_a_name_do_not_make_another_player(archive: Archive):
    found = joined(archive, game("gackiem_____", "Bình", MOVES), game("GacKiem", "Bình", MOVES))
    assert (found.red.name, found.headers) == ("gackiem_____", {"ALSO_RED": "GacKiem"})


@pytest.mark.parametrize(("first", "second"), [("gac_kiem", "gackiem"), ("___", "")])
def test_other_underscores_do(first: str, second: str, archive: Archive):
    add(archive, "a.cxq", game(first, "Bình", MOVES))
    add(archive, "b.cxq", game(second, "Bình", MOVES))
    assert archive.counts()["games"] == 2


@pytest.mark.parametrize(
    ("first", "second", "days"),
    [
        ("2007-10-24", "2007-10-24", 0),
        ("2007-10-24", "2007-11-01", 8),
        ("2007", "2007-10-24", 0),
        ("2007-02", "2007-03-01", 1),
        ("2008-02", "2008-03", 1),
        ("2005", "2007-03", 425),
        ("2007-12", "2008", 1),
    ],
)
def test_days_between_dates_of_any_precision(first: str, second: str, days: int):
    assert days_apart(first, second) == days_apart(second, first) == days
