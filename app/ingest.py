"""Files to games to rows: the one place that sees both shores."""

import hashlib
import os
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack
from dataclasses import asdict, dataclass, field
from itertools import islice
from pathlib import Path
from typing import Any, BinaryIO

from app.board.engine import BYTES_A_GAME, PLAIN, Engine, engine_for
from app.errors import Fault, FormatError, Place
from app.formats import READERS
from app.formats.decoding import Decoder, windows
from app.formats.interpret import interpret
from app.formats.record import Stray
from app.games.reading import Reading
from app.store.archive import Archive
from app.store.intake import Outcomes

BATCH = 2000  # games written together

Progress = Callable[[int], None]  # bytes read since the last call


@dataclass(slots=True)
class SourceReport:
    """What came of one source: found = complete + incomplete + duplicate + rejected."""

    file: str
    found: int = 0
    complete: int = 0
    incomplete: int = 0
    duplicate: int = 0
    rejected: int = 0

    def count(self, outcomes: Outcomes) -> None:
        """Add a batch."""
        self.complete += outcomes.complete
        self.incomplete += outcomes.incomplete
        self.duplicate += outcomes.duplicate
        self.rejected += outcomes.rejected
        self.found = self.complete + self.incomplete + self.duplicate + self.rejected


@dataclass(slots=True)
class Report:
    """What came of an import: its sources, its faults, its time."""

    sources: list[SourceReport] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)
    seconds: float = 0.0
    interrupted: bool = False

    def total(self, name: str) -> int:
        """The sum of a figure over all sources."""
        return sum(getattr(source, name) for source in self.sources)

    @property
    def damaged(self) -> bool:
        """Whether anything was less than whole."""
        return bool(self.faults or self.total("incomplete") or self.total("rejected"))

    def as_json(self) -> dict[str, Any]:
        """The report as plain values."""
        sums = {name: self.total(name) for name in ("found", "complete", "incomplete", "duplicate", "rejected")}
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
        rate = round(sums["found"] / self.seconds) if self.seconds else 0
        return {
            **sums,
            "faults": faults,
            "sources": [asdict(source) for source in self.sources],
            "seconds": round(self.seconds, 3),
            "games_per_second": rate,
            "interrupted": self.interrupted,
        }


def files_of(paths: Iterable[str]) -> list[str]:
    """The files that paths mean: themselves, all in a folder, `-` for standard input. Raises `FormatError`."""
    found: list[str] = []
    for path in paths:
        if path == "-" or os.path.isfile(path):
            found.append(path)
        elif os.path.isdir(path):
            inside = sorted(name for name in Path(path).rglob("*") if name.is_file())
            found += [str(name) for name in inside if is_readable_name(name.name)]
        else:
            raise FormatError(f"there is no file or folder {path}")
    return found


def is_readable_name(name: str) -> bool:
    """Whether a file in a folder is taken for an archive, from its name. A file named outright always is."""
    return not name.startswith(".") and Path(name).suffix.lower() in READERS_BY_SUFFIX


READERS_BY_SUFFIX = {suffix: name for name, reader in READERS.items() for suffix in reader.suffixes}


def run(
    paths: Iterable[str], archive: Archive | None, progress: Progress = lambda read: None
) -> Report:
    """Read files into an archive, or with None only look at them. An interrupt ends it between two batches."""
    report, start = Report(), time.perf_counter()
    files = files_of(paths)
    sizes = sum(os.path.getsize(file) for file in files if file != "-")
    engine = engine_for(sizes / BYTES_A_GAME)
    try:
        for file in files:
            _import_file(file, archive, report, engine, progress)
    except KeyboardInterrupt:
        report.interrupted = True
    finally:
        engine.close()
    report.seconds = time.perf_counter() - start
    return report


def _import_file(file: str, archive: Archive | None, report: Report, engine: Engine, progress: Progress) -> None:
    source = SourceReport(file)
    report.sources.append(source)
    with ExitStack() as stack:
        stream = sys.stdin.buffer if file == "-" else stack.enter_context(open(file, "rb"))
        reading = _Stream(stream, progress)
        found = read_games(reading, file, engine, report.faults)
        if archive is None:
            for batch in _batches(found):
                source.count(_outcomes(batch))
            return
        source_id = archive.add_source(file)
        for batch in _batches(found):
            source.count(archive.add(source_id, batch))
        archive.finish_source(source_id, reading.digest.hexdigest(), reading.size)


def read_games(stream: BinaryIO, file: str, engine: Engine, faults: list[Fault]) -> Iterator[Reading]:
    """The games of a stream of bytes, in order; everything that is wrong is added to faults."""
    reader = READERS["cxq"]

    def records() -> Iterator[Any]:
        for window, decoder in windows(stream):
            yield from reader.read(window.text, file, window.line)
            if decoder.bad_bytes:
                faults.append(_bad_bytes(decoder, file, window.line))

    for item in interpret(records(), reader.again, engine):
        if isinstance(item, Stray):
            faults.append(item.fault)
        else:
            faults += item.game.faults
            yield item


def _bad_bytes(decoder: Decoder, file: str, line: int) -> Fault:
    """One warning for the bad bytes of a window."""
    count, decoder.bad_bytes = decoder.bad_bytes, 0
    what = f"{count} bytes are" if count > 1 else "a byte is"
    return Fault(Place(file, line), "bad-encoding", f"{what} not UTF-8 from here on, and read as Latin-1")


def _batches(found: Iterator[Reading]) -> Iterator[list[Reading]]:
    while batch := list(islice(found, BATCH)):
        yield batch


def _outcomes(batch: list[Reading]) -> Outcomes:
    """A batch that is only looked at."""
    rejected = sum(reading.is_rejected for reading in batch)
    complete = sum(reading.game.complete for reading in batch)
    return Outcomes(complete, len(batch) - complete - rejected, 0, rejected)


class _Stream:
    """A stream that knows its size and digest when it has been read, and tells of its progress."""

    def __init__(self, stream: BinaryIO, progress: Progress):
        self._stream, self._progress = stream, progress
        self.size, self.digest = 0, hashlib.sha256()

    def read(self, count: int) -> bytes:
        data = self._stream.read(count)
        self.size += len(data)
        self.digest.update(data)
        self._progress(len(data))
        return data


__all__ = ["PLAIN", "Report", "SourceReport", "run"]
