"""Coordinates: start and end, files a to i from Red's left. ICCS `H2-E2` and UCCI `h2e2` count ranks 0 to 9 from
Red's side, UCI `h3e3` counts them 1 to 10."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from app.board.engine import Engine
from app.board.fen import NAMES, SIDES
from app.errors import IllegalMove, InvalidMove
from app.notation.hindrance import hindrance
from app.notation.shorthand import blanks

_SHAPE = re.compile(r"([a-i])(\d{1,2})[-–—−x]?([a-i])(\d{1,2})")


def _with_hyphens(text: str) -> str:
    return text.replace("\N{EN DASH}", "-")


@dataclass(frozen=True)
class Coordinates:
    """A notation by points. first_rank is the number of Red's back rank."""

    name: str
    first_rank: int
    template: str  # of {start} and {end}
    upper: bool = False
    flipped: bool = False  # ranks are counted from Black's side

    def lexicon(self) -> bytes:
        """These moves as the kernel reads them."""
        return bytes(blanks()) + bytes((self.first_rank, self.flipped))

    @property
    def shorten(self) -> Callable[[str], str]:
        """What turns every dash into the hyphen."""
        return _with_hyphens

    def join(self, words: Sequence[str]) -> list[tuple[int, str]]:
        """Words of a text as moves: each is one."""
        return list(enumerate(words))

    def write(self, board: bytearray, side: int, move: int) -> str:
        """A move, from its two points alone."""
        return self._texts[move >> 7, move & 127]

    def text(self, start: int, end: int) -> str:
        """The same without a board."""
        return self._texts[start, end]

    def write_games(
        self, moves: bytes, ends: Sequence[int], start: bytes, side: int, engine: Engine
    ) -> Iterator[list[str]]:
        """The plies of many games: game n is moves[ends[n]:ends[n + 1]], two bytes a ply."""
        texts = self._texts
        for begin, end in pairwise(ends):
            game = moves[begin:end]
            yield list(map(texts.__getitem__, zip(game[0::2], game[1::2], strict=True)))

    def read(self, board: bytearray, side: int, text: str) -> int:
        """The legal move between two written points. Raises InvalidMove or IllegalMove."""
        written = _SHAPE.fullmatch("".join(text.split()).lower())
        if written is None:
            raise InvalidMove(f"{text!r} is no move in the notation {self.name}")
        start, end = (self._point(text, *written.group(n, n + 1)) for n in (1, 3))
        piece = board[start]
        if not piece or piece >> 3 != side:
            there = f"a {SIDES[piece >> 3]} {NAMES[piece & 7]}" if piece else "no piece"
            raise IllegalMove(f"{text!r}: {there} on {written[1]}{written[2]}, and {SIDES[side]} is to move")
        reason = hindrance(board, side, start, end)
        if reason:
            raise IllegalMove(f"{text!r}: {reason}")
        return start * 128 + end

    def candidates(self, board: bytearray, side: int, text: str) -> list[int]:
        """The same as a list of one: coordinates leave no choice."""
        return [self.read(board, side, text)]

    def _point(self, text: str, file: str, rank: str) -> int:
        row = int(rank) - self.first_rank
        if not 0 <= row <= 9:
            last = self.first_rank + 9
            raise InvalidMove(f"{text!r}: the ranks of {self.name} are {self.first_rank} to {last}")
        return (9 - row if self.flipped else row) * 9 + ord(file) - 97

    @cached_property
    def _texts(self) -> "_Texts":
        return _Texts(self)


class _Texts(dict[tuple[int, int], str]):
    """(start, end) -> the text of the move, filled as needed."""

    def __init__(self, notation: Coordinates):
        self.notation = notation

    def __missing__(self, points: tuple[int, int]) -> str:
        first, flipped = self.notation.first_rank, self.notation.flipped
        ranks = (9 - point // 9 if flipped else point // 9 for point in points)
        start, end = (f"{'abcdefghi'[point % 9]}{rank + first}" for point, rank in zip(points, ranks, strict=True))
        text = self.notation.template.format(start=start, end=end)
        self[points] = text = text.upper() if self.notation.upper else text
        return text


ICCS = Coordinates("iccs", 0, "{start}-{end}", upper=True)
UCCI = Coordinates("ucci", 0, "{start}{end}")
UCI = Coordinates("uci", 1, "{start}{end}")

# Read where a whole game fits, never written: programs that count ranks from the top.
UCCI_FLIPPED = Coordinates("ucci-flipped", 0, "{start}{end}", flipped=True)
UCI_FLIPPED = Coordinates("uci-flipped", 1, "{start}{end}", flipped=True)
