"""Files to games to rows: the one place that sees both shores.

`parts.py` reads, in this process or, when there is much to read, in another (`beside.py`); here the games go where they
are wanted. What takes long to wake up is called first: this module imports little, and the rest while others work.
"""

import signal
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from pathlib import Path
from types import FrameType, TracebackType
from typing import TYPE_CHECKING, Any, Self

from app.errors import FormatError
from app.ingest.beside import Beside, is_worth_it
from app.ingest.inputs import find_inputs
from app.ingest.report import Report, SourceReport
from app.ingest.unpacking import STANDARD_INPUT, digest_of
from app.ingest.wanted import Wanted

if TYPE_CHECKING:
    from app.board.engine import Engine
    from app.games.game import Game
    from app.games.reading import Reading
    from app.ingest.parts import Part

Progress = Callable[[int], None]  # bytes read since the last call


class Importer:
    """Reads files, named by paths: files, folders, `-` for standard input. Raises `FormatError` for others.

    notation names the one the moves are written in, where the games themselves cannot tell; encoding the one the
    files are in, where the names in them are not to be asked. hurry is what a second interrupt does, when the first one
    still waits for what is being written.
    """

    def __init__(
        self,
        paths: Iterable[str],
        notation: str | None = None,
        encoding: str | None = None,
        hurry: Callable[[], None] = lambda: signal.raise_signal(signal.SIGINT),
    ):
        self._began = time.perf_counter()
        _require(notation, encoding)
        inputs, passed_over = find_inputs(paths)
        self.size = sum(one.size for one in inputs)
        self._text = sum(one.text for one in inputs)
        self.report = Report(passed_over=dict(passed_over))
        self._interrupt = _Interrupt(hurry)
        self._wanted = Wanted(inputs, notation, encoding)
        worth_it = is_worth_it(self._text, len(inputs)) and all(one.is_everywhere for one in inputs)
        self._beside = Beside(self._wanted) if worth_it else None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._beside:
            self._beside.close()
        if "_engine" in self.__dict__:
            self._engine.close()

    @cached_property
    def _engine(self) -> "Engine":
        from app.board.engine import BYTES_A_GAME, engine_for

        return engine_for(self._text / BYTES_A_GAME)

    def into(self, db: Path, progress: Progress = lambda read: None, again: bool = False) -> Report:
        """Read the games into an archive, made if it is not there. An interrupt ends it between two batches.

        again: in files that were read before and are as they were then, each game takes the place of what was read
        there. Raises `FormatError` for standard input, which does not stay.
        """
        if again and any(one.path == STANDARD_INPUT for one in self._wanted.inputs):
            raise FormatError("--again reads files that were imported before; standard input is another each time")
        engine = self._engine
        from app.ingest.storing import Storing
        from app.store.archive import Archive

        with Archive.open(db, create=True) as archive, archive.loading(self._text, engine):
            digests = {one.name: digest_of(one) for one in self._wanted.inputs} if again else {}
            store = Storing(archive, digests)
            self._run(store, progress, store.flush)
        return self._timed()  # indexes included

    def look(self, progress: Progress = lambda read: None) -> Report:
        """Read the games and write nothing."""
        self._run(lambda part, source: source.count(*_outcomes(part.readings)), progress)
        return self._timed()

    def games(self) -> "Iterator[tuple[int, Game]]":
        """The games themselves, numbered, those without a sure move left out; the report is whole afterwards."""
        number = 0
        for part, source in self._parts():
            source.count(*_outcomes(part.readings))
            for reading in part.readings:
                if not reading.is_rejected:
                    number += 1
                    yield number, reading.game

    def _run(
        self,
        take: "Callable[[Part, SourceReport], None]",
        progress: Progress,
        finish: Callable[[], None] = lambda: None,
    ) -> None:
        """Take all parts, or those until an interrupt; then finish, which no interrupt breaks off."""
        with self._interrupt:
            try:
                for part, source in self._parts():
                    take(part, source)
                    progress(part.read)
            except KeyboardInterrupt:
                self.report.interrupted = True
            finish()

    def _parts(self) -> "Iterator[tuple[Part, SourceReport]]":
        """The parts of all sources, each with its source's line in the report."""
        if self._beside:
            parts = self._beside.parts(self._interrupt)
        else:
            from app.ingest.parts import parts_of

            parts = parts_of(self._wanted, self._engine, self._interrupt)
        source = None
        for part in parts:
            if source is None:
                source = SourceReport(part.file)
                self.report.sources.append(source)
            self.report.faults += part.faults
            yield part, source
            if part.ended:
                source.format, source.encodings, source.error = (
                    part.ended.format,
                    part.ended.encodings,
                    part.ended.error,
                )
                source = None

    def _timed(self) -> Report:
        self.report.seconds = time.perf_counter() - self._began
        return self.report


def _require(notation: str | None, encoding: str | None) -> None:
    """Raise `FormatError` for a notation or an encoding that is not known."""
    if notation:
        from app.notation import notation_named

        notation_named(notation)
    if encoding:
        from app.formats.encodings import encoding_named

        encoding_named(encoding)


def _outcomes(batch: "list[Reading]") -> tuple[int, int, int, int]:
    """What a batch that is only looked at would become, as far as that can be told without an archive."""
    rejected = sum(reading.is_rejected for reading in batch)
    complete = sum(reading.game.complete for reading in batch)
    return complete, len(batch) - complete - rejected, 0, rejected


class _Interrupt:
    """Ctrl-C waits until no batch is being written; asked twice, it does not wait. Called, tells whether it was asked."""

    def __init__(self, hurry: Callable[[], None]) -> None:
        self._asked = False
        self._hurry = hurry
        self._before: Any = None

    def __call__(self) -> bool:
        return self._asked

    def __enter__(self) -> None:
        is_main = threading.current_thread() is threading.main_thread()
        if is_main and signal.getsignal(signal.SIGINT) is not signal.SIG_IGN:  # as behind `nohup` or in the background
            self._before = signal.signal(signal.SIGINT, self._ask)

    def __exit__(self, *_: object) -> None:
        if self._before is not None:
            signal.signal(signal.SIGINT, self._before)

    def _ask(self, number: int, frame: FrameType | None) -> None:
        if self._asked:
            signal.signal(signal.SIGINT, self._before)
            self._hurry()
        self._asked = True
