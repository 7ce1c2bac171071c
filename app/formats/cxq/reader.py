"""CXQ text to records: the quick pattern for regular records, the grammar for everything else."""

import unicodedata
from collections.abc import Iterator

from app.errors import FenError
from app.formats.cxq.ahead import has_headers, headers_below_end
from app.formats.cxq.assembly import Assembly
from app.formats.cxq.cleaning import clean
from app.formats.cxq.grammar import RECORD, SLOTS
from app.formats.record import Places, Record, Stray
from app.games.game import Game

END = "}END"

_quick = RECORD.re.match


def read(text: str, file: str, line: int = 1) -> Iterator[Record | Stray]:
    """The records of a text whose first line has this number, and what belongs to none, in order.

    The text is cut behind each end mark: whatever is wrong before one cannot reach beyond it.
    """
    at = begin = 0  # begin: of the line that text[at] stands in
    while at < len(text):
        record = read_regular(text, at, file, line, at - begin + 1)
        if record is not None:
            end = record.places.stop
            yield record
        else:
            found = text.find(END, at)
            end = len(text) if found < 0 else found + len(END)
            if found >= 0 and not has_headers(text, at, end) and (below := headers_below_end(text, end)):
                end = below.end
            if text[at:end].strip() != END:  # an end mark doubled is nothing
                yield from read_irregular(text[at:end], file, line, at - begin + 1)
        line += text.count("\n", at, end)
        begin = max(begin, text.rfind("\n", at, end) + 1)
        at = end


def read_regular(text: str, at: int, file: str, line: int, column: int) -> Record | None:
    """The regular record that begins at text[at], its end mark included; None if anything else is there."""
    found = _quick(text, at)
    if found is None:
        return None
    places = Places(text, at, found.end(), file, line, column)
    game = Game.blank(places.near(found.start("first")))
    groups = found.groups()
    try:
        for take, n in SLOTS:
            if groups[n] is not None and not take(game, groups, n + 1):
                return None
    except FenError:
        return None
    if not text.isascii():
        _compose(game)
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
    return Assembly(clean(stretch), stretch, file, line, column).run()
