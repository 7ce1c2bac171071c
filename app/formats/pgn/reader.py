"""PGN to records: the quick pattern for games without comments, the grammar for everything else."""

import unicodedata
from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from app.errors import Fault, FenError, Place
from app.formats.pgn.brackets import Brackets
from app.formats.pgn.grammar import FIRST, NUMBERED_MOVE, QUICK_TAG, RECORD, SCORE_LAST, TAG, TAGS
from app.formats.pgn.movetext import Movetext
from app.formats.pgn.tags import INCOMPLETE, Tag, score, split_value, take_tag
from app.formats.record import Places, Record, Stray, stray_between
from app.games.game import Game

_quick = RECORD.re.match


def read(text: str, file: str, line: int = 1) -> Iterator[Record | Stray]:
    """The records of a text whose first line has this number, and what belongs to none, in order."""
    at = 0
    while at < len(text):
        record = read_regular(text, at, file, line)
        if record is not None:
            end = record.places.stop
            yield record
        else:
            end = _section_end(text, at)
            yield from read_irregular(text[at:end], file, line)
        line += text.count("\n", at, end)
        at = end


def read_regular(text: str, at: int, file: str, line: int) -> Record | None:
    """The game without comments that begins at text[at]; None if anything else is there."""
    found = _quick(text, at)
    if found is None:
        return None
    first = found.start("first")
    game = Game.blank(Place(file, line + text.count("\n", at, first), first - text.rfind("\n", 0, first)))
    start, end = found.span("moves")
    seen = set()
    try:
        for key, value in QUICK_TAG.findall(found["tags"]):
            if key in seen or key == INCOMPLETE or take_tag(game, Tag(key, _composed(value))):
                return None
            seen.add(key)
    except FenError:
        return None
    if game.start_fen or not text[start:end].strip():
        return None
    last = SCORE_LAST.search(text, max(start, end - 40), end)
    if last is not None:
        if score(game, last["score"]):
            return None
        end = last.start()
    places = Places(text, at, found.end(), file, line, 1)
    return Record(game, places, start, end, opened=False, regular=True)


def _composed(value: str) -> str:
    return value if value.isascii() else unicodedata.normalize("NFC", value)


def _section_end(text: str, at: int) -> int:
    """Where the tags of the next game begin."""
    block = TAGS.match(text, at)
    following = TAGS.search(text, block.end() if block else at)
    return following.start() if following else len(text)


def read_again(record: Record) -> Iterator[Record | Stray]:
    """What the grammar makes of a record that the quick pattern read."""
    places = record.places
    return read_irregular(record.written, places.file, places.line)


def read_irregular(stretch: str, file: str, line: int) -> Iterator[Record | Stray]:
    """The records of a stretch with one block of tags at most, by the grammar, and the text that belongs to none."""
    return _Section(stretch, file, line).run()


class _Head(NamedTuple):
    """The tags of one game, each with its offset, and where the first one's line begins."""

    begin: int
    tags: list[tuple[Tag, int]]


class _Section:
    """A block of tags and the games under it: the first one's, and further ones that have no tags."""

    def __init__(self, raw: str, file: str, line: int):
        self.raw = raw
        self.text = raw.replace("\r\n", " \n").replace("\r", "\n") if "\r" in raw else raw
        self.places = Places(self.text, 0, len(raw), file, line, 1)
        self.brackets = Brackets(self.text, 0, 0)

    def run(self) -> Iterator[Record | Stray]:
        text, stop = self.text, len(self.text)
        block = TAGS.match(text)
        at = block.end() if block else 0
        self.brackets = Brackets(text, at, stop)
        heads = self._heads(at)
        for head, following in pairwise(heads):  # tags and nothing below them
            yield from self._game(head, following.begin, following.begin)[1]
        if heads:
            at, found = self._game(heads[-1], at, stop)
            yield from found
        while at < stop:
            first = FIRST.search(self.brackets.bare, at, stop)
            begin = first.start() if first else stop
            yield from stray_between(self.places, at, begin, self.raw)
            at, found = self._game(_Head(begin, []), begin, stop) if first else (stop, [])
            yield from found

    def _heads(self, end: int) -> list[_Head]:
        """The tags of the block; where the first name comes again, another game's begin."""
        heads: list[_Head] = []
        for found in TAG.finditer(self.text, 0, end):
            value = found["broken"] if found["value"] is None else found["value"]
            for tag in split_value(found["key"], value):
                if not heads or tag.key == heads[-1].tags[0][0].key:
                    heads.append(_Head(found.start(), []))
                heads[-1].tags.append((tag, found.start("key")))
        return heads

    def _game(self, head: _Head, at: int, stop: int) -> tuple[int, list[Record | Stray]]:
        """The game whose moves begin at an offset: where it ends, and its record with what stood among its moves."""
        record = Record(Game(self.places[head.begin]), self.places, at, at, opened=False)
        for tag, offset in head.tags:
            self._take(record, tag, offset)
        game = record.game
        moves = Movetext(self.text, self.brackets, at, stop, game.first_side)
        record.end, record.words, record.branches = moves.end, moves.words, moves.branches
        record.raw = self.raw[head.begin : moves.end]
        if moves.score:
            why = score(game, moves.score[0])
            if why:
                game.faults.append(Fault(self.places[moves.score[1]], "odd-header", why))
        if moves.cut:
            record.cut = self.places[moves.cut[0]], moves.cut[1]
        elif record.cut is None and self._goes_on(moves.end, stop):
            record.cut = self.places[max(at, moves.end - 1)], "other text follows"
        strays = [item for span in moves.prose for item in stray_between(self.places, *span, self.raw)]
        return moves.end, [*strays, record]

    def _take(self, record: Record, tag: Tag, offset: int) -> None:
        if tag.key == INCOMPLETE:
            record.cut = self.places[offset], "its tag says so"
            return
        try:
            why = take_tag(record.game, tag)
        except FenError as error:
            record.problem = Fault(self.places[offset], "bad-fen", str(error))
            return
        if why:
            record.game.faults.append(Fault(self.places[offset], "odd-header", why))

    def _goes_on(self, at: int, stop: int) -> bool:
        """Whether moves come behind the end of a game that are no game of their own."""
        bare = self.brackets.bare
        first = FIRST.search(bare, at, stop)
        return NUMBERED_MOVE.search(bare, at, first.start() if first else stop) is not None
