"""Games as text: what each writer writes, to the letter, and that CXQ read again is the same game."""

import csv
import io
import json

import pytest

from app.board.engine import PLAIN
from app.errors import FormatError, Place
from app.formats import READERS, WRITERS, write_text
from app.formats.interpret import interpret
from app.formats.moves.writer import PAIRS_A_LINE, move_text
from app.formats.moves.writer import numbered as in_pairs
from app.games.date import PlayedAt
from app.games.game import Game, Seat
from app.games.reading import Reading
from app.games.result import Ending, Result
from app.notation import NOTATIONS, write_games
from tests.formats.format_cases import (
    ARCHIVES,
    BLACK_BEGINS,
    FOUNDING,
    numbered,
    plies,
    random_moves,
    read,
    read_games,
    read_one,
    record,
    text_of,
    unplaced,
    written,
)

WHOLE = read_one(
    """GAME Đặng Sông Cầu (2456) vs Trần Bến Tre (2344)
TIME 3:7 ; -0:1
RESULT 1-0 (resign:Trần Bến Tre)
RED Đặng Sông Cầu ; 2456 ;;
BLACK Trần Bến Tre ; 2344 ;;
DATE 2006-03-22 20:15:00 CST
PLACE http://www.clubxiangqi.com
EVENT CXQ Game ; 25m/300s/30s
AUTHOR CXQ
TABLE 14
START{
1. C2.5 h8+7 2. H2+3 /* theo sách */ r9.8 3. R1.2 h2+3 4. P7+1 p7+1 5. H8+7 }END
"""
)
BLACK_FIRST = read_one(
    f"RED An\nBLACK Bình\nDATE 2000.11.??\n{BLACK_BEGINS}\nSTART{{ 1. ... r5+1 2. K4+1 r5.6 3. K4.5 }}END"
)
CUT = read_one("RED an_ba ; 2100 ;;\nBLACK b2\nSTART{\n1. C2.5 h8+7 2. H2+3\n")
GAMES = (WHOLE, BLACK_FIRST, CUT)
HERE = Place("games.cxq", 1)


# ---------------------------------------------------------------- CXQ

CXQ = """\
FORMAT  WXF
GAME    Đặng Sông Cầu (2456) vs Trần Bến Tre (2344)
TIME    3:7 ; -0:1
RESULT  1-0 (resign:Trần Bến Tre)
RED     Đặng Sông Cầu ; 2456 ;;
BLACK   Trần Bến Tre ; 2344 ;;
DATE    2006-03-22 20:15:00 CST
PLACE   http://www.clubxiangqi.com
EVENT   CXQ Game ; 25m/300s/30s
AUTHOR  CXQ
TABLE   14
START{
 1. C2.5 h8+7   2. H2+3 /* theo sách */ r9.8   3. R1.2 h2+3
 4. P7+1 p7+1   5. H8+7 }END

FORMAT  WXF
GAME    An () vs Bình ()
RESULT  *
RED     An ;  ;;
BLACK   Bình ;  ;;
DATE    2000.11.??
FEN     3k5/9/9/9/4r4/9/9/9/9/5K3 b - - 0 1
START{
 1. ... r5+1   2. K4+1 r5.6   3. K4.5 }END

FORMAT  WXF
GAME    an_ba (2100) vs b2 ()
RESULT  *
RED     an_ba ; 2100 ;;
BLACK   b2 ;  ;;
START{
 1. C2.5 h8+7   2. H2+3

"""


def test_cxq_is_written_in_columns_of_eight() -> None:
    assert written(*GAMES) == CXQ


def test_cxq_is_written_in_its_own_notation_whatever_is_asked() -> None:
    assert written(*GAMES, notation="vietnamese") == CXQ


def test_written_and_read_again_a_game_is_the_same() -> None:
    again = read_games(written(*GAMES))
    assert [unplaced(game) for game in again] == [unplaced(game) for game in GAMES]
    assert [game.complete for game in again] == [True, True, False]


@pytest.mark.parametrize("name", [*ARCHIVES, FOUNDING])
def test_every_game_of_the_files_is_the_same_when_written_and_read_again(name: str) -> None:
    games = [reading.game for reading in read(text_of(name))[0] if not reading.is_rejected]
    assert [unplaced(game) for game in read_games(written(*games))] == [unplaced(game) for game in games]


def test_random_games_are_the_same_when_written_and_read_again() -> None:
    games = [Game(HERE, Seat(f"red {n}"), moves=moves) for n, moves in enumerate(random_moves(40, 120))]
    assert [unplaced(game) for game in read_games(written(*games))] == games


def test_random_play_from_a_position_is_the_same_when_written_and_read_again() -> None:
    fen = "1cbak4/9/n2a5/2p1p3p/5cp2/2n2N3/6PCP/3AB4/2C6/3A1K1N1 w - - 0 1"
    games = [
        Game(HERE, Seat(f"red {n}"), start_fen=fen, moves=moves) for n, moves in enumerate(random_moves(10, 40, "pos3"))
    ]
    assert [unplaced(game) for game in read_games(written(*games))] == games


@pytest.mark.parametrize("ending", Ending)
@pytest.mark.parametrize("ended_by", [None, 0, 1])
def test_every_ending_is_the_same_when_written_and_read_again(ending: Ending, ended_by: int | None) -> None:
    result = {None: Result.DRAW, 0: Result.BLACK, 1: Result.RED}[ended_by]
    game = Game(HERE, Seat("a"), Seat("b"), result, ending, ended_by, moves=WHOLE.moves)
    assert read_one(written(game)) == game


@pytest.mark.parametrize("seconds", [0, -1, 1, 59, 60, -60, -61, 3599, 360_000])
def test_every_clock_is_the_same_when_written_and_read_again(seconds: int) -> None:
    game = Game(HERE, Seat("a", None, seconds), Seat("b", None, -seconds), moves=WHOLE.moves)
    assert read_one(written(game)) == game


@pytest.mark.parametrize(
    "played", [PlayedAt("2000"), PlayedAt("2000-11"), PlayedAt("2000-11-05"), PlayedAt("2000-11-05", "01:02:03")]
)
def test_every_date_is_the_same_when_written_and_read_again(played: PlayedAt) -> None:
    game = Game(HERE, Seat("a"), Seat("b"), played=played, moves=WHOLE.moves)
    assert read_one(written(game)) == game


def test_what_was_not_understood_is_written_as_it_was_read() -> None:
    lines = ["TIME    all day", "RED     a ; strong ;;", "DATE    Tết 2007", "TABLE   14", "VERYLONGNAME value"]
    text = written(read_one(record("\n".join(lines))))
    assert [line for line in lines if line not in text.splitlines()] == []


COMMENTED = {
    "before the first move": "/* hay */ 1. C2.5 h8+7 2. H2+3",
    "several in one place": "1. C2.5 /* a */ /* b */ h8+7 2. H2+3 /* c */",
    "over two lines": "1. C2.5 /* a\nb */ h8+7 2. H2+3",
    "of a hash": "1. C2.5\n# a\nh8+7 2. H2+3",
    "remarks": "1. C2.5! h8+7?? 2. H2+3 !",
    "with an end mark of its own inside": "1. C2.5\n# a */ b\nh8+7 2. H2+3",
    "with moves inside": "1. C2.5 /* not H2+3 */ h8+7 2. H2+3",
}


@pytest.mark.parametrize("moves", COMMENTED.values(), ids=COMMENTED)
def test_comments_keep_their_plies_and_words_when_written_and_read_again(moves: str) -> None:
    game = read_one(record("RED a\nBLACK b", moves))
    again = read_one(written(game))
    assert (again.moves, again.complete) == (game.moves, True)
    assert {ply: _words(text) for ply, text in again.comments.items()} == {
        ply: _words(text) for ply, text in game.comments.items()
    }


def _words(comment: str) -> list[str]:
    """The words of a comment without its marks."""
    return [word for word in comment.replace("/*", " ").replace("*/", " ").split() if word.strip("/*# ")]


def test_a_remark_stays_a_remark_beside_a_comment() -> None:
    game = read_one(record("RED a\nBLACK b", "1. C2.5! /* a */ h8+7"))
    game.comments[2] = "?! {b} /* c */"
    text = written(game)
    assert "C2.5 ! /* a */ h8+7 ?! /* b */ /* c */" in text
    assert read_one(text).comments == {1: "! /* a */", 2: "?! /* b */ /* c */"}


def test_a_comment_before_the_first_move_of_black_keeps_its_place() -> None:
    game = read_one(f"{BLACK_BEGINS}\nSTART{{\n/* hay */ 1. ... r5+1 2. K4+1 }}END")
    again = read_one(written(game))
    assert (again.moves, again.comments) == (game.moves, {0: "/* hay */"})


# ---------------------------------------------------------------- moves


MOVES = """\
Red: Đặng Sông Cầu (2456)
Black: Trần Bến Tre (2344)
Result: 1-0 (resignation)
Event: CXQ Game; 25m/300s/30s
Date: 2006-03-22 20:15:00 CST
Place: http://www.clubxiangqi.com

1. P2-5 M8.7  2. M2.3 X9-8  3. X1-2 M2.3  4. B7.1 B7.1
5. M8.7

Red: An
Black: Bình
Date: 2000-11
Start: 3k5/9/9/9/4r4/9/9/9/9/5K3 b - - 0 1

1. ... X5.1    2. Tg4.1 X5-6  3. Tg4-5

Red: an_ba (2100)
Black: b2
Incomplete: 3 plies are known

1. P2-5 M8.7  2. M2.3

"""


def test_moves_are_written_in_lines_of_four_pairs() -> None:
    assert written(*GAMES, format="moves", notation="vietnamese") == MOVES


@pytest.mark.parametrize("black_begins", [False, True])
def test_moves_stand_in_columns_however_long_they_are(black_begins: bool) -> None:
    game = Game.blank(Place("", 1))
    game.start_fen = "3k5/9/9/9/4r4/9/9/9/9/5K3 b - - 0 1" if black_begins else None
    for many in (1, 2, 7, 8, 9, 19, 20, 21, 250):
        texts = ["%" + "ABCD"[n % 4] * (n % 3) for n in range(many)]
        pairs = in_pairs(texts, game.first_side)
        width = max(map(len, pairs)) if len(pairs) > 1 else 0
        assert move_text(game, texts).splitlines() == in_plain_columns(pairs, width)


def in_plain_columns(pairs: list[str], width: int) -> list[str]:
    """Lines of pairs, each as wide as that, put together one by one."""
    padded = [pair.ljust(width) for pair in pairs]
    return ["  ".join(padded[n : n + PAIRS_A_LINE]).rstrip() for n in range(0, len(padded), PAIRS_A_LINE)]


def test_moves_are_written_in_words() -> None:
    text = written(CUT, format="moves", notation="vietnamese-words")
    assert text.splitlines()[-2] == "1. Pháo 2 bình 5 Mã 8 tiến 7  2. Mã 2 tiến 3"


@pytest.mark.parametrize("notation", NOTATIONS)
def test_the_headers_are_the_same_in_every_notation(notation: str) -> None:
    lines = written(*GAMES, format="moves", notation=notation).splitlines()
    assert [line for line in lines if ": " in line] == [line for line in MOVES.splitlines() if ": " in line]


def read_moves(text: str) -> list[Game]:
    """The games of a text of moves that holds nothing else."""
    reader = READERS["moves"]()
    found = list(interpret(reader.read(text, "games.txt", 1), reader.again, PLAIN, reader.tongues))
    games = [item.game for item in found if isinstance(item, Reading)]
    assert len(games) == len(found), found
    return games


@pytest.mark.parametrize("notation", NOTATIONS)
def test_moves_read_again_are_the_same_games(notation: str) -> None:
    for game, origin in zip(read_moves(written(*GAMES, format="moves", notation=notation)), GAMES, strict=True):
        assert game.moves == origin.moves
        assert [seat.name for seat in game.seats] == [seat.name for seat in origin.seats]
        assert [seat.rating for seat in game.seats] == [seat.rating for seat in origin.seats]
        assert (game.result, game.ending, game.played) == (origin.result, origin.ending, origin.played)
        assert (game.event, game.time_control, game.site) == (origin.event, origin.time_control, origin.site)


def test_an_incomplete_game_stays_incomplete_when_its_moves_are_read_again() -> None:
    (game,) = read_moves(written(CUT, format="moves"))
    assert (game.plies, game.complete) == (3, False)


@pytest.mark.parametrize("notation", [name for name in NOTATIONS if "words" not in name and "chinese" not in name])
def test_moves_of_latin_notations_are_read_between_block_marks_too(notation: str) -> None:
    (texts,) = write_games(notation, [(None, WHOLE.moves)])
    assert read_one(record("RED a\nBLACK b", numbered(texts))).moves == WHOLE.moves


# ---------------------------------------------------------------- JSON Lines


def test_jsonl_says_all_that_is_known_one_game_a_line() -> None:
    first, second, third = map(json.loads, written(*GAMES, format="jsonl", notation="iccs").splitlines())
    assert first == {
        "id": 1,
        "red": "Đặng Sông Cầu",
        "black": "Trần Bến Tre",
        "red_rating": 2456,
        "black_rating": 2344,
        "red_clock": 187,
        "black_clock": -1,
        "result": "1-0",
        "ending": "resignation",
        "ended_by": "black",
        "date": "2006-03-22",
        "time": "20:15:00",
        "zone": "CST",
        "utc": "2006-03-23T02:15:00Z",
        "event": "CXQ Game",
        "time_control": "25m/300s/30s",
        "site": "http://www.clubxiangqi.com",
        "author": "CXQ",
        "start": None,
        "plies": 9,
        "complete": True,
        "opening": "C01",
        "opening_name": "Pháo đầu mã lộ 7 đối Bình phong mã",
        "source": "games.cxq",
        "line": 1,
        "headers": {"TABLE": "14"},
        "comments": {"3": "/* theo sách */"},
        "moves": ["H2-E2", "H9-G7", "H0-G2", "I9-H9", "I0-H0", "B9-C7", "C3-C4", "G6-G5", "B0-C2"],
        "variations": [],
    }
    assert (second["start"], second["date"], second["utc"]) == ("3k5/9/9/9/4r4/9/9/9/9/5K3 b - - 0 1", "2000-11", None)
    assert second["moves"] == ["E5-E4", "F0-F1", "E4-F4", "F1-E1"]
    assert (third["complete"], third["black_rating"], third["moves"]) == (False, None, ["H2-E2", "H9-G7", "H0-G2"])


def test_jsonl_keeps_letters_as_they_are() -> None:
    assert '"red": "Đặng Sông Cầu"' in written(WHOLE, format="jsonl")


# ---------------------------------------------------------------- CSV

TABLE = """\
id,red,black,red_rating,black_rating,result,ending,date,event,plies,complete,opening,opening_name,source,line,start,moves
1,Đặng Sông Cầu,Trần Bến Tre,2456,2344,1-0,resignation,2006-03-22,CXQ Game,9,1,C01,Pháo đầu mã lộ 7 đối Bình phong mã,games.cxq,1,,\
炮二平五 马８进７ 马二进三 车９平８ 车一平二 马２进３ 兵七进一 卒７进１ 马八进七
2,An,Bình,,,*,,2000-11,,4,1,A00,Khai cuộc khác,games.cxq,1,3k5/9/9/9/4r4/9/9/9/9/5K3 b - - 0 1,车５进１ 帅四进一 车５平６ 帅四平五
3,an_ba,b2,2100,,*,,,,3,0,B05,Pháo đầu đối tiến mã trái,games.cxq,1,,炮二平五 马８进７ 马二进三
"""


def test_csv_has_heads_and_one_game_a_line() -> None:
    assert written(*GAMES, format="csv", notation="chinese") == TABLE


def test_csv_quotes_what_must_be_quoted() -> None:
    game = read_one(record('RED "Tom", the king ; 1 ;;\nBLACK b\nEVENT Cup, 2'))
    (row,) = csv.DictReader(io.StringIO(written(game, format="csv")))
    assert (row["red"], row["event"]) == ('"Tom", the king', "Cup, 2")


# ---------------------------------------------------------------- asking


def test_an_unknown_format_is_named_with_those_there_are() -> None:
    with pytest.raises(FormatError, match=r"no format 'doc' to write; there are moves, cxq, jsonl, csv, pgn, "):
        written(WHOLE, format="doc")


def test_an_unknown_notation_is_named_with_those_there_are() -> None:
    with pytest.raises(FormatError, match=r"no notation 'klingon'; there are wxf, "):
        written(WHOLE, format="moves", notation="klingon")


@pytest.mark.parametrize("format", WRITERS)
def test_no_games_are_written_as_nothing_but_heads(format: str) -> None:
    assert written(format=format) == (TABLE.splitlines(keepends=True)[0] if format == "csv" else "")


def test_text_comes_piece_by_piece() -> None:
    pieces = list(write_text(enumerate(GAMES, start=1), "cxq", "cxq"))
    assert len(pieces) == len(GAMES)


def test_many_games_are_written_in_order() -> None:
    many = [Game(HERE, Seat(f"red {n}"), moves=CUT.moves) for n in range(1, 201)]
    again = read_games(written(*many))
    assert [game.red.name for game in again] == [game.red.name for game in many]
    assert set(plies(*again)) == {3}
