"""Scoresheets to records."""

import re
from collections.abc import Iterator

from app.errors import Fault, FenError
from app.formats.cxq.cleaning import clean
from app.formats.cxq.grammar import GAP, NUMBER, REMARK, RESTART, SCORE, begins_a_game
from app.formats.moves.grammar import ITEM, MOVE
from app.formats.moves.headers import HEADERS, INCOMPLETE, header_named, read_header
from app.formats.record import Places, Record, Stray, Strays
from app.games.game import Game

_IN_A_LINE = re.compile(rf"\{{[^{{}}]*\}}|{REMARK}|\([^()]*\)|{NUMBER}|{MOVE}|{GAP}|(?:{SCORE}|\*)(?![^ \t])")
_NUMBERED = re.compile(rf"(?<!\S){NUMBER}")
_ONE = re.compile(r"1[.)](?![ \t]*(?:\.\.|…))")  # the first number, and not a pair that goes on
_SCORE_LAST = re.compile(rf"(?<!\S)(?:{SCORE}|\*)\s*\Z")


def read(text: str, file: str, line: int = 1) -> Iterator[Record | Stray]:
    """The games of a text whose first line has this number, and what belongs to none, in order."""
    return _Assembly(text, file, line).run()


def read_again(record: Record) -> Iterator[Record | Stray]:
    """No record here is read but by the grammar."""
    yield record


def _is_only_moves(line: str) -> bool:
    """Whether a line holds moves and their numbers, and nothing else: what may begin a game without headers."""
    return not _IN_A_LINE.sub("", line).strip(" \t\n\0")


class _Assembly:
    """The items of the grammar, put together into records one after another."""

    def __init__(self, text: str, file: str, line: int):
        self.raw, self.text = text, clean(text)
        self.places = Places(self.text, 0, len(text), file, line, 1)
        self.headers: list[tuple[str, str, int]] = []
        self.begin = self.start = self.end = -1
        self.numbered = False  # whether the current game's moves are
        self.strays = Strays(self.text, self.raw, self.places)

    def run(self) -> Iterator[Record | Stray]:
        """Records and what lies between them."""
        for found in ITEM.re.finditer(self.text):
            at, kind = found.start(), found.lastgroup
            if kind == "header":
                yield from self._header(found, at)
            elif kind == "lines":
                yield from self._lines(at, found.end())
            elif kind == "score" and self.start >= 0:
                self.end = found.end()
                yield from self._finish(self.end)
            elif kind in ("stray", "score"):
                yield from self._finish(at)
                self.strays.add(at, found.end())
            elif kind == "empty" and self.start >= 0 and not self.numbered:
                yield from self._finish(at)
        yield from self._finish(len(self.text))
        yield from self.strays.tell()

    def _header(self, found: re.Match[str], at: int) -> Iterator[Record | Stray]:
        key = header_named(found["key"].replace("\0", ""))
        if key is None and (not self.headers or self.start >= 0):
            yield from self._finish(at)
            self.strays.add(at, found.end())
            return
        if self.start >= 0 or any(key == seen for seen, _, _ in self.headers if key):
            yield from self._finish(at)
        if not self.headers:
            self.begin = at
        self.headers.append((key or found["key"].strip(), found["value"].replace("\0", ""), at))

    def _lines(self, begin: int, end: int) -> Iterator[Record | Stray]:
        if (
            self.start < 0
            and not self.headers
            and not (_is_only_moves(self.text[begin:end]) and begins_a_game(self.text, begin))
        ):
            self.strays.add(begin, end)
            return
        if self.start >= 0 and _ONE.match(self.text, begin) and "\n\n" in self.text[self.end : begin].replace(" ", ""):
            yield from self._finish(begin)
        for restart in RESTART.finditer(self.text, begin, min(len(self.text), end + 80)):
            if restart.start() >= end:
                break
            if self.start >= 0 or restart.start() > begin:
                self._add_moves(begin, restart.start())
                yield from self._finish(restart.start())
                begin = restart.start()
        self._add_moves(begin, end)
        if _SCORE_LAST.search(self.text, max(begin, end - 12), end):
            yield from self._finish(end)

    def _add_moves(self, begin: int, end: int) -> None:
        if begin == end:
            return
        if self.start < 0:
            self.start = begin
            if not self.headers:
                self.begin = begin
        self.end = end
        self.numbered = self.numbered or bool(_NUMBERED.search(self.text, begin, end))

    def _finish(self, at: int) -> Iterator[Record | Stray]:
        """The record that ends here, if there is one."""
        headers, start, end = self.headers, self.start, self.end
        self.headers, self.start, self.numbered = [], -1, False
        if start < 0 and len(headers) < 2:
            if headers:
                self.strays.add(self.begin, at)
            return
        yield from self.strays.tell()
        game = Game(self.places[self.begin])
        span = (start, end) if start >= 0 else (at, at)
        record = Record(game, self.places, *span, opened=False, raw=self.raw[self.begin : at])
        for key, value, offset in headers:
            if key == INCOMPLETE:
                record.cut = self.places[end], "its header says so"
                continue
            if key not in HEADERS:
                game.headers[key] = value.strip()
                continue
            try:
                why = read_header(game, key, value)
            except FenError as error:
                record.problem = Fault(self.places[offset], "bad-fen", str(error))
                continue
            if why:
                game.faults.append(Fault(self.places[offset], "odd-header", why))
        yield record
