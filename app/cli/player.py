"""kypho player: one player's games in figures."""

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from app.cli.options import DEFAULT_DB, Db, Json

PLOT_WIDTH = 72  # columns of a terminal

if TYPE_CHECKING:
    from app.store.people import Profile, Score


def player(
    name: Annotated[str, typer.Argument(help="The player's name; case and accents do not matter.")],
    db: Db = DEFAULT_DB,
    plot: Annotated[
        Path | None, typer.Option(help="Draw the ratings into a .svg or .png file, too; - prints the SVG alone.")
    ] = None,
    json: Json = False,
) -> None:
    """Print a player's score by colour, dates, ratings over time and most frequent opponents.

    Example: kypho player ThienLac --plot ratings.svg
    """
    from app.store.archive import Archive

    with Archive.open(db) as archive:
        profile = archive.player(name)
    if plot is not None:
        _draw(profile, plot)
        if str(plot) == "-":
            return
    if json:
        import json as encoder

        values = asdict(profile)
        values["opponents"] = [{"name": other, **asdict(score)} for other, score in profile.opponents]
        values["ratings"] = [{"date": date, "rating": rating} for date, rating in profile.ratings]
        values["games"] = profile.as_red.games + profile.as_black.games
        typer.echo(encoder.dumps(values, ensure_ascii=False))
        return
    _print(profile)


def _draw(profile: "Profile", plot: Path) -> None:
    from app.cli.output import write_picture
    from app.errors import QueryError
    from app.pictures.chart import rating_chart

    names = ", ".join(profile.names)
    if not profile.ratings:
        raise QueryError(f"no dated game says a rating of {names}: there is nothing to draw")
    write_picture(rating_chart(profile.ratings, names), plot)


def _print(profile: "Profile") -> None:
    from app.cli.tables import print_table, terminal_width

    typer.echo(", ".join(profile.names))
    typer.echo(f"{profile.first or '?'} to {profile.last or '?'}")
    heads = ("", "games", "wins", "draws", "losses")
    typer.echo()
    rows = [_row("as Red", profile.as_red), _row("as Black", profile.as_black)]
    print_table(heads, rows, right=(1, 2, 3, 4))
    if profile.ratings:
        typer.echo()
        print_table(("year", "first", "lowest", "highest", "last"), _years(profile.ratings), right=(1, 2, 3, 4))
    if len({date for date, _ in profile.ratings}) > 2:  # fewer are no curve
        from app.pictures.plot import rating_lines

        typer.echo()
        for line in rating_lines(profile.ratings, min(PLOT_WIDTH, terminal_width() or PLOT_WIDTH)):
            typer.echo(line)
    if profile.opponents:
        typer.echo()
        rows = [_row(other, score) for other, score in profile.opponents]
        print_table(("opponent", *heads[1:]), rows, right=(1, 2, 3, 4))


def _row(name: str, score: "Score") -> tuple[str, int, int, int, int]:
    return name, score.games, score.wins, score.draws, score.losses


def _years(ratings: list[tuple[str, int]]) -> list[tuple[str, int, int, int, int]]:
    """Ratings by year: the first, the lowest, the highest and the last."""
    years: dict[str, list[int]] = {}
    for date, rating in ratings:
        years.setdefault(date[:4], []).append(rating)
    return [(year, values[0], min(values), max(values), values[-1]) for year, values in years.items()]
