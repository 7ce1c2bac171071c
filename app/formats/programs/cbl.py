"""CBL, the libraries of 象棋桥 (CCBridge): many games.

    offset  size  what
    0       16    `CCBridgeLibrary` and NUL
    60      4     number of slots, not of games
    64      512   name of the library, UTF-16
    1088    64 K  a note, UTF-16
    ...           an index of the slots, then games as in a CBR file, each at a multiple of 4,096 bytes from the first

Games are found by the mark they begin with, wherever an index says they are.
"""

from collections.abc import Iterator

from app.errors import Fault, Place
from app.formats.programs.cbr import MAGIC, read_record
from app.formats.programs.layout import Layout, utf_16
from app.formats.programs.texts import Texts, plain
from app.formats.record import BytePlaces, Record, Stray

BEGINS = b"CCBridgeLibrary\0"
HEADER = Layout(576, ("magic", 0, "16s"), ("slots", 60, "I"), ("name", 64, "512s"))


def read(data: bytes, file: str, texts: Texts) -> Iterator[Record | Stray]:
    """The games of a library; each has the library's name as its event, if it has none of its own."""
    name = plain(utf_16(HEADER.read(data.ljust(HEADER.size, b"\0"))["name"]))
    if not data.startswith(BEGINS):
        fault = Fault(Place(file, 1, 1, 0), "damaged-file", "this is no library of CCBridge that is known")
        yield Stray(fault, "")
    at, number = data.find(MAGIC), 0
    while at >= 0:
        number += 1
        following = data.find(MAGIC, at + len(MAGIC))
        record, _ = read_record(data, at, following if following >= 0 else len(data), BytePlaces(file, number))
        record.game.event = record.game.event or name
        yield record
        at = following
