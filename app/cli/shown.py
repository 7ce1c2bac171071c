"""What is printed for people: no sign that moves a terminal's cursor or turns its writing, whatever the archives hold.

JSON, CSV and exports are for programs: they keep all signs, unless they go to a terminal themselves.
"""

import os
import sys
from collections.abc import Iterable
from typing import Any, TextIO

from app.games.signs import UNSHOWN

_CLEAN = dict.fromkeys(UNSHOWN - set(map(ord, "\t\n")), "\N{REPLACEMENT CHARACTER}")


class Shown:
    """A text stream for people, or for programs. The program ends quietly when nobody reads it any more."""

    def __init__(self, stream: TextIO):
        self.beneath = stream
        self.is_for_programs = False

    def write(self, text: str) -> int:
        """Write a text, for people without control characters."""
        clean = text if self.is_for_programs or text.isprintable() else text.translate(_CLEAN)
        try:
            self.beneath.write(clean)
        except BrokenPipeError:
            raise SystemExit(0) from None
        return len(text)

    def writelines(self, texts: Iterable[str]) -> None:
        """Write several."""
        for text in texts:
            self.write(text)

    def flush(self) -> None:
        """Write what has been held back."""
        try:
            self.beneath.flush()
        except BrokenPipeError:
            raise SystemExit(0) from None

    def __getattr__(self, name: str) -> Any:
        return getattr(self.beneath, name)


def prepare_streams() -> None:
    """Standard streams in UTF-8 and for people. One that whoever called has closed leads nowhere, so that no file that
    is opened later takes its number and gets what is printed."""
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        if getattr(sys, name) is None:
            while os.open(os.devnull, os.O_RDWR) < number:
                pass
            setattr(sys, name, open(number, "w" if number else "r", encoding="utf-8"))  # noqa: SIM115 - for good
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        stream = stream.beneath if isinstance(stream, Shown) else stream
        stream.reconfigure(encoding="utf-8", errors="replace")  # type: ignore[union-attr]
        setattr(sys, name, Shown(stream))


def for_programs() -> None:
    """What follows on standard output is for programs."""
    if isinstance(sys.stdout, Shown) and not sys.stdout.isatty():
        sys.stdout.is_for_programs = True


def for_programs_if(wanted: bool) -> bool:
    """The same as an option's callback."""
    if wanted:
        for_programs()
    return wanted
