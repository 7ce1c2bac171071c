"""The tables of the old encodings: each letter goes in and comes out, and famous words look as they always did."""

import pytest

from app.errors import FormatError
from app.formats.encodings import ENCODINGS, encoding_named
from app.formats.encodings.tables import CAPITALS, LETTERS, read_tcvn3, write_tcvn3, write_viscii, write_windows_1258
from app.formats.encodings.vietnamese import KNOWN, is_syllable
from tests.formats.archives_of_old import ALL, VIETNAMESE

VOWELS = "aăâeêioôơuưy"

# How words look to somebody who takes the encoding for Windows-1252.
SEEN = {
    "tcvn3": {"Nguyễn": "NguyÔn", "Đặng": "§Æng", "Hương": "H\xad¬ng", "Tỵ": "Tþ", "Giải vô địch": "Gi¶i v« ®Þch"},
    "vni": {"Nguyễn": "Nguyeãn", "Đặng": "Ñaëng", "Hương": "Höông", "Tỵ": "Tî", "Giải vô địch": "Giaûi voâ ñòch"},
    "windows-1258": {"Nguyễn": "NguyêÞn", "Đặng": "Ðãòng", "Hương": "Hýõng", "Tỵ": "Tyò", "Hồ": "HôÌ"},
}


def test_there_are_134_accented_letters() -> None:
    assert len(set(LETTERS + CAPITALS)) == 134


@pytest.mark.parametrize("name", VIETNAMESE)
def test_each_small_letter_comes_back(name: str) -> None:
    assert [letter for letter in LETTERS if ENCODINGS[name].read(VIETNAMESE[name](letter)) != letter] == []


@pytest.mark.parametrize("name", [name for name in VIETNAMESE if name != "tcvn3"])
def test_each_capital_comes_back(name: str) -> None:
    assert [letter for letter in CAPITALS if ENCODINGS[name].read(VIETNAMESE[name](letter)) != letter] == []


@pytest.mark.parametrize("name", VIETNAMESE)
def test_no_two_letters_are_written_alike(name: str) -> None:
    letters = LETTERS if name == "tcvn3" else LETTERS + CAPITALS
    assert len({VIETNAMESE[name](letter) for letter in letters}) == len(letters)


@pytest.mark.parametrize(("name", "word"), [(name, word) for name, words in SEEN.items() for word in words])
def test_words_look_as_they_always_did(name: str, word: str) -> None:
    assert VIETNAMESE[name](word) == SEEN[name][word].encode("cp1252")
    assert ENCODINGS[name].read(SEEN[name][word].encode("cp1252")) == word


def test_viscii_has_letters_among_the_control_codes() -> None:
    assert write_viscii("ẲẴẪỶỸỴ") == bytes([0x02, 0x05, 0x06, 0x14, 0x19, 0x1E])
    assert write_viscii("Đặng Mỹ") == b"\xd0\xa3ng M\xdb"


def test_tcvn3_has_seven_capitals_and_of_those_with_tones_the_small_letters() -> None:
    assert read_tcvn3(write_tcvn3("ĂÂĐÊÔƠƯ")) == "ĂÂĐÊÔƠƯ"
    assert write_tcvn3("ÁẾỴ") == write_tcvn3("áếỵ")


@pytest.mark.parametrize(
    "text",
    [
        "NGUYỄN VĂN TỴ",
        "ĐẶNG SÔNG CẦU, LÊ THỊ HÀ",
        "Nguyễn Ánh",
        "Ánh Dương",
        "Hà Tỵ",
        "Đỗ Lý",
        "ông ấy",
        "Ông ấy thắng",
        "RED     Lý Ánh ; 2100",
        "An (2000) vs Ái Vân (1990)",
        "xe_phao_mã",
    ],
)
def test_capitals_of_tcvn3_are_told_by_their_neighbours(text: str) -> None:
    assert read_tcvn3(write_tcvn3(text)) == text


def test_capitals_of_the_wider_tables_of_tcvn_5712_are_read_too() -> None:
    assert read_tcvn3(b"\x82nh \x81n, \x97ng \xc4n") == "Ãnh Ản, Ộng Ấn"


def test_a_letter_and_its_tone_in_windows_1258_become_one() -> None:
    assert write_windows_1258("ế") == b"\xea\xec"
    assert ENCODINGS["windows-1258"].read(b"\xea\xec e\xec \xe9") == "ế é é"


@pytest.mark.parametrize("name", ["tcvn3", "vni", "viscii", "windows-1258"])
def test_what_cannot_be_written_is_an_error(name: str) -> None:
    with pytest.raises(UnicodeEncodeError):
        VIETNAMESE[name]("胡榮華")


@pytest.mark.parametrize("name", ALL)
def test_any_bytes_can_be_read_and_give_themselves_back_where_they_mean_nothing(name: str) -> None:
    for byte in range(256):
        text = ENCODINGS[name].read(bytes([byte, 0x20]))
        assert len(text) == 2 and text[1] == " "
        assert not "\ud800" <= text[0] <= "\udfff" or ord(text[0]) == 0xDC00 + byte


@pytest.mark.parametrize(("name", "meant"), [("ABC", "tcvn3"), ("GBK", "gb18030"), ("cp1258", "windows-1258")])
def test_an_encoding_has_more_names_than_one(name: str, meant: str) -> None:
    assert encoding_named(name).name == meant


def test_an_encoding_that_is_not_known_is_an_error_that_names_the_others() -> None:
    with pytest.raises(FormatError, match=r"no encoding 'klingon'; there are utf-8, .*vni.*utf-16"):
        encoding_named("klingon")


# ---------------------------------------------------------------- spelling


def test_every_syllable_of_the_list_is_spelt_as_one() -> None:
    assert [word for word in KNOWN if not is_syllable(word)] == []


@pytest.mark.parametrize(
    "word",
    ["thuở", "quờ", "gì", "giếng", "quý", "hoà", "hòa", "nghĩa", "khuỷu", "nguyễn", "quyền", "yết", "út", "ngã", "kỳ", "ghế"],
)  # fmt: skip
def test_a_syllable_may_be_spelt_so(word: str) -> None:
    assert is_syllable(word)


@pytest.mark.parametrize(
    "word",
    ["ngĩa", "cì", "kà", "tồc", "mạchs", "renộ", "gieò", "hựơng", "jỗo", "müller"],
)  # fmt: skip
def test_no_syllable_is_spelt_so(word: str) -> None:
    assert not is_syllable(word)
