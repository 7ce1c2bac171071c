"""How names are compared: without case, accents, width and doubled blanks."""

import unicodedata

import pytest

from app.games.folding import fold

SAME = {
    "dang": ["Đặng", "ĐẶNG", "đặng", "Dang", "DANG", "  Đặng ", "ＤＡＮＧ", "Ｄａｎｇ"],
    "tran van duc": ["Trần Văn Đức", "TRẦN VĂN ĐỨC", "Tran  Van\tDuc", "Trần\N{NO-BREAK SPACE}Văn Đức"],
    "gackiem_____": ["gackiem_____", "GacKiem_____"],
    "2386": ["2386", "２３８６"],
    "strasse": ["Straße", "STRASSE"],
    "nguyen": ["Nguyễn", "NGUYỄN", "nguyen"],
    "胡荣华": ["胡荣华", " 胡荣华 "],
    "": ["", "  ", "\t"],
}


@pytest.mark.parametrize(("folded", "name"), [(folded, name) for folded, names in SAME.items() for name in names])
def test_a_name_is_folded(folded: str, name: str) -> None:
    assert fold(name) == folded


@pytest.mark.parametrize("form", ["NFC", "NFD", "NFKC", "NFKD"])
def test_every_form_of_a_name_is_folded_alike(form: str) -> None:
    for name in ("Đặng", "Nguyễn Thị Hương", "Lý Thường Kiệt", "ƯƠ ăâêôơư"):
        assert fold(unicodedata.normalize(form, name)) == fold(name)  # type: ignore[arg-type]


def test_every_vietnamese_letter_becomes_a_plain_one() -> None:
    letters = "àáảãạăằắẳẵặâầấẩẫậèéẻẽẹêềếểễệìíỉĩịòóỏõọôồốổỗộơờớởỡợùúủũụưừứửữựỳýỷỹỵđ"
    assert {fold(letter) for letter in letters + letters.upper()} == set("aeiouyd")


def test_a_folded_name_stays_as_it_is() -> None:
    for names in SAME.values():
        for name in names:
            assert fold(fold(name)) == fold(name)


def test_different_names_stay_different() -> None:
    assert len({fold(name) for name in ("Lê", "Lế Anh", "Le_", "L e", "Lệ1", "李", "黎")}) == 7
