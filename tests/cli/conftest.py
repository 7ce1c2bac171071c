"""The command line as a function: `kypho("search", "--json")` answers status, output and errors."""

import gc
import io
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from app.cli.main import main
from app.ingest import Importer
from tests.store.made_games import DATA

gc.enable()  # the command line turns it off: a command is short, a test run is not


class Run(NamedTuple):
    status: int
    out: str
    err: str


Kypho = Callable[..., Run]


@pytest.fixture
def kypho(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Iterator[Kypho]:
    """Runs a command in an empty folder, without KYPHO_DB."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("KYPHO_DB", raising=False)
    monkeypatch.setattr(sys, "excepthook", sys.excepthook)

    def run(*words: object, stdin: bytes = b"") -> Run:
        monkeypatch.setattr(sys, "argv", ["kypho", *map(str, words)])
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin)))
        with pytest.raises(SystemExit) as end:
            main()
        out, err = capsys.readouterr()
        assert "Traceback" not in out + err
        return Run(int(end.value.code or 0), out, err)

    yield run
    gc.unfreeze()


@pytest.fixture(scope="session")
def club(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An archive of the files in tests/data/store; do not change it."""
    path = tmp_path_factory.mktemp("club") / "club.db"
    with Importer([str(DATA)]) as importer:
        importer.into(path)
    return path


@pytest.fixture
def at_club(kypho: Kypho, club: Path, monkeypatch: pytest.MonkeyPatch) -> Kypho:
    """Runs a command with that archive as the default one."""
    monkeypatch.setenv("KYPHO_DB", str(club))
    return kypho
