"""Files to readings, a part at a time: in this process, or sent from another (`beside.py`)."""

import hashlib
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from itertools import chain, islice
from typing import TYPE_CHECKING, Any, BinaryIO, NamedTuple

from app.board.engine import Engine
from app.errors import Fault
from app.games.reading import Reading
from app.notation import notation_named

if TYPE_CHECKING:
    from app.formats.encodings import Encoding

PART = 2000  # games read, and stored, together


class Wanted(NamedTuple):
    """What to read: files, and the notation and the encoding they are in, where the games are not to be asked."""

    files: list[str]
    notation: str | None = None
    encoding: str | None = None


class Ended(NamedTuple):
    """What is known of a source once it has been read: its bytes' SHA-256 and number, its encodings (of how many games)."""

    digest: str
    size: int
    encodings: dict[str, int]


class Part(NamedTuple):
    """Some of a source: games, all faults found meanwhile, and the bytes read since the last part; at its end, `ended`."""

    file: str
    readings: list[Reading]
    faults: list[Fault]
    read: int
    ended: Ended | None = None


def parts_of(wanted: Wanted, engine: Engine, asked: Callable[[], bool] = lambda: False) -> Iterator[Part]:
    """Read files. asked tells, again and again, whether to break off by KeyboardInterrupt."""
    for file in wanted.files:
        with ExitStack() as stack:
            raw = sys.stdin.buffer if file == "-" else stack.enter_context(open(file, "rb"))
            yield from _Source(file, _Stream(raw), wanted, engine, asked).parts()


class _Source:
    """One source being read."""

    def __init__(self, file: str, stream: "_Stream", wanted: Wanted, engine: Engine, asked: Callable[[], bool]) -> None:
        self._file, self._stream, self._engine, self._asked = file, stream, engine, asked
        self._notation = notation_named(wanted.notation) if wanted.notation else None
        self._encoding = encoding_named(wanted.encoding) if wanted.encoding else None
        self._faults: list[Fault] = []
        self._encodings: dict[str, int] = {}

    def parts(self) -> Iterator[Part]:
        """The parts; the last says how it ended."""
        readings = self._readings()
        while batch := list(islice(readings, PART)):
            yield self._part(batch)
        yield self._part([], Ended(self._stream.digest(), self._stream.size, self._encodings))

    def _part(self, batch: list[Reading], ended: Ended | None = None) -> Part:
        faults = self._faults.copy()
        self._faults.clear()
        return Part(self._file, batch, faults, self._stream.news(), ended)

    def _readings(self) -> Iterator[Reading]:
        """The games of the source, in order; everything that is wrong is noted."""
        from app.formats import READERS, format_of
        from app.formats.decoding import Decoder
        from app.formats.interpret import Tongues, interpret
        from app.formats.record import Stray

        decoder = Decoder(self._file, self._faults, self._encoding)
        texts = decoder.windows(self._stream)
        first = next(texts, None)
        if first is None:
            return
        reader = READERS[format_of(first.text)]()

        def records() -> Iterator[Any]:
            for window in chain([first], texts):
                yield from reader.read(window.text, self._file, window.line)

        tongues = Tongues((self._notation,)) if self._notation else reader.tongues
        for item in interpret(records(), reader.again, self._engine, tongues):
            if self._asked():
                raise KeyboardInterrupt
            if isinstance(item, Stray):
                self._faults.append(item.fault)
            else:
                if item.game.faults:
                    self._faults += item.game.faults
                if encoding := decoder.encoding_of(item.game):
                    self._encodings[encoding] = self._encodings.get(encoding, 0) + 1
                yield item


def digest_of(file: str) -> str:
    """The SHA-256 of a file, as `Ended` has it."""
    with open(file, "rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def encoding_named(name: str) -> "Encoding":
    """Raises `FormatError`."""
    from app.formats import encodings

    return encodings.encoding_named(name)


class _Stream:
    """A stream that knows its size and digest when it has been read."""

    def __init__(self, stream: BinaryIO):
        self._stream, self._digest = stream, hashlib.sha256()
        self._beside = ThreadPoolExecutor(1)  # digests while the games are read
        self.size = self._told = 0

    def read(self, count: int) -> bytes:
        """The next bytes."""
        data = self._stream.read(count)
        self.size += len(data)
        self._beside.submit(self._digest.update, data)
        return data

    def news(self) -> int:
        """How many bytes were read since this was asked before."""
        told, self._told = self._told, self.size
        return self.size - told

    def digest(self) -> str:
        """The SHA-256 of all that was read."""
        self._beside.shutdown()
        return self._digest.hexdigest()
