"""Lines with known ECCO codes, and legal play that leaves them at some ply."""

import csv
from itertools import islice
from pathlib import Path

from app.board import kernel
from app.board.fen import START_BOARD
from app.games.lines import read_line
from tests.board.random_play import numbers
from tests.notation.notation_cases import move

DATA = Path(__file__).parent.parent / "data" / "games"


def points(text: str) -> bytes:
    """A line in coordinates as two bytes a ply."""
    return b"".join(bytes((number >> 7, number & 127)) for number in (move(word, 0) for word in text.split()))


def rows(name: str) -> list[dict[str, str]]:
    """The rows of a table of cases."""
    with (DATA / name).open(encoding="utf-8", newline="") as table:
        return list(csv.DictReader(table))


LINES = [(row["code"], points(row["moves"])) for row in rows("ecco_lines.csv")]
BY_HAND = [(row["code"], read_line(row["line"], "wxf")) for row in rows("ecco_by_hand.csv")]


def continued(moves: bytes, seed: int, plies: int) -> bytes:
    """A line, carried on at random until it has so many plies or the game is over."""
    board, line, room = bytearray(START_BOARD), bytearray(moves), [0] * 128
    for start, end in zip(moves[0::2], moves[1::2], strict=True):
        board[end], board[start] = board[start], 0
    for number in islice(numbers(seed), plies - len(moves) // 2):
        count = kernel.legal_moves(board, len(line) // 2 % 2, room)
        if not count:
            break
        start, end = divmod(room[number % count], 128)
        board[end], board[start] = board[start], 0
        line += bytes((start, end))
    return bytes(line)
