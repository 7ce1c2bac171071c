"""The quick pattern of scoresheets gives what the grammar gives, item after item."""

from collections.abc import Sequence
from itertools import chain
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.formats import write_text
from app.formats.moves import reader
from app.formats.record import Record, Stray
from app.notation import NOTATIONS
from tests.store.made_games import game, line

ROOT = Path(__file__).parent.parent.parent
SAMPLES = sorted((ROOT / "sample_games").glob("*.txt")) + sorted((ROOT / "tests/data/formats").glob("*.cxq"))


def told(text: str) -> list[tuple[object, ...]]:
    """What was read, as values that can be compared."""

    def values(item: Record | Stray) -> tuple[object, ...]:
        if isinstance(item, Stray):
            return (item.fault, item.text)
        span = item.start, item.end, item.movetext, item.raw, item.opened, item.holes
        return (item.game, *span, item.problem, item.cut, item.places[item.start])

    return [values(item) for item in reader.read(text, "a.txt", 7)]


def told_by_the_grammar(text: str) -> list[tuple[object, ...]]:
    """The same without the quick pattern."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(reader, "_sheet", lambda text, at: None)
        return told(text)


def sheets(notation: str) -> str:
    """Three games as this program writes them."""
    games = [game("An", "Bình", line(n, plies)) for n, plies in enumerate((30, 1, 61))]
    games[0].event, games[0].headers = "Giải Xuân", {"Round": "3"}
    return "".join(write_text(enumerate(games, 1), "moves", notation))


@pytest.mark.parametrize("notation", NOTATIONS)
def test_what_this_program_writes(notation: str):
    text = sheets(notation)
    found = told(text)
    assert len(found) == 3
    assert found == told_by_the_grammar(text)


def test_the_quick_pattern_is_what_reads_them(monkeypatch: pytest.MonkeyPatch):
    lines = monkeypatch.setattr(reader._Assembly, "_line", lambda *_: pytest.fail("a line for itself"))
    assert lines is None
    assert len(told(sheets("vietnamese"))) == 3


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.name)
def test_samples(path: Path):
    text = path.read_text(encoding="utf-8", errors="surrogateescape")
    assert told(text) == told_by_the_grammar(text)


PIECES: Sequence[str] = (
    "Red: An\n", "Đen: Bình (2100)\n", "Result: 1-0\n", "Result: 1-0\n", "Round: 3\n", "Ngày: 2005-02-13\n",
    "Start: 4k4/9/9/9/9/9/9/9/9/3RK4 w\n", "Incomplete: 3 plies are known\n", "Red: C2.5 H8+7\n", "Ai đó nói: hay\n",
    "\n", "\n", "\n\n", " \n", "\0\n",
    "1. P2-5 M8.7  2. M2.3 X9-8\n", "1. P2-5 M8.7\n", "2. M2.3 X9-8\n", "3. X1-2 B7.1 4. X2.6 M2.3\n", "3. X1/2\n",
    "4. X2.6 M2.3 1-0\n", "2. M2.3 ...\n", "3. X1-2! B7.1\n", "5) B7.1 P8-9\n", "P2-5 M8.7\n", "1.P2-5 M8.7\n",
    "1. 炮二平五 马８进７\n", "2. 马二进三 车９平８\n", "1. Pháo 2 bình 5 Mã 8 tiến 7\n", "(hay)\n", "Đỏ thắng\n",
    "1. P2-5 M8.7  2. M2.3 X9-8", "12. P2-5\n", "1-0\n", "Ván này hay.\n",
)  # fmt: skip


@given(st.lists(st.sampled_from(PIECES), max_size=24).map("".join))
def test_any_order_of_lines(text: str):
    assert told(text) == told_by_the_grammar(text)


@given(st.lists(st.sampled_from(PIECES[:3] + PIECES[9:11] + PIECES[15:19]), min_size=4, max_size=16).map("".join))
def test_nearly_regular_games(text: str):
    assert told(text) == told_by_the_grammar(text)


@given(st.data())
def test_a_regular_text_with_one_sign_changed(data: st.DataObject):
    text = sheets(data.draw(st.sampled_from(("vietnamese", "chinese", "iccs", "vietnamese-words"))))
    at = data.draw(st.integers(0, len(text) - 1))
    sign = data.draw(st.sampled_from(["", "\n", " ", ".", ":", "(", ")", "1", "A", "\0", "!", "-", "\xa0", "、"]))
    changed = "".join(chain(text[:at], sign, text[at + 1 :]))
    assert told(changed) == told_by_the_grammar(changed)
