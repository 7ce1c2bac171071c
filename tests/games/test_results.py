"""Who won and how, and the time there was for it."""

import pytest

from app.errors import Place
from app.games.game import Game, Seat, TimeControl
from app.games.result import SCORES, Ending, Result, ending_named

REASONS = {
    "resign": Ending.RESIGNATION,
    "RESIGNED": Ending.RESIGNATION,
    "Resign": Ending.RESIGNATION,
    "CHECKMATED": Ending.MATE,
    "Checkmate": Ending.MATE,
    "mate": Ending.MATE,
    "STALEMATED": Ending.STALEMATE,
    "stalemate": Ending.STALEMATE,
    "Forfeit on time": Ending.TIME,
    "FLAGGED": Ending.TIME,
    "timeout": Ending.TIME,
    "DRAW_ACCEPTED": Ending.AGREEMENT,
    "agreed": Ending.AGREEMENT,
    "PERPETUAL_CHECKING": Ending.PERPETUAL,
    "repetition": Ending.REPETITION,
    "abandoned": Ending.ABANDONED,
    "disconnect": Ending.ABANDONED,
    "forfeit": Ending.ABANDONED,
    "move limit": Ending.LIMIT,
}


@pytest.mark.parametrize("word", REASONS)
def test_a_word_names_an_ending(word: str) -> None:
    assert ending_named(word) is REASONS[word]


@pytest.mark.parametrize("word", ["", "blue moon", "draw", "mat", "1-0"])
def test_other_words_name_none(word: str) -> None:
    assert ending_named(word) is None


def test_every_ending_is_named_by_its_own_word() -> None:
    assert [ending_named(ending.value) for ending in Ending] == list(Ending)


def test_every_score_means_a_result() -> None:
    assert {score: result.value for score, result in SCORES.items()} == {
        "1-0": "1-0",
        "0-1": "0-1",
        "1/2-1/2": "1/2-1/2",
        "0.5-0.5": "1/2-1/2",
        "½-½": "1/2-1/2",
        "1/2": "1/2-1/2",
        "0-0": "*",
        "*": "*",
    }
    assert set(SCORES.values()) == set(Result)


CONTROLS = {
    "25m/300s/30s": TimeControl(1500, 0, 300, 30),
    "10m+5s": TimeControl(600, 5),
    "3m+0s": TimeControl(180),
    " 20m+0s ": TimeControl(1200),
    "120m/60s/0s": TimeControl(7200, 0, 60, 0),
}


@pytest.mark.parametrize("text", CONTROLS)
def test_a_time_control_is_read_in_seconds(text: str) -> None:
    assert TimeControl.read(text) == CONTROLS[text]


@pytest.mark.parametrize("text", ["", "25m", "25m/300s", "G5 inc. 20", "10+5", "m+s", "25m/300s/30s/1s", "-1m+0s"])
def test_what_is_no_time_control_is_none(text: str) -> None:
    assert TimeControl.read(text) is None


def test_a_blank_game_is_a_game_of_which_nothing_is_known() -> None:
    place = Place("games.cxq", 7)
    assert Game.blank(place) == Game(place)
    assert Game.blank(place).headers is not Game.blank(place).headers
    assert Game(place).seats == (Seat(), Seat())


def test_the_first_side_follows_from_the_start() -> None:
    fen = "3k5/9/9/9/4r4/9/9/9/9/5K3"
    starts = [None, f"{fen} w - - 0 1", f"{fen} b - - 0 1"]
    assert [Game(Place("games.cxq", 1), start_fen=start).first_side for start in starts] == [0, 0, 1]


def test_two_bytes_are_a_ply() -> None:
    assert Game(Place("games.cxq", 1), moves=bytes((25, 22, 88, 69))).plies == 2
