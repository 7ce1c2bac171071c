"""kypho player: one player's games in figures; with a command, the names that belong to him."""

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperCommand, TyperGroup

from app.cli import aliases
from app.cli.filters import filtered_but
from app.cli.options import DEFAULT_DB, Db, Json
from app.cli.scores import print_scores

if TYPE_CHECKING:
    from app.store.profiles import Profile
    from app.store.query import Query

PLOT_WIDTH = 72  # columns of a terminal
NAME = "NAME"  # of the command that is called by a player's name


class PlayerGroup(TyperGroup):
    """`kypho player`: what is not the name of a command is that of a player; after `--` anything is."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Put the command that takes a player's name before it."""
        if args and args[0] not in (*self.commands, *ctx.help_option_names):
            args = [NAME, *args]
        return super().parse_args(ctx, args)


class NameCommand(TyperCommand):
    """The command that is called by a player's name."""

    def format_usage(self, ctx: Any, formatter: Any) -> None:
        """Show the name where it is written."""
        formatter.write_usage(ctx.parent.command_path, " ".join(self.collect_usage_pieces(ctx)))


program = typer.Typer(
    cls=PlayerGroup,
    help="One player's games in figures, and names that belong to one player.\n\n"
    "`kypho player NAME --help` lists the filters and other options for a name.\n\n"
    "Example: kypho player ThienLac --since 2007",
    subcommand_metavar="NAME | COMMAND ...",
    no_args_is_help=True,
    rich_markup_mode=None,
)


@program.command(NAME, cls=NameCommand)
@filtered_but("player")
def player(
    query: "Query",
    name: Annotated[str, typer.Argument(help="The player's name; case, accents and signs do not matter.")],
    db: Db = DEFAULT_DB,
    plot: Annotated[
        Path | None, typer.Option(help="Draw the ratings into a .svg or .png file, too; - prints the SVG alone.")
    ] = None,
    json: Json = False,
) -> None:
    """Print a player's score by colour, opening and opponent, dates and ratings over time.

    Example: kypho player ThienLac --since 2007 --plot ratings.svg
    """
    from app.store.archive import Archive

    with Archive.open(db) as archive:
        profile = archive.player(name, query)
    if plot is not None:
        _draw(profile, plot)
        if str(plot) == "-":
            return
    if json:
        import json as encoder

        typer.echo(encoder.dumps(_plain(profile), ensure_ascii=False))
        return
    _print(profile)


program.command("merge")(aliases.merge)
program.command("unmerge")(aliases.unmerge)
program.command("aliases")(aliases.aliases)


def _plain(profile: "Profile") -> dict[str, Any]:
    """The profile as plain values."""
    from app.games.openings import name_of

    values = asdict(profile)
    values["opponents"] = [{"name": other, **asdict(score)} for other, score in profile.opponents]
    values["openings"] = [{"code": code, "name": name_of(code), **asdict(score)} for code, score in profile.openings]
    values["ratings"] = [{"date": date, "rating": rating} for date, rating in profile.ratings]
    values["games"] = profile.as_red.games + profile.as_black.games
    return values


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
    from app.games.openings import name_of

    typer.echo(", ".join(profile.names))
    if profile.aliases:
        typer.echo(f"also {', '.join(profile.aliases)}")
    typer.echo(f"{profile.first or '?'} to {profile.last or '?'}")
    typer.echo()
    print_scores("", [("as Red", profile.as_red), ("as Black", profile.as_black)])
    if profile.ratings:
        typer.echo()
        print_table(("year", "first", "lowest", "highest", "last"), _years(profile.ratings), right=(1, 2, 3, 4))
    if len({date for date, _ in profile.ratings}) > 2:  # fewer are no curve
        from app.pictures.plot import rating_lines

        typer.echo()
        for line in rating_lines(profile.ratings, min(PLOT_WIDTH, terminal_width() or PLOT_WIDTH)):
            typer.echo(line)
    if profile.openings:
        typer.echo()
        print_scores("opening", profile.openings, name_of)
    if profile.opponents:
        typer.echo()
        print_scores("opponent", profile.opponents)


def _years(ratings: list[tuple[str, int]]) -> list[tuple[str, int, int, int, int]]:
    """Ratings by year: the first, the lowest, the highest and the last."""
    years: dict[str, list[int]] = {}
    for date, rating in ratings:
        years.setdefault(date[:4], []).append(rating)
    return [(year, values[0], min(values), max(values), values[-1]) for year, values in years.items()]
