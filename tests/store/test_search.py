"""Every thing that may be asked of an archive, against a loop over its games."""

import random
import re
import sqlite3
import unicodedata
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from app.errors import QueryError
from app.games.date import PlayedAt
from app.games.game import Game
from app.games.lines import mirror, read_opening
from app.games.result import Ending, Result
from app.store.archive import Archive
from app.store.query import SORTS, Query
from tests.store.made_games import BLACK_BEGINS, add, game, line
from tests.store.plans import plans

NAMES = [
    "Đặng Văn An",
    unicodedata.normalize("NFD", "Đặng Văn An"),
    "DANG VAN AN",
    "Đặng An",
    "dang_an",
    "dangxan",
    "100%",
    "100 %",
    "1000",
    "Nguyễn Bình",
    unicodedata.normalize("NFD", "Trần Ước"),
    "O'Hara\"; DROP TABLE games; --",
    "back\\slash",
    "許銀川",
    "Ｗｉｄｅ",
    "",  # not known
]
CALLED = NAMES[:-1]
DATES = ["2006", "2007", "2007-03", "2007-10", "2007-10-09", "2007-10-24", "2007-12-31", "2008-01", "2008-01-01", None]
EVENTS = ["", "CXQ Game", "Giải Hà Nội", "Cup 50%", "cup_50", "Hà Nội mở rộng"]
RATINGS = [None, 1500, 1999, 2000, 2001, 2747]
FEN = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABN1 w - - 0 1"
OPENINGS = [read_opening(text) for text in ("C2.5", "P2-5 M8.7", "h2-e2 h9-g7 h0-g2", "P7+1", "E3+5 c8.4")]


def made(number: int) -> Game:
    """One of the games, most of them different in most things."""
    chance = random.Random(number)
    fen = chance.choice([None] * 8 + [FEN, BLACK_BEGINS])
    plies = chance.choice([1, 2, 10, 21, 40])
    begin = chance.choice(OPENINGS)[chance.randrange(2)] if fen is None else b""
    moves = line(number % 11, plies, fen) if fen else begin + line(number % 11, plies)
    date = chance.choice(DATES)
    time = f"{chance.randrange(24):02}:30:00" if date and len(date) == 10 else None
    one = game(
        chance.choice(NAMES),
        chance.choice(NAMES),
        moves,
        at=number,
        ratings=(chance.choice(RATINGS), chance.choice(RATINGS)),
        result=chance.choice(list(Result)),
        ending=chance.choice([None, *Ending]),
        event=chance.choice(EVENTS),
        complete=chance.random() < 0.8,
        start_fen=fen,
    )
    one.played = PlayedAt(date, time) if date else None
    return one


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Archive, dict[int, Game]]]:
    """An archive and what is in it by id; each game comes from a source of its own, so that none is a copy."""
    with Archive.open(tmp_path_factory.mktemp("search") / "kypho.db", create=True) as archive:
        for number in range(1, 301):
            add(archive, f"{number}.cxq", made(number))
        yield archive, dict(archive.games(Query(sort="id")))


Filled = tuple[Archive, dict[int, Game]]


# ---------------------------------------------------------------- the same questions put to a list


def bare(name: str) -> str:
    """A name without case, accents, width and signs; one that is nothing but signs keeps them."""
    letters = unicodedata.normalize("NFKD", name).casefold().replace("đ", "d")
    letters = "".join(sign for sign in letters if not unicodedata.combining(sign))
    words = "".join(sign if sign.isalnum() else " " for sign in letters.replace("'", "")).split()
    return " ".join(words or letters.split())


def has_words(name: str, text: str) -> bool:
    """Whether the words of a text stand in a name, in order."""
    at, whole = 0, bare(name)
    for word in bare(text).split():
        at = whole.find(word, at) + len(word)
        if at < len(word):
            return False
    return True


def named(text: str) -> Callable[[str], bool]:
    """The players that a text means: those who are called so; else those with these words in their names."""
    if any(bare(name) == bare(text) for name in CALLED):
        return lambda name: name != "" and bare(name) == bare(text)
    return lambda name: name != "" and has_words(name, text)


def outcome_of(result: Result, side: int) -> str | None:
    if result is Result.DRAW:
        return "draw"
    return {Result.RED: ("win", "loss"), Result.BLACK: ("loss", "win"), Result.UNKNOWN: (None, None)}[result][side]


def meets(one: Game, query: Query) -> bool:
    red, black, date = one.red, one.black, one.played.date if one.played else None
    if query.red is not None and not named(query.red)(red.name):
        return False
    if query.black is not None and not named(query.black)(black.name):
        return False
    if query.player is not None:
        him, other = named(query.player), named(query.opponent) if query.opponent is not None else lambda name: True
        seats = [(red.name, black.name, 0), (black.name, red.name, 1)]
        sides = [side for own, opposite, side in seats if him(own) and other(opposite)]
        if query.outcome is not None:
            sides = [side for side in sides if outcome_of(one.result, side) == query.outcome]
        if not sides:
            return False
    elif query.outcome is not None and outcome_of(one.result, 0 if query.red is not None else 1) != query.outcome:
        return False
    ratings = (red.rating, black.rating)
    return all(
        (
            query.min_rating is None or all(rating is not None and rating >= query.min_rating for rating in ratings),
            query.max_rating is None or all(rating is not None and rating <= query.max_rating for rating in ratings),
            query.result is None or one.result.value == query.result,
            query.ending is None or (one.ending is not None and one.ending.value == query.ending),
            # A year alone may be any of its days.
            query.since is None or (date is not None and (date >= query.since or query.since.startswith(date))),
            query.until is None or (date is not None and date[: len(query.until)] <= query.until),
            query.event is None or (one.event != "" and has_words(one.event, query.event)),
            not query.opening or any(one.moves.startswith(moves) for moves in query.opening),
            query.min_plies is None or one.plies >= query.min_plies,
            query.max_plies is None or one.plies <= query.max_plies,
            query.complete is None or one.complete == query.complete,
        )
    )


def sort_key(game_id: int, one: Game, sort: str) -> tuple[Any, ...]:
    """What is unknown comes before what is known."""
    ratings = (one.red.rating, one.black.rating)
    values: dict[str, list[Any]] = {
        "id": [],
        "date": [one.played.date, one.played.time] if one.played else [None, None],
        "rating": [None if None in ratings else sum(filter(None, ratings))],
        "plies": [one.plies],
        "red": [bare(one.red.name) or None],
        "black": [bare(one.black.name) or None],
        "event": [bare(one.event) or None],
    }
    return (*((value is not None, value) if value is not None else (False,) for value in values[sort]), game_id)


def expected(games: dict[int, Game], query: Query) -> list[int]:
    name = query.sort.removeprefix("-")
    found = [game_id for game_id, one in games.items() if meets(one, query)]
    found.sort(key=lambda game_id: sort_key(game_id, games[game_id], name), reverse=query.sort.startswith("-"))
    return found[: query.limit]


def assert_found(filled: Filled, query: Query) -> list[int]:
    archive, games = filled
    ids = [found.id for found in archive.find(query)]
    assert ids == expected(games, query)
    assert [game_id for game_id, _ in archive.games(query)] == ids
    return ids


# ---------------------------------------------------------------- one thing at a time

ASKED: dict[str, list[Any]] = {
    "player": [
        *CALLED,
        "đặng văn an",
        "dang",
        "an",
        "BÌNH",
        "ước",
        "%",
        "_",
        "dang_",
        "許",
        "wide",
        "nobody",
        "van dang",
    ],
    "red": [*CALLED, "dang", "b\\s", "%%", "__"],
    "black": [*CALLED, "dang an", "o'hara", "'"],
    "min_rating": [0, 1999, 2000, 2001, 3000, -1],
    "max_rating": [0, 1999, 2000, 2001, 3000],
    "result": [*Result],
    "ending": [*Ending],
    "since": [
        "2005",
        "2007",
        "2007-03",
        "2007-10",
        "2007-10-09",
        "2007-10-10",
        "2007-12-31",
        "2008",
        "2008-01",
        "2009",
    ],
    "until": [
        "2005",
        "2006",
        "2007",
        "2007-03",
        "2007-10",
        "2007-10-09",
        "2007-10-10",
        "2007-12",
        "2008-01-01",
        "2009",
    ],
    "event": [*EVENTS[1:], "ha noi", "cup 50", "50%", "%", "_", "hà  mở", "mo ha"],
    "opening": OPENINGS,
    "min_plies": [0, 1, 2, 21, 22, 43, 99],
    "max_plies": [0, 1, 2, 21, 22, 43, 99],
    "complete": [True, False],
    "limit": [0, 1, 7, 1000],
}


@pytest.mark.parametrize(("field", "value"), [(field, value) for field, values in ASKED.items() for value in values])
def test_each_question_finds_what_a_loop_over_the_games_finds(field: str, value: Any, filled: Filled):
    assert_found(filled, Query(**{field: value}))


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ({"until": "2007-12-31"}, ["2007", "2007-06", "2007-06-15"]),
        ({"until": "2007-06-14"}, ["2007", "2007-06"]),
        ({"until": "2007-05"}, ["2007"]),
        ({"until": "2006-12-31"}, []),
        ({"since": "2007-01-01"}, ["2007", "2007-06", "2007-06-15"]),
        ({"since": "2007-06-16"}, ["2007", "2007-06"]),
        ({"since": "2007-07"}, ["2007"]),
        ({"since": "2008"}, []),
        ({"since": "2007-03-01", "until": "2007-03-31"}, ["2007"]),
    ],
)
def test_a_game_is_found_that_may_have_been_played_then(asked: dict[str, Any], found: list[str], path: Path):
    dates = ("2007", "2007-06", "2007-06-15", None)
    with Archive.open(path, create=True) as archive:
        add(archive, "a.cxq", *(game(moves=line(seed), date=date, at=seed) for seed, date in enumerate(dates, start=1)))
        assert sorted(one.date for one in archive.find(Query(**asked)) if one.date) == found


def test_the_games_are_different_enough_for_this(filled: Filled):
    _, games = filled
    assert len(games) > 280
    for field in ("player", "red", "event", "since", "until", "opening", "min_rating"):
        sizes = {len(expected(games, Query(**{field: value}))) for value in ASKED[field]}
        assert len(sizes) > 3, field


@pytest.mark.parametrize("sort", [sign + name for name in SORTS for sign in ("", "-")])
def test_each_order_is_that_of_the_values_with_unknown_ones_first(sort: str, filled: Filled):
    assert_found(filled, Query(sort=sort))
    assert_found(filled, Query(sort=sort, limit=5))


@pytest.mark.parametrize("outcome", ["win", "loss", "draw"])
@pytest.mark.parametrize(
    "who",
    [{"player": "dang"}, {"player": "an", "opponent": "nguyễn bình"}, {"red": "dang van an"}, {"black": "1000"}],
    ids=lambda who: "-".join(who),
)
def test_an_outcome_is_that_of_the_one_who_is_named(outcome: str, who: dict[str, str], filled: Filled):
    assert assert_found(filled, Query(outcome=outcome, **who))


@pytest.mark.parametrize("opponent", ["dang", "dang van an", "%", "nobody", "bình"])
def test_an_opponent_sits_opposite_on_either_side(opponent: str, filled: Filled):
    assert_found(filled, Query(player="an", opponent=opponent))
    assert_found(filled, Query(player="dang van an", opponent=opponent))


def test_ids_are_taken_as_they_are(filled: Filled):
    archive, _ = filled
    assert [found.id for found in archive.find(Query(ids=(7, 3, 9999), sort="id"))] == [3, 7]


@pytest.mark.parametrize("seed", range(150))
def test_many_questions_at_once_find_what_meets_all_of_them(seed: int, filled: Filled):
    chance = random.Random(seed)
    asked = {field: chance.choice(ASKED[field]) for field in chance.sample(sorted(ASKED), chance.choice([2, 2, 3, 4]))}
    if "player" in asked:
        asked |= chance.choice([{}, {"opponent": chance.choice(CALLED)}, {"outcome": "win"}])
    sort = chance.choice(["", "-"]) + chance.choice(SORTS)
    assert_found(filled, Query(sort=sort, **asked))


# ---------------------------------------------------------------- names and openings


@pytest.mark.parametrize("written", ["Đặng Văn An", unicodedata.normalize("NFD", "đặng văn an"), " DANG  van AN "])
def test_case_accents_and_their_encoding_do_not_matter(written: str, filled: Filled):
    archive, _ = filled
    found = {found.red for found in archive.find(Query(red=written))}
    assert found == set(NAMES[:3])


def test_a_name_in_full_means_nobody_else(filled: Filled):
    archive, _ = filled
    assert {found.red for found in archive.find(Query(red="đặng an"))} == {"Đặng An", "dang_an"}
    assert {found.red for found in archive.find(Query(red="dang"))} == {*NAMES[:6]}


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("0%", {"100%", "100 %", "1000"}),
        ("g_v", {*NAMES[:3]}),
        ("k\\s", {"back\\slash"}),
        ("_%", set()),
        ("%", set()),
        ("x_0", set()),
        ("00", {"100%", "100 %", "1000"}),
    ],
)
def test_the_signs_of_like_mean_no_other_signs(text: str, names: set[str], filled: Filled):
    archive, _ = filled
    assert {found.red for found in archive.find(Query(red=text))} == names


@pytest.mark.parametrize("text", ["C2.5 h8+7", "P2-5 M8.7", "P8-5 M2.3", "b2-e2 b9-c7"])
def test_an_opening_is_found_in_any_notation_and_mirrored(text: str, filled: Filled):
    archive, games = filled
    found = {found.id for found in archive.find(Query(opening=read_opening(text)))}
    (line_,) = {min(moves, mirror(moves)) for moves in read_opening(text)}
    assert found == {key for key, one in games.items() if min(one.moves[:4], mirror(one.moves[:4])) == line_}
    assert found


# ---------------------------------------------------------------- questions that mean nothing


@pytest.mark.parametrize(
    ("asked", "sentence"),
    [
        ({"opponent": "An"}, "--opponent needs --player; for one side alone there are --red and --black"),
        ({"outcome": "win"}, "--outcome needs --player: whose win, loss or draw?"),
        ({"outcome": "win", "red": "An", "black": "An"}, "--outcome needs --player: whose win, loss or draw?"),
        ({"outcome": "victory", "player": "An"}, "no outcome 'victory'; there are win, loss and draw"),
        ({"result": "1:0"}, "no result '1:0'; there are 1-0, 0-1, 1/2-1/2, *"),
        (
            {"ending": "ko"},
            "no ending 'ko'; there are resignation, mate, stalemate, time, agreement, repetition, perpetual, abandoned,"
            " move limit",
        ),
        ({"since": "last year"}, "'last year' is no date; write 2007, 2007-10 or 2007-10-24"),
        ({"since": "2007-13"}, "'2007-13' is no date; write 2007, 2007-10 or 2007-10-24"),
        ({"until": "2007-02-30"}, "'2007-02-30' is no date; write 2007, 2007-10 or 2007-10-24"),
        ({"until": "2007-10-24 10:00"}, "'2007-10-24 10:00' is no date; write 2007, 2007-10 or 2007-10-24"),
        ({"since": ""}, "'' is no date; write 2007, 2007-10 or 2007-10-24"),
        (
            {"sort": "elo"},
            "cannot sort by 'elo'; there are id, date, rating, plies, red, black, event,"
            " and - before them for descending order",
        ),
        (
            {"sort": "--date"},
            "cannot sort by '-date'; there are id, date, rating, plies, red, black, event,"
            " and - before them for descending order",
        ),
    ],
)
def test_a_question_that_means_nothing_is_answered_with_what_may_be_asked(
    asked: dict[str, str], sentence: str, filled: Filled
):
    archive, _ = filled
    for answer in (archive.find, lambda query: list(archive.games(query))):
        with pytest.raises(QueryError) as refusal:
            answer(Query(**asked))
        assert str(refusal.value) == sentence


@pytest.mark.parametrize("text", ["zzz", "C9+99", "1."])
def test_an_opening_that_no_notation_reads_is_refused(text: str):
    with pytest.raises(QueryError, match=re.escape(f"no notation reads {text!r} from the start: ")):
        read_opening(text)


def test_words_in_capitals_are_results_and_endings_too(filled: Filled):
    archive, _ = filled
    assert archive.find(Query(ending="MATE")) == archive.find(Query(ending="mate")) != []


INJECTIONS = ["' OR 1=1 --", "'; DROP TABLE games; --", '" OR ""="', "\\' OR 1 --", ":since", "?", "%(a)s", "x\0y"]


@pytest.mark.parametrize("text", INJECTIONS)
@pytest.mark.parametrize("field", ["player", "red", "black", "event"])
def test_sql_in_a_text_is_a_text(field: str, text: str, filled: Filled):
    archive, games = filled
    assert_found(filled, Query(**{field: text}))
    assert archive.counts()["games"] == len(games)


@pytest.mark.parametrize("text", INJECTIONS)
@pytest.mark.parametrize("field", ["outcome", "result", "ending", "since", "until", "sort"])
def test_sql_where_words_are_expected_is_refused_or_finds_nothing(field: str, text: str, filled: Filled):
    archive, games = filled
    try:
        found = archive.find(Query(**({"player": "dang"} | {field: text})))
    except QueryError:
        found = []
    assert found == []
    assert archive.counts()["games"] == len(games)


# ---------------------------------------------------------------- how it is found


@pytest.mark.parametrize(
    ("asked", "index"),
    [
        ({"player": "Đặng Văn An"}, "ix_games_red_id"),
        ({"player": "dang", "opponent": "nguyen", "outcome": "win"}, "ix_games_"),
        ({"player": "dang", "sort": "rating"}, "ix_games_red_id"),
        ({"red": "dang"}, "ix_games_red_id"),
        ({"black": "dang"}, "ix_games_black_id"),
        ({"since": "2008"}, "ix_games_date"),
        ({"since": "2007-10-09"}, "ix_games_date"),
        ({"since": "2007-10", "until": "2007-11", "limit": 20}, "ix_games_date"),
    ],
)
def test_players_and_dates_are_looked_up_and_no_game_is_read_in_vain(asked: dict[str, Any], index: str, filled: Filled):
    archive, _ = filled
    steps = plans(archive, lambda: archive.find(Query(**asked)))
    assert any(index in step for step in steps), steps
    assert not any(step.startswith("SCAN games") for step in steps), steps


def test_relatives_of_new_games_are_looked_up(path: Path):
    with Archive.open(path, create=True) as archive:
        add(archive, "a.cxq", *(game(moves=line(seed), at=seed) for seed in range(5)))
        steps = plans(archive, lambda: add(archive, "b.cxq", game(moves=line(3))))
    assert "SEARCH games USING INDEX ix_games_lineage (lineage=?)" in steps


def test_a_part_of_a_name_may_be_that_of_very_many_players(path: Path):
    with Archive.open(path, create=True) as archive:
        add(archive, "a.cxq", game("member0", "Bình", line(1)))
        with archive._writing() as connection:
            rows = [(number, f"member{number}", f"member{number}") for number in range(10, 20_000)]
            connection.exec_driver_sql("INSERT INTO players VALUES (?, ?, ?)", rows)
        # As many variables as SQLite takes unless somebody has built it otherwise.
        limit = (sqlite3.SQLITE_LIMIT_VARIABLE_NUMBER, 32_766)
        sa.event.listen(archive._engine, "checkout", lambda driver, *_: driver.setlimit(*limit))
        refused, found = "", []
        try:
            found = archive.find(Query(player="member"))
        except sa.exc.OperationalError as error:  # its text would fill a book
            refused = str(error.orig)
        assert refused == ""
        assert [one.id for one in found] == [1]
