"""Scoresheets: moves in any notation, under headers in three languages or none."""

import io
import re
from collections.abc import Callable

import pytest

from app.board.engine import PLAIN
from app.errors import Fault
from app.formats import READERS, format_of, write_text
from app.formats.decoding import Decoder
from app.formats.interpret import Tongues, interpret
from app.formats.record import Stray
from app.games.game import Game
from app.games.reading import Reading
from app.games.result import Ending, Result
from app.notation import NOTATIONS, notation_named
from app.position import Position
from tests.formats.format_cases import fault_of
from tests.formats.format_cases import read as read_cxq

FAN = "3k5/9/9/9/9/9/2P6/9/2C6/4K4 w - - 0 1"


def read(text: str, notation: str | None = None) -> tuple[list[Reading], list[Fault]]:
    """The games of a scoresheet and the faults of what belongs to none."""
    reader = READERS["moves"]()
    tongues = Tongues((notation_named(notation),)) if notation else reader.tongues
    found = (
        record
        for window in Decoder().windows(io.BytesIO(text.encode()))
        for record in reader.read(window.text, "sheet.txt", window.line)
    )
    items = list(interpret(found, reader.again, PLAIN, tongues))
    return [item for item in items if isinstance(item, Reading)], [i.fault for i in items if isinstance(i, Stray)]


def read_one(text: str, notation: str | None = None) -> Game:
    readings, _ = read(text, notation)
    (reading,) = readings
    return reading.game


def iccs(game: Game) -> str:
    """The moves of a game, to be compared by eye."""
    position, texts = Position.from_fen(*filter(None, (game.start_fen,))), []
    for start, end in zip(game.moves[0::2], game.moves[1::2], strict=True):
        texts.append(position.write(start * 128 + end, "ucci"))
        position = position.play(start * 128 + end)
    return " ".join(texts)


@pytest.mark.parametrize(
    "line",
    [
        "1. P2-5 M8.7 2. M2.3 X9-8",
        "1.P2-5 M8.7 2.M2.3 X9-8",
        "1) P2-5   M8.7 2) M2.3\u00a0 \u00a0 X9-8",
        "P2-5 M8.7 M2.3 X9-8",
        "1. P2-5 M8.7\n2. M2.3 X9-8",
        "1. P2-5 M8.7\n\n2. M2.3 X9-8\n",
        "1. P2–5 M8.7 2. M2.3 X9–8",
        "1. p2-5 m8.7 2. m2.3 x9-8",
        "1. Pháo 2 bình 5 Mã 8 tấn 7 2. Mã 2 tiến 3 Xe 9 bình 8",
        "1. Pháo hai bình năm  Mã tám tiến bảy\n2. Mã 2 tiến 3  Xe chín bình tám",
        "1. Phao 2 binh 5 Ma 8 tien 7 2. ma 2 tan 3 xe 9 binh 8",
        "1. C2.5 h8+7 2. H2+3 r9.8",
        "1. C2=5 H8+7 2. H2+3 R9=8",
        "1. P2=5 M8+7 2. M2+3 X9=8",
        "1. 炮二平五 马８进７ 2. 马二进三 车９平８",
        "炮二平五 馬８進７ 傌二進三 車９平８",
        "1. h2e2 h9g7 2. h0g2 i9h9",
        "1. H2-E2 H9-G7 2. H0-G2 I9-H9",
        "1. h3e3 h10g8 2. h1g3 i10h10",
        "1. h7e7 h0g2 2. h9g7 i0h0",
    ],
)
def test_the_same_four_plies_are_read_in_any_notation(line: str) -> None:
    game = read_one(line)
    assert (iccs(game), game.complete) == ("h2e2 h9g7 h0g2 i9h9", True)


@pytest.mark.parametrize(
    "headers",
    [
        "Red: Đặng Lê (2300)\nBlack: An\nResult: 0-1 (resignation)\nEvent: Xuân; 10m+5s\nDate: 2007-10-24\nPlace: Hà Nội",
        "Trắng: Đặng Lê (2300)\nĐen: An\nKết quả: Đen thắng\nGiải: Xuân; 10m+5s\nNgày: 2007-10-24\nNơi: Hà Nội",
        "Đỏ : Đặng Lê (2300)\nĐen : An\nKết quả : 0-1\nGiải đấu : Xuân; 10m+5s\nNgày : 24-10-2007\nĐịa điểm : Hà Nội",
        "红方：Đặng Lê（2300）\n黑方：An\n结果：黑胜\n赛事：Xuân; 10m+5s\n日期：2007.10.24\n地点：Hà Nội",
    ],
    ids=["English", "Vietnamese", "Vietnamese, other words", "Chinese"],
)
def test_headers_may_be_in_three_languages(headers: str) -> None:
    game = read_one(f"{headers}\n\n1. P2-5 M8.7")
    assert (game.red.name, game.red.rating, game.black.name) == ("Đặng Lê", 2300, "An")
    assert (game.result, game.event, game.time_control, game.site) == (Result.BLACK, "Xuân", "10m+5s", "Hà Nội")
    assert game.played is not None and game.played.date == "2007-10-24"
    assert game.headers == {}


def test_games_follow_one_another_by_headers_scores_and_numbers() -> None:
    text = "Red: a\nBlack: b\n1. P2-5 M8.7\nRed: c\nBlack: d\n1. P8-5 M2.3 1-0\n1. T3.5 T3.5\n2. M2.3\n1. B7.1 2. M8.7"
    readings, strays = read(text)
    assert [(reading.game.red.name, iccs(reading.game)) for reading in readings] == [
        ("a", "h2e2 h9g7"),
        ("c", "b2e2 b9c7"),
        ("", "g0e2 c9e7 h0g2"),
        ("", "c3c4 h9g7"),
    ]
    assert readings[1].game.result is Result.RED
    assert strays == []


def test_unnumbered_games_are_divided_by_a_blank_line() -> None:
    readings, _ = read("P2-5 M8.7\nM2.3\n\nB7.1 B7.1\n")
    assert [iccs(reading.game) for reading in readings] == ["h2e2 h9g7 h0g2", "c3c4 g6g5"]


def test_a_game_may_begin_from_a_position() -> None:
    game = read_one("Thế cờ: 2baka3/C4rN2/4b1n2/1Rp5p/6p2/2P6/4c1P1c/4B3C/4A4/4KAB2 w\n1. X8.2 S6.5 2. X8/3 S5/6")
    assert (game.plies, game.complete, game.start_fen is not None) == (4, True, True)


def test_black_may_begin_behind_dots() -> None:
    game = read_one("FEN: 4kaer1/4a2c1/2h1e1h2/3Rp1C1p/2C6/5rP2/1pP1P3P/8E/9/1cEAKA1R1 b\n1. ... P2-4")
    assert (game.plies, game.first_side) == (1, 1)


def test_a_gap_ends_what_is_sure() -> None:
    game = read_one("1. P2-5 M8.7 2. M2.3 ... 3. X1-2 X9-8")
    assert (iccs(game), game.complete, game.faults[-1].code) == ("h2e2 h9g7 h0g2", False, "gap")


def test_prose_around_a_game_belongs_to_none() -> None:
    readings, strays = read("Ván này hay quá!\n\n1. P2-5 M8.7 2. M2.3\n\nXem nước 2: P2-5 thì sao?\n")
    assert [iccs(reading.game) for reading in readings] == ["h2e2 h9g7 h0g2"]
    assert [fault.place.line for fault in strays] == [1, 5]


def test_remarks_stay_with_their_plies() -> None:
    game = read_one("1. P2-5! M8.7?? 2. M2.3 (S)")
    assert (iccs(game), game.comments) == ("h2e2 h9g7 h0g2", {1: "!", 2: "??", 3: "(S)"})


def test_a_text_that_two_notations_read_differently_is_not_guessed() -> None:
    readings, _ = read(f"FEN: {FAN}\n1. C7.1\n")
    (reading,) = readings
    assert reading.is_rejected
    fault = reading.game.faults[-1]
    assert fault.code == "ambiguous-notation"
    assert "wxf" in fault.message and "vietnamese" in fault.message and "--from" in fault.message


@pytest.mark.parametrize(("notation", "move"), [("vietnamese", "c3c4"), ("wxf", "c1i1")])
def test_the_caller_may_say_which_notation_it_is(notation: str, move: str) -> None:
    assert iccs(read_one(f"FEN: {FAN}\n1. C7.1\n", notation)) == move


PAWNS = "3k5/9/9/2p6/9/2p6/9/9/9/4K4 b - - 0 1"


def test_unsigned_doubled_pawns_are_told_apart_by_what_follows() -> None:
    """Either pawn may go on; only if it was the rear one can the other end of the story be reached."""
    game = read_one(f"FEN: {PAWNS}\n1. ... P3+1 2. K5+1 P3.2 3. K5-1 P3+1 4. K5+1 P3.4\n")
    assert (game.plies, game.complete, game.faults) == (7, True, [])
    assert iccs(game).startswith("c6c5 ")


def test_unsigned_doubled_pawns_that_nothing_tells_apart_are_not_guessed() -> None:
    game = read_one(f"FEN: {PAWNS}\n1. ... P3+1 2. K5+1\n")
    assert (game.plies, game.complete, game.faults[-1].code) == (0, False, "ambiguous-move")


@pytest.mark.parametrize("name", NOTATIONS)
def test_what_is_written_is_read_again(name: str) -> None:
    readings, _ = read_cxq(
        "RED Đặng ; 2300 ;;\nBLACK b ; 1900 ;;\nRESULT 1-0 (resign:b)\nDATE 2007-10-24 00:55:48 CDT\n"
        "EVENT x ; 25m/300s/30s\nSTART{\n1. C2.5 h8+7 2. H2+3 r9.8 3. R1.2 h2+3 4. P3+1 p3+1 5. H8+9 p1+1 }END\n"
    )
    game = readings[0].game
    text = "".join(write_text([(1, game)], "moves", name))
    assert format_of(text) == "moves"
    again = read_one(text)
    assert (again.moves, again.red, again.black) == (
        game.moves,
        game.red,
        game.black,
    ) or again.red.clock != game.red.clock
    assert (again.result, again.ending, again.played, again.event) == (
        Result.RED,
        Ending.RESIGNATION,
        game.played,
        "x",
    )


def test_an_incomplete_game_says_so_and_stays_so() -> None:
    readings, _ = read_cxq("RED a\nBLACK b\nSTART{\n1. C2.5 h8+7 2. H2+3")
    text = "".join(write_text([(1, readings[0].game)], "moves", "vietnamese"))
    assert not read_one(text).complete


DAMAGED = "1. P2-5 M8.7\n2. M2.3 X9-8\n3. X1-2 B7.1\n4. X2.9 M2.3\n5. B7.1 T3.5\n"


@pytest.mark.parametrize(
    ("text", "plies", "code"),
    [
        (DAMAGED, 6, "illegal-move"),
        (DAMAGED.replace("X2.9", "Q7.1"), 6, "illegal-move"),
        (DAMAGED.replace("M8.7", "M8.6"), 1, "illegal-move"),
        (DAMAGED.replace("M8.7", "M8+7"), 1, "unreadable-move"),
        (DAMAGED.replace("2. M2.3 X9-8", "2. M2.3"), 2, "gap"),  # whose move is lost, nobody can know
    ],
)
def test_a_slip_in_a_vietnamese_game_is_told_and_nothing_after_it_kept(text: str, plies: int, code: str) -> None:
    game = read_one(text)
    assert (game.plies, game.complete, game.faults[-1].code) == (plies, False, code)


def test_comments_and_variations_in_brackets_are_no_moves() -> None:
    game = read_one("1. P2-5 M8.7 (bình phong mã) 2. M2.3 {hay}\n(1... P8-5 2. M2.3)\n2... X9-8 3. X1-2\n1-0\n")
    assert (iccs(game), game.complete, game.result) == ("h2e2 h9g7 h0g2 i9h9 i0h0", True, Result.RED)
    assert game.comments == {2: "(bình phong mã)", 3: "{hay} (1... P8-5 2. M2.3)"}


def test_a_game_that_ends_on_reds_move_is_not_glued_to_the_next() -> None:
    for name in NOTATIONS:
        first, second = ("1. C2.5 h8+7 2. H2+3", "1. H2+3 h8+7 2. C2.5 p7+1")
        readings, _ = read_cxq(f"RED a\nSTART{{ {first} }}END\nSTART{{ {second} }}END")
        games = [(n, reading.game) for n, reading in enumerate(readings, start=1)]
        again, strays = read("".join(write_text(games, "moves", name)))
        assert [reading.game.moves for reading in again] == [game.moves for _, game in games], name
        assert strays == []


def test_moves_numbered_from_the_middle_never_begin_a_game() -> None:
    readings, strays = read("Red: An\nBlack: Binh\n\n1. P2-5 M8.7 2. M2.3 X9-8\nĐen ra xe\n4. B7.1 B7.1 5. M8.7 M2.3\n")
    assert [(reading.game.plies, reading.game.complete) for reading in readings] == [(4, False)]
    assert strays and "B7.1" in strays[-1].message
    cxq, _ = read_cxq("RED A\nBLACK B\nSTART{ 1. C2.5 c8.5 2. H2+3 h8+7 {good} 3. H8+7 h2+3 4. P7+1 p7+1 }END\n")
    assert all(reading.game.red.name == "A" for reading in cxq)


MOVES = ["1. P2-5 M8.7", "2. M2.3 X9-8", "3. X1-2 M2.3", "4. B7.1 B7.1"]
WHOLE = "h2e2 h9g7 h0g2 i9h9 i0h0 b9c7 c3c4 g6g5"


@pytest.mark.parametrize(
    "prose",
    ["Đen ra xe rất nhanh.", "Đen: ra xe", "Xem hình:", "2... X1-2 cũng hay", "M8.7 là nước hay", "Hay!\n\nHay quá"],
)
@pytest.mark.parametrize("gap", ["\n", "\n\n"])
def test_moves_go_on_behind_prose_where_their_numbers_do(prose: str, gap: str) -> None:
    text = gap.join(["Red: a", "Black: b", *MOVES[:2], prose, *MOVES[2:]])
    readings, strays = read(text)
    games = [reading.game for reading in readings]
    assert [(iccs(game), game.complete, game.faults) for game in games] == [(WHOLE, True, [])]
    assert len(strays) == 1


def test_moves_that_do_not_go_on_behind_prose_cut_the_game_there() -> None:
    (reading,), strays = read("\n".join([*MOVES[:2], "Đen ra xe", "3. X1.9 M2.3", MOVES[3]]))
    game = reading.game
    assert (game.plies, game.complete, game.faults[-1].code, game.faults[-1].place.line) == (4, False, "cut-off", 3)
    (reading,), strays = read("\n".join([*MOVES[:2], "Đen ra xe", MOVES[3]]))
    assert (reading.game.plies, reading.game.complete, fault_of(reading.game).code) == (4, False, "cut-off")
    assert len(strays) == 1
    (reading,), strays = read("P2-5 M8.7\nM2.3 X9-8\nĐen ra xe\nX1-2 M2.3\n")
    assert (reading.game.plies, reading.game.complete, fault_of(reading.game).code) == (4, False, "cut-off")


def test_talk_about_moves_behind_the_last_does_no_harm() -> None:
    readings, strays = read("\n".join([*MOVES, "Ván hay.", "2. M2.3 là nước hay", "P2-5 cũng vậy", "", "1. B7.1 B7.1"]))
    assert [(reading.game.plies, reading.game.complete) for reading in readings] == [(8, True), (2, True)]
    assert [stray.place.line for stray in strays] == [5]


SAID = {
    "Red wins": Result.RED,
    "Red won.": Result.RED,
    "Black resigns": Result.RED,
    "BLACK WINS!": Result.BLACK,
    "Đỏ thắng": Result.RED,
    "Đỏ thua": Result.BLACK,
    "(Đen thắng)": Result.BLACK,
    "Trắng thắng": Result.RED,
    "Bên đen thua.": Result.RED,
    "hòa": Result.DRAW,
    "Ván cờ hoà": Result.DRAW,
    "Draw": Result.DRAW,
    "红胜": Result.RED,
    "紅方勝": Result.RED,
    "红先负": Result.BLACK,
    "黑胜": Result.BLACK,
    "黑先负": Result.RED,
    "黑先勝": Result.BLACK,
    "先胜": Result.RED,
    "后手胜": Result.BLACK,
    "和棋": Result.DRAW,
    "红先和": Result.DRAW,
}


@pytest.mark.parametrize("words", SAID)
@pytest.mark.parametrize("gap", ["\n", "\n\n"])
def test_a_line_of_words_says_who_won(words: str, gap: str) -> None:
    readings, strays = read(f"Red: a\nBlack: b\n\n{MOVES[0]}{gap}{words}\n\nRed: c\nBlack: d\n\n{MOVES[0]}\n")
    assert [reading.game.result for reading in readings] == [SAID[words], Result.UNKNOWN]
    assert [reading.game.plies for reading in readings] == [2, 2]
    assert strays == []


@pytest.mark.parametrize("words", ["Đỏ thắng thế", "Red wins a pawn", "hòa bình", "红胜利", "draws"])
def test_other_words_do_not(words: str) -> None:
    readings, strays = read(f"{MOVES[0]}\n{words}\n{MOVES[1]}\n")
    assert [(reading.game.plies, reading.game.result) for reading in readings] == [(4, Result.UNKNOWN)]
    assert len(strays) == 1


def test_headers_below_the_moves_belong_to_them() -> None:
    text = f"{MOVES[0]}\nTrắng: a\nĐen: b\nKết quả: 1-0\n\nTrắng: c\nĐen: d\n\n{MOVES[0]}\n"
    first, second = (reading.game for reading in read(text)[0])
    assert (first.red.name, first.black.name, first.result) == ("a", "b", Result.RED)
    assert (second.red.name, second.black.name, second.result) == ("c", "d", Result.UNKNOWN)


def test_a_result_below_the_moves_never_leaks_into_the_next_game() -> None:
    for below in ("Result: 0-1\n\n", "0-1\n\n", "Black wins\n\n", "Result: 0-1\n\nHay quá!\n\n"):
        for above in ("", "Red: c\nBlack: d\n\n"):
            readings, _ = read(f"Red: a\nBlack: b\n{MOVES[0]}\n{below}{above}{MOVES[1].replace('2.', '1.')}\n")
            first, second = (reading.game for reading in readings)
            assert (first.red.name, first.result, second.result) == ("a", Result.BLACK, Result.UNKNOWN)
            assert second.red.name == ("c" if above else "")


def test_headers_above_the_moves_stay_with_them() -> None:
    text = f"{MOVES[0]}\nRed: a\nBlack: b\n{MOVES[0]}\nRed: c\nBlack: d\n\n{MOVES[0]}\n"
    assert [reading.game.red.name for reading in read(text)[0]] == ["", "a", "c"]


CLOCKS = [
    "1. P2-5 (0:15) M8.7 (0:20) 2. M2.3 (1:02) X9-8",
    "P2-5 (0:15)\nM8.7 (0:20)\nM2.3 (1:02)\nX9-8",
    "1. P2-5 [0:15] M8.7 [0:20]\n2. M2.3 [1:02] X9-8",
    "1. P2-5{0:15} M8.7[0:20] 2. M2.3(1:02) X9-8",
]


@pytest.mark.parametrize("text", CLOCKS)
def test_clocks_behind_moves_are_comments(text: str) -> None:
    game = read_one(text)
    assert (iccs(game), game.complete) == ("h2e2 h9g7 h0g2 i9h9", True)
    assert [said.strip("()[]{}") for said in game.comments.values()] == ["0:15", "0:20", "1:02"]


@pytest.mark.parametrize(
    "line",
    [
        "1．P2-5 M8.7 2．M2.3 X9-8",
        "1、P2-5 M8.7\n2、M2.3 X9-8",
        "１．炮二平五 马８进７ ２．马二进三 车９平８",
        "1. P2-5, M8.7; 2. M2.3, X9-8",
        "1.炮二平五，马８进７；2.马二进三，车９平８",
        "炮二平五、马８进７、马二进三、车９平８",
    ],
)
def test_numbers_and_pairs_may_have_other_marks(line: str) -> None:
    game = read_one(line)
    assert (iccs(game), game.complete) == ("h2e2 h9g7 h0g2 i9h9", True)


CHINESE = "1. 炮二平五 马８进７ 2. 马二进三 车９平８ 3. 车一平二 马２进３ 4. 兵三进一 卒３进１ 5. 马八进九 卒１进１"


@pytest.mark.parametrize("signs", [str, lambda text: text.translate(str.maketrans("１２３４５６７８９", "123456789"))])
@pytest.mark.parametrize(("lost", "ply"), [(" 车９平８", 4), (" 马２进３", 6), (" 卒３进１", 8)])
def test_numerals_tell_whose_move_is_missing(signs: Callable[[str], str], lost: str, ply: int) -> None:
    moves = re.sub(r"\d+\. ", "", CHINESE)  # the numbers would tell it too
    assert read_one(signs(moves)).complete
    game = read_one(signs(moves.replace(lost, "")))
    assert (game.plies, game.faults[-1].code, game.faults[-1].ply) == (ply - 1, "wrong-side", ply)


def test_pawns_and_kings_tell_it_where_the_numerals_are_those_of_one_side() -> None:
    moves = "兵三进一 卒三进一 兵七进一 卒七进一 兵一进一 卒一进一"
    assert read_one(moves).complete
    game = read_one(moves.replace(" 卒七进一", ""))
    assert (game.plies, game.faults[-1].code) == (3, "wrong-side")


def test_signs_printed_without_care_tell_nothing() -> None:
    mixed = CHINESE.replace("马８进７", "马八进七").replace("车９平８", "车九平八")
    assert (read_one(mixed).plies, read_one(mixed).complete) == (10, True)


def test_coordinates_without_reds_first_move_are_not_turned_round() -> None:
    whole = "H2-E2 H9-G7 H0-G2 I9-H9 I0-H0 B9-C7"
    assert read_one(whole).complete
    (reading,), _ = read(whole.removeprefix("H2-E2 "))
    assert reading.is_rejected
    fault = reading.game.faults[-1]
    assert (fault.code, fault.ply) == ("ambiguous-notation", 1)
    assert "Red's first one is missing" in fault.message and "--from ucci-flipped" in fault.message
    numbered = "1. H2-E2 H9-G7 2. H0-G2 I9-H9 3. I0-H0 B9-C7"
    (reading,), _ = read(numbered.replace("H2-E2 ", ""))
    assert reading.is_rejected


def test_coordinates_counted_from_blacks_side_are_believed_where_their_numbers_are_or_the_caller_says_so() -> None:
    moves = "h7e7 h0g2 h9g7 i0h0"
    assert read(moves)[0][0].is_rejected
    assert iccs(read_one(moves, "ucci-flipped")) == "h2e2 h9g7 h0g2 i9h9"
    assert read_one("1. h7e7 h0g2 2. h9g7 i0h0").complete


@pytest.mark.parametrize(
    ("text", "format"),
    [
        ("Hello all,\n\nRED     An\nBLACK   Ba\n1. C2.5 h8+7\n", "cxq"),
        ("some prose\n\nred An\nblack Ba\nstart{\n1. C2.5 h8+7\n}end\n", "cxq"),
        ("> RED An\n> BLACK Ba\n> 1. C2.5 h8+7\n", "cxq"),
        ("Red: An\nBlack: Ba\n\n1. P2-5 M8.7\n\nRED wins after a long fight\n", "moves"),
        ("GAME of the year\n\nTrắng: An\nĐen: Ba\n\n1. P2-5 M8.7\n", "moves"),
        ("1. P2-5 M8.7\n", "moves"),
        ("", "moves"),
    ],
)
def test_the_format_is_told_by_the_text_not_by_its_first_line(text: str, format: str) -> None:
    assert format_of(text) == format


def test_many_blanks_cost_no_more_than_their_length() -> None:
    assert read("\n" * 60_000 + "1. P2-5 M8.7\n")[0][0].game.plies == 2
    assert read_one(f"Red: a{' ' * 60_000}b\nBlack: c\n1. P2-5 M8.7\n").red.name == "a b"
    assert read("a\u200bb " + "x" * 200_000 + "\n1. P2-5 M8.7\n")[0][0].game.plies == 2
