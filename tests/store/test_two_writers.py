"""Two archives over one file: one writer at a time, readers who see whole batches, indexes that are always made."""

import sqlite3
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
import sqlalchemy as sa

from app.errors import ArchiveError
from app.store import archive as archive_module
from app.store import schema
from app.store.archive import Archive
from app.store.query import Query
from tests.store.contents import contents, rows
from tests.store.made_games import ROOT, add, big_text, game, line

NAMES = {index.name for index in schema.LOADED_AFTERWARDS}


def indexes(path: Path) -> set[str]:
    return {name for (name,) in rows(path, "SELECT name FROM sqlite_master WHERE type = 'index'")}


def make_impatient(archive: Archive) -> None:
    """Wait 50 ms for other writers instead of half a minute."""
    sa.event.listen(archive._engine, "checkout", lambda driver, *_: driver.execute("PRAGMA busy_timeout = 50"))


# ---------------------------------------------------------------- writers


def test_a_second_writer_is_told_in_one_sentence(archive: Archive, path: Path):
    make_impatient(archive)
    first = sqlite3.connect(path, isolation_level=None)
    first.execute("BEGIN IMMEDIATE")
    with pytest.raises(ArchiveError) as refusal:
        add(archive, "a.cxq", game(moves=line(1)))
    assert str(refusal.value) == f"{path} cannot be written: database is locked; is another import running?"
    first.execute("ROLLBACK")
    first.close()
    assert add(archive, "a.cxq", game(moves=line(1))).complete == 1


def test_a_second_writer_waits_for_the_first(archive: Archive, path: Path):
    first = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    first.execute("BEGIN IMMEDIATE")
    release = threading.Timer(0.3, lambda: first.execute("COMMIT"))
    begun = time.monotonic()
    release.start()
    assert add(archive, "a.cxq", game(moves=line(1))).complete == 1
    assert time.monotonic() - begun >= 0.25
    release.join()
    first.close()


def test_a_writer_does_not_keep_readers_out(archive: Archive, path: Path):
    add(archive, "a.cxq", game(moves=line(1)))
    writer = sqlite3.connect(path, isolation_level=None)
    writer.execute("BEGIN IMMEDIATE")
    writer.execute("DELETE FROM games")
    make_impatient(archive)
    assert len(archive.find(Query())) == 1
    writer.execute("ROLLBACK")
    writer.close()


def test_two_imports_at_once_into_a_new_archive_both_end_well(path: Path, tmp_path: Path):
    files = [tmp_path / "a.cxq", tmp_path / "b.cxq"]
    for file in files:
        file.write_text(big_text(150).replace("red", file.stem), encoding="utf-8")
    command = [sys.executable, "-m", "app.cli.main", "import", "--db", str(path)]
    running = [
        subprocess.Popen([*command, str(file)], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        for file in files
    ]
    for process in running:
        _, told = process.communicate()
        assert process.returncode == 0, told
    with Archive.open(path) as archive:
        assert archive.counts()["games"] == 2 * 147
        assert archive.check() == []


# ---------------------------------------------------------------- readers


def test_readers_see_only_whole_batches(archive: Archive, path: Path, monkeypatch: pytest.MonkeyPatch):
    seen: list[int] = []
    add_batch = archive._intake.add

    def look_before_the_end(*arguments):
        outcomes = add_batch(*arguments)
        with Archive.open(path) as reader:
            seen.append(len(reader.find(Query())))
        return outcomes

    monkeypatch.setattr(archive._intake, "add", look_before_the_end)
    for first in (1, 5, 9):
        add(archive, "a.cxq", *(game(moves=line(seed), at=seed) for seed in range(first, first + 4)))
    assert seen == [0, 4, 8]
    assert len(archive.find(Query())) == 12


def test_a_reader_in_the_middle_of_games_sees_none_that_came_later(archive: Archive, path: Path):
    add(archive, "a.cxq", *(game(moves=line(seed), at=seed) for seed in range(1, 5)))
    with Archive.open(path) as reader:
        stream = reader.games(Query(sort="id"))
        found = [next(stream)]
        add(archive, "b.cxq", game("Cúc", "Dung", line(7)))
        found += stream
        assert [game_id for game_id, _ in found] == [1, 2, 3, 4]
        assert len(reader.find(Query())) == 5


# ---------------------------------------------------------------- indexes of a large load


def test_a_large_load_into_an_empty_archive_makes_indexes_at_its_end(archive: Archive, path: Path):
    assert indexes(path) > NAMES
    with archive.loading(archive_module.LARGE + 1):
        assert not indexes(path) & NAMES
        add(archive, "a.cxq", game(moves=line(1)))
        assert "ix_games_lineage" not in indexes(path)
        add(archive, "b.cxq", game(moves=line(1)))
        assert "ix_games_lineage" in indexes(path)  # a game that may be known is looked up
    assert indexes(path) > NAMES
    assert len(archive.find(Query())) == 1


@pytest.mark.parametrize(("size", "games"), [(archive_module.LARGE, 0), (1 << 40, 1)])
def test_a_small_load_and_one_into_a_filled_archive_keep_the_indexes(
    size: int, games: int, archive: Archive, path: Path
):
    add(archive, "a.cxq", *(game(moves=line(1)) for _ in range(games)))
    with archive.loading(size):
        assert indexes(path) > NAMES


@pytest.mark.parametrize("end", [KeyboardInterrupt, SystemExit, RuntimeError, GeneratorExit])
def test_indexes_are_there_however_a_load_ends(end: type[BaseException], archive: Archive, path: Path):
    before = contents(path)["indexes"]
    with pytest.raises(end), archive.loading(archive_module.LARGE + 1):
        add(archive, "a.cxq", game(moves=line(1)))
        raise end
    assert contents(path)["indexes"] == before
    assert archive.counts()["games"] == 1


def test_a_load_after_one_that_was_killed_makes_the_missing_indexes(archive: Archive, path: Path):
    with archive._writing() as connection:
        schema.drop_indexes(connection)
    assert not indexes(path) & NAMES
    with archive.loading(10):
        pass
    assert indexes(path) > NAMES
