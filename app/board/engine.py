"""The two forms of the kernel behind one interface: plain Python for a few games, compiled for archives."""

import os
from array import array
from collections.abc import Sequence
from types import ModuleType
from typing import Any

from app.board import kernel
from app.board.compiled import load
from app.board.fen import START_BOARD

WORTH_COMPILING = 250  # games; below this plain Python is done before numba has been imported

Ends = Sequence[int]


class Engine:
    """Whole games over flat memory. `plain` is the oracle of `compiled`; both give the same answers."""

    def __init__(self, form: ModuleType):
        self.form: Any = form
        self.is_compiled = form is not kernel

    def replay_all(self, text: bytes, ends: Ends, lexicon: bytes) -> tuple[memoryview, list[int], list[int]]:
        """Read the games text[ends[n]:ends[n + 1]] from the normal start.

        Returns (moves, plies, stops): game n's moves are 2 * plies[n] bytes from 2 * ((ends[n] + 3) // 4) on, and
        stops[n] is the offset it was read to, ends[n + 1] when it was read whole.
        """
        games = len(ends) - 1
        moves = bytearray(len(text) // 2 + 8)
        plies, stops = array("q", bytes(8 * games)), array("q", bytes(8 * games))
        board = bytearray(90)
        self.form.replay_all(
            *self._seen(text, array("q", ends), lexicon, START_BOARD, board, moves, plies, stops)
        )
        return memoryview(moves), plies.tolist(), stops.tolist()

    def replay(self, text: bytes, lexicon: bytes, board: bytearray, side: int) -> tuple[bytes, int]:
        """Play the regular moves of a text on a board of one's own: (moves, offset where it stopped)."""
        moves = bytearray(len(text) // 2 + 8)
        seen_text, seen_lexicon, seen_board, seen_moves = self._seen(text, lexicon, board, moves)
        plies, stop = self.form.replay(seen_text, 0, len(text), seen_lexicon, seen_board, side, seen_moves, 0)
        return bytes(moves[: 2 * plies]), int(stop)

    def describe_all(self, moves: bytes, ends: Ends, opening: bytes = START_BOARD) -> list[int]:
        """`kernel.describe` every ply of the games moves[ends[n]:ends[n + 1]]: one code a ply, in order."""
        codes = array("i", bytes(4 * (len(moves) // 2)))
        self.form.describe_all(*self._seen(moves, array("q", ends), opening, bytearray(90), codes))
        return codes.tolist()

    def _seen(self, *buffers: Any) -> tuple[Any, ...]:
        """The same memory as this form wants it: as it is, or as NumPy arrays."""
        if not self.is_compiled:
            return buffers
        import numpy

        return tuple(
            numpy.frombuffer(buffer, dtype=buffer.typecode if isinstance(buffer, array) else "u1")
            for buffer in buffers
        )


PLAIN = Engine(kernel)


def engine_for(games: int) -> Engine:
    """The form that will have finished first with so many games. `KYPHO_KERNEL` = plain or compiled decides too."""
    wish = os.environ.get("KYPHO_KERNEL", "")
    if wish == "plain" or (wish != "compiled" and games < WORTH_COMPILING):
        return PLAIN
    twin = load()
    return Engine(twin) if twin else PLAIN
