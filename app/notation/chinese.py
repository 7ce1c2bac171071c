"""Chinese notation: 炮二平五 for Red, 马８进７ for Black; simplified or traditional signs.

Two on a file 前 后, three 前 中 后, more 前二三四五; with tandems on two files the file replaces the piece: 前三平四.
The other practices (一兵 二兵 ... over both files) are read too.
"""

import re
import string
from dataclasses import replace
from functools import lru_cache

from app.notation.relative import Relative
from app.notation.shorthand import Shorthand

RED, BLACK = tuple("帅仕相马车炮兵"), tuple("将士象马车炮卒")
DIGITS = ("〇一二三四五六七八九", "０１２３４５６７８９")

PAWN_NUMBERS = ("二", "三", "四", "五")
BY_PLACE = {
    2: ("前{piece}", "后{piece}"),
    3: ("前{piece}", "中{piece}", "后{piece}"),
    4: ("前{piece}", *(number + "{piece}" for number in PAWN_NUMBERS[:3])),
    5: ("前{piece}", *(number + "{piece}" for number in PAWN_NUMBERS)),
}
BY_PLACE_ON_TWO_FILES = {2: ("前{column}", "后{column}"), 3: ("前{column}", "中{column}", "后{column}")}
BY_NUMBER = {size: ("{numeral}{piece}",) * size for size in (2, 3, 4, 5)}
REAR_NAMED = {4: (*BY_PLACE[4][:3], "后{piece}"), 5: (*BY_PLACE[5][:4], "后{piece}")}

SIGNS = {
    **dict(zip("一二三四五六七八九", "123456789", strict=True)),
    **dict(zip("壹贰叁肆伍陆柒捌玖", "123456789", strict=True)),
    **dict(zip("帥将將士象卒", "帅帅帅仕相兵", strict=True)),
    **dict(zip("傌馬俥車砗硨砲包進後上下", "马马车车车车炮炮进后进退", strict=True)),
}

_BYTES = {
    **dict.fromkeys(string.ascii_letters + "+-<>~", "?"),  # no Chinese signs
    **dict(zip("帅仕相马车炮兵进退平前后", "KAEHRCP><~fb", strict=True)),
    # Digits are Black's: they stay apart from Red's numerals until the letters have their case.
    **{wide: chr(ord(wide) - 0xFF10) for wide in "０１２３４５６７８９"},
    **{digit: chr(int(digit)) for digit in string.digits},
}
_ANY_WAY = re.compile("[进進退平上下]")
_NUMERALS = {sign: plain for sign, plain in SIGNS.items() if plain.isdecimal()}
_ONE_BYTE = str.maketrans(_BYTES | {sign: _BYTES.get(plain, plain) for sign, plain in SIGNS.items()} | _NUMERALS)
_DIGITS = str.maketrans({chr(digit): str(digit) for digit in range(10)})
_MARK_FIRST = re.compile("([fb])([KAEHRCP])")
_OF_BLACK = re.compile("[KAEHRCP](?=[fb1-9\1-\x09][<~>][\1-\x09])")


def one_byte_a_sign(text: str) -> str:
    """`炮二平五` as `C2~5`, `前车进１` as `rf>1`: the kernel's piece stands before its mark, and the numerals tell its case."""
    if text.isascii() or not _ANY_WAY.search(text):
        return ""
    return " ".join(map(_signs_of, text.split()))


@lru_cache(maxsize=1 << 16)
def _signs_of(word: str) -> str:
    """A word without blanks: most often a move, and there are not many different ones."""
    signs = _MARK_FIRST.sub(r"\2\1", word.translate(_ONE_BYTE))
    return _OF_BLACK.sub(lambda found: found[0].lower(), signs).translate(_DIGITS)


CHINESE = Relative(
    name="chinese",
    pieces=(RED, BLACK),
    ways=("退", "平", "进"),
    digits=DIGITS,
    tandems=BY_PLACE,
    twins=BY_PLACE_ON_TWO_FILES,
    shorthand=Shorthand(
        ("K", "A", "E", "H", "R", "C", "P"), ("f", "b"), ("<", "~", ">"), True, True, prepare=one_byte_a_sign
    ),
    also_names=(BY_NUMBER, REAR_NAMED),
    signs=SIGNS,
)

CHINESE_TRADITIONAL = replace(
    CHINESE,
    name="chinese-traditional",
    pieces=(tuple("帥仕相傌俥炮兵"), tuple("將士象馬車砲卒")),
    ways=("退", "平", "進"),
    tandems={size: tuple(name.replace("后", "後") for name in names) for size, names in BY_PLACE.items()},
    twins={size: tuple(name.replace("后", "後") for name in names) for size, names in BY_PLACE_ON_TWO_FILES.items()},
)
