"""A query as SQL: one clause for each thing that may be asked, every value a bound parameter."""

import re
from collections.abc import Iterable, Sequence
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection
from sqlalchemy.sql import ColumnElement

from app.board.fen import read_fen
from app.errors import QueryError
from app.games.folding import fold_name
from app.games.result import Ending, Result
from app.store.positions import among, reached
from app.store.query import HUGE, SORTS, Found, Query
from app.store.tables import events, games, players, sources

red, black = players.alias("red"), players.alias("black")

JOINED = (
    games.outerjoin(red, games.c.red_id == red.c.id)
    .outerjoin(black, games.c.black_id == black.c.id)
    .outerjoin(events, games.c.event_id == events.c.id)
    .join(sources, games.c.source_id == sources.c.id)
)

SUMMARY = (
    games.c.id,
    sa.func.coalesce(red.c.name, "").label("red"),
    sa.func.coalesce(black.c.name, "").label("black"),
    games.c.red_rating,
    games.c.black_rating,
    games.c.result,
    games.c.ending,
    games.c.date,
    sa.func.coalesce(events.c.name, "").label("event"),
    games.c.plies,
    games.c.complete,
    games.c.opening,
    sources.c.name.label("source"),
    games.c.line,
)

_SORT_COLUMNS: dict[str, Sequence[ColumnElement[Any]]] = {
    "id": (),
    "date": (games.c.date, games.c.time),
    "rating": (games.c.red_rating + games.c.black_rating,),
    "plies": (games.c.plies,),
    "red": (red.c.folded,),
    "black": (black.c.folded,),
    "event": (events.c.folded,),
}


def find(connection: Connection, query: Query) -> Iterable[Found]:
    """The games that meet a query, in its order."""
    statement = ordered(sa.select(*SUMMARY).select_from(JOINED).where(*clauses(connection, query)), query)
    for row in connection.execute(statement):
        yield Found(*row)


def ordered(statement: sa.Select[Any], query: Query) -> sa.Select[Any]:
    """A selection of games in the order and up to the number that the query asks for. Raises `QueryError`."""
    name, descending = query.sort.removeprefix("-"), query.sort.startswith("-")
    if name not in SORTS:
        raise QueryError(
            f"cannot sort by {name!r}; there are {', '.join(SORTS)}, and - before them for descending order"
        )
    columns = (*_SORT_COLUMNS[name], games.c.id)
    statement = statement.order_by(*(column.desc() if descending else column for column in columns))
    return statement if query.limit is None else statement.limit(min(query.limit, HUGE))


def clauses(connection: Connection, query: Query) -> list[ColumnElement[bool]]:
    """The conditions of a query. Raises `QueryError` where it contradicts itself."""
    for number in (*query.ids, query.min_rating, query.max_rating, query.min_plies, query.max_plies):
        if number is not None and abs(number) >= HUGE:
            raise QueryError(f"{number} is too large a number")
    found: list[ColumnElement[bool]] = []
    if query.ids:
        found.append(games.c.id.in_(query.ids))
    found += _seats(connection, query)
    for column in (games.c.red_rating, games.c.black_rating):
        if query.min_rating is not None:
            found.append(column >= query.min_rating)
        if query.max_rating is not None:
            found.append(column <= query.max_rating)
    if query.result:
        found.append(games.c.result == _member(Result, query.result, "result"))
    if query.ending:
        found.append(games.c.ending == _member(Ending, query.ending, "ending"))
    if query.since is not None:
        found.append(games.c.date >= _date(query.since))
    if query.until is not None:
        found.append(games.c.date < _date(query.until) + "~")
    if query.event:
        found.append(games.c.event_id.in_(sa.select(events.c.id).where(contains(events.c.folded, query.event))))
    if query.opening or query.codes:
        found.append(_opens(query))
    if query.position is not None:
        board, side = read_fen(query.position)
        ids = (one.game_id for one in reached(connection, board, side, query.mirror))
        found.append(games.c.id.in_(among(ids)))
    if query.min_plies is not None:
        found.append(games.c.plies >= query.min_plies)
    if query.max_plies is not None:
        found.append(games.c.plies <= query.max_plies)
    if query.complete is not None:
        found.append(games.c.complete.is_(query.complete))
    return found


def named(connection: Connection, name: str) -> sa.Select[tuple[int]]:
    """The ids of the players a name means: those who bear it (folded), or if nobody does, whose names contain it."""
    ids = sa.select(players.c.id)
    bear_it = ids.where(players.c.folded == fold_name(name))
    if connection.execute(bear_it.limit(1)).first() is not None:
        return bear_it
    return ids.where(contains(players.c.folded, name))


def contains(folded: ColumnElement[str], text: str) -> ColumnElement[bool]:
    """Whether a folded name contains the words of a text, in order; what stands between them does not matter."""
    words = (re.sub(r"([\\%_])", r"\\\1", word) for word in fold_name(text).split())
    return folded.like(f"%{'%'.join(words)}%", escape="\\")


def _seats(connection: Connection, query: Query) -> list[ColumnElement[bool]]:
    """Who plays whom, on which side, and how it went for him."""
    if query.opponent and not query.player:
        raise QueryError("--opponent needs --player; for one side alone there are --red and --black")
    if query.outcome and not query.player and bool(query.red) == bool(query.black):
        raise QueryError("--outcome needs --player: whose win, loss or draw?")
    seats = {"player": query.player, "opponent": query.opponent, "red": query.red, "black": query.black}
    who = {seat: named(connection, name) for seat, name in seats.items() if name}
    found: list[ColumnElement[bool]] = []
    if "red" in who:
        found.append(games.c.red_id.in_(who["red"]))
    if "black" in who:
        found.append(games.c.black_id.in_(who["black"]))
    if "player" in who:
        sides = []
        for own, other, side in ((games.c.red_id, games.c.black_id, 0), (games.c.black_id, games.c.red_id, 1)):
            said: list[ColumnElement[bool]] = [own.in_(who["player"])]
            if "opponent" in who:
                said.append(other.in_(who["opponent"]))
            if query.outcome:
                said.append(_outcome(query.outcome, side))
            sides.append(sa.and_(*said))
        found.append(sa.or_(*sides))
    elif query.outcome:
        found.append(_outcome(query.outcome, 0 if "red" in who else 1))
    return found


def _outcome(outcome: str, side: int) -> ColumnElement[bool]:
    """The result that is this outcome for a side."""
    results = {
        "win": (Result.RED, Result.BLACK),
        "loss": (Result.BLACK, Result.RED),
        "draw": (Result.DRAW, Result.DRAW),
    }
    if outcome not in results:
        raise QueryError(f"no outcome {outcome!r}; there are win, loss and draw")
    return games.c.result == results[outcome][side].value


def _opens(query: Query) -> ColumnElement[bool]:
    """Games that have one of the codes or begin with one of the lines; a line leads from the normal start."""
    ways: list[ColumnElement[bool]] = []
    if query.codes:
        ways.append(games.c.opening.in_(sorted(query.codes)))
    if query.opening:
        lines = sa.or_(*(_begins(moves) for moves in query.opening))
        ways.append(sa.and_(games.c.start_fen.is_(None), lines))
    return sa.or_(*ways)


def _begins(moves: bytes) -> ColumnElement[bool]:
    """Games whose moves begin so: a range of BLOBs."""
    return sa.and_(games.c.moves >= moves, games.c.moves < moves + b"\xff")


def _member(kind: type[Result] | type[Ending], text: str, what: str) -> str:
    try:
        return kind(text.lower()).value
    except ValueError:
        raise QueryError(f"no {what} {text!r}; there are {', '.join(kind)}") from None


def _date(text: str) -> str:
    """A whole or partial ISO date. Raises `QueryError`."""
    from app.games.date import read_date

    played = read_date(text)
    if played is None or played.time:
        raise QueryError(f"{text!r} is no date; write 2007, 2007-10 or 2007-10-24")
    return played.date
