"""What lies ahead of a header: whether it belongs to the moves above it, and whether it begins a record at all."""

import re
from collections.abc import Mapping
from typing import NamedTuple

from app.formats.cxq.grammar import KEYWORDS

_BLANKS = re.compile(r"[ \t\0\r\n]*")
_LINE_END = re.compile(r"[ \t\0\r]*(?:\n|\Z)")
_LINE = re.compile(rf"[ \t\0]*(?P<key>{KEYWORDS})(?:[ \t\0]+(?P<value>[^\n]*))?(?:\r?\n|\Z)")
_ANY_CASE = re.compile(rf"[ \t\0]*(?i:{KEYWORDS})(?:[ \t][^\n]*)?\n[ \t\0\n]*")
_START = re.compile(r"(?i:START)[ \t]*\{")
_HEADED = re.compile(rf"^[> \t\0]*(?i:{KEYWORDS})[ \t]", re.MULTILINE)
HEADS = {"FORMAT", "GAME", "RED", "BLACK"}  # one of these, at least, stands above the moves


class Below(NamedTuple):
    """Headers below the moves that they belong to, as (key, value, offset), and the offset behind them."""

    headers: list[tuple[str, str, int]]
    end: int


def headers_below(text: str, at: int, known: Mapping[str, str]) -> Below | None:
    """The headers from text[at] on, if they are those of the moves above, of which some are known; None if they are
    the next game's.

    They are the game's own before its end mark; and directly below the moves before an empty line, if the next game
    has headers of its own.
    """
    first = at
    found: dict[str, tuple[str, int]] = {}
    while line := _LINE.match(text, at):
        key, value = line["key"], (line["value"] or "").replace("\0", "").strip()
        if known.get(key, value) != value or key in found or _START.search(value):
            return None
        found[key], at = (value, line.start("key")), line.end()
    if not found:
        return None
    below = Below([(key, *said) for key, said in found.items()], at)
    ahead = _BLANKS.match(text, at)
    assert ahead is not None
    if ahead.end() < len(text) and text[ahead.end()] == "}":
        return below
    if _is_apart(text, first):
        return None
    if ahead.end() == len(text):
        return below
    if not _LINE_END.match(text, at):
        return None
    following = _keys(text, ahead.end())
    is_other = found.keys() & following or (following & HEADS and not found.keys() & HEADS)
    return below if is_other else None


def headers_below_end(text: str, end: int) -> Below | None:
    """The same below an end mark that ends at an offset, of a record that has no headers."""
    line_end = _LINE_END.match(text, end)
    return headers_below(text, line_end.end(), {}) if line_end else None


def has_headers(text: str, begin: int, end: int) -> bool:
    """Whether a line of text[begin:end] begins with a keyword."""
    return _HEADED.search(text, begin, end) is not None


def headers_before_start(text: str, at: int) -> tuple[int, bool]:
    """Where the header lines from text[at] on end, in whatever case, and whether they are two or more and a block of
    moves begins there."""
    lines = 0
    while line := _ANY_CASE.match(text, at):
        at, lines = line.end(), lines + 1
    return at, lines > 1 and _START.match(text, at) is not None


def _is_apart(text: str, at: int) -> bool:
    """Whether an empty line stands before text[at]."""
    lines = 0
    while at and lines < 2 and text[at - 1] in " \t\0\r\n":
        at -= 1
        lines += text[at] == "\n"
    return lines == 2


def _keys(text: str, at: int) -> set[str]:
    """The keys of the headers from text[at] on, up to anything else."""
    keys: set[str] = set()
    while line := _LINE.match(text, at):
        keys.add(line["key"])
        blanks = _BLANKS.match(text, line.end())
        assert blanks is not None
        at = blanks.end()
    return keys
