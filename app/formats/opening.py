"""A source opened: which format it is in, and its games; text in windows, other files whole."""

from collections.abc import Iterator
from itertools import chain
from typing import TYPE_CHECKING, Protocol

from app.board.engine import Engine
from app.errors import Fault, FormatError, Place
from app.formats import LARGEST, READERS, FileReader, Reader, format_of, whole_format_of
from app.formats.decoding import WINDOW, Decoder, Source
from app.formats.interpret import ANY, Tongues, interpret
from app.formats.record import Record, Stray, as_it_is
from app.games.game import Game
from app.games.reading import Reading
from app.notation import Notation

if TYPE_CHECKING:
    from app.formats.encodings import Encoding


class Opened(Protocol):
    """A source whose format is known, at the latest when it is read; None: it is in none."""

    format: str | None

    def interpret(self, engine: Engine, notation: Notation | None) -> Iterator[Reading | Stray]:
        """Its games, and what belongs to none; notation: the one the moves are written in, if somebody knows."""

    def encoding_of(self, game: Game) -> str | None:
        """The encoding a game was in; None if it is in ASCII, which is the same in all."""


def open_source(stream: Source, file: str, faults: list[Fault], encoding: "Encoding | None") -> Opened:
    """Open a source by its first bytes and its name. What of its text is doubtful or damaged is added to the faults.

    encoding is the one the source is in, if that has been said.
    """
    head = stream.read(WINDOW)
    try:
        name = whole_format_of(head, file)
    except FormatError as error:
        return _Refused(stream, Fault(Place(file, 1, 1, 0), "unknown-format", str(error)))
    if name is None:
        return _Text(_Rejoined(head, stream), file, faults, encoding)
    data = bytearray(head)
    while len(data) <= LARGEST and (more := stream.read(WINDOW)):
        data += more
    if len(data) > LARGEST:
        message = f"files of {name} are read up to {LARGEST >> 20} MiB"
        return _Refused(stream, Fault(Place(file, 1, 1, 0), "too-large", message))
    return _Whole(bytes(data), file, name, encoding)


class _Text:
    """A source of text. The format is told by the first window."""

    def __init__(self, stream: Source, file: str, faults: list[Fault], encoding: "Encoding | None"):
        self._file = file
        self._decoder = Decoder(file, faults, encoding)
        self._windows = self._decoder.windows(stream)
        self.format: str | None = None
        self.encoding_of = self._decoder.encoding_of

    def interpret(self, engine: Engine, notation: Notation | None) -> Iterator[Reading | Stray]:
        first = next(self._windows, None)
        if first is None:
            return
        self.format = format_of(first.text)
        reader = READERS[self.format]()
        assert isinstance(reader, Reader)

        def records() -> Iterator[Record | Stray]:
            for window in chain([first], self._windows):
                yield from reader.read(window.text, self._file, window.line)

        yield from interpret(records(), reader.again, engine, Tongues((notation,)) if notation else reader.tongues)


class _Whole:
    """A file that is read as a whole; the notation of its moves is in its format."""

    def __init__(self, data: bytes, file: str, name: str, encoding: "Encoding | None"):
        from app.formats.programs.texts import Texts

        self._data, self._file, self._texts = data, file, Texts(encoding)
        self._reader = READERS[name]()
        self.format: str | None = name
        self.encoding_of = self._texts.encoding_of

    def interpret(self, engine: Engine, notation: Notation | None) -> Iterator[Reading | Stray]:
        assert isinstance(self._reader, FileReader)
        records = self._reader.read_file(self._data, self._file, self._texts)
        return interpret(records, as_it_is, engine, ANY)


class _Refused:
    """A file that is not read. The rest of it goes by, for its size and digest are kept."""

    def __init__(self, stream: Source, fault: Fault):
        self._stream, self._fault = stream, fault
        self.format: str | None = None

    def interpret(self, engine: Engine, notation: Notation | None) -> Iterator[Reading | Stray]:
        while self._stream.read(WINDOW):
            pass
        yield Stray(self._fault, "")

    def encoding_of(self, game: Game) -> str | None:
        return None


class _Rejoined:
    """A stream whose first bytes have been read, from its beginning."""

    def __init__(self, head: bytes, stream: Source):
        self._head, self._stream = head, stream

    def read(self, count: int, /) -> bytes:
        head, self._head = self._head, b""
        return head or self._stream.read(count)
