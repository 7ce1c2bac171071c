"""Ctrl-C: asked once, what was begun is put away; asked twice, the program leaves at once, for an archive bears that."""

import os
import signal
import sys
from types import FrameType
from typing import Any, NoReturn

INTERRUPTED = 130  # the exit status
_SHOW_CURSOR = b"\x1b[?25h"  # a progress bar hides it


def interruptible() -> None:
    """Take Ctrl-C so, unless whoever called has it ignored."""
    if signal.getsignal(signal.SIGINT) is not signal.SIG_IGN:
        signal.signal(signal.SIGINT, _first)
        sys.unraisablehook = _unraisable


def leave(*_: Any) -> NoReturn:
    """End the process, whatever it is doing."""
    os.write(2, (_SHOW_CURSOR if sys.stderr.isatty() else b"") + b"kypho: interrupted\n")
    os._exit(INTERRUPTED)


def _unraisable(what: "sys.UnraisableHookArgs") -> None:
    """An interrupt where Python can only drop it, inside a callback of its own, ends the process all the same."""
    if issubclass(what.exc_type, KeyboardInterrupt):
        leave()
    sys.__unraisablehook__(what)


def _first(number: int, frame: FrameType | None) -> NoReturn:
    signal.signal(signal.SIGINT, leave)
    raise KeyboardInterrupt
