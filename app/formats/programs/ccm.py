"""CCM, the files of 17pk (中国游戏中心): one game, names are not in it.

    offset  size  what
    0       4     01 00 12 00
    4       4     when it was saved, in seconds since 1970
    8       4     number of moves
    12 ...  9     a move: piece, side, kind, source (file, rank), destination (file, rank), captured piece and kind

Ranks are counted from the top; a board with the first mover's pieces above is turned.
"""

from collections.abc import Iterator
from datetime import UTC, datetime

from app.errors import Fault
from app.formats.nodes import Nodes
from app.formats.programs.layout import Layout
from app.formats.programs.line import line_of, point
from app.formats.programs.texts import Texts
from app.formats.record import BytePlaces, Record, Stray, stray_bytes
from app.games.date import PlayedAt
from app.games.game import Game

MARK = 0x120001
HEADER = Layout(12, ("mark", 0, "I"), ("saved", 4, "I"), ("moves", 8, "I"))
MOVE = Layout(9, ("x1", 3, "B"), ("y1", 4, "B"), ("x2", 5, "B"), ("y2", 6, "B"))


def read(data: bytes, file: str, texts: Texts) -> Iterator[Record | Stray]:
    """The one game of a file."""
    places = BytePlaces(file)
    game = Game.blank(places[0])
    record = Record.of_nodes(game, places, Nodes())
    header = HEADER.read(data.ljust(HEADER.size, b"\0"))
    if header["mark"] != MARK:
        record.problem = Fault(
            places[0], "damaged-file", "this is no file of 17pk that is known: it begins differently"
        )
        yield record
        return
    end = HEADER.size + MOVE.size * header["moves"]
    offsets = range(HEADER.size, min(end, len(data) - MOVE.size + 1), MOVE.size)
    moves = ((offset, MOVE.read(data, offset)) for offset in offsets)
    record.nodes = line_of(
        (point(move["x1"], 9 - move["y1"]), point(move["x2"], 9 - move["y2"]), offset) for offset, move in moves
    )
    if end > len(data):
        why = f"{header['moves']} moves are announced, {len(record.nodes)} are there"
        record.cut = places[min(HEADER.size + MOVE.size * len(record.nodes), len(data))], why
    saved = datetime.fromtimestamp(header["saved"], UTC)
    game.played = PlayedAt(saved.strftime("%Y-%m-%d"), saved.strftime("%H:%M:%S"), "UTC")
    yield record
    if data[end:].strip(b"\0"):
        yield stray_bytes(places[end], len(data) - end)
