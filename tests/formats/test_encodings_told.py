"""The encoding of an archive is told by the names in it, game by game."""

import random
import time
import unicodedata

import pytest

from app.formats.encodings import GUESSED, UTF_8
from app.formats.encodings.guess import Tally, weigh
from tests.formats.archives_of_old import (
    ACCENTED,
    ALL,
    NAMES,
    VIETNAMESE,
    Archive,
    decoded,
    decomposed,
    pairs,
    record,
    reds,
    right_alone,
    tones_apart,
)

CLUB = ["Đặng Sông Cầu", "Nguyễn Văn Tỵ", "Lê Thị Hương", "Trềnh A Sáng", "gió_đông", "sĩ tượng bền"]
SIMPLIFIED = ["吕钦", "许银川", "胡荣华", "赵国荣", "柳大华", "王天一"]
TRADITIONAL = ["胡榮華", "呂欽", "許銀川", "趙國榮", "劉東明", "阮成保"]
WESTERN = ["José", "Müller", "René Lévy", "Søren Ågård", "João", "Peña"]
CLUBS = dict.fromkeys(VIETNAMESE, CLUB) | {"gb18030": SIMPLIFIED, "big5": TRADITIONAL, "windows-1252": WESTERN}


def archive(names: list[str], encoding: str) -> bytes:
    """An archive with these players in an encoding."""
    write = ALL[encoding]
    return b"".join(record(write(red), write(black)) for red, black in pairs(names))


# ---------------------------------------------------------------- whole archives


@pytest.mark.parametrize("encoding", CLUBS)
def test_an_archive_in_an_old_encoding_comes_out_as_unicode(encoding: str) -> None:
    found = Archive(archive(CLUBS[encoding], encoding))
    assert found.names == CLUBS[encoding]
    assert found.encodings == [encoding] * 3
    assert found.faults == []


def test_accents_behind_their_letters_are_composed() -> None:
    data = b"".join(record(decomposed(red), decomposed(black)) for red, black in pairs(CLUB))
    found = Archive(b"/* " + decomposed("Lời bình") + b" */\n" + data)
    assert (found.names, found.encodings, found.faults) == (CLUB, ["utf-8"] * 3, [])
    assert unicodedata.is_normalized("NFC", found.text)


def test_tones_behind_letters_in_windows_1258_are_composed() -> None:
    found = Archive(b"".join(record(tones_apart(red), tones_apart(black)) for red, black in pairs(CLUB)))
    assert (found.names, found.encodings, found.faults) == (CLUB, ["windows-1258"] * 3, [])


@pytest.mark.parametrize("codec", ["utf-16", "utf-16-le", "utf-16-be"])
@pytest.mark.parametrize("names", [CLUB, SIMPLIFIED], ids=["vietnamese", "chinese"])
def test_utf_16_is_told_by_its_mark_or_by_its_nuls(codec: str, names: list[str]) -> None:
    found = Archive(archive(names, "utf-8").decode().encode(codec))
    assert (found.names, found.encodings, found.faults) == (names, ["utf-16"] * 3, [])


def test_a_mark_inside_a_file_that_was_joined_of_two_is_dropped() -> None:
    one = "\ufeff" + record("Đặng Sông Cầu".encode()).decode()
    assert reds([one.encode() * 2]) == ["Đặng Sông Cầu"] * 2
    assert "\ufeff" not in decoded(one.encode() * 2)


def test_games_of_one_file_may_be_in_different_encodings() -> None:
    names = {
        "tcvn3": "Đặng Sông Cầu",
        "utf-8": "Trềnh A Sáng",
        "vni": "Nguyễn Văn Tỵ",
        "viscii": "Lê Thị Hương",
        "big5": "胡榮華",
        "gb18030": "吕钦",
        "windows-1258": "Huỳnh Ngọc Đức",
        "windows-1252": "José Müller",
    }
    found = Archive(b"".join(record(ALL[encoding](name)) for encoding, name in names.items()))
    assert [game.red.name for game in found.games] == list(names.values())
    assert found.encodings == list(names)
    assert found.faults == []


def test_other_languages_in_utf_8_are_left_alone() -> None:
    names = ["Łukasz Žižka", "Владислав Фёдоров", "Γιώργος", "さくら", "김민수", "ประยุทธ์"]
    found = Archive(archive(names, "utf-8"))
    assert (found.names, found.faults) == (names, [])


def test_comments_and_text_between_the_games_are_read_in_the_encoding_of_the_names_too() -> None:
    write = ALL["tcvn3"]
    prose = write("Ván này Đỏ phế Mã ở nước nào thì hay hơn?\n")
    comment = write("/* nước hay, ông ấy thắng */\n")
    data = (
        record(write("Đặng Sông Cầu"))
        + prose
        + record(write("Lê Thị Hương")).replace(b"START{\n", b"START{\n" + comment)
    )
    found = Archive(data)
    assert "Ván này Đỏ phế Mã ở nước nào thì hay hơn?" in found.text
    assert found.games[1].comments == {0: "/* nước hay, ông ấy thắng */"}


def test_chinese_moves_whose_bytes_look_like_ascii_are_read_whole() -> None:
    text = "红方：吕钦\n黑方：许银川\n\n1. 炮二平五 马８进７  2. 马二进三 车９平８\n\n"
    for codec, words in (
        ("gb18030", text),
        ("big5", text.translate(str.maketrans("红马进许银钦吕车", "紅馬進許銀欽呂車"))),
    ):
        assert decoded((words * 3).encode(codec)) == words * 3


# ---------------------------------------------------------------- one name

PADDING = record(b"red_player", b"black_player") * 1600
LAST = [(encoding, name) for encoding in VIETNAMESE for name in CLUB[:4]]
LAST += [
    ("gb18030", "胡榮華"),
    ("gb18030", "吕钦"),
    ("gb18030", "胡荣华"),
    ("big5", "胡榮華"),
    ("windows-1252", "José"),
]


@pytest.mark.parametrize(("encoding", "name"), LAST)
def test_the_only_name_with_an_accent_at_the_end_of_a_long_file_is_right(encoding: str, name: str) -> None:
    assert len(PADDING) > 200_000
    text = decoded(PADDING + record(b"other", ALL[encoding](name)))
    assert text.splitlines()[-5] == f"BLACK   {name} ; 2000 ;;"


@pytest.mark.parametrize("name", ["Dương", "Đặng", "Trương Đỗ"])
def test_viscii_that_happens_to_be_utf_8_is_not_taken_for_it(name: str) -> None:
    data = ALL["viscii"](name)
    assert data.decode("utf-8") != name
    assert reds([record(data)]) == [name]


@pytest.mark.parametrize("encoding", VIETNAMESE)
def test_of_single_names_98_in_100_are_right(encoding: str) -> None:
    assert right_alone(encoding, ACCENTED) >= 0.98 * len(ACCENTED)


@pytest.mark.parametrize("encoding", VIETNAMESE)
def test_of_twenty_names_in_a_file_all_are_right(encoding: str) -> None:
    chance = random.Random(20)
    for _ in range(10):
        names = chance.sample(NAMES, 20)
        assert decoded(archive(names, encoding)) == archive(names, "utf-8").decode()


def test_a_name_that_may_be_in_two_encodings_follows_the_other_games() -> None:
    twofold = ALL["vni"]("Hồng")
    assert twofold == ALL["windows-1258"]("Hoàng")
    for encoding, name in (("vni", "Hồng"), ("windows-1258", "Hoàng")):
        others = archive(CLUB, encoding)
        assert Archive(others + record(twofold)).games[-1].red.name == name
        assert Archive(record(twofold) + others).games[0].red.name == name, "later games count too"


# ---------------------------------------------------------------- doubt and damage


def test_what_is_not_sure_is_told_at_the_game_with_the_remedy() -> None:
    found = Archive(record(b"an") + record(ALL["vni"]("Hồng")))
    (fault,) = found.faults
    assert (fault.code, fault.place.line) == ("bad-encoding", 7)
    assert fault.message == "'RED Hoàng ; 2100 ;;': windows-1258 is a guess, the next is vni; --encoding decides"


def test_an_encoding_that_was_said_is_not_doubted() -> None:
    found = Archive(record(b"an") + record(ALL["vni"]("Hồng")), "vni")
    assert (found.games[1].red.name, found.encodings, found.faults) == ("Hồng", [None, "vni"], [])


def test_one_bad_byte_costs_one_warning_and_keeps_its_code() -> None:
    data = "Đặng Sông Cầu".encode().replace("ô".encode(), b"\xf4")
    found = Archive(record(data, "Lê".encode()) + archive(CLUB, "utf-8"))
    assert found.names == ["Đặng Sông Cầu", "Lê", *CLUB]
    (fault,) = found.faults
    assert str(fault) == (
        "games.cxq:1:1: 'RED Đặng Sông Cầu ; 2100 ;;': one byte is not utf-8 (0xF4) and read as Latin-1 [bad-encoding]"
    )


def test_all_bad_bytes_of_a_game_are_one_warning() -> None:
    found = Archive(record("Đặng \xe1".encode() + b"\xff", "Lê Thị".encode() + b"\xff\xfe") + archive(CLUB, "utf-8"))
    (fault,) = found.faults
    assert "3 bytes are not utf-8 (0xFF)" in fault.message
    assert found.names[:2] == ["Đặng áÿ", "Lê Thịÿþ"]


def test_a_western_name_in_an_archive_of_utf_8_is_told() -> None:
    assert Archive(record(b"Ren\xe9")).faults == []
    (fault,) = Archive(archive(CLUB, "utf-8") + record(b"Ren\xe9")).faults
    assert fault.place.line == 19


def test_what_is_lost_of_utf_16_is_told() -> None:
    found = Archive(record(b"an").decode().encode("utf-16") + b"\x00\xdc")
    assert [(fault.code, fault.place.line) for fault in found.faults] == [("bad-encoding", 7)]


# ---------------------------------------------------------------- hostile bytes


def test_random_bytes_are_text_without_surrogates() -> None:
    chance = random.Random(1)
    for size in (1, 2, 3, 100, 10_000, 300_000):
        for encoding in (None, "big5", "vni", "utf-16"):
            text = Archive(chance.randbytes(size), encoding).text
            assert text.encode("utf-8")


@pytest.mark.parametrize(
    "piece",
    [
        b"\xff",
        b"\xff\n",
        b"\xe1\xbb",
        b"a" * 50 + b"\xff",
        b"\xff\n\n[",
        b"\xc3\xa9: x\n\n\xff",
        b"}END\xfe",
        b"\n \t\r\xff",
    ],
)
def test_effort_grows_with_the_size_and_no_faster(piece: bytes) -> None:
    def seconds(size: int) -> float:
        data = piece * (size // len(piece))
        begin = time.process_time()
        decoded(data)
        return time.process_time() - begin

    seconds(10_000)
    assert seconds(200_000) < 20 * seconds(40_000) + 0.1


def test_no_evidence_is_needed_for_a_verdict() -> None:
    assert Tally().judge(weigh("Đặng".encode())).encoding is UTF_8
    assert len(weigh(b"\xff" * 100_000).texts) == len(GUESSED)
