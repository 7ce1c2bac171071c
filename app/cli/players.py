"""kypho players: who is in the archive."""

from typing import Annotated, Any

import typer

from app.cli.options import DEFAULT_DB, Csv, Db, Json

KEYS = ("name", "games", "wins", "draws", "losses", "rating", "first", "last")
LIKE_KEYS = ("name", "match", "score", "games", "player")
NUMBERS = {"games", "wins", "draws", "losses", "rating", "score"}


def players(
    text: Annotated[str | None, typer.Argument(help="A part of the name; case and accents do not matter.")] = None,
    like: Annotated[str | None, typer.Option(help="Instead, the names near this one, best first.")] = None,
    limit: Annotated[int | None, typer.Option(min=0, help="At most so many players.")] = 20,
    db: Db = DEFAULT_DB,
    json: Json = False,
    csv: Csv = False,
) -> None:
    """List players with their games, scores, highest rating and dates; those with most games first.

    With --like each line has a printed name, how it fits (exact; folded: but for case, accents and signs; near), how
    much alike it is, 0 to 100, its games, and the player whose alias it is.

    Example: kypho players dang --limit 5
    """
    from app.store.archive import Archive

    if text is not None and like is not None:
        raise typer.BadParameter("a part of a name and --like do not go together", param_hint="--like")
    keys: tuple[str, ...] = KEYS if like is None else LIKE_KEYS
    with Archive.open(db) as archive:
        listed = archive.players(text, limit) if like is None else archive.players_like(like, limit)
        found: list[dict[str, Any]] = [{key: getattr(player, key) for key in keys} for player in listed]
    if json:
        import json as encoder

        typer.echo(encoder.dumps(found, ensure_ascii=False))
    elif csv:
        from app.cli.tables import print_csv

        print_csv(keys, found)
    elif found:
        from app.cli.tables import print_table

        rows = [["" if value is None else value for value in player.values()] for player in found]
        print_table(keys, rows, right=[n for n, key in enumerate(keys) if key in NUMBERS])
    elif limit != 0:
        typer.echo("no player's name contains this" if like is None else "no player's name is near this", err=True)
