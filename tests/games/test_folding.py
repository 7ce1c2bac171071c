"""How words and names are compared: without case, accents, width and doubled blanks; names also without signs."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.games.folding import fold, fold_name, stem

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


# ---------------------------------------------------------------- names

SAME_NAMES = {
    "dang": [*SAME["dang"], unicodedata.normalize("NFD", "Đặng"), "dang_", "_Đặng_", "(Đặng)", "Đặng!"],
    "gio dong": ["gió_đông", "Gió Đông", "gio-dong", "GIÓ.ĐÔNG", "gió · đông", "gio／dong"],
    "gackiem": ["gackiem_____", "GacKiem", "gackiem  __"],
    "ohara": ["O'Hara", "O’Hara", "OHara", "O`hara"],
    "100": ["100%", "100 %", "100"],
    "dang2005": ["Đặng2005", "dang2005_"],
    "胡 荣华": ["胡·荣华", "胡 荣华"],
    "an": ["An\N{ZERO WIDTH JOINER}", "A\N{SOFT HYPHEN}n"],
}


@pytest.mark.parametrize(("folded", "name"), [(folded, name) for folded, names in SAME_NAMES.items() for name in names])
def test_signs_do_not_count_in_a_name(folded: str, name: str) -> None:
    assert fold_name(name) == fold_name(folded) == folded


@pytest.mark.parametrize("name", ["___", "%", "'", "🏆", "· ·", "？"])
def test_a_name_of_nothing_but_signs_keeps_them(name: str) -> None:
    assert fold_name(name) == fold(name) != ""


def test_what_is_no_sign_still_counts() -> None:
    names = ("dang", "dang1", "dang 1", "dang2005", "dangs", "dan g", "李", "黎", "___", "__")
    assert len({fold_name(name) for name in names}) == len(names)


@given(st.text(max_size=40))
def test_a_folded_name_is_folded_already_and_never_lost(name: str) -> None:
    folded = fold_name(name)
    assert fold_name(folded) == folded
    assert (folded == "") == (fold(name) == "")


@given(st.text(alphabet=st.characters(max_codepoint=127), max_size=40))
def test_the_short_way_for_plain_letters_is_the_long_one(name: str) -> None:
    bare = "".join(
        "" if sign in "'`" else sign if sign.isalnum() or sign.isspace() or sign < " " or sign == "\x7f" else " "
        for sign in name.lower()
    )
    assert fold_name(name) == (" ".join(bare.split()) or fold(name))


@pytest.mark.parametrize(
    ("folded", "bare"),
    [("minh2005", "minh"), ("minh 1", "minh"), ("2386", "2386"), ("minh", "minh"), ("u23 vn", "u23 vn")],
)
def test_a_stem_is_a_name_without_the_digits_behind_it(folded: str, bare: str) -> None:
    assert stem(folded) == bare
