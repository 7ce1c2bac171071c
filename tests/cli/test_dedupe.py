"""kypho dedupe: says why games are one, joins them, takes them apart."""

import json
from pathlib import Path

import pytest

from app.store import intake
from tests.cli.conftest import Kypho
from tests.store.made_games import line, movetext, record

WHOLE = record("An", "Bình", movetext(line(1)), "2009-01-05")
CUT = record("AN", "Bình", movetext(line(1)[:80]), "2009-01-06", end="")
WHY = "game 2 is the beginning of game 1: equal players, 40 plies, dates one day apart"


@pytest.fixture
def twice(kypho: Kypho, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Kypho:
    """Runs a command where one game is in the archive twice."""
    (tmp_path / "a.cxq").write_text(WHOLE, encoding="utf-8")
    (tmp_path / "b.cxq").write_text(CUT, encoding="utf-8")
    with monkeypatch.context() as patch:
        patch.setattr(intake, "_same", lambda row, relatives: None)
        kypho("import", "a.cxq", "b.cxq")
    return kypho


def test_a_dry_run_explains_and_changes_nothing(twice: Kypho):
    assert twice("dedupe", "--dry-run").out.splitlines() == [WHY, "1 duplicate found, nothing changed"]
    assert twice("show", 2).status == 0


def test_dedupe_joins_and_show_lists_the_sources(twice: Kypho):
    assert twice("dedupe").out.splitlines() == [WHY, "1 duplicate joined; --undo takes them apart"]
    assert "Source   a.cxq:1, also b.cxq:1" in twice("show", 1).out.splitlines()
    run = twice("show", 2)
    assert (run.status, run.err) == (1, "kypho: there is no game 2 in kypho.db; it was joined with game 1\n")
    assert twice("dedupe").out == "no game is there twice\n"
    assert twice("db", "check").status == 0


def test_undo_brings_the_game_back(twice: Kypho):
    before = [twice("show", n).out for n in (1, 2)]
    twice("dedupe")
    assert twice("dedupe", "--undo").out == "game 2 is back, out of game 1\n"
    assert [twice("show", n).out for n in (1, 2)] == before
    run = twice("dedupe", "--undo")
    assert (run.status, run.err) == (1, "kypho: nothing was joined by `kypho dedupe` that could be taken apart\n")


def test_json_names_the_games(twice: Kypho):
    assert json.loads(twice("dedupe", "--dry-run", "--json").out) == [{"kept": 1, "gone": 2, "why": WHY}]
    twice("dedupe")
    assert json.loads(twice("dedupe", "--undo", "--json").out) == [{"kept": 1, "gone": 2}]


def test_a_dry_run_of_undo_is_a_wrong_call(twice: Kypho):
    assert twice("dedupe", "--undo", "--dry-run").status == 2
