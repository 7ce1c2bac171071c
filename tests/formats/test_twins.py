"""The quick pattern reads what the grammar reads, and the compiled kernel plays what the plain one plays."""

import random
import unicodedata

import pytest

from app.board.engine import PLAIN, Local
from app.formats.cxq import reader
from app.formats.interpret import interpret
from app.formats.record import Record, Stray
from app.games.game import Game
from app.games.reading import Reading
from tests.formats.format_cases import ARCHIVES, FOUNDING, numbered, random_games, read, text_of
from tests.notation.notation_cases import rows

FILES = [*ARCHIVES, FOUNDING]
RECORDS = 300

NAMES = ["an_ba", "LongPhong", "2386", "gackiem_____", "Trần (VN) vs all", "Đặng Lê", "胡荣华", "a b  c", ""]
NAMES.append(unicodedata.normalize("NFD", "Đặng Lê"))
RATINGS = ["", " ; ", " ; 2100 ;;", ";;;", " ;  ;;", ";1990;;", " ; 99 ; ;"]
VALUES = {
    "FORMAT": ["WXF", "wxf", "ICCS", ""],
    "TIME": ["3:7 ; -0:1", "-0:1 ; -0:1", "00:00 ; 00:00", "25:00;24:59", "all day", ""],
    "RESULT": [
        "1-0",
        "0-1",
        "1/2-1/2",
        "0.5-0.5",
        "*",
        "0-0",
        "1-0 (resign)",
        "0-1(Checkmate)",
        "1-0 (moon)",
        "Red",
        "",
    ],
    "DATE": [
        "2007-10-24 00:55:48 CDT",
        "2026-05-06 03:28:45",
        "24-12-2022",
        "2000.11.??",
        "2000.??.??",
        "2007-02-30",
        "",
    ],
    "PLACE": ["http://www.clubxiangqi.com", "Hà Nội", ""],
    "EVENT": ["CXQ Game ; 25m/300s/30s", "PlayOK Game ; 10m+5s", "Giải Mùa Xuân", "one ; two ; three", "Cup", ""],
    "AUTHOR": ["CXQ", "XieXie", ""],
    "FEN": ["rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w", ""],
}
BEHIND_KEYWORD = [" ", "\t", "  \t", "     "]
LINE_ENDS = ["\n", "\n", "\n\n", "\r\n", "  \n"]


def made_record(chance: random.Random, texts: list[str]) -> str:
    """A record as a program or a forum may write it: any headers in any order, any line ends; some with a bad ply."""
    red, black = chance.choice(NAMES), chance.choice(NAMES)
    headers = {"RED": red + chance.choice(RATINGS), "BLACK": black + chance.choice(RATINGS)}
    headers["GAME"] = chance.choice([f"{red} (2100) vs {black} (1990)", f"{red} () vs {black} ()", "id-7", ""])
    headers |= {key: chance.choice(values) for key, values in VALUES.items()}
    if chance.random() < 0.4:
        headers["RESULT"] = f"0-1 (resign:{chance.choice([red, black])})"
    keys = chance.sample(list(headers), chance.randint(1, len(headers)))
    end, gap = chance.choice(LINE_ENDS), chance.choice(BEHIND_KEYWORD)
    lines = [f"{key}{gap}{headers[key]}" for key in keys]
    words = list(texts)
    if chance.random() < 0.2 and words:
        words[chance.randrange(len(words))] = chance.choice(["K5+4", "X9.9", "h8", "...", "R1.1"])
    moves = numbered(words, chance.randint(1, 5)).replace("\n", end)
    return (
        f"{end.join(lines)}{end}START{{{chance.choice([end, ' ', ''])}{moves}{chance.choice([' ', end, ''])}}}END{end}"
    )


@pytest.fixture(scope="module")
def records() -> list[str]:
    """Records of real games and of random play."""
    chance = random.Random(2007)
    real = [[row["cxq"] for row in rows("seed_games.csv") if row["game"] == number] for number in ("1", "2")]
    played = [texts for _, texts in random_games(100, 80)]
    return [made_record(chance, chance.choice(real if n % 10 == 0 else played)) for n in range(RECORDS)]


Everything = list[tuple[Game, str] | Stray]


def everything(text: str) -> Everything:
    """What is found in a text, in order: games with what is kept of their texts, and strays."""
    found = interpret(reader.read(text, "games.cxq"), reader.read_again, PLAIN)
    return [(item.game, item.text.strip()) if isinstance(item, Reading) else item for item in found]


def without_quick_pattern(monkeypatch: pytest.MonkeyPatch, text: str) -> Everything:
    """The same by the grammar alone."""
    with monkeypatch.context() as patch:
        patch.setattr(reader, "read_regular", lambda *args: None)
        return everything(text)


def test_the_quick_pattern_reads_most_of_the_records(records: list[str]) -> None:
    found = list(reader.read("".join(records), "games.cxq"))
    assert sum(isinstance(item, Record) and item.regular for item in found) > RECORDS // 3


def test_the_quick_pattern_reads_records_as_the_grammar_does(
    monkeypatch: pytest.MonkeyPatch, records: list[str]
) -> None:
    for text in records:
        assert everything(text) == without_quick_pattern(monkeypatch, text), text


def test_in_one_file_the_places_are_the_same_too(monkeypatch: pytest.MonkeyPatch, records: list[str]) -> None:
    text = "".join(records)
    assert everything(text) == without_quick_pattern(monkeypatch, text)


@pytest.mark.parametrize("name", FILES)
def test_the_quick_pattern_reads_files_as_the_grammar_does(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    assert everything(text_of(name)) == without_quick_pattern(monkeypatch, text_of(name))


def test_records_read_one_by_one_are_the_records_of_the_file(records: list[str]) -> None:
    alone = [reading.game.moves for text in records for reading in read(text)[0]]
    assert [reading.game.moves for reading in read("".join(records))[0]] == alone


@pytest.fixture(scope="module")
def compiled() -> Local:
    pytest.importorskip("numba")
    from app.board.compiled import load

    return Local(load())


@pytest.mark.parametrize("name", FILES)
def test_both_kernels_read_the_same_files(compiled: Local, name: str) -> None:
    assert read(text_of(name), compiled) == read(text_of(name), PLAIN)


def test_both_kernels_read_the_same_records(compiled: Local, records: list[str]) -> None:
    text = "".join(records)
    assert read(text, compiled) == read(text, PLAIN)


def test_batches_do_not_change_the_order(monkeypatch: pytest.MonkeyPatch, records: list[str]) -> None:
    text = "".join(records[:60])
    whole = everything(text)
    monkeypatch.setattr("app.formats.interpret.BATCH", 7)
    assert everything(text) == whole
    assert len(whole) >= 60
