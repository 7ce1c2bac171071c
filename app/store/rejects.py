"""What did not become a game, or not all of one: the text as it was found, its place, and why."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from app.errors import QueryError
from app.store.positions import among
from app.store.query import HUGE
from app.store.sources import path_of
from app.store.tables import rejects, sources


@dataclass(frozen=True, slots=True)
class Reject:
    """A text that was kept. game is the id of the game that its beginning became; None: nothing of it was usable."""

    id: int
    source: str
    line: int
    game: int | None
    code: str
    message: str
    text: str


@dataclass(frozen=True, slots=True)
class Rejected:
    """Which of them are asked for: by id, by source (the name or path of a file), by code. None and empty say nothing."""

    ids: Sequence[int] = ()
    source: str | None = None
    code: str | None = None
    limit: int | None = None


def find_rejects(connection: Connection, query: Rejected) -> Iterator[Reject]:
    """The rejects that are asked for, in the order of the sources. Raises `QueryError` for what is not there."""
    wanted = sa.select(
        rejects.c.id,
        sources.c.name,
        rejects.c.line,
        rejects.c.game_id,
        rejects.c.code,
        rejects.c.message,
        rejects.c.text,
    ).join(sources)
    wanted = wanted.where(*_clauses(connection, query)).order_by(rejects.c.source_id, rejects.c.line, rejects.c.id)
    if query.limit is not None:
        wanted = wanted.limit(min(query.limit, HUGE))
    for row in connection.execute(wanted.execution_options(yield_per=1000)):
        yield Reject(*row)


def _clauses(connection: Connection, query: Rejected) -> Iterator[sa.ColumnElement[bool]]:
    if query.ids:
        for number in query.ids:
            if not 0 < number < HUGE or not _any(connection, rejects.c.id == number):
                raise QueryError(f"there is no reject {number}; `kypho rejects list` lists them")
        yield rejects.c.id.in_(among(query.ids))
    if query.source is not None:
        named = sa.or_(sources.c.name == query.source, sources.c.path == path_of(query.source))
        found = connection.execute(sa.select(sources.c.id).where(named)).scalars().all()
        if not found:
            raise QueryError(f"nothing was imported from {query.source!r}; there are {_some(connection)}")
        yield rejects.c.source_id.in_(found)
    if query.code is not None:
        codes = connection.execute(sa.select(rejects.c.code).distinct().order_by(rejects.c.code)).scalars().all()
        if codes and query.code not in codes:
            raise QueryError(f"nothing was rejected as {query.code!r}; there are {', '.join(codes)}")
        yield rejects.c.code == query.code


def _any(connection: Connection, clause: Any) -> bool:
    return connection.execute(sa.select(rejects.c.id).where(clause)).first() is not None


def _some(connection: Connection, shown: int = 8) -> str:
    """The names of sources that something was rejected from, not more than can be read."""
    with_some = sa.select(rejects.c.source_id).distinct()
    wanted = sa.select(sources.c.name).where(sources.c.id.in_(with_some)).order_by(sources.c.id).limit(shown + 1)
    names = connection.execute(wanted).scalars().all()
    return ", ".join(names[:shown]) + (" ..." if len(names) > shown else "") if names else "no rejects"
