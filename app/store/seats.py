"""The two seats of a game: who sat there, who opposite, and how it went for him."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import sqlalchemy as sa
from sqlalchemy.engine import Connection
from sqlalchemy.sql import ColumnElement

from app.errors import QueryError
from app.games.result import Result
from app.store.names import People, named
from app.store.query import Query
from app.store.tables import games

Who = Mapping[str, People]  # player, opponent, red, black: which of them are named, and whom that means

NOBODY: Who = {}


class Seat(NamedTuple):
    """One side of a game, as columns and results."""

    side: int
    own: ColumnElement[Any]
    other: ColumnElement[Any]
    rating: ColumnElement[Any]
    outcomes: Mapping[str, Result]


SEATS = (
    Seat(
        0,
        games.c.red_id,
        games.c.black_id,
        games.c.red_rating,
        {"win": Result.RED, "draw": Result.DRAW, "loss": Result.BLACK},
    ),
    Seat(
        1,
        games.c.black_id,
        games.c.red_id,
        games.c.black_rating,
        {"win": Result.BLACK, "draw": Result.DRAW, "loss": Result.RED},
    ),
)


def who_is_named(connection: Connection, query: Query, known: Who) -> Who:
    """Whom the names of a query mean; of some it may be known already. Raises `QueryError`."""
    names = {"player": query.player, "opponent": query.opponent, "red": query.red, "black": query.black}
    who = {**known, **{seat: named(connection, name) for seat, name in names.items() if name and seat not in known}}
    if "opponent" in who and "player" not in who:
        raise QueryError("--opponent needs --player; for one side alone there are --red and --black")
    if query.outcome and "player" not in who and ("red" in who) == ("black" in who):
        raise QueryError("--outcome needs --player: whose win, loss or draw?")
    return who


def on_either_side(query: Query, who: Who) -> list[ColumnElement[bool]]:
    """Who plays whom, on which side, and how it went for him."""
    found = on_their_sides(who)
    if "player" in who:
        found.append(sa.or_(*(sa.and_(*from_seat(seat, query, who)) for seat in SEATS)))
    elif query.outcome:
        found.append(went(query.outcome, SEATS[0 if "red" in who else 1]))
    return found


def on_their_sides(who: Who) -> list[ColumnElement[bool]]:
    """Those who are named with their side sit there."""
    seats = zip(("red", "black"), SEATS, strict=True)
    return [seat.own.in_(who[side]) for side, seat in seats if side in who]


def from_seat(seat: Seat, query: Query, who: Who) -> list[ColumnElement[bool]]:
    """The player sits in this seat, his opponent opposite, and it went so for him."""
    found: list[ColumnElement[bool]] = [seat.own.in_(who["player"])]
    if "opponent" in who:
        found.append(seat.other.in_(who["opponent"]))
    if query.outcome:
        found.append(went(query.outcome, seat))
    return found


def went(outcome: str, seat: Seat) -> ColumnElement[bool]:
    """Whether a game had this outcome for a seat. Raises `QueryError`."""
    if outcome not in seat.outcomes:
        raise QueryError(f"no outcome {outcome!r}; there are win, loss and draw")
    won: ColumnElement[bool] = games.c.result == seat.outcomes[outcome].value
    return won


def scores(seat: Seat) -> Sequence[ColumnElement[int]]:
    """For each game 1 for a win, a draw, a loss, no known result; 0 for the others."""
    cases = {name: games.c.result == result.value for name, result in seat.outcomes.items()}
    cases["unknown"] = games.c.result == Result.UNKNOWN.value
    return [sa.case((case, 1), else_=0).label(name) for name, case in cases.items()]
