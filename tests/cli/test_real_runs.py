"""The command as a process: its bytes, its pipes, its signals."""

import os
import re
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import pytest

import app
from app.store.archive import Archive
from app.store.tables import metadata
from tests.store.contents import INDEXES, rows
from tests.store.made_games import DATA, ROOT, big_text

KYPHO = [sys.executable, "-W", "error", "-m", "app.cli.main"]


def environment(**said: str) -> dict[str, str]:
    """This environment with the package on the path, and nothing said about encodings."""
    kept = {
        name: value for name, value in os.environ.items() if not re.match("LC_|LANG|PYTHONIOENC|PYTHONUTF8|KYPHO", name)
    }
    return kept | {"PYTHONPATH": str(ROOT)} | said


def run(*words: object, **said: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run([*KYPHO, *map(str, words)], env=environment(**said), capture_output=True, timeout=60)


@pytest.mark.parametrize(
    "locale", [{"LC_ALL": "C"}, {"LC_ALL": "POSIX", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"}]
)
def test_output_is_utf_8_whatever_the_locale(locale: dict[str, str], club: Path, tmp_path: Path):
    out = run("search", "--db", club, **locale)
    assert (out.returncode, out.stderr) == (0, b"")
    assert "Đặng Văn An (2100)" in out.stdout.decode("utf-8")
    refused = run("player", "Nobody", "--db", club, **locale)
    assert refused.stderr.decode("utf-8").startswith("kypho: no player is called 'Nobody'")
    output = tmp_path / "out.txt"
    assert run("export", "-n", "chinese", "--db", club, "-o", output, **locale).returncode == 0
    assert "炮二平五 马８进７" in output.read_text(encoding="utf-8")


def test_a_name_on_the_command_line_is_utf_8(club: Path):
    out = run("search", "--player", "Đặng", "--csv", "--db", club, LC_ALL="C.UTF-8")
    assert len(out.stdout.splitlines()) == 3


@pytest.mark.parametrize(
    "words", ["export --format jsonl", "search --limit 100000", "export --format cxq", "players --csv"]
)
def test_a_reader_who_has_seen_enough_is_no_error(words: str, tmp_path: Path):
    path = tmp_path / "a.db"
    (tmp_path / "a.cxq").write_text(big_text(240, 60), encoding="utf-8")
    run("import", tmp_path / "a.cxq", "--db", path)
    command = f"{' '.join(KYPHO)} {words} --db {path} | head -1"
    out = subprocess.run(["sh", "-c", command], env=environment(), capture_output=True, timeout=60)
    assert len(out.stdout.splitlines()) == 1
    assert out.stderr == b""


def test_an_import_from_a_pipe(tmp_path: Path):
    command = f"cat {DATA / 'club.cxq'} | {' '.join(KYPHO)} import - --db {tmp_path / 'a.db'}"
    out = subprocess.run(["sh", "-c", command], env=environment(), capture_output=True, text=True, timeout=60)
    assert out.stdout.startswith("-: 4 found = 4 complete")
    assert (out.returncode, out.stderr) == (0, "")


def games_in(path: Path) -> int:
    try:
        return int(rows(path, "SELECT count(*) FROM games")[0][0]) if path.exists() else 0
    except sqlite3.OperationalError:
        return 0


def test_an_interrupted_import_ends_with_status_130_and_an_archive_that_is_whole(tmp_path: Path):
    path, file = tmp_path / "a.db", tmp_path / "a.cxq"
    file.write_text(big_text(40_000, 30), encoding="utf-8")
    command = [*KYPHO, "import", str(file), "--db", str(path)]
    running = subprocess.Popen(command, env=environment(), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    while not games_in(path) and running.poll() is None:
        time.sleep(0.01)
    running.send_signal(signal.SIGINT)
    out, err = running.communicate(timeout=60)
    assert running.returncode == 130
    assert err.splitlines()[-1] == "kypho: interrupted; what is counted is in the archive, import again for the rest"
    assert "Traceback" not in err
    counted = re.search(r"= ([\d,]+) complete \+ ([\d,]+) incomplete \+ [\d,]+ duplicate", out.splitlines()[-1])
    assert counted is not None
    indexes = {index.name for table in metadata.tables.values() for index in table.indexes}
    assert games_in(path) == sum(int(number.replace(",", "")) for number in counted.groups())
    assert 0 < games_in(path) < 39_000
    assert {name for (name,) in rows(path, INDEXES)} == indexes
    with Archive.open(path) as archive:
        assert archive.check() == []


def test_the_installed_command_is_this_program():
    command = Path(sys.executable).with_name("kypho")
    if not command.exists():
        pytest.skip("the package is not installed, only on the path")
    out = subprocess.run([command, "--version"], capture_output=True, text=True)
    assert out.stdout == f"kypho {app.__version__}\n"
