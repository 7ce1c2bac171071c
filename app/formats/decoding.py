"""Bytes to text, in windows: no file is ever held whole, and one bad byte costs one warning.

All is read as UTF-8 at once, or as UTF-16. Where something odd comes of it, `rereading` looks at game after game.
"""

import codecs
import re
import unicodedata
from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple, Protocol

from app.errors import Fault, Place
from app.games.game import Game

if TYPE_CHECKING:
    from app.formats.encodings import Encoding
    from app.formats.rereading import Rereader

WINDOW = 1 << 20  # bytes read at a time
LONGEST = 4 << 20  # characters of a game's text; what is longer is cut off there
END = "}END"

# What names in UTF-8 are not made of, though other bytes may look like it; and the bytes that are not UTF-8, escaped.
UNLIKELY = (
    "\x80-\x9f\u0100\u0101\u0104-\u010f\u0112-\u0127\u012a-\u0167\u016a-\u019f\u01a2-\u01ae\u01b1-\u02ff"
    "\u0370-\u07ff\udc80-\udcff\ue000-\ufaff\ufeff"
)
_ODD = re.compile(f"[\u0300-\u036f{UNLIKELY}]")  # also accents typed behind their letters
DOUBTFUL = re.compile(f"[{UNLIKELY}]")

_COLON = "(?:[:：]|\udca3\udcba|\udca1G)"  # the wide one also as Chinese encodings write it
KEY = rf"(?:(?:FORMAT|GAME)\b|(?:[^\W\d_]|[\udc80-\udcff])(?:(?!{_COLON})[^\n]){{0,20}}{_COLON})"
_HEADER = re.compile(KEY)
BORDER = rf"{END}|\n[ \t\r]*\n(?={KEY}|\[)|\n(?=\[Game )"  # behind it another game may begin
_BEGIN = re.compile(rf"{BORDER}|\n[ \t\r]*\n(?=[A-Z]{{3,6}}[ \t])|\n(?=1[.)])")  # behind a text that was too long
SPLIT = 40  # characters at the end of a text that may be the first ones of such a place
_TOO_LONG = f"here is a text of more than {LONGEST:,} signs without a place where a game ends: no game is so long; it is cut off"
_BLOCK_END = re.compile(r"\[/DhtmlXQ(?:iFrame|HTML)?\]")


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
    """The text of one source. What of it is doubtful or damaged is added to the faults.

    encoding is the one the source is in, if that has been said.
    """

    def __init__(self, file: str = "", faults: list[Fault] | None = None, encoding: "Encoding | None" = None):
        self._file, self._said = file, encoding
        self._faults = [] if faults is None else faults
        self._is_utf_16 = False
        self._rereader: Rereader | None = None  # once there is need of it

    def windows(self, stream: Source) -> Iterator[Window]:
        """The text in windows, each cut behind an end mark if there is one, else between games.

        Where a text is too long for one game, its rest is passed over until another begins.
        """
        data = stream.read(WINDOW)
        decoder, old_mac = self._decoder(data), b"\r" in data and b"\n" not in data
        rest, line, seen, is_too_long = "", 1, 0, False
        while data:
            seen += len(data)
            following = stream.read(WINDOW)
            text = rest + decoder.decode(data, not following)
            if old_mac:
                text = text.replace("\r", "\n")
            if is_too_long:
                found = _BEGIN.search(text)
                is_too_long = found is None
                begin = found.end() if found else max(0, len(text) - SPLIT)
                line += text.count("\n", 0, begin)
                text = text[begin:]
            if is_too_long:
                rest, data = text, following
                continue
            cut = _cut(text) if following else len(text)
            if not cut and len(text) >= LONGEST:
                cut, is_too_long = len(text), True
                self._faults.append(Fault(Place(self._file, line), "too-large", _TOO_LONG))
            if cut:
                yield Window(self._told(text[:cut], line), line, seen)
                line += text.count("\n", 0, cut)
            rest, data = text[cut:], following

    def encoding_of(self, game: Game) -> str | None:
        """The encoding a game was in; None if it is in ASCII, which is the same in all."""
        red, black = game.seats
        if red.name.isascii() and black.name.isascii() and game.event.isascii() and game.site.isascii():
            return None
        if self._rereader:
            return self._rereader.encoding_at(game.place.line)
        return "utf-16" if self._is_utf_16 else "utf-8"

    def _decoder(self, first: bytes) -> codecs.IncrementalDecoder:
        """What turns bytes into a first text: UTF-16 for good; all else as UTF-8, other bytes escaped."""
        if self._said is None or self._said.name == "utf-16":
            codec = utf_16_of(first) or ("utf-16-le" if self._said else None)
            if codec:
                self._is_utf_16 = True
                return codecs.getincrementaldecoder(codec)("replace")
        return codecs.getincrementaldecoder("utf-8-sig")("surrogateescape")

    def _told(self, text: str, line: int) -> str:
        """A window's text in composed form, whatever it was in."""
        if text.isascii() or not (self._said or self._is_utf_16 or _ODD.search(text)):
            return text
        text = text.replace("\ufeff", "")  # a mark inside: files were joined
        if self._is_utf_16:
            self._tell_losses(text, line)
        elif self._said or DOUBTFUL.search(text):
            text = self._reread(text, line)
        return unicodedata.normalize("NFC", text)

    def _reread(self, text: str, line: int) -> str:
        if self._rereader is None:
            from app.formats.rereading import Rereader

            self._rereader = Rereader(self._file, self._faults, self._said)
        return self._rereader.read(text, line)

    def _tell_losses(self, text: str, line: int) -> None:
        """One warning for what is not UTF-16 in a window."""
        lost = text.find("\ufffd")
        if lost >= 0:
            place = Place(self._file, line + text.count("\n", 0, lost))
            self._faults.append(Fault(place, "bad-encoding", "from here on characters are lost that are not UTF-16"))


def utf_16_of(first: bytes) -> str | None:
    """The codec of a text in UTF-16, by its mark or by the NULs beside its ASCII; None if it is not."""
    if first[:2] in (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE):
        return "utf-16"
    sample = first[:4096]
    even, odd = sample[0::2].count(0), sample[1::2].count(0)
    if max(even, odd) * 16 < len(sample) or min(even, odd) * 16 > max(even, odd):
        return None
    return "utf-16-le" if odd > even else "utf-16-be"


def _cut(text: str) -> int:
    """Where a window may end: behind its last end mark, for want of one before a header, or at last at a line."""
    end = text.rfind(END)
    if end >= 0:
        newline = text.find("\n", end)
        return newline + 1 if 0 <= newline <= end + 64 else end + len(END)
    for found in _BLOCK_END.finditer(text, max(0, text.rfind("[/DhtmlXQ"))):
        return found.end()
    tag = max(text.rfind("\n[Game "), _first_tag(text))
    if tag > 0:
        return tag + 1
    at = len(text)
    while (at := text.rfind("\n\n", 0, at)) > 0:
        if _HEADER.match(text, at + 2):
            return at + 2
    if len(text) < LONGEST:
        return 0
    at = max(text.rfind("\n\n"), text.rfind("\n1."))
    return at + 1 if at > LONGEST // 2 else 0  # else it stands before the moves of one game


def _first_tag(text: str) -> int:
    """The last line end before an Event that is the first tag of its game; -1 without one."""
    at = len(text)
    while (at := text.rfind('\n[Event "', 0, at)) > 0:
        if not text[max(0, at - 16) : at].rstrip().endswith('"]'):
            return at
    return -1
