"""Readings become rows: which games are the same, what is kept of the others, and that a batch is all or nothing."""

import hashlib
import sqlite3
from pathlib import Path

import pytest

from app.errors import Fault, Place
from app.ingest import Importer
from app.store import intake
from app.store.archive import Archive
from tests.store.contents import contents, rows
from tests.store.made_games import DATA, add, big_text, game, line, movetext, record

MOVES = line(1)
SHORT = MOVES[: 2 * 6]


def places(archive: Archive, game_id: int) -> tuple[tuple[str, int], list[tuple[str, int]]]:
    """Where a game stands, and where else it was found."""
    stored = archive.game(game_id)
    return (stored.game.place.file, stored.game.place.line), stored.copies


def total(archive: Archive) -> int:
    return int(archive.counts()["games"] or 0)


def import_text(path: Path, text: str, db: Path) -> dict[str, int]:
    path.write_text(text, encoding="utf-8")
    with Importer([str(path)]) as importer:
        report = importer.into(db)
    return {name: report.total(name) for name in ("found", "complete", "incomplete", "duplicate", "rejected")}


# ---------------------------------------------------------------- one game or two


def test_a_game_found_again_in_another_file_is_one_game_with_both_places(archive: Archive):
    assert add(archive, "a.cxq", game(moves=MOVES, at=3)) == (1, 0, 0, 0, 0)
    assert add(archive, "b.cxq", game(moves=MOVES, at=9)) == (0, 0, 1, 0, 0)
    assert total(archive) == 1
    assert places(archive, 1) == (("a.cxq", 3), [("b.cxq", 9)])


def test_a_game_found_again_in_the_same_batch_is_one_game(archive: Archive):
    assert add(archive, "a.cxq", game(moves=MOVES, at=3), game(moves=MOVES, at=40)) == (1, 0, 1, 0, 0)
    assert places(archive, 1) == (("a.cxq", 3), [("a.cxq", 40)])


def test_headers_do_not_make_two_games_of_one(archive: Archive):
    add(archive, "a.cxq", game(moves=MOVES, date="2007-10-24", event="Cup", ratings=(2000, 1900)))
    assert (
        add(archive, "b.cxq", game(moves=MOVES, date="2007-10-25", event="CÚP", headers={"TABLE": "4"})).duplicate == 1
    )


def test_names_that_fold_alike_are_one_player_for_this(archive: Archive):
    add(archive, "a.cxq", game("Đặng An", "Bình", MOVES))
    assert add(archive, "b.cxq", game("DANG  AN", "binh", MOVES)).duplicate == 1


@pytest.mark.parametrize(("first", "second"), [(40, 60), (60, 40)])
def test_the_fuller_of_two_records_stays_under_the_first_id(first: int, second: int, archive: Archive):
    add(archive, "other.cxq", game("Someone", "Else", line(2)))
    add(archive, "a.cxq", game(moves=MOVES[: 2 * first], date="2007-10-24", at=5))
    add(archive, "b.cxq", game(moves=MOVES[: 2 * second], date="2007-10-25", at=8))
    assert total(archive) == 2
    assert archive.game(2).game.moves == MOVES
    both = [("a.cxq", 5), ("b.cxq", 8)]
    fuller, other = both if first > second else both[::-1]
    assert places(archive, 2) == (fuller, [other])


def test_a_fuller_record_in_the_same_batch_stays_under_the_first_id(archive: Archive):
    short = game(moves=MOVES[:80], complete=False, at=5)
    assert add(archive, "a.cxq", short, game(moves=MOVES, at=80)) == (0, 1, 1, 0, 1)
    assert places(archive, 1) == (("a.cxq", 80), [("a.cxq", 5)])
    assert archive.game(1).game.moves == MOVES
    assert archive.counts()["rejects"] == 0


def test_a_complete_record_mends_an_incomplete_one(archive: Archive):
    add(archive, "a.cxq", game(moves=MOVES[:50], complete=False, at=5))
    assert archive.counts()["incomplete"] == archive.counts()["rejects"] == 1
    add(archive, "b.cxq", game(moves=MOVES, at=8))
    stored = archive.game(1)
    assert stored.game.complete and stored.game.moves == MOVES and stored.faults == []
    assert archive.counts()["incomplete"] == archive.counts()["rejects"] == 0


def test_a_complete_record_of_the_same_moves_mends_an_incomplete_one(archive: Archive):
    add(archive, "a.cxq", game(moves=MOVES, complete=False, at=5))
    add(archive, "b.cxq", game(moves=MOVES, at=8))
    stored = archive.game(1)
    assert total(archive) == 1
    assert stored.game.complete and stored.faults == []


def test_an_incomplete_record_of_the_same_moves_spoils_nothing(archive: Archive):
    add(archive, "a.cxq", game(moves=MOVES, at=5))
    assert add(archive, "b.cxq", game(moves=MOVES, complete=False, at=8)).duplicate == 1
    assert archive.game(1).game.complete
    assert archive.counts()["rejects"] == 0


def test_a_fuller_record_that_is_incomplete_too_takes_its_own_fault_along(archive: Archive):
    add(archive, "a.cxq", game(moves=MOVES[:50], complete=False, at=5, faults=[Fault(Place("a", 9), "gap", "old")]))
    add(archive, "b.cxq", game(moves=MOVES, complete=False, at=8, faults=[Fault(Place("b", 12), "gap", "new")]))
    assert archive.game(1).faults == ["b:12:1: new [gap]"]
    assert archive.counts()["rejects"] == 1


def test_three_records_of_one_game_are_one_game_in_any_order(tmp_path: Path):
    records = [game(moves=MOVES[: 2 * plies], complete=plies == 60, at=plies) for plies in (20, 40, 60)]
    for number, order in enumerate([(0, 1, 2), (2, 1, 0), (1, 2, 0), (1, 0, 2)]):
        with Archive.open(tmp_path / f"{number}.db", create=True) as archive:
            for one in order:
                add(archive, f"{one}.cxq", records[one])
            place, copies = places(archive, 1)
            assert total(archive) == 1
            assert archive.game(1).game.moves == MOVES
            assert place == ("2.cxq", 60) and sorted(copies) == [("0.cxq", 20), ("1.cxq", 40)]


def test_the_beginning_of_a_whole_game_of_another_time_is_another_game(archive: Archive):
    add(archive, "a.cxq", game(moves=MOVES[:80], date="2007-10-24"))
    assert add(archive, "b.cxq", game(moves=MOVES, date="2007-10-28")).complete == 1


def test_a_whole_game_without_a_date_is_not_the_beginning_of_another(archive: Archive):
    add(archive, "a.cxq", game(moves=MOVES[:80]))
    assert add(archive, "b.cxq", game(moves=MOVES)).complete == 1


def test_short_equal_games_of_other_players_stay_two(archive: Archive):
    assert add(archive, "a.cxq", game("An", "Bình", SHORT), game("Cúc", "Dung", SHORT, at=9)) == (2, 0, 0, 0, 0)
    assert add(archive, "b.cxq", game("Bình", "An", SHORT)) == (1, 0, 0, 0, 0)
    assert total(archive) == 3


def test_short_equal_games_of_the_same_players_on_different_days_stay_two(archive: Archive):
    add(archive, "a.cxq", game(moves=SHORT, date="2007-10-24"))
    assert add(archive, "b.cxq", game(moves=SHORT, date="2007-10-27")) == (1, 0, 0, 0, 0)
    assert total(archive) == 2


@pytest.mark.parametrize("other", ["2007-10-24", "2007-10-26", "2007-10", None])
def test_short_equal_games_of_the_same_players_and_days_are_one(other: str | None, archive: Archive):
    add(archive, "a.cxq", game(moves=SHORT, date="2007-10-24"))
    assert add(archive, "b.cxq", game(moves=SHORT, date=other)) == (0, 0, 1, 0, 0)


def test_a_long_game_is_surely_the_same_on_whatever_day(archive: Archive):
    add(archive, "a.cxq", game(moves=MOVES[:40], date="2007-10-24"))
    assert add(archive, "b.cxq", game(moves=MOVES[:40], date="2017-10-24")) == (0, 0, 1, 0, 0)


def test_the_same_moves_from_another_start_are_another_game(archive: Archive):
    fen = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKAB1R w - - 0 1"
    moves = line(5, 40, fen)
    add(archive, "a.cxq", game(moves=moves))
    assert add(archive, "b.cxq", game(moves=moves, start_fen=fen)).complete == 1


def test_games_that_part_late_are_two(archive: Archive):
    other = MOVES[:-2] + bytes((0, 9))
    assert add(archive, "a.cxq", game(moves=MOVES), game(moves=other, at=9)) == (2, 0, 0, 0, 0)


def test_a_game_mended_in_its_own_file_is_no_copy_of_itself(path: Path, tmp_path: Path):
    file = tmp_path / "a.cxq"
    whole = movetext(MOVES)
    import_text(file, record("An", "Bình", movetext(MOVES[:60]), end=""), path)
    import_text(file, record("An", "Bình", whole), path)
    with Archive.open(path) as archive:
        assert archive.game(1).game.complete
        assert places(archive, 1) == (("a.cxq", 1), [])


# ---------------------------------------------------------------- again


@pytest.mark.parametrize("text", [big_text(150), *(file.read_text(encoding="utf-8") for file in DATA.glob("*.cxq"))])
def test_importing_a_file_again_adds_nothing(text: str, path: Path, tmp_path: Path):
    first = import_text(tmp_path / "a.cxq", text, path)
    before = contents(path)
    again = import_text(tmp_path / "a.cxq", text, path)
    assert contents(path) == before
    assert again["complete"] == again["incomplete"] == 0
    assert (again["found"], again["rejected"]) == (first["found"], first["rejected"])


def test_what_became_of_the_games_adds_up(path: Path, tmp_path: Path):
    sums = import_text(tmp_path / "a.cxq", big_text(150), path)
    assert sums == {"found": 153, "complete": 144, "incomplete": 3, "duplicate": 3, "rejected": 3}
    with Archive.open(path) as archive:
        counts = archive.counts()
    assert (counts["games"], counts["incomplete"], counts["copies"], counts["rejects"]) == (147, 3, 3, 6)


def test_a_source_knows_its_digest_and_size(path: Path, tmp_path: Path):
    file = tmp_path / "a.cxq"
    import_text(file, record("An", "Bình", movetext(MOVES)), path)
    digest, size = hashlib.sha256(file.read_bytes()).hexdigest(), file.stat().st_size
    assert rows(path, "SELECT path, name, digest, size FROM sources") == [(str(file), "a.cxq", digest, size)]


# ---------------------------------------------------------------- what did not become a game


def test_the_text_of_rejected_and_incomplete_games_is_kept(path: Path, tmp_path: Path):
    empty, cut = record("An", "Bình", ""), record("Cúc", "Dung", movetext(MOVES[:20]) + " R1.1 h8+7")
    import_text(tmp_path / "a.cxq", record("Ba", "Tư", movetext(MOVES)) + empty + cut, path)
    found = rows(path, "SELECT line, game_id, code, text FROM rejects ORDER BY line")
    assert [(line, game_id, code) for line, game_id, code, _ in found] == [
        (6, None, "no-moves"),
        (11, 2, "illegal-move"),
    ]
    assert [text.strip() for _, _, _, text in found] == [empty.strip(), cut.strip()]


def test_the_fault_of_an_incomplete_game_is_told_with_it(archive: Archive):
    add(archive, "a.cxq", game(moves=MOVES, complete=False, faults=[Fault(Place("a.cxq", 7, 3), "gap", "lost", 61)]))
    assert archive.game(1).faults == ["a.cxq:7:3, ply 61: lost [gap]"]


def test_what_was_rejected_is_forgotten_when_a_mended_file_is_imported(path: Path, tmp_path: Path):
    import_text(tmp_path / "a.cxq", record("An", "Bình", ""), path)
    import_text(tmp_path / "a.cxq", record("An", "Bình", movetext(MOVES)), path)
    assert rows(path, "SELECT count(*) FROM rejects") == [(0,)]


# ---------------------------------------------------------------- all or nothing


def test_a_batch_that_fails_half_way_leaves_nothing(archive: Archive, path: Path, monkeypatch: pytest.MonkeyPatch):
    add(archive, "a.cxq", game(moves=MOVES))
    before = contents(path) | {"players": rows(path, "SELECT * FROM players")}
    write = intake.Batch.write

    def fail(batch: intake.Batch) -> None:
        write(batch)
        raise RuntimeError("the power went")

    with monkeypatch.context() as patch:
        patch.setattr(intake.Batch, "write", fail)
        source_id = archive.add_source("a.cxq")
        with pytest.raises(RuntimeError, match="the power went"):
            archive.add(source_id, [intake.Reading(game("New", "Names", line(2), event="New event"))])
    assert contents(path) | {"players": rows(path, "SELECT * FROM players")} == before
    assert add(archive, "a.cxq", game("New", "Names", line(2), event="New event", at=9)) == (1, 0, 0, 0, 0)
    assert archive.game(2).game.red.name == "New"
    assert archive.game(2).game.event == "New event"
    assert archive.check() == []


def test_a_row_that_the_database_refuses_takes_its_batch_along(archive: Archive):
    wrong = game("Cúc", "Dung", line(2))
    wrong.moves += b"\0"
    with pytest.raises(Exception, match="CHECK"):
        add(archive, "a.cxq", game(moves=MOVES), wrong)
    assert (total(archive), archive.counts()["players"]) == (0, 0)


def test_a_reading_that_breaks_off_takes_its_batch_along(archive: Archive):
    def readings():
        yield intake.Reading(game(moves=MOVES))
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        archive.add(archive.add_source("a.cxq"), readings())
    assert total(archive) == 0


def test_another_archive_over_the_file_may_write_between_two_batches(archive: Archive, path: Path):
    with Archive.open(path) as other:
        add(archive, "a.cxq", game("An", "Bình", line(1)))
        add(other, "b.cxq", game("Cúc", "An", line(2)))
        add(archive, "c.cxq", game("Cúc", "An", line(2)), game("Dung", "Cúc", line(3), at=9))
        add(other, "d.cxq", game("Dung", "Cúc", line(3)), game("An", "Bình", line(1), at=9))
    assert total(archive) == 3
    assert places(archive, 2) == (("b.cxq", 1), [("c.cxq", 1)])
    assert sorted(rows(path, "SELECT name FROM players")) == [("An",), ("Bình",), ("Cúc",), ("Dung",)]


def test_ids_go_on_where_they_ended_after_games_were_taken_out(archive: Archive, path: Path):
    add(archive, "a.cxq", game(moves=line(1)), game(moves=line(2), at=9), game(moves=line(3), at=20))
    database = sqlite3.connect(path)
    database.execute("DELETE FROM games WHERE id IN (2, 3)")
    database.commit()
    database.close()
    assert add(archive, "a.cxq", game(moves=line(3), at=20)) == (1, 0, 0, 0, 0)
    assert archive.game(2).game.moves == line(3)


def test_rebuild_makes_lineages_by_which_records_are_known_again(archive: Archive, path: Path):
    add(archive, "a.cxq", game("An", "Bình", MOVES), game("", "", line(2), at=9))
    database = sqlite3.connect(path)
    database.execute("UPDATE games SET lineage = 0")
    database.execute("UPDATE derived SET version = '1' WHERE name = 'lineages'")
    database.commit()
    database.close()
    assert "lineages are by 1, this program has 3: run `kypho db rebuild`" in archive.check()
    archive.rebuild()
    assert archive.check() == []
    with Archive.open(path) as other:
        assert add(other, "b.cxq", game("An", "Bình", MOVES), game("", "", line(2), at=9)) == (0, 0, 2, 0, 0)
