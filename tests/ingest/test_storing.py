"""Many small sources are written together, and it is as if each had been written alone."""

import shutil
from pathlib import Path

import pytest

from app.ingest import Importer, storing
from app.ingest.report import Report
from app.store.archive import Archive
from app.store.query import Query
from tests.store.contents import contents

GAME = "RED {red} ; 2000 ;;\nBLACK Ba ; 2100 ;;\nSTART{{\n1. C2.5 h8+7 2. H2+3 {rest}\n}}END\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Small sources: whole games, a cut one and the same whole, one without a move, copies, one that is none."""
    inside = tmp_path / "in"
    inside.mkdir()
    for n in range(40):
        (inside / f"{n:02}.cxq").write_text(GAME.format(red=f"An{n // 2}", rest="r9.8" if n % 3 else "r9.8 3. XX"))
    (inside / "50.cxq").write_text("RED a\nBLACK b\nSTART{\n}END\n")
    (inside / "51.cxq").write_bytes(b"MZ\x90\0\3\0\0\0\4" * 50)
    return inside


def imported(folder: Path, db: Path) -> Report:
    with Importer([str(folder)]) as importer:
        return importer.into(db)


@pytest.mark.parametrize("together", [1, 3, 500])
def test_it_does_not_matter_how_many(folder: Path, tmp_path: Path, together: int, monkeypatch: pytest.MonkeyPatch):
    usual = imported(folder, tmp_path / "usual.db")
    monkeypatch.setattr(storing, "TOGETHER", together)
    report = imported(folder, tmp_path / "together.db")
    assert [(one.file, one.found, one.complete, one.duplicate, one.repaired) for one in report.sources] == [
        (one.file, one.found, one.complete, one.duplicate, one.repaired) for one in usual.sources
    ]
    assert contents(tmp_path / "together.db") == contents(tmp_path / "usual.db")
    assert report.total("found") == 41


def test_ids_follow_the_files_and_a_second_import_adds_nothing(folder: Path, tmp_path: Path):
    imported(folder, tmp_path / "a.db")
    before = contents(tmp_path / "a.db")
    with Archive.open(tmp_path / "a.db") as archive:
        found = archive.find(Query(sort="id"))
    assert [one.red for one in found] == [f"An{n}" for n in range(20)]
    again = imported(folder, tmp_path / "a.db")
    assert (again.total("complete"), again.total("incomplete")) == (0, 0)
    assert contents(tmp_path / "a.db") == before


def test_a_small_source_behind_a_large_one(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("app.ingest.parts.PART", 5)
    monkeypatch.setattr(storing, "PART", 5)
    games = "\n".join(GAME.format(red=f"Large{n}", rest="r9.8") for n in range(23))
    (folder / "20a.cxq").write_text(games)
    report = imported(folder, tmp_path / "a.db")
    (large,) = (one for one in report.sources if one.file.endswith("20a.cxq"))
    assert (large.found, large.complete) == (23, 23)
    shutil.rmtree(folder)
    with Archive.open(tmp_path / "a.db") as archive:
        assert archive.check() == []
        assert len(archive.find(Query(red="Large"))) == 23
