"""The founding file: two games of clubxiangqi.com as a forum quoted them, one without headers, one cut off by prose."""

import pytest

from app.errors import Place
from app.formats.record import Stray
from app.games.date import PlayedAt
from app.games.game import Game, Seat, TimeControl
from app.games.reading import Reading
from app.games.result import Ending, Result
from tests.formats.format_cases import FOUNDING, plies, read, text_of
from tests.notation.notation_cases import move, rows

Found = tuple[list[Reading], list[Stray]]


@pytest.fixture(scope="module")
def found() -> Found:
    return read(text_of(FOUNDING))


@pytest.fixture(scope="module")
def headerless(found: Found) -> Game:
    return found[0][0].game


@pytest.fixture(scope="module")
def cut(found: Found) -> Game:
    return found[0][1].game


def moves_of(number: str) -> bytes:
    """The moves of one of the two games as the tables of the notations have them."""
    played = [move(row["iccs"], 0) for row in rows("seed_games.csv") if row["game"] == number]
    return b"".join(bytes((points >> 7, points & 127)) for points in played)


def test_there_are_two_games(found: Found) -> None:
    assert plies(*(reading.game for reading in found[0])) == [122, 192]


def test_the_moves_are_those_of_the_two_known_games(headerless: Game, cut: Game) -> None:
    assert headerless.moves == moves_of("1")
    assert cut.moves == moves_of("2")


def test_the_first_game_has_no_headers_and_is_complete(headerless: Game) -> None:
    assert headerless == Game(Place("games.cxq", 3), moves=headerless.moves)


def test_the_text_of_a_complete_game_is_not_kept_again(found: Found) -> None:
    assert found[0][0].text == ""


def test_the_second_game_is_cut_off_behind_its_last_ply(cut: Game) -> None:
    (fault,) = cut.faults
    assert not cut.complete
    assert (fault.code, fault.ply) == ("cut-off", 192)
    assert (fault.place.line, fault.place.column) == (127, len("94. C1-1 h5-7 95. E5+3 h4-5 96. K5.6 h7-5"))


def test_the_text_of_the_cut_game_is_kept(found: Found) -> None:
    text = found[0][1].text
    assert text.startswith("GAME ThienLac (2720)")
    assert "96. K5.6 h7-5" in text


def test_the_headers_of_the_second_game_are_understood(cut: Game) -> None:
    assert cut.place == Place("games.cxq", 46)
    assert cut.seats == (Seat("ThienLac", 2720, -1), Seat("gackiem_____", 2747, -1))
    assert (cut.result, cut.ending, cut.ended_by) == (Result.BLACK, Ending.RESIGNATION, 0)
    assert (cut.event, cut.site, cut.author) == ("CXQ Game", "http://www.clubxiangqi.com", "CXQ")
    assert (cut.headers, cut.comments) == ({}, {})


def test_the_moment_of_the_second_game_is_known_in_utc(cut: Game) -> None:
    assert cut.played == PlayedAt("2007-10-24", "00:55:48", "CDT")
    assert cut.played.utc == "2007-10-24T05:55:48Z"


def test_the_time_control_is_25_minutes_300_and_30_seconds(cut: Game) -> None:
    assert cut.time_control == "25m/300s/30s"
    assert TimeControl.read(cut.time_control) == TimeControl(game=1500, move=300, free=30)


def test_the_summary_the_quote_mark_and_the_prose_belong_to_no_game(found: Found) -> None:
    strays = [(stray.fault.code, stray.fault.place.line, stray.fault.place.column) for stray in found[1]]
    assert strays == [("stray-text", 1, 1), ("stray-text", 45, 1), ("stray-text", 129, 1)]


def test_the_text_that_belongs_to_no_game_is_kept(found: Found) -> None:
    summary, mark, prose = (stray.text for stray in found[1])
    assert summary == "1. P7+1 p7+1 3 5 E3+5 h2+3 P3+1 2 P3+1 c5+4 A4+5 e7+5"
    assert mark == '"'
    assert prose.startswith("Qui ước và ký hiệu truyền thống")
    assert prose.endswith("X6/3")


def test_the_moves_quoted_in_the_prose_make_no_game(found: Found) -> None:
    prose = found[1][2].text
    assert "Code: 1) X5.3\N{NO-BREAK SPACE}" in prose
    readings, strays = read(prose)
    assert (readings, len(strays)) == ([], 1)
