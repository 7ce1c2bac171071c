"""What a reader found, raw."""

from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain
from typing import NamedTuple

from app.errors import Fault, Place
from app.formats.nodes import Nodes
from app.formats.words import Word
from app.games.game import Game

BLANKS = " \t\r\n\0\ufeff\x1a"  # what may lie between games


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

    def near(self, offset: int) -> Place:
        """The same for one offset close to the beginning, without looking at all the lines."""
        newline = self.text.rfind("\n", self.begin, offset)
        if newline < 0:
            return Place(self.file, self.line, self.column + offset - self.begin)
        return Place(self.file, self.line + self.text.count("\n", self.begin, offset), offset - newline)


class BytePlaces(Places):
    """The places of a game in a binary file. number: which game of the file it is, from 1."""

    def __init__(self, file: str, number: int = 1):
        super().__init__("", 0, 0, file, number, 1)

    def __getitem__(self, offset: int) -> Place:
        """Where the byte of this offset stands."""
        return Place(self.file, self.line, 1, offset)


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
    holes: list[tuple[int, int]] = field(default_factory=list)  # other text among the moves, in order
    nodes: Nodes | None = None  # moves by their points, in place of all text; see `of_nodes`

    @classmethod
    def of_nodes(cls, game: Game, places: Places, nodes: Nodes) -> "Record":
        """A record without text."""
        return cls(game, places, 0, 0, opened=False, nodes=nodes)

    @property
    def movetext(self) -> str:
        """The text of the moves; what breaks in is left blank."""
        text = self.places.text
        if not self.holes:
            return text[self.start : self.end]
        begins = [self.start, *(end for _, end in self.holes)]
        parts = [text[begin:end] for begin, (end, _) in zip(begins, self.holes, strict=False)]
        blanks = [" " * (end - begin) for begin, end in self.holes]
        return "".join(chain(*zip(parts, blanks, strict=True), [text[begins[-1] : self.end]]))

    def is_first_of_line(self, offset: int) -> bool:
        """Whether only blanks and remarks stand before text[offset] in its line, as far as it belongs to the moves."""
        text = self.places.text
        begin = max(self.start, text.rfind("\n", self.start, offset) + 1, offset - 40)
        return not text[begin:offset].strip(" \t\0\u00a0!?")

    @property
    def written(self) -> str:
        """The record as it lies in the source; of nodes, as text."""
        if self.nodes is not None:
            return self.raw or self.nodes.as_text(self.game)
        return self.raw or self.places.text[self.places.begin : self.places.stop]


def as_it_is(record: Record) -> "Iterator[Record | Stray]":
    """What a reader that reads a record in one way only makes of it when it is asked again."""
    yield record


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


def stray_between(places: Places, begin: int, end: int, raw: str | None = None) -> Iterator[Stray]:
    """What stands between two offsets of a text beside games, if there is anything; raw is the text as it lies in the
    source, sign for sign beside it."""
    text = (places.text if raw is None else raw)[begin:end]
    if text.strip(BLANKS):
        yield stray(places[begin + len(text) - len(text.lstrip(BLANKS))], text.strip(BLANKS))


def stray_bytes(place: Place, count: int) -> Stray:
    """Bytes of a binary file that belong to no game."""
    return Stray(Fault(place, "stray-text", f"{count} bytes from here on belong to no game"), "")


class Strays:
    """The pieces of a text that belong to no game, gathered until the next game is told; raw is the text as it lies
    in the source, sign for sign beside it."""

    def __init__(self, text: str, raw: str, places: Places):
        self._text, self._raw, self._places = text, raw, places
        self._spans: list[tuple[int, int]] = []

    def add(self, begin: int, end: int) -> None:
        """Remember text[begin:end]; what only blanks divide is one piece."""
        if self._spans and not self._text[self._spans[-1][1] : begin].strip(" \t\n\0\u00a0"):
            begin = self._spans.pop()[0]
        self._spans.append((begin, end))

    def tell(self) -> Iterator[Stray]:
        """Each piece once, with its fault."""
        waiting, self._spans = self._spans, []
        for begin, end in waiting:
            yield stray(self._places[begin], self._raw[begin:end])
