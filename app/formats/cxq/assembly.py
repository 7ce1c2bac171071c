"""The items of the CXQ grammar, put together into records one after another."""

import re
from bisect import bisect_right
from collections.abc import Iterator

from app.errors import Fault, FenError
from app.formats.cxq.ahead import Below, headers_before_start, headers_below, headers_below_end
from app.formats.cxq.grammar import BRACES, COMMENT, ITEM, ONLY_MOVES, RESTART, begins_a_game
from app.formats.cxq.headers import HEADERS, read_headers
from app.formats.cxq.setup import read_setup
from app.formats.record import Places, Record, Stray, Strays
from app.games.game import Game
from app.games.result import LONGEST_RESULT, Result, result_named

_COMMENT = re.compile(rf"{COMMENT}|{BRACES}")
_COMMENT_OR_LETTER = re.compile(rf"{COMMENT}|{BRACES}|(?P<letter>[A-Za-z])")
_UNDO = re.compile(r"\bundo\s*\Z")  # the printed numbers run ahead of the board behind it
HORIZON = 80  # how far a new numbering may look ahead for its 2


class _Draft:
    """A record in the making."""

    def __init__(self, at: int):
        self.at = at
        self.values: dict[str, str] = {}
        self.spots: dict[str, int] = {}
        self.opened = self.ended = False
        self.broken = self.lost = False  # other text stood among the moves; moves followed it
        self.start = self.end = -1
        self.has_words = False
        self.setup: str | None = None
        self.result: Result | None = None  # said in words below the moves

    @property
    def has_moves(self) -> bool:
        return self.start >= 0


class Assembly:
    """Reads one stretch of text, already cleaned; raw is the same as it lies in the source."""

    def __init__(self, text: str, raw: str, file: str, line: int, column: int):
        self.text, self.raw = text, raw
        self.places = Places(text, 0, len(text), file, line, column)
        self.next = 0  # where the next item begins
        self.talk = 0  # up to where words that look like keywords are none
        self.draft: _Draft | None = None
        self.strays = Strays(text, raw, self.places)
        self.unknown: list[tuple[str, str, int, int]] = []  # headers that may belong to the next known one

    def run(self) -> Iterator[Record | Stray]:
        steps = {
            "header": self._header,
            "setup": self._setup,
            "opening": self._opening,
            "movetext": self._movetext,
            "closing": self._closing,
            "comment": self._comment,
            "stray": self._stray,
        }
        while found := ITEM.re.match(self.text, self.next):
            at, self.next = found.start(), found.end()
            step = steps.get(found.lastgroup or "")
            if step:
                if found.lastgroup != "header":
                    self._forget_unknown()
                yield from step(found, at)
        self._forget_unknown()
        yield from self._finish(len(self.text))
        yield from self.strays.tell()

    # ------------------------------------------------------------ one item each

    def _header(self, found: re.Match[str], at: int) -> Iterator[Record | Stray]:
        key, value = found["key"], (found["value"] or "").replace("\0", "").strip()
        draft = self.draft
        in_headers = draft is not None and bool(draft.values) and not draft.opened and not draft.has_moves
        known = key.upper() if key.upper() in HEADERS else None
        if known == key and draft and draft.has_moves and not self.unknown:
            below = headers_below(self.text, at, draft.values)
            if below:
                self._take_below(draft, below)
                return
        if known is None and not in_headers:
            self.unknown.append((key, value, at, found.end()))
            return
        if known in ("RED", "BLACK") and result_named(found[0].replace("\0", " ")):
            yield from self._stray(found, at)
            return
        is_bare = known == "GAME" and not value
        if known and key != known and not in_headers and not is_bare and not self._begins_a_record(at):
            # A word of prose may look like a keyword: only among headers is it one.
            self._forget_unknown()
            yield from self._stray(found, at)
            return
        key = known or key
        if not in_headers or (known and draft and draft.values.get(key, value) != value):
            yield from self._finish(self.unknown[0][2] if self.unknown else at)
            draft = self.draft = _Draft(self.unknown[0][2] if self.unknown else at)
            for name, text, spot, _ in self.unknown:
                draft.values[name], draft.spots[name] = text, spot
            self.unknown = []
        assert draft is not None
        if key not in draft.values:
            draft.values[key], draft.spots[key] = value, at
        elif draft.values[key] != value:  # an unknown one that stands there twice
            draft.values[key] += f"; {value}"

    def _begins_a_record(self, at: int) -> bool:
        """Whether keywords in small letters are headers: several lines of them, and then a block of moves."""
        if at < self.talk:
            return False
        end, begins = headers_before_start(self.text, at)
        if not begins:
            self.talk = end
        return begins

    def _take_below(self, draft: _Draft, below: Below) -> None:
        """Headers below the moves they belong to."""
        for key, value, spot in below.headers:
            draft.values[key], draft.spots[key] = value, spot
        self.next = below.end

    def _forget_unknown(self) -> None:
        """Lines that looked like headers, with no known header behind them."""
        for _, _, begin, end in self.unknown:
            self.strays.add(begin, end)
            if self.draft is not None and self.draft.has_moves and self.draft.opened:
                self.draft.broken = True
        self.unknown = []

    def _setup(self, found: re.Match[str], at: int) -> Iterator[Record | Stray]:
        """A start position, above the moves."""
        if self.draft is None or self.draft.has_words:
            yield from self._finish(at)
            self.draft = _Draft(at)
        self.draft.setup, self.draft.spots["SETUP"] = found["pieces"].replace("\0", ""), at

    def _opening(self, found: re.Match[str], at: int) -> Iterator[Record | Stray]:
        if self.draft is None or self.draft.opened or self.draft.has_moves:
            yield from self._finish(at)
            self.draft = _Draft(at)
        self.draft.opened = True
        self.draft.start = self.draft.end = found.end()

    def _movetext(self, found: re.Match[str], at: int) -> Iterator[Record | Stray]:
        begin, end = at, found.end()
        comments = [comment.span() for comment in _COMMENT.finditer(self.text, at, end)]
        letters = self._letters(at, end)
        letter = next(letters)
        for restart in RESTART.finditer(self.text, at, min(len(self.text), end + HORIZON)):
            there = restart.start()
            if there >= end:
                break
            before = bisect_right(comments, (there, len(self.text))) - 1
            if before >= 0 and there < comments[before][1]:
                continue
            if _UNDO.search(self.text, max(0, there - 20), there):
                continue
            while letter < begin:
                letter = next(letters)
            if letter < there or (self.draft is not None and self.draft.has_words):
                self._moves(begin, there, letter < there)
                yield from self._finish(there)
                begin = there
        while letter < begin:
            letter = next(letters)
        self._moves(begin, end, letter < end)

    def _letters(self, begin: int, end: int) -> Iterator[int]:
        """Where letters stand in text[begin:end], those of comments left out; then for ever the end of the text."""
        for found in _COMMENT_OR_LETTER.finditer(self.text, begin, end):
            if found["letter"]:
                yield found.start()
        while True:
            yield len(self.text)

    def _closing(self, found: re.Match[str], at: int) -> Iterator[Record | Stray]:
        if self.draft is not None:
            self.draft.ended = True
            if not self.draft.values and (below := headers_below_end(self.text, found.end())):
                self._take_below(self.draft, below)
            yield from self._finish(self.next)
        elif found[0] == "}":
            yield from self._stray(found, at)

    def _comment(self, found: re.Match[str], at: int) -> Iterator[Record | Stray]:
        if self.draft is not None and self.draft.has_moves and not self.draft.broken:
            self.draft.end = found.end()
        elif found[0][0] == "{":  # what it holds may be moves
            self.next = at + 1
            yield from self._stray_text(at, self.next)

    def _stray(self, found: re.Match[str], at: int) -> Iterator[Record | Stray]:
        yield from self._stray_text(at, found.end())

    def _stray_text(self, begin: int, end: int) -> Iterator[Record | Stray]:
        if self.draft is not None and self.draft.has_words and end - begin <= LONGEST_RESULT:
            result = result_named(self.text[begin:end].replace("\0", ""))
            if result:
                self.draft.result = result
                return
        self.strays.add(begin, end)
        if self.draft is not None and self.draft.has_moves:
            if self.draft.opened:
                self.draft.broken = True
            else:
                yield from self._finish(begin)

    # ------------------------------------------------------------ putting together

    def _moves(self, begin: int, end: int, has_words: bool) -> None:
        """Add moves to the record; outside a record only a line of nothing but moves begins one.

        has_words: whether text[begin:end] is more than numbers and comments.
        """
        draft = self.draft
        if draft is None or (not draft.values and not draft.has_moves):
            if not (ONLY_MOVES.fullmatch(self.text, begin, end) and (draft or begins_a_game(self.text, begin))):
                self.strays.add(begin, end)
                return
            if draft is None:
                draft = self.draft = _Draft(begin)
        if draft.broken:
            draft.lost = True
            return
        if draft.start < 0:
            draft.start = begin
        draft.end = end
        draft.has_words = draft.has_words or has_words

    def _finish(self, at: int) -> Iterator[Record | Stray]:
        draft, self.draft = self.draft, None
        if draft is None:
            return
        if not draft.opened and not draft.has_moves and len(draft.values) + (draft.setup is not None) < 2:
            self.strays.add(draft.at, at)
            return
        yield from self.strays.tell()
        if draft.start < 0:
            draft.start = draft.end = at
        game = Game(self.places[draft.at])
        span = (draft.start, draft.end, draft.opened, draft.ended)
        record = Record(game, self.places, *span, raw=self.raw[draft.at : at])
        if draft.setup is not None:
            try:
                draft.values.setdefault("FEN", read_setup(draft.setup))
                draft.spots.setdefault("FEN", draft.spots["SETUP"])
            except FenError as error:
                record.problem = Fault(self.places[draft.spots["SETUP"]], "bad-fen", str(error))
        for key, message in read_headers(game, draft.values):
            place = self.places[draft.spots[key]]
            if key == "FEN":
                record.problem = Fault(place, "bad-fen", message)
            else:
                game.faults.append(Fault(place, "odd-header", message))
        if draft.result and game.result is Result.UNKNOWN:
            game.result = draft.result
        if draft.lost or (draft.broken and not draft.ended):
            record.cut = self.places[max(draft.start, draft.end - 1)], "other text follows"
        yield record
