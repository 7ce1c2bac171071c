"""Reading in a process of its own, on another core than whoever stores or writes what was read.

The process is told what is wanted over its standard input (arguments have no room for many files), as JSON. It sends
what it has read as frames over its standard output: a length (64-bit, this machine's order), then plain values as
`marshal` writes them. Both ends are the same program. Whoever asks begins the process first and wakes up himself
meanwhile: this module imports what it needs when it needs it.
"""

import gc
import json
import marshal
import os
import subprocess
import sys
from array import array
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from importlib import import_module
from itertools import pairwise
from pathlib import Path
from queue import Empty, Queue
from threading import Thread
from typing import IO, TYPE_CHECKING, Any

import app
from app.ingest.inputs import Input
from app.ingest.wanted import Wanted

if TYPE_CHECKING:
    from app.ingest.parts import Part

WORTH_IT = 4 << 20  # bytes to read; fewer are read here before another process would have begun
A_FILE = 20_000  # bytes of text that are read while a file is opened and its format told
ROOM = 4  # frames that may wait to be taken
PATIENCE = 0.1  # seconds between two looks at whether to break off


_awake: list[subprocess.Popen[bytes]] = []  # processes that were begun early


def is_worth_it(size: int, files: int = 0) -> bool:
    """Whether so many bytes of text in so many files are read sooner in a process of its own."""
    return size + files * A_FILE >= WORTH_IT and (os.cpu_count() or 1) > 1


def wake_early(arguments: Sequence[str]) -> None:
    """Begin the process while the command line is still being understood, if large files seem to be named in it."""
    size = 0
    for before, argument in pairwise(arguments):
        if not before.startswith("-") and os.path.isfile(argument):  # else it may be the option's value
            with suppress(OSError):
                size += os.path.getsize(argument)
    if is_worth_it(size):
        _awake.append(_begin())


def _begin() -> subprocess.Popen[bytes]:
    """A process that waits for its order; without one it ends with this one."""
    paths = os.pathsep.join(filter(None, (str(Path(app.__file__).parent.parent), os.environ.get("PYTHONPATH"))))
    return subprocess.Popen(
        [sys.executable, "-c", f"from {__name__} import main; main()"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env=os.environ | {"PYTHONPATH": paths},
        start_new_session=True,  # an interrupt is for whoever asked, who then closes this process
    )


class Beside:
    """A process that reads what is wanted. Close it after use."""

    def __init__(self, wanted: Wanted):
        self._process = _awake.pop() if _awake else _begin()
        self._ordered = json.dumps(wanted).encode() + b"\n"
        self._frames: Queue[bytes | None] = Queue(ROOM)
        self._thread = Thread(target=self._fetch, daemon=True)
        self._thread.start()

    def parts(self, asked: Callable[[], bool]) -> "Iterator[Part]":
        """What it reads. Raises what went wrong there; asked tells whether to break off by KeyboardInterrupt."""
        from app.errors import FormatError, KyphoError
        from app.games.packing import unpack, unpack_fault
        from app.ingest.parts import Ended, Part

        while True:
            if asked():
                raise KeyboardInterrupt
            try:
                frame = self._frames.get(timeout=PATIENCE)
            except Empty:
                continue
            if frame is None:
                raise KyphoError("the process that reads has stopped; what it had read is kept")
            kind, *values = marshal.loads(frame)
            if kind == "done":
                return
            if kind != "part":
                raise {"OSError": OSError, "FormatError": FormatError}.get(kind, KyphoError)(*values)
            file, readings, faults, read, ended = values
            yield Part(
                file,
                list(map(unpack, readings)),
                list(map(unpack_fault, faults)),
                read,
                Ended(*ended) if ended else None,
            )

    def close(self) -> None:
        """End the process, whatever it is doing."""
        self._process.kill()
        self._process.wait()
        while self._thread.is_alive():  # it may wait for room
            with suppress(Empty):
                self._frames.get(timeout=PATIENCE)

    def _fetch(self) -> None:
        """Say what is wanted, then take frames as they come, so that the process need not wait."""
        assert self._process.stdin and self._process.stdout
        with suppress(BrokenPipeError), self._process.stdin as stream:  # if it has ended, so do its frames
            stream.write(self._ordered)
        with self._process.stdout as stream:
            while len(head := stream.read(8)) == 8:
                (length,) = array("q", head)
                self._frames.put(stream.read(length))
        self._frames.put(None)


def serve(wanted: Wanted, out: IO[bytes]) -> None:
    """Read what is wanted, and send it."""
    from app.board.engine import BYTES_A_GAME, engine_for

    engine = engine_for(sum(one.text for one in wanted.inputs) / BYTES_A_GAME)
    from app.errors import KyphoError
    from app.games.packing import pack, pack_fault
    from app.ingest.parts import parts_of

    def send(*values: Any) -> None:
        frame = marshal.dumps(values)
        out.write(array("q", [len(frame)]).tobytes())
        out.write(frame)
        out.flush()

    try:
        for part in parts_of(wanted, engine):
            faults = list(map(pack_fault, part.faults))
            ended = part.ended and tuple(part.ended)
            send("part", part.file, list(map(pack, part.readings)), faults, part.read, ended)
        send("done")
    except OSError as error:
        send("OSError", error.errno, error.strerror, error.filename)
    except KyphoError as error:
        send(type(error).__name__, str(error))


def main() -> None:
    """The process: what it will need, then its order, if one comes."""
    gc.disable()  # it lives short, and what it makes is sent away
    for module in ("ingest.parts", "formats.opening", "formats.interpret", "formats.cxq.reader", "games.packing"):
        import_module(f"app.{module}")
    ordered = sys.stdin.buffer.read()
    if not ordered.endswith(b"\n"):  # whoever asked has ended before
        return
    inputs, *rest = json.loads(ordered)
    try:
        serve(Wanted([Input(*one) for one in inputs], *rest), sys.stdout.buffer)
    except BrokenPipeError:  # whoever asked has ended; what is left to be sent is nobody's
        os._exit(1)
