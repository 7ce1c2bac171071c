"""The players of an archive: what they played, how it went, whom they met. Merged names are one player."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection
from sqlalchemy.sql import ColumnElement

from app.errors import QueryError
from app.games.likeness import RANKS, How, nearest
from app.store.names import contains, names_of, people, person, root, with_root
from app.store.query import Found, Query
from app.store.search import find, without_players
from app.store.seats import SEATS, Seat, Who, from_seat, on_their_sides, scores, who_is_named
from app.store.tables import aliases, games, players

MOST = 10  # opponents and openings of a profile
CHUNK = 900  # keys in one query


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
