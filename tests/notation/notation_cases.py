"""The known cases of tests/data/notation."""

import csv
from functools import cache
from pathlib import Path

from app.position import Move, Position

DATA = Path(__file__).parent.parent / "data" / "notation"


@cache
def rows(name: str) -> list[dict[str, str]]:
    """The rows of a table of cases."""
    with (DATA / name).open(encoding="utf-8", newline="") as table:
        return list(csv.DictReader(table))


def point(text: str, first_rank: int) -> int:
    """A point like e10 as a number."""
    return (int(text[1:]) - first_rank) * 9 + ord(text[0]) - ord("a")


def move(text: str, first_rank: int) -> Move:
    """A move in coordinates, the ranks counted from 0 (UCCI) or 1 (UCI), as a number; without asking the rules."""
    second = next(n for n in range(2, len(text)) if text[n].isalpha())
    return point(text[:second], first_rank) * 128 + point(text[second:], first_rank)


def after(position: Position, moves: list[Move]) -> Position:
    """The position after a line of moves."""
    for played in moves:
        position = position.play(played)
    return position
