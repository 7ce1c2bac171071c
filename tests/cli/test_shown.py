"""No sign of an archive reaches the terminal that would move its cursor."""

import json
import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import Kypho
from tests.store.made_games import ROOT, line, movetext


def on_a_terminal(words: list[str]) -> str:
    """What a command writes to a terminal."""
    child, terminal = pty.fork()
    if child == 0:
        os.execv(sys.executable, [sys.executable, "-m", "app.cli.main", *words])
    found = b""
    try:
        while more := os.read(terminal, 4096):
            found += more
    except OSError:  # the terminal is gone: that is its end
        pass
    os.close(terminal)
    os.waitpid(child, 0)
    return found.decode()


@pytest.mark.filterwarnings("ignore:This process .* is multi-threaded:DeprecationWarning")
def test_control_characters_of_an_event_are_not_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("KYPHO_DB", str(tmp_path / "a.db"))
    (tmp_path / "a.cxq").write_text(
        f"RED a\nBLACK b\nEVENT Cup \x1b[2J\x9b31m Một\nSTART{{\n{movetext(line(1))}\n}}END\n"
    )
    assert "1 found = 1 complete" in on_a_terminal(["import", str(tmp_path / "a.cxq")])
    shown = on_a_terminal(["show", "1"])
    assert "\x1b" not in shown and "\x9b" not in shown
    assert "Event    Cup \ufffd[2J\ufffd31m Một\r\n" in shown


EVIL = "Cup \x1b[2J\x9b31m \u202eMột"


@pytest.fixture
def evil(kypho: Kypho, tmp_path: Path) -> Kypho:
    """Runs a command with an archive of one game at an event with such a name, between players with one."""
    (tmp_path / "a.cxq").write_text(
        f"RED {EVIL}\nBLACK b\nEVENT {EVIL}\nSTART{{\n{movetext(line(1))}\n}}END\n", encoding="utf-8"
    )
    assert kypho("import", "a.cxq").status == 0
    return kypho


@pytest.mark.parametrize("words", ["show 1", "search", "players", "player cup", "explore", "db info"])
def test_what_is_for_people_is_clean_in_a_pipe_too(words: str, evil: Kypho):
    run = evil(*words.split())
    assert run.status == 0
    assert not set("\x1b\x9b\u202e") & set(run.out + run.err)


def test_what_is_for_programs_keeps_every_sign(evil: Kypho):
    assert EVIL in evil("search", "--csv").out
    assert json.loads(evil("search", "--json").out)[0]["event"] == EVIL
    assert json.loads(evil("show", "1", "--json").out)["event"] == EVIL
    assert EVIL in evil("export", "--format", "cxq").out
    assert json.loads(evil("export", "--format", "jsonl").out)["event"] == EVIL


def test_names_of_files_in_messages_are_clean(kypho: Kypho, tmp_path: Path):
    (tmp_path / "a\x07\x9b.cxq").write_text("hello\n")
    run = kypho("import", "a\x07\x9b.cxq")
    assert run.out.startswith("a\ufffd\ufffd.cxq: 0 found")
    assert run.err.startswith("a\ufffd\ufffd.cxq:1:1: ")
    assert kypho("import", "b\x07.cxq").err == "kypho: there is no file or folder b\ufffd.cxq\n"


# ---------------------------------------------------------------- whoever reads, or does not


def piped(words: str, into: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """A command with its output into another; its status is the last line of that."""
    line = f"{{ {sys.executable} -m app.cli.main {words}; echo status $? >&2; }} {into}"
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    return subprocess.run(["bash", "-c", line], cwd=folder, env=environment, capture_output=True, text=True)


@pytest.mark.parametrize("words", ["export", "search --csv", "--help"])
def test_a_reader_who_has_seen_enough_ends_a_command_quietly(words: str, evil: Kypho, tmp_path: Path):
    for into in ("| true", "| head -c 3 >/dev/null"):
        assert piped(words, into, tmp_path).stderr == "status 0\n"


@pytest.mark.parametrize("words", ["export", "search --csv"])
def test_output_that_cannot_be_written_is_an_error(words: str, evil: Kypho, tmp_path: Path):
    assert piped(words, ">/dev/full", tmp_path).stderr == "kypho: No space left on device\nstatus 1\n"


@pytest.mark.parametrize("closed", [">&-", "<&-", "2>&-", "<&- >&- 2>&-"])
@pytest.mark.parametrize("words", ["search", "import -", "show 99"])
def test_standard_streams_may_be_closed(words: str, closed: str, evil: Kypho, tmp_path: Path):
    line = f"{sys.executable} -m app.cli.main {words} {closed}"
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    ended = subprocess.run(
        ["bash", "-c", line], cwd=tmp_path, env=environment, capture_output=True, text=True, stdin=subprocess.DEVNULL
    )
    assert ended.returncode == (1 if words == "show 99" else 0)
    assert "Traceback" not in ended.stderr
    assert evil("db", "check").out == "1 games replay, all counts agree\n"
