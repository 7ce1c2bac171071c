"""Reading in a process of its own gives what reading in this one gives."""

import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.board.engine import PLAIN
from app.errors import FormatError, KyphoError
from app.ingest import Importer
from app.ingest.beside import Beside, wake_early
from app.ingest.inputs import Input, find_inputs
from app.ingest.parts import Part, parts_of
from app.ingest.wanted import Wanted

SAMPLES = Path(__file__).parent.parent.parent / "sample_games"
NAMES = sorted(str(path) for path in SAMPLES.glob("*") if path.name != "SOURCE.txt")
INPUTS = find_inputs(NAMES).taken


def read_beside(wanted: Wanted) -> Iterator[Part]:
    beside = Beside(wanted)
    try:
        yield from beside.parts(lambda: False)
    finally:
        beside.close()


def test_another_process_reads_the_same():
    assert list(read_beside(Wanted(INPUTS))) == list(parts_of(Wanted(INPUTS), PLAIN))


def test_more_files_than_arguments_have_room_for(tmp_path: Path):
    (tmp_path / "a.cxq").write_bytes(b"RED a\nBLACK b\nSTART{\n1. C2.5 h8+7\n}END\n")
    inputs = [Input(f"{'a rather long name ' * 8}{n}", str(tmp_path / "a.cxq")) for n in range(2000)]
    assert sum(len(part.readings) for part in read_beside(Wanted(inputs))) == 2000


def test_notation_and_encoding_reach_the_other_process():
    wanted = Wanted([one for one in INPUTS if "damaged" in one.name], "vietnamese", "tcvn3")
    parts = list(read_beside(wanted))
    assert parts == list(parts_of(wanted, PLAIN))
    assert parts != list(parts_of(Wanted(wanted.inputs), PLAIN))


def test_all_bytes_are_told_of():
    parts = list(read_beside(Wanted(INPUTS)))
    assert sum(part.read for part in parts) == sum(map(os.path.getsize, NAMES))
    assert [part.file for part in parts if part.ended] == NAMES


def test_what_goes_wrong_there_is_raised_here():
    with pytest.raises(FormatError, match="no encoding 'klingon'"):
        list(read_beside(Wanted(INPUTS, None, "klingon")))


def test_a_process_that_stops_is_an_error(tmp_path: Path):
    os.mkfifo(tmp_path / "endless.cxq")
    beside = Beside(Wanted([Input("endless", str(tmp_path / "endless.cxq"))]))
    os.kill(beside._process.pid, signal.SIGKILL)
    with pytest.raises(KyphoError, match="has stopped"):
        list(beside.parts(lambda: False))
    beside.close()


def test_the_process_begins_early_where_large_files_are_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    (tmp_path / "large").write_bytes(b"\n" * 1000)
    large = str(tmp_path / "large")
    monkeypatch.setattr("app.ingest.beside.WORTH_IT", 1000)
    monkeypatch.setattr("app.ingest.beside._awake", awake := [])
    wake_early(["import", "--db", large, "gone", str(tmp_path)])
    assert not awake
    wake_early(["import", large])
    (process,) = awake
    beside = Beside(Wanted(INPUTS))
    assert (beside._process, awake) == (process, [])
    assert list(beside.parts(lambda: False)) == list(parts_of(Wanted(INPUTS), PLAIN))
    beside.close()


def test_a_process_that_is_not_wanted_ends(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("app.ingest.beside.WORTH_IT", 0)
    monkeypatch.setattr("app.ingest.beside._awake", awake := [])
    wake_early(["import"])
    (process,) = awake
    assert process.communicate(timeout=60) == (b"", None)  # which closes what its order would have come by
    assert process.returncode == 0


def test_an_interrupt_does_not_wait_for_the_process(tmp_path: Path):
    os.mkfifo(tmp_path / "endless.cxq")
    beside = Beside(Wanted([Input("endless", str(tmp_path / "endless.cxq"))]))
    with pytest.raises(KeyboardInterrupt):
        list(beside.parts(lambda: True))
    beside.close()
    assert beside._process.returncode is not None


def test_an_import_is_the_same_with_and_without_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    def imported(name: str) -> list[object]:
        with Importer(NAMES) as importer:
            report = importer.into(tmp_path / name)
        return [report.sources, report.faults]

    here = imported("here.db")
    monkeypatch.setattr("app.ingest.beside.WORTH_IT", 0)
    assert imported("beside.db") == here
