"""The players of an archive, and the names near a name. Merged names are one player."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from app.games.likeness import RANKS, How, nearest
from app.store.names import contains, people, root, with_root
from app.store.seats import SEATS, Seat, scores
from app.store.tables import aliases, games, players

CHUNK = 900  # keys in one query


@dataclass(frozen=True, slots=True)
class Player:
    """One line of the list of players."""

    name: str
    games: int
    wins: int
    draws: int
    losses: int
    rating: int | None  # the highest
    first: str | None
    last: str | None


@dataclass(frozen=True, slots=True)
class Namesake:
    """A printed name near another; score: how alike they are, 0 to 100; player: whose alias it is."""

    name: str
    match: How
    score: float
    games: int
    player: str | None


def list_players(connection: Connection, text: str | None, limit: int | None) -> list[Player]:
    """The players of whom some name contains a text (folded), most games first."""
    meant = people(contains(players.c.folded, text)) if text else None

    def of(seat: Seat) -> sa.Select[Any]:
        """The sums of each player in this seat."""
        figures = (sa.func.count().label("games"), *(sa.func.sum(one).label(one.name) for one in scores(seat)))
        dates = (sa.func.min(games.c.date).label("first"), sa.func.max(games.c.date).label("last"))
        found = sa.select(seat.own.label("player_id"), *figures, sa.func.max(seat.rating).label("rating"), *dates)
        found = found.where(seat.own.is_not(None) if meant is None else seat.own.in_(meant))
        return found.group_by(seat.own)

    sums = sa.union_all(*map(of, SEATS)).subquery()
    played = sa.func.sum(sums.c.games)
    statement: sa.Select[Any] = (
        sa.select(
            players.c.name,
            played,
            *(sa.func.sum(sums.c[one]) for one in ("win", "draw", "loss")),
            sa.func.max(sums.c.rating),
            sa.func.min(sums.c.first),
            sa.func.max(sums.c.last),
        )
        .select_from(
            with_root(sums, sums.c.player_id).join(players, players.c.id == root(sums.c.player_id)),
        )
        .group_by(players.c.id)
        .order_by(played.desc(), players.c.folded, players.c.id)
        .limit(limit)
    )
    return [Player(*row) for row in connection.execute(statement)]


def near_players(connection: Connection, name: str, limit: int | None) -> list[Namesake]:
    """The printed names near one, best first: exact, folded, near by score, then by games."""
    every = sa.select(players.c.id, players.c.name, players.c.folded)
    names = {row.id: (row.name, row.folded) for row in connection.execute(every)}
    near = {one.key: one for one in nearest(name, names)}
    played = _played(connection, list(near))
    of = dict[int, int](map(tuple, connection.execute(sa.select(aliases.c.player_id, aliases.c.root_id))))
    found = [
        Namesake(names[key][0], one.how, one.score, played[key], names[of[key]][0] if key in of else None)
        for key, one in near.items()
    ]
    found.sort(key=lambda one: (RANKS.index(one.match), -one.score, -one.games, one.name))
    return found[:limit]


def _played(connection: Connection, ids: Sequence[int]) -> dict[int, int]:
    """How many games each name has."""
    found = dict.fromkeys(ids, 0)
    for seat in SEATS:
        for chunk in (ids[n : n + CHUNK] for n in range(0, len(ids), CHUNK)):
            counts = sa.select(seat.own, sa.func.count()).where(seat.own.in_(chunk)).group_by(seat.own)
            for key, count in connection.execute(counts):
                found[key] += count
    return found
