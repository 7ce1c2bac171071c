"""Files to games to rows: the one place that sees both shores.

The compiled kernel, in its own process, is the slowest to wake up: it is called before the reader's grammar and the
database's library are even imported here.
"""

import hashlib
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import asdict, dataclass, field
from itertools import chain, islice
from pathlib import Path
from types import FrameType, TracebackType
from typing import TYPE_CHECKING, Any, BinaryIO, Self

from app.board.engine import BYTES_A_GAME, engine_for
from app.errors import Fault, FormatError
from app.notation import notation_named

if TYPE_CHECKING:
    from app.formats.encodings import Encoding
    from app.games.game import Game
    from app.games.reading import Reading
    from app.store.archive import Archive

BATCH = 4000  # games written together
SUFFIXES = (
    ".cxq",
    ".wxf",
    ".txt",
    ".pgn",
    ".pgns",
    ".ubb",
    ".dpxq",
    ".html",
    ".htm",
)  # of the files that are taken from a folder

Progress = Callable[[int], None]  # bytes read since the last call
COUNTS = ("found", "complete", "incomplete", "duplicate", "rejected")


@dataclass(slots=True)
class SourceReport:
    """What came of one source: found = complete + incomplete + duplicate + rejected."""

    file: str
    found: int = 0
    complete: int = 0
    incomplete: int = 0
    duplicate: int = 0
    rejected: int = 0
    encodings: dict[str, int] = field(default_factory=dict)  # of how many games; those in ASCII are in none

    def count(self, complete: int, incomplete: int, duplicate: int, rejected: int) -> None:
        """Add a batch."""
        self.complete += complete
        self.incomplete += incomplete
        self.duplicate += duplicate
        self.rejected += rejected
        self.found += complete + incomplete + duplicate + rejected


@dataclass(slots=True)
class Report:
    """What came of an import: its sources, its faults, its time."""

    sources: list[SourceReport] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)
    seconds: float = 0.0
    interrupted: bool = False

    def total(self, name: str) -> int:
        """The sum of one of `COUNTS` over all sources."""
        return sum(getattr(source, name) for source in self.sources)

    @property
    def damaged(self) -> bool:
        """Whether anything was less than whole."""
        return bool(self.faults or self.total("incomplete") or self.total("rejected"))

    def as_json(self) -> dict[str, Any]:
        """The report as plain values."""
        faults = [
            {
                "file": fault.place.file,
                "line": fault.place.line,
                "column": fault.place.column,
                "ply": fault.ply,
                "code": fault.code,
                "message": fault.message,
            }
            for fault in self.faults
        ]
        return {
            **{name: self.total(name) for name in COUNTS},
            "faults": faults,
            "sources": [asdict(source) for source in self.sources],
            "seconds": round(self.seconds, 3),
            "games_per_second": round(self.total("found") / self.seconds) if self.seconds else 0,
            "interrupted": self.interrupted,
        }


class Importer:
    """Reads files, named by paths: files, folders, `-` for standard input. Raises `FormatError` for others.

    notation names the one the moves are written in, where the games themselves cannot tell; encoding the one the
    files are in, where the names in them are not to be asked.
    """

    def __init__(self, paths: Iterable[str], notation: str | None = None, encoding: str | None = None):
        self._began = time.perf_counter()
        self.files = _files(paths)
        self.size = sum(os.path.getsize(file) for file in self.files if file != "-")
        self.report = Report()
        self._interrupt = _Interrupt()
        self._notation = notation_named(notation) if notation else None
        self._encoding = _encoding_named(encoding) if encoding else None
        self._engine = engine_for(self.size / BYTES_A_GAME)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._engine.close()

    def into(self, db: Path, progress: Progress = lambda read: None) -> Report:
        """Read the games into an archive, made if it is not there. An interrupt ends it between two batches."""
        from app.store.archive import Archive

        with Archive.open(db, create=True) as archive, archive.loading(self.size, self._engine):
            self._run(lambda file, stream, source: self._store(file, stream, source, archive), progress)
        return self._timed()  # indexes included

    def look(self, progress: Progress = lambda read: None) -> Report:
        """Read the games and write nothing."""
        self._run(self._look, progress)
        return self._timed()

    def games(self) -> "Iterator[tuple[int, Game]]":
        """The games themselves, numbered, those without a sure move left out; the report is whole afterwards."""
        number = 0
        for file in self.files:
            with self._opened(file, lambda read: None) as (stream, source):
                for reading in self._readings(stream, source):
                    source.count(*_outcomes([reading]))
                    if not reading.is_rejected:
                        number += 1
                        yield number, reading.game

    def _run(self, read: "Callable[[str, _Stream, SourceReport], None]", progress: Progress) -> None:
        try:
            with self._interrupt:
                for file in self.files:
                    with self._opened(file, progress) as (stream, source):
                        read(file, stream, source)
        except KeyboardInterrupt:
            self.report.interrupted = True

    def _timed(self) -> Report:
        self.report.seconds = time.perf_counter() - self._began
        return self.report

    @contextmanager
    def _opened(self, file: str, progress: Progress) -> "Iterator[tuple[_Stream, SourceReport]]":
        """A source as a stream, with its line in the report."""
        source = SourceReport(file)
        self.report.sources.append(source)
        with ExitStack() as stack:
            raw = sys.stdin.buffer if file == "-" else stack.enter_context(open(file, "rb"))
            yield _Stream(raw, progress), source

    def _look(self, file: str, stream: "_Stream", source: SourceReport) -> None:
        for batch in _batches(self._readings(stream, source)):
            source.count(*_outcomes(batch))

    def _store(self, file: str, stream: "_Stream", source: SourceReport, archive: "Archive") -> None:
        source_id = archive.add_source(file)
        for batch in _batches(self._readings(stream, source)):
            source.count(*archive.add(source_id, batch))
        archive.finish_source(source_id, stream.digest(), stream.size)

    def _readings(self, stream: "_Stream", source: SourceReport) -> "Iterator[Reading]":
        """The games of a stream of bytes, in order; everything that is wrong is added to the report."""
        from app.formats import READERS, format_of
        from app.formats.decoding import Decoder
        from app.formats.interpret import Tongues, interpret
        from app.formats.record import Stray

        faults, encodings = self.report.faults, source.encodings
        decoder = Decoder(source.file, faults, self._encoding)
        texts = decoder.windows(stream)
        first = next(texts, None)
        if first is None:
            return
        reader = READERS[format_of(first.text)]()

        def records() -> Iterator[Any]:
            for window in chain([first], texts):
                yield from reader.read(window.text, source.file, window.line)

        tongues = Tongues((self._notation,)) if self._notation else reader.tongues
        for item in interpret(records(), reader.again, self._engine, tongues):
            if self._interrupt.asked:
                raise KeyboardInterrupt
            if isinstance(item, Stray):
                faults.append(item.fault)
            else:
                if item.game.faults:
                    faults += item.game.faults
                if encoding := decoder.encoding_of(item.game):
                    encodings[encoding] = encodings.get(encoding, 0) + 1
                yield item


def _files(paths: Iterable[str]) -> list[str]:
    found: list[str] = []
    for path in paths:
        if path == "-" or (os.path.exists(path) and not os.path.isdir(path)):
            found.append(path)
        elif os.path.isdir(path):
            inside = sorted(name for name in Path(path).rglob("*") if name.is_file() and _is_taken(name))
            found += map(str, inside)
        else:
            raise FormatError(f"there is no file or folder {path}")
    return found


def _is_taken(path: Path) -> bool:
    """Whether a file in a folder is taken for an archive. A file named outright always is."""
    return path.suffix.lower() in SUFFIXES and path.name != "SOURCE.txt" and not path.name.startswith(".")


def _encoding_named(name: str) -> "Encoding":
    """Raises `FormatError`."""
    from app.formats.encodings import encoding_named

    return encoding_named(name)


def _batches(found: "Iterator[Reading]") -> "Iterator[list[Reading]]":
    while batch := list(islice(found, BATCH)):
        yield batch


def _outcomes(batch: "list[Reading]") -> tuple[int, int, int, int]:
    """What a batch that is only looked at would become, as far as that can be told without an archive."""
    rejected = sum(reading.is_rejected for reading in batch)
    complete = sum(reading.game.complete for reading in batch)
    return complete, len(batch) - complete - rejected, 0, rejected


class _Interrupt:
    """Ctrl-C waits until no batch is being written; asked twice, it does not wait."""

    def __init__(self) -> None:
        self.asked = False
        self._before: Any = None

    def __enter__(self) -> None:
        if threading.current_thread() is threading.main_thread():
            self._before = signal.signal(signal.SIGINT, self._ask)

    def __exit__(self, *_: object) -> None:
        if self._before is not None:
            signal.signal(signal.SIGINT, self._before)

    def _ask(self, number: int, frame: FrameType | None) -> None:
        if self.asked:
            signal.default_int_handler(number, frame)
        self.asked = True


class _Stream:
    """A stream that knows its size and digest when it has been read, and tells of its progress."""

    def __init__(self, stream: BinaryIO, progress: Progress):
        self._stream, self._progress, self._digest = stream, progress, hashlib.sha256()
        self._beside = ThreadPoolExecutor(1)  # digests while the games are read
        self.size = 0

    def read(self, count: int) -> bytes:
        """The next bytes."""
        data = self._stream.read(count)
        self.size += len(data)
        self._beside.submit(self._digest.update, data)
        self._progress(len(data))
        return data

    def digest(self) -> str:
        """The SHA-256 of all that was read."""
        self._beside.shutdown()
        return self._digest.hexdigest()
