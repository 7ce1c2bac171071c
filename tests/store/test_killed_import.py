"""An import that is killed, interrupted or out of room at any moment leaves an archive that the next import completes.

KYPHO_KILLS=100 asks for so many moments of each kind, and prints what was left at each.
"""

import os
import random
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

import pytest

from app.ingest import Importer
from app.store.archive import Archive
from tests.store.contents import contents, rows
from tests.store.made_games import ROOT, big_text

# A real import, but with small batches, so that there are many moments between them.
IMPORT = """
import app.formats.interpret, app.ingest.parts, app.ingest.storing, app.store.archive, sys
app.formats.interpret.BATCH, app.formats.interpret.AHEAD = 100, 1
app.ingest.parts.PART = app.ingest.storing.PART = 100
app.store.archive.LARGE = 1 << 10
from pathlib import Path
with app.ingest.Importer([sys.argv[1]]) as importer:
    importer.into(Path(sys.argv[2]))
"""

KILLS = int(os.environ.get("KYPHO_KILLS", "4"))
MOMENTS = [random.Random(5).random() if KILLS == 1 else n / (KILLS - 1) * 0.95 for n in range(KILLS)]


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
@pytest.mark.parametrize("blow", [signal.SIGKILL, signal.SIGINT])
def test_a_killed_import_imported_again_ends_like_an_undisturbed_one(
    blow: signal.Signals, moment: float, file: Path, undisturbed: Undisturbed, whole_batches: set[int], path: Path
):
    running = start(file, path)
    wait_for_games(path, running)
    time.sleep(undisturbed.seconds * moment)
    running.send_signal(blow)
    running.wait()
    left = games_in(path)
    print(f"{blow.name} at {moment:.2f} of an import left {left:,} games")  # noqa: T201
    assert left in whole_batches
    with Importer([str(file)]) as importer:
        importer.into(path)
    assert contents(path) == undisturbed.contents
    with Archive.open(path) as archive:
        assert archive.check() == []


ROOM = [50_000, 150_000, 400_000, 900_000]  # bytes; an archive of these games is larger


@pytest.mark.parametrize("room", ROOM)
def test_an_import_without_room_says_so_and_is_completed_when_there_is(
    room: int, file: Path, undisturbed: Undisturbed, path: Path
):
    def no_room() -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (room, room))

    words = [sys.executable, "-m", "app.cli.main", "import", str(file), "--db", str(path)]
    ended = subprocess.run(words, cwd=ROOT, preexec_fn=no_room, capture_output=True, text=True)
    assert ended.returncode == 1
    assert ended.stderr.startswith(f"kypho: {path} cannot be ")
    assert "Traceback" not in ended.stderr
    with Importer([str(file)]) as importer:
        importer.into(path)
    assert contents(path) == undisturbed.contents
    with Archive.open(path) as archive:
        assert archive.check() == []


def test_the_process_that_reads_ends_with_the_one_that_asked(tmp_path: Path):
    os.mkfifo(tmp_path / "endless.cxq")
    asking = (
        "import sys, time\nfrom app.ingest.beside import Beside\nfrom app.ingest.inputs import Input\n"
        "from app.ingest.wanted import Wanted\n"
        "beside = Beside(Wanted([Input('a', sys.argv[1])]))\n"
        "print(beside._process.pid, flush=True)\ntime.sleep(60)"
    )
    words = [sys.executable, "-c", asking, str(tmp_path / "endless.cxq")]
    with subprocess.Popen(words, cwd=ROOT, stdout=subprocess.PIPE, text=True) as running:
        assert running.stdout
        reading = int(running.stdout.readline())
        running.kill()
    given = False
    for _ in range(1000):
        if not Path(f"/proc/{reading}").exists() or "Z" in Path(f"/proc/{reading}/stat").read_text().split()[2]:
            return
        if not given:
            with suppress(OSError):  # until it has come so far that it opens the pipe, if it does
                pipe = os.open(tmp_path / "endless.cxq", os.O_WRONLY | os.O_NONBLOCK)
                given = os.write(pipe, b"RED a\nSTART{\n1. C2.5\n}END\n") > 0
                os.close(pipe)
        time.sleep(0.01)
    pytest.fail("the reading process goes on")
