r"""The CXQ file family (clubxiangqi.com, PlayOK, XieXie, QBoard, ICCS logs), as pyparsing elements.

    archive  ::= { header | setup | opening | movetext | closing | comment | stray }
    setup    ::= "SETUP{" text "}"
    header   ::= KEYWORD [ blanks value ]            to the end of the line, or to "START{"
    opening  ::= "START{"
    movetext ::= { number | remark | comment } move { word }   to the end of the line, to a closing, or to a glued KEYWORD
               | { number | remark } broken move     directly before a glued KEYWORD
    closing  ::= "}" [ "END" ]
    comment  ::= "/*" text "*/"  |  "#" text         at the beginning of a line
              |  "{" text "}"                        among moves
    stray    ::= any other text, to the end of the line

    word     ::= number | move | remark | gap | undo | score | comment | junk
    number   ::= digits "."  |  digits ")"           not before a digit: 33.4 is a move
    remark   ::= { "!" | "?" } | "(" letters ")"     other brackets, of any kind, hold comments
    gap      ::= ".." { "." }
    move     ::= what a player or a program writes for one ply

Forgiven: headers in any order and number, in any case, below the moves, blanks or tabs behind the keyword, blank lines
between all lines, no block marks at all, a block mark glued to other text, a keyword glued to a broken move. The format
knows no rules: whether a word is a move of this game is for the board to say.

`RECORD` is the quick way for a regular record, one pattern from the same table of headers; whatever it does not
match is read by `ITEM` after `ITEM`. A test holds the two equal.
"""

import re
from collections.abc import Callable
from typing import NamedTuple

import pyparsing as pp

from app.formats.cxq.headers import HEADERS, READING_ORDER, Groups
from app.formats.cxq.setup import SETUP
from app.games.game import Game

KEYWORDS = "|".join(sorted(READING_ORDER, key=len, reverse=True))

# ---------------------------------------------------------------- the grammar
# Python keeps 300 bytes for each time that a group is repeated: so none is repeated without end.
# No group here is repeated possessively: before 3.11.5 Python takes `(?:...)*+` wrongly; `(?>(?:...)*)` says the same.

MANY = 100_000  # repetitions; ten times what the longest game has
_START = r"(?i:START)[ \t]*\{"
NUMBER = r"\d{1,5}(?:\.(?!\d)|\))"
REMARK = r"[!?]+|\([A-Za-z]{1,2}\)"
GAP = r"\.{2,}|…"
COMMA = "[,，、;；]"  # between moves, as some people write
SCORE = r"1-0|0-1|1/2-1/2|0\.5-0\.5"
COMMENT = rf"/\*(?>(?:[^*/]++|\*(?!/)|/(?!\*)){{0,{MANY}}})\*/|(?m:^)[ \t\0]*#[^\n]*"
BLANK = rf"(?:[ \t\0]++|\n(?![ \t\0]*#)){{1,{MANY}}}|\n"
_PLAYERS_MOVE = r"(?:[A-Za-z+\-–—][1-9+\-–—.a-e]|[1-9+\-–—][1-9+\-–—])[+\-–—−.=][1-9]"
_POINTS_MOVE = r"[a-iA-I](?:10|\d)[-–]?[a-iA-I](?:10|\d)"
_MOVE = rf"(?:{_PLAYERS_MOVE}|{_POINTS_MOVE})(?![A-Za-z0-9])|undo\b"

# Braces inside a block hold a comment; a block that has lost its START begins with a first move and ends with END.
BRACES = r"\{(?![ \t\n\0]*(?:1[.)]|\Z))[^{}]*\}(?!(?i:END))"
_LEAD = rf"(?>(?:(?:{NUMBER}|{REMARK}|{GAP}|{COMMENT}|{BRACES})[ \t\0]*+){{0,{MANY}}})"
_PLAIN = (
    "[^\\n}{/#" + "".join({keyword[0] for keyword in READING_ORDER} | {"S", "s"}) + "]++"
)  # no beginning of those below
_WORDS = rf"(?:{_PLAIN}|{COMMENT}|{BRACES}|(?!(?:{KEYWORDS})[ \t]|{_START})[^\n}}]){{0,{MANY}}}"


def first_of(patterns: dict[str, str]) -> pp.Regex:
    """An element that matches the first of some patterns; the match's lastgroup is its name.

    Together the patterns match any text, so that the element's own pattern can walk through it (`re.finditer`).
    """
    choice = "|".join(f"(?P<{name}>{pattern})" for name, pattern in patterns.items())
    return pp.Regex(choice, as_match=True)


_KEY = rf"(?P<key>(?i:{KEYWORDS})|(?<![^\n])(?!START\b)[A-Z][A-Z0-9_]{{1,15}}(?=[ \t]))"

ITEM = first_of(
    {
        "comment": rf"{COMMENT}|{BRACES}",
        "blank": BLANK,
        "header": rf"{_KEY}(?:[ \t\0]+(?P<value>[^\n]*?))?(?=\n|\Z|{_START})",
        "setup": SETUP,
        "opening": _START,
        "closing": r"\}[ \t]*(?i:END\b)?",
        "movetext": rf"{_LEAD}(?:(?:{_MOVE}){_WORDS}|[A-Za-z0-9.+\-=]{{1,3}}(?=(?:{KEYWORDS})[ \t]))",
        "stray": r"[^\n]+",
    }
)

WORD = first_of(
    {
        "comment": rf"{COMMENT}|\{{[^{{}}]*\}}|\((?![A-Za-z]{{1,2}}\))[^()\n]*\)|\[[^\[\]\n]*\]",
        "blank": rf"{BLANK}|{COMMA}",
        "number": NUMBER,
        "gap": GAP,
        "remark": REMARK,
        "score": rf"(?:{SCORE}|\*)(?![^ \t\n\0])",
        "undo": r"undo\b",
        "move": r"[^ \t\n\0!?(\[{,，、;；]+|[(\[{]",
    }
)

# A line of moves and nothing else: what may begin a game outside a block.
ONLY_MOVES = re.compile(
    rf"(?>(?:[ \t\0]*+(?:{COMMENT}|{NUMBER}|{REMARK}|{GAP}|{COMMA}|{SCORE}|\*|{_MOVE})){{1,{MANY}}})[ \t\0]*"
)

_FIRST_NUMBER = re.compile(r"[ \t\n\0]*(\d{1,5})[.)](?!\d)")


def begins_a_game(text: str, at: int) -> bool:
    """Whether moves without headers may be a game's first: not if they are numbered from the middle on."""
    return number_at(text, at) in (None, 1)


def number_at(text: str, at: int) -> int | None:
    """The move number that stands next in a text, if one does."""
    number = _FIRST_NUMBER.match(text, at)
    return int(number[1]) if number else None


# A new numbering: 1. with 2. a few words behind it, unless 1. ... goes on with a pair that was interrupted.
RESTART = re.compile(
    rf"(?<![\d.+=\-])1[.)](?!\d|[ \t]*(?:\.\.|…))(?=(?>[ \t\n]*+(?!{NUMBER})[^ \t\n]{{1,12}}+(?![^ \t\n])){{1,3}}[ \t\n]*+2[.)](?!\d))"
)

# ---------------------------------------------------------------- the quick pattern


class Slot(NamedTuple):
    """Where the quick pattern keeps a header: groups[n] is its value, the groups behind it what the value says."""

    take: Callable[[Game, Groups, int], bool]
    n: int


def _header_lines() -> tuple[str, tuple[Slot, ...]]:
    """Header lines in any order, none of them twice, and the slots of their values."""
    lines, slots, group = [], [], 2  # group 1 is where the record begins
    for keyword in READING_ORDER:
        header = HEADERS[keyword]
        count = re.compile(header.pattern).groups
        # The first letter stands alone so that the pattern tries no keyword in vain.
        lines.append(rf"{keyword[0]}(?({group})(?!)|{keyword[1:]}(?:[ \t]++({header.pattern}))?[ \t\r]*+\n)")
        slots.append(Slot(header.take, group - 1))
        group += 1 + count
    return "|".join(lines), tuple(slots)


_LINES, SLOTS = _header_lines()

RECORD = pp.Regex(
    rf"[ \t\r\n]*+(?P<first>)(?>(?:(?:{_LINES})[ \t\r\n]*+)+)START\{{(?P<moves>[0-9A-Za-z.+\-= \t\r\n]*+)\}}END",
    as_match=True,
)
