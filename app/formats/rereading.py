"""Text that was no plain UTF-8 is read again, game by game, in the encoding that the names of the game tell."""

import re
from bisect import bisect_right

from app.errors import Fault, Place
from app.formats.decoding import BORDER, DOUBTFUL, UNLIKELY
from app.formats.encodings import UTF_8, Encoding
from app.formats.encodings.guess import Evidence, Tally, Verdict, weigh

_BORDER = re.compile(BORDER)
_DOUBTFUL_TOO = re.compile(f"[\x01-\x08\x0e-\x19\x1b-\x1f{UNLIKELY}]")  # two encodings have letters there
_NOT_ASCII = re.compile(r"[^\0-\x7f]")
_ESCAPED = re.compile("[\udc80-\udcff]")
SHOWN = 60  # characters of a line


class Rereader:
    """Reads the games of one file again. What of them is doubtful or damaged is added to the faults.

    said is the encoding the file is in, if somebody knows.
    """

    def __init__(self, file: str, faults: list[Fault], said: Encoding | None):
        self._file, self._faults, self._said = file, faults, said
        self._tally = Tally()
        self._lines, self._names = [0], [(said or UTF_8).name]  # from which line on which encoding was read

    def encoding_at(self, line: int) -> str:
        """The encoding a game was in that begins in this line."""
        return self._names[bisect_right(self._lines, line) - 1]

    def read(self, text: str, line: int) -> str:
        """A text whose first line has this number, decoded as UTF-8, other bytes escaped; read as it was meant.

        The games that leave no doubt are counted first: by them the others are judged, before and behind.
        """
        games = _games(text)
        for n, verdict in enumerate(self._verdicts(games)):
            lines = games[n].count("\n")
            if verdict:
                games[n] = self._read_game(games[n], line, verdict)
                self._lines += line, line + lines
                self._names += verdict.encoding.name, self._names[0]
            line += lines
        return "".join(games)

    def _verdicts(self, games: list[str]) -> list[Verdict | None]:
        """What each game is in, None where it is plain."""
        if self._said:
            return [None if game.isascii() else Verdict(self._said) for game in games]
        evidence = [_evidence(game) for game in games]
        for game, found in zip(games, evidence, strict=True):
            if found:
                self._tally.learn(found)
            elif not game.isascii():
                self._tally.count(UTF_8)
        return [self._tally.judge(found) if found else None for found in evidence]

    def _read_game(self, game: str, line: int, verdict: Verdict) -> str:
        """A game in an encoding; only its doubtful lines, unless somebody has said that all of it is in that."""
        lines, doubtful = game.split("\n"), _NOT_ASCII if self._said else _DOUBTFUL_TOO
        changed = [n for n, text in enumerate(lines) if doubtful.search(text)]
        read = verdict.encoding.read("\n".join(lines[n] for n in changed).encode("utf-8", "surrogateescape"))
        meant = read.split("\n")
        if len(meant) != len(changed):  # a sign has swallowed the end of its line
            meant = [verdict.encoding.read(lines[n].encode("utf-8", "surrogateescape")) for n in changed]
        for n, text in zip(changed, meant, strict=True):
            lines[n] = text
        damaged = [n for n in changed if _ESCAPED.search(lines[n])] if _ESCAPED.search(read) else []
        why = _doubt(verdict)
        if damaged:
            why.insert(0, _damage(lines, damaged, verdict.encoding))
        for n in damaged:
            lines[n] = _ESCAPED.sub(_latin_1, lines[n])
        if why:
            first = (damaged or changed)[0]
            shown = " ".join(lines[first][: 4 * SHOWN].split())[:SHOWN]
            self._faults.append(Fault(Place(self._file, line + first), "bad-encoding", f"{shown!r}: {'; '.join(why)}"))
        return "\n".join(lines)


def _games(text: str) -> list[str]:
    """A text taken apart where games may begin."""
    borders = [found.end() for found in _BORDER.finditer(text)]
    return [text[begin:end] for begin, end in zip([0, *borders], [*borders, len(text)], strict=True)]


def _evidence(game: str) -> Evidence | None:
    """What the doubtful lines of a game say in all encodings; None if there is no such line."""
    if game.isascii() or not DOUBTFUL.search(game):
        return None
    lines = [line for line in game.split("\n") if _DOUBTFUL_TOO.search(line)]
    return weigh("\n".join(lines).encode("utf-8", "surrogateescape"))


def _doubt(verdict: Verdict) -> list[str]:
    """What is to be said of a verdict that is not sure."""
    if verdict.rival is None or verdict.certainty == "sure":
        return []
    return [f"{verdict.encoding.name} is {verdict.certainty}, the next is {verdict.rival.name}; --encoding decides"]


def _damage(lines: list[str], damaged: list[int], encoding: Encoding) -> str:
    first = _ESCAPED.search(lines[damaged[0]])
    assert first is not None
    count = sum(len(_ESCAPED.findall(lines[n])) for n in damaged)
    what = "one byte is" if count == 1 else f"{count} bytes are"
    return f"{what} not {encoding.name} (0x{ord(first[0]) - 0xDC00:02X}) and read as Latin-1"


def _latin_1(found: re.Match[str]) -> str:
    return chr(ord(found[0]) - 0xDC00)
