"""Every player's notation is one idea: which piece, from where, which way, how far or whither.

The piece is named by its column or by its place in a tandem (two or more like pieces on one file), the way is
advance, traverse or retreat, and the value is a number of steps, or the target column for slanting pieces and
traverses. A dialect is a table of signs over that idea: a `Relative`.

Reading is writing turned round: every piece of the side says by which names it may be called here; the legal moves
whose piece bears the written name fit the text, and exactly one must remain. Names that the dialect itself writes
come before names that it merely understands.
"""

import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple

from app.board import kernel
from app.board.engine import Engine
from app.board.fen import NAMES, SIDES
from app.board.kernel import ADVANCE, ADVISOR, ELEPHANT, KING, RETREAT, TRAVERSE
from app.errors import AmbiguousMove, IllegalMove, InvalidMove
from app.notation.hindrance import hindrance
from app.notation.shorthand import Shorthand

Board = bytearray
Move = int
Names = tuple[str, ...]
Tandems = Mapping[int, Names]  # size -> the names of its pieces, front to rear

WAYS = (RETREAT, TRAVERSE, ADVANCE)
CHINESE_NUMERALS = "零一二三四五六七八九"


class Facts(NamedTuple):
    """Which piece moves: what `kernel.describe` says of it, unpacked."""

    kind: int
    column: int  # 1..9 from the mover's right
    place: int  # in its tandem, 1 = foremost
    size: int  # of its tandem, 1 = alone on the file
    order: int  # among all tandem pawns, right file first, front to rear
    twins: bool  # whether a second file holds a tandem of pawns

    @classmethod
    def unpack(cls, who: int) -> "Facts":
        """From the code of `kernel.describe` without its last six bits (way and value)."""
        place, other = who >> 7 & 7, who >> 13
        before = other - 4 if other > 4 else 0
        return cls(who >> 4 & 7, who & 15, place, who >> 10 & 7, place + before, other > 0)


@dataclass(frozen=True)
class Relative:
    """A dialect: tables of signs. Templates know {piece}, {column}, {place}, {letter} and {numeral}.

    pieces, ways and digits are pairs for Red and Black; ways stand in the order retreat, traverse, advance.
    """

    name: str
    pieces: tuple[Names, Names]  # seven each: king, advisor, elephant, horse, chariot, cannon, pawn
    ways: Names
    tandems: Tandems
    shorthand: Shorthand
    twins: Tandems = field(default_factory=dict)  # with tandems on two files; default: as `tandems`
    alone: str = "{piece}{column}"
    gap: str = ""  # between name, way and value
    digits: tuple[str, str] = ("0123456789", "0123456789")
    also_pieces: Mapping[int, Names] = field(default_factory=dict)  # further signs that are read
    also_names: tuple[Tandems, ...] = ()  # further practices that are read
    signs: Mapping[str, str] = field(default_factory=dict)  # read the first as the second, sign by sign
    words: Mapping[str, str] = field(default_factory=dict)  # the same, word by word
    swap: Callable[[str], str] | None = None  # a last repair of the order of signs

    # ------------------------------------------------------------ writing

    def write(self, board: Board, side: int, move: Move) -> str:
        """A move of side on this board, as this dialect writes it."""
        return self._spellings[side][kernel.describe(board, move >> 7, move & 127)]

    def write_games(
        self, moves: bytes, ends: Sequence[int], start: bytes, side: int, engine: Engine
    ) -> Iterator[list[str]]:
        """The plies of many games from one start: game n is moves[ends[n]:ends[n + 1]], two bytes a ply."""
        answer = engine.describe_all(moves, ends, start)
        first, second = self._spellings[side], self._spellings[1 - side]

        def texts() -> Iterator[list[str]]:
            codes = answer()
            for begin, end in pairwise(ends):
                game = codes[begin // 2 : end // 2]
                if first is second:
                    yield list(map(first.__getitem__, game))
                    continue
                plies = [""] * len(game)
                plies[0::2] = map(first.__getitem__, game[0::2])
                plies[1::2] = map(second.__getitem__, game[1::2])
                yield plies

        return texts()

    # ------------------------------------------------------------ reading

    def read(self, board: Board, side: int, text: str) -> Move:
        """The one legal move of side that a text means. Raises InvalidMove, IllegalMove or AmbiguousMove."""
        fits = self.candidates(board, side, text)
        if len(fits) > 1:
            raise AmbiguousMove(f"{text!r} fits two {SIDES[side]} pieces of this name, and both can make the move")
        return fits[0]

    def candidates(self, board: Board, side: int, text: str) -> list[Move]:
        """The legal moves of side that a text may mean, one or more. Raises InvalidMove or IllegalMove."""
        written = self._shape.fullmatch(self.fold(text))
        if written is None:
            raise InvalidMove(f"{text!r} is no move in the notation {self.name}")
        name, way, value = written[1], WAYS[self._folded_ways.index(written[2])], int(written[3])
        own: list[Move] = []
        understood: list[Move] = []
        hindrances: list[str] = []
        for start in range(90):
            if board[start] >> 3 != side or not board[start]:
                continue
            who = kernel.describe(board, start, start) >> 6
            names, further = self._names[side][who]
            if name not in names and name not in further:
                continue
            end = kernel.destination(board[start] & 7, side, start, way, value)
            stopped = hindrance(board, side, start, end)
            if stopped:
                hindrances.append(stopped)
            else:
                (own if name in names else understood).append(start * 128 + int(end))
        fits = own or understood
        if not fits:
            reason = hindrances[0] if hindrances else self._nobody(side, name)
            raise IllegalMove(f"{text!r}: {reason}")
        return fits

    def fold(self, text: str) -> str:
        """A text without what this dialect does not look at: case, blanks, width, and signs of equal meaning."""
        text = unicodedata.normalize("NFC", text).casefold()
        if self.words:
            text = " ".join(self.words.get(word, word) for word in text.split())
        text = "".join(text.split()).translate(self._table)
        return self.swap(text) if self.swap else text

    def lexicon(self) -> bytes:
        """This dialect's regular moves as the kernel reads them."""
        return self.shorthand.lexicon()

    @property
    def shorten(self) -> Callable[[str], str]:
        """What turns a text of moves into the signs of `lexicon`; a sign beyond ASCII means nothing."""
        return self.shorthand.prepare

    def is_written(self, text: str) -> bool:
        """Whether a text has the shape of a move in this dialect."""
        return self._shape.fullmatch(self.fold(text)) is not None

    def join(self, words: Sequence[str]) -> list[tuple[int, str]]:
        """Words of a text as moves, each with the number of its first word: a spoken move is several words."""
        if not self.gap:
            return list(enumerate(words))
        moves: list[tuple[int, str]] = []
        begin = 0
        for n in range(1, len(words)):
            if n - begin > 1 and self.fold(words[n - 1]) in self._folded_ways:
                moves.append((begin, " ".join(words[begin : n + 1])))
                begin = n + 1
        return moves + ([(begin, " ".join(words[begin:]))] if begin < len(words) else [])

    # ------------------------------------------------------------ the tables, unrolled once

    @cached_property
    def _table(self) -> dict[int, str]:
        width = {0xFF01 + n: chr(0x21 + n) for n in range(94)}
        return width | {ord(sign): meaning for sign, meaning in self.signs.items()}

    @cached_property
    def _folded_ways(self) -> Names:
        return tuple(map(self.fold, self.ways))

    @cached_property
    def _shape(self) -> re.Pattern[str]:
        ways = "|".join(re.escape(way) for way in self._folded_ways)
        return re.compile(f"(.+?)({ways})([1-9])")

    @cached_property
    def _spellings(self) -> tuple["_Spellings", "_Spellings"]:
        red = _Spellings(self, 0)
        is_one = self.pieces[0] == self.pieces[1] and self.digits[0] == self.digits[1]
        return red, red if is_one else _Spellings(self, 1)

    @cached_property
    def _names(self) -> tuple["_NamesOf", "_NamesOf"]:
        return _NamesOf(self, 0), _NamesOf(self, 1)

    def own_name(self, facts: Facts) -> str:
        """The template by which this dialect names a piece; advisors and elephants always by their column."""
        if facts.size == 1 or facts.kind in (ADVISOR, ELEPHANT):
            return self.alone
        table = self.twins if facts.twins and self.twins else self.tandems
        return table[facts.size][facts.place - 1]

    def further_names(self, facts: Facts) -> Iterator[str]:
        """Templates that others use for this piece."""
        yield self.alone
        if facts.kind == KING:
            yield "{piece}"
        for table in (self.tandems, self.twins, *self.also_names):
            if facts.size > 1 and facts.size in table:
                yield table[facts.size][facts.place - 1]

    def fill(self, template: str, facts: Facts, side: int, piece: str) -> str:
        """A template with this piece's signs."""
        return template.format(
            piece=piece,
            column=self.digits[side][facts.column],
            place=facts.place,
            letter="abcde"[facts.order - 1],
            numeral=CHINESE_NUMERALS[facts.order],
        )

    def _nobody(self, side: int, name: str) -> str:
        """Why no piece bears a name."""
        return self._absent[side].get(name, f"no {SIDES[side]} piece is called so here")

    @cached_property
    def _absent(self) -> tuple[dict[str, str], dict[str, str]]:
        """For each side the names that a piece might bear, and what it means that none does."""
        return self._absences(0), self._absences(1)

    def _absences(self, side: int) -> dict[str, str]:
        found: dict[str, str] = {}
        for kind in range(7, 0, -1):
            who = f"{SIDES[side]} {NAMES[kind]}"
            for place in (1, 2):
                for name in _NamesOf.of(self, Facts(kind, 5, place, 2, place, False), side)[0]:
                    found[name] = f"no two {who}s on one file"
            for column in range(1, 10):
                for name in _NamesOf.of(self, Facts(kind, column, 1, 1, 1, False), side)[0]:
                    found[name] = f"no {who} on file {column}"
        return found


class _Spellings(dict[int, str]):
    """The code of `kernel.describe` -> the text of the move, filled as needed."""

    def __init__(self, dialect: Relative, side: int):
        self.dialect, self.side = dialect, side

    def __missing__(self, code: int) -> str:
        dialect, facts = self.dialect, Facts.unpack(code >> 6)
        piece = dialect.pieces[self.side][facts.kind - 1]
        name = dialect.fill(dialect.own_name(facts), facts, self.side, piece)
        way, value = dialect.ways[code >> 4 & 3], dialect.digits[self.side][code & 15]
        self[code] = text = dialect.gap.join((name, way, value))
        return text


class _NamesOf(dict[int, tuple[frozenset[str], frozenset[str]]]):
    """The piece part of a code -> the folded names the dialect writes, and those it merely understands."""

    def __init__(self, dialect: Relative, side: int):
        self.dialect, self.side = dialect, side

    def __missing__(self, who: int) -> tuple[frozenset[str], frozenset[str]]:
        self[who] = both = self.of(self.dialect, Facts.unpack(who), self.side)
        return both

    @staticmethod
    def of(dialect: Relative, facts: Facts, side: int) -> tuple[frozenset[str], frozenset[str]]:
        """Both sets of names for one piece."""
        kind = facts.kind
        pieces = (dialect.pieces[side][kind - 1], *dialect.also_pieces.get(kind, ()))
        names = {
            template: {dialect.fold(dialect.fill(template, facts, side, piece)) for piece in pieces}
            for template in {dialect.own_name(facts), *dialect.further_names(facts)}
        }
        own = frozenset(names.pop(dialect.own_name(facts)))
        return own, frozenset().union(*names.values()) - own
