"""The tables. `migrations/` makes them; a test holds the two equal.

games.moves is the truth: two bytes a ply, start and end point (rank * 9 + file, a0 = 0); variations.moves are alike. The
views `plies` and `variation_plies` show them one row a ply for any SQL client. What is derived can be made again by
`kypho db rebuild`: what is called folded, the opening codes, lineages, the roots of aliases, the index of positions.
"""

from sqlalchemy import (
    DDL,
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    SmallInteger,
    Table,
    Text,
    UniqueConstraint,
    event,
    func,
    literal_column,
)

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s_%(referred_table_name)s",
        "pk": "pk_%(table_name)s",
    }
)

sources = Table(
    "sources",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("path", Text, nullable=False, unique=True),  # absolute; "-" for standard input
    Column("name", Text, nullable=False),  # the last part of the path
    Column("digest", Text),  # SHA-256 of the bytes, once the whole file has been read
    Column("size", BigInteger),
    Column("imported_at", Text, nullable=False),  # ISO 8601, UTC
    Column("version", Text, nullable=False),  # of the program that read it
)

players = Table(
    "players",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("name", Text, nullable=False, unique=True),  # as printed
    Column("folded", Text, nullable=False, index=True),  # as searched
)

# Two names of one person. What was said is kept as it was said: an alias may be that of an alias.
aliases = Table(
    "aliases",
    metadata,
    Column("player_id", ForeignKey("players.id"), primary_key=True, autoincrement=False),
    Column("of_id", ForeignKey("players.id"), nullable=False, index=True),
    Column("root_id", ForeignKey("players.id"), nullable=False, index=True),  # who that is in the end, no alias himself
    Column("why", Text, nullable=False),
    Column("made_at", Text, nullable=False),  # ISO 8601, UTC
    CheckConstraint("player_id <> of_id AND player_id <> root_id", name="other"),
)

events = Table(
    "events",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("name", Text, nullable=False),
    Column("folded", Text, nullable=False, index=True),
    Column("site", Text, nullable=False),
    Column("author", Text, nullable=False),  # the program or person who recorded the games
    Column("time_control", Text, nullable=False),  # 25m/300s/30s: game, move and free time; 10m+5s: with increment
    UniqueConstraint("name", "site", "author", "time_control"),
)

games = Table(
    "games",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("red_id", ForeignKey("players.id"), index=True),
    Column("black_id", ForeignKey("players.id"), index=True),
    Column("red_rating", SmallInteger, index=True),
    Column("black_rating", SmallInteger, index=True),
    Column("result", Text, nullable=False),  # 1-0, 0-1, 1/2-1/2 or *
    Column("ending", Text),  # resignation, mate, time ...
    Column("ended_by", SmallInteger),  # 0 Red, 1 Black: who resigned, overstepped or left
    Column("date", Text, index=True),  # 2007, 2007-10 or 2007-10-24
    Column("time", Text),  # HH:MM:SS, local
    Column("zone", Text),
    Column("event_id", ForeignKey("events.id"), index=True),
    Column("red_clock", Integer),  # seconds left; negative: game time used up
    Column("black_clock", Integer),
    Column("plies", Integer, nullable=False),
    Column("complete", Boolean(create_constraint=False), nullable=False),
    Column("opening", Text, index=True),  # ECCO code
    Column("source_id", ForeignKey("sources.id"), nullable=False),
    Column("line", Integer, nullable=False),
    Column("lineage", BigInteger, nullable=False, index=True),  # hash of players, start and first plies
    Column("start_fen", Text),  # null: the normal start
    Column("headers", Text),  # JSON: what no column says, as printed
    Column("comments", Text),  # JSON: ply -> text
    Column("moves", LargeBinary, nullable=False),
    CheckConstraint("result IN ('1-0', '0-1', '1/2-1/2', '*')", name="result"),
    CheckConstraint("length(moves) = 2 * plies", name="plies"),
)

# The first move of a game as its two bytes; written out, for an index serves no bound parameters.
FIRST_MOVE = func.substr(games.c.moves, literal_column("1"), literal_column("2"))
Index(
    "ix_games_first_move",
    *(FIRST_MOVE, games.c.result, games.c.red_rating, games.c.black_rating, games.c.date, games.c.start_fen),
)

# The tree of a game, kept flat as in `games.game.Variation`; games without variations have no row here.
variations = Table(
    "variations",
    metadata,
    Column("game_id", ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True),  # from 1
    Column("parent", Integer, nullable=False),  # the line it leaves: 0 the main line, n the n-th variation
    Column("ply", Integer, nullable=False),  # how many plies of the game stand before it
    Column("comments", Text),  # JSON: ply -> text
    Column("moves", LargeBinary, nullable=False),
    CheckConstraint("parent BETWEEN 0 AND number - 1", name="parent"),
    CheckConstraint("length(moves) % 2 = 0", name="moves"),
    sqlite_with_rowid=False,
)

copies = Table(
    "copies",
    metadata,
    Column("game_id", ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("source_id", ForeignKey("sources.id"), primary_key=True),
    Column("line", Integer, primary_key=True),
    Index("ix_copies_source_id", "source_id"),
)

rejects = Table(
    "rejects",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("source_id", ForeignKey("sources.id"), nullable=False, index=True),
    Column("line", Integer, nullable=False),
    Column("game_id", ForeignKey("games.id", ondelete="CASCADE"), index=True),  # null: nothing of it was usable
    Column("code", Text, nullable=False),
    Column("message", Text, nullable=False),
    Column("text", Text, nullable=False),
)

# What `kypho dedupe` has done: see `dedupe.py`. Ids that were given up are never given again.
joinings = Table(
    "joinings",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("run", Integer, nullable=False, index=True),  # which time, from 1
    Column("joined_at", Text, nullable=False),  # ISO 8601, UTC
    Column("kept_id", Integer, nullable=False),
    Column("gone_id", Integer, nullable=False, index=True),
    Column("before", Text, nullable=False),  # JSON: both games, with all that belongs to them
    Column("after", Text, nullable=False),  # JSON: the game that they became
)

# The index of positions: see `positions.py`. A segment covers the games from first_id to last_id, except those in `stale`.
segments = Table(
    "segments",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("first_id", Integer, nullable=False, unique=True),
    Column("last_id", Integer, nullable=False),
)

positions = Table(
    "positions",
    metadata,
    Column("segment_id", ForeignKey("segments.id"), primary_key=True),
    Column("last", BigInteger, primary_key=True),  # the greatest entry of this row
    Column("entries", LargeBinary, nullable=False),  # sorted 64-bit numbers: half a key, game, ply
)

stale = Table(
    "stale",
    metadata,
    Column("game_id", Integer, primary_key=True, autoincrement=False),
)

derived = Table(
    "derived",
    metadata,
    Column("name", Text, primary_key=True),
    Column("version", Text, nullable=False),  # of the rules by which it was made
)

MACHINERY = (joinings, segments, positions, stale, derived)  # says nothing about games that is not in `games`

# Whoever changes the moves of a game or takes it away, the index of positions learns of it.
STALE = (
    """CREATE TRIGGER games_moved AFTER UPDATE OF moves, start_fen ON games
WHEN OLD.moves <> NEW.moves OR OLD.start_fen IS NOT NEW.start_fen
BEGIN INSERT OR IGNORE INTO stale VALUES (NEW.id); END""",
    """CREATE TRIGGER games_gone AFTER DELETE ON games
BEGIN INSERT OR IGNORE INTO stale VALUES (OLD.id); END""",
)

# One row a ply for any SQL client. Two bytes a ply; SQLite's unicode() gives null for a zero byte.
_POINT = "ifnull(unicode(CAST(substr({of}.moves, 2 * n.ply + {byte}, 1) AS TEXT)), 0)"
_NAME = "substr('abcdefghi', {point} % 9 + 1, 1) || ({point} / 9)"
_SIDE = (
    "CASE ({ply} + (g.start_fen IS NOT NULL AND instr(g.start_fen, ' b ') > 0)) % 2 WHEN 0 THEN 'red' ELSE 'black' END"
)


def _move(of: str) -> str:
    """The move of ply n.ply in the moves of a row, as `h2-e2`."""
    start, end = (_NAME.format(point=_POINT.format(of=of, byte=byte)) for byte in (1, 2))
    return f"{start} || '-' || {end}"


PLIES = f"""CREATE VIEW plies (game_id, ply, side, move) AS
WITH RECURSIVE numbers (ply) AS (
    SELECT 0 UNION ALL SELECT ply + 1 FROM numbers WHERE ply + 1 < (SELECT max(plies) FROM games)
)
SELECT g.id, n.ply + 1,
       {_SIDE.format(ply="n.ply")},
       {_move("g")}
FROM games AS g JOIN numbers AS n ON n.ply < g.plies"""
VARIATION_PLIES = f"""CREATE VIEW variation_plies (game_id, variation, ply, side, move) AS
WITH RECURSIVE numbers (ply) AS (
    SELECT 0 UNION ALL SELECT ply + 1 FROM numbers WHERE ply + 1 < (SELECT max(length(moves)) / 2 FROM variations)
)
SELECT g.id, v.number, v.ply + n.ply + 1,
       {_SIDE.format(ply="v.ply + n.ply")},
       {_move("v")}
FROM games AS g JOIN variations AS v ON v.game_id = g.id JOIN numbers AS n ON n.ply < length(v.moves) / 2"""
for statement in (PLIES, VARIATION_PLIES, *STALE):
    event.listen(metadata, "after_create", DDL(statement.replace("%", "%%")))  # type: ignore[no-untyped-call]
