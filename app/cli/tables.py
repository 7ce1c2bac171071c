"""Columns of text: plain in a pipe, cut to the width of a terminal."""

import shutil
import sys
import unicodedata
from collections.abc import Sequence

import typer


def print_table(heads: Sequence[str], rows: Sequence[Sequence[object]], right: Sequence[int] = ()) -> None:
    """Print rows under their heads; the columns named in right are set to the right."""
    cells = [list(map(str, row)) for row in rows]
    widths = [max(map(width, column)) for column in zip(heads, *cells, strict=True)]
    most = shutil.get_terminal_size().columns if sys.stdout.isatty() else None
    for row in (list(heads), *cells):
        fields = [_pad(text, widths[n], n in right) for n, text in enumerate(row)]
        line = "  ".join(fields).rstrip()
        typer.echo(_cut(line, most) if most else line)


def width(text: str) -> int:
    """How many columns of a terminal a text takes."""
    return sum(
        0 if unicodedata.combining(sign) else 2 if unicodedata.east_asian_width(sign) in "WF" else 1 for sign in text
    )


def _pad(text: str, columns: int, right: bool) -> str:
    blanks = " " * (columns - width(text))
    return blanks + text if right else text + blanks


def _cut(line: str, columns: int) -> str:
    if width(line) <= columns:
        return line
    while width(line) > columns - 1:
        line = line[:-1]
    return line + "…"
