"""Files to games and back. A new format is one module here and one line in `READERS` or one of the `WRITERS`.

A format is read from text, window by window, or from whole files of bytes: its entry in `READERS` says which, by what
beginning such a file is known, and which suffixes its files have. A reader knows its format and no rules: it yields
records. `interpret` joins records with the board.
"""

import os
import re
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from app.board.engine import PLAIN, Engine, engine_for
from app.errors import FormatError
from app.formats.decoding import utf_16_of
from app.games.game import Game
from app.games.tree import forks
from app.notation import notation_named, write_games

if TYPE_CHECKING:
    from app.formats.interpret import Tongues
    from app.formats.programs.texts import Texts
    from app.formats.record import Record, Stray

LARGEST = 64 << 20  # bytes of a file that is read whole
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

    read: "Callable[[str, str, int], Iterator[Record | Stray]]"
    again: "Callable[[Record], Iterable[Record | Stray]]"
    tongues: "Tongues"


class FileReader(NamedTuple):
    """How a format is read that takes a file as a whole: (bytes, file, reader of its texts) to records."""

    read_file: "Callable[[bytes, str, Texts], Iterator[Record | Stray]]"


CARRIED = ("games", "comments", "variations", "start", "ratings")  # what not every format can say; games: several


class Readable(NamedTuple):
    """What is known of a format before it is loaded. carries: words of `CARRIED`; begins: the first bytes of its files,
    if it takes them whole."""

    about: str
    load: Callable[[], Reader | FileReader]
    suffixes: tuple[str, ...]
    carries: str
    begins: re.Pattern[bytes] | None = None
    is_whole: bool = False

    def __call__(self) -> Reader | FileReader:
        return self.load()


class Writer(NamedTuple):
    """How a format is written; what of `CARRIED` it says; the notation it insists on, if it does, and the one it is
    usually in; and what is known of a format that is not read."""

    write_all: Callable[[Iterable[Written]], Iterator[str]]
    carries: str
    notation: str | None = None
    usual: str = "vietnamese"
    about: str = ""


@dataclass(slots=True)
class LeftOut:
    """What the games that were written had, and the format cannot carry."""

    format: str
    variations: int = 0
    comments: int = 0

    def count(self, game: Game, carries: str) -> None:
        """One more game, in a format that carries so much of `CARRIED`."""
        if not game.comments and not game.variations:
            return
        if "comments" not in carries:
            self.comments += len(game.comments)
        if "variations" not in carries:
            self.variations += len(game.variations)
        if "comments" not in carries or "variations" not in carries:
            self.comments += sum(len(variation.comments) for variation in game.variations)

    def __str__(self) -> str:
        """In one line; nothing if nothing was left out."""
        counts = ((self.variations, "variation"), (self.comments, "comment"))
        said = ", ".join(f"{count:,} {what}{'s' if count > 1 else ''}" for count, what in counts if count)
        return f"left out: {said} (the format {self.format} cannot carry them)" if said else ""


class FileWriter(NamedTuple):
    """How a game is written as a file of its own, and what of `CARRIED` that says."""

    write_file: Callable[[Game], bytes]
    carries: str


class FolderWriter(NamedTuple):
    """How games are written as one folder, which is there and empty; what of `CARRIED` that says; what is known of it."""

    write_folder: Callable[[Iterable[tuple[int, Game]], Path], None]
    carries: str
    about: str


def _cxq_reader() -> Reader:
    from app.formats.cxq.reader import read, read_again
    from app.formats.interpret import MOSTLY_WXF

    return Reader(read, read_again, MOSTLY_WXF)


def _moves_reader() -> Reader:
    from app.formats.interpret import ANY
    from app.formats.moves.reader import read, read_again

    return Reader(read, read_again, ANY)


def _ourgame_reader() -> Reader:
    from app.formats.interpret import Tongues
    from app.formats.ourgame import read
    from app.formats.record import as_it_is
    from app.notation.chinese import CHINESE

    return Reader(read, as_it_is, Tongues((CHINESE,)))


def _program(name: str) -> Callable[[], FileReader]:
    """The reader of a module of `programs`."""

    def load() -> FileReader:
        return FileReader(import_module(f"app.formats.programs.{name}").read)

    return load


def _files(about: str, name: str, carries: str, begins: bytes, *suffixes: str) -> Readable:
    """A format of whole files, named after its module and, if nothing else is said, its suffix."""
    return Readable(about, _program(name), suffixes or (f".{name}",), carries, re.compile(begins, re.DOTALL), True)


def _pgn_reader() -> Reader:
    from app.formats.interpret import Tongues
    from app.formats.pgn.reader import read, read_again
    from app.notation.chinese import CHINESE
    from app.notation.coordinates import ICCS
    from app.notation.recognition import WITH_SAN
    from app.notation.wxf import WXF

    return Reader(read, read_again, Tongues((CHINESE, ICCS, WXF), WITH_SAN))


def _dhtmlxq_reader() -> Reader:
    from app.formats.dhtmlxq.reader import read
    from app.formats.interpret import Tongues
    from app.formats.record import as_it_is
    from app.notation.coordinates import UCCI

    return Reader(read, as_it_is, Tongues((UCCI,)))


def _cxq_writer() -> Writer:
    from app.formats.cxq.writer import write_all

    return Writer(write_all, "games comments start ratings", "cxq")


def _moves_writer() -> Writer:
    from app.formats.moves.writer import write_all

    return Writer(write_all, "games start ratings")


def _jsonl_writer() -> Writer:
    from app.formats.jsonl import write_all

    return Writer(write_all, "games comments variations start ratings", about="JSON Lines: all of a game in a line")


def _csv_writer() -> Writer:
    from app.formats.table import write_all

    return Writer(write_all, "games start ratings", about="a table: a game in a row")


def _xqf_writer() -> FileWriter:
    from app.formats.programs.xqf_writer import write

    return FileWriter(write, "comments variations start")


def _parquet_writer() -> FolderWriter:
    def write_folder(games: Iterable[tuple[int, Game]], folder: Path) -> None:
        if find_spec("pyarrow") is None:
            raise FormatError("to write parquet takes pyarrow: pip install 'kypho[parquet]'")
        from app.formats.parquet.writer import write_folder

        write_folder(games, folder)

    return FolderWriter(write_folder, "games comments start ratings", "a data set for DuckDB, Polars, Spark")


def _pgn_writer() -> Writer:
    from app.formats.pgn.writer import write_all

    return Writer(write_all, "games comments variations start ratings", usual="chinese")


def _xboard_writer() -> Writer:
    from app.formats.pgn.writer import write_all_xboard

    carries = "games comments variations start ratings"
    return Writer(write_all_xboard, carries, "san-xboard", about="PGN of XBoard, moves in SAN")


def _dhtmlxq_writer() -> Writer:
    from app.formats.dhtmlxq.writer import write_all

    return Writer(write_all, "games comments variations start", "ucci")


# Each entry imports its format when it is asked for: no command waits for a grammar it does not use.
_XML = rb"\s*+(?:\xef\xbb\xbf)?\s*+(?:<\?xml[^>]{0,200}>)?\s*+"
READERS: dict[str, Readable] = {
    "cxq": Readable("clubxiangqi.com, PlayOK, XieXie", _cxq_reader, (".cxq", ".wxf"), "games comments start ratings"),
    "moves": Readable("scoresheets: headers and moves", _moves_reader, (".txt",), "games comments start ratings"),
    "pgn": Readable(
        "PGN: XQBase, XBoard, WXF and others", _pgn_reader, (".pgn", ".pgns"), "games comments variations start ratings"
    ),
    "dhtmlxq": Readable(
        "DhtmlXQ 东萍象棋", _dhtmlxq_reader, (".dpxq", ".ubb", ".html", ".htm"), "games comments variations start"
    ),
    "ourgame": Readable("Ourgame 联众, text", _ourgame_reader, (".txt",), "games"),
    "xqf": _files("XQStudio 象棋演播室", "xqf", "comments variations start", rb"XQ[\0-\x1f].{0,60}\0"),
    "cbr": _files("CCBridge 象棋桥", "cbr", "comments variations start ratings", rb"CCBridge Record\0"),
    "cbl": _files("CCBridge, libraries", "cbl", "games comments variations start ratings", rb"CCBridgeLibrary\0"),
    "cbf": _files("CCBridge, XML", "cbf", "comments variations start ratings", _XML + rb"<ChineseChessRecord\b"),
    "pfc": _files("Pengfei 鹏飞象棋", "pfc", "comments variations start", _XML + rb"<n\s[^>]{0,2000}\bm="),
    "mxq": _files("Movesky 弈天", "mxq", "ratings", rb".{12,600}?\x05Moves[\x04\x05]"),
    "ccm": _files("17pk 中国游戏中心", "ccm", "", rb"\x01\0\x12\0"),
    "che": _files("QQ 象棋", "che", "", rb"\s*1\s+\d+\s+\d+\s+32\s+[01](?:\s+\d){4}\s+0\s+1\s"),
    "chn": _files(
        "Ourgame 联众", "chn", "", rb"GL[\0-\x1f\x80-\xff].{5}(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) ", ".chn", ".xqi"
    ),
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
FILE_WRITERS: dict[str, Callable[[], FileWriter]] = {"xqf": _xqf_writer}  # each game a file, suffix as the name
FOLDER_WRITERS: dict[str, Callable[[], FolderWriter]] = {"parquet": _parquet_writer}  # all games a folder

_PGN = re.compile(r'^[ \t\ufeff]*\[[ \t]*[^\W\d_]\w*[ \t]+"[^\n]*"[ \t]*\][ \t]*\r?$', re.MULTILINE)
_DHTMLXQ = re.compile(r"\[D(?:HJ)?[hH]tmlXQ(?:iFrame|HTML)?\]|D(?:HJ)?[hH]tmlXQ_movelist|\[DHJHtmlXQ_34\]")
_START = re.compile(r"START[ \t]*\{", re.IGNORECASE)
_KEYWORD = re.compile(r"^[> \t]*(?:GAME|FORMAT|RED|BLACK|RESULT)(?:[ \t]|\r?$)", re.MULTILINE)
_KEY = re.compile(r"^[> \t]*[^\W\d_][^\d\n:：]{0,20}[:：](?!//)", re.MULTILINE)
_OURGAME = re.compile(r"^[ \t]*中 ?国 ?象 ?棋 ?对 ?局 ?记 ?录[^\0]{0,200}^[ \t]*对局名称：", re.MULTILINE)


def format_of(text: str) -> str:
    """Which format a text is in, from its beginning: DhtmlXQ and Ourgame say their names, PGN has tags in brackets, CXQ
    block marks, or more keywords in capitals than a scoresheet has keys with a colon."""
    for name, sign in (("dhtmlxq", _DHTMLXQ), ("ourgame", _OURGAME), ("pgn", _PGN)):
        if sign.search(text):
            return name
    if _START.search(text):
        return "cxq"
    keywords = len(_KEYWORD.findall(text))
    return "cxq" if keywords and keywords >= len(_KEY.findall(text)) else "moves"


SUFFIXES = frozenset(suffix for known in READERS.values() for suffix in known.suffixes)
_SAMPLE = 4096  # bytes in which a binary file shows itself
_UNPRINTED = bytes({*range(9), *range(14, 32)} - {0x1A, 0x1B})


def whole_format_of(head: bytes, file: str) -> str | None:
    """Which format a file is in that is read whole, by its first bytes, else by its suffix; None for text, however
    damaged it is if its suffix says so.

    Raises `FormatError` for bytes that are neither.
    """
    suffix = os.path.splitext(file)[1].lower()
    for name, known in READERS.items():
        if known.begins and known.begins.match(head, 0, _SAMPLE):
            return name
    for name, known in READERS.items():
        if known.is_whole and head and suffix in known.suffixes:
            return name
    is_text = any(suffix in known.suffixes for known in READERS.values() if not known.is_whole)
    if not is_text and _is_binary(head):
        shown = head[:8].hex(" ").upper()
        raise FormatError(f"no format that is read begins with the bytes {shown}; `kypho formats` names those that are")
    return None


def _is_binary(head: bytes) -> bool:
    """Whether bytes are no text: one in twenty is a sign that nobody prints, and they are not UTF-16."""
    sample = head[:_SAMPLE].rstrip(b"\0")
    unprinted = len(sample) - len(sample.translate(None, _UNPRINTED))
    return unprinted * 20 > len(sample) and not utf_16_of(sample)


def write_text(
    games: Iterable[tuple[int, Game]], format: str, notation: str | None = None, left_out: LeftOut | None = None
) -> Iterator[str]:
    """Games with their ids as text in a format and a notation (None: the format's usual one), piece by piece.

    What the format cannot carry is counted in left_out. Raises `FormatError`.
    """
    if format not in WRITERS:
        raise FormatError(
            f"no format {format!r} to write; there are {', '.join([*WRITERS, *FILE_WRITERS, *FOLDER_WRITERS])}"
        )
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
            tree = write_variations(game, name) if game.variations and "variations" in writer.carries else ()
            yield Written(game_id, game, plies, tree, name)

    return writer.write_all(written())


def write_files(
    games: Iterable[tuple[int, Game]], format: str, left_out: LeftOut | None = None
) -> Iterator[tuple[str, bytes]]:
    """Games with their ids as files, each with its name: `12.xqf`. What the format cannot carry is counted in left_out."""
    writer = FILE_WRITERS[format]()
    for number, game in games:
        if left_out:
            left_out.count(game, writer.carries)
        yield f"{number}.{format}", writer.write_file(game)


def write_folder(games: Iterable[tuple[int, Game]], format: str, folder: Path, left_out: LeftOut | None = None) -> None:
    """Games with their ids as what fills an empty folder. What the format cannot carry is counted in left_out.

    Raises `FormatError`, also where what the format needs is not installed.
    """
    writer = FOLDER_WRITERS[format]()

    def counted() -> Iterator[tuple[int, Game]]:
        for number, game in games:
            if left_out:
                left_out.count(game, writer.carries)
            yield number, game

    writer.write_folder(counted(), folder)


def write_variations(game: Game, notation: str) -> list[list[str]]:
    """The written plies of each variation of a game, in their order."""
    named = notation_named(notation, to_write=True)
    begins = forks(game.start_fen, game.moves, game.variations)
    return [
        written
        for one, (board, side) in zip(game.variations, begins, strict=True)
        for written in named.write_games(one.moves, [0, len(one.moves)], board, side, PLAIN)
    ]
