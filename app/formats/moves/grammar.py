r"""A scoresheet, as pyparsing elements.

    text     ::= { line | number | header | stray }
    header   ::= key ( ":" | "：" ) value                to the end of the line
    line     ::= [ number ] move { [ number ] move } [ score ]
    number   ::= ( digits "."  |  digits ")" ) [ text ]   text that is no move; not the first of a game
    move     ::= what any notation writes for one ply; a spoken move is several words
    stray    ::= any other line

Games follow one another: a header or a new number 1 begins the next, and where moves are not numbered, a blank line.
Text among the moves is stray, and they go on where their numbers do. Headers below the moves, before a blank line, are
theirs where the next game has its own.

`SHEET` is the quick way for a regular game: headers, an empty line, numbered lines of moves without any brackets or
remarks, an empty line, and the next game's headers or the end. A test holds it equal to what `ITEM` after `ITEM` gives.
"""

import re

import pyparsing as pp

from app.formats.cxq.grammar import COMMENT, GAP, MANY, NUMBER, REMARK, SCORE, first_of

_LATIN = r"(?:[A-Za-z]{1,2}[1-9]?|[A-Za-z]?[+\-1-9]{1,2})[tgsTGS]{0,2}[1-9]?[.+\-/=–—−][1-9]"
_POINTS = r"[a-iA-I](?:10|\d)[-–]?[a-iA-I](?:10|\d)"
_CHINESE = r"[\u4e00-\u9fff\uf900-\ufaff０-９1-9]{2,3}[进進退平上下][\u4e00-\u9fff０-９1-9]"
_NAMES = "tướng|soái|sĩ|sỹ|tượng|tịnh|bồ|voi|xe|xa|pháo|mã|binh|tốt|chốt|tuong|si|tinh|bo|phao|ma|tot|chot"
_WAYS = "tiến|tấn|bình|thoái|thối|lui|lùi|tien|tan|binh|thoai|thoi"
_MARKS = "trước|sau|giữa|tiền|trung|hậu"
_SPOKEN = rf"(?i:(?:(?:{_MARKS})[ \t]+)?(?:{_NAMES})[ \t]+(?:[^ \t\n]+[ \t]+){{1,4}}?(?:{_WAYS})[ \t]+[^ \t\n]+)"
MOVE = rf"(?:{_SPOKEN}|{_CHINESE}|(?:{_LATIN}|{_POINTS})(?![A-Za-z0-9]))"

_LEAD = rf"(?>(?:(?:{NUMBER}|{REMARK}|{GAP})[ \t\u00a0]*+){{0,{MANY}}})"

_HEADER = r"(?P<key>[^\W\d_][^:：\n.]{0,20}?)[ \t]*[:：](?!//)[ \t]*(?P<value>[^\n]*)"
HEADER_LINE = re.compile(rf"[ \t\u00a0]*{_HEADER}(?:\n|\Z)")

ITEM = first_of(
    {
        "empty": r"\n[ \t\n\u00a0]*(?=\n)",
        "blank": r"[ \t\n\0\u00a0]+",
        "line": rf"{_LEAD}{MOVE}[^\n]*+",
        "number": rf"{NUMBER}[^\n:：]*+(?=\n|\Z)",
        "header": _HEADER,
        "score": rf"(?:{SCORE})(?=[ \t]*(?:\n|\Z))",
        "comment": rf"{COMMENT}|\{{[^{{}}]*\}}|\([^()\n]*\)(?=[ \t]*(?:\n|\Z))",
        "stray": r"[^\n]+",
    }
)

# ---------------------------------------------------------------- the quick pattern

_KEY_LINE = r"[^\W\d_][^:：\n.\0]{0,20}[:：](?!//)[^\n\0]*+\n"
_MOVES_LINE = rf"\d{{1,5}}\.(?!\d)[ \t]*+{MOVE}[^\n\0()\[\]{{}}:：!?#*…;；,，、]*+\n"

SHEET = pp.Regex(
    rf"(?P<headers>(?>(?:{_KEY_LINE}){{1,{MANY}}}))\n(?P<moves>(?>(?:{_MOVES_LINE}){{1,{MANY}}}))(?:\n\s*+|\Z)(?=\Z|{_KEY_LINE}{_KEY_LINE})",
    as_match=True,
)
