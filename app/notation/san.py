"""SAN, as western chess programs write xiangqi: the piece, what tells it from others, where it goes: `Hg2`, `Cbe2`, `E0a2`.

Files a to i from Red's left. PyChess and Fairy-Stockfish count ranks 1 to 10 from Red's side and write a pawn's letter;
XBoard counts them 0 to 9, and its pawns have none: `c5`, `gxg4`; so the pawns mostly tell which of the two it is. What
tells a piece from others is left out where only one can make the move: so reading asks which of them can.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from app.board import kernel
from app.board.engine import Engine
from app.board.fen import NAMES, SIDES
from app.board.kernel import EMPTY, PAWN
from app.errors import AmbiguousMove, IllegalMove, InvalidMove
from app.notation.hindrance import hindrance
from app.notation.shorthand import blanks

LETTERS = ".KAEHRCP"
_KINDS = {letter: kind for kind, letter in enumerate(LETTERS) if kind} | {"N": 4, "B": 3}
_SHAPE = re.compile(r"([KARHNEBCP]?)([a-i]?)(10|[0-9])?x?([a-i])(10|[0-9])[+#]*")


@dataclass(frozen=True)
class San:
    """A notation by piece and destination. first_rank is the number of Red's back rank; pawn is a pawn's letter."""

    name: str
    first_rank: int
    pawn: str = "P"

    def lexicon(self) -> bytes:
        """The kernel reads none of these moves."""
        return bytes(blanks())

    def prepare(self, text: str) -> bytes:
        """Nothing for the kernel."""
        return b""

    def join(self, words: Sequence[str]) -> list[tuple[int, str]]:
        """Words of a text as moves: each is one."""
        return list(enumerate(words))

    # ------------------------------------------------------------ writing

    def write(self, board: bytearray, side: int, move: int) -> str:
        """A move of side on this board."""
        start, end = move >> 7, move & 127
        kind = board[start] & 7
        rivals = [other for other in _movers(board, board[start], end) if other != start]
        takes = board[end] != EMPTY
        if kind == PAWN and not self.pawn:
            origin = self._file(start) if rivals or takes else ""
            letter = ""
        else:
            origin, letter = "", self.pawn if kind == PAWN else LETTERS[kind]
            if rivals:
                origin = self._file(start)
        if any(other % 9 == start % 9 for other in rivals):
            alone = all(other // 9 != start // 9 for other in rivals)
            origin = self._rank(start) if alone else self._file(start) + self._rank(start)
        return f"{letter}{origin}{'x' if takes else ''}{self._file(end)}{self._rank(end)}"

    def write_games(
        self, moves: bytes, ends: Sequence[int], start: bytes, side: int, engine: Engine
    ) -> Iterator[list[str]]:
        """The plies of many games: game n is moves[ends[n]:ends[n + 1]], two bytes a ply."""
        for begin, end in pairwise(ends):
            board, texts = bytearray(start), []
            for n in range(begin, end, 2):
                texts.append(self.write(board, (side + (n - begin) // 2) % 2, moves[n] * 128 + moves[n + 1]))
                board[moves[n + 1]], board[moves[n]] = board[moves[n]], EMPTY
            yield texts

    def _file(self, point: int) -> str:
        return "abcdefghi"[point % 9]

    def _rank(self, point: int) -> str:
        return str(point // 9 + self.first_rank)

    # ------------------------------------------------------------ reading

    def read(self, board: bytearray, side: int, text: str) -> int:
        """The one legal move of side that a text means. Raises InvalidMove, IllegalMove or AmbiguousMove."""
        fits = self.candidates(board, side, text)
        if len(fits) > 1:
            raise AmbiguousMove(f"{text!r} fits {len(fits)} {SIDES[side]} pieces, and all can make the move")
        return fits[0]

    def candidates(self, board: bytearray, side: int, text: str) -> list[int]:
        """The legal moves of side that a text may mean, one or more. Raises InvalidMove or IllegalMove."""
        written = _SHAPE.fullmatch(text.strip())
        if written is None or (not written[1] and self.pawn) or (written[1] == "P" and not self.pawn):
            raise InvalidMove(f"{text!r} is no move in the notation {self.name}")
        letter, file, rank, to_file, to_rank = written.groups()
        end = self._row(text, to_rank) * 9 + ord(to_file) - 97
        kind = _KINDS[letter] if letter else PAWN
        own = [
            point
            for point in range(90)
            if board[point] == side * 8 + kind
            and (not file or point % 9 == ord(file) - 97)
            and (rank is None or point // 9 == self._row(text, rank))
        ]
        if not own:
            raise IllegalMove(f"{text!r}: there is no such {SIDES[side]} {NAMES[kind]}")
        fits = [
            start * 128 + end
            for start in own
            if kernel.reaches(board, start, end) and kernel.is_safe(board, start, end)
        ]
        if not fits:
            raise IllegalMove(f"{text!r}: {_reason(board, side, own, end)}")
        return fits

    def _row(self, text: str, rank: str) -> int:
        row = int(rank) - self.first_rank
        if not 0 <= row <= 9:
            raise InvalidMove(f"{text!r}: the ranks of {self.name} are {self.first_rank} to {self.first_rank + 9}")
        return row


def _movers(board: bytearray, piece: int, end: int) -> list[int]:
    """The points from which a piece like this one can legally go to a point."""
    return [
        start
        for start in range(90)
        if board[start] == piece and kernel.reaches(board, start, end) and kernel.is_safe(board, start, end)
    ]


def _reason(board: bytearray, side: int, own: list[int], end: int) -> str:
    """What keeps the pieces that are meant from a move: of the one that reaches it, if there is one."""
    near = [start for start in own if kernel.reaches(board, start, end)]
    return hindrance(board, side, (near or own)[0], end)


SAN = San("san", first_rank=1)
SAN_XBOARD = San("san-xboard", first_rank=0, pawn="")
