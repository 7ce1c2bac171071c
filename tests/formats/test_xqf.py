"""XQF: every version, trees with comments, and what becomes of damaged files."""

import random
import time

import pytest

from app.errors import Place
from tests.formats.program_cases import DATA, expected, found_in, game_in, game_of, summary

FILES = expected(".xqf")


def whole(name: str) -> bytearray:
    return bytearray((DATA / name).read_bytes())


@pytest.mark.parametrize("name", FILES)
def test_every_file_holds_what_the_table_says(name: str) -> None:
    assert {"file": name} | summary(game_of(name)) == FILES[name]


def test_the_table_names_every_file() -> None:
    assert set(FILES) | {"v18-empty.xqf"} == {path.name for path in DATA.glob("*.xqf")}


def test_headers_become_fields() -> None:
    game = game_of("v18-opening.xqf")
    assert (game.red.name, game.black.name, game.event, game.site) == ("红方甲", "黑方乙", "试验杯", "某地")
    assert game.headers["Title"] == "试验对局"
    assert game_of("v18-opening.xqf").headers["Annotator"] == "评者丙"
    assert game_of("v18-opening.xqf").author == "制者丁"
    assert game_of("v18-opening.xqf").played.date == "2024-01-01"  # 2024年1月1日


def test_a_tree_has_its_comments_at_its_nodes() -> None:
    game = game_of("v12-variations.xqf")
    for variation in game.variations:
        assert all(variation.ply < ply <= variation.ply + len(variation.moves) // 2 for ply in variation.comments)
    assert all(0 <= ply <= game.plies for ply in game.comments)


def test_a_file_without_moves_is_rejected_and_its_place_is_a_byte() -> None:
    (reading,), strays = found_in(bytes(whole("v18-empty.xqf")), "v18-empty.xqf")
    assert reading.is_rejected and not strays
    assert str(reading.game.faults[-1]) == "v18-empty.xqf:byte 0: the record has no moves [no-moves]"


def test_who_moves_first_is_told_by_the_first_move_and_not_by_the_header() -> None:
    data = whole("v10-game.xqf")
    data[50] = 1  # Black, says the header
    assert game_in(bytes(data), "a.xqf").start_fen is None
    only = bytearray(data[:1024]) + bytes.fromhex("18 20 F0 FF 00000000" + "5D 61 00 FF 00000000")  # h7-e7
    only[1024 + 8], only[1024 + 9] = 77 + 24, 47 + 32
    assert game_in(bytes(only), "a.xqf").first_side == 1


def test_text_in_other_encodings_is_told_by_the_names() -> None:
    data = whole("v10-game.xqf")
    for offset, name in ((304, "紅方選手陳"), (320, "黑方選手劉")):
        coded = name.encode("big5")
        data[offset : offset + 16] = bytes((len(coded),)) + coded.ljust(15, b"\0")
    for offset, size in ((80, 64), (208, 64), (288, 16)):
        data[offset : offset + size] = bytes(size)
    bare = bytes(data[:1024]) + bytes.fromhex("18 20 00 FF 00000000")
    (reading,), _ = found_in(bare, "a.xqf")
    assert (reading.game.red.name, reading.game.black.name) == ("紅方選手陳", "黑方選手劉")
    (reading,), _ = found_in(bare, "a.xqf", "gb18030")
    assert reading.game.red.name == "紅方選手陳".encode("big5").decode("gb18030", "replace")


def test_a_name_longer_than_its_field_or_cut_inside_a_sign_is_read_as_far_as_it_goes() -> None:
    data = whole("v10-game.xqf")
    name = "红方选手红方选手".encode("gb18030")[:15]
    data[304:320] = bytes((200,)) + name
    assert game_in(bytes(data), "a.xqf").red.name == "红方选手红方选"


# ---------------------------------------------------------------- damage


def test_a_move_against_the_rules_ends_the_game_before_it() -> None:
    data = whole("v10-endgame.xqf")
    data[1024 + 8 * 5] = 24 + 90  # the source of the fifth ply: off the board
    (reading,), _ = found_in(bytes(data), "a.xqf")
    (fault,) = reading.game.faults
    assert (reading.game.plies, reading.game.complete) == (4, False)
    assert str(fault) == "a.xqf:byte 1064, ply 5: a move here names no point of the board [unreadable-move]"
    assert reading.text.split("\n")[-1].split()[4] == "?-?"
    data[1024 + 8 * 5] = 24
    (reading,), _ = found_in(bytes(data), "a.xqf")
    assert reading.game.faults[0].code == "illegal-move"
    assert reading.game.faults[0].place == Place("a.xqf", 1, 1, 1064)


def test_the_text_of_a_game_that_is_not_whole_says_all_that_the_file_says() -> None:
    (reading,), _ = found_in(bytes(whole("v18-empty.xqf")), "a.xqf")
    assert reading.text.splitlines()[:2] == ["Red: 红方甲", "Black: 黑方乙"]
    data = whole("v10-variations.xqf")
    start, end = game_of("v10-variations.xqf").moves[:2]
    data[bytes(data).index(bytes((start % 9 * 10 + start // 9 + 24, end % 9 * 10 + end // 9 + 32)), 1024)] = 0
    (reading,), _ = found_in(bytes(data), "a.xqf")
    moves = [line for line in reading.text.splitlines() if "?-?" in line or line.startswith("(")]
    assert reading.is_rejected and len(moves) == 3
    assert "?-?" in moves[0] and moves[1].startswith("(") and moves[2].startswith("(")


def test_what_cannot_be_played_of_a_variation_is_kept_as_a_comment() -> None:
    data = whole("v10-variations.xqf")
    game = game_in(bytes(data), "a.xqf")
    lost = game.variations[1]
    place = bytes((lost.moves[0] % 9 * 10 + lost.moves[0] // 9 + 24, lost.moves[1] % 9 * 10 + lost.moves[1] // 9 + 32))
    data[bytes(data).rindex(place)] = 24 + 95
    hurt = game_in(bytes(data), "a.xqf")
    assert hurt.complete and hurt.moves == game.moves
    assert len(hurt.variations) == len(game.variations) - 1
    assert [fault.code for fault in hurt.faults] == ["bad-variation"]
    said = [game.comments, *(variation.comments for variation in hurt.variations)]
    said[0] = hurt.comments
    assert any("(?-?" in text for comments in said for text in comments.values())


@pytest.mark.parametrize("name", ["v10-variations.xqf", "v12-variations.xqf", "v18-tree.xqf"])
def test_a_file_cut_anywhere_keeps_the_moves_before_the_cut(name: str) -> None:
    data, moves = bytes(whole(name)), game_of(name).moves
    for length in range(24, len(data) - 1):
        (reading,), _ = found_in(data[:length], name)
        assert moves.startswith(reading.game.moves)
        assert reading.game.faults, length
        codes = {fault.code for fault in reading.game.faults}
        assert codes & {"damaged-file", "cut-off", "no-moves"}, length
        assert reading.game.complete == (not codes & {"damaged-file", "cut-off", "no-moves"})


@pytest.mark.parametrize("name", FILES)
def test_flipped_bytes_give_faults_and_never_an_exception(name: str) -> None:
    dice, began = random.Random(name), time.perf_counter()
    for _ in range(60):
        data = whole(name)
        for _ in range(dice.choice((1, 1, 3, 30))):
            data[dice.randrange(2, len(data))] = dice.randrange(256)
        readings, faults = found_in(bytes(data), name)
        assert len(readings) == 1
        assert readings[0].game.complete or readings[0].game.faults or faults
    assert time.perf_counter() - began < 20


@pytest.mark.parametrize("length", [b"\xff\xff\xff\x7f", b"\xff\xff\xff\xff", b"\x00\x00\x00\x80"])
def test_a_comment_longer_than_the_file_ends_it(length: bytes) -> None:
    data = whole("v10-endgame.xqf")
    data[1024 + 8 * 3 + 4 : 1024 + 8 * 3 + 8] = length
    (reading,), _ = found_in(bytes(data), "a.xqf")
    assert reading.game.plies == 3
    assert "a comment is longer than what is there" in str(reading.game.faults[-1])


def test_bytes_behind_the_tree_are_told() -> None:
    readings, faults = found_in(bytes(whole("v10-endgame.xqf")) + b"rest", "a.xqf")
    assert readings[0].game.complete
    assert [(fault.code, fault.place.byte) for fault in faults] == [("stray-text", 1168)]
    readings, faults = found_in(bytes(whole("v10-endgame.xqf")) + bytes(100), "a.xqf")
    assert faults == []


def test_a_version_that_is_not_known_is_refused() -> None:
    data = whole("v10-endgame.xqf")
    data[2] = 25
    (reading,), _ = found_in(bytes(data), "a.xqf")
    assert "there is no version 25 of XQF" in str(reading.game.faults[0])


def test_a_tree_of_200_000_nodes_takes_a_time_in_proportion() -> None:
    """Chariots go up and down, and every move has a rival."""
    there_and_back = [(0, 1), (9, 8), (1, 0), (8, 9)]  # file * 10 + rank: a0-a1, a9-a8, a1-a0, a8-a9
    nodes = bytearray(bytes.fromhex("1820F0FF 00000000"))

    def add(ply: int, flags: int) -> None:
        start, end = there_and_back[ply % 4]
        nodes.extend((start + 24, end + 32, flags, 0, 0, 0, 0, 0))

    for ply in range(99_999):
        add(ply, 0xFF)
    add(99_999, 0x0F)
    for ply in reversed(range(100_000)):
        add(ply, 0x00)
    began = time.perf_counter()
    game = game_in(bytes(whole("v10-game.xqf")[:1024]) + bytes(nodes), "a.xqf")
    assert (game.plies, len(game.variations)) == (100_000, 100_000)
    assert time.perf_counter() - began < 30
