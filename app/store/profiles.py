"""One player's games in figures, and two players against each other. Merged names are one player."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection
from sqlalchemy.sql import ColumnElement

from app.errors import QueryError
from app.store.names import names_of, person, root, with_root
from app.store.query import Found, Query
from app.store.search import find, without_players
from app.store.seats import SEATS, Seat, Who, from_seat, on_their_sides, scores, who_is_named
from app.store.tables import games, players

MOST = 10  # opponents and openings of a profile


@dataclass(slots=True)
class Score:
    """Games won, drawn, lost and without a known result."""

    wins: int = 0
    draws: int = 0
    losses: int = 0
    unknown: int = 0

    @property
    def games(self) -> int:
        """All of them."""
        return self.wins + self.draws + self.losses + self.unknown

    @property
    def share(self) -> float | None:
        """The share of the points, 0 to 1; None where no result is known."""
        known = self.wins + self.draws + self.losses
        return (self.wins + self.draws / 2) / known if known else None

    def __add__(self, other: "Score") -> "Score":
        return Score(
            self.wins + other.wins,
            self.draws + other.draws,
            self.losses + other.losses,
            self.unknown + other.unknown,
        )


@dataclass(slots=True)
class Profile:
    """One player, or several whose names fold alike."""

    names: list[str]
    aliases: list[str] = field(default_factory=list)  # the names merged into these
    as_red: Score = field(default_factory=Score)
    as_black: Score = field(default_factory=Score)
    first: str | None = None
    last: str | None = None
    ratings: list[tuple[str, int]] = field(default_factory=list)  # (date, rating) by date
    openings: list[tuple[str, Score]] = field(default_factory=list)  # (ECCO code, score), most frequent first
    opponents: list[tuple[str, Score]] = field(default_factory=list)  # most frequent first


@dataclass(slots=True)
class Versus:
    """Two players against each other, seen from the first."""

    names: list[str]
    opponents: list[str]
    as_red: Score
    as_black: Score
    first: str | None
    last: str | None
    games: list[Found]

    @property
    def total(self) -> Score:
        """With either colour."""
        return self.as_red + self.as_black


def profile(connection: Connection, name: str, query: Query) -> Profile:
    """What is known of a player from the games that meet a query. Raises `QueryError` for none or several."""
    meant = person(connection, name)
    seen = _Seen(connection, query, {"player": meant})
    names, others = names_of(connection, meant)
    as_red, as_black, first, last = seen.by_colour()
    return Profile(
        names, others, as_red, as_black, first, last, seen.ratings(), seen.by_opening(MOST), seen.by_opponent(MOST)
    )


def versus(connection: Connection, name: str, opponent: str, query: Query) -> Versus:
    """Two players' games against each other that meet a query. Raises `QueryError` for none or several."""
    one, other = person(connection, name), person(connection, opponent)
    both = sa.select(players.c.id).where(players.c.id.in_(one), players.c.id.in_(other))
    if connection.execute(both.limit(1)).first() is not None:
        raise QueryError(f"{name!r} and {opponent!r} are the same player")
    who = {"player": one, "opponent": other}
    as_red, as_black, first, last = _Seen(connection, query, who).by_colour()
    names, opponents = names_of(connection, one)[0], names_of(connection, other)[0]
    return Versus(names, opponents, as_red, as_black, first, last, list(find(connection, query, who)))


class _Seen:
    """Games as seen from a player's seat: one row for each seat of his."""

    def __init__(self, connection: Connection, query: Query, known: Who):
        self._connection = connection
        who = who_is_named(connection, query, known)
        rest = [*on_their_sides(who), *without_players(connection, query)]

        def seat_of(seat: Seat) -> sa.Select[Any]:
            columns = (games.c.id, games.c.date, games.c.time, games.c.opening, seat.rating.label("rating"))
            seen = sa.select(sa.literal(seat.side).label("side"), seat.other.label("other"), *columns, *scores(seat))
            return seen.where(*from_seat(seat, query, who), *rest)

        self._seats = sa.union_all(*map(seat_of, SEATS)).subquery()
        sums = (sa.func.sum(self._seats.c[one]) for one in ("win", "draw", "loss", "unknown"))
        self._sums: list[ColumnElement[int]] = list(sums)
        self._games = sa.func.count()

    def by_colour(self) -> tuple[Score, Score, str | None, str | None]:
        """The score with each colour; the first and the last date."""
        seats = self._seats
        dates = sa.func.min(seats.c.date), sa.func.max(seats.c.date)
        rows = self._connection.execute(sa.select(seats.c.side, *self._sums, *dates).group_by(seats.c.side)).all()
        score = {side: Score(*figures) for side, *figures, _, _ in rows}
        first = min((row[-2] for row in rows if row[-2]), default=None)
        last = max((row[-1] for row in rows if row[-1]), default=None)
        return score.get(0, Score()), score.get(1, Score()), first, last

    def ratings(self) -> list[tuple[str, int]]:
        """The dated ratings in their order."""
        seats = self._seats
        rated = sa.select(seats.c.date, seats.c.rating).where(seats.c.date.is_not(None), seats.c.rating.is_not(None))
        return [(row.date, row.rating) for row in self._connection.execute(rated.order_by(*self._by_time()))]

    def _by_time(self) -> Sequence[ColumnElement[Any]]:
        return self._seats.c.date, self._seats.c.time, self._seats.c.id

    def by_opening(self, most: int) -> list[tuple[str, Score]]:
        """The most frequent openings by their code, and how they went."""
        seats = self._seats
        opened = sa.select(seats.c.opening, *self._sums).where(seats.c.opening.is_not(None))
        opened = opened.group_by(seats.c.opening).order_by(self._games.desc(), seats.c.opening).limit(most)
        return [(code, Score(*figures)) for code, *figures in self._connection.execute(opened)]

    def by_opponent(self, most: int) -> list[tuple[str, Score]]:
        """The most frequent opponents, those first who were met first."""
        seats = self._seats
        met = sa.select(players.c.name, *self._sums).select_from(
            with_root(seats, seats.c.other).join(players, players.c.id == root(seats.c.other))
        )
        met = met.group_by(players.c.id).order_by(self._games.desc(), sa.func.min(seats.c.id)).limit(most)
        return [(name, Score(*figures)) for name, *figures in self._connection.execute(met)]
