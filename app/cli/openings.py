"""kypho openings: which openings were played, and how they went."""

from collections.abc import Sequence
from dataclasses import asdict, replace
from typing import TYPE_CHECKING

import typer

from app.cli import options as o
from app.cli.filters import filtered

if TYPE_CHECKING:
    from app.store.openings import OpeningScore
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
        found = archive.openings(replace(query, limit=limit))
    if json:
        import json as encoder

        typer.echo(encoder.dumps([asdict(opening) for opening in found], ensure_ascii=False))
    elif csv:
        from app.cli.tables import print_csv

        print_csv(KEYS, [asdict(opening) for opening in found])
    elif found:
        print_openings(found)
    elif limit != 0:
        typer.echo("no game meets all of this", err=True)


def print_openings(found: "Sequence[OpeningScore]") -> None:
    """Print openings as a table, one a line."""
    from app.cli.tables import print_table

    heads = ("code", "opening", "games", "Red wins", "draws", "Black wins", "score", "last")
    print_table(heads, [_row(asdict(opening)) for opening in found], range(2, 7))


def _row(values: dict[str, object]) -> list[object]:
    shown = values | {"score": "" if values["score"] is None else f"{values['score']:.0%}"}
    return ["" if shown[key] is None else shown[key] for key in KEYS]
