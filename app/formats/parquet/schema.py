"""The tables of the data set. Where the archive has a table or a view of the same name, columns mean the same there.

Each table is a folder with a folder for each year a game was played in, `year=2007`; games without a date are in
`year=__HIVE_DEFAULT_PARTITION__`, which engines read as null. The year is so a column of every table, and in no file.
"""

from typing import NamedTuple

import pyarrow as pa

GAMES = pa.schema(
    {
        "id": pa.int64(),
        "red": pa.string(),  # as printed, "" if not known; so are event, site, author and time_control
        "black": pa.string(),
        "red_rating": pa.int32(),
        "black_rating": pa.int32(),
        "result": pa.string(),  # 1-0, 0-1, 1/2-1/2 or *
        "ending": pa.string(),  # resignation, mate, time ...
        "ended_by": pa.string(),  # red, black: who resigned, overstepped or left
        "date": pa.date32(),  # the first day it may have been
        "date_precision": pa.string(),  # day, month or year: how much of the date is known
        "time": pa.string(),  # HH:MM:SS, in the zone
        "zone": pa.string(),
        "event": pa.string(),
        "site": pa.string(),
        "author": pa.string(),
        "time_control": pa.string(),
        "red_clock": pa.int32(),  # seconds left; negative: game time used up
        "black_clock": pa.int32(),
        "plies": pa.int32(),
        "complete": pa.bool_(),
        "opening": pa.string(),  # ECCO code
        "source": pa.string(),
        "line": pa.int32(),
        "start_fen": pa.string(),  # null: the normal start
        "headers": pa.map_(pa.string(), pa.string()),  # what no column says, as printed
        "comments": pa.map_(pa.int32(), pa.string()),  # by ply; 0 stands before the first
    }
)
PLIES = pa.schema(
    {
        "game_id": pa.int64(),
        "ply": pa.int32(),  # from 1
        "side": pa.string(),  # red, black
        "move": pa.string(),  # h2-e2
    }
)
POSITIONS = pa.schema(
    {
        "game_id": pa.int64(),
        "ply": pa.int32(),  # how many have been played: 0 is the start
        "key": pa.int64(),  # of board and side to move (see `board/keys.py`), or of their image: the lesser of the two
        "mirrored": pa.bool_(),  # whether it is the image's: left and right exchanged
    }
)


class Kept(NamedTuple):
    """A table: its columns, which of them are kept as a dictionary, and which as differences."""

    schema: pa.Schema
    dictionary: tuple[str, ...] = ()
    differences: tuple[str, ...] = ()


# Strings repeat: names, results, the 2,086 ways a piece may go. Ids and plies count on.
TABLES = {
    "games": Kept(
        GAMES, tuple(one.name for one in GAMES if one.type == pa.string() and one.name != "time"), ("id", "line")
    ),
    "plies": Kept(PLIES, ("side", "move"), ("game_id", "ply")),
    "positions": Kept(POSITIONS, (), ("game_id", "ply")),
}
