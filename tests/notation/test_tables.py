"""Every known spelling of every known move: read by its notation, and written where it is the notation's own."""

import pytest

from app.notation import NOTATIONS
from app.position import Position
from tests.notation.notation_cases import after, move, rows

CASES = {
    "uci": "uci",
    "iccs": "iccs",
    "wxf": "wxf",
    "chinese": "chinese",
    "vietnamese": "vietnamese",
    "vietnamese_words": "vietnamese-words",
    "asian": "asian",
}
VARIANTS = {
    "uci": "uci",
    "ucci": "ucci",
    "iccs": "iccs",
    "wxf_1997": "wxf",
    "cxq": "cxq",
    "wxf_2018": "wxf2018",
    "pyffish_wxf": "wxf2018",
    "xqbase_wxf": "xqbase",
    "chinese": "chinese",
    "chinese_trad": "chinese-traditional",
    "chinese_xqbase": "chinese",
    "vietnamese": "vietnamese",
    "vietnamese_ts_for_advisor_elephant": "vietnamese",
    "vietnamese_C": "vietnamese",
    "vietnamese_endash": "vietnamese",
    "asian_vn_letters": "asian",
    "asian_axf_letters": "asian-latin",
    "vn_words": "vietnamese-words",
    "vn_words_tot_tan": "vietnamese-words",
    "vn_words_ts_for_advisor_elephant": "vietnamese-words",
}
WRITTEN = (
    "uci",
    "ucci",
    "iccs",
    "wxf_1997",
    "cxq",
    "wxf_2018",
    "xqbase_wxf",
    "chinese",
    "chinese_trad",
    "vietnamese",
    "asian_vn_letters",
    "asian_axf_letters",
    "vn_words",
)
CASE_ROWS, VARIANT_ROWS = rows("notation_cases.csv"), rows("notation_variants.csv")
LINES = rows("vn_lines.csv")


def named(table: list[dict[str, str]]) -> list[object]:
    """Rows as parameters that name themselves."""
    return [pytest.param(row, id=f"{row['fen'].split(' -')[0]} {row['uci']}") for row in table]


@pytest.mark.parametrize("row", named(CASE_ROWS))
def test_a_known_move_is_written_as_each_notation_writes_it(row: dict[str, str]) -> None:
    position = Position.from_fen(row["fen"])
    known = move(row["uci"], 1)
    assert known in position.legal_moves()
    assert {column: position.write(known, name) for column, name in CASES.items()} == {c: row[c] for c in CASES}


@pytest.mark.parametrize("row", named(CASE_ROWS))
def test_a_known_text_is_read_as_its_move(row: dict[str, str]) -> None:
    position = Position.from_fen(row["fen"])
    read = {column: position.read(row[column], name) for column, name in CASES.items()}
    assert read == dict.fromkeys(CASES, move(row["uci"], 1))


@pytest.mark.parametrize("row", named(VARIANT_ROWS))
def test_every_spelling_in_use_is_read_as_its_move(row: dict[str, str]) -> None:
    position = Position.from_fen(row["fen"])
    read = {column: position.read(row[column], name) for column, name in VARIANTS.items()}
    assert read == dict.fromkeys(VARIANTS, move(row["uci"], 1))


@pytest.mark.parametrize("row", named(VARIANT_ROWS))
def test_a_notation_writes_its_own_spelling(row: dict[str, str]) -> None:
    position = Position.from_fen(row["fen"])
    known = move(row["uci"], 1)
    written = {column: position.write(known, VARIANTS[column]) for column in WRITTEN}
    assert written == {column: row[column] for column in WRITTEN}


def test_the_table_of_variants_names_a_notation_for_every_column() -> None:
    assert set(VARIANTS) == set(VARIANT_ROWS[0]) - {"fen"}
    assert set(VARIANTS.values()) | {"axf"} == set(NOTATIONS)


@pytest.mark.parametrize("row", named(VARIANT_ROWS))
def test_axf_is_wxf_with_another_sign_for_sideways(row: dict[str, str]) -> None:
    position, known = Position.from_fen(row["fen"]), move(row["uci"], 1)
    name, sign, value = row["wxf_1997"][:2], row["wxf_1997"][2], row["wxf_1997"][3]
    assert position.write(known, "axf") == name + sign.replace(".", "=") + value
    assert position.read(position.write(known, "axf"), "axf") == known


@pytest.mark.parametrize("line", LINES, ids=[line["moves_vietnamese"][:23] for line in LINES])
def test_a_printed_vietnamese_line_is_read(line: dict[str, str]) -> None:
    position, ends = Position.from_fen(line["fen"]), line["final_state"]
    printed, known = line["moves_vietnamese"].split(), [move(text, 1) for text in line["moves_uci"].split()]
    assert len(printed) == len(known)
    for text, expected in zip(printed, known, strict=True):
        assert position.read(text, "vietnamese") == expected
        assert position.write(expected, "vietnamese") == text
        position = position.play(expected)
    assert position == after(Position.from_fen(line["fen"]), known)
    assert (ends == "mate") == (position.in_check() and not position.legal_moves())


# ---------------------------------------------------------------- spellings beyond the tables

TWO_CHARIOTS = "5k3/9/9/2R6/9/2R6/9/9/9/4K4 w"
THREE_PAWNS = "5k3/2P6/9/2P6/9/2P6/9/9/9/4K4 w"
TWO_CANNONS_ON_FILE_5 = "5k3/4C4/9/9/9/9/4C4/9/9/3K5 w"
DOUBLED_ADVISORS = "5k3/9/9/9/9/9/9/3A5/9/2BAK4 w"


@pytest.mark.parametrize(
    "notation, fen, text, uci",
    [
        ("wxf", "", "c2.5", "h3e3"),
        ("wxf", "", "C2=5", "h3e3"),
        ("wxf", "", " C 2 . 5 ", "h3e3"),
        ("wxf", "", "Ｃ２．５", "h3e3"),
        ("wxf", "", "H2+3", "h1g3"),
        ("wxf", "", "N2+3", "h1g3"),
        ("wxf", "", "B3+5", "g1e3"),
        ("wxf", "", "M3+5", "g1e3"),
        ("wxf", "", "G5+1", "e1e2"),
        ("wxf", "", "G4+5", "f1e2"),
        ("wxf", "", "S7+1", "c4c5"),
        ("wxf", "", "C2–1", "h3h2"),
        ("wxf", "", "C2−1", "h3h2"),
        ("wxf", TWO_CHARIOTS, "+R+3", "c7c10"),
        ("wxf", TWO_CHARIOTS, "-R.3", "c5g5"),
        ("wxf", TWO_CHARIOTS, "R7+3", "c7c10"),
        ("wxf", TWO_CANNONS_ON_FILE_5, "C5-4", "e9e5"),
        ("wxf", TWO_CANNONS_ON_FILE_5, "C5+3", "e4e7"),
        ("wxf", THREE_PAWNS, "P7+1", "c7c8"),
        ("wxf", THREE_PAWNS, "27+1", "c7c8"),
        ("wxf2018", THREE_PAWNS, "P-+1", "c5c6"),
        ("xqbase", THREE_PAWNS, "P..8", "c7b7"),
        ("wxf", DOUBLED_ADVISORS, "A+-5", "d3e2"),
        ("wxf", DOUBLED_ADVISORS, "A6+5", "d1e2"),
        ("vietnamese", "", "p2-5", "h3e3"),
        ("vietnamese", "", "P2–5", "h3e3"),
        ("vietnamese", "", "P2—5", "h3e3"),
        ("vietnamese", "", "Tg. 1", "e1e2"),
        ("vietnamese", "", "Tg.1", "e1e2"),
        ("vietnamese", "", "TG5.1", "e1e2"),
        ("vietnamese", "", "V3.5", "g1e3"),
        ("vietnamese", "", "T3.5", "g1e3"),
        ("vietnamese", "", "C7.1", "c4c5"),
        ("vietnamese", THREE_PAWNS, "Cg.1", "c7c8"),
        ("vietnamese-words", "", "pháo hai bình năm", "h3e3"),
        ("vietnamese-words", "", "Pháo nhị bình ngũ", "h3e3"),
        ("vietnamese-words", "", "PHÁO 2 BÌNH 5", "h3e3"),
        ("vietnamese-words", "", "Mã 2 tấn 3", "h1g3"),
        ("vietnamese-words", "", "Pháo 2 thối 1", "h3h2"),
        ("vietnamese-words", "", "Pháo 2 lui 1", "h3h2"),
        ("vietnamese-words", "", "Pháo 2 lùi 1", "h3h2"),
        ("vietnamese-words", "", "Sỹ 4 tiến 5", "f1e2"),
        ("vietnamese-words", "", "Tịnh 3 tiến 5", "g1e3"),
        ("vietnamese-words", "", "Voi 3 tiến 5", "g1e3"),
        ("vietnamese-words", "", "Bồ 3 tiến 5", "g1e3"),
        ("vietnamese-words", "", "Tốt bảy tiến một", "c4c5"),
        ("vietnamese-words", "", "Chốt 7 tiến 1", "c4c5"),
        ("vietnamese-words", "", "Xa 1 tiến 1", "i1i2"),
        ("vietnamese-words", "", "Soái 5 tiến 1", "e1e2"),
        ("vietnamese-words", "", "Tướng tiến 1", "e1e2"),
        ("vietnamese-words", "", "Pha\u0301o 2 bi\u0300nh 5", "h3e3"),
        ("vietnamese-words", TWO_CHARIOTS, "Hậu xe bình 3", "c5g5"),
        ("vietnamese-words", TWO_CHARIOTS, "Xe dưới bình 3", "c5g5"),
        ("vietnamese-words", TWO_CHARIOTS, "Tiền xa tấn ba", "c7c10"),
        ("vietnamese-words", TWO_CHARIOTS, "Xe trên tiến 3", "c7c10"),
        ("vietnamese-words", THREE_PAWNS, "Trung tốt tiến 1", "c7c8"),
        ("chinese", "", "炮2平5", "h3e3"),
        ("chinese", "", "砲二平五", "h3e3"),
        ("chinese", "", "炮贰平伍", "h3e3"),
        ("chinese", "", "傌二進三", "h1g3"),
        ("chinese", "", "馬２进３", "h1g3"),
        ("chinese", "", "帥五上一", "e1e2"),
        ("chinese", "", "炮二下一", "h3h2"),
        ("chinese", "", "俥一进一", "i1i2"),
        ("chinese", "", "車一进一", "i1i2"),
        ("chinese", TWO_CHARIOTS, "後車平三", "c5g5"),
        ("chinese", "5k3/2P6/2P6/2P6/2P6/9/9/9/9/4K4 w", "二兵平八", "c8b8"),
        ("chinese", "5k3/2P6/2P6/2P6/2P6/9/9/9/9/4K4 w", "后兵平八", "c6b6"),
        ("chinese", "5k3/9/2P3P2/2P3P2/9/9/9/9/9/4K4 w", "四兵平八", "c7b7"),
        ("asian", "", "P2=5", "h3e3"),
        ("asian", "", "P2.1", "h3h2"),
        ("asian", "", "P2+1", "h3h4"),
        ("asian-latin", "", "C2.1", "h3h2"),
        ("iccs", "", "H2-E2", "h3e3"),
        ("iccs", "", "h2e2", "h3e3"),
        ("ucci", "", "H2–E2", "h3e3"),
        ("ucci", "", "h2xh9", "h3h10"),
        ("uci", "", "h3-h10", "h3h10"),
    ],
)
def test_a_spelling_in_use_is_read(notation: str, fen: str, text: str, uci: str) -> None:
    position = Position.from_fen(fen) if fen else Position.from_fen()
    assert position.read(text, notation) == move(uci, 1)


def test_the_middle_of_three_in_1997_is_the_rear_of_three_in_2018() -> None:
    position = Position.from_fen("5k3/9/3P2P2/3P2P2/6P2/9/9/9/9/4K4 w")
    assert position.read("33.4", "wxf") == move("g7f7", 1)
    assert position.read("33=4", "wxf2018") == move("g6f6", 1)


def test_a_name_of_the_notation_itself_comes_before_one_it_only_understands() -> None:
    position = Position.from_fen(THREE_PAWNS)
    assert position.read("P7.8", "wxf") == move("c7b7", 1), "the middle pawn, though all three stand on file 7"


def test_a_dot_means_what_its_notation_says() -> None:
    position = Position.from_fen("3k5/9/9/9/9/9/2P6/2C6/9/4K4 w")
    assert position.read("C7.1", "vietnamese") == move("c4c5", 1), "the pawn advances"
    assert position.read("C7.1", "wxf") == move("c3i3", 1), "the cannon goes to file 1"
    assert position.read("C7.1", "asian-latin") == move("c3c2", 1), "the cannon retreats"
