"""Text to games and back. A new format is one module here and one line in `READERS` or `WRITERS`.

A reader knows its format and no rules: it yields records. `interpret` joins records with the board.
"""

import re
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from app.board.engine import PLAIN, Engine, engine_for
from app.errors import FormatError
from app.formats.record import Record, Stray
from app.games.game import Game
from app.games.replay import Boards
from app.notation import notation_named, write_games

if TYPE_CHECKING:
    from app.formats.interpret import Tongues

BATCH = 2000  # games whose moves are written together
AHEAD = 4  # batches fetched before the first one's moves are waited for


class Written(NamedTuple):
    """A game ready to be written: its id, itself, the texts of its plies, those of each of its variations, and the name
    of the notation they are in."""

    id: int
    game: Game
    texts: Sequence[str]
    variations: Sequence[Sequence[str]] = ()
    notation: str = ""


class Reader(NamedTuple):
    """How a format is read: (text, file, number of the first line) to records; one record by the grammar again; and
    which notations to expect."""

    read: Callable[[str, str, int], Iterator[Record | Stray]]
    again: Callable[[Record], Iterable[Record | Stray]]
    tongues: "Tongues"


class Writer(NamedTuple):
    """How a format is written; the notation it insists on, if it does, and the one it is usually in; and what of a game
    besides its headers and its main line it carries."""

    write_all: Callable[[Iterable[Written]], Iterator[str]]
    notation: str | None = None
    usual: str = "vietnamese"
    carries: frozenset[str] = frozenset()


VARIATIONS, COMMENTS = "variations", "comments"
THE_TREE = frozenset((VARIATIONS, COMMENTS))


@dataclass(slots=True)
class LeftOut:
    """What the games that were written had, and the format cannot carry."""

    format: str
    variations: int = 0
    comments: int = 0

    def count(self, game: Game, carries: frozenset[str]) -> None:
        """One more game."""
        if COMMENTS not in carries:
            self.comments += len(game.comments)
        if VARIATIONS not in carries:
            self.variations += len(game.variations)
        if carries != THE_TREE:
            self.comments += sum(len(variation.comments) for variation in game.variations)

    def __str__(self) -> str:
        """In one line; nothing if nothing was left out."""
        counts = ((self.variations, "variation"), (self.comments, "comment"))
        said = ", ".join(f"{count:,} {what}{'s' if count > 1 else ''}" for count, what in counts if count)
        return f"left out: {said} (the format {self.format} cannot carry them)" if said else ""


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

    return Writer(write_all, "cxq", carries=frozenset((COMMENTS,)))


def _moves_writer() -> Writer:
    from app.formats.moves.writer import write_all

    return Writer(write_all)


def _jsonl_writer() -> Writer:
    from app.formats.jsonl import write_all

    return Writer(write_all, carries=THE_TREE)


def _csv_writer() -> Writer:
    from app.formats.table import write_all

    return Writer(write_all)


def _pgn_writer() -> Writer:
    from app.formats.pgn.writer import write_all

    return Writer(write_all, usual="chinese", carries=THE_TREE)


def _xboard_writer() -> Writer:
    from app.formats.pgn.writer import write_all_xboard

    return Writer(write_all_xboard, "san-xboard", carries=THE_TREE)


def _dhtmlxq_writer() -> Writer:
    from app.formats.dhtmlxq.writer import write_all

    return Writer(write_all, "ucci", carries=THE_TREE)


# Each entry imports its format when it is asked for: no command waits for a grammar it does not use.
READERS: dict[str, Callable[[], Reader]] = {
    "cxq": _cxq_reader,
    "moves": _moves_reader,
    "pgn": _pgn_reader,
    "dhtmlxq": _dhtmlxq_reader,
}
WRITERS: dict[str, Callable[[], Writer]] = {
    "moves": _moves_writer,
    "cxq": _cxq_writer,
    "jsonl": _jsonl_writer,
    "csv": _csv_writer,
    "pgn": _pgn_writer,
    "pgn-xboard": _xboard_writer,
    "dhtmlxq": _dhtmlxq_writer,
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


def write_text(
    games: Iterable[tuple[int, Game]], format: str, notation: str | None = None, left_out: LeftOut | None = None
) -> Iterator[str]:
    """Games with their ids as text in a format and a notation (None: the format's usual one), piece by piece.

    What the format cannot carry is counted in left_out. Raises `FormatError`.
    """
    if format not in WRITERS:
        raise FormatError(f"no format {format!r} to write; there are {', '.join(WRITERS)}")
    writer = WRITERS[format]()
    name = notation_named(writer.notation or notation or writer.usual, to_write=True).name

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
                    yield from joined(*waiting.popleft())
            for pair in waiting:
                yield from joined(*pair)
        finally:
            engine.close()

    def joined(batch: list[tuple[int, Game]], texts: Iterator[list[str]]) -> Iterator[Written]:
        for (game_id, game), plies in zip(batch, texts, strict=True):
            if left_out:
                left_out.count(game, writer.carries)
            tree = write_variations(game, name) if game.variations and VARIATIONS in writer.carries else ()
            yield Written(game_id, game, plies, tree, name)

    return writer.write_all(written())


def write_variations(game: Game, notation: str) -> list[list[str]]:
    """The written plies of each variation of a game, in their order."""
    boards, way = Boards(game), notation_named(notation, to_write=True)
    texts: list[list[str]] = []
    for variation in game.variations:
        found = boards.at(variation.parent, variation.ply)
        assert found is not None, "a variation leaves a line behind its end"
        board, side = found
        boards.add(board)
        texts += way.write_games(variation.moves, [0, len(variation.moves)], bytes(board), side, PLAIN)
    return texts
