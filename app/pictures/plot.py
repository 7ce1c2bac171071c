"""Charts as lines of text: ratings over time in dots of braille, counts as bars, the course of a game in one row."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from app.pictures.columns import cut, pad, width
from app.pictures.scale import day_of, in_order, share

Dot = tuple[int, int]  # across, down

# A sign of braille has two columns of four dots; these are their bits, from the top.
BRAILLE = 0x2800
BITS = ((0x01, 0x02, 0x04, 0x40), (0x08, 0x10, 0x20, 0x80))
BOTH_DATES = "2007-10-24  2008-10-24"
EIGHTHS = " ▏▎▍▌▋▊▉█"
SPARKS = "▁▂▃▄▅▆▇"


def rating_lines(series: Sequence[tuple[str, int]], columns: int = 72, height: int = 7) -> list[str]:
    """Ratings over time, at least one, in so many columns and lines of a terminal and a line of dates below."""
    dates, ratings = zip(*in_order(series), strict=True)
    low, high = min(ratings), max(ratings)
    names = {0: str(high), height - 1: str(low)} if low < high else {height // 2: str(low)}
    margin = max(map(len, names.values())) + 2
    across = max(len(BOTH_DATES), columns - margin)
    days = [day_of(date) for date in dates]
    dots = [
        (
            round(share(day, days[0], days[-1]) * (2 * across - 1)),
            round((1 - share(rating, low, high)) * (4 * height - 1)),
        )
        for day, rating in zip(days, ratings, strict=True)
    ]
    rows = enumerate(_braille(dots, across, height))
    lines = [f"{names.get(row, ''):>{margin - 2}}  {signs}".rstrip(f"{chr(BRAILLE)} ") for row, signs in rows]
    return [*lines, " " * margin + dates[0] + (dates[-1].rjust(across - len(dates[0])) if len(dates) > 1 else "")]


def bar_lines(counts: Sequence[tuple[str, int]], columns: int = 72) -> list[str]:
    """Counts by year or by kind, at least one, as bars in so many columns of a terminal."""
    most = max(1, *(count for _, count in counts))
    labels = [cut(label, columns // 3) for label, _ in counts]
    wide, figures = max(map(width, labels)), max(len(f"{count:,}") for _, count in counts)
    room = max(8, columns - wide - figures - 4)
    lines = []
    for label, (_, count) in zip(labels, counts, strict=True):
        full, rest = divmod(round(8 * room * count / most), 8)
        lines.append(f"{pad(label, wide)}  {count:>{figures},}  {EIGHTHS[8] * full}{EIGHTHS[rest]}".rstrip())
    return lines


def spark_line(values: Sequence[float], columns: int = 40, least: float = 1) -> str:
    """Values above and below 0, at least one, as a row of bars: half a bar is 0, a whole one the furthest from it.

    Values nearer to 0 than least are not drawn larger. Of more values than columns, as many at even distances are shown.
    """
    most = max(least, *map(abs, values))
    across = min(columns, len(values))
    shown = (values[round(share(n, 0, across - 1) * (len(values) - 1))] for n in range(across))
    return "".join(SPARKS[round(share(value, -most, most) * (len(SPARKS) - 1))] for value in shown)


def _braille(dots: Sequence[Dot], across: int, height: int) -> list[str]:
    """Dots and the lines between them as rows of braille."""
    signs = [[BRAILLE] * across for _ in range(height)]
    for x, y in {*dots, *(dot for begin, end in set(pairwise(dots)) for dot in _between(begin, end))}:
        signs[y // 4][x // 2] |= BITS[x % 2][y % 4]
    return ["".join(map(chr, row)) for row in signs]


def _between(begin: Dot, end: Dot) -> Iterator[Dot]:
    """The dots of a straight line."""
    (x, y), (right, down) = begin, end
    steps = max(abs(right - x), abs(down - y), 1)
    for step in range(steps + 1):
        yield round(x + (right - x) * step / steps), round(y + (down - y) * step / steps)
