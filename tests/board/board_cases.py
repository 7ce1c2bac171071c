"""The known cases of tests/data/board, and the two forms of the kernel as one thing to ask."""

import csv
from pathlib import Path
from types import ModuleType
from typing import Any

from app.board import kernel

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
    """A form of the kernel, with memory as it wants it: plain Python's own, or numpy's for the compiled form."""

    def __init__(self, module: ModuleType):
        self.kernel: Any = module
        self.compiled = module is not kernel

    def board(self, board: bytes) -> Any:
        if not self.compiled:
            return bytearray(board)
        import numpy

        return numpy.frombuffer(bytearray(board), dtype=numpy.uint8)

    def room(self) -> Any:
        """Room for the legal moves of one position."""
        if not self.compiled:
            return [0] * 128
        import numpy

        return numpy.zeros(128, dtype=numpy.int32)

    def legal_moves(self, board: Any, side: int, room: Any) -> list[int]:
        count = self.kernel.legal_moves(board, side, room)
        return room[:count].tolist() if self.compiled else room[:count]

    def perft(self, board: Any, side: int, depth: int) -> int:
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
