"""Whose a written move is, as far as its signs tell: capitals for Red, or Chinese numerals for Red and digits for Black."""

import re
from collections.abc import Callable, Sequence
from itertools import pairwise

from app.board.kernel import BLACK, RED
from app.notation import Notation
from app.notation.relative import CHINESE_NUMERALS, Relative

Side = Callable[[str], int | None]  # a written move -> RED, BLACK or None

_DIGIT_LAST = re.compile("[进進退平上下][0-9０-９]")
_KINGS_AND_PAWNS = dict.fromkeys("帅帥兵", RED) | dict.fromkeys("将將卒", BLACK)


def sides_of(notation: Notation, words: Sequence[str]) -> Side | None:
    """How the moves of a game tell whose they are; None if they do not.

    Case, numerals or names of pieces tell where the game shows those of both sides. Chinese signs are often printed
    without care: they tell only where they change from move to move, nearly always.
    """
    if isinstance(notation, Relative) and notation.shorthand.by_numerals:
        return next((tell for tell in (_by_numeral, _by_piece) if _changes([tell(word) for word in words])), None)
    if not isinstance(notation, Relative) or not notation.shorthand.cased:
        return None
    cases = {word[0].isupper() for word in words if word[0].isalpha() and notation.is_written(word)}
    return _by_case if len(cases) == 2 else None


def has_named_sides(movetext: str) -> bool:
    """Whether in a notation that tells sides by numerals only the names of pieces do, which the kernel does not look at."""
    return "卒" in movetext and "兵" in movetext and _DIGIT_LAST.search(movetext) is None


def _by_case(word: str) -> int | None:
    return (RED if word[0].isupper() else BLACK) if word[0].isalpha() else None


def _by_numeral(word: str) -> int | None:
    return RED if word[-1] in CHINESE_NUMERALS else BLACK if word[-1].isdecimal() else None


def _by_piece(word: str) -> int | None:
    return next((_KINGS_AND_PAWNS[sign] for sign in word if sign in _KINGS_AND_PAWNS), None)


def _changes(sides: Sequence[int | None]) -> bool:
    """Whether both sides are shown, each at every other move, but for one in ten at most."""
    known = [(n, side) for n, side in enumerate(sides) if side is not None]
    if len({side for _, side in known}) < 2:
        return False
    pairs = list(pairwise(known))
    right = sum((b - a) % 2 == abs(y - x) for (a, x), (b, y) in pairs)
    return right >= 0.9 * len(pairs) or right >= len(pairs) - 1
