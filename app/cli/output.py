"""Text to a file, whole or not at all, or to standard output."""

import sys
from collections.abc import Iterable
from pathlib import Path


def write_pieces(pieces: Iterable[str], output: Path | None) -> None:
    """Write pieces of text; a file appears under its name only when it is complete."""
    if output is None:
        sys.stdout.writelines(pieces)
        return
    part = output.with_name(output.name + ".part")
    try:
        with part.open("w", encoding="utf-8", newline="\n") as file:
            file.writelines(pieces)
        part.replace(output)
    finally:
        part.unlink(missing_ok=True)
