"""The text in binary files: names and comments, in the encoding that they tell, game by game.

What `rereading` does for files of text. Most programs wrote GB18030, so that is believed before anything is seen.
"""

import re
import unicodedata
from collections.abc import Sequence

from app.errors import Fault
from app.formats.encodings import ENCODINGS, Encoding
from app.formats.encodings.guess import Tally, Verdict, weigh
from app.formats.record import Places
from app.games.game import Game

EXPECTED = 50  # games in the usual encoding that a file is supposed to have before any is read
LONGEST = 400  # bytes of a game's text that are weighed
SHOWN = 40  # characters of a name in a fault

# So many common signs of GB2312 and nothing else: neither Big5 nor single bytes could look so by chance.
_SURELY_GB = re.compile(rb"(?:[\0-\x7f]*[\xa1-\xa3\xb0-\xd7][\xa1-\xfe]){12,}[\0-\x7f]*")
_ESCAPED = re.compile("[\udc80-\udcff]")
_CONTROL = dict.fromkeys([*range(9), 11, 12, *range(14, 32), 127])


class Texts:
    """Reads the texts of the games of one file.

    said: the encoding the file is in, if somebody knows.
    """

    def __init__(self, said: Encoding | None = None, usual: str = "gb18030"):
        self._said, self._usual = said, ENCODINGS[usual]
        self._tally = Tally()
        self._tally.count(self._usual, EXPECTED)
        self._names: dict[int, str] = {}

    def encoding_of(self, game: Game) -> str | None:
        """The encoding a game's texts were in; None if they are in ASCII, which is the same in all."""
        return self._names.get(game.place.line)

    def judge(
        self, pieces: Sequence[bytes], game: Game, places: Places, offset: int, is_usual: bool = False
    ) -> "Reading":
        """How the pieces of text of a game are to be read; doubt becomes a fault of the game.

        offset: where the first of them stands. is_usual: the file itself says that they are in the usual encoding.
        """
        joined = b"\n".join(piece for piece in pieces if not piece.isascii())
        if not joined:
            return Reading(self._usual)
        if self._said:
            verdict = Verdict(self._said)
        elif is_usual:
            verdict = Verdict(self._usual)
        elif _SURELY_GB.fullmatch(joined):
            verdict = Verdict(ENCODINGS["gb18030"])
            self._tally.count(verdict.encoding)
        else:
            evidence = weigh(joined[:LONGEST])
            self._tally.learn(evidence)
            verdict = self._tally.judge(evidence)
        self._names[game.place.line] = verdict.encoding.name
        reading = Reading(verdict.encoding)
        if verdict.rival and verdict.certainty != "sure":
            shown = reading.read(joined).split("\n")[0][:SHOWN]
            why = f"{verdict.encoding.name} is {verdict.certainty}, the next is {verdict.rival.name}"
            message = f"{shown!r}: {why}; --encoding decides"
            game.faults.append(Fault(places[offset], "bad-encoding", message))
        return reading


class Reading:
    """One game's way of reading bytes."""

    def __init__(self, encoding: Encoding):
        self.encoding = encoding

    def read(self, data: bytes) -> str:
        """A plain text; what means nothing in the encoding comes out as Latin-1, but a letter cut at the
        end of a field is left out."""
        text = self.encoding.read(data)
        return plain(_mended(text) if not text.isascii() and _ESCAPED.search(text) else text)


def plain(text: str) -> str:
    """A text in composed form, with the line ends of this house and without control signs."""
    if not text.isascii():
        text = unicodedata.normalize("NFC", text)
    return text.replace("\r\n", "\n").replace("\r", "\n").translate(_CONTROL).strip()


def _mended(text: str) -> str:
    """A text without bytes escaped."""
    if _ESCAPED.match(text[-1]):
        text = text[:-1]
    return _ESCAPED.sub(lambda found: chr(ord(found[0]) - 0xDC00), text)
