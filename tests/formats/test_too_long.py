"""What is too long for one game is cut off and passed over; what comes behind it is read."""

import io
from pathlib import Path

import pytest

from app.errors import LONGEST_MESSAGE, Fault, Place
from app.formats import decoding
from app.formats.decoding import Decoder
from app.formats.wording import not_understood
from app.ingest import Importer

BACK_AND_FORTH = "R1+1 r1+1 R1-1 r1-1 "
HEADERS = "RED An ; 2000 ;;\nBLACK Ba ; 2100 ;;\n"
TAGS = '[Event "a"]\n[Red "An"]\n[Black "Ba"]\n[Result "*"]\n\n'

# Of each format: what begins a game, what it goes on with without end, and a game behind that.
ENDLESS = {
    "a block": (f"{HEADERS}START{{\n", BACK_AND_FORTH, "\n}END\n\nRED C\nBLACK D\nSTART{\n1. C2.5 h8+7\n}END\n"),
    "a block that never ends": (f"{HEADERS}START{{\n", BACK_AND_FORTH, "\n\nRED: C\nBLACK: D\n\n1. C2.5 h8+7\n"),
    "a scoresheet": ("Red: An\nBlack: Ba\n\n", BACK_AND_FORTH, "\n\nRed: C\nBlack: D\n\n1. C2.5 H8+7\n"),
    "PGN": (TAGS, BACK_AND_FORTH, f"\n\n{TAGS}1. C2.5 H8+7 *\n"),
    "a comment of PGN": (f"{TAGS}1. C2.5 H8+7 {{", "and so on ", f"}} *\n\n{TAGS}1. C2.5 H8+7 *\n"),
    "a value": ("RED An\nBLACK Ba\nEVENT ", "x", "\n\nRED C\nBLACK D\nSTART{\n1. C2.5 h8+7\n}END\n"),
}


@pytest.fixture(autouse=True)
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    """Limits that a test reaches."""
    monkeypatch.setattr(decoding, "WINDOW", 1000)
    monkeypatch.setattr(decoding, "LONGEST", 4000)


@pytest.mark.parametrize("name", ENDLESS)
def test_the_game_behind_it_is_read(name: str, tmp_path: Path):
    head, unit, tail = ENDLESS[name]
    (tmp_path / "a.txt").write_text(head + unit * (50_000 // len(unit)) + tail, encoding="utf-8")
    with Importer([str(tmp_path / "a.txt")]) as importer:
        report = importer.look()
    assert [fault.code for fault in report.faults].count("too-large") == 1
    assert report.total("complete") >= 1
    assert report.total("found") == sum(map(report.total, ("complete", "incomplete", "duplicate", "rejected")))


def test_the_game_that_is_too_long_is_incomplete(tmp_path: Path):
    head, unit, tail = ENDLESS["a block"]
    (tmp_path / "a.cxq").write_text(head + unit * 1000 + tail, encoding="utf-8")
    with Importer([str(tmp_path / "a.cxq")]) as importer:
        games = [game for _, game in importer.games()]
    assert [(game.red.name, game.complete) for game in games] == [("An", False), ("C", True)]
    assert 100 < games[0].plies < 1000


@pytest.mark.parametrize("name", ENDLESS)
@pytest.mark.parametrize("size", [20_000, 200_000])
def test_no_window_is_longer_than_the_limit(name: str, size: int):
    head, unit, tail = ENDLESS[name]
    text = head + unit * (size // len(unit)) + tail
    windows = list(Decoder().windows(io.BytesIO(text.encode())))
    assert max(len(window.text) for window in windows) <= 4000 + 1000
    assert sum(len(window.text) for window in windows) < 12_000
    assert windows[-1].text.endswith(tail[-20:])
    last = windows[-1]
    assert last.line == text.count("\n") - last.text.count("\n") + 1


def test_many_games_in_lines_are_no_long_game(tmp_path: Path):
    (tmp_path / "a.txt").write_text("1. P2-5 M8.7 2. M2.3 X9-8\n" * 1000, encoding="utf-8")
    with Importer([str(tmp_path / "a.txt")]) as importer:
        report = importer.look()
    assert (report.total("complete"), report.faults) == (1000, [])


def test_what_is_shown_of_a_long_value_is_short():
    assert len(not_understood("EVENT", "x" * 10_000)) < 200
    assert len(Fault(Place("a", 1), "unreadable-move", "x" * 10_000).message) == LONGEST_MESSAGE + len("...")
