"""The openings that have a name.

`openings.csv` holds the codes of ECCO 2004 and their names; the Chinese ones are ECCO's, the others this program's
own. `formations.csv` holds what Vietnamese players call a way to set up the pieces, first by the name that the openings
use. All lines are in WXF.
"""

import csv
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from typing import NamedTuple

from app.errors import QueryError

LANGUAGES = ("vi", "en", "zh")


class Opening(NamedTuple):
    """An ECCO code, its names, and a short line that has it."""

    code: str
    vi: str
    en: str
    zh: str
    line: str

    @property
    def names(self) -> tuple[str, ...]:
        """Its name in each language."""
        return self.vi, self.en, self.zh


class Formation(NamedTuple):
    """A way to set up the pieces: its name, other names with commas between, and moves that lead there."""

    vi: str
    also: str
    en: str
    zh: str
    line: str

    @property
    def names(self) -> tuple[str, ...]:
        """All its names, the first one first."""
        return self.vi, *filter(None, self.also.split(", ")), self.en, self.zh


def name_of(code: str, language: str = "vi") -> str:
    """The name of an ECCO code in one of `LANGUAGES`. Raises `QueryError`."""
    if language not in LANGUAGES:
        raise QueryError(f"openings have no names in {language!r}; there are {', '.join(LANGUAGES)}")
    opening = openings().get(code)
    if opening is None:
        raise QueryError(f"there is no ECCO code {code!r}")
    return opening.names[LANGUAGES.index(language)]


@cache
def openings() -> dict[str, Opening]:
    """All openings of ECCO by their codes, in order."""
    return {row[0]: Opening(*row) for row in _rows("openings.csv")}


@cache
def formations() -> tuple[Formation, ...]:
    """All formations that have a name of their own."""
    return tuple(Formation(*row) for row in _rows("formations.csv"))


def _rows(table: str) -> Iterator[list[str]]:
    """The rows of a table of this room, without its head."""
    rows = csv.reader(files("app.games").joinpath(table).read_text(encoding="utf-8").splitlines())
    next(rows)
    return rows
