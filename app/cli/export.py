"""kypho export: games out of the archive, in any format and notation."""

from dataclasses import replace
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
    format: o.FormatName = "moves",
    notation: o.WrittenIn = None,
    output: o.Output = None,
    encoding: Annotated[str, typer.Option("--encoding", help="Of the text: utf-8, gb18030, big5 ...")] = "utf-8",
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
    from app.formats import LeftOut
    from app.store.archive import Archive

    with Archive.open(db) as archive:
        if output is not None and output.exists() and output.samefile(db):
            raise ArchiveError(f"{output} is the archive itself: name another file with -o")
        if not archive.has(query):
            typer.echo("no game meets all of this", err=True)
        left_out = LeftOut(format)
        write_games(archive.games(query), format, notation, output, encoding, left_out)
    o.tell(left_out)
