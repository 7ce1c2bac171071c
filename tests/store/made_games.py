"""Games for the tests of the archive: legal random play, readings without a file, records as text."""

import functools
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from app.board import kernel
from app.board.engine import PLAIN
from app.board.fen import START_FEN, read_fen
from app.errors import Fault, Place
from app.formats import READERS
from app.formats.interpret import interpret
from app.games.date import PlayedAt
from app.games.game import Game, Seat, Variation
from app.games.reading import Reading
from app.notation import write_games
from app.store.archive import Archive
from app.store.intake import Outcomes

ROOT = Path(__file__).parent.parent.parent
DATA = ROOT / "tests" / "data" / "store"
BLACK_BEGINS = "4k4/4a4/9/9/9/9/9/4C4/4A4/3K4R b - - 0 1"


@functools.cache
def line(seed: int, plies: int = 60, fen: str = START_FEN) -> bytes:
    """Legal random play, two bytes a ply; the same seed gives the same beginning."""
    chance, (board, side) = random.Random(seed), read_fen(fen)
    legal, played = [0] * 128, bytearray()
    for _ in range(plies):
        count = kernel.legal_moves(board, side, legal)
        assert count, "random play came to an end: choose another seed"
        start, end = divmod(legal[chance.randrange(count)], 128)
        board[end], board[start] = board[start], 0
        played += bytes((start, end))
        side = 1 - side
    return bytes(played)


def tree(seed: int, moves: bytes, count: int, fen: str = START_FEN, longest: int = 8) -> list[Variation]:
    """Legal variations of a line, which leave it and each other at random; every third has comments."""
    chance, legal = random.Random(seed), [0] * 128
    lines = [(0, moves, [read_fen(fen)])]  # where each line begins, its moves, the boards behind its plies so far
    found: list[Variation] = []
    while len(found) < count:
        parent = chance.randrange(len(lines))
        begin, played, boards = lines[parent]
        ply = chance.randint(begin, begin + len(played) // 2)
        while len(boards) <= ply - begin:
            (board, side), at = boards[-1], 2 * len(boards) - 2
            boards.append((after(board, played[at], played[at + 1]), 1 - side))
        board, side = boards[ply - begin]
        own, standing = bytearray(), [(board, side)]
        for _ in range(chance.randint(1, longest)):
            if not (number := kernel.legal_moves(board, side, legal)):
                break
            start, end = divmod(legal[chance.randrange(number)], 128)
            board, side = after(board, start, end), 1 - side
            own += bytes((start, end))
            standing.append((board, side))
        if own:
            said = {ply: "trước", ply + 1: "!? hay"} if len(found) % 3 == 0 else {}
            found.append(Variation(parent, ply, bytes(own), said))
            lines.append((ply, bytes(own), standing))
    return found


def after(board: bytearray, start: int, end: int) -> bytearray:
    """The board after a move."""
    board = bytearray(board)
    board[end], board[start] = board[start], 0
    return board


def game(red: str = "An", black: str = "Bình", moves: bytes = b"", date: str | None = None, **fields: Any) -> Game:
    """A game; what is not said is unknown. at: its line in the source."""
    place = Place("made.cxq", fields.pop("at", 1))
    ratings = fields.pop("ratings", (None, None))
    played = PlayedAt(date) if date else None
    return Game(place, Seat(red, ratings[0]), Seat(black, ratings[1]), moves=moves, played=played, **fields)


def reading(found: Game, text: str = "the text") -> Reading:
    """A game as `interpret` hands it on: with a fault and its text if it is not whole."""
    if found.complete and found.moves:
        return Reading(found)
    if not found.faults:
        found.faults.append(Fault(found.place, "cut-off" if found.moves else "no-moves", "for a test"))
    found.complete = False
    return Reading(found, text)


def add(archive: Archive, source: str, *found: Game) -> Outcomes:
    """Write games from a source into an archive."""
    return archive.add(archive.add_source(source), [reading(one) for one in found])


def read(text: str, file: str = "read.cxq") -> list[Game]:
    """The games of a text."""
    reader = READERS["cxq"]()
    found = interpret(reader.read(text, file, 1), reader.again, PLAIN)
    return [item.game for item in found if isinstance(item, Reading)]


def record(red: str, black: str, moves: str, date: str = "", end: str = "}END") -> str:
    """One record as text."""
    when = f"DATE    {date}\n" if date else ""
    return f"GAME    {red} () vs {black} ()\nRED     {red} ;  ;;\nBLACK   {black} ;  ;;\n{when}START{{\n{moves} {end}\n"


def movetext(moves: bytes) -> str:
    """Numbered moves of a game from the normal start."""
    (texts,) = write_games("cxq", [(None, moves)])
    return " ".join(f"{n // 2 + 1}. {' '.join(texts[n : n + 2])}" for n in range(0, len(texts), 2))


def big_text(games: int, plies: int = 24) -> str:
    """A file of many games: most are whole; some come twice, break off, or have no moves."""
    return "".join(_records(games, plies))


def _records(games: int, plies: int) -> Iterator[str]:
    lines = [movetext(line(seed, plies)) for seed in range(10)]
    for n in range(games):
        red, black = f"red{n % 97}", f"black{n % 89}"
        date = f"20{n % 20:02}-{n % 12 + 1:02}-{n % 28 + 1:02} 10:20:30 CST"
        if n % 50 == 7:
            yield record(red, black, "", date)
        elif n % 50 == 13:
            yield record(red, black, lines[n % 10] + " R1.1", date)
        elif n % 50 == 19:
            yield record(red, black, lines[n % 10], date) * 2
        else:
            yield record(red, black, lines[n % 10], date)
