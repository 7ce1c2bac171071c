"""PGN as xiangqi programs write it: what is read of it, and what is written."""

import csv
import io
import random
import unicodedata
from typing import NamedTuple

import pytest

from app.formats import WRITERS, LeftOut, format_of, write_text, write_variations
from app.games.date import PlayedAt
from app.games.game import Game, Variation
from app.games.result import Ending, Result
from app.notation import write_games
from tests.formats.foreign_cases import bytes_of, comments_of, made_tree, read, read_bytes, read_one, written

XQBASE = """\
[Game "Chinese Chess"]
[Event "Giải Xuân"]
[Site "Bến Tre"]
[Date "2006.03.??"]
[Round "7"]
[RedTeam "Đội 1"]
[Red "An"]
[BlackTeam ""]
[Black "Bình"]
[Result "1-0"]
[ECCO "C00"]
[Opening "中炮"]
"""


def moves_of(text: str) -> Game:
    """The game of a movetext below a tag."""
    return read_one(f'[Event "x"]\n{text}\n')


def iccs(game: Game) -> str:
    """The main line."""
    return " ".join(next(write_games("iccs", [(game.start_fen, game.moves)])))


OPENING = "H2-E2 H9-G7 H0-G2 I9-H9"

# ---------------------------------------------------------------- files of many programs


class Expected(NamedTuple):
    """What is in a file: games, whole ones, rejected ones, plies of all, variations, comments."""

    games: int
    complete: int
    rejected: int
    plies: int
    variations: int
    comments: int


FILES = {
    "pgn/big5.pgn.xz": Expected(150, 137, 8, 9589, 0, 0),
    "pgn/fullwidth-wxf.pgn": Expected(4, 4, 0, 380, 0, 0),
    "pgn/gb18030-book.pgn": Expected(1, 1, 0, 97, 0, 0),
    "pgn/gmchess.pgn": Expected(1, 1, 0, 37, 0, 0),
    "pgn/handicap-nine-pieces.pgn": Expected(1, 1, 0, 75, 0, 12),
    "pgn/sample-02.pgn": Expected(1, 1, 0, 45, 0, 1),
    "pgn/utf8-bom.pgn": Expected(1, 1, 0, 27, 0, 3),
    "pgn/xboard.pgn": Expected(1, 1, 0, 9, 0, 2),
    "pgn/xqbase-site.pgn": Expected(1, 1, 0, 97, 0, 0),
    "dhtmlxq/mojibake.dpxq": Expected(1, 0, 0, 37, 0, 0),
    "dhtmlxq/page.html": Expected(1, 1, 0, 107, 0, 0),
    "dhtmlxq/three-variations.ubb": Expected(1, 1, 0, 9, 3, 9),
    "dhtmlxq/variations-1446.txt.xz": Expected(1, 1, 0, 53, 1446, 315),  # the words behind an illegal move are one
}


@pytest.mark.parametrize(("name", "expected"), FILES.items(), ids=FILES)
def test_files_of_many_programs_are_read(name: str, expected: Expected) -> None:
    readings, strays, faults = read_bytes(bytes_of(name))
    games = [reading.game for reading in readings]
    assert not strays and not faults
    assert expected == Expected(
        len(games),
        sum(game.complete for game in games),
        sum(reading.is_rejected for reading in readings),
        sum(game.plies for game in games),
        sum(len(game.variations) for game in games),
        sum(map(comments_of, games)),
    )


def test_big5_files_are_read_ply_for_ply_up_to_what_is_legal() -> None:
    rows = {
        int(row["line"]): row
        for row in csv.DictReader(io.StringIO(bytes_of("pgn/big5.key.tsv.xz").decode()), delimiter="\t")
    }
    readings, _, _ = read_bytes(bytes_of("pgn/big5.pgn.xz"))
    found = {reading.game.place.line: reading.game for reading in readings}
    assert len(rows) == 92
    for line, row in rows.items():
        moves, legal = row["moves"].split(), int(row["legal_plies"])
        game = found[line]
        if [fault.code for fault in game.faults] == ["bad-fen"]:  # a position without a king
            continue
        (texts,) = write_games("ucci", [(game.start_fen, game.moves)])
        assert texts == moves[:legal], line
        assert game.complete == (legal == len(moves)), line


def test_names_in_big5_come_out_right() -> None:
    readings, _, _ = read_bytes(bytes_of("pgn/big5.pgn.xz"))
    first = readings[0].game
    assert (first.red.name, first.black.name, first.site) == ("洪智", "劉殿中", "中央電視臺")
    assert first.event == "九九“紅牛杯”象棋電視快棋賽 06-局洪智先和劉殿中"
    assert first.played == PlayedAt("1999-05-15")
    assert first.result is Result.DRAW


# ---------------------------------------------------------------- tags


def test_tags_are_headers() -> None:
    game = read_one(f"{XQBASE}\n1. 炮二平五 马８进７ 1-0\n")
    assert (game.red.name, game.black.name, game.event, game.site) == ("An", "Bình", "Giải Xuân", "Bến Tre")
    assert (game.played, game.result) == (PlayedAt("2006-03"), Result.RED)
    assert game.headers == {"RedTeam": "Đội 1", "Round": "7", "ECCO": "C00", "Opening": "中炮"}


def test_tags_of_western_programs_mean_the_same() -> None:
    game = read_one(
        '[White "An"]\n[Black "-"]\n[WhiteElo "2105"]\n[Annotator "Cao"]\n[TimeControl "15-5-15"]\n[Variant "xiangqi"]\n'
        '[Date "2007.10.24"]\n[Time "00:55:48 CDT"]\n[Termination "time forfeit by Black"]\n1. Ce3 Hg8 1-0\n'
    )
    assert (game.red.name, game.black.name, game.red.rating, game.author) == ("An", "", 2105, "Cao")
    assert (game.time_control, game.played) == ("15-5-15", PlayedAt("2007-10-24", "00:55:48", "CDT"))
    assert (game.ending, game.ended_by, game.headers) == (Ending.TIME, 1, {})


ODD_TAGS = {
    '[EVENT "x"]': "x",
    '[event  "x" ]': "x",
    '  [Event "x"]': "x",
    '[Event "the "Spring" Cup"]': 'the "Spring" Cup',
    '[Event "the \\"Spring\\" Cup"]': 'the "Spring" Cup',
    '[Event "a [b] c"]': "a [b] c",
    '[Event "{1F2E-3D}; x"]': "{1F2E-3D}; x",
    '[Event "two\nlines"]': "two lines",
    '[Event "x"] [Site "y"]': "x",
    '[Site "C:\\games"]\n[Event "x"]': "x",
    '[Event "?"]': "",
}


@pytest.mark.parametrize(("tags", "event"), ODD_TAGS.items())
def test_odd_tags_are_read(tags: str, event: str) -> None:
    game = read_one(f'{tags}\n[Red "An"]\n\n1. C2.5 H8+7\n')
    assert (game.event, game.red.name, game.plies, game.faults) == (event, "An", 2, [])


def test_a_date_that_is_none_is_kept_as_printed() -> None:
    game = read_one('[Date "1989年春"]\n1. C2.5 H8+7\n')
    assert [fault.code for fault in game.faults] == ["odd-header"]
    assert game.complete and game.headers == {"Date": "1989年春"}


def test_a_fen_that_is_none_rejects_the_game() -> None:
    (game,) = read('[FEN "9/9 w"]\n1. C2.5 H8+7\n', "pgn")
    assert [(fault.code, fault.place.line, fault.place.column) for fault in game.faults] == [("bad-fen", 1, 2)]


@pytest.mark.parametrize("side", ["r", "w", "R - - 0 1", ""])
def test_a_fen_says_where_the_game_begins(side: str) -> None:
    game = read_one(f'[FEN "3k5/9/9/9/9/9/9/9/9/4KR3 {side}"]\n1. 车四进一 将４退１ 2. 车四退一\n')
    assert game.plies == 1 and game.faults[0].code == "illegal-move"
    assert game.start_fen == "3k5/9/9/9/9/9/9/9/9/4KR3 w - - 0 1"


def test_black_may_begin_directly_behind_the_number() -> None:
    for moves in (
        "1. 車５進１ 帥四進一 2. 車５平６",
        "1. ... 車５進１ 2. 帥四進一 車５平６",
        "35... 車５進１ 36. 帥四進一 車５平６",
    ):
        game = read_one(f'[FEN "3k5/9/9/9/4r4/9/9/9/9/5K3 b"]\n{moves}\n')
        assert (game.plies, game.faults) == (3, []), moves


def test_the_result_behind_the_moves_counts_where_the_tag_says_none() -> None:
    assert moves_of("1. C2.5 H8+7 0-1").result is Result.BLACK
    assert read_one('[Result "*"]\n1. C2.5 H8+7 1/2-1/2').result is Result.DRAW
    game = read_one('[Result "1-0"]\n1. C2.5 H8+7 0-1')
    assert (game.result, [fault.code for fault in game.faults]) == (Result.RED, ["odd-header"])


# ---------------------------------------------------------------- moves

SPELLINGS = {
    "chinese": "1. 炮二平五 马８进７ 2. 马二进三 车９平８",
    "half-width digits": "1. 炮二平五 马8进7 2. 马二进三 车9平8",
    "traditional": "1. 炮二平五 馬８進７ 2. 馬二進三 車９平８",
    "glued": "1.炮二平五 马8进7 2.马二进三 车9平8",
    "glued to the next number": "1.炮二平五 马8进72.马二进三 车9平8",
    "no blanks at all": "1.炮二平五马8进72.马二进三车9平8",
    "wxf": "1. C2.5 H8+7 2. H2+3 R9.8",
    "wide wxf": "１．Ｃ２＝５ Ｈ８＋７ ２．Ｈ２＋３ Ｒ９＝８",
    "iccs": "1. H2-E2 H9-G7 2. H0-G2 I9-H9",
    "ucci": "1. h2e2 h9g7 2. h0g2 i9h9",
    "uci": "1. h3e3 h10g8 2. h1g3 i10h10",
    "san of xboard": "1. Che2 Hg7 2. Hg2 Rh9",
    "san of pychess": "1. Che3 Hg8 2. Hg3 Rh10",
    "vietnamese": "1. P2-5 M8.7 2. M2.3 X9-8",
    "no numbers": "C2.5 H8+7 H2+3 R9.8",
    "black numbered again": "1. 炮二平五\n 1.          马８进７\n 2. 马二进三\n 2.          车９平８",
    "nags and remarks": "1. C2.5! $14 H8+7?? 2. H2+3 $1 R9.8",
    "dots": "1. C2.5 1... H8+7 2. H2+3 2... R9.8",
    "checks": "1. C2.5+ H8+7# 2. H2+3 R9.8",
    "wide blanks and commas": "1. 炮二平五，马８进７；　2. 马二进三、车９平８",
    "windows": "1. C2.5 H8+7\r\n2. H2+3 R9.8\r\n",
}


@pytest.mark.parametrize("text", SPELLINGS.values(), ids=SPELLINGS)
def test_moves_are_read_as_they_are_written(text: str) -> None:
    game = moves_of(text)
    assert (iccs(game), game.faults) == (OPENING, [])


def test_the_same_quick_and_by_the_grammar() -> None:
    for text in (SPELLINGS["chinese"], SPELLINGS["iccs"], SPELLINGS["wxf"]):
        quick, slow = read_one(f"{XQBASE}\n{text} 1-0\n"), read_one(f"{XQBASE}\n{text} {{x}} 1-0\n")
        slow.comments = {}
        assert quick == slow


def test_a_bad_move_is_named_with_its_place() -> None:
    game = moves_of("1. 炮二平五 马８进７\n2. 帅五进五 车９平８")
    (fault,) = game.faults
    assert (fault.code, fault.place.line, fault.place.column, fault.ply, game.plies) == ("illegal-move", 3, 4, 3, 2)


def test_moves_left_out_are_a_gap() -> None:
    game = moves_of("1. C2.5 H8+7 2. ... R9.8")
    assert ([fault.code for fault in game.faults], game.plies) == (["gap"], 2)


def test_several_games_with_and_without_tags() -> None:
    text = '[Event "a"]\n1. C2.5 H8+7 1-0\n\n1. H2+3 H8+7\n2. R1+1\n\n1. C8.5 H2+3 *\n[Event "b"]\n\n1. P7+1 P7+1\n'
    assert [game.plies for game in read(text, "pgn")] == [2, 3, 2, 2]


def test_tags_without_moves_are_a_game_without_moves() -> None:
    first, second = read('[Event "a"]\n[Red "x"]\n[Event "b"]\n[Red "y"]\n\n1. C2.5 H8+7\n', "pgn")
    assert [fault.code for fault in first.faults] == ["no-moves"] and first.event == "a"
    assert (second.event, second.red.name, second.plies) == ("b", "y", 2)


def test_text_behind_a_game_belongs_to_none() -> None:
    data = f'{XQBASE}1. C2.5 H8+7 1-0\nXem thêm trên trang nhà.\n[Event "b"]\n1. P7+1 P7+1\n'.encode()
    readings, strays, _ = read_bytes(data)
    assert [(stray.text, stray.fault.place.line) for stray in strays] == [("Xem thêm trên trang nhà.", 14)]
    assert [reading.game.complete for reading in readings] == [True, True]


def test_moves_behind_other_text_are_told() -> None:
    readings, strays, _ = read_bytes(b'[Event "b"]\n1. P7+1 P7+1\nhello world\n2. C2.5 H8+7\n')
    assert [fault.code for fault in readings[0].game.faults] == ["cut-off"]
    assert len(strays) == 1


def test_the_advertisement_below_a_game_is_no_text_of_its_own() -> None:
    game = moves_of("1. C2.5 H8+7 1-0\n======================\n欢迎访问\nhttp://www.xqbase.com/")
    assert (game.plies, game.faults) == (2, [])


# ---------------------------------------------------------------- comments and variations


def test_comments_stand_before_and_behind_their_plies() -> None:
    game = moves_of("{start} 1. C2.5 {one} H8+7! {two} {more} 2. H2+3 ; to the end\nR9.8 {a {b} c} 1-0 {end}")
    assert game.comments == {0: "start", 1: "one", 2: "! two more", 3: "to the end", 4: "a {b} c end"}


def test_a_comment_keeps_its_lines() -> None:
    assert moves_of("1. C2.5 {\n　　第一段\r\n　　第二段\n}").comments == {1: "　　第一段\n　　第二段"}


def test_a_brace_that_has_no_partner_ends_at_the_first_that_closes() -> None:
    game = moves_of("1. C2.5 {a { b} H8+7 {c} 2. H2+3")
    assert (game.plies, game.comments) == (3, {1: "a { b", 2: "c"})


def test_a_comment_that_is_not_closed_cuts_the_game() -> None:
    game = moves_of("1. C2.5 H8+7 {and so on\n2. H2+3")
    assert (game.plies, game.complete, [fault.code for fault in game.faults]) == (2, False, ["cut-off"])


def test_round_brackets_hold_variations_where_they_hold_moves() -> None:
    game = moves_of("1. C2.5 H8+7 (1... H2+3 2. H2+3 {good} (2. R1+1) 2... H8+7) (1... C8.5) 2. H2+3")
    assert [(variation.parent, variation.ply) for variation in game.variations] == [(0, 1), (1, 2), (0, 1)]
    assert write_variations(game, "wxf") == [["H2+3", "H2+3", "H8+7"], ["R1+1"], ["C8.5"]]
    assert game.variations[0].comments == {3: "good"}
    assert (game.plies, game.comments, game.faults) == (3, {}, [])


def test_round_brackets_hold_comments_where_they_hold_words() -> None:
    game = moves_of("1. 炮二平五（先手）马８进７ (如改走马２进３，则马二进三 (红优)) 2. 马二进三 (!)")
    assert (game.plies, game.variations) == (3, [])
    assert game.comments == {1: "先手", 2: "如改走马２进３，则马二进三 (红优)", 3: "!"}


def test_variations_without_numbers_and_in_the_place_of_the_same_ply() -> None:
    game = moves_of("C2.5 (C2.4 (C2.6) H8+7) H8+7")
    assert [(variation.parent, variation.ply) for variation in game.variations] == [(0, 0), (0, 0)]
    assert write_variations(game, "wxf") == [["C2.4", "H8+7"], ["C2.6"]]


def test_a_variation_that_is_not_closed_cuts_the_game() -> None:
    game = moves_of("1. C2.5 H8+7 (1... H2+3 2. H2+3")
    assert (game.plies, game.complete, len(game.variations)) == (2, False, 1)


# ---------------------------------------------------------------- which format


@pytest.mark.parametrize(
    ("text", "format"),
    {
        '[Event "x"]\n1. C2.5': "pgn",
        '\ufeff[Game "Chinese Chess"]\r\n': "pgn",
        '  [white "x"]\nA4': "pgn",
        "[b]Đỏ: An[/b]\n1. P2-5 M8.7": "moves",
        'GAME\nRED [x "y"]\nSTART{': "cxq",
        "[DhtmlXQ]\n[DhtmlXQ_title]x": "dhtmlxq",
        "[DhtmlXQiFrame]": "dhtmlxq",
        "<script>var DhtmlXQ_movelist = '7747';</script>": "dhtmlxq",
        "1. C2.5 H8+7": "moves",
    }.items(),
)
def test_a_text_tells_its_format(text: str, format: str) -> None:
    assert format_of(text) == format


# ---------------------------------------------------------------- written

TREE = read_one(
    f"{XQBASE}1. 炮二平五 {{一}} 马８进７ (1... 马２进３ 2. 马二进三) 2. 马二进三 车９平８ 3. 车一平二 马２进３ 1-0\n"
)
PGN = """\
[Game "Chinese Chess"]
[Event "Giải Xuân"]
[Site "Bến Tre"]
[Date "2006.03.??"]
[Round "7"]
[RedTeam "Đội 1"]
[Red "An"]
[Black "Bình"]
[Result "1-0"]
[Opening "中炮"]
[ECCO "C00"]

1. 炮二平五 {一} 1... 马８进７ (1... 马２进３ 2. 马二进三) 2. 马二进三 车９平８
3. 车一平二 马２进３ 1-0

"""


def test_a_game_as_pgn() -> None:
    assert written(TREE, "pgn") == PGN


def test_a_game_as_pgn_in_coordinates_says_so() -> None:
    text = written(TREE, "pgn", "iccs")
    assert '\n[Format "ICCS"]\n\n1. H2-E2 {一} 1... H9-G7 (1... B9-C7 2. H0-G2) 2. H0-G2' in text


def test_a_game_as_xboard_reads_it() -> None:
    game = read_one('[FEN "3k1a3/4a4/4b4/9/6PP1/3C5/2p1r4/4B4/4A4/4KAB2 w"]\n[White "An"]\n1. Cg4 Re4 2. c7xd7')
    text = written(game, "pgn-xboard")
    assert '[White "An"]\n[Black "?"]\n' in text
    assert '[Variant "xiangqi"]\n[FEN "3k1a3/4a4/4e4/9/6PP1/3C5/2p1r4/4E4/4A4/4KAE2 w 0 1"]\n[SetUp "1"]\n\n' in text


def test_lines_are_at_most_80_columns_wide() -> None:
    game = made_tree(random.Random(1), 120, 60)
    game.comments = {ply: "a" * (ply + 3) for ply in range(1, 75)}
    for notation in ("wxf", "chinese", "vietnamese-words"):
        lines = written(game, "pgn", notation).splitlines()
        assert 78 <= max(map(columns, lines)) <= 80


def columns(line: str) -> int:
    """The columns that a line takes on a screen."""
    return sum(1 + (unicodedata.east_asian_width(sign) in "WF") for sign in line)


def test_a_game_that_is_cut_off_stays_so() -> None:
    game = read_one('[Incomplete "2 plies are known"]\n1. C2.5 H8+7 *\n')
    assert not game.complete
    assert not read_one(written(game, "pgn")).complete


def test_a_variation_that_goes_on_where_its_line_ends_repeats_the_last_move() -> None:
    game = moves_of("1. C2.5 H8+7")
    game.variations = [Variation(0, 2, bytes((1, 20)), {3: "a horse"})]
    assert written(game, "pgn", "wxf").endswith("1. C2.5 H8+7 (1... H8+7 2. H8+7 {a horse}) *\n\n")


def test_what_a_format_cannot_carry_is_counted() -> None:
    said = {}
    for format in WRITERS:
        left_out = LeftOut(format)
        assert list(write_text([(1, TREE)], format, None, left_out))
        said[format] = str(left_out)
    assert said == {
        "moves": "left out: 1 variation, 1 comment (the format moves cannot carry them)",
        "cxq": "left out: 1 variation (the format cxq cannot carry them)",
        "csv": "left out: 1 variation, 1 comment (the format csv cannot carry them)",
        "jsonl": "", "pgn": "", "pgn-xboard": "", "dhtmlxq": "",
    }  # fmt: skip
