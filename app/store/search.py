"""A query as SQL: one clause for each thing that may be asked, every value a bound parameter."""

from collections.abc import Iterable, Sequence
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection
from sqlalchemy.sql import ColumnElement

from app.board.fen import read_fen
from app.errors import QueryError
from app.games.result import Ending, Result
from app.store.names import contains
from app.store.positions import among, reached
from app.store.query import HAVING, HUGE, SORTS, Found, Query
from app.store.seats import NOBODY, Who, on_either_side, who_is_named
from app.store.standing import having, shapes_of
from app.store.tables import events, games, players, sources
from app.store.variations import has_comments, has_variations, reached_in_variations

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


def find(connection: Connection, query: Query, known: Who = NOBODY) -> Iterable[Found]:
    """The games that meet a query, in its order; whom its names mean may be known already."""
    statement = ordered(sa.select(*SUMMARY).select_from(JOINED).where(*clauses(connection, query, known)), query)
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


def clauses(connection: Connection, query: Query, known: Who = NOBODY) -> list[ColumnElement[bool]]:
    """The conditions of a query; whom its names mean may be known already. Raises `QueryError` for contradictions."""
    return on_either_side(query, who_is_named(connection, query, known)) + without_players(connection, query)


def without_players(connection: Connection, query: Query) -> list[ColumnElement[bool]]:
    """The conditions of a query but for the players it names. Raises `QueryError`."""
    for number in (*query.ids, query.min_rating, query.max_rating, query.min_plies, query.max_plies):
        if number is not None and abs(number) >= HUGE:
            raise QueryError(f"{number} is too large a number")
    found: list[ColumnElement[bool]] = []
    if query.ids:
        found.append(games.c.id.in_(query.ids))
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
        found.append(_from(_date(query.since)))
    if query.until is not None:
        found.append(games.c.date < _date(query.until) + "~")  # `2007` too: it may have been its first day
    if query.event:
        found.append(games.c.event_id.in_(sa.select(events.c.id).where(contains(events.c.folded, query.event))))
    if query.opening or query.codes:
        found.append(_opens(query))
    if query.min_plies is not None:
        found.append(games.c.plies >= query.min_plies)
    if query.max_plies is not None:
        found.append(games.c.plies <= query.max_plies)
    if query.complete is not None:
        found.append(games.c.complete.is_(query.complete))
    for what in query.has:
        if what not in HAVING:
            raise QueryError(f"games are not asked for {what!r}; there are {' and '.join(HAVING)}")
        found.append(has_variations() if what == "variations" else has_comments())
    if query.position is not None:
        board, side = read_fen(query.position)
        ids = {one.game_id for one in reached(connection, board, side, query.mirror)}
        if query.variations:
            ids.update(reached_in_variations(connection, board, side, query.mirror, *found))
        found.append(games.c.id.in_(among(ids)))
    elif query.variations:
        raise QueryError("--variations needs --position or --after: what is to be found in them?")
    if shapes := shapes_of(query):
        found = [*found, games.c.id.in_(among(having(connection, found, shapes, query.stands)))]
    return found


def _from(day: str) -> ColumnElement[bool]:
    """Games that may have been played on a date or later: of `2007` all that is known may be its last day."""
    wider = [day[:length] for length in (4, 7) if length < len(day)]
    later = games.c.date >= day
    if not wider:
        return later
    return sa.and_(games.c.date >= wider[0], sa.or_(later, games.c.date.in_(wider)))  # the first for the index


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
