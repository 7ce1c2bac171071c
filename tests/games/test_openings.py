"""The names of openings, and how a person means one: by code, by name, by moves."""

import unicodedata

import pytest

from app.errors import QueryError
from app.games.ecco import code_of
from app.games.lines import mirror, read_line
from app.games.meaning import LONGEST_NAME, Meaning, meaning_of, near_names, opening_meant
from app.games.openings import LANGUAGES, formations, name_of, openings
from app.notation import NOTATIONS, write_games
from app.position import Position

C_CODES = frozenset(code for code in openings() if code.startswith("C"))


def codes(text: str) -> frozenset[str]:
    """The codes that a text means."""
    meaning = meaning_of(text)
    assert meaning is not None, text
    return meaning.codes


def both(line: str) -> tuple[bytes, ...]:
    """A line in WXF and its mirror image."""
    moves = read_line(line, "wxf")
    return moves, mirror(moves)


# ---------------------------------------------------------------- the list


def test_there_are_260_openings_in_order() -> None:
    assert len(openings()) == 260
    assert list(openings()) == sorted(openings())
    assert {code[0] for code in openings()} == set("ABCDE")


def test_every_opening_has_a_name_of_its_own_in_three_languages() -> None:
    for language in LANGUAGES:
        names = [name_of(code, language) for code in openings()]
        assert all(name == name.strip() and name for name in names)
        assert len(set(names)) == 260, language


def test_names_are_printed_as_they_are_written() -> None:
    assert name_of("C00") == "Pháo đầu đối Bình phong mã"
    assert name_of("C00", "en") == "Central Cannon vs Screen Horses"
    assert name_of("C00", "zh") == "中炮对屏风马"
    assert all(unicodedata.is_normalized("NFC", name) for opening in openings().values() for name in opening.names)


def test_what_has_no_name_is_said() -> None:
    with pytest.raises(QueryError, match="no ECCO code 'C07'"):
        name_of("C07")
    with pytest.raises(QueryError, match="no names in 'fr'; there are vi, en, zh"):
        name_of("C00", "fr")


def test_the_line_of_a_formation_and_its_mirror_image_are_played_alike() -> None:
    assert len(formations()) == 34
    for formation in formations():
        moves, mirrored = both(formation.line)
        assert code_of(moves) == code_of(mirrored) != "A00", formation.vi


# ---------------------------------------------------------------- by code


@pytest.mark.parametrize(
    ("text", "first", "last", "count"),
    [
        ("C42", "C42", "C42", 1),
        (" c42 ", "C42", "C42", 1),
        ("C4", "C40", "C49", 10),
        ("C", "C00", "C99", 85),
        ("b", "B00", "B56", 39),
        ("C40-C49", "C40", "C49", 10),
        ("c40..c49", "C40", "C49", 10),
        ("C40–C49", "C40", "C49", 10),
        ("C40 - 49", "C40", "C49", 10),
        ("C49-C40", "C40", "C49", 10),
        ("C99-D00", "C99", "D00", 2),
        ("A00-E99", "A00", "E48", 260),
    ],
)
def test_codes_are_named_one_by_one_or_many_at_once(text: str, first: str, last: str, count: int) -> None:
    meaning = meaning_of(text)
    assert meaning is not None and not meaning.lines
    assert (min(meaning.codes), max(meaning.codes), len(meaning.codes)) == (first, last, count)


@pytest.mark.parametrize("text", ["C07", "B9", "C07-C09", "E49", "F00", "C422", "C40-", "-C40", "C４０"])
def test_a_code_that_is_none_means_nothing(text: str) -> None:
    assert meaning_of(text) is None


# ---------------------------------------------------------------- by name


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_opening_is_found_by_its_name(language: str) -> None:
    assert [code for code in openings() if code not in codes(name_of(code, language))] == []
    assert [code for code in openings() if code not in codes(name_of(code, language).upper())] == []


@pytest.mark.parametrize("form", ["NFC", "NFD", "NFKC", "NFKD"])
def test_every_form_of_a_text_is_the_same_name(form: str) -> None:
    for name in ("Bình phong mã", "Tam bộ hổ", "đối binh", "hai lần quải giác mã"):
        assert meaning_of(unicodedata.normalize(form, name)) == meaning_of(name)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "text",
    [
        "Bình phong mã",
        "bình phong mã",
        "BÌNH PHONG MÃ",
        "binh phong ma",
        "  binh   phong ma ",
        "Binh-phong-ma",
        "屏风马",
        "屏風馬",
        "Screen Horses",
        "screen horses",
    ],
)
def test_screen_horses_in_every_language(text: str) -> None:
    assert meaning_of(text) == (C_CODES | {"A28"}, both("C2.5 H8+7 H2+3 R9.8 R1.2 H2+3"))


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("binh pho", C_CODES | {"A28"}),
        ("screen horse", C_CODES | {"A28"}),
        ("ban ha", {"C02", "C11", "C35", "C36", "C37", "C38", "C39", "C44", "C71", "C72", "C73", "C74", "C75", "C76"}),
        ("Five-Nine", {"C99"}),
        ("五九炮", {"C99"}),
        ("弃双兵", {"B56"}),
        ("both Edge Horses", {"E16"}),
        ("screen blockade", set()),
        ("cannon attacks the horse", {"D35"}),
        ("ngu that phao doi phan cung ma", {"B50", "B51", "B52", "B53"}),
        ("phản cung mã ngũ bát pháo", {"B36"}),
        ("horses sandwiched five-eight", {"B36"}),
    ],
)
def test_a_part_of_a_name_is_enough(text: str, found: set[str]) -> None:
    meaning = meaning_of(text)
    assert (meaning.codes if meaning else set()) >= found
    assert bool(meaning) == bool(found)


def test_words_begin_where_words_begin() -> None:
    assert meaning_of("orses") is None
    assert meaning_of("inh phong") is None


def test_accents_tell_names_apart_as_long_as_something_is_found() -> None:
    assert codes("đối binh cùng tiến") == {"E42", "E43", "E44", "E45"}
    assert codes("đối binh") == {code for code in openings() if code.startswith("E4")}
    assert codes("doi binh") == codes("đối binh")
    assert "C00" in codes("đối Bình")
    assert codes("tiến binh giữa") == codes("tien binh giua") == codes("tiến binh giưa")


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("Trung pháo", "Pháo đầu"),
        ("đương đầu pháo", "Pháo đầu"),
        ("Nghịch pháo", "Liệt pháo"),
        ("phan cong ma", "Phản cung mã"),
        ("giap phao binh phong", "Phản cung mã"),
        ("Pháo thụt lò", "Quy bối pháo"),
        ("Đối tốt", "Đối binh"),
        ("doi chot", "Đối binh"),
        ("Tiến tốt", "Tiên nhân chỉ lộ"),
        ("tien chot", "Tiên nhân chỉ lộ"),
        ("quá hà xa", "Quá hà xe"),
        ("bình pháo đoái xa", "Bình pháo đổi xe"),
        ("Angel's Pawn", "Tiên nhân chỉ lộ"),
        ("仙人指路", "Tiên nhân chỉ lộ"),
        ("龜背炮", "龟背炮"),
        ("tiến chốt 7 hai lần", "tiến tốt 7 hai lần"),
        ("trung pháo đối quy bối pháo", "Pháo đầu đối Quy bối pháo"),
        ("sỹ giác pháo", "Sĩ giác pháo"),
    ],
)
def test_other_words_for_the_same(text: str, same: str) -> None:
    assert meaning_of(text) == meaning_of(same) is not None


def test_a_formation_means_its_line_and_the_openings_that_are_called_so() -> None:
    assert meaning_of("Tam bộ hổ") == (
        {"B04", *(f"B2{n}" for n in range(6)), *(f"D4{n}" for n in range(4))},
        both("C2.5 H8+7 H2+3 C8.9 P3+1 R9.8"),
    )
    assert meaning_of("Đại liệt pháo") == (frozenset(), both("C2.5 C2.5 H2+3 H8+9"))


def test_every_formation_is_found_by_each_of_its_names() -> None:
    for formation in formations():
        for name in formation.names:
            meaning = meaning_of(name)
            assert meaning is not None and set(both(formation.line)) <= set(meaning.lines), name


# ---------------------------------------------------------------- by moves


@pytest.mark.parametrize(
    "text", ["", " ", "x", "đ", "7", "3 7", "—", "hello", "\0", "\ud800", "?", "C2.5", "P2-5 M8.7"]
)
def test_what_is_no_name_means_nothing(text: str) -> None:
    assert meaning_of(text) is None


@pytest.mark.parametrize("notation", NOTATIONS)
def test_no_first_move_is_taken_for_a_name(notation: str) -> None:
    start = Position.from_fen()
    for move in start.legal_moves():
        assert meaning_of(start.write(move, notation)) is None
    (plies,) = write_games(notation, [(None, read_line("C2.5 H8+7 H2+3 R9.8 R1.2 H2+3 P7+1 P7+1", "wxf"))])
    assert meaning_of(" ".join(plies)) is None


def test_moves_are_meant_where_no_name_is() -> None:
    assert opening_meant("P2-5 M8.7") == Meaning(lines=both("C2.5 H8+7"))
    assert opening_meant("h2e2") == Meaning(lines=both("C2.5"))
    assert opening_meant("binh phong ma") == meaning_of("Bình phong mã")


@pytest.mark.parametrize(
    ("text", "near"),
    [
        ("binh phonk ma", "Bình phong mã"),
        ("quy boi pao", "Quy bối pháo"),
        ("same direction canons", "Same Direction Cannons"),
        ("thut lo", "Pháo thụt lò"),
        ("C07", "C06, C10"),
        ("E99", "E48"),
        ("C07-C09", "C06, C10"),
    ],
)
def test_a_name_that_is_none_brings_those_that_are_near(text: str, near: str) -> None:
    with pytest.raises(QueryError, match=f"no notation reads '{text}' from the start: .*; openings like it: {near}"):
        opening_meant(text)


def test_what_is_near_nothing_has_the_answer_of_the_notations() -> None:
    assert near_names("zzz") == []
    with pytest.raises(QueryError, match=r"\(xqbase\)$"):
        opening_meant("zzz")


def test_a_text_longer_than_any_name_is_not_compared() -> None:
    assert max(len(name) for opening in openings().values() for name in opening.names) < LONGEST_NAME
    assert meaning_of("pháo " * 100_000) is None
    assert near_names("pháo " * 100_000) == []
