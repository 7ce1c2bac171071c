"""CHN, the files of 联众 (Ourgame): one game.

    offset  size  what
    0       2     `GL`
    8       24    when it was played, as `Tue Dec 27 20:57:56 2016`
    36      64    title
    100     20    Red's account, then his name (20), Black's account (20) and name (20)
    472 ... 36    moves, one a link of a chain: own address, the one before, the next (4 bytes each), 0, source,
                  destination (rank from the top in the upper half, file in the lower), pieces, times

The first link holds no move; the last has no next one.
"""

import re
from collections.abc import Iterator

from app.errors import Fault
from app.formats.nodes import Nodes
from app.formats.programs.fields import fill
from app.formats.programs.layout import Layout
from app.formats.programs.line import line_of, point
from app.formats.programs.texts import Texts
from app.formats.record import BytePlaces, Record
from app.games.game import Game

CHAIN = 472
HEADER = Layout(
    CHAIN,
    ("magic", 0, "2s"),
    ("date", 8, "24s"),
    ("title", 36, "64s"),
    ("red_account", 100, "20s"),
    ("red", 120, "20s"),
    ("black_account", 140, "20s"),
    ("black", 160, "20s"),
)
LINK = Layout(16, ("own", 0, "I"), ("before", 4, "I"), ("next", 8, "I"), ("source", 14, "B"), ("destination", 15, "B"))
SIZE = 36
TEXTS = ("title", "red_account", "red", "black_account", "black")
_DATE = re.compile(r"\w{3} (\w{3}) +(\d{1,2}) (\d\d:\d\d:\d\d) (\d{4})")
_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


def read(data: bytes, file: str, texts: Texts) -> Iterator[Record]:
    """The one game of a file."""
    places = BytePlaces(file)
    game = Game.blank(places[0])
    record = Record.of_nodes(game, places, Nodes())
    try:
        header = HEADER.read(data)
        link = LINK.read(data, CHAIN)
    except ValueError as error:
        record.problem = Fault(game.place, "damaged-file", f"the header is cut off: {error}")
        yield record
        return
    pieces = {name: header[name].partition(b"\0")[0] for name in TEXTS}
    reading = texts.judge([*pieces.values()], game, places, HEADER.offsets["title"])
    values = {name: reading.read(piece) for name, piece in pieces.items()}
    values["date"] = _date(header["date"].decode("ascii", "replace").strip("\0\n "))
    fill(game, values, {"date": places[HEADER.offsets["date"]]})
    moves, at = [], CHAIN
    while link["next"]:
        own, following, at = link["own"], link["next"], at + SIZE
        if len(data) - at < LINK.size:
            record.cut = places[len(data)], "the file ends where a move should follow"
            break
        link = LINK.read(data, at)
        if (link["own"], link["before"]) != (following, own):
            record.cut = places[at], "the chain of moves is broken here"
            break
        (y1, x1), (y2, x2) = (divmod(link[end], 16) for end in ("source", "destination"))
        moves.append((point(x1, 9 - y1), point(x2, 9 - y2), at))
    record.nodes = line_of(moves)
    yield record


def _date(text: str) -> str:
    """`Tue Dec 27 20:57:56 2016` with the year first; others as they are."""
    found = _DATE.fullmatch(text)
    if not found or found[1] not in _MONTHS:
        return text
    return f"{found[4]}-{_MONTHS.index(found[1]) + 1:02}-{int(found[2]):02} {found[3]}"
