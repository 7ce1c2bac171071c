"""Files to readings, a part at a time: in this process, or sent from another (`beside.py`)."""

import hashlib
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from itertools import chain, islice
from typing import Any, BinaryIO, NamedTuple

from app.board.engine import Engine
from app.errors import Fault
from app.games.reading import Reading
from app.ingest.wanted import Wanted
from app.notation import notation_named

PART = 2000  # games read, and stored, together


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
        self._wanted = wanted
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
        from app.formats.encodings import encoding_named
        from app.formats.interpret import Tongues, interpret
        from app.formats.record import Stray

        encoding, notation = self._wanted.encoding, self._wanted.notation
        decoder = Decoder(self._file, self._faults, encoding_named(encoding) if encoding else None)
        texts = decoder.windows(self._stream)
        first = next(texts, None)
        if first is None:
            return
        reader = READERS[format_of(first.text)]()

        def records() -> Iterator[Any]:
            for window in chain([first], texts):
                yield from reader.read(window.text, self._file, window.line)

        tongues = Tongues((notation_named(notation),)) if notation else reader.tongues
        for item in interpret(records(), reader.again, self._engine, tongues):
            if self._asked():
                raise KeyboardInterrupt
            if isinstance(item, Stray):
                self._faults.append(item.fault)
            else:
                if item.game.faults:
                    self._faults += item.game.faults
                if told := decoder.encoding_of(item.game):
                    self._encodings[told] = self._encodings.get(told, 0) + 1
                yield item


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
