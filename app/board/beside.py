"""The compiled kernel in a process beside this one, spoken to in frames of bytes over its standard streams.

A frame is a count of buffers, their lengths (64-bit, this machine's order), then the buffers.
"""

import gc
import os
import subprocess
import sys
from array import array
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import IO

from app.board.engine import Ends, Local, Replayed
from app.board.fen import START_BOARD
from app.board.kernel import RED
from app.errors import KyphoError

ROOT = Path(__file__).parent.parent.parent


class Beside:
    """An engine that works while its caller does something else. Calls are answered in order."""

    def __init__(self) -> None:
        paths = os.pathsep.join(filter(None, (str(ROOT), os.environ.get("PYTHONPATH"))))
        self._process = subprocess.Popen(
            [sys.executable, "-m", "app.board.beside"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=os.environ | {"PYTHONPATH": paths, "OPENBLAS_NUM_THREADS": "1"},  # no matrices here
            start_new_session=True,  # an interrupt is for the caller, who then closes this process
        )
        self._post = ThreadPoolExecutor(1)

    def replay_all(self, text: bytes, ends: Ends, lexicon: bytes) -> Callable[[], Replayed]:
        answer = self._post.submit(self._ask, b"replay", text, array("q", ends).tobytes(), lexicon)

        def result() -> Replayed:
            moves, plies, stops = answer.result()
            return Replayed(moves, array("q", plies).tolist(), array("q", stops).tolist())

        return result

    def describe_all(self, moves: bytes, ends: Ends, opening: bytes = START_BOARD) -> Callable[[], Ends]:
        answer = self._post.submit(self._ask, b"describe", moves, array("q", ends).tobytes(), opening)
        return lambda: array("i", answer.result()[0])

    def verify_all(self, moves: bytes, ends: Ends, opening: bytes = START_BOARD, side: int = RED) -> Callable[[], Ends]:
        answer = self._post.submit(self._ask, b"verify%d" % side, moves, array("q", ends).tobytes(), opening)
        return lambda: array("q", answer.result()[0])

    def verify_trees(
        self, moves: bytes, depths: Ends, ends: Ends, openings: bytes, sides: bytes
    ) -> Callable[[], bytes]:
        seen = (moves, array("q", ends).tobytes(), openings, array("i", depths).tobytes(), sides)
        answer = self._post.submit(self._ask, b"trees", *seen)
        return lambda: answer.result()[0]

    def keys_all(self, moves: bytes, ends: Ends, opening: bytes = START_BOARD, side: int = RED) -> Callable[[], Ends]:
        answer = self._post.submit(self._ask, b"keys%d" % side, moves, array("q", ends).tobytes(), opening)
        return lambda: array("q", answer.result()[0])

    def index_all(
        self, moves: bytes, ends: Ends, names: Ends, opening: bytes = START_BOARD, side: int = RED
    ) -> Callable[[], bytes]:
        buffers = (moves, array("q", ends).tobytes(), opening, array("q", names).tobytes())
        answer = self._post.submit(self._ask, b"index%d" % side, *buffers)
        return lambda: answer.result()[0]

    def close(self) -> None:
        assert self._process.stdin and self._process.stdout
        self._post.shutdown(cancel_futures=True)
        self._process.stdin.close()
        self._process.stdout.close()
        self._process.wait()

    def _ask(self, *buffers: bytes) -> list[bytes]:
        assert self._process.stdin and self._process.stdout
        try:
            send(self._process.stdin, buffers)
            return receive(self._process.stdout)
        except (OSError, EOFError) as error:
            raise KyphoError("the compiled kernel has stopped; KYPHO_KERNEL=plain works without it") from error


def send(stream: IO[bytes], buffers: tuple[bytes, ...] | list[bytes]) -> None:
    """Write one frame."""
    stream.write(array("q", [len(buffers), *map(len, buffers)]).tobytes())
    for buffer in buffers:
        stream.write(buffer)
    stream.flush()


def receive(stream: IO[bytes]) -> list[bytes]:
    """Read one frame. Raises EOFError where there is none."""
    (count,) = array("q", _exactly(stream, 8))
    lengths = array("q", _exactly(stream, 8 * count))
    return [_exactly(stream, length) for length in lengths]


def _exactly(stream: IO[bytes], length: int) -> bytes:
    data = stream.read(length)
    if len(data) < length:
        raise EOFError
    return data


def serve() -> None:
    """Answer frames until the caller closes the stream."""
    gc.disable()
    from app.board.compiled import load

    engine = Local(load())
    while True:
        try:
            what, first, ends, last, *more = receive(sys.stdin.buffer)
        except EOFError:
            os._exit(0)  # nothing is left to flush, and numba takes long to say goodbye
        if what == b"replay":
            moves, plies, stops = engine.replay_all(first, array("q", ends), last)()
            answer = [moves, array("q", plies).tobytes(), array("q", stops).tobytes()]
        elif what == b"describe":
            answer = [bytes(engine.describe_all(first, array("q", ends), last)())]
        elif what == b"trees":
            answer = [engine.verify_trees(first, array("i", more[0]), array("q", ends), last, more[1])()]
        elif what[:-1] == b"keys":
            answer = [bytes(engine.keys_all(first, array("q", ends), last, int(what[-1:]))())]
        elif what[:-1] == b"index":
            names = array("q", more[0])
            answer = [engine.index_all(first, array("q", ends), names, last, int(what[-1:]))()]
        else:
            answer = [bytes(engine.verify_all(first, array("q", ends), last, int(what[-1:]))())]
        try:
            send(sys.stdout.buffer, answer)
        except BrokenPipeError:
            os._exit(0)


if __name__ == "__main__":
    serve()
