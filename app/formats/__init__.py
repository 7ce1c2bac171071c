"""Text to games and back. A new format is one module here and one line in `READERS` or `WRITERS`.

A reader knows its format and no rules: it yields records. `interpret` joins records with the board.
"""

import re
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from app.board.engine import PLAIN, Engine, engine_for
from app.board.fen import write_fen
from app.errors import FormatError
from app.formats.record import Record, Stray
from app.games.game import Game
from app.games.replay import board_along
from app.notation import notation_named, write_games

if TYPE_CHECKING:
    from app.formats.interpret import Tongues

BATCH = 2000  # games whose moves are written together
AHEAD = 4  # batches fetched before the first one's moves are waited for


class Written(NamedTuple):
    """A game ready to be written: its id, itself, the texts of its plies, and those of each of its variations."""

    id: int
    game: Game
    texts: Sequence[str]
    variations: Sequence[Sequence[str]] = ()


class Reader(NamedTuple):
    """How a format is read: (text, file, number of the first line) to records; one record by the grammar again; and
    which notations to expect."""

    read: Callable[[str, str, int], Iterator[Record | Stray]]
    again: Callable[[Record], Iterable[Record | Stray]]
    tongues: "Tongues"


class Writer(NamedTuple):
    """How a format is written, and the notation it insists on, if it does."""

    write_all: Callable[[Iterable[Written]], Iterator[str]]
    notation: str | None = None


def _cxq_reader() -> Reader:
    from app.formats.cxq.reader import read, read_again
    from app.formats.interpret import MOSTLY_WXF

    return Reader(read, read_again, MOSTLY_WXF)


def _moves_reader() -> Reader:
    from app.formats.interpret import ANY
    from app.formats.moves.reader import read, read_again

    return Reader(read, read_again, ANY)


def _pgn_reader() -> Reader:
    from app.formats.interpret import Tongues
    from app.formats.pgn.reader import read, read_again
    from app.notation.chinese import CHINESE
    from app.notation.coordinates import ICCS
    from app.notation.recognition import WITH_SAN
    from app.notation.wxf import WXF

    return Reader(read, read_again, Tongues((CHINESE, ICCS, WXF), WITH_SAN))


def _dhtmlxq_reader() -> Reader:
    from app.formats.dhtmlxq.reader import read, read_again
    from app.formats.interpret import Tongues
    from app.notation.coordinates import UCCI

    return Reader(read, read_again, Tongues((UCCI,)))


def _cxq_writer() -> Writer:
    from app.formats.cxq.writer import write_all

    return Writer(write_all, "cxq")


def _moves_writer() -> Writer:
    from app.formats.moves.writer import write_all

    return Writer(write_all)


def _jsonl_writer() -> Writer:
    from app.formats.jsonl import write_all

    return Writer(write_all)


def _csv_writer() -> Writer:
    from app.formats.table import write_all

    return Writer(write_all)


# Each entry imports its format when it is asked for: no command waits for a grammar it does not use.
READERS: dict[str, Callable[[], Reader]] = {"cxq": _cxq_reader, "moves": _moves_reader, "pgn": _pgn_reader, "dhtmlxq": _dhtmlxq_reader}
WRITERS: dict[str, Callable[[], Writer]] = {
    "moves": _moves_writer,
    "cxq": _cxq_writer,
    "jsonl": _jsonl_writer,
    "csv": _csv_writer,
}


_PGN = re.compile(r'^[ \t\ufeff]*\[[ \t]*[^\W\d_]\w*[ \t]+"[^\n]*"[ \t]*\][ \t]*\r?$', re.MULTILINE)
_DHTMLXQ = re.compile(r"\[D(?:HJ)?[hH]tmlXQ(?:iFrame|HTML)?\]|D(?:HJ)?[hH]tmlXQ_movelist|\[DHJHtmlXQ_34\]")
_CXQ = re.compile(r"START[ \t]*\{|^[> \t]*(?:GAME|FORMAT|RED|BLACK)(?:[ \t]|\r?$)", re.MULTILINE)


def format_of(text: str) -> str:
    """Which format a text is in: DhtmlXQ says its name, PGN has tags in brackets, CXQ block marks or keywords in capitals."""
    if _DHTMLXQ.search(text):
        return "dhtmlxq"
    if _PGN.search(text):
        return "pgn"
    return "cxq" if _CXQ.search(text) else "moves"


def write_text(games: Iterable[tuple[int, Game]], format: str, notation: str) -> Iterator[str]:
    """Games with their ids as text in a format and a notation, piece by piece. Raises `FormatError`."""
    if format not in WRITERS:
        raise FormatError(f"no format {format!r} to write; there are {', '.join(WRITERS)}")
    writer = WRITERS[format]()
    name = notation_named(writer.notation or notation, to_write=True).name

    def written() -> Iterator[Written]:
        stream = iter(games)
        engine: Engine = PLAIN
        waiting: deque[tuple[list[tuple[int, Game]], Iterator[list[str]]]] = deque()
        try:
            while batch := list(islice(stream, BATCH)):
                if engine is PLAIN:
                    engine = engine_for(len(batch))
                waiting.append((batch, write_games(name, [(game.start_fen, game.moves) for _, game in batch], engine)))
                if len(waiting) > AHEAD:
                    yield from _joined(name, *waiting.popleft())
            for pair in waiting:
                yield from _joined(name, *pair)
        finally:
            engine.close()

    return writer.write_all(written())


def _joined(name: str, batch: list[tuple[int, Game]], texts: Iterator[list[str]]) -> Iterator[Written]:
    for (game_id, game), plies in zip(batch, texts, strict=True):
        yield Written(game_id, game, plies, write_variations(game, name) if game.variations else ())


def write_variations(game: Game, notation: str) -> list[list[str]]:
    """The written plies of each variation of a game, in their order."""
    begun = ((game.line(n)[: 2 * variation.ply], variation) for n, variation in enumerate(game.variations, start=1))
    return [
        written
        for before, variation in begun
        for written in write_games(notation, [(write_fen(*board_along(game.start_fen, before)), variation.moves)])
    ]
