"""The outlines of the signs in pictures: whoever looks at one needs no font.

`glyphs.json` holds one line a sign; beside it stands the licence of the font it was taken from. It has what a board
needs, and the letters of English and Vietnamese.
"""

import json
import unicodedata
from functools import cache
from html import escape
from pathlib import Path
from typing import NamedTuple

Box = tuple[int, int, int, int]

FONTS = "PingFang SC,Microsoft YaHei,Noto Sans CJK SC,DejaVu Sans,sans-serif"  # for signs without an outline
SHIFTS = {"start": 0.0, "middle": 0.5, "end": 1.0}


class Glyph(NamedTuple):
    """A sign in thousandths of its size: how far it advances, its box (left, top, right, bottom), its path from 0, 0."""

    advance: int
    box: Box
    path: str


@cache
def glyphs() -> dict[str, Glyph]:
    """Every sign there is an outline of."""
    read = json.loads(Path(__file__).with_name("glyphs.json").read_text(encoding="utf-8"))
    return {sign: Glyph(advance, tuple(box), path) for sign, (advance, box, path) in read.items()}


def centred(sign: str, x: float, y: float, size: float) -> str:
    """A sign as an SVG path, the middle of its box at a point."""
    left, top, right, bottom = glyphs()[sign].box
    scale = size / 1000
    place = f"{number(x - (left + right) / 2 * scale)} {number(y - (top + bottom) / 2 * scale)}"
    return f'<path transform="translate({place})scale({number(scale)})" d="{glyphs()[sign].path}"/>'


def written(text: str, x: float, y: float, size: float, anchor: str = "start") -> str:
    """A line of legible text whose start, middle or end stands at a point, as one SVG path.

    Where a sign has no outline, the whole line is left to the fonts of the reader.
    """
    known = glyphs()
    if not all(sign in known for sign in text):
        place = f'x="{number(x)}" y="{number(y)}" font-size="{number(size)}" text-anchor="{anchor}"'
        return f'<text {place} font-family="{FONTS}">{escape(text)}</text>'
    path, advance = "", 0
    for sign in text:
        path += f"M{advance} 0{known[sign].path}" if known[sign].path else ""
        advance += known[sign].advance
    left = x - measure(text, size) * SHIFTS[anchor]
    return f'<path transform="translate({number(left)} {number(y)})scale({number(size / 1000)})" d="{path}"/>'


def measure(text: str, size: float) -> float:
    """How wide a text is; a sign without an outline counts as a Chinese one."""
    known = glyphs()
    return sum(known[sign].advance if sign in known else 1000 for sign in text) * size / 1000


def legible(text: str) -> str:
    """A text with each accent in its letter, and without what XML forbids: control signs, halves of pairs."""
    signs = unicodedata.normalize("NFC", text)
    return "".join(sign if sign.isprintable() else "\N{REPLACEMENT CHARACTER}" for sign in signs)


def number(value: float) -> str:
    """A coordinate as short as it can be written: at most three decimals."""
    return f"{round(value, 3) + 0.0:.7g}"  # -0.0 + 0.0 is 0
