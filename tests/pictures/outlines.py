"""How app/pictures/glyphs.json was made: the outlines of a few signs, taken once from a font.

    pip install fonttools
    python tests/pictures/outlines.py LXGWWenKai-Bold.ttf

One line a sign: its advance, its box (left, top, right, bottom) and its path, in thousandths of the font's size; y grows
downwards, as in SVG. The path is relative from end to end, so that it can be drawn from any point.
"""

import json
import sys
from pathlib import Path
from typing import Any

from fontTools.misc.roundTools import otRound
from fontTools.pens.basePen import BasePen
from fontTools.pens.boundsPen import BoundsPen
from fontTools.ttLib import TTFont

PIECES = "帥仕相傌俥炮兵將士象馬車砲卒"
BOARD = "楚河漢界一二三四五六七八九"
ASCII = "".join(map(chr, range(0x20, 0x7F)))
VIETNAMESE = "ÀÁÂÃÈÉÊÌÍÒÓÔÕÙÚÝàáâãèéêìíòóôõùúýĂăĐđĨĩŨũƠơƯư" + "".join(map(chr, range(0x1EA0, 0x1EFA)))
TARGET = Path(__file__).parent.parent.parent / "app" / "pictures" / "glyphs.json"


class RelativePen(BasePen):
    """Writes an outline as relative SVG commands between whole numbers."""

    def __init__(self, glyphs: Any):
        super().__init__(glyphs)
        self.commands: list[str] = []
        self.here = self.begin = (0, 0)

    def _write(self, command: str, *points: tuple[float, float]) -> None:
        x, y = self.here
        ends = [(otRound(point[0]), -otRound(point[1])) for point in points]
        numbers = " ".join(f"{end[0] - x} {end[1] - y}" for end in ends)
        self.commands.append(command + numbers.replace(" -", "-"))
        self.here = ends[-1]

    def _moveTo(self, point: tuple[float, float]) -> None:  # noqa: N802
        self._write("m", point)
        self.begin = self.here

    def _lineTo(self, point: tuple[float, float]) -> None:  # noqa: N802
        self._write("l", point)

    def _qCurveToOne(self, control: tuple[float, float], point: tuple[float, float]) -> None:  # noqa: N802
        self._write("q", control, point)

    def _closePath(self) -> None:  # noqa: N802
        self.commands.append("z")
        self.here = self.begin


def outline(glyphs: Any, name: str) -> list[Any]:
    """The advance, the box and the path of a glyph."""
    pen, bounds = RelativePen(glyphs), BoundsPen(glyphs)
    glyphs[name].draw(pen)
    glyphs[name].draw(bounds)
    left, bottom, right, top = map(otRound, bounds.bounds or (0, 0, 0, 0))
    return [glyphs[name].width, [left, -top, right, -bottom], "".join(pen.commands)]


def main(font: str) -> None:
    """Write the outlines of all signs that pictures need."""
    opened = TTFont(font)
    names, glyphs = opened.getBestCmap(), opened.getGlyphSet()
    lines = [
        f"{json.dumps(sign, ensure_ascii=False)}: {json.dumps(outline(glyphs, names[ord(sign)]), separators=(',', ':'))}"
        for sign in PIECES + BOARD + ASCII + VIETNAMESE
    ]
    TARGET.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1])
