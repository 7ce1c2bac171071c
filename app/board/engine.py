"""The kernel over whole archives: games in flat memory, in plain Python at once, or compiled in threads.

Compiled loops leave Python's lock free: they play on one core while this program reads on another. A few games are
played in plain Python before the compiled code would be there.
"""

import os
from array import array
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from importlib.util import find_spec
from types import SimpleNamespace
from typing import Any, NamedTuple, Protocol, TypeVar

from app.board import kernel, tracks
from app.board.fen import START_BOARD
from app.board.keys import PIECES, numbers
from app.board.shapes import Shape, flat

WORTH_LOADING = 30  # games; fewer are played in plain Python before compiled code has been loaded
WORTH_COMPILING = 2500  # games; fewer are played before it has been made, if it must be made first
LITTLE = 1 << 14  # bytes of moves; so few are played before another thread would have begun
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

    def standing_all(
        self, moves: bytes, ends: Ends, shapes: Sequence[Shape], length: int = 1, opening: bytes = START_BOARD
    ) -> Callable[[], Ends]:
        """For each game moves[ends[n]:ends[n + 1]] the first ply (0 is the start) from which one of the shapes stands
        on the board in so many positions in a row, or -1."""

    def close(self) -> None:
        """Let go of what the engine holds."""


class Local:
    """A form of the kernel, asked and waited for. The plain form is the oracle of the compiled one."""

    def __init__(self, loops: Any):
        self._loops = loops

    def replay_all(self, text: bytes, ends: Ends, lexicon: bytes) -> Callable[[], Replayed]:
        games = len(ends) - 1
        moves = bytearray(len(text) // 2 + 8)
        plies, stops = _room("q", games), _room("q", games)
        signs, points = lexicon[: kernel.LEXICON], lexicon[kernel.LEXICON :]
        rest = (START_BOARD, bytearray(90), moves, plies, stops)
        if points:
            first_rank, flipped = points
            self._loops.replay_all_points(text, array("q", ends), signs, first_rank, flipped, *rest)
        else:
            self._loops.replay_all(text, array("q", ends), signs, *rest)
        answer = Replayed(bytes(moves), plies.tolist(), stops.tolist())
        return lambda: answer

    def describe_all(self, moves: bytes, ends: Ends, opening: bytes = START_BOARD) -> Callable[[], Ends]:
        codes = _room("i", len(moves) // 2)
        self._loops.describe_all(moves, array("q", ends), opening, bytearray(90), codes)
        return lambda: codes

    def verify_all(
        self, moves: bytes, ends: Ends, opening: bytes = START_BOARD, side: int = kernel.RED
    ) -> Callable[[], Ends]:
        wrong = _room("q", len(ends) - 1)
        self._loops.verify_all(moves, array("q", ends), opening, side, bytearray(90), wrong)
        return lambda: wrong

    def verify_trees(
        self, moves: bytes, depths: Ends, ends: Ends, openings: bytes, sides: bytes
    ) -> Callable[[], bytes]:
        path, sure = _room("q", 3 * max(depths, default=0)), bytearray(len(depths))
        self._loops.verify_trees(
            moves, array("i", depths), array("q", ends), openings, sides, bytearray(90), path, sure
        )
        return lambda: bytes(sure)

    def keys_all(
        self, moves: bytes, ends: Ends, opening: bytes = START_BOARD, side: int = kernel.RED
    ) -> Callable[[], Ends]:
        keys = _room("q", len(moves) // 2 + len(ends) - 1)
        self._loops.keys_all(moves, array("q", ends), opening, side, numbers(), bytearray(90), keys)
        return lambda: keys

    def index_all(
        self, moves: bytes, ends: Ends, names: Ends, opening: bytes = START_BOARD, side: int = kernel.RED
    ) -> Callable[[], bytes]:
        entries = array("q", self.keys_all(moves, ends, opening, side)())
        self._loops.enter_all(array("q", ends), array("q", names), entries)
        self._loops.sort(entries, _room("q", len(entries)), _room("q", 256))
        answer = entries[: self._loops.thin(entries)].tobytes()
        return lambda: answer

    def standing_all(
        self, moves: bytes, ends: Ends, shapes: Sequence[Shape], length: int = 1, opening: bytes = START_BOARD
    ) -> Callable[[], Ends]:
        counts, wanting, standing = (_room("q", size) for size in (2 * PIECES, 2 * len(shapes), len(shapes)))
        plies = _room("q", len(ends) - 1)
        asked = (moves, array("q", ends), opening, *flat(shapes), length)
        self._loops.standing_all(*asked, bytearray(90), counts, wanting, standing, plies)
        return lambda: plies

    def close(self) -> None:
        pass


def _room(item: str, count: int) -> "array[int]":
    """Flat memory for so many numbers."""
    made = array(item)
    return array(item, bytes(made.itemsize * count))


LOOPS = SimpleNamespace(**vars(tracks) | vars(kernel))  # plain Python
PLAIN = Local(LOOPS)


Answer = TypeVar("Answer")


class Threads:
    """The compiled kernel, which loads and plays while whoever asks does something else."""

    def __init__(self) -> None:
        self._pool = ThreadPoolExecutor(min(4, os.cpu_count() or 1))
        self._local = self._pool.submit(_compiled)

    def replay_all(self, text: bytes, ends: Ends, lexicon: bytes) -> Callable[[], Replayed]:
        return self._later(len(text), lambda local: local.replay_all(text, ends, lexicon))

    def describe_all(self, moves: bytes, ends: Ends, opening: bytes = START_BOARD) -> Callable[[], Ends]:
        return self._later(len(moves), lambda local: local.describe_all(moves, ends, opening))

    def verify_all(
        self, moves: bytes, ends: Ends, opening: bytes = START_BOARD, side: int = kernel.RED
    ) -> Callable[[], Ends]:
        return self._later(len(moves), lambda local: local.verify_all(moves, ends, opening, side))

    def verify_trees(
        self, moves: bytes, depths: Ends, ends: Ends, openings: bytes, sides: bytes
    ) -> Callable[[], bytes]:
        return self._later(len(moves), lambda local: local.verify_trees(moves, depths, ends, openings, sides))

    def keys_all(
        self, moves: bytes, ends: Ends, opening: bytes = START_BOARD, side: int = kernel.RED
    ) -> Callable[[], Ends]:
        return self._later(len(moves), lambda local: local.keys_all(moves, ends, opening, side))

    def index_all(
        self, moves: bytes, ends: Ends, names: Ends, opening: bytes = START_BOARD, side: int = kernel.RED
    ) -> Callable[[], bytes]:
        return self._later(len(moves), lambda local: local.index_all(moves, ends, names, opening, side))

    def standing_all(
        self, moves: bytes, ends: Ends, shapes: Sequence[Shape], length: int = 1, opening: bytes = START_BOARD
    ) -> Callable[[], Ends]:
        return self._later(len(moves), lambda local: local.standing_all(moves, ends, shapes, length, opening))

    def close(self) -> None:
        self._pool.shutdown(cancel_futures=True)

    def _later(self, size: int, ask: Callable[[Local], Callable[[], Answer]]) -> Callable[[], Answer]:
        if size < LITTLE and self._local.done():
            return ask(self._local.result())
        future = self._pool.submit(lambda: ask(self._local.result())())
        return future.result


def _compiled() -> Local:
    from app.board.compiled import load

    return Local(load())


def engine_for(games: float) -> Engine:
    """The engine that will have finished first with so many games; close it after use.

    The environment variable KYPHO_KERNEL decides instead: plain or compiled.
    """
    wish = os.environ.get("KYPHO_KERNEL") or ("compiled" if _is_worth_while(games) else "plain")
    return Threads() if wish == "compiled" and find_spec("numba") else PLAIN


def _is_worth_while(games: float) -> bool:
    """Whether compiled code will have been faster, if numba is there: its version is part of the kept code's name."""
    if games < WORTH_LOADING or find_spec("numba") is None:
        return False
    from app.board.compiled import kept_at

    return games >= WORTH_COMPILING or kept_at() is not None
