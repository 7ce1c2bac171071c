"""Where dates and numbers lie on the axes of a chart, and which of them are named there."""

from collections.abc import Iterator, Sequence
from datetime import date
from itertools import chain, count

HALF = (182, 15, 0)  # days to the middle of a year, of a month, of a day


def day_of(text: str) -> int:
    """The number of a day; where only the year or the month is known, its middle. `2007`, `2007-10`, `2007-10-24`."""
    known = [int(part) for part in text.split("-")]
    year, month, day = (*known, 1, 1)[:3]
    return date(year, month, day).toordinal() + HALF[len(known) - 1]


def in_order(series: Sequence[tuple[str, int]]) -> list[tuple[str, int]]:
    """Dated values by time; those of one day stay as they are."""
    return sorted(series, key=lambda dated: day_of(dated[0]))


def share(value: float, low: float, high: float) -> float:
    """How far a value lies between two others: 0 at the low one, 1 at the high one; in the middle if they are one."""
    return (value - low) / (high - low) if high > low else 0.5


def round_numbers(low: int, high: int, most: int) -> list[int]:
    """Multiples of 10, 20, 50, 100 and so on: from the last below the low to the first above the high, about so many."""
    step = next(step for step in _decimal(10) if high - low <= step * (most - 1))
    first, last = low // step, -(-high // step)
    if first == last:
        first, last = first - 1, last + 1
    return [step * number for number in range(first, last + 1)]


def beginnings(first: int, last: int, most: int) -> list[tuple[int, str]]:
    """Days between two on which a year or a month begins, at most so many, each with its name."""
    begin, end = _month(first), _month(last)
    step = next(
        step for step in chain((1, 2, 3, 6), (12 * years for years in _decimal(1))) if end - begin < step * most
    )
    found = []
    for month in range(-(-begin // step) * step, end + 1, step):
        day = date(month // 12, month % 12 + 1, 1)
        if day.toordinal() >= first:
            found.append((day.toordinal(), f"{day:%Y}" if step % 12 == 0 else f"{day:%Y-%m}"))
    return found


def _decimal(begin: int) -> Iterator[int]:
    """1, 2, 5, 10, 20, 50 and so on, times the first of them."""
    return (begin * digit * 10**power for power in count() for digit in (1, 2, 5))


def _month(day: int) -> int:
    """The months since the year 0."""
    found = date.fromordinal(min(day, date.max.toordinal()))
    return found.year * 12 + found.month - 1
