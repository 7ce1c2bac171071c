"""What lies under the paths that a user names: files, folders, what zip files hold, standard input; unpacked as read.

What is compressed shows by its first bytes, not by its name. Nothing is ever unpacked to the disk, a member of a zip file
is only ever a name, and what swells beyond all measure is not read on.
"""

import bz2
import gzip
import hashlib
import lzma
import os
import re
import sys
import zipfile
import zlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from app.errors import FormatError

PACKED = (".gz", ".xz", ".bz2")  # behind such a suffix, or alone
USUAL_RATIO = 6  # of a text to what it is packed into
SWOLLEN, SWOLLEN_RATIO = 256 << 20, 100  # bytes; more, and so many times what they are packed into, are not read

_UNPACKERS: dict[re.Pattern[bytes], Callable[[Any], Any]] = {
    re.compile(rb"\x1f\x8b\x08"): lambda file: gzip.GzipFile(fileobj=file),
    re.compile(rb"\xfd7zXZ\0"): lzma.LZMAFile,
    re.compile(rb"BZh[1-9]1AY&SY"): bz2.BZ2File,
}
_ZIP = re.compile(rb"PK(\x03\x04|\x05\x06)")
_TAR_AT = 257
_UNSHOWN = re.compile(r"[\0-\x1f\x7f-\x9f]")
HEAD = 512
BROKEN = (EOFError, OSError, zlib.error, lzma.LZMAError, zipfile.BadZipFile, NotImplementedError, RuntimeError)


STANDARD_INPUT = "-"


class Stream(Protocol):
    """Bytes to be read, one after another."""

    def read(self, count: int = -1, /) -> bytes:
        """The next bytes, or all; none at the end."""


class Input(NamedTuple):
    """Something to read: its name as it is shown, the file that holds it, and in a zip file the member's name there."""

    name: str
    path: str
    member: str = ""
    size: int = 0  # bytes, as far as progress counts them
    text: int = 0  # bytes of text, about


class Inputs(NamedTuple):
    """What was found, and how many files of which suffixes were not taken."""

    taken: list[Input]
    passed_over: Counter[str]


class Opened(NamedTuple):
    """A stream of bytes, and how far it has got, in the bytes that `Input.size` counts."""

    stream: Stream
    position: Callable[[], int]


def find_inputs(paths: Iterable[str]) -> Inputs:
    """What lies under some paths, in order. What is named outright is taken, whatever its suffix.

    Raises `FormatError` for a path that is not there.
    """
    found = Inputs([], Counter())
    for path in paths:
        if path == STANDARD_INPUT:
            found.taken.append(Input(path, path))
        elif os.path.isdir(path):
            for file in sorted(name for name in Path(path).rglob("*") if name.is_file()):
                _take(str(file), found, False)
        elif os.path.exists(path):
            _take(path, found, True)
        else:
            raise FormatError(f"there is no file or folder {path}")
    return found


def _take(path: str, found: Inputs, is_named: bool) -> None:
    """A file, or what a zip file holds."""
    if os.path.basename(path).startswith(".") and not is_named:
        return
    if path.lower().endswith(".zip") and zipfile.is_zipfile(path):
        found.taken.extend(_members(path, found))
    elif is_named or _is_taken(path):
        size = os.path.getsize(path)
        ratio = USUAL_RATIO if path.lower().endswith(PACKED) else 1
        found.taken.append(Input(path, path, "", size, size * ratio))
    elif os.path.basename(path) != "SOURCE.txt":
        found.passed_over[_suffix(path)] += 1


def _members(path: str, found: Inputs) -> Iterator[Input]:
    try:
        with zipfile.ZipFile(path) as archive:
            for member in archive.infolist():
                name = member.filename
                if member.is_dir() or os.path.basename(name).startswith("."):
                    continue
                if _is_taken(name):
                    yield Input(f"{path}/{_UNSHOWN.sub('?', name)}", path, name, member.file_size, member.file_size)
                elif os.path.basename(name) != "SOURCE.txt":
                    found.passed_over[_suffix(name)] += 1
    except BROKEN:  # said when it is opened
        yield Input(path, path, "", os.path.getsize(path))


def _is_taken(name: str) -> bool:
    """Whether a file that nobody named is taken for an archive."""
    from app.formats import SUFFIXES

    stem, suffix = os.path.splitext(name.lower())
    if suffix in PACKED:
        suffix = os.path.splitext(stem)[1] or ".cxq"
    return suffix in SUFFIXES and os.path.basename(name) != "SOURCE.txt"


def _suffix(name: str) -> str:
    return os.path.splitext(name)[1].lower() or "without a suffix"


# ---------------------------------------------------------------- opening


@contextmanager
def opened(wanted: Input) -> Iterator[Opened]:
    """The bytes of an input, unpacked. Raises `FormatError` for what is packed in a way that is not read.

    Opening and reading may raise any of `BROKEN` where the file cannot be had or is damaged.
    """
    if wanted.path == STANDARD_INPUT:
        yield _unpacked(wanted, sys.stdin.buffer)
        return
    with ExitStack() as stack:
        file = stack.enter_context(open(wanted.path, "rb"))
        if wanted.member:
            archive = stack.enter_context(zipfile.ZipFile(file))
            member = stack.enter_context(archive.open(wanted.member))
            yield _unpacked(wanted, member, archive.getinfo(wanted.member).compress_size)
        else:
            yield _unpacked(wanted, file)


def digest_of(wanted: Input) -> str:
    """The SHA-256 of an input's bytes, unpacked. Raises as `opened` does."""
    digest = hashlib.sha256()
    with opened(wanted) as (stream, _):
        while data := stream.read(1 << 20):
            digest.update(data)
    return digest.hexdigest()


def _unpacked(wanted: Input, packed: Stream, packed_size: int | None = None) -> Opened:
    """A stream, or what is packed in it; what is packed twice is not read."""
    if packed_size is not None:
        member = _Ahead(_Bounded(packed, lambda: packed_size))
        _refuse(wanted, member.head)
        return Opened(member, member.tell)
    ahead = _Ahead(packed)
    unpack = next((unpack for begins, unpack in _UNPACKERS.items() if begins.match(ahead.head)), None)
    if _ZIP.match(ahead.head):
        raise FormatError(
            f"{wanted.name} is a zip file {'; unpack it first' if wanted.path == STANDARD_INPUT else 'that is broken'}"
        )
    if unpack is None:
        _refuse(wanted, ahead.head)
        return Opened(ahead, ahead.tell)
    bounded = _Bounded(unpack(ahead), ahead.tell)
    inside = _Ahead(bounded)
    _refuse(wanted, inside.head)
    return Opened(inside, ahead.tell)


def _refuse(wanted: Input, head: bytes) -> None:
    """Raise `FormatError` for what is still packed."""
    if _ZIP.match(head) or any(begins.match(head) for begins in _UNPACKERS):
        raise FormatError(f"{wanted.name} is packed twice; unpack it once")
    if head[_TAR_AT:].startswith(b"ustar"):
        raise FormatError(f"{wanted.name} is a tar archive; unpack it and import the folder")


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
    """What is unpacked: all of it up to any damage, and as long as it is in some proportion to what it is packed into."""

    def __init__(self, stream: Any, packed: Callable[[], int]):
        self._stream, self._packed = stream, packed
        self._broken: Exception | None = None
        self.size = 0

    def read(self, count: int = -1) -> bytes:
        """The next bytes, or all. Raises one of `BROKEN` where damage begins, `FormatError` where there are too many."""
        data = bytearray()
        while self._broken is None and (more := self._read_on(count - len(data) if count >= 0 else 1 << 20)):
            data += more
        if not data and self._broken:
            raise self._broken
        return bytes(data)

    def _read_on(self, count: int) -> bytes:
        """What can be had at once; nothing at the end and where reading must stop."""
        if self.size > SWOLLEN and self.size > SWOLLEN_RATIO * self._packed():
            self._broken = FormatError(f"it holds more than {SWOLLEN_RATIO} times its size; the rest is not read")
            return b""
        try:
            data: bytes = self._stream.read1(count) if count else b""
        except BROKEN as error:
            self._broken = error
            return b""
        self.size += len(data)
        return data
