"""A position: the face of the rules and the notations for those who look at one board."""

from dataclasses import dataclass

from app.board import kernel
from app.board.fen import START_FEN, read_fen, write_fen
from app.board.kernel import RED
from app.errors import AmbiguousMove, IllegalMove, InvalidMove, NotationError
from app.notation import READABLE, notation_named
from app.notation.hindrance import hindrance

Move = int  # start * 128 + end; a point is rank * 9 + file, a0 = 0


@dataclass(frozen=True)
class Position:
    """Placement and side to move (0 Red, 1 Black). Playing a move gives a new position.

    >>> position = Position.from_fen()
    >>> move = position.read("C2.5")
    >>> position.write(move), position.write(move, notation="vietnamese-words")
    ('C2.5', 'Pháo 2 bình 5')
    >>> position.play(move).fen()
    'rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b - - 0 1'
    """

    board: bytes
    side: int = RED

    @classmethod
    def from_fen(cls, fen: str = START_FEN) -> "Position":
        """The position of a FEN, leniently read; the start without one. Raises `FenError`."""
        board, side = read_fen(fen)
        return cls(bytes(board), side)

    def fen(self) -> str:
        """The standard FEN."""
        return write_fen(self.board, self.side)

    def legal_moves(self) -> list[Move]:
        """All legal moves, by start, then by end point."""
        moves = [0] * 128
        return moves[: kernel.legal_moves(bytearray(self.board), self.side, moves)]

    def in_check(self) -> bool:
        """Whether the side to move has its king attacked."""
        return bool(kernel.in_check(self.board, self.side))

    def play(self, move: Move) -> "Position":
        """The position after a legal move. Raises `IllegalMove`."""
        self._require_legal(move)
        start, end = move >> 7, move & 127
        board = bytearray(self.board)
        board[end], board[start] = board[start], 0
        return Position(bytes(board), 1 - self.side)

    def _require_legal(self, move: Move) -> None:
        start, end = move >> 7, move & 127
        board = bytearray(self.board)
        if not (0 <= start < 90 and 0 <= end < 90 and kernel.is_legal(board, self.side, start, end)):
            known = 0 <= start < 90 and 0 <= end < 90 and board[start]
            reason = hindrance(board, self.side, start, end) if known else ""
            raise IllegalMove(f"move {move} ({start} to {end}): {reason or 'not a move of this side'} in {self.fen()}")

    def read(self, text: str, notation: str = "wxf") -> Move:
        """The legal move that a text means. Raises InvalidMove, IllegalMove or AmbiguousMove."""
        return notation_named(notation).read(bytearray(self.board), self.side, text)

    def read_any(self, text: str) -> Move:
        """The legal move that a text means in whatever notation reads it. Raises `AmbiguousMove` if they differ."""
        board = bytearray(self.board)
        meanings: dict[Move, list[str]] = {}
        reasons: dict[str, NotationError] = {}
        for name, notation in READABLE.items():
            try:
                meanings.setdefault(notation.read(board, self.side, text), []).append(name)
            except NotationError as error:
                reasons[name] = error
        if len(meanings) > 1:
            ways = "; ".join(f"{self.write(move, 'iccs')} in {', '.join(names)}" for move, names in meanings.items())
            raise AmbiguousMove(f"{text!r} may be {ways}: say which notation (--from)")
        if not meanings:
            why: dict[str, str] = {}
            for name, reason in reasons.items():
                if not isinstance(reason, InvalidMove):
                    why.setdefault(str(reason).removeprefix(f"{text!r}: "), name)
            if not why:
                raise InvalidMove(f"no notation reads {text!r}")
            raise IllegalMove(f"{text!r}: {'; '.join(f'{words} ({name})' for words, name in why.items())}")
        return next(iter(meanings))

    def write(self, move: Move, notation: str = "wxf") -> str:
        """A legal move as a notation writes it. Raises `IllegalMove`."""
        self._require_legal(move)
        return notation_named(notation, to_write=True).write(bytearray(self.board), self.side, move)
