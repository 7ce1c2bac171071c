"""The openings of an archive: how often each was played, and how it went."""

from dataclasses import dataclass

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from app.games.openings import name_of
from app.games.result import Result
from app.store.query import Query
from app.store.search import clauses
from app.store.tables import games


@dataclass(frozen=True, slots=True)
class OpeningScore:
    """One opening in figures."""

    code: str
    name: str
    games: int
    red_wins: int
    draws: int
    black_wins: int
    score: float | None  # Red's share of the points, 0 to 1
    last: str | None


def list_openings(connection: Connection, query: Query) -> list[OpeningScore]:
    """The openings of the games that meet a query, most games first."""
    played = sa.func.count().label("played")
    results = (Result.RED, Result.DRAW, Result.BLACK)
    counts = (sa.func.sum(sa.case((games.c.result == result.value, 1), else_=0)) for result in results)
    statement = (
        sa.select(games.c.opening, played, *counts, sa.func.max(games.c.date))
        .where(games.c.opening.is_not(None), *clauses(connection, query))
        .group_by(games.c.opening)
        .order_by(played.desc(), games.c.opening)
        .limit(query.limit)
    )
    return [_score(*row) for row in connection.execute(statement)]


def _score(code: str, played: int, red: int, draws: int, black: int, last: str | None) -> OpeningScore:
    known = red + draws + black
    share = round((red + draws / 2) / known, 4) if known else None
    return OpeningScore(code, name_of(code), played, red, draws, black, share, last)
