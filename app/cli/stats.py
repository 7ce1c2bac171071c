"""kypho stats: an archive in figures and bars."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from app.cli import options as o
from app.cli.filters import filtered

if TYPE_CHECKING:
    from app.store.query import Query
    from app.store.statistics import Range, Statistics

BARS_WIDTH = 72  # columns of a terminal
TITLES = {
    "year": "Games by year",
    "result": "Games by result",
    "ending": "Games by ending",
    "length": "Games by length in plies",
    "rating": "Ratings of both players",
    "opening": "The most frequent openings",
}
RESULTS = {"1-0": "Red wins", "0-1": "Black wins", "1/2-1/2": "draw", "*": "not known"}
Counts = Sequence[tuple[str, int]]


@filtered
def stats(
    query: "Query",
    by: Annotated[str | None, typer.Option(help=f"Only one of these: {', '.join(TITLES)}.")] = None,
    plot: Annotated[
        Path | None,
        typer.Option(
            help="Draw what --by says, or the games by year, into a .svg or .png file, too; - prints the SVG alone."
        ),
    ] = None,
    db: o.Db = o.DEFAULT_DB,
    json: o.Json = False,
) -> None:
    """Count games by year, result, ending, length, rating and opening. What is not known is counted as such.

    Example: kypho stats --player thienlac --by opening --plot openings.png
    """
    from app.errors import QueryError
    from app.store.archive import Archive

    if by is not None and by not in TITLES:
        raise QueryError(f"cannot count by {by!r}; there are {', '.join(TITLES)}")
    with Archive.open(db) as archive:
        found = archive.statistics(query)
    if plot is not None:
        _draw(_counts(found, by or "year"), TITLES[by or "year"], plot)
        if str(plot) == "-":
            return
    if json:
        import json as encoder

        typer.echo(encoder.dumps(_plain(found), ensure_ascii=False))
    elif found.games:
        _print(found, [by] if by else list(TITLES))
    else:
        typer.echo("no game meets all of this", err=True)


def _draw(counts: Counts, title: str, plot: Path) -> None:
    from app.cli.output import write_picture
    from app.errors import QueryError
    from app.pictures.chart import bar_chart

    if not counts:
        raise QueryError("no game meets all of this: there is nothing to draw")
    write_picture(bar_chart(counts, title), plot)


def _print(found: "Statistics", which: Sequence[str]) -> None:
    from app.cli.openings import print_openings
    from app.cli.tables import terminal_width
    from app.pictures.plot import bar_lines

    dates = f", {found.first} to {found.last}" if found.first else ""
    rating = "" if found.rating is None else f" and rating {found.rating:.0f}"
    games = f"{found.games:,} game{'s' * (found.games > 1)}"
    typer.echo(f"{games}{dates}; {found.plies:.0f} plies{rating} on average")
    for by in which:
        typer.echo()
        typer.echo(TITLES[by])
        if by == "opening":
            print_openings(found.openings)
        elif counts := _counts(found, by):
            for line in bar_lines(counts, min(BARS_WIDTH, terminal_width() or BARS_WIDTH)):
                typer.echo(line)


def _counts(found: "Statistics", by: str) -> Counts:
    """What is counted, in words."""
    if by == "opening":
        return [(f"{opening.code} {opening.name}", opening.games) for opening in found.openings]
    if by == "result":
        return [(RESULTS[result], count) for result, count in found.results]
    if by == "length":
        return [(_range(part), part.count) for part in found.lengths]
    if by == "rating":
        return [(_range(part), part.count) for part in found.ratings] + [("not known", found.unrated)] * (
            found.unrated > 0
        )
    counts = found.years if by == "year" else found.endings
    return [(name or "not known", count) for name, count in counts]


def _range(part: "Range") -> str:
    if part.high is None:
        return f"{part.low} or more"
    return f"up to {part.high}" if part.low is None else f"{part.low} to {part.high}"


def _plain(found: "Statistics") -> dict[str, Any]:
    """The figures as plain values."""
    from dataclasses import asdict

    return asdict(found) | {
        "plies": None if found.plies is None else round(found.plies, 1),
        "rating": None if found.rating is None else round(found.rating, 1),
        "years": [{"year": name, "games": count} for name, count in found.years],
        "results": [{"result": name, "games": count} for name, count in found.results],
        "endings": [{"ending": name, "games": count} for name, count in found.endings],
        "lengths": [{"low": part.low, "high": part.high, "games": part.count} for part in found.lengths],
        "ratings": [{"low": part.low, "high": part.high, "players": part.count} for part in found.ratings],
    }
