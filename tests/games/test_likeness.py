"""Which names are near a name, and in which order."""

import unicodedata

import pytest

from app.games.folding import fold_name
from app.games.likeness import LEAST, nearest

NAMES = [
    "Đặng",
    "ĐẶNG",
    "dang",
    "dang_",
    "dang1",
    "Đặng Sông Cầu",
    "dagn",
    "Nguyễn Văn An",
    "nguyenvanan",
    "Văn An Nguyễn",
    "Nguyen Van Am",
    "ThienLac",
    "thienlac2004",
    "thien_lac_",
    "la",
    "2386",
    "2387",
    "许银川",
    "许银",
    "___",
]
KEYED = {key: (name, fold_name(name)) for key, name in enumerate(NAMES)}


def near(name: str, how: str | None = None) -> list[str]:
    return [NAMES[one.key] for one in nearest(name, KEYED) if how in (None, one.how)]


def test_the_printed_name_comes_first_then_the_folded_ones_then_the_near_ones():
    assert near("dang") == ["dang", "dang_", "ĐẶNG", "Đặng", "dang1", "Đặng Sông Cầu", "dagn"]
    assert near("dang", "exact") == ["dang"]
    assert near("dang", "folded") == ["dang_", "ĐẶNG", "Đặng"]


@pytest.mark.parametrize("form", ["NFC", "NFD"])
def test_the_form_of_accents_does_not_matter(form: str):
    assert near(unicodedata.normalize(form, "Đặng"))[0] == "Đặng"  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("name", "others"),
    [
        ("thein lac", {"ThienLac", "thienlac2004", "thien_lac_"}),
        ("thienlac", {"ThienLac", "thienlac2004", "thien_lac_"}),
        ("nguyen van an", {"Nguyễn Văn An", "nguyenvanan", "Văn An Nguyễn", "Nguyen Van Am"}),
        ("AN NGUYEN VAN", {"Nguyễn Văn An", "Văn An Nguyễn"}),
        ("2386", {"2386", "2387"}),
        ("许银川", {"许银川", "许银"}),
    ],
)
def test_the_same_person_is_near_in_every_spelling(name: str, others: set[str]):
    assert others <= set(near(name))


@pytest.mark.parametrize("name", ["", "   ", "zzzzzz", "___!", "l"])
def test_nobody_is_near_a_name_that_is_like_none(name: str):
    assert set(near(name)) <= {"___"}


def test_a_short_name_within_a_long_one_is_not_near():
    assert "la" not in near("thienlac")


def test_scores_are_of_a_hundred_and_fall():
    for name in NAMES:
        found = nearest(name, KEYED)
        assert found[0].how == "exact" and found[0].score == 100
        assert all(LEAST <= one.score <= 100 for one in found)
        scores = [one.score for one in found if one.how == "near"]
        assert scores == sorted(scores, reverse=True)


def test_as_many_as_are_asked_for():
    assert nearest("dang", KEYED, 2) == nearest("dang", KEYED)[:2]
