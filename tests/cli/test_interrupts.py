"""Ctrl-C at any moment of a real command, once or twice: no traceback, a sound archive, and the next import completes it.

KYPHO_KILLS=100 asks for so many moments of each kind.
"""

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.cli.conftest import Kypho
from tests.store.contents import contents
from tests.store.made_games import ROOT, big_text

KILLS = int(os.environ.get("KYPHO_KILLS", "3"))
# The command, which says when it begins: what is interrupted before that is Python waking up.
PROGRAM = "import sys; from app.cli.main import entry; print('begun', file=sys.stderr, flush=True); entry()"
IMPORT = [sys.executable, "-c", PROGRAM, "import", "a.cxq"]


def begin(folder: Path) -> subprocess.Popen[str]:
    """An import whose user can interrupt it, whatever whoever runs the tests has forbidden."""
    running = subprocess.Popen(
        IMPORT,
        cwd=folder,
        env=os.environ | {"PYTHONPATH": str(ROOT), "KYPHO_KERNEL": "plain"},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )
    assert running.stderr and running.stderr.readline() == "begun\n"
    return running


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> tuple[dict[str, list[tuple]], str, float]:
    """What an import makes that nobody interrupts, of which text, and how long it takes once Python has woken up."""
    folder = tmp_path_factory.mktemp("undisturbed")
    text = big_text(1500, 9)
    (folder / "a.cxq").write_text(text, encoding="utf-8")
    running = begin(folder)
    began = time.monotonic()
    running.communicate()
    assert running.returncode == 0
    return contents(folder / "kypho.db"), text, time.monotonic() - began


@pytest.mark.parametrize("seed", range(KILLS))
@pytest.mark.parametrize("times", [1, 2])
def test_an_interrupt_leaves_no_traceback_and_a_sound_archive(
    times: int, seed: int, undisturbed: tuple[dict[str, list[tuple]], str, float], kypho: Kypho, tmp_path: Path
):
    whole, text, seconds = undisturbed
    chance = random.Random(times * 1000 + seed)
    (tmp_path / "a.cxq").write_text(text, encoding="utf-8")
    running = begin(tmp_path)
    time.sleep(0.01 + chance.random() * seconds)
    for _ in range(times):
        running.send_signal(signal.SIGINT)
        time.sleep(chance.choice((0, 0.01, 0.1)))
    _, told = running.communicate()
    assert "Traceback" not in told and "Exception" not in told
    assert running.returncode in (0, 130, -signal.SIGINT), told
    begun = (tmp_path / "kypho.db").exists()
    assert begun or running.returncode
    if begun and "holds no archive" not in kypho("db", "info").err:
        assert kypho("db", "check").status == 0
    assert kypho("import", "a.cxq").status == 0
    assert contents(tmp_path / "kypho.db") == whole
