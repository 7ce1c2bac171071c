"""Charts as SVG: ratings over time, counts as bars."""

from collections.abc import Iterator, Sequence
from html import escape
from itertools import groupby

from app.pictures.glyphs import legible, measure, number, written
from app.pictures.scale import beginnings, day_of, in_order, round_numbers, share

WIDTH, HEIGHT = 760, 400
LEFT, RIGHT, TOP, BOTTOM = 76, 730, 78, 346  # of the field of a line chart
FEW = 100  # ratings; of more, only the line between them is drawn
BAR, BAR_TOP = 30, 70
PAPER, RIM, GRID = "#fffdf6", "#d9c7a3", "#eadfc8"
INK, PALE, LINE = "#33291c", "#85765f", "#a81e16"

Spot = tuple[float, float]


def rating_chart(series: Sequence[tuple[str, int]], name: str) -> str:
    """A player's ratings over time, each with its date, `2007`, `2007-10` or `2007-10-24`; at least one."""
    dates, ratings = zip(*in_order(series), strict=True)
    days = [day_of(date) for date in dates]
    low, high = min(ratings), max(ratings)
    levels = round_numbers(low, high, 6)
    spots = [(_across(day, days), _up(rating, levels)) for day, rating in zip(days, ratings, strict=True)]
    return _sheet(
        HEIGHT,
        f"Ratings of {name}, {dates[0]} to {dates[-1]}: {low} to {high}",
        _heading(name),
        *_levels(levels),
        *_times(days, dates),
        *_curve(spots),
        *_peak(spots[ratings.index(high)], high),
    )


def bar_chart(counts: Sequence[tuple[str, int]], title: str) -> str:
    """Counts by year or by kind as bars, in the order given; at least one."""
    most = max(1, *(count for _, count in counts))
    labels = [_cut(label, 15, 0.4 * WIDTH) for label, _ in counts]
    left = 28 + max(measure(label, 15) for label in labels) + 14
    room = WIDTH - left - 42 - max(measure(f"{count:,}", 15) for _, count in counts)
    bars = []
    for row, (label, (_, count)) in enumerate(zip(labels, counts, strict=True)):
        y, length = BAR_TOP + row * BAR, room * count / most
        bars.append(f'<g fill="{INK}">{written(label, left - 14, y + 18, 15, "end")}</g>')
        bars.append(
            f'<rect x="{number(left)}" y="{y + 3}" width="{number(length)}" height="{BAR - 8}" rx="2" fill="{LINE}"'
            ' opacity=".85"/>'
        )
        bars.append(f'<g fill="{PALE}">{written(f"{count:,}", left + length + 8, y + 18, 15)}</g>')
    return _sheet(BAR_TOP + len(counts) * BAR + 24, title, _heading(title), *bars)


def _sheet(height: int, title: str, *parts: str) -> str:
    """A sheet of paper with what is drawn on it, ink-coloured where nothing else is said."""
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" role="img" width="{WIDTH}" height="{height}"'
            f' viewBox="0 0 {WIDTH} {height}" fill="{INK}">',
            f"<title>{escape(legible(title))}</title>",
            f'<rect x="1" y="1" width="{WIDTH - 2}" height="{height - 2}" rx="12" fill="{PAPER}" stroke="{RIM}"/>',
            *parts,
            "</svg>\n",
        ]
    )


def _heading(text: str) -> str:
    return written(_cut(text, 26, WIDTH - 56), 28, 44, 26)


def _cut(text: str, size: float, width: float) -> str:
    """A text that can be shown and is not wider than so much."""
    text = legible(text)
    if measure(text, size) <= width:
        return text
    room, short = width - measure("...", size), ""
    for sign in text:
        room -= measure(sign, size)
        if room < 0:
            break
        short += sign
    return short + "..."


# ---------------------------------------------------------------- lines over time


def _across(day: int, days: Sequence[int]) -> float:
    return round(LEFT + 8 + share(day, days[0], days[-1]) * (RIGHT - LEFT - 16), 1)


def _up(rating: int, levels: Sequence[int]) -> float:
    return round(BOTTOM - share(rating, levels[0], levels[-1]) * (BOTTOM - TOP), 1)


def _levels(levels: Sequence[int]) -> Iterator[str]:
    """A line at each round rating, and the rating beside it."""
    lines = "".join(f"M{LEFT} {number(_up(level, levels))}H{RIGHT}" for level in levels)
    yield f'<path d="{lines}" stroke="{GRID}" stroke-width="1.2"/>'
    yield f'<g fill="{PALE}">'
    for level in levels:
        yield written(str(level), LEFT - 12, _up(level, levels) + 5, 15, "end")
    yield "</g>"


def _times(days: Sequence[int], dates: Sequence[str]) -> Iterator[str]:
    """The beginnings of years or months below the field; of a time too short for two, its first and last date."""
    named = beginnings(days[0], days[-1], 8)
    if len(named) < 2:
        named = list({days[0]: dates[0], days[-1]: dates[-1]}.items())
    yield f'<g fill="{PALE}">'
    for day, name in named:
        x = _across(day, days)
        yield f'<path d="M{number(x)} {BOTTOM}v7" stroke="{PALE}"/>'
        yield written(name, min(max(x, LEFT + 20), RIGHT - 28), BOTTOM + 26, 15, "middle")
    yield "</g>"


def _curve(spots: Sequence[Spot]) -> Iterator[str]:
    """A line through the spots, a tint below it; the spots themselves, where they are few."""
    path = "L".join(f"{number(x)} {number(y)}" for (x, y), _ in groupby(spots))
    yield f'<path d="M{number(spots[0][0])} {BOTTOM}L{path}V{BOTTOM}z" fill="{LINE}" opacity=".07"/>'
    few = len(spots) <= FEW
    yield f'<path d="M{path}" fill="none" stroke="{LINE}" stroke-width="{2 if few else 1}" stroke-linejoin="round"/>'
    if few:
        yield f'<g fill="{LINE}">'
        yield from (f'<circle cx="{number(x)}" cy="{number(y)}" r="2.8"/>' for x, y in spots)
        yield "</g>"


def _peak(spot: Spot, rating: int) -> Iterator[str]:
    """A ring around the highest rating, and the rating above it."""
    x, y = spot
    yield f'<circle cx="{number(x)}" cy="{number(y)}" r="5.5" fill="{PAPER}" stroke="{LINE}" stroke-width="2.2"/>'
    yield f'<g fill="{LINE}">{written(str(rating), min(x, RIGHT - 24), y - 12, 15, "middle")}</g>'
