"""The kernel over whole archives: games in flat memory, in plain Python or compiled, here or in a process beside us.

numba takes half a second to wake up. So a few games are played in plain Python at once, and for an archive the
compiled form wakes up in a process of its own while this one reads; the two then work side by side.
"""

import os
from array import array
from collections.abc import Callable, Sequence
from importlib.util import find_spec
from types import ModuleType
from typing import Any, NamedTuple, Protocol

from app.board import kernel, tracks
from app.board.fen import START_BOARD
from app.board.keys import numbers

WORTH_COMPILING = 250  # games; fewer are played in plain Python before numba has been imported
BYTES_A_GAME = 800  # of CXQ text, about

Ends = Sequence[int]


class Replayed(NamedTuple):
    """Games read from text. Game n's moves are 2 * plies[n] bytes of moves from 2 * ((ends[n] + 3) // 4) on;
    stops[n] is the offset it was read to: ends[n + 1] when it was read whole."""

    moves: bytes
    plies: list[int]
    stops: list[int]


class Engine(Protocol):
    """Whoever plays many games: each call may answer later, when its answer is asked for."""

    def replay_all(self, text: bytes, ends: Ends, lexicon: bytes) -> Callable[[], Replayed]:
        """Read the games text[ends[n]:ends[n + 1]] from the normal start, with the lexicon of their notation.

        A lexicon is 5 * 256 bytes (see `kernel.replay`); for moves written by their points two bytes more: the number
        of Red's back rank, and whether ranks are counted from Black's side.
        """

    def describe_all(self, moves: bytes, ends: Ends, opening: bytes = START_BOARD) -> Callable[[], Ends]:
        """`kernel.describe` every ply of the games moves[ends[n]:ends[n + 1]]: one code a ply, in order."""

    def verify_all(
        self, moves: bytes, ends: Ends, opening: bytes = START_BOARD, side: int = kernel.RED
    ) -> Callable[[], Ends]:
        """For each game moves[ends[n]:ends[n + 1]] the first ply (from 0) that is not legal, or -1."""

    def verify_trees(
        self, moves: bytes, depths: Ends, ends: Ends, openings: bytes, sides: bytes
    ) -> Callable[[], bytes]:
        """For each node of many trees (see `kernel.verify_trees`) 1 if it and all before it are legal, else 0.

        openings: 90 bytes a tree; sides: one byte a tree, the side to move.
        """

    def keys_all(
        self, moves: bytes, ends: Ends, opening: bytes = START_BOARD, side: int = kernel.RED
    ) -> Callable[[], Ends]:
        """The keys of all positions of the games moves[ends[n]:ends[n + 1]], in order: one more a game than plies."""

    def index_all(
        self, moves: bytes, ends: Ends, names: Ends, opening: bytes = START_BOARD, side: int = kernel.RED
    ) -> Callable[[], bytes]:
        """The sorted entries (64-bit, see `tracks`) of all positions of the games; names[n] is game n's number."""

    def close(self) -> None:
        """Let go of what the engine holds."""


class Local:
    """A form of the kernel in this process. The plain form is the oracle of the compiled one."""

    def __init__(self, form: ModuleType):
        self.form: Any = form
        self._tracks: Any = None

    def replay_all(self, text: bytes, ends: Ends, lexicon: bytes) -> Callable[[], Replayed]:
        games = len(ends) - 1
        moves = bytearray(len(text) // 2 + 8)
        plies, stops = array("q", bytes(8 * games)), array("q", bytes(8 * games))
        seen_text, seen_ends, signs, *rest = self._seen(
            text, array("q", ends), lexicon[: kernel.LEXICON], START_BOARD, bytearray(90), moves, plies, stops
        )
        if len(lexicon) == kernel.LEXICON:
            self.form.replay_all(seen_text, seen_ends, signs, *rest)
        else:
            first_rank, flipped = lexicon[kernel.LEXICON :]
            self.form.replay_all_points(seen_text, seen_ends, signs, first_rank, flipped, *rest)
        answer = Replayed(bytes(moves), plies.tolist(), stops.tolist())
        return lambda: answer

    def describe_all(self, moves: bytes, ends: Ends, opening: bytes = START_BOARD) -> Callable[[], Ends]:
        codes = array("i", bytes(4 * (len(moves) // 2)))
        self.form.describe_all(*self._seen(moves, array("q", ends), opening, bytearray(90), codes))
        return lambda: codes

    def verify_all(
        self, moves: bytes, ends: Ends, opening: bytes = START_BOARD, side: int = kernel.RED
    ) -> Callable[[], Ends]:
        wrong = array("q", bytes(8 * (len(ends) - 1)))
        moves, ends, opening, board, wrong_seen = self._seen(moves, array("q", ends), opening, bytearray(90), wrong)
        self.form.verify_all(moves, ends, opening, side, board, wrong_seen)
        return lambda: wrong

    def verify_trees(
        self, moves: bytes, depths: Ends, ends: Ends, openings: bytes, sides: bytes
    ) -> Callable[[], bytes]:
        path, sure = array("q", bytes(24 * max(depths, default=0))), bytearray(len(depths))
        self.form.verify_trees(
            *self._seen(moves, array("i", depths), array("q", ends), openings, sides, bytearray(90), path, sure)
        )
        return lambda: bytes(sure)

    def keys_all(
        self, moves: bytes, ends: Ends, opening: bytes = START_BOARD, side: int = kernel.RED
    ) -> Callable[[], Ends]:
        keys = array("q", bytes(8 * (len(moves) // 2 + len(ends) - 1)))
        moves, ends, opening, table, board, seen = self._seen(
            moves, array("q", ends), opening, numbers(), bytearray(90), keys
        )
        self.tracks.keys_all(moves, ends, opening, side, table, board, seen)
        return lambda: keys

    def index_all(
        self, moves: bytes, ends: Ends, names: Ends, opening: bytes = START_BOARD, side: int = kernel.RED
    ) -> Callable[[], bytes]:
        entries = self.keys_all(moves, ends, opening, side)()
        seen_ends, seen_names, seen = self._seen(array("q", ends), array("q", names), entries)
        self.tracks.enter_all(seen_ends, seen_names, seen)
        if self.form is kernel:
            seen = array("q", sorted(seen))
        else:
            seen.sort()
        answer = seen[: self.tracks.thin(seen)].tobytes()
        return lambda: answer

    @property
    def tracks(self) -> Any:
        """The form of `tracks` that goes with this form of the kernel."""
        if self._tracks is None and self.form is kernel:
            self._tracks = tracks
        elif self._tracks is None:
            from app.board.compiled import load

            self._tracks = load(tracks)
        return self._tracks

    def close(self) -> None:
        pass

    def _seen(self, *buffers: Any) -> tuple[Any, ...]:
        """The same memory as this form wants it: as it is, or as NumPy arrays."""
        if self.form is kernel:
            return buffers
        import numpy

        return tuple(
            numpy.frombuffer(buffer, dtype=buffer.typecode if isinstance(buffer, array) else "u1") for buffer in buffers
        )


PLAIN = Local(kernel)


def engine_for(games: float) -> Engine:
    """The engine that will have finished first with so many games; close it after use.

    The environment variable KYPHO_KERNEL decides instead: plain, compiled (in this process) or beside.
    """
    wish = os.environ.get("KYPHO_KERNEL") or ("plain" if games < WORTH_COMPILING else "beside")
    if wish == "plain" or find_spec("numba") is None:
        return PLAIN
    if wish == "compiled":
        from app.board.compiled import load

        return Local(load())
    from app.board.beside import Beside

    return Beside()
