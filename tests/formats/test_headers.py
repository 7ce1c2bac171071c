"""What every header says of a game, in all the ways it is written; written and read again it says the same."""

import unicodedata
from itertools import permutations

import pytest

from app.board.fen import START_FEN
from app.games.date import PlayedAt
from app.games.game import Game, Seat
from app.games.result import Ending, Result
from tests.formats.format_cases import START, plies, read_games, read_one, record, unplaced, written

PLAYERS = "RED an_ba ; 2100 ;;\nBLACK b2 ; 1990 ;;\n"


def game_of(headers: str) -> Game:
    """The only game of a record with these headers; it is the same by the grammar and when written and read again."""
    game = read_one(record(headers))
    assert game.plies == 6
    by_grammar = read_one(f"/**/\n{record(headers)}")
    assert unplaced(by_grammar) == unplaced(game)
    assert [fault.code for fault in by_grammar.faults] == [fault.code for fault in game.faults]
    again = read_one(written(game))
    assert unplaced(again) == unplaced(game)
    return game


def odd(game: Game) -> list[tuple[str, int]]:
    """The codes and lines of a game's faults."""
    return [(fault.code, fault.place.line) for fault in game.faults]


# ---------------------------------------------------------------- RED, BLACK

SEATS = {
    "ThienLac ; 2720 ;;": Seat("ThienLac", 2720),
    "gackiem_____ ; 2747 ;;": Seat("gackiem_____", 2747),
    "2386 ; 1500 ;;": Seat("2386", 1500),
    "Trần (VN) vs all ; 2100 ;;": Seat("Trần (VN) vs all", 2100),
    "Nguyễn Văn Đặng ; 2500 ;;": Seat("Nguyễn Văn Đặng", 2500),
    "king of chess ; 900 ;;": Seat("king of chess", 900),
    "x.y-z'w/v*u#t ; 3000 ;;": Seat("x.y-z'w/v*u#t", 3000),
    "胡荣华 ; 2700 ;;": Seat("胡荣华", 2700),
    "name ;  ;;": Seat("name"),
    "name ; ;;": Seat("name"),
    "name;;;": Seat("name"),
    "name;1234;;": Seat("name", 1234),
    "name ; 0 ;;": Seat("name", 0),
    "name ; 1234": Seat("name", 1234),
    "name": Seat("name"),
    "Fairy Stockfish Winboard": Seat("Fairy Stockfish Winboard"),
    ";;;": Seat(),
    "": Seat(),
}


@pytest.mark.parametrize("value", SEATS)
@pytest.mark.parametrize("side", ["RED", "BLACK"])
def test_a_seat_has_a_name_and_perhaps_a_rating(side: str, value: str) -> None:
    game = game_of(f"EVENT Cup\n{side} {value}")
    assert game.seats[side == "BLACK"] == SEATS[value]
    assert game.seats[side != "BLACK"] == Seat()
    assert odd(game) == []


@pytest.mark.parametrize("name", ["[VN] Trần", "Tom & Jerry", "a<b"])
def test_a_name_may_hold_signs_that_forums_use(name: str) -> None:
    game = game_of(f"RED {name} ; 2100 ;;\nBLACK b")
    assert game.red == Seat(name, 2100)


def test_a_decomposed_name_comes_out_composed() -> None:
    name = "Đặng Hữu Phước"
    game = game_of(f"RED {unicodedata.normalize('NFD', name)} ; 2100 ;;\nBLACK {name} ; 2000 ;;")
    assert game.seats == (Seat(name, 2100), Seat(name, 2000))


@pytest.mark.parametrize("blank", ["\N{IDEOGRAPHIC SPACE}", "\N{NARROW NO-BREAK SPACE}", "\N{NO-BREAK SPACE}"])
def test_any_blank_in_a_name_is_a_blank(blank: str) -> None:
    assert game_of(f"RED 王{blank}天一 ; 2700 ;;\nBLACK b").red == Seat("王 天一", 2700)


@pytest.mark.parametrize("value", ["name ; strong ;;", "name ; 12345678 ;;", "name ; 2100 ; x ; y", "name ; -3 ;;"])
def test_a_seat_that_is_not_understood_gives_the_name_and_is_kept(value: str) -> None:
    game = game_of(f"RED {value}\nBLACK b")
    assert game.red == Seat("name")
    assert game.headers == {"RED": value}
    assert odd(game) == [("odd-header", 1)]


# ---------------------------------------------------------------- GAME


def test_game_is_the_source_of_names_where_there_is_no_other() -> None:
    game = game_of("GAME ThienLac (2720) vs gackiem_____ (2747)")
    assert game.seats == (Seat("ThienLac", 2720), Seat("gackiem_____", 2747))
    assert game.headers == {}


def test_names_in_game_may_lack_ratings_and_hold_brackets() -> None:
    game = game_of("GAME Lê (HCM) () vs Trần (VN) (2000)")
    assert game.seats == (Seat("Lê (HCM)"), Seat("Trần (VN)", 2000))


def test_game_that_says_again_what_the_seats_say_is_not_kept() -> None:
    assert game_of(f"GAME an_ba (2100) vs b2 (1990)\n{PLAYERS}").headers == {}


@pytest.mark.parametrize("value", ["1487abc-test", "A vs. B", "other (1) vs names (2)"])
def test_game_that_says_something_else_is_kept_without_a_fault(value: str) -> None:
    game = game_of(f"GAME {value}\n{PLAYERS}")
    assert game.seats == (Seat("an_ba", 2100), Seat("b2", 1990))
    assert game.headers == {"GAME": value}
    assert odd(game) == []


def test_a_bare_game_says_nothing() -> None:
    assert game_of("GAME\nRED a\nBLACK b").headers == {}
    assert game_of("GAME    \nRED a\nBLACK b").headers == {}


# ---------------------------------------------------------------- TIME

CLOCKS = {
    "-0:1 ; -0:1": (-1, -1),
    "3:7 ; -0:1": (187, -1),
    "00:00 ; 00:00": (0, 0),
    "25:0 ; 0:59": (1500, 59),
    "-2:30 ; -12:5": (-150, -725),
    "3:07;4:08": (187, 248),
    "120:00 ; 99:59": (7200, 5999),
}


@pytest.mark.parametrize("value", CLOCKS)
def test_clocks_stand_in_minutes_and_seconds_red_first(value: str) -> None:
    game = game_of(f"TIME {value}\n{PLAYERS}")
    assert (game.red.clock, game.black.clock) == CLOCKS[value]
    assert odd(game) == []


def test_clocks_that_are_none_are_kept() -> None:
    game = game_of(f"{PLAYERS}TIME all day")
    assert (game.red.clock, game.black.clock) == (None, None)
    assert game.headers == {"TIME": "all day"}
    assert odd(game) == [("odd-header", 3)]


# ---------------------------------------------------------------- RESULT

RESULTS = {
    "1-0": (Result.RED, None, None),
    "0-1": (Result.BLACK, None, None),
    "1/2-1/2": (Result.DRAW, None, None),
    "0.5-0.5": (Result.DRAW, None, None),
    "½-½": (Result.DRAW, None, None),
    "0-0": (Result.UNKNOWN, None, None),
    "*": (Result.UNKNOWN, None, None),
    "0-1 (resign:an_ba)": (Result.BLACK, Ending.RESIGNATION, 0),
    "1-0 (resign:b2)": (Result.RED, Ending.RESIGNATION, 1),
    "1-0 (resign)": (Result.RED, Ending.RESIGNATION, None),
    "1-0 (mate)": (Result.RED, Ending.MATE, None),
    "0-1 (stalemate:an_ba)": (Result.BLACK, Ending.STALEMATE, 0),
    "0-1 (time:an_ba)": (Result.BLACK, Ending.TIME, 0),
    "1-0 (disconnect:b2)": (Result.RED, Ending.ABANDONED, 1),
    "0.5-0.5(Forfeit on time)": (Result.DRAW, Ending.TIME, None),
    "1-0(Resign)": (Result.RED, Ending.RESIGNATION, None),
    "0-1(Checkmate)": (Result.BLACK, Ending.MATE, None),
    "1/2-1/2 (draw accepted)": (Result.DRAW, Ending.AGREEMENT, None),
    "1/2-1/2 (repetition)": (Result.DRAW, Ending.REPETITION, None),
}


@pytest.mark.parametrize("value", RESULTS)
def test_a_result_is_a_score_and_perhaps_a_reason_and_the_loser(value: str) -> None:
    game = game_of(f"RESULT {value}\n{PLAYERS}")
    assert (game.result, game.ending, game.ended_by) == RESULTS[value]
    assert (game.headers, odd(game)) == ({}, [])


def test_of_two_players_of_one_name_the_loser_ended_the_game() -> None:
    game = game_of("RESULT 1-0 (resign:twin)\nRED twin ; 1 ;;\nBLACK twin ; 2 ;;")
    assert (game.result, game.ended_by) == (Result.RED, 1)


def test_the_name_in_a_result_may_be_decomposed() -> None:
    game = game_of(f"RESULT 0-1 (resign:{unicodedata.normalize('NFD', 'Đặng')})\nRED Đặng\nBLACK b")
    assert game.ended_by == 0


def test_the_name_in_a_result_may_hold_brackets() -> None:
    game = game_of("RESULT 0-1 (resign:Trần (VN))\nRED Trần (VN)\nBLACK b")
    assert (game.ending, game.ended_by) == (Ending.RESIGNATION, 0)


@pytest.mark.parametrize(
    ("value", "result", "ending"),
    [
        ("0-1 (blue moon:an_ba)", Result.BLACK, None),
        ("1-0 (blue moon)", Result.RED, None),
        ("1-0 (resign:nobody)", Result.RED, Ending.RESIGNATION),
        ("Red was better", Result.UNKNOWN, None),
    ],
)
def test_a_result_that_is_not_wholly_understood_is_kept_as_written(
    value: str, result: Result, ending: Ending | None
) -> None:
    game = game_of(f"{PLAYERS}RESULT {value}")
    assert (game.result, game.ending) == (result, ending)
    assert game.headers == {"RESULT": value}
    assert odd(game) == [("odd-header", 3)]
    assert f"RESULT  {value}\n" in written(game)


# ---------------------------------------------------------------- DATE

DATES = {
    "2007-10-24 00:55:48 CDT": PlayedAt("2007-10-24", "00:55:48", "CDT"),
    "2007-01-24 23:05:48 CST": PlayedAt("2007-01-24", "23:05:48", "CST"),
    "2026-05-06 03:28:45": PlayedAt("2026-05-06", "03:28:45"),
    "2026-5-6 3:28:45": PlayedAt("2026-05-06", "03:28:45"),
    "2026-05-06 03:28": PlayedAt("2026-05-06", "03:28:00"),
    "2014-07-16": PlayedAt("2014-07-16"),
    "24-12-2022": PlayedAt("2022-12-24"),
    "24/12/2022": PlayedAt("2022-12-24"),
    "2000.11.05": PlayedAt("2000-11-05"),
    "2000.11.??": PlayedAt("2000-11"),
    "2000.??.??": PlayedAt("2000"),
    "2000": PlayedAt("2000"),
    "2004-02-29": PlayedAt("2004-02-29"),
    "": None,
}


@pytest.mark.parametrize("value", DATES)
def test_a_date_is_as_precise_as_it_is_written(value: str) -> None:
    game = game_of(f"DATE {value}\n{PLAYERS}")
    assert game.played == DATES[value]
    assert (game.headers, odd(game)) == ({}, [])


@pytest.mark.parametrize(
    "value",
    [
        "2007-13-24",
        "2007-02-30 00:55:48 CDT",
        "2003-02-29",
        "31-04-2022",
        "2000.??.05",
        "2007-10-24 24:00:00",
        "2007-10-24 00:55:48 CDT extra",
        "0000-01-01",
        "yesterday",
        "Tết 2007",
    ],
)
def test_a_date_that_is_none_is_kept_as_written(value: str) -> None:
    game = game_of(f"{PLAYERS}DATE {value}")
    assert game.played is None
    assert game.headers == {"DATE": value}
    assert odd(game) == [("odd-header", 3)]


@pytest.mark.parametrize("value", ["2007-10-24 00:५५:48 CDT", "２００７-１０-２４ ００:５５:４８ CDT"])
def test_digits_of_other_scripts_are_no_other_moment(value: str) -> None:
    played = game_of(f"{PLAYERS}DATE {value}").played
    assert played is None or played.utc == "2007-10-24T05:55:48Z"


# ---------------------------------------------------------------- EVENT, PLACE, AUTHOR, FORMAT

EVENTS = {
    "CXQ Game ; 25m/300s/30s": ("CXQ Game", "25m/300s/30s"),
    "PlayOK Game ; 10m+5s": ("PlayOK Game", "10m+5s"),
    "PlayOK Game;3m+0s": ("PlayOK Game", "3m+0s"),
    "Giải Mùa Xuân": ("Giải Mùa Xuân", ""),
    "Cup [2007] & more ; 15m+0s": ("Cup [2007] & more", "15m+0s"),
    "one ; two ; three": ("one ; two ; three", ""),
    "": ("", ""),
}


@pytest.mark.parametrize("value", EVENTS)
def test_an_event_has_a_name_and_perhaps_a_time_control(value: str) -> None:
    game = game_of(f"EVENT {value}\n{PLAYERS}")
    assert (game.event, game.time_control) == EVENTS[value]
    assert (game.headers, odd(game)) == ({}, [])


def test_a_place_and_an_author_are_taken_as_written() -> None:
    game = game_of(f"{PLAYERS}PLACE http://www.clubxiangqi.com\nAUTHOR CXQ")
    assert (game.site, game.author) == ("http://www.clubxiangqi.com", "CXQ")


def test_the_format_wxf_says_nothing_new() -> None:
    assert game_of(f"FORMAT WXF\n{PLAYERS}").headers == {}


def test_another_format_is_no_fault() -> None:
    game = read_one("FORMAT ICCS\nRED a\nBLACK b\nSTART{\n1. H2-E2 H9-G7 }END\n")
    assert (game.plies, odd(game)) == (2, [])


def test_moves_written_as_wxf_are_not_said_to_be_in_another_format() -> None:
    game = read_one("FORMAT ICCS\nRED a\nBLACK b\nSTART{\n1. H2-E2 H9-G7 }END\n")
    assert "C2.5 h8+7" in written(game)
    assert "ICCS" not in written(game)


# ---------------------------------------------------------------- FEN


def test_the_usual_start_written_out_is_no_special_start() -> None:
    assert game_of(f"{PLAYERS}FEN {START_FEN}").start_fen is None


def test_a_start_may_use_the_letters_of_others_and_tabs() -> None:
    fen = "4kaer1/4a2c1/2h1e1h2/3Rp1C1p/2C6/5rP2/1pP1P3P/8E/9/1cEAKA1R1"
    game = read_one(record(f"FORMAT  \tWXF\nFEN  \t\t{fen} b", "1. ... r6.4"))
    assert game.start_fen == "4kabr1/4a2c1/2n1b1n2/3Rp1C1p/2C6/5rP2/1pP1P3P/8B/9/1cBAKA1R1 b - - 0 1"
    assert (game.first_side, game.plies) == (1, 1)
    assert unplaced(read_one(written(game))) == unplaced(game)


# ---------------------------------------------------------------- unknown headers


def test_unknown_headers_are_kept_in_order() -> None:
    game = game_of(f"{PLAYERS}TABLE 14\nREFEREE tran_88\nX1 y ; z\nVERYLONGNAME value")
    assert list(game.headers.items()) == [
        ("TABLE", "14"),
        ("REFEREE", "tran_88"),
        ("X1", "y ; z"),
        ("VERYLONGNAME", "value"),
    ]
    assert odd(game) == []


def test_an_unknown_header_may_be_the_first() -> None:
    assert game_of(f"TABLE 14\n{PLAYERS}").headers == {"TABLE": "14"}


# ---------------------------------------------------------------- how headers stand in the file

FULL = {
    "FORMAT": "WXF",
    "GAME": "an_ba (2100) vs b2 (1990)",
    "TIME": "3:7 ; -0:1",
    "RESULT": "1-0 (resign:b2)",
    "RED": "an_ba ; 2100 ;;",
    "BLACK": "b2 ; 1990 ;;",
    "DATE": "2007-10-24 00:55:48 CDT",
    "PLACE": "http://www.clubxiangqi.com",
    "EVENT": "CXQ Game ; 25m/300s/30s",
    "AUTHOR": "CXQ",
}
WHOLE = read_one(record("\n".join(f"{key} {value}" for key, value in FULL.items())))


def test_a_whole_record_is_understood() -> None:
    assert WHOLE.seats == (Seat("an_ba", 2100, 187), Seat("b2", 1990, -1))
    assert (WHOLE.headers, WHOLE.faults) == ({}, [])


@pytest.mark.parametrize(
    "line",
    [
        "{key:<8}{value}\n",
        "{key}\t{value}\n",
        "{key:<8}\t{value}\n",
        "{key} {value}\r\n",
        "{key} {value} \t \n\n",
        "\n{key}  \t{value}\n",
    ],
    ids=["padded", "tab", "padding and tab", "CRLF", "trailing blanks", "empty lines"],
)
def test_blanks_and_line_ends_do_not_matter(line: str) -> None:
    few = ["RED", "BLACK", "DATE", "EVENT"]  # with all ten: test_effort
    headers = "".join(line.format(key=key, value=FULL[key]) for key in few)
    plain = record("\n".join(f"{key} {FULL[key]}" for key in few))
    assert unplaced(read_one(f"{headers}START{{\n{START} }}END\n")) == unplaced(read_one(plain))
    assert unplaced(read_one(f"{headers}START{{\n{START} /**/ }}END\n")).red == Seat("an_ba", 2100)


def test_headers_may_stand_in_any_order() -> None:
    for keys in (*permutations(["RED", "BLACK", "RESULT", "GAME"]), tuple(reversed(FULL))):
        game = game_of("\n".join(f"{key} {FULL[key]}" for key in keys))
        assert (game.red.name, game.black.name, game.ended_by, game.headers) == ("an_ba", "b2", 1, {})


def test_any_header_may_be_missing() -> None:
    for missing in FULL:
        game = game_of("\n".join(f"{key} {value}" for key, value in FULL.items() if key != missing))
        assert game.plies == 6
        if missing not in ("RED", "BLACK"):
            assert (game.red.name, game.black.name, odd(game)) == ("an_ba", "b2", [])


@pytest.mark.parametrize("key", [key for key in FULL if key not in ("RED", "BLACK", "RESULT")])
def test_any_header_may_stand_alone(key: str) -> None:
    assert odd(game_of(f"{key} {FULL[key]}")) == []


def test_a_header_may_have_no_value() -> None:
    game = game_of("\n".join(FULL))
    assert unplaced(game) == unplaced(read_one(f"START{{ {START} }}END"))
    assert odd(game) == []


def test_the_same_header_twice_is_one() -> None:
    assert game_of("RED a ; 1 ;;\nRED a ; 1 ;;\nBLACK b").seats == (Seat("a", 1), Seat("b"))


def test_keywords_of_logs_may_be_written_in_any_case() -> None:
    log = "Game\nResult 0.5-0.5(Forfeit on time)\nDate 2001-02-03\nred An\nBlack Bình\n1. H2-E2 H9-G7\n}\n"
    game = read_one(log)
    assert (game.red.name, game.black.name, game.played) == ("An", "Bình", PlayedAt("2001-02-03"))
    assert (game.result, game.ending, game.plies) == (Result.DRAW, Ending.TIME, 2)


def test_headers_of_one_game_say_nothing_of_the_next() -> None:
    first, second = read_games(
        record("\n".join(f"{key} {value}" for key, value in FULL.items())) + record("RED x\nBLACK y")
    )
    assert unplaced(first) == unplaced(WHOLE)
    assert unplaced(second) == unplaced(read_one(record("RED x\nBLACK y")))
    assert plies(first, second) == [6, 6]
