"""PGN and DhtmlXQ for the tests: files read as an import reads them, and made trees."""

import io
import lzma
import random
from pathlib import Path

from app.board import kernel
from app.board.engine import PLAIN
from app.errors import Fault, Place
from app.formats import READERS, format_of, write_text
from app.formats.decoding import Decoder
from app.formats.interpret import Tongues, interpret
from app.formats.record import Stray
from app.games.game import Game, Variation
from app.games.reading import Reading
from app.games.replay import board_along
from app.notation import notation_named

DATA = Path(__file__).parent.parent / "data" / "formats"
HERE = Place("made", 1)


def bytes_of(name: str) -> bytes:
    """A file of tests/data/formats, unpacked."""
    data = (DATA / name).read_bytes()
    return lzma.decompress(data) if name.endswith(".xz") else data


def read_bytes(data: bytes) -> tuple[list[Reading], list[Stray], list[Fault]]:
    """The games of a file, the text that belongs to none, and what its encoding says."""
    faults: list[Fault] = []
    readings: list[Reading] = []
    strays: list[Stray] = []
    windows = list(Decoder("file", faults).windows(io.BytesIO(data)))
    reader = READERS[format_of(windows[0].text)]()
    for window in windows:
        for item in interpret(reader.read(window.text, "file", window.line), reader.again, PLAIN, reader.tongues):
            if isinstance(item, Stray):
                strays.append(item)
            else:
                readings.append(item)
    return readings, strays, faults


def read(text: str, format: str, notation: str | None = None) -> list[Game]:
    """The games of a text that holds nothing else."""
    reader = READERS[format]()
    tongues = Tongues((notation_named(notation),)) if notation else reader.tongues
    found = list(interpret(reader.read(text, "file", 1), reader.again, PLAIN, tongues))
    assert not [item for item in found if isinstance(item, Stray)]
    return [item.game for item in found if isinstance(item, Reading)]


def read_one(text: str, format: str = "pgn") -> Game:
    """The only game of a text that holds nothing else."""
    (game,) = read(text, format)
    return game


def written(game: Game, format: str, notation: str | None = None) -> str:
    """A game as text."""
    return "".join(write_text([(1, game)], format, notation))


def comments_of(game: Game) -> int:
    """How many comments a game has, in all its lines."""
    return len(game.comments) + sum(len(variation.comments) for variation in game.variations)


def nodes(game: Game) -> dict[bytes, tuple[str, list[bytes]]]:
    """A game as the tree it is: the moves to each position -> what is said there, and what was played from there."""
    found: dict[bytes, tuple[str, list[bytes]]] = {}
    for number in range(len(game.variations) + 1):
        line = game.line(number)
        begin = game.variations[number - 1].ply if number else 0
        comments = game.variations[number - 1].comments if number else game.comments
        for ply in range(begin, len(line) // 2 + 1):
            path = line[: 2 * ply]
            if ply == begin and number:
                before = comments.get(ply, "")
                if before:  # what stands before a variation belongs to its first move
                    found.setdefault(b"before" + line[: 2 * ply + 2], (before, []))
            else:
                found.setdefault(path, (comments.get(ply, ""), []))
            if len(line) > 2 * ply:
                found.setdefault(path, ("", []))[1].append(line[2 * ply : 2 * ply + 2])
    return found


def made_tree(chance: random.Random, plies: int, lines: int) -> Game:
    """A game of random legal moves from the start with so many variations, no two of which begin with the same move."""
    game = Game.blank(HERE)
    game.moves = _random_line(chance, b"", plies, set())
    taken = {game.moves[:n] for n in range(2, len(game.moves) + 1, 2)}
    for _ in range(lines):
        parent = chance.randrange(len(game.variations) + 1)
        line, first = game.line(parent), game.variations[parent - 1].ply + 1 if parent else 0
        if first >= len(line) // 2:
            continue
        before = line[: 2 * chance.randrange(first, len(line) // 2)]
        moves = _random_line(chance, before, chance.randint(1, 6), taken)
        if moves:
            game.variations.append(Variation(parent, len(before) // 2, moves))
            taken |= {before + moves[:n] for n in range(2, len(moves) + 1, 2)}
    return game


def _random_line(chance: random.Random, before: bytes, plies: int, taken: set[bytes]) -> bytes:
    """Legal moves behind others, the first of them none that was played there."""
    board, side = board_along(None, before)
    buffer, moves = [0] * 200, b""
    for _ in range(plies):
        legal = [buffer[n] for n in range(kernel.legal_moves(board, side, buffer))]
        pairs = [bytes((move >> 7, move & 127)) for move in legal]
        pairs = [pair for pair in pairs if before + moves + pair not in taken]
        if not pairs:
            break
        pair = chance.choice(pairs)
        board[pair[1]], board[pair[0]] = board[pair[0]], 0
        moves, side = moves + pair, 1 - side
    return moves
