"""An archive in figures: its games by year, result, ending, length, rating and opening."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import sqlalchemy as sa
from sqlalchemy.engine import Connection
from sqlalchemy.sql import ColumnElement

from app.games.result import Result
from app.store.openings import OpeningScore, opening_scores
from app.store.query import Query
from app.store.search import clauses
from app.store.tables import games

PLIES, LONGEST = 20, 300  # games are counted by so many plies; the longest ones together
RATINGS, HIGHEST = 100, 4000
MOST = 10  # openings
YEARS = 40  # between the first and the last; of more, those without games are left out


@dataclass(frozen=True, slots=True)
class Range:
    """How many have a value from low to high, both included; high is None for all from low on, low for all to high."""

    low: int | None
    high: int | None
    count: int


@dataclass(frozen=True, slots=True)
class Statistics:
    """Games in figures. Each list adds up to the games, ratings to their seats; None counts what is not known."""

    games: int
    first: str | None
    last: str | None
    plies: float | None  # the average
    rating: float | None  # the average
    years: list[tuple[str | None, int]]
    results: list[tuple[str, int]]
    endings: list[tuple[str | None, int]]  # most frequent first
    lengths: list[Range]  # in plies
    ratings: list[Range]
    unrated: int  # seats without a rating
    openings: list[OpeningScore]  # the most frequent


def statistics(connection: Connection, query: Query) -> Statistics:
    """The games that meet a query in figures."""
    said = clauses(connection, query)
    years, first, last = _years(connection, said)
    results, endings, lengths, plies = _results(connection, said)
    ratings, unrated, rating = _ratings(connection, said)
    total = sum(results.values())
    return Statistics(
        games=total,
        first=first,
        last=last,
        plies=plies / total if total else None,
        rating=rating,
        years=years,
        results=[(result.value, results[result.value]) for result in Result],
        endings=sorted(endings.items(), key=lambda item: (item[0] is None, -item[1], item[0] or "")),
        lengths=_ranges(lengths, PLIES, LONGEST, 1),
        ratings=_ranges(ratings, RATINGS, HIGHEST, 0),
        unrated=unrated,
        openings=opening_scores(connection, said, MOST),
    )


Said = Sequence[ColumnElement[bool]]


def _years(connection: Connection, said: Said) -> tuple[list[tuple[str | None, int]], str | None, str | None]:
    """Games by year, those without a date last; the first and the last date."""
    year = sa.func.substr(games.c.date, 1, 4)
    dates = sa.func.min(games.c.date), sa.func.max(games.c.date)
    rows = connection.execute(sa.select(year, sa.func.count(), *dates).where(*said).group_by(year)).all()
    counts = {row[0]: row[1] for row in rows}
    dated = [row for row in rows if row[0] is not None]
    if not dated:
        return list(counts.items()), None, None
    first, last = min(row[2] for row in dated), max(row[3] for row in dated)
    begin, end = int(first[:4]), int(last[:4])
    every = (
        [f"{number:04}" for number in range(begin, end + 1)] if end - begin <= YEARS else sorted(counts.keys() - {None})
    )
    found: list[tuple[str | None, int]] = [(name, counts.get(name, 0)) for name in every]
    return [*found, (None, counts[None])] if None in counts else found, first, last


def _results(connection: Connection, said: Said) -> tuple[Counter[str], Counter[str | None], Counter[int], int]:
    """Games by result, by ending, by length; all their plies."""
    length = sa.func.min((games.c.plies - 1) // PLIES, LONGEST // PLIES)
    counted = sa.select(games.c.result, games.c.ending, length, sa.func.count(), sa.func.sum(games.c.plies))
    results: Counter[str] = Counter()
    endings: Counter[str | None] = Counter()
    lengths: Counter[int] = Counter()
    all_plies = 0
    for result, ending, part, count, plies in connection.execute(
        counted.where(*said).group_by(games.c.result, games.c.ending, length)
    ):
        results[result] += count
        endings[ending] += count
        lengths[part] += count
        all_plies += plies
    return results, endings, lengths, all_plies


def _ratings(connection: Connection, said: Said) -> tuple[Counter[int], int, float | None]:
    """Seats by their rating, those without one, the average."""
    found: Counter[int] = Counter()
    unrated = total = 0
    for rating in (games.c.red_rating, games.c.black_rating):
        part = sa.func.max(0, sa.func.min(rating // RATINGS, HIGHEST // RATINGS))
        for number, count, ratings in connection.execute(
            sa.select(part, sa.func.count(), sa.func.sum(rating)).where(*said).group_by(part)
        ):
            if number is None:
                unrated += count
            else:
                found[number] += count
                total += ratings
    return found, unrated, total / found.total() if found else None


def _ranges(counts: Counter[int], step: int, most: int, first: int) -> list[Range]:
    """Counts by part as ranges of values, without gaps; the parts are so wide and begin at first."""
    if not counts:
        return []
    return [
        Range(
            None if part == 0 else part * step + first,
            None if part == most // step else (part + 1) * step + first - 1,
            counts[part],
        )
        for part in range(min(counts), max(counts) + 1)
    ]
