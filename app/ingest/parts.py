"""Files to readings, a part at a time: in this process, or sent from another (`beside.py`)."""

import hashlib
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from itertools import islice
from typing import NamedTuple

from app.board.engine import Engine
from app.errors import Fault, FormatError, Place
from app.games.reading import Reading
from app.ingest.inputs import Input
from app.ingest.unpacking import BROKEN, SWOLLEN_RATIO, Opener, Stream, Swollen
from app.ingest.wanted import Wanted
from app.notation import notation_named

PART = 2000  # games read, and stored, together
AT_ONCE = 1 << 16  # bytes that are digested sooner than a thread is made for them


class Ended(NamedTuple):
    """What is known of a source once it has been read: its bytes' SHA-256 and number, its format, its encodings (of how
    many games)."""

    digest: str | None
    size: int
    format: str | None
    encodings: dict[str, int]
    error: str | None = None  # why it could not be opened


class Part(NamedTuple):
    """Some of a source: games, all faults found meanwhile, and the bytes read since the last part; at its end, `ended`."""

    file: str
    readings: list[Reading]
    faults: list[Fault]
    read: int
    ended: Ended | None = None


def parts_of(wanted: Wanted, engine: Engine, asked: Callable[[], bool] = lambda: False) -> Iterator[Part]:
    """Read files. asked tells, again and again, whether to break off by KeyboardInterrupt."""
    swollen: str | None = None  # a zip file that is not read on
    with Opener() as opener:
        for number, source in enumerate(wanted.inputs):
            if source.path == swollen and source.member is not None:
                continue
            with ExitStack() as stack:
                try:
                    stream, position = stack.enter_context(opener.opened(source))
                except Swollen:
                    swollen = source.path
                    yield _not_read([one for one in wanted.inputs[number:] if one.path == swollen])
                    continue
                except (FormatError, *BROKEN) as error:
                    why = error.strerror if isinstance(error, OSError) else str(error)
                    yield _unopened(source.name, source.size, why or type(error).__name__)
                    continue
                yield from _Source(source.name, stream, position, wanted, engine, asked).parts()


def _unopened(name: str, size: int, why: str) -> Part:
    return Part(name, [], [], size, Ended(None, 0, None, {}, why))


def _not_read(members: list[Input]) -> Part:
    """The rest of a zip file that holds too much."""
    why = f"it holds more than {SWOLLEN_RATIO} times its size; {len(members):,} of the files in it are not read"
    return _unopened(members[0].path, sum(one.size for one in members), why)


class _Source:
    """One source being read."""

    def __init__(
        self,
        file: str,
        stream: Stream,
        position: Callable[[], int],
        wanted: Wanted,
        engine: Engine,
        asked: Callable[[], bool],
    ) -> None:
        self._file, self._position, self._wanted, self._engine, self._asked = file, position, wanted, engine, asked
        self._faults: list[Fault] = []
        self._stream = _Stream(stream, self._note)
        self._told = 0
        self._encodings: dict[str, int] = {}
        self._format: str | None = None

    def parts(self) -> Iterator[Part]:
        """The parts; the last says how it ended."""
        readings = self._readings()
        while batch := list(islice(readings, PART)):
            yield self._part(batch)
        yield self._part([], Ended(self._stream.digest(), self._stream.size, self._format, self._encodings))

    def _part(self, batch: list[Reading], ended: Ended | None = None) -> Part:
        faults = self._faults.copy()
        self._faults.clear()
        told, self._told = self._told, self._position()
        return Part(self._file, batch, faults, self._told - told, ended)

    def _note(self, error: Exception) -> None:
        """The bytes end before they should; what came before them is read."""
        why = str(error) or type(error).__name__
        message = f"the file cannot be read to its end ({why}); what comes before is kept"
        self._faults.append(Fault(Place(self._file, 1), "unreadable-file", message))

    def _readings(self) -> Iterator[Reading]:
        """The games of the source, in order; everything that is wrong is noted."""
        from app.formats.encodings import encoding_named
        from app.formats.opening import open_source
        from app.formats.record import Stray

        encoding, notation = self._wanted.encoding, self._wanted.notation
        said = encoding_named(encoding) if encoding else None
        source = open_source(self._stream, self._file, self._faults, said)
        for item in source.interpret(self._engine, notation_named(notation) if notation else None):
            self._format = source.format
            if self._asked():
                raise KeyboardInterrupt
            if isinstance(item, Stray):
                self._faults.append(item.fault)
            else:
                if item.game.faults:
                    self._faults += item.game.faults
                if told := source.encoding_of(item.game):
                    self._encodings[told] = self._encodings.get(told, 0) + 1
                yield item


class _Stream:
    """A stream that knows its size and digest when it has been read, and ends where it is damaged."""

    def __init__(self, stream: Stream, note: Callable[[Exception], None]):
        self._stream, self._note, self._digest = stream, note, hashlib.sha256()
        self._beside: ThreadPoolExecutor | None = None  # digests while the games are read, if that takes long
        self.size = 0
        self._is_broken = False

    def read(self, count: int) -> bytes:
        """The next bytes."""
        try:
            data = b"" if self._is_broken else self._stream.read(count)
        except (FormatError, *BROKEN) as error:
            self._is_broken, data = True, b""
            self._note(error)
        self.size += len(data)
        if self._beside is None and len(data) > AT_ONCE:
            self._beside = ThreadPoolExecutor(1)
        if self._beside is None:
            self._digest.update(data)
        else:
            self._beside.submit(self._digest.update, data)
        return data

    def digest(self) -> str:
        """The SHA-256 of all that was read."""
        if self._beside:
            self._beside.shutdown()
        return self._digest.hexdigest()
