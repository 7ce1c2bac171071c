"""kypho versus: two players against each other."""

from dataclasses import asdict, replace
from typing import TYPE_CHECKING, Annotated, Any

import typer

from app.cli import options as o
from app.cli.filters import filtered_but
from app.cli.scores import print_scores
from app.cli.search import game_values, print_games

if TYPE_CHECKING:
    from app.store.profiles import Versus
    from app.store.query import Query


@filtered_but("player", "opponent")
def versus(
    query: "Query",
    name: Annotated[str, typer.Argument(help="A player; the scores are his.", metavar="A")],
    opponent: Annotated[str, typer.Argument(help="The other one.", metavar="B")],
    sort: o.Sort = "-date",
    limit: o.Limit = 20,
    db: o.Db = o.DEFAULT_DB,
    json: o.Json = False,
) -> None:
    """Print the first player's score against the second by colour, the first and last date, and the games.

    Example: kypho versus ThienLac gackiem --since 2007
    """
    from app.store.archive import Archive

    with Archive.open(db) as archive:
        met = archive.versus(name, opponent, replace(query, sort=sort, limit=limit))
    if json:
        import json as encoder

        typer.echo(encoder.dumps(_plain(met), ensure_ascii=False))
        return
    typer.echo(f"{', '.join(met.names)} - {', '.join(met.opponents)}")
    if not met.total.games:
        typer.echo("they have not met in a game that meets all of this", err=True)
        return
    typer.echo(f"{met.first or '?'} to {met.last or '?'}")
    typer.echo()
    print_scores("", [("as Red", met.as_red), ("as Black", met.as_black), ("all", met.total)])
    if met.games:
        typer.echo()
        print_games(met.games)
    if len(met.games) == limit and limit < met.total.games:
        typer.echo(f"the first {limit}; --limit N shows more", err=True)


def _plain(met: "Versus") -> dict[str, Any]:
    """The answer as plain values."""
    return asdict(met) | {"total": asdict(met.total), "games": [game_values(game) for game in met.games]}
