"""kypho openings: which openings were played, and how they went."""

from dataclasses import asdict, replace
from typing import TYPE_CHECKING

import typer

from app.cli import options as o
from app.cli.filters import filtered

if TYPE_CHECKING:
    from app.store.query import Query

KEYS = ("code", "name", "games", "red_wins", "draws", "black_wins", "score", "last")


@filtered
def openings(
    query: "Query",
    limit: o.Limit = 20,
    db: o.Db = o.DEFAULT_DB,
    json: o.Json = False,
    csv: o.Csv = False,
) -> None:
    """Count games and scores by opening (ECCO code), most games first. The score is Red's share of the points.

    Example: kypho openings --player thienlac --since 2007
    """
    from app.store.archive import Archive

    with Archive.open(db) as archive:
        found = [asdict(opening) for opening in archive.openings(replace(query, limit=limit))]
    if json:
        import json as encoder

        typer.echo(encoder.dumps(found, ensure_ascii=False))
    elif csv:
        from app.cli.tables import print_csv

        print_csv(KEYS, found)
    elif found:
        from app.cli.tables import print_table

        rows = [_row(values) for values in found]
        print_table(("code", "opening", "games", "Red wins", "draws", "Black wins", "score", "last"), rows, range(2, 7))
    elif limit != 0:
        typer.echo("no game meets all of this", err=True)


def _row(values: dict[str, object]) -> list[object]:
    shown = values | {"score": "" if values["score"] is None else f"{values['score']:.0%}"}
    return ["" if shown[key] is None else shown[key] for key in KEYS]
