"""A game: the one value that passes between files, notations and the database."""

import re
from dataclasses import dataclass, field

from app.board.kernel import RED
from app.errors import Fault, Place
from app.games.date import PlayedAt
from app.games.result import Ending, Result

_CONTROL = re.compile(r"(\d+)m(?:\+(\d+)s|/(\d+)s/(\d+)s)")


@dataclass(slots=True)
class Seat:
    """One side of a game: the player's name and rating as printed, and the seconds left on the clock."""

    name: str = ""
    rating: int | None = None
    clock: int | None = None  # negative once the game time was used up


@dataclass(frozen=True, slots=True)
class TimeControl:
    """Seconds: for the game; then either an increment, or CXQ's time for a move and free time once time is gone."""

    game: int
    increment: int = 0
    move: int | None = None
    free: int | None = None

    @classmethod
    def read(cls, text: str) -> "TimeControl | None":
        """`25m/300s/30s` (game, move, free) or `10m+5s` (game, increment); None if it is neither."""
        parts = _CONTROL.fullmatch(text.strip())
        if parts is None:
            return None
        minutes, increment, move, free = parts.groups()
        if increment is not None:
            return cls(int(minutes) * 60, int(increment))
        return cls(int(minutes) * 60, 0, int(move), int(free))


@dataclass(slots=True)
class Variation:
    """Moves that leave another line of a game behind so many of its plies, and take the place of what followed there.

    parent is the line it leaves: 0 the main line, n the n-th variation; it stands before its child, and begins no
    later than where the child leaves it. Plies are counted from the start of the game, also in `comments`.
    """

    parent: int
    ply: int
    moves: bytes = b""
    comments: dict[int, str] = field(default_factory=dict)


@dataclass(slots=True)
class Game:
    """A game of xiangqi.

    `moves` holds two bytes a ply: start and end point (rank * 9 + file, a0 = 0). `headers` keeps, as printed, what
    the fields do not say. `comments` are by ply: 0 stands before the first. `variations` make it a tree, kept flat:
    a tree of 200,000 moves is real. `faults` are about this game alone.
    """

    place: Place
    red: Seat = field(default_factory=Seat)
    black: Seat = field(default_factory=Seat)
    result: Result = Result.UNKNOWN
    ending: Ending | None = None
    ended_by: int | None = None  # the side that resigned, overstepped or left
    played: PlayedAt | None = None
    event: str = ""
    site: str = ""
    author: str = ""
    time_control: str = ""
    start_fen: str | None = None  # None: the normal start, Red to move
    moves: bytes = b""
    complete: bool = True
    headers: dict[str, str] = field(default_factory=dict)
    comments: dict[int, str] = field(default_factory=dict)
    faults: list[Fault] = field(default_factory=list)
    variations: list[Variation] = field(default_factory=list)

    @classmethod
    def blank(cls, place: Place) -> "Game":
        """A game of which nothing is known yet; quicker than asking for each default."""
        none = None
        return cls(
            place, Seat(), Seat(), Result.UNKNOWN, none, none, none, "", "", "", "", none, b"", True, {}, {}, [], []
        )

    @property
    def plies(self) -> int:
        """How many moves were played, both sides counted."""
        return len(self.moves) // 2

    @property
    def seats(self) -> tuple[Seat, Seat]:
        """Red's seat and Black's."""
        return self.red, self.black

    @property
    def first_side(self) -> int:
        """The side that moves first."""
        return RED if self.start_fen is None else int(" b " in self.start_fen)

    def line(self, number: int) -> bytes:
        """All moves from the start to the end of a line: 0 is the main line, n the n-th variation."""
        parts: list[bytes] = []
        end: int | None = None
        while number:
            variation = self.variations[number - 1]
            parts.append(variation.moves if end is None else variation.moves[: 2 * (end - variation.ply)])
            number, end = variation.parent, variation.ply
        parts.append(self.moves if end is None else self.moves[: 2 * end])
        return b"".join(reversed(parts))
