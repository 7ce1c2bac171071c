"""Columns of text: plain in a pipe, cut to the width of a terminal."""

import csv
import shutil
import sys
from collections.abc import Iterable, Mapping, Sequence

import typer

from app.pictures.columns import cut, pad, width


def print_table(heads: Sequence[str], rows: Sequence[Sequence[object]], right: Sequence[int] = ()) -> None:
    """Print rows under their heads; the columns named in right are set to the right."""
    cells = [list(map(str, row)) for row in rows]
    widths = [max(map(width, column)) for column in zip(heads, *cells, strict=True)]
    most = terminal_width()
    for row in (list(heads), *cells):
        fields = [pad(text, widths[n], n in right) for n, text in enumerate(row)]
        line = "  ".join(fields).rstrip()
        typer.echo(cut(line, most) if most else line)


def terminal_width() -> int | None:
    """How many columns the terminal has; None in a pipe."""
    return shutil.get_terminal_size().columns if sys.stdout.isatty() else None


def print_csv(keys: Sequence[str], rows: Iterable[Mapping[str, object]]) -> None:
    """Print rows of named values as CSV under their keys."""
    writer = csv.DictWriter(sys.stdout, keys, lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
