"""CXQ text to records: the quick pattern for regular records, the grammar for everything else."""

import re
import unicodedata
from collections.abc import Iterator

from app.errors import Fault, FenError, Place
from app.formats.cxq.cleaning import clean
from app.formats.cxq.grammar import COMMENT, ITEM, ONLY_MOVES, RECORD, RESTART, SLOTS, begins_a_game
from app.formats.cxq.headers import HEADERS, read_headers
from app.formats.record import Places, Record, Stray, stray
from app.games.game import Game

END = "}END"

_quick = RECORD.re.match
_COMMENT = re.compile(COMMENT)
_UNDO = re.compile(r"\bundo\s*\Z")  # the printed numbers run ahead of the board behind it


def read(text: str, file: str, line: int = 1) -> Iterator[Record | Stray]:
    """The records of a text whose first line has this number, and what belongs to none, in order.

    The text is cut behind each end mark: whatever is wrong before one cannot reach beyond it.
    """
    at = 0
    while at < len(text):
        record = read_regular(text, at, file, line)
        if record is not None:
            end = record.places.stop
            yield record
        else:
            found = text.find(END, at)
            end = len(text) if found < 0 else found + len(END)
            if text[at:end].strip() != END:  # an end mark doubled is nothing
                yield from read_irregular(text[at:end], file, line, at - text.rfind("\n", 0, at))
        line += text.count("\n", at, end)
        at = end


def read_regular(text: str, at: int, file: str, line: int) -> Record | None:
    """The regular record that begins at text[at], its end mark included; None if anything else is there."""
    found = _quick(text, at)
    if found is None:
        return None
    first = found.start("first")
    game = Game.blank(Place(file, line + text.count("\n", at, first), first - text.rfind("\n", 0, first)))
    groups = found.groups()
    try:
        for take, n in SLOTS:
            if groups[n] is not None and not take(game, groups, n + 1):
                return None
    except FenError:
        return None
    if not text.isascii():
        _compose(game)
    places = Places(text, at, found.end(), file, line, at - text.rfind("\n", 0, at))
    return Record(game, places, *found.span("moves"), True, True, True)


def _compose(game: Game) -> None:
    """Names in Unicode's composed form, however they were typed."""
    for seat in game.seats:
        seat.name = unicodedata.normalize("NFC", seat.name)
    game.event, game.site, game.author = (
        unicodedata.normalize("NFC", text) for text in (game.event, game.site, game.author)
    )


def read_again(record: Record) -> Iterator[Record | Stray]:
    """What the grammar makes of a record that the quick pattern read."""
    places = record.places
    return read_irregular(record.written, places.file, places.line, places.column)


def read_irregular(stretch: str, file: str, line: int, column: int) -> Iterator[Record | Stray]:
    """The records of a stretch by the grammar, and the text between them."""
    return _Assembly(clean(stretch), stretch, file, line, column).run()


class _Draft:
    """A record in the making."""

    def __init__(self, at: int):
        self.at = at
        self.values: dict[str, str] = {}
        self.spots: dict[str, int] = {}
        self.opened = self.ended = False
        self.broken = self.lost = False  # other text stood among the moves; moves followed it
        self.start = self.end = -1

    @property
    def has_moves(self) -> bool:
        return self.start >= 0


class _Assembly:
    """The items of the grammar, put together into records one after another."""

    def __init__(self, text: str, raw: str, file: str, line: int, column: int):
        self.text, self.raw = text, raw
        self.places = Places(text, 0, len(text), file, line, column)
        self.draft: _Draft | None = None
        self.strays: list[tuple[int, int]] = []
        self.unknown: list[tuple[str, str, int, int]] = []  # headers that may belong to the next known one

    def run(self) -> Iterator[Record | Stray]:
        steps = {
            "header": self._header,
            "opening": self._opening,
            "movetext": self._movetext,
            "closing": self._closing,
            "comment": self._comment,
            "stray": self._stray,
        }
        for found in ITEM.re.finditer(self.text):
            at, step = found.start(), steps.get(found.lastgroup or "")
            if step:
                if found.lastgroup != "header":
                    self._forget_unknown()
                yield from step(found, at)
        self._forget_unknown()
        yield from self._finish(len(self.text))
        yield from self._tell_strays()

    # ------------------------------------------------------------ one item each

    def _header(self, found: re.Match[str], at: int) -> Iterator[Record | Stray]:
        key, value = found["key"], (found["value"] or "").replace("\0", "").strip()
        draft = self.draft
        in_headers = draft is not None and bool(draft.values) and not draft.opened and not draft.has_moves
        known = key.upper() if key.upper() in HEADERS else None
        if known is None and not in_headers:
            self.unknown.append((key, value, at, found.end()))
            return
        if known and key != known and not in_headers and not (known == "GAME" and not value):
            # A word of prose may look like a keyword: only among headers is it one.
            self._forget_unknown()
            yield from self._stray(found, at)
            return
        key = known or key
        if not in_headers or (draft and draft.values.get(key, value) != value):
            yield from self._finish(self.unknown[0][2] if self.unknown else at)
            draft = self.draft = _Draft(self.unknown[0][2] if self.unknown else at)
            for name, text, spot, _ in self.unknown:
                draft.values[name], draft.spots[name] = text, spot
            self.unknown = []
        assert draft is not None
        if key not in draft.values:
            draft.values[key], draft.spots[key] = value, at

    def _forget_unknown(self) -> None:
        """Lines that looked like headers, with no known header behind them."""
        for _, _, begin, end in self.unknown:
            self._add_stray(begin, end)
            if self.draft is not None and self.draft.has_moves and self.draft.opened:
                self.draft.broken = True
        self.unknown = []

    def _opening(self, found: re.Match[str], at: int) -> Iterator[Record | Stray]:
        if self.draft is None or self.draft.opened or self.draft.has_moves:
            yield from self._finish(at)
            self.draft = _Draft(at)
        self.draft.opened = True
        self.draft.start = self.draft.end = found.end()

    def _movetext(self, found: re.Match[str], at: int) -> Iterator[Record | Stray]:
        begin = at
        comments = [comment.span() for comment in _COMMENT.finditer(self.text, at, found.end())]
        for restart in RESTART.finditer(self.text, at, self._horizon(found.end())):
            if restart.start() >= found.end():
                break
            if any(low <= restart.start() < high for low, high in comments) or _UNDO.search(
                self.text, max(0, restart.start() - 20), restart.start()
            ):
                continue
            if self._has_words(begin, restart.start()):
                self._moves(begin, restart.start())
                yield from self._finish(restart.start())
                begin = restart.start()
        self._moves(begin, found.end())

    def _closing(self, found: re.Match[str], at: int) -> Iterator[Record | Stray]:
        if self.draft is not None:
            self.draft.ended = True
            yield from self._finish(found.end())
        elif found[0] == "}":
            yield from self._stray(found, at)

    def _comment(self, found: re.Match[str], at: int) -> Iterator[Record | Stray]:
        if self.draft is not None and self.draft.has_moves and not self.draft.broken:
            self.draft.end = found.end()
        return iter(())

    def _stray(self, found: re.Match[str], at: int) -> Iterator[Record | Stray]:
        self._add_stray(at, found.end())
        if self.draft is not None and self.draft.has_moves:
            if self.draft.opened:
                self.draft.broken = True
            else:
                yield from self._finish(at)

    # ------------------------------------------------------------ putting together

    def _moves(self, begin: int, end: int) -> None:
        """Add moves to the record; outside a record only a line of nothing but moves begins one."""
        draft = self.draft
        if draft is None or (not draft.values and not draft.has_moves):
            if not (ONLY_MOVES.fullmatch(self.text, begin, end) and (draft or begins_a_game(self.text, begin))):
                self._add_stray(begin, end)
                return
            if draft is None:
                draft = self.draft = _Draft(begin)
        if draft.broken:
            draft.lost = True
            return
        if draft.start < 0:
            draft.start = begin
        draft.end = end

    def _add_stray(self, begin: int, end: int) -> None:
        """Remember text that belongs to no game; what only blanks divide is one piece."""
        if self.strays and not self.text[self.strays[-1][1] : begin].strip(" \t\n\0"):
            begin = self.strays.pop()[0]
        self.strays.append((begin, end))

    def _horizon(self, at: int) -> int:
        """How far a restart may look ahead for its 2."""
        return min(len(self.text), at + 80)

    def _has_words(self, begin: int, end: int) -> bool:
        """Whether the current record has moves, those in text[begin:end] included."""
        if self.draft is not None and self.draft.has_moves:
            begin = self.draft.start
        return bool(re.search("[A-Za-z]", _COMMENT.sub("", self.text[begin:end])))

    def _finish(self, at: int) -> Iterator[Record | Stray]:
        draft, self.draft = self.draft, None
        if draft is None:
            return
        if not draft.opened and not draft.has_moves and len(draft.values) < 2:
            self._add_stray(draft.at, at)
            return
        yield from self._tell_strays()
        if draft.start < 0:
            draft.start = draft.end = at
        game = Game(self.places[draft.at])
        span = (draft.start, draft.end, draft.opened, draft.ended)
        record = Record(game, self.places, *span, raw=self.raw[draft.at : at])
        for key, message in read_headers(game, draft.values):
            place = self.places[draft.spots[key]]
            if key == "FEN":
                record.problem = Fault(place, "bad-fen", message)
            else:
                game.faults.append(Fault(place, "odd-header", message))
        if draft.lost or (draft.broken and not draft.ended):
            record.cut = self.places[max(draft.start, draft.end - 1)], "other text follows"
        yield record

    def _tell_strays(self) -> Iterator[Stray]:
        """One fault for each piece of text that belongs to no game."""
        waiting, self.strays = self.strays, []
        for begin, end in waiting:
            yield stray(self.places[begin], self.raw[begin:end])
