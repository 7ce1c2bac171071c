"""Duplicates that are in an archive already: found by the rule of `sameness`, explained, joined, taken apart again."""

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import groupby
from operator import attrgetter

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from app.errors import ArchiveError
from app.games.date import PlayedAt, days_apart
from app.store.events import Events
from app.store.joining import joined_date, joined_game
from app.store.rows import REPLACED, GameRow, replacing, to_game, to_row, whole_games
from app.store.sameness import DAY, is_fuller, is_same_game
from app.store.states import bring_back, is_unchanged, state_of
from app.store.tables import copies, games, joinings, rejects
from app.store.variations import grown, joined, write_trees

# Made once: there may be many pairs.
BOTH: tuple[sa.BindParameter[int], ...] = (sa.bindparam("kept"), sa.bindparam("gone"))
ROWS = sa.select(games).where(games.c.id.in_(BOTH)).order_by(games.c.id)
WHOLE = whole_games().where(games.c.id.in_(BOTH)).order_by(games.c.id)
PLACES = sa.select(copies.c.source_id, copies.c.line).where(copies.c.game_id == sa.bindparam("gone"))

DAYS = ("the same date", "dates one day apart", "dates two days apart")


@dataclass(frozen=True, slots=True)
class Pair:
    """Two games that are one: the id it keeps, the one it gives up, and why they are."""

    kept: int
    gone: int
    why: str


def find_pairs(connection: Connection) -> list[Pair]:
    """The games that are one, in the order in which they are to be joined."""
    several = sa.select(games.c.lineage).group_by(games.c.lineage).having(sa.func.count() > 1)
    wanted = sa.select(games).where(games.c.lineage.in_(several)).order_by(games.c.lineage, games.c.moves, games.c.id)
    rows = map(GameRow._make, connection.execute(wanted.execution_options(yield_per=1000)))
    return [pair for _, group in groupby(rows, key=attrgetter("lineage")) for pair in _pairs(group)]


def join_pairs(connection: Connection, found: list[Pair]) -> None:
    """Join games, and remember what they were."""
    run = (connection.execute(sa.select(sa.func.max(joinings.c.run))).scalar() or 0) + 1
    joined_at = datetime.now(UTC).isoformat(timespec="seconds")
    events = Events()
    for pair in found:
        before = state_of(connection, pair.kept), state_of(connection, pair.gone)
        _join(connection, pair, events)
        after = state_of(connection, pair.kept)
        connection.execute(
            joinings.insert().values(
                run=run,
                joined_at=joined_at,
                kept_id=pair.kept,
                gone_id=pair.gone,
                before=json.dumps(before, ensure_ascii=False),
                after=json.dumps(after, ensure_ascii=False),
            )
        )


def undo(connection: Connection) -> list[tuple[int, int]]:
    """Take apart what was joined last; (kept, brought back), in the order they were joined.

    Raises `ArchiveError` if nothing was, or if a game has changed since, except that it was found at more places.
    """
    last = connection.execute(sa.select(sa.func.max(joinings.c.run))).scalar()
    if last is None:
        raise ArchiveError("nothing was joined by `kypho dedupe` that could be taken apart")
    rows = connection.execute(sa.select(joinings).where(joinings.c.run == last).order_by(joinings.c.id.desc())).all()
    for row in rows:
        (kept, gone), after = json.loads(row.before), json.loads(row.after)
        if not is_unchanged(connection, row.kept_id, after):
            raise ArchiveError(
                f"game {row.kept_id} has changed since game {row.gone_id} was joined with it: nothing is taken apart"
            )
        since = [copy for copy in state_of(connection, row.kept_id)["copies"] if copy not in after["copies"]]
        bring_back(connection, row.kept_id, kept, since)
        bring_back(connection, row.gone_id, gone, [])
    connection.execute(joinings.delete().where(joinings.c.run == last))
    return [(row.kept_id, row.gone_id) for row in reversed(rows)]


def joined_with(connection: Connection, game_id: int) -> int | None:
    """The game that another was joined with, or None if it was not."""
    kept = None
    wanted = sa.select(joinings.c.kept_id).where(joinings.c.gone_id == sa.bindparam("gone"))
    while (found := connection.execute(wanted, {"gone": kept or game_id}).scalar()) is not None:
        kept = found
    return kept


# ---------------------------------------------------------------- finding


def _pairs(lineage: Iterable[GameRow]) -> Iterator[Pair]:
    """The pairs among games of one lineage, which come in the order of their moves: a beginning before its whole."""
    beginnings: list[GameRow] = []  # each the beginning of the next
    for row in lineage:
        while beginnings and not row.moves.startswith(beginnings[-1].moves):
            beginnings.pop()
        at = len(beginnings)
        while at:
            at -= 1
            other = beginnings[at]
            if other.start_fen == row.start_fen and is_same_game(other, row):
                yield Pair(min(other.id, row.id), max(other.id, row.id), _why(other, row))
                del beginnings[at]
                row, at = _one(other, row), len(beginnings)
        beginnings.append(row)


def _one(short: GameRow, long: GameRow) -> GameRow:
    """What two records become, as far as that decides which others are the same game."""
    fuller, other = (short, long) if is_fuller(short, long) else (long, short)
    if fuller.plies == other.plies and fuller.complete == other.complete and other.id < fuller.id:
        fuller, other = other, fuller
    dates = [PlayedAt(row.date, row.time, row.zone) if row.date else None for row in (fuller, other)]
    played = joined_date(*dates)
    result = other.result if fuller.result == "*" else fuller.result
    return fuller._replace(id=min(short.id, long.id), result=result, **(played._asdict() if played else {"date": None}))


def _why(short: GameRow, long: GameRow) -> str:
    """`game 17 is the beginning of game 4: equal players, 60 plies, dates one day apart`."""
    if short.plies == long.plies:
        first, second = sorted((short.id, long.id))
        head = f"game {second} has the moves of game {first}"
    else:
        head = f"game {short.id} is the beginning of game {long.id}"
    players = "equal players" if short.red_id or short.black_id else "no players are named"
    return f"{head}: {players}, {short.plies} plies, {_dates(short.date, long.date)}"


def _dates(first: str | None, second: str | None) -> str:
    if first is None or second is None:
        return "no dates" if first == second else "one date only"
    if len(first) != DAY or len(second) != DAY:
        return "the same date" if first == second else f"dates {first} and {second}"
    apart = days_apart(first, second)
    return DAYS[apart] if apart < len(DAYS) else f"dates {apart:,} days apart"


# ---------------------------------------------------------------- joining


def _join(connection: Connection, pair: Pair, events: Events) -> None:
    """Two games become one under the id it keeps; all places are remembered."""
    ids = {"kept": pair.kept, "gone": pair.gone}
    rows = [GameRow._make(row) for row in connection.execute(ROWS, ids)]
    both = [game for _, game in grown(connection, [to_game(row) for row in connection.execute(WHOLE, ids)])]
    if is_fuller(rows[1], rows[0]):
        rows, both = rows[::-1], both[::-1]
    (first, second), (fuller, other) = rows, both
    game = joined_game(fuller, other)
    event_id = events.id_of(connection, (game.event, game.site, game.author, game.time_control))
    players = first.red_id or second.red_id, first.black_id or second.black_id
    row = to_row(game, pair.kept, *players, event_id, first.source_id, first.lineage, first.opening or "")
    connection.execute(REPLACED, replacing(row._replace(line=first.line)))
    if fuller.variations or other.variations:
        tree = joined(fuller.variations, other.variations)
        write_trees(connection, {pair.kept: tree}, pair.gone + 1)
    connection.execute(rejects.delete().where(rejects.c.game_id.in_((pair.kept, pair.gone)), _is_not_of(first)))
    connection.execute(rejects.update().where(rejects.c.game_id == pair.gone).values(game_id=pair.kept))
    found = {*map(tuple, connection.execute(PLACES, ids)), (second.source_id, second.line)}
    insert = copies.insert().prefix_with("OR IGNORE")
    connection.execute(insert, [{"game_id": pair.kept, "source_id": s, "line": line} for s, line in sorted(found)])
    own = copies.c.source_id == first.source_id, copies.c.line == first.line
    connection.execute(copies.delete().where(copies.c.game_id == pair.kept, *own))
    connection.execute(games.delete().where(games.c.id == pair.gone))


def _is_not_of(row: GameRow) -> sa.ColumnElement[bool]:
    """Whether a reject is not what is wrong with a game that stays incomplete."""
    return sa.true() if row.complete else rejects.c.game_id != row.id
