"""What is in an SVG, and the position that the golden files show."""

import os
import xml.etree.ElementTree as ET
from pathlib import Path

from app.board.fen import read_fen

GOLDEN = Path(__file__).parent.parent / "data" / "pictures"
ACCEPT = bool(os.environ.get("KYPHO_ACCEPT"))
SVG = "{http://www.w3.org/2000/svg}"

# The 24th ply of a game of 2007: Black has just pushed his middle pawn to the river.
FEN = "r3kab2/4a4/2n1b1n2/p7p/2P1p1p2/9/P3P1c1P/3rC1N2/1CR6/2BAKABR1 w - - 0 1"
BOARD, SIDE = read_fen(FEN)
LAST = (6 * 9 + 4) * 128 + 5 * 9 + 4

STYLES = ("characters", "letters")


def parsed(svg: str) -> ET.Element:
    return ET.fromstring(svg)


def title(svg: str) -> str | None:
    found = parsed(svg).find(f"{SVG}title")
    assert found is not None
    return found.text


def standing(svg: str) -> set[tuple[str, int, int]]:
    """The pieces of a drawn board, each by its FEN letter, and where their middle is."""
    uses = parsed(svg).findall(f"{SVG}use")
    found = {(use.attrib["href"][-1], int(use.attrib["x"]), int(use.attrib["y"])) for use in uses}
    assert len(found) == len(uses)
    return found


def same_as_golden(svg: str, name: str) -> bool:
    """Whether a picture is the one that was looked at; KYPHO_ACCEPT=1 writes it instead, to be looked at."""
    path = GOLDEN / name
    if ACCEPT:
        path.write_text(svg, encoding="utf-8", newline="\n")
    return path.read_text(encoding="utf-8") == svg
