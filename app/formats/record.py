"""What a reader found, raw."""

from bisect import bisect_left
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from app.errors import Fault, Place
from app.formats.words import Word
from app.games.game import Game


class Places:
    """The places of a stretch of a source: text[begin] stands at (line, column)."""

    def __init__(self, text: str, begin: int, stop: int, file: str, line: int, column: int):
        self.text, self.begin, self.stop = text, begin, stop
        self.file, self.line, self.column = file, line, column

    @cached_property
    def _breaks(self) -> list[int]:
        """The offsets of the line ends."""
        found, at = [], self.text.find("\n", self.begin, self.stop)
        while at >= 0:
            found.append(at)
            at = self.text.find("\n", at + 1, self.stop)
        return found

    def __getitem__(self, offset: int) -> Place:
        """Where text[offset] stands."""
        before = bisect_left(self._breaks, offset)
        if not before:
            return Place(self.file, self.line, self.column + offset - self.begin)
        return Place(self.file, self.line + before, offset - self._breaks[before - 1])


class Branch(NamedTuple):
    """The words of a variation: which line it leaves, behind how many plies of the game (see `games.game.Variation`)."""

    parent: int
    ply: int
    words: list[Word]


@dataclass(slots=True)
class Record:
    """One game's text, before the rules have looked at it.

    `game` holds what the headers say; its moves are still to come, written in text[start:end]. opened: the block mark
    was there; ended: its end mark too. regular: the quick pattern read it, and the grammar must be asked again if the
    moves are not all sure. words: those of the main line, if the reader has taken text[start:end] apart itself.
    branches: the variations, none of whose words are the main line's; comments that a reader has put into the game
    itself, by ply, stay there.
    """

    game: Game
    places: Places
    start: int
    end: int
    opened: bool = True
    ended: bool = True
    regular: bool = False
    raw: str = field(default="", repr=False)  # the record as it lies in the source, if that is not the text read
    problem: Fault | None = None  # why no moves may be read at all
    cut: tuple[Place, str] | None = None  # where and why the moves are not all there
    words: list[Word] | None = None
    branches: list[Branch] = field(default_factory=list)

    @property
    def movetext(self) -> str:
        """The text of the moves."""
        return self.places.text[self.start : self.end]

    @property
    def written(self) -> str:
        """The record as it lies in the source."""
        return self.raw or self.places.text[self.places.begin : self.places.stop]


@dataclass(slots=True)
class Stray:
    """Text that belongs to no game, named by a fault."""

    fault: Fault
    text: str = field(repr=False)


def stray(place: Place, text: str) -> Stray:
    """Text that belongs to no game, with a fault that shows its beginning."""
    words = " ".join(text[:400].split())
    shown = words if len(words) <= 60 else words[:57] + "..."
    lines = text.count("\n") + 1
    extent = f"{lines} lines of text belong" if lines > 1 else "this text belongs"
    return Stray(Fault(place, "stray-text", f"{extent} to no game: {shown!r}"), text)
