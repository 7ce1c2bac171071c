"""Who won, and how."""

import re
from enum import StrEnum

from app.games.folding import fold


class Result(StrEnum):
    """The score as PGN writes it, Red first."""

    RED = "1-0"
    BLACK = "0-1"
    DRAW = "1/2-1/2"
    UNKNOWN = "*"


class Ending(StrEnum):
    """How a game ended."""

    RESIGNATION = "resignation"
    MATE = "mate"
    STALEMATE = "stalemate"
    TIME = "time"
    AGREEMENT = "agreement"
    REPETITION = "repetition"
    PERPETUAL = "perpetual"
    ABANDONED = "abandoned"
    LIMIT = "move limit"


SCORES = {
    "1-0": Result.RED,
    "0-1": Result.BLACK,
    "1/2-1/2": Result.DRAW,
    "0.5-0.5": Result.DRAW,
    "½-½": Result.DRAW,
    "1/2": Result.DRAW,
    "0-0": Result.UNKNOWN,
    "*": Result.UNKNOWN,
}

# Words of the reason, longest meaning first; `resign` is the only one attested for CXQ, the rest for its relatives.
REASONS = (
    (re.compile("resign|xin thua|dau hang|认负|認負|认输|認輸|投降"), Ending.RESIGNATION),
    (re.compile("stalemate|het nuoc|困毙|困斃"), Ending.STALEMATE),
    (re.compile("mate|chieu bi|chieu het"), Ending.MATE),
    (re.compile("time|flag|het gio|超时|超時"), Ending.TIME),
    (re.compile("perpetual"), Ending.PERPETUAL),
    (re.compile("repetition"), Ending.REPETITION),
    (re.compile("agree|accept"), Ending.AGREEMENT),
    (re.compile("abandon|disconnect|forfeit|逃跑|断线|斷線"), Ending.ABANDONED),
    (re.compile("limit"), Ending.LIMIT),
)


def ending_named(word: str) -> Ending | None:
    """The ending that a reason's word means, or None."""
    lower = fold(word)
    for pattern, ending in REASONS:
        if pattern.search(lower):
            return ending
    return None
