"""A part of a board as people write it: `Ce2 he9 .e4`.

Each word is what stands on a point, then the point (a0 to i9, Red below): a letter of a FEN, capital for Red; `.` for
nothing; `?` for any piece; or several of these in brackets: `[RC]e4` is a red chariot or cannon, `[.p]e4` nothing or a
black pawn. Blanks or commas stand between the words. Of the other points nothing is said.
"""

import re

from app.board.fen import KINDS
from app.board.kernel import BLACK, EMPTY, RED
from app.board.shapes import ANY_PIECE, ANYWHERE, Shape
from app.errors import QueryError

_WORD = re.compile(r"(?:\[([A-Za-z.?]+)\]|([A-Za-z.?]))([a-iA-I])([0-9])")


def read_pattern(text: str) -> Shape:
    """The shape that a text means. Raises `QueryError`."""
    masks = list(ANYWHERE)
    words = text.replace(",", " ").split()
    if not words:
        raise QueryError("a pattern names pieces and points: 'Ce2 he9 .e4'")
    seen: set[int] = set()
    for word in words:
        parts = _WORD.fullmatch(word)
        if parts is None:
            raise QueryError(
                f"{word!r} is no piece on a point: write a letter of a FEN (capital for Red), . for nothing or ? for any"
                f" piece, then the point from a0 to i9, as in 'Ce2 he9 .e4'"
            )
        point = int(parts[4]) * 9 + ord(parts[3].lower()) - ord("a")
        if point in seen:
            raise QueryError(f"{parts[3]}{parts[4]} is named twice: {text!r}")
        seen.add(point)
        masks[point] = 0
        for letter in parts[1] or parts[2]:
            masks[point] |= _mask(letter, word)
    return Shape(masks=tuple(masks))


def _mask(letter: str, word: str) -> int:
    """What a sign lets stand on a point."""
    if letter == ".":
        return 1 << EMPTY
    if letter == "?":
        return ANY_PIECE
    kind = KINDS.get(letter.lower())
    if kind is None:
        raise QueryError(f"{letter!r} in {word!r} is no piece: K A B R N C P (or E for B, H for N), small for Black")
    return 1 << ((RED if letter.isupper() else BLACK) * 8 + kind)
