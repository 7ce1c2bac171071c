"""Files of programs read as an import does it, and those of tests/data/formats/programs with what is in them."""

import csv
import io
from pathlib import Path

from app.board.engine import PLAIN
from app.errors import Fault
from app.formats.encodings import encoding_named
from app.formats.opening import open_source
from app.formats.record import Stray
from app.games.game import Game
from app.games.reading import Reading

DATA = Path(__file__).parent.parent / "data" / "formats" / "programs"


def expected(suffix: str) -> dict[str, dict[str, str]]:
    """The rows of the table of what is in the files of a suffix, by file."""
    with open(DATA / "EXPECTED.csv", encoding="utf-8", newline="") as table:
        return {row["file"]: row for row in csv.DictReader(table) if row["file"].endswith(suffix)}


def found_in(data: bytes, file: str, encoding: str | None = None) -> tuple[list[Reading], list[Fault]]:
    """The readings of a file, and the faults that belong to no game."""
    faults: list[Fault] = []
    said = encoding_named(encoding) if encoding else None
    items = list(open_source(io.BytesIO(data), file, faults, said).interpret(PLAIN, None))
    strays = [item.fault for item in items if isinstance(item, Stray)]
    return [item for item in items if isinstance(item, Reading)], faults + strays


def game_in(data: bytes, file: str, encoding: str | None = None) -> Game:
    """The only game of a file that holds nothing else."""
    (reading,), strays = found_in(data, file, encoding)
    assert strays == []
    return reading.game


def game_of(name: str) -> Game:
    """The only game of a file of tests/data/formats/programs."""
    return game_in((DATA / name).read_bytes(), name)


def coordinates(moves: bytes) -> str:
    """Moves as `h2e2 h9g7`."""
    points = [f"{'abcdefghi'[point % 9]}{point // 9}" for point in moves]
    return " ".join(a + b for a, b in zip(points[0::2], points[1::2], strict=True))


def summary(game: Game) -> dict[str, str]:
    """What the table says of a game."""
    comments = [game.comments, *(variation.comments for variation in game.variations)]
    return {
        "start": game.start_fen or "",
        "result": game.result.value,
        "plies": str(game.plies),
        "variations": str(len(game.variations)),
        "nodes": str(game.plies + sum(len(variation.moves) // 2 for variation in game.variations)),
        "comments": str(sum(map(len, comments))),
        "moves": coordinates(game.moves),
    }
