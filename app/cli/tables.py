"""Columns of text: plain in a pipe, cut to the width of a terminal."""

import csv
import io
import shutil
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

import typer

from app.errors import FormatError
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
    sys.stdout.writelines(csv_lines(keys, rows))


def csv_lines(keys: Sequence[str], rows: Iterable[Mapping[str, object]]) -> Iterator[str]:
    """Rows of named values as lines of CSV, their keys first."""
    buffer = io.StringIO()
    writer = csv.DictWriter(buffer, keys, lineterminator="\n")
    writer.writeheader()
    for row in rows:
        yield buffer.getvalue()
        buffer.seek(0)
        buffer.truncate()
        writer.writerow(row)
    yield buffer.getvalue()


def read_csv(path: Path, keys: Sequence[str]) -> Iterator[tuple[int, dict[str, str]]]:
    """The rows of a CSV file in UTF-8 (`-`: standard input), each with the line where it ends, by the keys of the first.

    Raises `FormatError` where it is no such file or lacks one of the keys.
    """
    data = sys.stdin.buffer.read() if str(path) == "-" else path.read_bytes()
    try:
        reader = csv.DictReader(io.StringIO(data.decode("utf-8-sig"), newline=""), strict=True)
        if missing := [key for key in keys if key not in (reader.fieldnames or ())]:
            raise FormatError(f"{path}:1: there is no column {missing[0]!r}; the first line names the columns")
        for row in reader:
            yield reader.line_num, {key: value or "" for key, value in row.items() if isinstance(key, str)}
    except UnicodeDecodeError as error:
        raise FormatError(f"{path}: byte {error.start} is no UTF-8; save the file as UTF-8") from None
    except csv.Error as error:
        raise FormatError(f"{path}:{reader.reader.line_num}: no CSV: {error}") from None
