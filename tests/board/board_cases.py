"""The known cases of tests/data/board, and the two forms of the kernel as one thing to ask."""

import csv
from array import array
from pathlib import Path
from typing import Any

DATA = Path(__file__).parent.parent / "data" / "board"


def rows(name: str) -> list[dict[str, str]]:
    """The rows of a table of cases."""
    with open(DATA / name, encoding="utf-8", newline="") as table:
        return list(csv.DictReader(table))


def uci_point(point: int) -> str:
    """A point with ranks 1 to 10, as pyffish writes it."""
    return f"{'abcdefghi'[point % 9]}{point // 9 + 1}"


UCI_MOVES = {
    uci_point(start) + uci_point(end): start * 128 + end for start in range(90) for end in range(90) if start != end
}


class Form:
    """A form of the kernel, as one thing to ask."""

    def __init__(self, loops: Any):
        self.kernel = loops

    def board(self, board: bytes) -> bytearray:
        return bytearray(board)

    def room(self) -> "array[int]":
        """Room for the legal moves of one position."""
        return array("i", bytes(4 * 128))

    def legal_moves(self, board: bytearray, side: int, room: "array[int]") -> list[int]:
        return room[: self.kernel.legal_moves(board, side, room)].tolist()

    def perft(self, board: bytearray, side: int, depth: int) -> int:
        """The number of sequences of legal moves to a depth."""
        room = self.room()
        if depth == 1:
            return int(self.kernel.legal_moves(board, side, room))
        nodes = 0
        for move in self.legal_moves(board, side, room):
            start, end = move >> 7, move & 127
            piece, target = board[start], board[end]
            board[start], board[end] = 0, piece
            nodes += self.perft(board, 1 - side, depth - 1)
            board[start], board[end] = piece, target
        return nodes
