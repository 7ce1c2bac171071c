"""kypho search: the games that meet all that is said."""

from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING

import typer

from app.cli import options as o
from app.cli.filters import filtered

if TYPE_CHECKING:
    from app.store.query import Found, Query

KEYS = (
    "id", "red", "black", "red_rating", "black_rating", "result", "ending", "date", "event", "plies", "complete",
    "opening", "opening_name", "source", "line",
)  # fmt: skip


@filtered
def search(
    query: "Query",
    sort: o.Sort = "-date",
    limit: o.Limit = 20,
    db: o.Db = o.DEFAULT_DB,
    json: o.Json = False,
    csv: o.Csv = False,
) -> None:
    """List the games that meet all that is said, newest first.

    Example: kypho search --player dang --outcome win --opening "P2-5 M8.7" --since 2007
    """
    query = replace(query, sort=sort, limit=limit)
    from app.store.archive import Archive

    with Archive.open(db) as archive:
        found = archive.find(query)
        if json:
            _json(found)
        elif csv:
            _csv(found)
        else:
            print_games(found)
            if found and limit is not None and len(found) == limit:
                typer.echo(f"the first {limit}; --limit N shows more", err=True)
            if not found and limit != 0:
                typer.echo("no game meets all of this", err=True)


def game_values(found: "Found") -> dict[str, object]:
    """What is said of a game, by `KEYS`."""
    from app.games.openings import name_of

    named = {"opening_name": name_of(found.opening) if found.opening else None, "complete": bool(found.complete)}
    return {key: named[key] if key in named else getattr(found, key) for key in KEYS}


def _json(found: "Iterable[Found]") -> None:
    import json

    typer.echo(json.dumps([game_values(game) for game in found], ensure_ascii=False))


def _csv(found: "Iterable[Found]") -> None:
    from app.cli.tables import print_csv

    print_csv(KEYS, (game_values(game) | {"complete": int(game.complete)} for game in found))


def print_games(found: "Iterable[Found]") -> None:
    """Print games as a table, one a line."""
    from app.cli.tables import print_table

    rows = [
        (
            game.id,
            _seat(game.red, game.red_rating),
            _seat(game.black, game.black_rating),
            game.result,
            game.ending or "",
            game.date or "",
            game.event,
            f"{game.plies}{'' if game.complete else ' …'}",
        )
        for game in found
    ]
    if rows:
        print_table(("id", "red", "black", "result", "ending", "date", "event", "plies"), rows, right=(0, 7))


def _seat(name: str, rating: int | None) -> str:
    return f"{name or '?'} ({rating})" if rating is not None else name or "?"
