"""The rule of duplicates against pairs of records of which it is known what they are."""

import sys
from collections import Counter
from pathlib import Path

import pytest

from app.formats import format_of
from app.ingest import Importer
from app.store import intake
from app.store.archive import Archive
from tests.store.contents import rows
from tests.store.labelled_pairs import Pair, pairs

PLACES = """SELECT sources.name, line, games.id FROM games JOIN sources ON sources.id = source_id
UNION ALL SELECT sources.name, line, game_id FROM copies JOIN sources ON sources.id = source_id"""
SUFFIXES = {"cxq": "cxq", "moves": "txt"}
RECALL, PRECISION = 0.99, 0.999

Spot = tuple[str, int]  # file, line


@pytest.fixture(scope="module")
def labelled() -> list[Pair]:
    return list(pairs())


def lay_out(labelled: list[Pair], folder: Path) -> list[tuple[Spot, Spot]]:
    """Write the first records of all pairs into files, and the second ones into others; where each stands."""
    texts: dict[str, list[str]] = {f"{name}.{end}": [] for name in ("first", "second") for end in SUFFIXES.values()}
    lines: Counter[str] = Counter()
    spots = []
    for pair in labelled:
        both = []
        for name, text in (("first", pair.first), ("second", pair.second)):
            file = f"{name}.{SUFFIXES[format_of(text)]}"
            both.append((file, lines[file] + 1))
            texts[file].append(text)
            lines[file] += text.count("\n")
        spots.append((both[0], both[1]))
    for file, records in texts.items():
        (folder / file).write_text("".join(records), encoding="utf-8")
    return spots


def judge(labelled: list[Pair], spots: list[tuple[Spot, Spot]], path: Path, pytestconfig: pytest.Config) -> None:
    """Compare what became one game with what is one; print and hold the figures."""
    where = {(file, line): game for file, line, game in rows(path, PLACES)}
    joined = [where[first] == where[second] for first, second in spots]
    right = sum(one and pair.same for one, pair in zip(joined, labelled, strict=True))
    recall, precision = right / sum(pair.same for pair in labelled), right / sum(joined)
    wrong = Counter(pair.kind for one, pair in zip(joined, labelled, strict=True) if one != pair.same)
    with pytestconfig.pluginmanager.getplugin("capturemanager").global_and_fixture_disabled():
        sys.stdout.write(f"\n{len(joined):,} pairs: recall {recall:.2%}, precision {precision:.2%} {dict(wrong)}\n")
    assert recall >= RECALL, wrong
    assert precision >= PRECISION, wrong


def test_there_are_enough_of_both_kinds(labelled: list[Pair]):
    kinds = Counter(pair.same for pair in labelled)
    assert kinds[True] >= 500 and kinds[False] >= 500
    assert len({(pair.first, pair.second) for pair in labelled}) == len(labelled)


def test_an_import_tells_duplicates_from_other_games(
    labelled: list[Pair], path: Path, tmp_path: Path, pytestconfig: pytest.Config
):
    spots = lay_out(labelled, tmp_path)
    with Importer([str(tmp_path)]) as importer:
        report = importer.into(path)
    assert report.total("found") == 2 * len(labelled)
    assert report.total("rejected") == 0
    judge(labelled, spots, path, pytestconfig)


def test_so_does_dedupe_afterwards(
    labelled: list[Pair], path: Path, tmp_path: Path, pytestconfig: pytest.Config, monkeypatch: pytest.MonkeyPatch
):
    spots = lay_out(labelled, tmp_path)
    with monkeypatch.context() as patch, Importer([str(tmp_path)]) as importer:
        patch.setattr(intake, "_same", lambda row, relatives: None)
        importer.into(path)
    with Archive.open(path) as archive:
        assert archive.counts()["games"] == 2 * len(labelled)
        archive.dedupe()
        assert archive.duplicates() == []
        assert archive.check() == []
    judge(labelled, spots, path, pytestconfig)
