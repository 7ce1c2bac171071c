"""kypho players: who is in the archive."""

from typing import Annotated

import typer

from app.cli.options import DEFAULT_DB, Csv, Db, Json

KEYS = ("name", "games", "wins", "draws", "losses", "rating", "first", "last")


def players(
    text: Annotated[str | None, typer.Argument(help="A part of the name; case and accents do not matter.")] = None,
    limit: Annotated[int | None, typer.Option(min=0, help="At most so many players.")] = 20,
    db: Db = DEFAULT_DB,
    json: Json = False,
    csv: Csv = False,
) -> None:
    """List players with their games, scores, highest rating and dates; those with most games first.

    Example: kypho players dang --limit 5
    """
    from app.store.archive import Archive

    with Archive.open(db) as archive:
        found = [{key: getattr(player, key) for key in KEYS} for player in archive.players(text, limit)]
    if json:
        import json as encoder

        typer.echo(encoder.dumps(found, ensure_ascii=False))
    elif csv:
        from app.cli.tables import print_csv

        print_csv(KEYS, found)
    elif found:
        from app.cli.tables import print_table

        rows = [["" if value is None else value for value in player.values()] for player in found]
        print_table(KEYS, rows, right=(1, 2, 3, 4, 5))
    elif limit != 0:
        typer.echo("no player's name contains this", err=True)
