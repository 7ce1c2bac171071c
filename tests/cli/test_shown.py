"""No sign of an archive reaches the terminal that would move its cursor."""

import os
import pty
import sys
from pathlib import Path

import pytest

from tests.store.made_games import line, movetext


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
