"""A few moves in a row, in any notation: how a person names an opening."""

import re

from app.board.fen import START_FEN
from app.board.keys import MIRRORED, POINTS
from app.errors import NotationError, QueryError
from app.notation import READABLE
from app.position import Position

_NUMBER = re.compile(r"\b\d{1,3}[.)](?!\d)")
_MIRRORED = bytes.maketrans(bytes(range(POINTS)), bytes(MIRRORED))


def read_line(text: str, notation: str, fen: str = START_FEN) -> bytes:
    """The moves of a line in one notation, two bytes a ply. Raises `NotationError`."""
    position, moves = Position.from_fen(fen), bytearray()
    plain = _NUMBER.sub(" ", text).replace(",", " ").split()
    for _, word in READABLE[notation].join(plain):
        try:
            move = position.read(word, notation)
        except NotationError as error:
            error.ply = len(moves) // 2 + 1
            raise
        moves += bytes((move >> 7, move & 127))
        position = position.play(move)
    return bytes(moves)


def read_opening(text: str) -> tuple[bytes, ...]:
    """The first moves that a text means, in whatever notation they are legal, and their mirror image.

    Raises `QueryError` with what each notation says.
    """
    moves = read_any_line(text)
    return tuple(dict.fromkeys((moves, mirror(moves))))


def read_any_line(text: str, fen: str = START_FEN) -> bytes:
    """The moves that a text means from a position, in whatever notation they are legal.

    Notations that read the same moves agree; if two read different ones, the text is ambiguous.
    Raises `QueryError` with what each notation says.
    """
    readings: dict[bytes, list[str]] = {}
    reasons: list[tuple[int, str]] = []
    for name in READABLE:
        try:
            readings.setdefault(read_line(text, name, fen), []).append(name)
        except NotationError as error:
            reasons.append((error.ply, f"{error} ({name})"))
    readings.pop(b"", None)
    if not readings:
        raise QueryError(
            f"no notation reads {text!r} from {_start(fen)}: {max(reasons)[1] if reasons else 'there are no moves in it'}"
        )
    if len(readings) > 1:
        ways = "; or ".join(f"{_iccs(moves)} in {', '.join(names)}" for moves, names in readings.items())
        raise QueryError(f"{text!r} may be {ways}: write more moves, or the coordinates")
    (moves,) = readings
    return moves


def _start(fen: str) -> str:
    return "the start" if fen == START_FEN else fen


def mirror(moves: bytes) -> bytes:
    """The same moves with left and right exchanged."""
    return moves.translate(_MIRRORED)


def _iccs(moves: bytes) -> str:
    return " ".join(
        f"{'ABCDEFGHI'[a % 9]}{a // 9}-{'ABCDEFGHI'[b % 9]}{b // 9}"
        for a, b in zip(moves[0::2], moves[1::2], strict=True)
    )
