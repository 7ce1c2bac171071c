"""Inputs opened: streams of bytes, unpacked as they are read.

What is compressed shows by its first bytes, not by its name. What swells beyond all measure is not read on: neither one
member of a zip file, nor all of them together.
"""

import bz2
import gzip
import hashlib
import lzma
import re
import struct
import sys
import zipfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, Self

from app.errors import FormatError

if TYPE_CHECKING:
    from app.ingest.inputs import Input

SWOLLEN, SWOLLEN_RATIO = 256 << 20, 100  # bytes; more, and so many times what they are packed into, are not read
HEAD = 512
STANDARD_INPUT = "-"
# What the libraries raise for damaged files, as tests with random damage find it; MemoryError: xz that asks for too much.
BROKEN = (
    EOFError,
    OSError,
    zlib.error,
    lzma.LZMAError,
    zipfile.BadZipFile,
    NotImplementedError,
    RuntimeError,
    struct.error,
    ValueError,
    OverflowError,
    MemoryError,
)

_UNPACKERS: dict[re.Pattern[bytes], Callable[[Any], Any]] = {
    re.compile(rb"\x1f\x8b\x08"): lambda file: gzip.GzipFile(fileobj=file),
    re.compile(rb"\xfd7zXZ\0"): lzma.LZMAFile,
    re.compile(rb"BZh[1-9]1AY&SY"): bz2.BZ2File,
}
_ZIP = re.compile(rb"PK(\x03\x04|\x05\x06)")
_TAR_AT = 257


class Stream(Protocol):
    """Bytes to be read, one after another."""

    def read(self, count: int = -1, /) -> bytes:
        """The next bytes, or all; none at the end."""


class Opened(NamedTuple):
    """A stream of bytes, and how far it has got, in the bytes that `Input.size` counts."""

    stream: Stream
    position: Callable[[], int]


class Swollen(FormatError):
    """More was unpacked than is read."""


def digest_of(wanted: "Input") -> str | None:
    """The SHA-256 of an input's bytes, unpacked; None if they cannot all be had."""
    digest = hashlib.sha256()
    try:
        with Opener() as opener, opener.opened(wanted) as (stream, _):
            while data := stream.read(1 << 20):
                digest.update(data)
    except (FormatError, *BROKEN):
        return None
    return digest.hexdigest()


def begins_as_zip(head: bytes) -> bool:
    """Whether first bytes are those of a zip file."""
    return _ZIP.match(head) is not None


class Opener:
    """Opens inputs one after another. A zip file stays open while its members are asked for; use in a `with` block."""

    def __init__(self) -> None:
        self._zip: _Zip | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._close()

    def _close(self) -> None:
        if self._zip:
            self._zip.archive.close()
        self._zip = None

    @contextmanager
    def opened(self, wanted: "Input") -> Iterator[Opened]:
        """The bytes of an input, unpacked. Raises `FormatError` for what is packed in a way that is not read.

        Opening and reading may raise any of `BROKEN` where the file cannot be had or is damaged, and `Swollen`.
        """
        if wanted.member is not None:
            archive = self._zip_of(wanted.path)
            with archive.member(wanted.member) as member:
                yield _opened_member(wanted, member)
            return
        with ExitStack() as stack:
            standard = wanted.path == STANDARD_INPUT
            yield _unpacked(wanted, sys.stdin.buffer if standard else stack.enter_context(open(wanted.path, "rb")))

    def _zip_of(self, path: str) -> "_Zip":
        if self._zip is None or self._zip.path != path:
            self._close()
            self._zip = _Zip(path)
        return self._zip


class _Zip:
    """A zip file, and how many bytes of it have been unpacked."""

    def __init__(self, path: str):
        self.path = path
        self.archive = zipfile.ZipFile(path)
        self._members = self.archive.infolist()
        with open(path, "rb") as file:
            self._size = file.seek(0, 2)
        self._unpacked = 0

    @contextmanager
    def member(self, number: int) -> "Iterator[_Bounded]":
        """A member, bounded by its own packed size and by that of the file."""
        if self._is_swollen(0):
            raise Swollen
        if number >= len(self._members):
            raise zipfile.BadZipFile("the zip file was changed meanwhile")
        info = self._members[number]
        with self.archive.open(info) as stream:
            bounded = _Bounded(stream, lambda: info.compress_size, self._is_swollen)
            try:
                yield bounded
            finally:
                self._unpacked += bounded.size

    def _is_swollen(self, more: int) -> bool:
        return _swells(self._unpacked + more, self._size)


def _swells(unpacked: int, packed: int) -> bool:
    return unpacked > SWOLLEN and unpacked > SWOLLEN_RATIO * packed


def _opened_member(wanted: "Input", member: "_Bounded") -> Opened:
    ahead = _Ahead(member)
    _refuse(wanted, ahead.head)
    return Opened(ahead, ahead.tell)


def _unpacked(wanted: "Input", packed: Stream) -> Opened:
    """A stream, or what is packed in it; what is packed twice is not read."""
    ahead = _Ahead(packed)
    unpack = next((unpack for begins, unpack in _UNPACKERS.items() if begins.match(ahead.head)), None)
    if begins_as_zip(ahead.head):
        piped = "it is a zip file: save it, and name the file"
        raise FormatError(
            piped if wanted.size == 0 else "it is a zip file that is broken: its list of files is not there"
        )
    if unpack is None:
        _refuse(wanted, ahead.head)
        return Opened(ahead, ahead.tell)
    inside = _Ahead(_Bounded(unpack(ahead), ahead.tell))
    _refuse(wanted, inside.head)
    return Opened(inside, ahead.tell)


def _refuse(wanted: "Input", head: bytes) -> None:
    """Raise `FormatError` for what is still packed."""
    if begins_as_zip(head) or any(begins.match(head) for begins in _UNPACKERS):
        raise FormatError("it is packed twice; unpack it once")
    if head[_TAR_AT:].startswith(b"ustar"):
        raise FormatError("it is a tar archive; unpack it and import the folder")


class _Ahead:
    """A stream whose first bytes are known."""

    def __init__(self, stream: Stream):
        self._stream = stream
        self.head = self._rest = _first_bytes(stream)
        self._read = len(self.head)

    def read(self, count: int = -1) -> bytes:
        """The next bytes, or all."""
        if count < 0:
            data, self._rest = self._rest + self._stream.read(), b""
        elif self._rest:
            return self._from_head(count)
        else:
            data = self._stream.read(count)
        self._read += len(data)
        return data

    def _from_head(self, count: int) -> bytes:
        data, self._rest = self._rest[:count], self._rest[count:]
        return data

    def tell(self) -> int:
        """How many bytes were taken from the stream."""
        return self._read


def _first_bytes(stream: Stream) -> bytes:
    """As many of the first bytes as there are, up to `HEAD`; those before any damage."""
    head = b""
    try:
        while len(head) < HEAD and (more := stream.read(HEAD - len(head))):
            head += more
    except BROKEN:
        if not head:
            raise
    return head


class _Bounded:
    """What is unpacked: all of it up to any damage, and as long as it is in some proportion to what it is packed into.

    too_much tells whether so many bytes are too many for a reason beyond this stream.
    """

    def __init__(self, stream: Any, packed: Callable[[], int], too_much: Callable[[int], bool] = lambda size: False):
        self._stream, self._packed, self._too_much = stream, packed, too_much
        self._broken: Exception | None = None
        self.size = 0

    def read(self, count: int = -1) -> bytes:
        """The next bytes, or all. Raises one of `BROKEN` where damage begins, `Swollen` where there are too many."""
        data = bytearray()
        while self._broken is None and (more := self._read_on(count - len(data) if count >= 0 else 1 << 20)):
            data += more
        if not data and self._broken:
            raise self._broken
        return bytes(data)

    def _read_on(self, count: int) -> bytes:
        """What can be had at once; nothing at the end and where reading must stop."""
        if _swells(self.size, self._packed()) or self._too_much(self.size):
            self._broken = Swollen(f"it holds more than {SWOLLEN_RATIO} times its size; the rest is not read")
            return b""
        try:
            data: bytes = self._stream.read1(count) if count else b""
        except BROKEN as error:
            self._broken = error
            return b""
        self.size += len(data)
        return data
