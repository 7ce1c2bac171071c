"""Duplicates that are in the archive already are found, explained, joined and taken apart again."""

import json
import sqlite3
from pathlib import Path

import pytest

from app.errors import ArchiveError, QueryError
from app.games.game import Game
from app.games.replay import position_after
from app.games.result import Result
from app.store import intake
from app.store.archive import Archive
from app.store.query import Query
from app.store.tables import metadata
from tests.store.contents import contents, rows
from tests.store.made_games import add, game, line, tree

MOVES, OTHER = line(1), line(2)
TABLES = sorted({table.name for table in metadata.sorted_tables} - {"stale", "segments", "positions"})


@pytest.fixture
def blind(archive: Archive, monkeypatch: pytest.MonkeyPatch) -> Archive:
    """An archive that was filled when nobody looked for duplicates."""
    monkeypatch.setattr(intake, "_same", lambda row, relatives: None)
    return archive


def everything(path: Path) -> dict[str, list[tuple]]:
    """All rows of all tables."""
    return {table: rows(path, f"SELECT * FROM {table} ORDER BY 1, 2") for table in TABLES}


def fill(archive: Archive) -> None:
    """Three records of one game, two of another, and one that stays alone."""
    add(archive, "a.cxq", game(moves=MOVES[:60], complete=False, date="2007-10-24", event="Cup", at=3))
    add(archive, "b.cxq", game("Cúc", "Dung", OTHER, ratings=(1, None)), game("AN", "Bình", MOVES[:80], at=9))
    whole = game(moves=MOVES, date="2007-10-25", variations=tree(1, MOVES, 5), comments={1: "hay"})
    add(archive, "c.cxq", whole, game("Cúc", "Dung", OTHER, ratings=(None, 2), comments={2: "dở"}, at=9))
    add(archive, "d.cxq", game("Ếch", "Giang", OTHER))


def test_they_are_joined_under_the_first_id_with_all_they_say_and_all_places(blind: Archive):
    fill(blind)
    pairs = blind.dedupe()
    assert {(pair.kept, pair.gone) for pair in pairs} == {(1, 3), (1, 4), (2, 5)}
    first, second = blind.game(1), blind.game(2)
    assert (first.game.moves, first.game.complete, first.faults) == (MOVES, True, [])
    assert (first.game.event, first.game.comments, first.game.variations) == ("Cup", {1: "hay"}, tree(1, MOVES, 5))
    assert first.game.headers == {"ALSO_DATE": "2007-10-24", "ALSO_RED": "AN"}
    assert (first.game.place.file, first.copies) == ("c.cxq", [("a.cxq", 3), ("b.cxq", 9)])
    assert (second.game.red.rating, second.game.black.rating, second.game.comments) == (1, 2, {2: "dở"})
    assert (second.game.place.file, second.copies) == ("b.cxq", [("c.cxq", 9)])
    assert (blind.counts()["games"], blind.counts()["rejects"]) == (3, 0)
    assert blind.check() == []
    assert blind.duplicates() == blind.dedupe() == []


def test_a_look_changes_nothing(blind: Archive, path: Path):
    fill(blind)
    before = everything(path)
    pairs = blind.duplicates()
    assert everything(path) == before
    assert pairs == blind.dedupe()


def test_undo_brings_back_exactly_what_was(blind: Archive, path: Path):
    fill(blind)
    before = everything(path)
    pairs = blind.dedupe()
    assert everything(path) != before
    assert blind.undo_dedupe() == [(pair.kept, pair.gone) for pair in pairs]
    assert everything(path) == before
    assert blind.check() == []
    with pytest.raises(ArchiveError, match="nothing was joined"):
        blind.undo_dedupe()


def test_undo_goes_back_one_joining_at_a_time(blind: Archive, path: Path):
    fill(blind)
    states = [everything(path)]
    blind.dedupe()
    states.append(everything(path))
    add(blind, "e.cxq", game("Ếch", "Giang", OTHER))
    states.append(everything(path))
    assert len(blind.dedupe()) == 1
    blind.undo_dedupe()
    assert everything(path) == states[2]
    blind.undo_dedupe()
    assert len(everything(path)["games"]) == len(states[0]["games"]) + 1


def test_a_game_that_came_back_is_found_by_its_positions(blind: Archive, path: Path):
    fill(blind)
    blind.rebuild()
    last, _ = position_after(game(moves=MOVES), 60)
    seen = Query(position=last.fen(), sort="id")
    before = [found.id for found in blind.find(seen)]
    assert before == [4]
    blind.dedupe()
    assert [found.id for found in blind.find(seen)] == [1]
    blind.rebuild()
    blind.undo_dedupe()
    assert [found.id for found in blind.find(seen)] == before
    assert blind.check() == []


def test_a_place_found_since_stays_with_the_game_that_was_kept(blind: Archive, monkeypatch: pytest.MonkeyPatch):
    fill(blind)
    blind.dedupe()
    monkeypatch.undo()
    assert add(blind, "late.cxq", game(moves=MOVES)).duplicate == 1
    blind.undo_dedupe()
    assert blind.game(1).copies == [("late.cxq", 1)]
    assert blind.game(1).game.moves == MOVES[:60]


def test_a_game_that_changed_since_is_not_taken_apart(blind: Archive, path: Path, monkeypatch: pytest.MonkeyPatch):
    fill(blind)
    blind.dedupe()
    monkeypatch.undo()
    add(blind, "late.cxq", game(moves=MOVES, date="2007-10-25", ratings=(2000, 1900)))
    before = everything(path)
    with pytest.raises(
        ArchiveError, match=r"game 1 has changed since game \d was joined with it: nothing is taken apart"
    ):
        blind.undo_dedupe()
    assert everything(path) == before


def test_an_id_that_was_given_up_is_not_given_again(blind: Archive):
    add(blind, "a.cxq", game(moves=MOVES), game("Cúc", "Dung", OTHER, at=9), game("Cúc", "Dung", OTHER, at=20))
    blind.dedupe()
    add(blind, "b.cxq", game("Ếch", "Giang", OTHER))
    assert blind.game(4).game.red.name == "Ếch"
    with pytest.raises(QueryError, match=r"there is no game 3 in .*; it was joined with game 2"):
        blind.game(3)
    blind.undo_dedupe()
    assert blind.game(3).game.red.name == "Cúc"


def test_an_incomplete_game_keeps_its_own_fault(blind: Archive):
    add(blind, "a.cxq", game(moves=MOVES[:60], complete=False))
    add(blind, "b.cxq", game(moves=MOVES[:80], complete=False, at=7))
    (fault,) = blind.game(2).faults
    blind.dedupe()
    assert blind.game(1).faults == [fault]
    assert blind.counts()["rejects"] == 1


@pytest.mark.parametrize(
    ("first", "second", "why"),
    [
        (game(moves=MOVES, date="2007-10-24"), game(moves=MOVES[:60], date="2007-10-25"),
         "game 2 is the beginning of game 1: equal players, 30 plies, dates one day apart"),
        (game(moves=MOVES[:60], date="2007-10-24"), game(moves=MOVES, date="2007-10-26"),
         "game 1 is the beginning of game 2: equal players, 30 plies, dates two days apart"),
        (game(moves=MOVES, date="2007-10-24"), game(moves=MOVES, date="2007-10-24"),
         "game 2 has the moves of game 1: equal players, 60 plies, the same date"),
        (game(moves=MOVES, date="2007-10-24"), game(moves=MOVES, date="2007"),
         "game 2 has the moves of game 1: equal players, 60 plies, dates 2007-10-24 and 2007"),
        (game(moves=MOVES, date="2007-10-24"), game(moves=MOVES, date="2017-10-24"),
         "game 2 has the moves of game 1: equal players, 60 plies, dates 3,653 days apart"),
        (game(moves=MOVES), game(moves=MOVES, date="2017-10-24"),
         "game 2 has the moves of game 1: equal players, 60 plies, one date only"),
        (game("", "", MOVES), game("", "", MOVES),
         "game 2 has the moves of game 1: no players are named, 60 plies, no dates"),
    ],
)  # fmt: skip
def test_each_pair_is_explained(first: Game, second: Game, why: str, blind: Archive):
    add(blind, "a.cxq", first)
    add(blind, "b.cxq", second)
    assert [pair.why for pair in blind.duplicates()] == [why]


def test_what_joined_games_say_keeps_others_apart(blind: Archive):
    """A cut record is the beginning of both a won and a lost game: it is one of them, and these stay two."""
    add(blind, "a.cxq", game(moves=MOVES[:60], complete=False, date="2007-10-24"))
    add(blind, "b.cxq", game(moves=MOVES[:80], result=Result.RED, date="2007-10-24"))
    add(blind, "c.cxq", game(moves=MOVES, result=Result.BLACK, date="2007-10-24"))
    assert len(blind.dedupe()) == 1
    assert blind.dedupe() == []
    assert sorted(rows(blind.path, "SELECT result FROM games")) == [("0-1",), ("1-0",)]


def test_joining_afterwards_is_joining_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    with Archive.open(tmp_path / "at-once.db", create=True) as archive:
        fill(archive)
    monkeypatch.setattr(intake, "_same", lambda row, relatives: None)
    with Archive.open(tmp_path / "afterwards.db", create=True) as archive:
        fill(archive)
        archive.dedupe()
    at_once, afterwards = (contents(tmp_path / f"{name}.db") for name in ("at-once", "afterwards"))
    for found in (at_once, afterwards):
        found["games"] = [(*row[:10], json.loads(row[10] or "{}"), *row[11:]) for row in found["games"]]
    assert at_once == afterwards


def test_many_beginnings_of_one_game_are_quickly_one(blind: Archive):
    records = [game(moves=MOVES[: 2 * plies], complete=plies == 60, at=plies) for plies in range(8, 61)]
    add(blind, "a.cxq", *records * 4)
    assert len(blind.dedupe()) == 4 * 53 - 1
    assert blind.game(1).game.moves == MOVES
    assert len(blind.game(1).copies) == 52


def test_a_failure_joins_nothing(blind: Archive, path: Path):
    fill(blind)
    database = sqlite3.connect(path)
    database.execute("CREATE TRIGGER no BEFORE DELETE ON games WHEN OLD.id = 5 BEGIN SELECT RAISE(ABORT, 'no'); END")
    database.close()
    before = everything(path)
    with pytest.raises(Exception, match="no"):
        blind.dedupe()
    assert everything(path) == before
