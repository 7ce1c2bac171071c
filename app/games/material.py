"""Material as people write it: `RNP vs RHH`, `red R2 C0-1 P3+ vs R *`.

    material  side [ `vs` side ]      without the second, the other side may have anything
    side      [ `red` | `black` ] pieces      without a colour, either side may be Red
    pieces    letter [ count ] ...      kinds that are not named are not there; `*` lets them be, in any number
    count     n | low-high | n+      a letter without one is one piece, and letters add up: RR is R2

Letters are those of a FEN, capitals or not: A, B or E, N or H, R, C, P. The king is always there; K alone is a bare king.
"""

import re

from app.board.fen import KINDS, NAMES
from app.board.kernel import BLACK, KING, PAWN, RED
from app.board.shapes import MOST, Shape
from app.errors import QueryError

_VERSUS = re.compile(r"(?:^|\s)vs?\.?(?:\s|$)", re.IGNORECASE)
_COLOUR = re.compile(r"(red|black)\b ?:?", re.IGNORECASE)
_PART = re.compile(r" ?(?:(\*)|([A-Za-z])(?:([0-9]{1,9})(?:(\+)|-([0-9]{1,9}))?)?)")

Range = tuple[int, int]  # least and most
Pieces = tuple[Range, ...]  # of each kind, kings included; nothing first

ALL = tuple((1 if kind == KING else 0, most) for kind, most in enumerate(MOST))


def read_material(text: str) -> tuple[Shape, ...]:
    """The shapes that a text means: one, or two where either side may be Red. Raises `QueryError`."""
    sides = _VERSUS.split(text)
    if len(sides) > 2:
        raise QueryError(f"material is of two sides: {text!r} has {len(sides)}")
    read = [_read_side(side, text) for side in sides]
    colours = {colour if n == 0 else 1 - colour for n, (colour, _) in enumerate(read) if colour is not None}
    if len(colours) > 1:
        raise QueryError(f"both sides cannot be the same: {text!r}")
    first, second = read[0][1], read[1][1] if len(read) > 1 else ALL
    ways = [(first, second), (second, first)]
    return tuple(dict.fromkeys(_shape(*ways[colour]) for colour in colours or (RED, BLACK)))


def _shape(red: Pieces, black: Pieces) -> Shape:
    least, most = zip(*red, *black, strict=True)
    return Shape(least=least, most=most)


def _read_side(text: str, whole: str) -> tuple[int | None, Pieces]:
    """The colour of a side, if it says one, and its pieces."""
    text = " ".join(text.replace(",", " ").split())
    colour = _COLOUR.match(text)
    at = colour.end() if colour else 0
    named: dict[int, Range] = {}
    others = False
    while at < len(text):
        part = _PART.match(text, at)
        kind = KINDS.get(part[2].lower()) if part and part[2] else None
        if part is None or (part[2] and kind is None):
            raise QueryError(
                f"{text[at:].split()[0]!r} is no material: write letters of A, B or E, N or H, R, C, P with a count"
                f" (R2, C0-1, P3+), * for others, `vs` between the sides: {whole!r}"
            )
        if kind is None:
            others = True
        else:
            named[kind] = _together(kind, named.get(kind), part, whole)
        at = part.end()
    if not named and not others:
        raise QueryError(f"a side without pieces is written K, one with any pieces *: {whole!r}")
    named.setdefault(KING, (1, 1))
    rest = ALL if others else ((0, MOST[0]), *((0, 0) for _ in range(KING, PAWN + 1)))
    pieces = tuple(named.get(kind, numbers) for kind, numbers in enumerate(rest))
    return (None if colour is None else RED if colour[1].lower() == "red" else BLACK), pieces


def _together(kind: int, before: Range | None, part: re.Match[str], whole: str) -> Range:
    """How many of a kind, with those named before it."""
    low = int(part[3] or 1)
    high = MOST[kind] if part[4] else int(part[5] or low)
    if before is not None:
        if part[3] or before[0] != before[1]:
            raise QueryError(f"{NAMES[kind]}s are named twice: {whole!r}")
        low = high = before[0] + 1
    if low > high:
        raise QueryError(f"{low}-{high} {NAMES[kind]}s: the smaller number comes first: {whole!r}")
    if high > MOST[kind] or (kind == KING and low != 1):
        what = "always one king" if kind == KING else f"at most {MOST[kind]} {NAMES[kind]}s"
        raise QueryError(f"{part[0].strip()!r}: a side has {what}: {whole!r}")
    return low, high
