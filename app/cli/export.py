"""kypho export: games out of the archive, in any format and notation."""

from pathlib import Path
from typing import Annotated

import typer

from app.cli import options as o


def export(
    ids: Annotated[list[int] | None, typer.Argument(help="Games by number; or use the filters.")] = None,
    format: Annotated[str, typer.Option("--format", "-f", help="moves, cxq, jsonl or csv.")] = "moves",
    notation: o.NotationName = "vietnamese",
    output: Annotated[Path | None, typer.Option("--output", "-o", help="A file; standard output without it.")] = None,
    player: o.PlayerName = None,
    red: o.Red = None,
    black: o.Black = None,
    opponent: o.Opponent = None,
    min_rating: o.MinRating = None,
    max_rating: o.MaxRating = None,
    result: o.ResultText = None,
    outcome: o.Outcome = None,
    ending: o.EndingText = None,
    since: o.Since = None,
    until: o.Until = None,
    event: o.Event = None,
    opening: o.Opening = None,
    min_plies: o.MinPlies = None,
    max_plies: o.MaxPlies = None,
    incomplete: o.Incomplete = None,
    sort: o.Sort = "id",
    limit: o.Limit = None,
    db: o.Db = o.DEFAULT_DB,
) -> None:
    """Write games, all or those that meet the filters, to a file or to standard output.

    Example: kypho export --player thienlac --notation vietnamese -o thienlac.txt
    """
    query = o.query_of({**locals(), "ids": ids or ()})
    from app.cli.output import write_pieces
    from app.formats import write_text
    from app.store.archive import Archive

    with Archive.open(db) as archive:
        if not archive.has(query):
            typer.echo("no game meets all of this", err=True)
        write_pieces(write_text(archive.games(query), format, notation), output)
