"""The players of an archive: what they played, how it went, whom they met."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from app.errors import QueryError
from app.games.folding import fold_name
from app.games.likeness import RANKS, How, nearest
from app.games.result import Result
from app.store.search import contains, named
from app.store.tables import games, players

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

    def count(self, result: str, side: int) -> None:
        """Add one game as seen from a side."""
        if result == Result.UNKNOWN:
            self.unknown += 1
        elif result == Result.DRAW:
            self.draws += 1
        elif (result == Result.RED) == (side == 0):
            self.wins += 1
        else:
            self.losses += 1


@dataclass(slots=True)
class Profile:
    """One player, or several whose names fold alike."""

    names: list[str]
    as_red: Score = field(default_factory=Score)
    as_black: Score = field(default_factory=Score)
    first: str | None = None
    last: str | None = None
    ratings: list[tuple[str, int]] = field(default_factory=list)  # (date, rating) by date
    opponents: list[tuple[str, Score]] = field(default_factory=list)  # most frequent first


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
    """A printed name near another; score: how alike they are, 0 to 100."""

    name: str
    match: How
    score: float
    games: int


def list_players(connection: Connection, text: str | None, limit: int | None) -> list[Player]:
    """The players whose folded name contains a text, most games first."""
    one, draw = sa.literal(1), games.c.result == Result.DRAW.value

    def seat(column: Any, rating: Any, won: str, lost: str) -> sa.Select[Any]:
        return sa.select(
            column.label("player_id"),
            rating.label("rating"),
            games.c.date,
            sa.case((games.c.result == won, one), else_=0).label("win"),
            sa.case((draw, one), else_=0).label("draw"),
            sa.case((games.c.result == lost, one), else_=0).label("loss"),
        )

    seats = sa.union_all(
        seat(games.c.red_id, games.c.red_rating, "1-0", "0-1"),
        seat(games.c.black_id, games.c.black_rating, "0-1", "1-0"),
    ).subquery()
    played = sa.func.count().label("played")
    statement = (
        sa.select(
            players.c.name,
            played,
            sa.func.sum(seats.c.win),
            sa.func.sum(seats.c.draw),
            sa.func.sum(seats.c.loss),
            sa.func.max(seats.c.rating),
            sa.func.min(seats.c.date),
            sa.func.max(seats.c.date),
        )
        .join(players, players.c.id == seats.c.player_id)
        .group_by(players.c.id)
        .order_by(played.desc(), players.c.folded, players.c.id)
        .limit(limit)
    )
    if text:
        statement = statement.where(contains(players.c.folded, text))
    return [Player(*row) for row in connection.execute(statement)]


def near_players(connection: Connection, name: str, limit: int | None) -> list[Namesake]:
    """The printed names near a name, best first: exact, folded, near by score, then by games."""
    names = {row.id: (row.name, row.folded) for row in connection.execute(sa.select(players))}
    near = {one.key: one for one in nearest(name, names)}
    played = _played(connection, list(near))
    found = [Namesake(names[key][0], one.how, one.score, played[key]) for key, one in near.items()]
    found.sort(key=lambda one: (RANKS.index(one.match), -one.score, -one.games, one.name))
    return found[:limit]


def _played(connection: Connection, ids: Sequence[int]) -> dict[int, int]:
    """How many games each player has."""
    found = dict.fromkeys(ids, 0)
    for column in (games.c.red_id, games.c.black_id):
        for chunk in (ids[n : n + CHUNK] for n in range(0, len(ids), CHUNK)):
            counts = sa.select(column, sa.func.count()).where(column.in_(chunk)).group_by(column)
            for key, count in connection.execute(counts):
                found[key] += count
    return found


def profile(connection: Connection, name: str) -> Profile:
    """What is known of a player. The printed name wins over folded ones. Raises `QueryError` for none or several."""
    name = name.encode("utf-8", "replace").decode()  # what a shell passes on may be no text
    exact = connection.execute(sa.select(players.c.id).where(players.c.name == name)).scalars().all()
    ids = list(exact) or list(connection.execute(named(connection, name)).scalars())
    them = _names(connection, ids)
    if not them:
        raise QueryError(
            f"no player is called {name!r}; `kypho players {name[:3]}` lists those whose names contain that"
        )
    if len({fold_name(other) for other in them.values()}) > 1:
        some = ", ".join(sorted(them.values())[:12])
        raise QueryError(f"several players are called like {name!r}: {some}; write one of these names in full")
    found = Profile(sorted(them.values()))
    met: dict[int | None, Score] = {}
    statement = (
        sa.select(
            games.c.red_id, games.c.black_id, games.c.red_rating, games.c.black_rating, games.c.result, games.c.date
        )
        .where(sa.or_(games.c.red_id.in_(ids), games.c.black_id.in_(ids)))
        .order_by(games.c.date, games.c.time, games.c.id)
    )
    for red_id, black_id, red_rating, black_rating, result, date in connection.execute(statement):
        side = 0 if red_id in them else 1
        (found.as_red if side == 0 else found.as_black).count(result, side)
        met.setdefault((black_id, red_id)[side], Score()).count(result, side)
        rating = (red_rating, black_rating)[side]
        if date:
            found.first, found.last = found.first or date, date
            if rating is not None:
                found.ratings.append((date, rating))
    frequent = Counter({player: score.games for player, score in met.items() if player is not None}).most_common(10)
    names = _names(connection, [player for player, _ in frequent])
    found.opponents = [(names[player], met[player]) for player, _ in frequent]
    return found


def _names(connection: Connection, ids: Sequence[int]) -> dict[int, str]:
    rows = connection.execute(sa.select(players.c.id, players.c.name).where(players.c.id.in_(ids)))
    return {row.id: row.name for row in rows}
