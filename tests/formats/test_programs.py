"""CBR, CBL, CBF, PFC, MXQ, CCM, CHE, CHN and Ourgame's text: what is in them, how they are known, what damage does."""

import random
import time

import pytest

from app.formats import whole_format_of
from app.formats.programs import cbl
from app.formats.programs.cbr import NODES
from app.games.game import Seat
from app.games.result import Ending, Result
from tests.formats.program_cases import DATA, coordinates, expected, found_in, game_in, game_of, summary

FILES = {name: row for name, row in expected("").items() if not name.endswith(".xqf")}


def bytes_of(name: str) -> bytes:
    return (DATA / name).read_bytes()


@pytest.mark.parametrize("name", FILES)
def test_every_file_holds_what_the_table_says(name: str) -> None:
    (reading,), strays = found_in(bytes_of(name), name)
    assert {"file": name} | summary(reading.game) == FILES[name]
    assert not strays


def test_the_table_names_every_file() -> None:
    others = {path.name for path in DATA.iterdir() if path.suffix not in (".xqf", ".txt", ".csv")}
    assert set(FILES) == others


@pytest.mark.parametrize("name", FILES)
def test_a_file_is_known_by_its_first_bytes_whatever_it_is_called(name: str) -> None:
    assert whole_format_of(bytes_of(name), "download") == name.rpartition(".")[2]


# ---------------------------------------------------------------- headers


def test_cbr_has_headers_in_utf_16() -> None:
    game = game_of("tree.cbr")
    assert (game.red, game.black) == (Seat("红方甲", 2210), Seat("黑方乙"))
    assert (game.event, game.headers) == ("试验杯", {"Title": "试验讲座", "Annotator": "评者丙"})
    assert game.played is not None and game.played.date == "2024-08-22"


def test_cbf_has_headers_in_xml() -> None:
    game = game_of("tree.cbf")
    assert (game.red, game.black) == (Seat("红方甲", 2400), Seat("黑方乙"))
    assert (game.event, game.headers["Title"], game.result) == ("试验杯", "五七炮对屏风马", Result.BLACK)
    assert game.comments[0] == "最新弈法"


def test_the_same_tree_in_cbf_and_in_xqf_is_the_same() -> None:
    one, other = game_of("tree.cbf"), game_of("v12-tree.xqf")
    assert [(v.parent, v.ply, v.moves, v.comments) for v in one.variations] == [
        (v.parent, v.ply, v.moves, v.comments) for v in other.variations
    ]
    assert one.moves == other.moves


def test_mxq_tells_who_won_and_how() -> None:
    game = game_of("line.mxq")
    assert (game.red, game.black) == (Seat("jia001", 1500), Seat("yi002", 1348))
    assert (game.result, game.ending, game.ended_by) == (Result.BLACK, Ending.RESIGNATION, 0)
    assert game.played is not None and (game.played.date, game.played.time) == ("2016-12-27", "21:14:00")
    assert (game.site, game.headers["RedRank"]) == ("试验室", "5r")


def test_mxq_in_big5_is_told_by_its_words() -> None:
    data = bytes_of("line.mxq")
    title = "jia001(5r)-負-yi002(3r)"
    old = "jia001(5r)-负-yi002(3r)".encode("gb18030")
    assert game_in(data.replace(bytes((len(old),)) + old, bytes((len(old),)) + title.encode("big5")), "a.mxq", "big5")
    game = game_in(data.replace(bytes((len(old),)) + old, bytes((len(old),)) + title.encode("big5")), "a.mxq", "big5")
    assert game.result is Result.BLACK


def test_chn_names_players_and_their_accounts() -> None:
    game = game_of("line.chn")
    assert (game.red.name, game.black.name) == ("红方甲", "黑方乙")
    assert (game.headers["RedAccount"], game.headers["BlackAccount"]) == ("jia001", "yi002")
    assert game.played is not None and game.played.date == "2016-12-27"


def test_ourgame_writes_the_same_game_as_text() -> None:
    game = game_of("ourgame.txt")
    assert (game.red.name, game.black.name, game.headers["RedTime"]) == ("红方甲", "黑方乙", "2分 24秒")
    assert game_of("line.chn").moves.startswith(game.moves) and game.plies == 44
    twice = bytes_of("ourgame.txt") * 2
    readings, strays = found_in(twice, "ourgame.txt")
    assert [reading.game.moves for reading in readings] == [game.moves] * 2 and not strays


def test_ccm_knows_the_second_it_was_saved() -> None:
    assert game_of("line.ccm").played.utc == "2016-12-26T04:02:51Z"


def test_a_captured_king_ends_a_game_before_the_move_that_let_it_happen() -> None:
    game = game_of("line.che")
    assert (game.plies, game.complete) == (60, False)
    assert [(fault.code, fault.ply, fault.place.byte) for fault in game.faults] == [("illegal-move", 61, 1354)]


# ---------------------------------------------------------------- libraries


def library(games: list[bytes]) -> bytes:
    """A library with 128 slots: the games at multiples of 4,096 bytes."""
    head = cbl.HEADER.write({"magic": b"CCBridgeLibrary\0", "slots": 128, "name": "试验棋库".encode("utf-16-le")})
    return head.ljust(101952, b"\0") + b"".join(game.ljust(-(-len(game) // 4096) * 4096, b"\0") for game in games)


def test_a_library_holds_its_games_and_not_its_slots() -> None:
    one = bytes_of("tree.cbr")
    readings, strays = found_in(library([one] * 5), "a.cbl")
    assert not strays
    assert [coordinates(reading.game.moves) for reading in readings] == [FILES["tree.cbr"]["moves"]] * 5
    assert [str(reading.game.place) for reading in readings] == [f"a.cbl:byte {101952 + 4096 * n}" for n in range(5)]
    assert [reading.game.place.line for reading in readings] == [1, 2, 3, 4, 5]


def test_a_game_without_an_event_has_the_name_of_its_library() -> None:
    one = bytearray(bytes_of("tree.cbr"))
    one[692:756] = bytes(64)
    (reading,), _ = found_in(library([bytes(one)]), "a.cbl")
    assert reading.game.event == "试验棋库"


def test_a_damaged_game_does_not_hurt_the_next() -> None:
    one = bytes_of("tree.cbr")
    hurt = bytearray(one)
    hurt[NODES + 8] = 0x46  # the first ply starts elsewhere
    hurt[NODES + 4] = 0
    hurt[NODES + 6] = 1
    readings, _ = found_in(library([one, bytes(hurt), one[: NODES + 40], one]), "a.cbl")
    assert [reading.game.complete for reading in readings] == [True, False, False, True]


def test_an_empty_library_and_an_older_one() -> None:
    assert found_in(library([]), "a.cbl") == ([], [])
    readings, faults = found_in(b"CCBridge\x15" + bytes(range(32)) * 9, "old.cbl")
    assert not readings and [fault.code for fault in faults] == ["damaged-file"]
    readings, faults = found_in(b"CCBridge\x15" + bytes(range(32)) * 9, "old")
    assert not readings and [fault.code for fault in faults] == ["unknown-format"]


def test_a_library_with_a_damaged_beginning_is_known_by_its_suffix() -> None:
    data = bytearray(library([bytes_of("tree.cbr")] * 2))
    data[3] = 0
    readings, faults = found_in(bytes(data), "games.CBL")
    assert len(readings) == 2 and [fault.code for fault in faults] == ["damaged-file"]


# ---------------------------------------------------------------- damage


@pytest.mark.parametrize("name", FILES)
def test_a_file_cut_anywhere_keeps_the_moves_before_the_cut(name: str) -> None:
    data, moves = bytes_of(name), game_of(name).moves
    for length in [*range(24, len(data) - 2, max(1, len(data) // 150)), len(data) - 12]:
        readings, faults = found_in(data[:length], name)
        for reading in readings:
            assert moves.startswith(reading.game.moves)
            assert reading.game.faults or faults or summary(reading.game) == summary(game_of(name)), length
        assert readings or faults, length


@pytest.mark.parametrize("name", FILES)
def test_flipped_bytes_never_give_an_exception(name: str) -> None:
    dice, began = random.Random(name), time.perf_counter()
    for _ in range(60):
        data = bytearray(bytes_of(name))
        for _ in range(dice.choice((1, 1, 3, 30))):
            data[dice.randrange(len(data))] = dice.randrange(256)
        found_in(bytes(data), name)
    assert time.perf_counter() - began < 20


def test_a_comment_longer_than_the_file_ends_it() -> None:
    data = bytearray(bytes_of("tree.cbr"))
    at = data.index(bytes.fromhex("04 00 52 41")) + 4
    data[at : at + 4] = b"\xff\xff\xff\x7f"
    (reading,), _ = found_in(bytes(data), "a.cbr")
    assert (reading.game.complete, reading.game.plies) == (False, 11)
    assert "a comment is longer than what is there" in str(reading.game.faults[-1])


def test_xml_with_entities_is_refused() -> None:
    bomb = (
        '<!DOCTYPE n [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]>\n'
        '<n version="2" win="*" m="4ka3/8R/9/7N1/9/9/9/9/4A4/crBAK4 w"><n m="h6f7" c="&b;"/></n>'
    )
    (reading,), _ = found_in(b'<?xml version="1.0"?>' + bomb.encode(), "a.pfc")
    assert not reading.game.complete


def test_deep_xml_is_read_without_recursion() -> None:
    moves = ["a0a1", "a9a8", "a1a0", "a8a9"]
    depth = 40_000
    nest = "".join(f'<n m="{moves[n % 4]}">' for n in range(depth)) + "</n>" * depth
    began = time.perf_counter()
    assert game_in(f'<n version="2" win="1-0" m="">{nest}</n>'.encode(), "a.pfc").plies == depth
    assert time.perf_counter() - began < 20


def test_move_numbers_that_are_too_large_are_told() -> None:
    data = bytearray(bytes_of("line.ccm"))
    data[8:12] = b"\xff\xff\xff\xff"
    (reading,), _ = found_in(bytes(data), "a.ccm")
    assert (reading.game.plies, reading.game.complete) == (100, False)
    assert str(reading.game.faults[0]) == (
        "a.ccm:byte 912: the game is cut off here: 4294967295 moves are announced, 100 are there, ply 100 [cut-off]"
    ).replace(", ply 100 [", " [").replace(":byte 912:", ":byte 912, ply 100:")


HOSTILE = {
    "blanks before XML": (b" " * 300_000, "a.bin"),
    "blanks in Ourgame's form": (
        ("中 国 象 棋 对 局 记 录\n对局名称：x\n红" + " " * 300_000 + "方：" + " " * 300_000 + "x").encode(),
        "a.txt",
    ),
    "marks of games in a library": (b"CCBridgeLibrary\0" + b"CCBridge Record\0" * 3000 + bytes(100_000), "a.cbl"),
    "games that run into each other": (library([bytes_of("tree.cbr")[:2214] + bytes(400)] * 200), "a.cbl"),
    "numbers": (b"1 99999 " + b"21 32 1 0 1 2 2 0 1 0 " * 30_000, "a.che"),
    "strings": (b"\x01a" * 50_000 + b"\x05Moves\x05" * 1000, "a.mxq"),
    "a chain": (bytes_of("line.chn")[:508] + bytes_of("line.chn")[508:] * 200, "a.chn"),
    "many elements": (b"<n m=''>" + b"<n m='a0a1'/>" * 50_000 + b"</n>", "a.pfc"),
}


@pytest.mark.parametrize(("data", "file"), HOSTILE.values(), ids=HOSTILE)
def test_reading_takes_time_in_proportion_whatever_stands_in_a_file(data: bytes, file: str) -> None:
    began = time.perf_counter()
    found_in(data, file)
    assert time.perf_counter() - began < 15


# ---------------------------------------------------------------- files in no format


@pytest.mark.parametrize(
    "data",
    [
        b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + bytes(range(256)),
        bytes(random.Random(1).randbytes(5000)),
        b"\x7fELF" + bytes(9) + b"\x01" * 60,
    ],
    ids=["a picture", "noise", "a program"],
)
def test_a_binary_file_in_no_format_is_one_clear_line(data: bytes) -> None:
    readings, faults = found_in(data, "file.bin")
    assert readings == []
    (fault,) = faults
    assert str(fault).startswith("file.bin:byte 0: no format that is read begins with the bytes ")
    assert fault.code == "unknown-format"


@pytest.mark.parametrize(
    "text", ["START{ 1. C2.5 }END", "1. C2.5 h8+7\0\0\0\0", "Nguyễn\x1a", "\0" * 50, "", "XQ world\n1. C2.5"]
)
def test_text_is_no_binary_file(text: str) -> None:
    assert whole_format_of(text.encode(), "a.txt") is None
    assert whole_format_of(text.encode("utf-16"), "a.txt") is None


def test_a_file_too_large_to_be_read_whole_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.formats.opening.LARGEST", 1000)
    readings, faults = found_in(bytes_of("tree.cbr"), "a.cbr")
    assert not readings and [fault.code for fault in faults] == ["too-large"]
