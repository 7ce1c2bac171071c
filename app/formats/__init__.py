"""Text to games and back. A new format is one module here and one line in `READERS` or `WRITERS`.

A reader knows its format and no rules: it yields records. `interpret` joins records with the board.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from app.formats import cxq
from app.formats.record import Record, Stray

Read = Callable[[str, str, int], Iterator[Record | Stray]]


class Reader(NamedTuple):
    """How a format is read: (text, file, number of the first line) to records, and one record by the grammar again."""

    read: Read
    again: Callable[[Record], Iterable[Record | Stray]]
    suffixes: tuple[str, ...]


READERS = {"cxq": Reader(cxq.read, cxq.read_again, (".cxq", ".wxf", ".txt"))}
