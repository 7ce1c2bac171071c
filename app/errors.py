"""What can go wrong, and where.

    KyphoError
    ├── FenError          a FEN that is none
    ├── NotationError     a written move: the three kinds below
    │   ├── InvalidMove       cannot be read in this notation
    │   ├── IllegalMove       is read, and the rules forbid it
    │   └── AmbiguousMove     fits several pieces
    ├── FormatError       a file that cannot be read or written so
    ├── QueryError        a search that means nothing
    └── ArchiveError      a database that cannot be opened, written or understood

Exceptions are for callers who asked for one thing. Readers of archives collect `Fault` values instead.
"""

from dataclasses import dataclass
from typing import NamedTuple


class KyphoError(Exception):
    """Every error of this package; its text names the thing, the place and, if there is one, the remedy."""


class FenError(KyphoError, ValueError):
    """A text that is no position."""


class NotationError(KyphoError, ValueError):
    """A written move that does not become a move. `code` is its fault code."""

    code = "unreadable-move"
    ply = 0  # of the line it was found in, from 1; 0 where there is no line


class InvalidMove(NotationError):
    """A text that is no move in its notation."""


class IllegalMove(NotationError):
    """A move that the rules forbid."""

    code = "illegal-move"


class AmbiguousMove(NotationError):
    """A text that fits several legal moves."""

    code = "ambiguous-move"


class FormatError(KyphoError):
    """A file, format or notation that is not known or cannot be handled."""


class QueryError(KyphoError, ValueError):
    """A search that cannot be understood."""


class ArchiveError(KyphoError):
    """A database that cannot be used; the text says why and what to do."""


class Place(NamedTuple):
    """A spot in a source: 1-based line and column, and the file as the user named it.

    In a binary file `byte` is the offset from its beginning, and `line` the number of the game in it, from 1.
    """

    file: str
    line: int
    column: int = 1
    byte: int | None = None

    def __str__(self) -> str:
        if self.byte is not None:
            return f"{self.file}:byte {self.byte}"
        return f"{self.file}:{self.line}:{self.column}"


LONGEST_MESSAGE = 1000  # signs


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong at a place. `code` is one of the README's table; `ply` is 1-based, of the move it is about."""

    place: Place
    code: str
    message: str
    ply: int | None = None

    def __post_init__(self) -> None:
        if len(self.message) > LONGEST_MESSAGE:  # it names a word of a million signs
            object.__setattr__(self, "message", f"{self.message[:LONGEST_MESSAGE]}...")

    def __str__(self) -> str:
        ply = f", ply {self.ply}" if self.ply else ""
        return f"{self.place}{ply}: {self.message} [{self.code}]"
