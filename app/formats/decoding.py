"""Bytes to text, in windows: no file is ever held whole, and one bad byte costs one warning."""

import codecs
import re
from collections.abc import Iterator
from typing import NamedTuple, Protocol

WINDOW = 4 << 20  # bytes read at a time
LONGEST = 16 << 20  # characters without an end mark, after which a window is cut at a line
END = "}END"
_ESCAPED = re.compile("[\udc80-\udcff]")  # a byte that could not be decoded
_HEADER = re.compile(r"(?:FORMAT|GAME)\b|[^\W\d_][^:\n]{0,20}:")


class Window(NamedTuple):
    """A stretch of text that ends behind a record, the number of its first line, and the bytes read so far."""

    text: str
    line: int
    bytes_read: int


class Source(Protocol):
    """Where bytes come from."""

    def read(self, count: int, /) -> bytes:
        """The next bytes, none at the end."""


class Decoder:
    """UTF-8, or UTF-16 with its mark; a byte that is not UTF-8 is read as Latin-1 and counted."""

    def __init__(self, first: bytes):
        self.bad_bytes = 0
        if first[:2] in (b"\xff\xfe", b"\xfe\xff"):
            self._decoder = codecs.getincrementaldecoder("utf-16")("replace")
        else:
            self._decoder = codecs.getincrementaldecoder("utf-8-sig")("surrogateescape")

    def decode(self, data: bytes, final: bool) -> str:
        """The text of the next bytes."""
        text = self._decoder.decode(data, final)
        if text.isascii():
            return text
        text, count = _ESCAPED.subn(lambda found: chr(ord(found[0]) - 0xDC00), text)
        self.bad_bytes += count
        return text


def windows(stream: Source) -> Iterator[tuple[Window, Decoder]]:
    """The text of a stream in windows, each cut behind an end mark if there is one."""
    data = stream.read(WINDOW)
    decoder, old_mac = Decoder(data), b"\r" in data and b"\n" not in data
    rest, line, seen = "", 1, 0
    while data:
        seen += len(data)
        following = stream.read(WINDOW)
        text = rest + decoder.decode(data, final=not following)
        if old_mac:
            text = text.replace("\r", "\n")
        cut = _cut(text) if following else len(text)
        if cut:
            yield Window(text[:cut], line, seen), decoder
            line += text.count("\n", 0, cut)
        rest, data = text[cut:], following


def _cut(text: str) -> int:
    """Where a window may end: behind its last end mark, for want of one before a header, or at last at a line."""
    end = text.rfind(END)
    if end >= 0:
        newline = text.find("\n", end)
        return newline + 1 if 0 <= newline <= end + 64 else end + len(END)
    at = len(text)
    while (at := text.rfind("\n\n", 0, at)) > 0:
        if _HEADER.match(text, at + 2):
            return at + 2
    return 0 if len(text) < LONGEST else text.rfind("\n") + 1 or len(text)
