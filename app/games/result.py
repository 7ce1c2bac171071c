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

ENDINGS: dict[str | None, Ending | None] = {ending.value: ending for ending in Ending} | {None: None}

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


# Who won, in words, folded and without the marks around them. White is Red in Vietnamese books; the first to move is
# Red, unless it is said that Black was: 黑先负.
_VIETNAMESE = "(?:(?P<won>thang)|(?P<lost>thua))"
_ENGLISH = "(?: side)? (?:(?P<won>wins?|won)|(?P<lost>loses|lost|resigns|resigned))"
_CHINESE = "(?:(?P<won>[胜勝])|(?P<lost>[负負]))"
_SAID = (
    (re.compile(rf"(?:ben |quan |ben quan )?(?:do|trang|tien|di tien|do tien) {_VIETNAMESE}"), Result.RED),
    (re.compile(rf"(?:ben |quan |ben quan )?(?:den|hau|di hau|den hau) {_VIETNAMESE}"), Result.BLACK),
    (re.compile(rf"(?:red|white){_ENGLISH}"), Result.RED),
    (re.compile(rf"black{_ENGLISH}"), Result.BLACK),
    (re.compile(rf"(?:[红紅][方先手]*|先手?){_CHINESE}"), Result.RED),
    (re.compile(rf"(?:黑[方先后後手]*|[后後]手?){_CHINESE}"), Result.BLACK),
)
_DRAWN = re.compile(
    "(?:van |van co |hai ben |co )?hoa(?: co| nhau)?|(?:the )?(?:game )?(?:is )?(?:a )?drawn?(?: game)?"
    "|(?:[红紅黑]?先|双方)?和[棋局]?"
)
LONGEST_RESULT = 60  # signs of a line that says who won
_AROUND = " .!…。:-–—*_\"'“”()"


def result_named(text: str) -> Result | None:
    """Who won, from a text that says nothing else: `Đỏ thắng`, `Red wins.`, `红先胜`, `hòa`; None for any other."""
    said = fold(text).strip(_AROUND)
    if _DRAWN.fullmatch(said):
        return Result.DRAW
    for pattern, side in _SAID:
        if found := pattern.fullmatch(said):
            return side if found["won"] else Result.BLACK if side is Result.RED else Result.RED
    return None
