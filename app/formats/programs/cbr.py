"""CBR, the files of 象棋桥 (CCBridge): one game, a tree with comments.

    offset  size  what
    0       16    `CCBridge Record` and NUL
    19      1     version: 1, 2 or 3
    180 ...       text in UTF-16, see `TEXTS`; behind its NUL a field may hold anything
    2076    4     result: 0 unknown, 1 Red, 2 Black, 3 draw, 4 several
    2112    4     side to move: 1 Red, 2 Black
    2120    90    the board from the top left, row by row: 0x11 to 0x17 Red's R N B A K C P, 0x21 to 0x27 Black's
    2210    4     FF FF FF FF
    2214 ...      nodes in preorder; the first holds no move, only the opening comment

    node ::= flags, 0, source, destination (0 to 89 from the top left), [ length of comment (4 bytes), comment ]

Flags: 1 the line ends here, 2 a rival of the node follows, 4 there is a comment.
"""

from collections.abc import Iterator
from itertools import pairwise

from app.board.kernel import ADVISOR, CANNON, CHARIOT, ELEPHANT, HORSE, KING, PAWN
from app.errors import Fault, FenError
from app.formats.army import begin_with, side_of
from app.formats.nodes import NOWHERE, Nodes
from app.formats.programs.fields import RESULTS, fill
from app.formats.programs.layout import Layout, utf_16
from app.formats.programs.texts import Texts, plain
from app.formats.record import BytePlaces, Record, Stray, stray_bytes
from app.games.game import Game

MAGIC = b"CCBridge Record\0"
NODES = 2214  # where they begin

TEXTS = {
    "title": 180, "path": 308, "source": 564, "class": 628, "event": 692, "round": 756, "group": 820, "table": 852,
    "date": 884, "site": 948, "time_control": 1012, "red": 1076, "red_team": 1140, "red_time": 1204,
    "red_rating": 1268, "black": 1300, "black_team": 1364, "black_time": 1428, "black_rating": 1492, "referee": 1524,
    "recorder": 1588, "annotator": 1652, "author": 1780, "created": 1908, "modified": 1972,
}  # fmt: skip
_NOT_OF_THE_GAME = {"path", "source", "created", "modified"}  # of the file
HEADER = Layout(
    NODES,
    ("magic", 0, "16s"),
    ("version", 19, "B"),
    *((name, begin, f"{end - begin}s") for (name, begin), (_, end) in pairwise([*TEXTS.items(), ("", 2036)])),
    ("result", 2076, "I"),
    ("side", 2112, "I"),
    ("board", 2120, "90s"),
)
_KINDS = (0, CHARIOT, HORSE, ELEPHANT, ADVISOR, KING, CANNON, PAWN)
_PIECES = bytes(
    _KINDS[value & 15] + (8 if value >> 4 == 2 else 0) if value >> 4 in (1, 2) and value & 15 < 8 else 0
    for value in range(256)
)
_POINTS = bytes((9 - value // 9) * 9 + value % 9 if value < 90 else NOWHERE for value in range(256))


def read(data: bytes, file: str, texts: Texts) -> Iterator[Record | Stray]:
    """The one game of a file."""
    record, end = read_record(data, 0, len(data), BytePlaces(file))
    yield record
    if not record.cut and not record.problem and data[end:].strip(b"\0"):
        yield stray_bytes(record.places[end], len(data) - end)


def read_record(data: bytes, begin: int, stop: int, places: BytePlaces) -> tuple[Record, int]:
    """The game that begins at an offset and goes no further than to another, and where its nodes end."""
    game = Game.blank(places[begin])
    record = Record.of_nodes(game, places, Nodes())
    try:
        header = HEADER.read(data, begin)
    except ValueError as error:
        record.problem = Fault(game.place, "damaged-file", f"the header is cut off: {error}")
        return record, stop
    end = _walk(data, begin + NODES, stop, record)
    assert record.nodes is not None
    fill(
        game,
        {name: plain(utf_16(header[name])) for name in TEXTS if name not in _NOT_OF_THE_GAME},
        {name: places[begin + offset] for name, offset in TEXTS.items()},
    )
    if header["result"] < len(RESULTS):
        game.result = RESULTS[header["result"]]
    rows = header["board"].translate(_PIECES)
    board = b"".join(rows[9 * row : 9 * row + 9] for row in reversed(range(10)))
    first = record.nodes.moves[0] if record.nodes.moves else NOWHERE
    try:
        begin_with(game, board, side_of(board, first, int(header["side"] == 2)))
    except FenError as error:
        place = places[begin + HEADER.offsets["board"]]
        record.problem = Fault(place, "bad-fen", str(error))
    return record, end


def _walk(data: bytes, at: int, stop: int, record: Record) -> int:
    """Read the nodes between two offsets; where they end."""
    nodes, places = record.nodes, record.places
    assert nodes is not None
    rivals: list[int] = []  # the depths at which one is still to come
    depth, is_first = 0, True
    while True:
        begin = at
        if at + 4 > stop:
            what = "the file ends" if stop == len(data) else "another game begins"
            record.cut = places[begin], f"{what} where a move should follow"
            return stop
        flags, _, start, end = data[at : at + 4]
        at += 4
        if not is_first:
            nodes.add(depth, _POINTS[start], _POINTS[end], begin)
        if flags & 4:
            length = int.from_bytes(data[at : at + 4], "little")
            at += 4
            if length > stop - at:
                record.cut = places[begin], "a comment is longer than what is there"
                return stop
            nodes.say(plain(data[at : at + length].decode("utf-16-le", "replace")))
            at += length
        if flags & 2 and not is_first:
            rivals.append(depth)
        is_first = False
        if not flags & 1:
            depth += 1
        elif rivals:
            depth = rivals.pop()
        else:
            return at
