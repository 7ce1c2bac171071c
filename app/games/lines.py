"""A few moves in a row, in any notation: how a person names an opening."""

import re

from app.board.fen import START_FEN
from app.errors import NotationError, QueryError
from app.notation import NOTATIONS
from app.notation.relative import Relative
from app.position import Position

_NUMBER = re.compile(r"\b\d{1,3}[.)](?!\d)")


def read_line(text: str, notation: str, fen: str = START_FEN) -> bytes:
    """The moves of a line in one notation, two bytes a ply. Raises `NotationError`."""
    position, moves = Position.from_fen(fen), bytearray()
    for word in _words(text, notation):
        move = position.read(word, notation)
        moves += bytes((move >> 7, move & 127))
        position = position.play(move)
    return bytes(moves)


def _words(text: str, notation: str) -> list[str]:
    """The written moves of a line: by blanks; in words a move is as many words as end in its value."""
    plain = _NUMBER.sub(" ", text).replace(",", " ").split()
    dialect = NOTATIONS[notation]
    if not (isinstance(dialect, Relative) and dialect.gap):
        return plain
    moves: list[str] = []
    pending: list[str] = []
    ways = {way.casefold() for way in dialect.ways} | {
        word for word in dialect.words if dialect.words[word] in dialect.ways
    }
    for word in plain:
        pending.append(word)
        if len(pending) > 1 and pending[-2].casefold() in ways:
            moves.append(" ".join(pending))
            pending = []
    return moves + ([" ".join(pending)] if pending else [])


def read_opening(text: str) -> tuple[bytes, ...]:
    """The first moves that a text means, in whatever notation they are legal, and their mirror image.

    Notations that read the same moves agree; if two read different ones, the text is ambiguous.
    Raises `QueryError` with what each notation says.
    """
    readings: dict[bytes, list[str]] = {}
    reasons: dict[str, str] = {}
    for name in NOTATIONS:
        try:
            readings.setdefault(read_line(text, name), []).append(name)
        except NotationError as error:
            reasons[name] = str(error)
    readings.pop(b"", None)
    if not readings:
        raise QueryError(f"no notation reads {text!r} from the start: {reasons.get('wxf', 'there are no moves in it')}")
    if len(readings) > 1:
        ways = "; or ".join(f"{_iccs(moves)} in {', '.join(names)}" for moves, names in readings.items())
        raise QueryError(f"{text!r} may be {ways}: write more moves, or the coordinates")
    (moves,) = readings
    return tuple(dict.fromkeys((moves, mirror(moves))))


def mirror(moves: bytes) -> bytes:
    """The same moves with left and right exchanged."""
    return bytes(point + 8 - 2 * (point % 9) for point in moves)


def _iccs(moves: bytes) -> str:
    return " ".join(
        f"{'ABCDEFGHI'[a % 9]}{a // 9}-{'ABCDEFGHI'[b % 9]}{b // 9}"
        for a, b in zip(moves[0::2], moves[1::2], strict=True)
    )
