"""The openings of an archive: how often each was played, and how it went."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection
from sqlalchemy.sql import ColumnElement

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
    return opening_scores(connection, clauses(connection, query), query.limit)


def opening_scores(
    connection: Connection, said: Sequence[ColumnElement[bool]], limit: int | None
) -> list[OpeningScore]:
    """The openings of the games that meet some conditions, most games first."""
    played = sa.func.count().label("played")
    results = (Result.RED, Result.DRAW, Result.BLACK)
    counts = (sa.func.sum(sa.case((games.c.result == result.value, 1), else_=0)) for result in results)
    statement = _counted(games.c.opening, played, *counts, sa.func.max(games.c.date)).where(*said).limit(limit)
    if limit is not None and not said:  # of all games an index alone tells which openings these are
        frequent = _counted(games.c.opening).limit(limit).subquery()
        statement = statement.where(games.c.opening.in_(sa.select(frequent.c.opening)))
    return [_score(*row) for row in connection.execute(statement)]


def _counted(*columns: ColumnElement[Any]) -> sa.Select[Any]:
    """What there is to say of each opening, most games first."""
    opened = sa.select(*columns).where(games.c.opening.is_not(None)).group_by(games.c.opening)
    return opened.order_by(sa.func.count().desc(), games.c.opening)


def _score(code: str, played: int, red: int, draws: int, black: int, last: str | None) -> OpeningScore:
    known = red + draws + black
    share = round((red + draws / 2) / known, 4) if known else None
    return OpeningScore(code, name_of(code), played, red, draws, black, share, last)
