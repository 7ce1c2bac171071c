"""kypho search: the games that meet all that is said."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

import typer

from app.cli import options as o

if TYPE_CHECKING:
    from app.store.query import Found

KEYS = (
    "id", "red", "black", "red_rating", "black_rating", "result", "ending", "date", "event", "plies", "complete",
    "opening", "source", "line",
)  # fmt: skip


def search(
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
    sort: o.Sort = "-date",
    limit: o.Limit = 20,
    db: o.Db = o.DEFAULT_DB,
    json: o.Json = False,
    csv: o.Csv = False,
) -> None:
    """List the games that meet all that is said, newest first.

    Example: kypho search --player dang --outcome win --opening "P2-5 M8.7" --since 2007
    """
    query = o.query_of(locals())
    from app.store.archive import Archive

    with Archive.open(db) as archive:
        found = archive.find(query)
        if json:
            _json(found)
        elif csv:
            _csv(found)
        else:
            _table(found)
            if found and limit is not None and len(found) == limit:
                typer.echo(f"the first {limit}; --limit N shows more", err=True)
            if not found and limit != 0:
                typer.echo("no game meets all of this", err=True)


def _values(found: "Found") -> dict[str, object]:
    return {key: getattr(found, key) for key in KEYS}


def _json(found: "Iterable[Found]") -> None:
    import json

    typer.echo(json.dumps([_values(game) | {"complete": bool(game.complete)} for game in found], ensure_ascii=False))


def _csv(found: "Iterable[Found]") -> None:
    import csv
    import sys

    writer = csv.DictWriter(sys.stdout, KEYS, lineterminator="\n")
    writer.writeheader()
    writer.writerows(_values(game) | {"complete": int(game.complete)} for game in found)


def _table(found: "Iterable[Found]") -> None:
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
