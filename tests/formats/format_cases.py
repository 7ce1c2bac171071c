"""Archives as text for the tests of the formats: how they are read, the files of tests/data/formats, made records."""

from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import NamedTuple

from app.board import kernel
from app.board.engine import PLAIN, Engine
from app.formats import READERS, write_text
from app.formats.cxq import reader
from app.formats.interpret import Tongues, interpret
from app.formats.record import Stray
from app.games.game import Game
from app.games.reading import Reading
from app.notation import notation_named, write_games
from tests.board.board_cases import Form
from tests.board.random_play import games

DATA = Path(__file__).parent.parent / "data" / "formats"
ARCHIVES = sorted(path.name for path in DATA.iterdir() if path.suffix == ".cxq" or path.name == "quoted_in_a_forum.txt")
FOUNDING = "founding_file.txt"

START = "1. C2.5 h8+7 2. H2+3 r9.8 3. R1.2 h2+3"  # six plies that are always right
BLACK_BEGINS = "FEN 3k5/9/9/9/4r4/9/9/9/9/5K3 b"  # and then: 1. ... r5+1 2. K4+1 r5.6 3. K4.5


def text_of(name: str) -> str:
    """A file of tests/data/formats, decoded as an import does it."""
    return (DATA / name).read_bytes().decode("utf-8-sig")


def read(text: str, engine: Engine = PLAIN) -> tuple[list[Reading], list[Stray]]:
    """The games of a text, and the text that belongs to none."""
    found = list(interpret(reader.read(text, "games.cxq"), reader.read_again, engine))
    return [item for item in found if isinstance(item, Reading)], [item for item in found if isinstance(item, Stray)]


def read_sheet(text: str, notation: str | None = None) -> tuple[list[Reading], list[Stray]]:
    """The same of a scoresheet."""
    sheets = READERS["moves"]()
    tongues = Tongues((notation_named(notation),)) if notation else sheets.tongues
    found = list(interpret(sheets.read(text, "sheet.txt", 1), sheets.again, PLAIN, tongues))
    return [item for item in found if isinstance(item, Reading)], [item for item in found if isinstance(item, Stray)]


def read_games(text: str) -> list[Game]:
    """The games of a text that holds nothing else."""
    readings, strays = read(text)
    assert not strays, strays
    return [reading.game for reading in readings]


def read_one(text: str) -> Game:
    """The only game of a text that holds nothing else."""
    (game,) = read_games(text)
    return game


def record(headers: str, moves: str = START) -> str:
    """A record with an end mark."""
    return f"{headers}\nSTART{{\n{moves} }}END\n"


def written(*found: Game, format: str = "cxq", notation: str = "cxq") -> str:
    """Games as text, numbered from 1."""
    return "".join(write_text(enumerate(found, start=1), format, notation))


def unplaced(game: Game) -> Game:
    """A game without what only its source knows."""
    return replace(game, place=game.place._replace(line=1, column=1), faults=[])


def plies(*games_found: Game) -> list[int]:
    """The lengths of games."""
    return [game.plies for game in games_found]


@cache
def random_moves(count: int, longest: int, start: str = "start") -> list[bytes]:
    """Random legal play, two bytes a ply; by the compiled kernel where there is one."""
    try:
        from app.board.compiled import load

        form = Form(load())
    except ImportError:
        form = Form(kernel)
    return games(form, start, range(1, count + 1), longest)


@cache
def random_games(count: int, longest: int) -> list[tuple[bytes, list[str]]]:
    """Random legal play from the usual start: the moves, and their texts in CXQ."""
    played = random_moves(count, longest)
    return list(zip(played, write_games("cxq", [(None, moves) for moves in played]), strict=True))


def numbered(texts: list[str], pairs_a_line: int = 3, first: int = 1) -> str:
    """Moves in numbered pairs, some pairs a line."""
    pairs = [f"{first + n // 2}. {' '.join(texts[n : n + 2])}" for n in range(0, len(texts), 2)]
    return "\n".join(" ".join(pairs[n : n + pairs_a_line]) for n in range(0, len(pairs), pairs_a_line))


class Fault(NamedTuple):
    """What the tests look at of a fault."""

    code: str
    line: int
    column: int
    ply: int | None = None


def fault_of(game: Game) -> Fault:
    """The only fault of a game."""
    (fault,) = game.faults
    return Fault(fault.code, fault.place.line, fault.place.column, fault.ply)
