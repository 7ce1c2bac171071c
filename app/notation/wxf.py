"""WXF and its kin: K A E H R C P, `+` forward and front, `-` back and rear, `.` or `=` sideways.

The 1997 form of the federation is `wxf`. `cxq` is the same with lower case for Black, as clubxiangqi.com wrote it.
`wxf2018` numbers the pawns of a tandem from the front, `xqbase` letters them over both files; `axf` writes `=`.
"""

import re
from dataclasses import replace

from app.notation.relative import Relative
from app.notation.shorthand import Shorthand

LETTERS = ("K", "A", "E", "H", "R", "C", "P")
ALSO = {1: ("G",), 2: ("G",), 3: ("B", "M"), 4: ("N",), 7: ("S",)}
SIGNS = {"=": ".", "–": "-", "—": "-", "−": "-"}

BY_SIGN = {
    2: ("{piece}+", "{piece}-"),
    3: ("{piece}+", "{piece}{column}", "{piece}-"),
    4: ("++", "{piece}+", "{piece}-", "--"),
    5: ("++", "{piece}+", "{piece}{column}", "{piece}-", "--"),
}
BY_SIGN_ON_TWO_FILES = {2: ("{column}+", "{column}-"), 3: ("{column}+", "{column}{column}", "{column}-")}
BY_PLACE = {size: ("{place}{column}",) * size for size in (3, 4, 5)} | {2: BY_SIGN[2]}
BY_PLACE_ON_TWO_FILES = {size: ("{place}{column}",) * size for size in (2, 3)}
BY_LETTER = {size: ("{piece}{letter}",) * size for size in (4, 5)} | {
    2: BY_SIGN[2],
    3: ("{piece}+", "{piece}.", "{piece}-"),
}
BY_LETTER_ON_TWO_FILES = {size: ("{piece}{letter}",) * size for size in (2, 3)}
SIGN_BEFORE_FILE = {2: ("+{column}", "-{column}"), 3: ("+{column}", "{column}{column}", "-{column}")}


def sign_behind_piece(text: str) -> str:
    """`+c.5`, as some write it, as `c+.5`."""
    return re.sub(r"^([+-])([a-z])(?=.\d$)", r"\2\1", text)


WXF = Relative(
    name="wxf",
    pieces=(LETTERS, LETTERS),
    ways=("-", ".", "+"),
    tandems=BY_SIGN,
    twins=BY_SIGN_ON_TWO_FILES,
    shorthand=Shorthand(("K", "A", "EBM", "HN", "R", "C", "PS"), ("+", "-"), ("-", ".=", "+"), cased=True),
    also_pieces=ALSO,
    also_names=(BY_PLACE, BY_PLACE_ON_TWO_FILES, BY_LETTER, BY_LETTER_ON_TWO_FILES, SIGN_BEFORE_FILE),
    signs=SIGNS,
    swap=sign_behind_piece,
)

CXQ = replace(WXF, name="cxq", pieces=(LETTERS, tuple(letter.lower() for letter in LETTERS)))

AXF = replace(WXF, name="axf", ways=("-", "=", "+"))

WXF_2018 = replace(
    AXF, name="wxf2018", tandems=BY_PLACE, twins=BY_PLACE_ON_TWO_FILES, also_names=(BY_SIGN, BY_SIGN_ON_TWO_FILES)
)

XQBASE = replace(
    WXF,
    name="xqbase",
    pieces=(("K", "A", "B", "N", "R", "C", "P"),) * 2,
    tandems=BY_LETTER,
    twins=BY_LETTER_ON_TWO_FILES,
    also_pieces=ALSO | {3: ("E", "M"), 4: ("H",)},
    also_names=(BY_SIGN, BY_SIGN_ON_TWO_FILES, BY_PLACE, BY_PLACE_ON_TWO_FILES),
)
