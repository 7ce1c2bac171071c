"""An import that is killed at any moment leaves an archive that the next import completes."""

import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from app.ingest import Importer
from app.store.archive import Archive
from tests.store.contents import contents, rows
from tests.store.made_games import ROOT, big_text

# A real import, but with small batches, so that there are many moments between them.
IMPORT = """
import app.formats.interpret, app.ingest, app.store.archive, sys
app.formats.interpret.BATCH, app.formats.interpret.AHEAD, app.ingest.BATCH = 100, 1, 100
app.store.archive.LARGE = 1 << 10
from pathlib import Path
with app.ingest.Importer([sys.argv[1]]) as importer:
    importer.into(Path(sys.argv[2]))
"""

MOMENTS = [0.0, *sorted(random.Random(5).sample([tenth / 10 for tenth in range(1, 10)], 4))]


class Undisturbed(NamedTuple):
    """What an import that nobody kills makes, and how long it writes."""

    contents: dict[str, list[tuple]]
    seconds: float


def start(file: Path, db: Path) -> subprocess.Popen[bytes]:
    return subprocess.Popen([sys.executable, "-c", IMPORT, str(file), str(db)], cwd=ROOT)


def games_in(db: Path) -> int:
    if not db.exists() or not rows(db, "SELECT 1 FROM sqlite_master WHERE name = 'games'"):
        return 0
    return int(rows(db, "SELECT count(*) FROM games")[0][0])


def wait_for_games(db: Path, running: subprocess.Popen[bytes]) -> None:
    while not games_in(db) and running.poll() is None:
        time.sleep(0.002)


@pytest.fixture(scope="module", autouse=True)
def _plain_kernel() -> Iterator[None]:
    """For short games in plain Python: the compiled form takes longer to wake up."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("KYPHO_KERNEL", "plain")
        yield


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("killed") / "big.cxq"
    path.write_text(big_text(3000, 9), encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def undisturbed(file: Path) -> Undisturbed:
    db = file.with_name("undisturbed.db")
    running = start(file, db)
    wait_for_games(db, running)
    begun = time.monotonic()
    assert running.wait() == 0
    return Undisturbed(contents(db), time.monotonic() - begun)


@pytest.fixture(scope="module")
def whole_batches() -> set[int]:
    """How many games there are after each hundred records."""
    fifty = [1] * 50
    fifty[7] = 0  # without moves
    fifty.insert(20, 0)  # a duplicate
    new = fifty * 60
    return {sum(new[:end]) for end in (*range(0, len(new), 100), len(new))}


def test_small_batches_make_what_large_ones_make(file: Path, undisturbed: Undisturbed, path: Path):
    with Importer([str(file)]) as importer:
        importer.into(path)
    assert contents(path) == undisturbed.contents
    assert len(undisturbed.contents["games"]) == 2940


@pytest.mark.parametrize("moment", MOMENTS)
def test_a_killed_import_imported_again_ends_like_an_undisturbed_one(
    moment: float, file: Path, undisturbed: Undisturbed, whole_batches: set[int], path: Path
):
    running = start(file, path)
    wait_for_games(path, running)
    time.sleep(undisturbed.seconds * moment)
    running.send_signal(signal.SIGKILL)
    running.wait()
    assert games_in(path) in whole_batches
    with Importer([str(file)]) as importer:
        importer.into(path)
    assert contents(path) == undisturbed.contents
    with Archive.open(path) as archive:
        assert archive.check() == []
