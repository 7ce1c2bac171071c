"""XQF, the files of 象棋演播室 (XQStudio), versions 1.0 to 1.8: one game, a tree with comments.

    offset  size  what
    0       2     `XQ`
    2       1     version: 10 to 18
    3       1     mask of the key bytes
    4       4     number of the program that wrote it; `KyPh` stands for this one, whose texts are in GB18030
    8       4     bits that are set in the key bytes whatever they are
    12      4     key bytes: sum, pieces, sources, destinations
    16      32    squares of the pieces, file * 10 + rank from Red's left; 90 and more: not there
    48      2     step that was shown when the file was saved
    50      1     side to move: 0 Red, 1 Black; mostly 0, whoever begins
    51      1     result: 0 unknown, 1 Red, 2 Black, 3 draw, 4 several
    64      1     type: 0 whole game, 1 opening, 2 middle game, 3 endgame
    80 ...        strings with their length before them, see `HEADER`
    1024 ...      nodes in preorder; the first holds no move, only the opening comment

    node ::= source + 24, destination + 32, flags, 0, [ length of comment (4 bytes), comment ]

Up to version 10 the length is always there; the upper half of the flags says that the line goes on, the lower half that
a rival of the node follows. Later 0x80 says the first, 0x40 the second and 0x20 that there is a comment; all bytes of
the nodes have a key of 32 bytes added, and squares and lengths offsets of their own. From version 12 on the pieces
stand in turned slots.
"""

import re
from array import array
from collections.abc import Iterator
from typing import NamedTuple

from app.errors import Fault, FenError, Place
from app.formats.army import army_board, begin_with, side_of
from app.formats.nodes import NOWHERE, Nodes
from app.formats.programs.fields import RESULTS, fill
from app.formats.programs.layout import Layout
from app.formats.programs.texts import Texts
from app.formats.record import BytePlaces, Record, Stray, stray_bytes
from app.games.game import Game

MAGIC = b"XQ"
PROGRAM = b"KyPh"
OLDEST, NEWEST = 1, 18
NODES = 1024  # where they begin
SOURCE, DESTINATION = 24, 32  # what is added to a square in a node

TEXTS = {
    "title": 80, "event": 208, "date": 272, "site": 288, "red": 304, "black": 320, "time_control": 336,
    "red_time": 400, "black_time": 416, "annotator": 464, "author": 480,
}  # fmt: skip
LONG = ("title", "event", "time_control")  # 63 bytes; the others 15
TYPES = ("", "opening", "middle game", "endgame")
HEADER = Layout(
    NODES,
    ("magic", 0, "2s"),
    ("version", 2, "B"),
    ("mask", 3, "B"),
    ("program", 4, "4s"),
    ("set", 8, "4s"),
    ("keys", 12, "4s"),
    ("squares", 16, "32s"),
    ("side", 50, "B"),
    ("result", 51, "B"),
    ("type", 64, "B"),
    *((name, offset, "64p" if name in LONG else "16p") for name, offset in TEXTS.items()),
)

_COPYRIGHT = b"[(C) Copyright Mr. Dong Shiwei.]"  # the pattern of the key, and its only text
_CUT_CLOCK = re.compile(r"(?<=\d{4}-\d\d-\d\d) \d\d?:\d?")  # what the field has no room for
_POINTS = bytes(value % 10 * 9 + value // 10 if value < 90 else NOWHERE for value in range(256))
_BYTES = bytes(range(256)) * 2


class _Keys(NamedTuple):
    """What is added to squares, sources, destinations and lengths, and to the bytes of the nodes."""

    pieces: int = 0
    source: int = 0
    destination: int = 0
    length: int = 0
    stream: bytes = bytes(32)


def _keys(version: int, mask: int, always: bytes, keys: bytes) -> _Keys:
    if version <= 10:
        return _Keys()
    total, piece, start, end = keys
    pieces = (54 * piece * piece + 221) * piece % 256
    source = (54 * start * start + 221) * pieces % 256
    destination = (54 * end * end + 221) * source % 256
    four = bytes(key & mask | bits for key, bits in zip(keys, always, strict=True))
    stream = bytes(letter & four[n % 4] for n, letter in enumerate(_COPYRIGHT))
    return _Keys(pieces, source, destination, (total * 256 + piece) % 32000 + 767, stream)


def read(data: bytes, file: str, texts: Texts) -> Iterator[Record | Stray]:
    """The one game of a file."""
    places, game = BytePlaces(file), Game.blank(Place(file, 1, 1, 0))
    record = Record.of_nodes(game, places, Nodes())
    try:
        header = HEADER.read(data)
    except ValueError as error:
        record.problem = Fault(game.place, "damaged-file", f"the header is cut off: {error}")
        yield record
        return
    version = header["version"]
    if not OLDEST <= version <= NEWEST:
        record.problem = Fault(places[2], "damaged-file", f"there is no version {version} of XQF")
        yield record
        return
    keys = _keys(version, header["mask"], header["set"], header["keys"])
    walk = _Walk(data, keys, version > 10)
    record.nodes, record.cut = walk.nodes, walk.cut and (places[walk.cut[0]], walk.cut[1])
    names = [header[name] for name in TEXTS]
    pieces, is_ours = [*names, *walk.comments.values()], header["program"] == PROGRAM
    reading = texts.judge(pieces, game, places, TEXTS["title"], is_ours)
    walk.nodes.comments = {node: text for node, said in walk.comments.items() if (text := reading.read(said))}
    values = {name: reading.read(header[name]) for name in TEXTS}
    values["date"] = _CUT_CLOCK.sub("", values["date"])
    fill(game, values, {name: places[offset] for name, offset in TEXTS.items()})
    if header["result"] < len(RESULTS):
        game.result = RESULTS[header["result"]]
    if 0 < header["type"] < len(TYPES):
        game.headers["Type"] = TYPES[header["type"]]
    board = army_board(_squares(header["squares"], keys.pieces, version >= 12))
    first = walk.nodes.moves[0] if walk.nodes.moves else NOWHERE
    try:
        begin_with(game, board, side_of(board, first, header["side"] & 1))
    except FenError as error:
        record.problem = Fault(places[16], "bad-fen", str(error))
    yield record
    if not record.cut and data[walk.end :].strip(b"\0"):
        yield stray_bytes(places[walk.end], len(data) - walk.end)


def _squares(slots: bytes, offset: int, turned: bool) -> list[int]:
    """The points of the 32 pieces."""
    if turned:
        by = (offset + 1) % 32
        slots = slots[-by:] + slots[:-by] if by else slots
    return [_POINTS[(slot - offset) % 256] for slot in slots]


class _Walk:
    """The nodes of a file, and the bytes of their comments; cut: where and why they are not all there."""

    def __init__(self, data: bytes, keys: _Keys, is_late: bool):
        self.nodes, self.comments = Nodes(), dict[int, bytes]()
        self.cut: tuple[int, str] | None = None
        body = _decrypted(data, keys.stream) if is_late else data[NODES:]
        sources = _shifted(_POINTS, SOURCE + keys.source)
        ends = _shifted(_POINTS, DESTINATION + keys.destination)
        goes_on, has_rival, has_comment = (0x80, 0x40, 0x20) if is_late else (0xF0, 0x0F, 0x00)
        moves, depths, offsets = bytearray(), array("i"), array("q")
        rivals: list[int] = []  # the depths at which one is still to come
        at, depth, size, node = 0, 0, len(body), -1
        while True:
            if at + 4 > size:
                self.cut = NODES + at, "the file ends where a move should follow"
                break
            flags, begin = body[at + 2], at
            if node >= 0:
                moves.append(sources[body[at]])
                moves.append(ends[body[at + 1]])
                depths.append(depth)
                offsets.append(NODES + begin)
            at += 4
            if not is_late or flags & has_comment:
                length = int.from_bytes(body[at : at + 4], "little", signed=True) - keys.length
                at += 4
                if at > size or not 0 <= length <= size - at:
                    self.comments[node] = body[at:]
                    self.cut = (
                        NODES + begin,
                        "a comment is longer than what is there" if at <= size else "the file ends here",
                    )
                    break
                if length:
                    self.comments[node] = body[at : at + length]
                    at += length
            if flags & has_rival and node >= 0:
                rivals.append(depth)
            node += 1
            if flags & goes_on:
                depth += 1
            elif rivals:
                depth = rivals.pop()
            else:
                break
        self.nodes.moves, self.nodes.depths, self.nodes.offsets = moves, depths, offsets
        self.end = NODES + at


def _decrypted(data: bytes, stream: bytes) -> bytes:
    """The bytes of the nodes without the key that was added to them."""
    body = bytearray(data[NODES:])
    for n, key in enumerate(stream):
        body[n::32] = body[n::32].translate(_BYTES[256 - key : 512 - key])
    return bytes(body)


def _shifted(table: bytes, by: int) -> bytes:
    """A table for bytes to which a number was added."""
    by %= 256
    return table[256 - by :] + table[: 256 - by]
