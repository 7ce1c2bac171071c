"""What a reader found, raw, and what became of it."""

from dataclasses import dataclass, field

from app.errors import Fault, Place
from app.games.game import Game


@dataclass(slots=True)
class Record:
    """One game's text, before the rules have looked at it.

    `game` holds what the headers say; its moves are still to come. The record is text[begin:stop], begin standing at
    (line, column) of the source; its moves are written in text[start:end]. opened: the block mark was there; ended:
    its end mark too. regular: the quick pattern read it, and the grammar must be asked again if the moves are not
    all sure.
    """

    game: Game
    text: str = field(repr=False)
    begin: int
    stop: int
    line: int
    column: int
    start: int
    end: int
    opened: bool = True
    ended: bool = True
    regular: bool = False
    raw: str = field(default="", repr=False)  # the record as it lies in the source, if text is cleaned
    problem: Fault | None = None  # why no moves may be read at all
    cut: Place | None = None  # where other text breaks into the moves

    def place(self, offset: int) -> Place:
        """Where a character of the text stands in the source."""
        return place_in(self.text, offset, self.game.place.file, self.begin, self.line, self.column)

    @property
    def written(self) -> str:
        """The record as it lies in the source."""
        return self.raw or self.text[self.begin : self.stop]


@dataclass(slots=True)
class Stray:
    """Text that belongs to no game, named by a fault."""

    fault: Fault
    text: str = field(repr=False)


def place_in(text: str, offset: int, file: str, begin: int, line: int, column: int) -> Place:
    """The place of text[offset], text[begin] standing at (line, column)."""
    before = text.count("\n", begin, offset)
    if not before:
        return Place(file, line, column + offset - begin)
    return Place(file, line + before, offset - text.rfind("\n", begin, offset))
