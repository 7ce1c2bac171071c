"""kypho export: games out of the archive, in any format and notation."""

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from app.cli import options as o
from app.cli.filters import filtered

if TYPE_CHECKING:
    from app.store.query import Query


@filtered
def export(
    query: "Query",
    ids: Annotated[list[int] | None, typer.Argument(help="Games by number; or use the filters.")] = None,
    format: Annotated[
        str, typer.Option("--format", "-f", help="moves, cxq, jsonl, csv or xqf; see kypho formats.")
    ] = "moves",
    notation: o.NotationName = "vietnamese",
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", help="A file; standard output without it. For xqf a file or a folder."),
    ] = None,
    sort: o.Sort = "id",
    limit: o.Limit = None,
    db: o.Db = o.DEFAULT_DB,
) -> None:
    """Write games, all or those that meet the filters, to a file or to standard output.

    Example: kypho export --player thienlac --notation vietnamese -o thienlac.txt
    """
    query = replace(query, ids=ids or (), sort=sort, limit=limit)
    from app.cli.output import write_games
    from app.errors import ArchiveError
    from app.store.archive import Archive

    with Archive.open(db) as archive:
        if output is not None and output.exists() and output.samefile(db):
            raise ArchiveError(f"{output} is the archive itself: name another file with -o")
        if not archive.has(query):
            typer.echo("no game meets all of this", err=True)
        write_games(archive.games(query), format, notation, output)
