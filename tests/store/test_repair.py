"""Games that were incomplete become whole: from a mended file, or from the same file by a better reader."""

from pathlib import Path

import pytest

from app.errors import FormatError
from app.games.game import Game, Variation
from app.ingest import Importer
from app.store.archive import Archive
from app.store.intake import Outcomes
from tests.store.contents import contents, rows
from tests.store.made_games import add, game, line, movetext, reading, record

MOVES, OTHER = line(1), line(2)


def again(archive: Archive, source: str, *found: Game) -> Outcomes:
    """Read a source again whose bytes are those of before."""
    source_id = archive.add_source(source, "the digest")
    outcomes = archive.add(source_id, [reading(one) for one in found])
    archive.finish_source(source_id, "the digest", 1)
    return outcomes


def import_text(path: Path, text: str, db: Path, notation: str | None = None, anew: bool = False) -> dict[str, int]:
    path.write_text(text, encoding="utf-8")
    with Importer([str(path)], notation) as importer:
        report = importer.into(db, again=anew)
    names = ("found", "complete", "incomplete", "duplicate", "rejected", "repaired")
    return {name: report.total(name) for name in names}


# ---------------------------------------------------------------- a mended file


def test_a_mended_file_repairs_games_under_their_ids_and_the_sum_closes(path: Path, tmp_path: Path):
    cut, whole = movetext(MOVES[:60]), movetext(MOVES)
    texts = [record("An", "Bình", cut, end=""), record("Cúc", "Dung", movetext(OTHER)), record("An", "Ba", "")]
    import_text(tmp_path / "a.cxq", "".join(texts), path)
    assert rows(path, "SELECT count(*) FROM rejects") == [(2,)]
    texts = [record("An", "Bình", whole), record("Cúc", "Dung", movetext(OTHER)), record("An", "Ba", cut)]
    sums = import_text(tmp_path / "mended.cxq", "".join(texts), path)
    assert sums == {"found": 3, "complete": 1, "incomplete": 0, "duplicate": 2, "rejected": 0, "repaired": 1}
    assert rows(path, "SELECT id, complete, plies FROM games") == [(1, 1, 60), (2, 1, 60), (3, 1, 30)]
    assert rows(path, "SELECT code FROM rejects WHERE game_id = 1") == []
    with Archive.open(path) as archive:
        assert archive.game(1).copies == [("a.cxq", 1)]
        assert archive.check() == []


def test_what_was_whole_is_not_repaired(archive: Archive):
    add(archive, "a.cxq", game(moves=MOVES[:60], date="2007-10-24"))
    outcomes = add(archive, "b.cxq", game(moves=MOVES, date="2007-10-24"))
    assert (outcomes.duplicate, outcomes.repaired) == (1, 0)


def test_a_record_that_grows_is_repaired_though_it_stays_incomplete(archive: Archive):
    add(archive, "a.cxq", game(moves=MOVES[:60], complete=False))
    outcomes = add(archive, "b.cxq", game(moves=MOVES[:80], complete=False))
    assert (outcomes.duplicate, outcomes.repaired) == (1, 1)
    assert archive.counts()["rejects"] == 1


def test_a_place_that_was_a_copy_and_becomes_the_fullest_is_no_copy_any_more(archive: Archive):
    add(archive, "a.cxq", game(moves=MOVES[:60], complete=False))
    add(archive, "b.cxq", game(moves=MOVES[:50], complete=False))
    add(archive, "b.cxq", game(moves=MOVES))
    assert archive.game(1).game.place.file == "b.cxq"
    assert archive.game(1).copies == [("a.cxq", 1)]


# ---------------------------------------------------------------- the same file again


def test_the_newer_reading_takes_the_place_of_what_stood_in_its_line(archive: Archive):
    again(archive, "a.cxq", game(moves=MOVES[:60], complete=False, event="C?p", at=3), game(moves=OTHER, at=9))
    outcomes = again(archive, "a.cxq", game("Ân", "Bình", OTHER[:40], event="Cúp", at=3), game(moves=OTHER, at=9))
    assert outcomes == (0, 0, 2, 0, 0)
    found = archive.game(1)
    assert (found.game.red.name, found.game.event, found.game.moves) == ("Ân", "Cúp", OTHER[:40])
    assert (found.game.headers, found.game.complete, found.faults, found.copies) == ({}, True, [], [])
    assert archive.counts()["games"] == 2
    assert archive.check() == []


def test_a_better_reader_repairs(archive: Archive):
    again(archive, "a.cxq", game(moves=MOVES[:60], complete=False, at=3))
    outcomes = again(archive, "a.cxq", game(moves=MOVES, at=3))
    assert outcomes.duplicate == outcomes.repaired == 1
    assert archive.game(1).faults == []


def test_a_reader_that_understands_less_spoils_nothing(archive: Archive):
    again(archive, "a.cxq", game(moves=MOVES, at=3), game(moves=OTHER[:80], complete=False, at=9))
    less = game(moves=MOVES[:50], complete=False, at=3), game(moves=OTHER[:60], complete=False, at=9)
    assert again(archive, "a.cxq", *less).duplicate == 2
    assert [archive.game(n).game.moves for n in (1, 2)] == [MOVES, OTHER[:80]]
    assert again(archive, "a.cxq", game(at=3)).rejected == 1
    assert archive.game(1).game.moves == MOVES


def test_without_a_change_nothing_changes(archive: Archive, path: Path):
    games = [game(moves=MOVES, at=3, comments={1: "hay"}), game("Cúc", "Dung", MOVES[:60], complete=False, at=9)]
    games.append(game("Ếch", "Giang", MOVES, at=20, variations=[Variation(0, 0, OTHER[:8])]))
    again(archive, "a.cxq", *games)
    before = contents(path)
    assert again(archive, "a.cxq", *games) == (0, 0, 3, 0, 0)
    assert contents(path) == before


def test_variations_of_an_older_reading_go_with_it(archive: Archive):
    again(archive, "a.cxq", game(moves=MOVES, variations=[Variation(0, 0, OTHER[:8])], comments={0: "xưa"}))
    again(archive, "a.cxq", game(moves=MOVES, variations=[Variation(0, 0, OTHER[:4])], comments={0: "nay"}))
    found = archive.game(1).game
    assert (found.variations, found.comments) == ([Variation(0, 0, OTHER[:4])], {0: "nay"})


def test_what_other_places_say_stays(archive: Archive):
    again(archive, "a.cxq", game(moves=MOVES[:60], complete=False, event="C?p"))
    add(archive, "b.cxq", game(moves=MOVES[:50], complete=False, date="2007-10-24", comments={3: "hay"}))
    again(archive, "a.cxq", game(moves=MOVES, event="Cúp"))
    found = archive.game(1)
    assert (found.game.event, found.game.comments, found.copies) == ("Cúp", {3: "hay"}, [("b.cxq", 1)])
    assert found.game.played and found.game.played.date == "2007-10-24"
    assert found.game.headers == {}


def test_a_game_that_is_read_otherwise_leaves_what_other_places_gave(archive: Archive):
    again(archive, "a.cxq", game(moves=MOVES))
    add(archive, "b.cxq", game(moves=MOVES))
    assert again(archive, "a.cxq", game(moves=OTHER)) == (1, 0, 0, 0, 0)
    first, second = archive.game(1), archive.game(2)
    assert (first.game.place.file, first.game.moves, first.copies) == ("b.cxq", MOVES, [])
    assert (second.game.place.file, second.game.moves, second.copies) == ("a.cxq", OTHER, [])


def test_a_copy_that_is_read_otherwise_is_none_any_more(archive: Archive):
    add(archive, "a.cxq", game(moves=MOVES))
    again(archive, "b.cxq", game(moves=MOVES))
    assert again(archive, "b.cxq", game(moves=OTHER)) == (1, 0, 0, 0, 0)
    assert archive.game(1).copies == []
    assert archive.game(2).game.moves == OTHER


def test_other_bytes_are_no_newer_reading(archive: Archive):
    again(archive, "a.cxq", game(moves=MOVES))
    source_id = archive.add_source("a.cxq", "another digest")
    assert archive.add(source_id, [reading(game(moves=OTHER))]).complete == 1
    assert archive.counts()["games"] == 2


def test_a_file_again_in_the_notation_it_is_in(path: Path, tmp_path: Path):
    text = "Red: An\nBlack: Ba\n\n1. P2-5 M8.7 2. M2.3 X9-8 3. X1-2 M2.3 4. B3.1 B7.1\n"
    first = import_text(tmp_path / "a.txt", text, path, "wxf")
    assert first["complete"] == 0
    second = import_text(tmp_path / "a.txt", text, path, "vietnamese", anew=True)
    assert second["found"] == second["complete"] + second["duplicate"] == 1
    assert rows(path, "SELECT plies, complete FROM games") == [(8, 1)]
    assert rows(path, "SELECT * FROM rejects") == []


def test_standard_input_cannot_be_read_again(path: Path):
    with Importer(["-"]) as importer, pytest.raises(FormatError, match="--again reads files"):
        importer.into(path, again=True)
