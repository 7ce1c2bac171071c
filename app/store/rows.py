"""A game as a row of `games`, and back; its variations have rows of their own (see `variations`)."""

import json
from typing import Any, NamedTuple

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from app.board.keys import POINTS
from app.errors import ArchiveError, Place
from app.games.date import PlayedAt
from app.games.game import Game, Seat
from app.games.result import ENDINGS, SCORES
from app.store.search import JOINED, black, red
from app.store.tables import events, games, joinings, sources
from app.store.variations import read_comments, write_comments

COLUMNS = tuple(column.name for column in games.columns)
ON_BOARD = bytes(range(POINTS))


class GameRow(NamedTuple):
    """A row of `games`, as its columns are."""

    id: int
    red_id: int | None
    black_id: int | None
    red_rating: int | None
    black_rating: int | None
    result: str
    ending: str | None
    ended_by: int | None
    date: str | None
    time: str | None
    zone: str | None
    event_id: int | None
    red_clock: int | None
    black_clock: int | None
    plies: int
    complete: bool
    opening: str | None
    source_id: int
    line: int
    lineage: int
    start_fen: str | None
    headers: str | None
    comments: str | None
    moves: bytes


# Puts a game in place of what it was, with `replacing`.
REPLACED = (
    games.update()
    .where(games.c.id == sa.bindparam("new_id"))
    .values({name: sa.bindparam(f"new_{name}") for name in COLUMNS if name != "id"})
)


def replacing(row: GameRow) -> dict[str, Any]:
    """What `REPLACED` takes."""
    return {f"new_{name}": value for name, value in row._asdict().items()}


def to_row(
    game: Game,
    game_id: int,
    red_id: int | None,
    black_id: int | None,
    event_id: int | None,
    source_id: int,
    lineage: int,
    opening: str,
) -> GameRow:
    """The values of a game."""
    played = game.played
    return GameRow(
        game_id,
        red_id,
        black_id,
        game.red.rating,
        game.black.rating,
        game.result.value,
        game.ending.value if game.ending else None,
        game.ended_by,
        played.date if played else None,
        played.time if played else None,
        played.zone if played else None,
        event_id,
        game.red.clock,
        game.black.clock,
        len(game.moves) // 2,
        game.complete,
        opening,
        source_id,
        game.place.line,
        lineage,
        game.start_fen,
        json.dumps(game.headers, ensure_ascii=False) if game.headers else None,
        write_comments(game.comments),
        game.moves,
    )


WHOLE = (
    games,
    red.c.name.label("red_name"),
    black.c.name.label("black_name"),
    events.c.name.label("event_name"),
    events.c.site,
    events.c.author,
    events.c.time_control,
    sources.c.name.label("source_name"),
)


def whole_games() -> sa.Select[Any]:
    """A selection of everything a game has; `to_game` takes its rows."""
    return sa.select(*WHOLE).select_from(JOINED)


def to_game(row: Any) -> tuple[int, Game]:
    """A game and its id from a row of `whole_games`."""
    (
        game_id, _, _, red_rating, black_rating, result, ending, ended_by, date, time, zone, _, red_clock, black_clock,
        _, complete, _, _, line, _, start_fen, headers, comments, moves,
        red_name, black_name, event, site, author, time_control, source,
    ) = row  # fmt: skip
    if moves.translate(None, ON_BOARD):  # a point that no board has
        raise ArchiveError(f"the moves of game {game_id} are damaged; `kypho db check` tells more")
    game = Game(
        Place(source, line),
        Seat(red_name or "", red_rating, red_clock),
        Seat(black_name or "", black_rating, black_clock),
        SCORES[result],
        ENDINGS[ending],
        ended_by,
        PlayedAt(date, time, zone) if date else None,
        event or "",
        site or "",
        author or "",
        time_control or "",
        start_fen,
        moves,
        bool(complete),
    )
    if headers:
        game.headers = json.loads(headers)
    game.comments = read_comments(comments)
    return game_id, game


def next_id(connection: Connection, table: sa.Table) -> int:
    """The id that the next row of a table gets."""
    return (connection.execute(sa.select(sa.func.max(table.c.id))).scalar() or 0) + 1


def next_game_id(connection: Connection) -> int:
    """The id that the next game gets: none that a game had before it was joined with another."""
    gone = connection.execute(sa.select(sa.func.max(joinings.c.gone_id))).scalar() or 0
    return max(next_id(connection, games), gone + 1)


def inserted(connection: Connection, statement: sa.Insert) -> int:
    """Insert one row; its id."""
    key = connection.execute(statement).inserted_primary_key
    assert key is not None
    return int(key[0])
