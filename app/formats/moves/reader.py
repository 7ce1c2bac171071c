"""Scoresheets to records."""

import re
from collections.abc import Iterator

from app.errors import Fault, FenError
from app.formats.cxq.cleaning import clean
from app.formats.cxq.grammar import COMMA, GAP, NUMBER, REMARK, RESTART, SCORE, begins_a_game, number_at
from app.formats.moves.grammar import HEADER_LINE, ITEM, MOVE, SHEET
from app.formats.moves.headers import HEADERS, INCOMPLETE, header_named, read_header
from app.formats.record import Places, Record, Stray, Strays
from app.games.game import Game
from app.games.result import LONGEST_RESULT, Result, result_named

_IN_A_LINE = re.compile(
    rf"\{{[^{{}}]*\}}|{REMARK}|\([^()]*\)|\[[^\[\]]*\]|{NUMBER}|{MOVE}|{GAP}|{COMMA}|(?:{SCORE}|\*)(?![^ \t])"
)
_MOVE = re.compile(MOVE)
_SPEECH = re.compile(r"[^\W\d_]{2,}[^\w\n]+(?:\w+[^\w\n]+)??[^\W\d_]{2,}")  # words, of which a misprint makes no two
_NUMBERED = re.compile(rf"(?<!\S)(?P<number>\d{{1,5}})(?:\.(?!\d)|\))(?P<half>[ \t]*(?:{GAP}))?")
_POINT = re.compile(r"\.(?!\d)")  # not the way of a move
_NOT_REGULAR = ("..", "1-0", "0-1", "1/2-1/2", "0.5-0.5")  # a gap; scores, behind which a game has ended
_ONE = re.compile(r"1[.)](?![ \t]*(?:\.\.|…))")  # the first number, and not a pair that goes on
_SCORE_LAST = re.compile(rf"(?<!\S)(?:{SCORE}|\*)\s*\Z")
_EMPTY_LINE = re.compile(r"\n[ \t\0\u00a0]*\n")
_BLANK = re.compile(r"[ \t\0\u00a0\n]*")


_sheet = SHEET.re.match


def read(text: str, file: str, line: int = 1) -> Iterator[Record | Stray]:
    """The games of a text whose first line has this number, and what belongs to none, in order."""
    return _Assembly(text, file, line).run()


def read_again(record: Record) -> Iterator[Record | Stray]:
    """No record here is read but by the grammar."""
    yield record


def _counts(text: str, start: int, end: int) -> bool:
    """Whether the numbers in text[start:end], which a blank or a line's end stands before, are 1, 2, 3 and so on."""
    for number, point in enumerate(_POINT.finditer(text, start, end), start=1):
        digits = str(number)
        at = point.start() - len(digits)
        if text[at : point.start()] != digits or text[at - 1] not in " \t\n":
            return False
    return True


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
        self.number: int | None = None  # the last one of the current game's moves
        self.is_half = False  # whether that pair still lacks its second move
        self.result = Result.UNKNOWN  # said in words below the moves
        self.prose: list[tuple[int, int]] = []  # text below the moves, behind which they may go on
        self.holes: list[tuple[int, int]] = []  # text among the moves
        self.adrift = False  # a game was cut off by text: moves behind that begin no other
        self.passed = 0  # what has been read ahead
        self.strays = Strays(self.text, self.raw, self.places)

    def run(self) -> Iterator[Record | Stray]:
        """Records and what lies between them."""
        at = 0
        while found := ITEM.re.match(self.text, at):
            if found.lastgroup == "header" and self.start < 0 and not self.headers and self._take_sheet(at):
                yield from self._finish(self.passed)
                at = self.passed
                continue
            yield from self._item(found, at)
            at = max(found.end(), self.passed)
        yield from self._finish(len(self.text))
        yield from self.strays.tell()

    # ------------------------------------------------------------ one item each

    def _item(self, found: re.Match[str], at: int) -> Iterator[Record | Stray]:
        kind = found.lastgroup
        if kind == "header":
            yield from self._header(found, at)
        elif kind == "line" or (kind == "number" and self.start >= 0):
            yield from self._line(at, found.end())
        elif kind == "score" and self.start >= 0:
            self._bridge()
            self.end = found.end()
            yield from self._finish(self.end)
        elif kind in ("stray", "score", "number") or (kind == "comment" and self._says_who_won(at, found.end())):
            yield from self._stray(at, found.end())
        elif kind == "empty":
            self.adrift = False
            if self.start >= 0 and self.number is None:
                yield from self._finish(at)

    def _header(self, found: re.Match[str], at: int) -> Iterator[Record | Stray]:
        key = header_named(found["key"].replace("\0", ""))
        if self.start >= 0:
            if key is None or self._goes_on_below(at):
                yield from self._stray(at, found.end())
                return
            below = self._below(at)
            if below:
                self._bridge()
                self.headers += below
                yield from self._finish(self.passed)
                return
            yield from self._finish(at)
        elif key is None and not self.headers:
            self.strays.add(at, found.end())
            return
        elif key and any(key == seen for seen, _, _ in self.headers):
            yield from self._finish(at)
        self.adrift = False
        if not self.headers:
            self.begin = at
        self.headers.append((key or found["key"].strip(), found["value"].replace("\0", ""), at))

    def _line(self, begin: int, end: int) -> Iterator[Record | Stray]:
        number = number_at(self.text, begin)
        if self.start >= 0 and self._is_talk(begin, end, number):
            self.prose.append((begin, end))
            return
        if self.start >= 0 and self.prose:
            moves = _is_only_moves(self.text[begin:end])
            if self._continues(begin):
                self._bridge()
            elif number == 1 or (number is None and moves and self._is_apart(begin)):
                yield from self._finish(begin)
            elif number > (self.number or 0) if number else moves:
                yield from self._finish(begin, "other text follows")
                self.adrift = True
            else:
                self.prose.append((begin, end))
                return
        self.adrift = self.adrift and number != 1
        if (
            self.start < 0
            and not self.headers
            and not (_is_only_moves(self.text[begin:end]) and begins_a_game(self.text, begin) and not self.adrift)
        ):
            self.strays.add(begin, end)
            return
        if self.start >= 0 and _ONE.match(self.text, begin) and self._is_apart(begin):
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

    def _stray(self, begin: int, end: int) -> Iterator[Record | Stray]:
        """Text that is none of a game's: below its moves it may say who won, or break in."""
        if self.start < 0:
            yield from self._finish(begin)
            self.strays.add(begin, end)
            return
        if self.prose or not self._says_who_won(begin, end):
            self.prose.append((begin, end))
            return
        yield from self._finish(end)

    def _says_who_won(self, begin: int, end: int) -> bool:
        """Whether text[begin:end] says who won the current game; then that is kept."""
        if self.start < 0 or end - begin > LONGEST_RESULT:
            return False
        result = result_named(self.text[begin:end].replace("\0", ""))
        self.result = result or self.result
        return result is not None

    # ------------------------------------------------------------ what lies ahead

    def _is_talk(self, begin: int, end: int, number: int | None) -> bool:
        """Whether a line below numbered moves speaks of moves: `12... R1.2 was better`, `R1.2 is good too`."""
        if self.number is None or self._continues(begin):
            return False
        rest = _IN_A_LINE.sub(" ", self.text[begin:end])
        if number is None:
            return _SPEECH.search(rest) is not None
        return 1 < number <= self.number and bool(rest.strip(" \t\n\0"))

    def _is_apart(self, begin: int) -> bool:
        """Whether an empty line stands between the last moves and text[begin]."""
        return _EMPTY_LINE.search(self.text, self.end, begin) is not None

    def _continues(self, begin: int) -> bool:
        """Whether the number at text[begin] is the next of the current game's, or its last one for the other half."""
        number = _NUMBERED.match(self.text, _BLANK.match(self.text, begin).end())  # type: ignore[union-attr]
        if number is None or self.number is None:
            return False
        return int(number["number"]) == self.number + (number["half"] is None) and (self.is_half or not number["half"])

    def _goes_on_below(self, at: int) -> bool:
        """Whether the moves go on behind a line that looks like a header: then it is prose."""
        line_end = self.text.find("\n", at)
        return line_end >= 0 and self._continues(line_end)

    def _below(self, at: int) -> list[tuple[str, str, int]]:
        """The headers that stand directly below the moves they belong to; none if they are the next game's.

        Below them is an empty line, and then headers of another game, other text or nothing.
        """
        if self.prose or self._is_apart(at):
            return []
        found: list[tuple[str, str, int]] = []
        seen = {key for key, _, _ in self.headers}
        while line := HEADER_LINE.match(self.text, at):
            key = header_named(line["key"].replace("\0", ""))
            if key is None or key in seen:
                return []
            found.append((key, line["value"].replace("\0", ""), line.start("key")))
            seen.add(key)
            at = line.end()
        rest = _BLANK.match(self.text, at)
        assert rest is not None
        if rest.end() < len(self.text):
            following = ITEM.re.match(self.text, rest.end())
            moves_follow = following is not None and following.lastgroup == "line"
            if "\n" not in rest[0] or (moves_follow and not all(key == "Result" for key, _, _ in found)):
                return []
        self.passed = at
        return found

    # ------------------------------------------------------------ putting together

    def _take_sheet(self, at: int) -> bool:
        """Take the regular game that begins at text[at] as one, if there is one: the headers, then all its lines."""
        found = _sheet(self.text, at)
        if found is None:
            return False
        headers = [
            (header_named(line["key"]), line["value"], line.start("key"))
            for line in HEADER_LINE.finditer(self.text, at, found.end("headers"))
        ]
        keys = {key for key, _, _ in headers}
        following = HEADER_LINE.match(self.text, found.end())
        if len(keys) < len(headers) or None in keys or (following and header_named(following["key"]) is None):
            return False
        start, end = found.span("moves")
        if not _counts(self.text, start, end) or any(self.text.find(sign, start, end) >= 0 for sign in _NOT_REGULAR):
            return False
        self.headers = [(key, value, offset) for key, value, offset in headers if key]
        self.begin, self.start, self.end = at, start, end - 1
        self.passed, self.adrift = found.end(), False
        return True

    def _bridge(self) -> None:
        """The moves go on behind other text."""
        for begin, end in self.prose:
            self.strays.add(begin, end)
        self.holes += self.prose
        self.prose = []

    def _add_moves(self, begin: int, end: int) -> None:
        if begin == end:
            return
        if self.start < 0:
            self.start = begin
            if not self.headers:
                self.begin = begin
        self.end = end
        for number in _NUMBERED.finditer(self.text, begin, end):
            self.number, begin = int(number["number"]), number.end()
            self.is_half = not number["half"]
        moves = _MOVE.finditer(self.text, begin, end)
        self.is_half = self.is_half and next(moves, None) is not None and next(moves, None) is None

    def _finish(self, at: int, cut: str = "") -> Iterator[Record | Stray]:
        """The record that ends here, if there is one, and the text below it; cut says why its moves are not all there."""
        prose, self.prose = self.prose, []
        yield from self._record(prose[0][0] if prose else at, cut)
        for begin, end in prose:
            self.strays.add(begin, end)

    def _record(self, at: int, cut: str) -> Iterator[Record | Stray]:
        headers, start, end, holes, result = self.headers, self.start, self.end, self.holes, self.result
        self.headers, self.start, self.number, self.holes, self.result = [], -1, None, [], Result.UNKNOWN
        if start < 0 and len(headers) < 2:
            if headers:
                self.strays.add(self.begin, at)
            return
        yield from self.strays.tell()
        game = Game(self.places[self.begin])
        span = (start, end) if start >= 0 else (at, at)
        record = Record(game, self.places, *span, opened=False, raw=self.raw[self.begin : at], holes=holes)
        if cut:
            record.cut = self.places[max(start, end - 1)], cut
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
        if game.result is Result.UNKNOWN:
            game.result = result
        yield record
