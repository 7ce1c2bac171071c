"""kypho rejects: the text that did not become a game, to be looked at and mended."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from app.cli.options import DEFAULT_DB, Csv, Db, Json, Limit

if TYPE_CHECKING:
    from app.store.rejects import Reject

program = typer.Typer(
    help="What was rejected or is incomplete: the text that was kept of it.",
    no_args_is_help=True,
    rich_markup_mode=None,
)

KEYS = ("id", "source", "line", "game", "code", "message")
HEADS = ("id", "source", "line", "game", "why")

Ids = Annotated[list[int] | None, typer.Argument(help="Rejects by number; or use the filters.")]
Source = Annotated[str | None, typer.Option(help="Of this file only: its name or its path.")]
Code = Annotated[str | None, typer.Option(help="With this fault only, such as cut-off.")]


@program.command("list")
def list_(
    source: Source = None,
    code: Code = None,
    limit: Limit = 20,
    db: Db = DEFAULT_DB,
    json: Json = False,
    csv: Csv = False,
) -> None:
    """List them with their places and what is wrong; `game` is the game that the beginning became.

    Example: kypho rejects list --code no-moves
    """
    from app.store.archive import Archive
    from app.store.rejects import Rejected

    more = None if limit is None else limit + 1
    with Archive.open(db) as archive:
        found = list(archive.rejects(Rejected(source=source, code=code, limit=more)))
    shown = [{key: getattr(reject, key) for key in KEYS} for reject in found[:limit]]
    if json:
        import json as encoder

        typer.echo(encoder.dumps(shown, ensure_ascii=False))
    elif csv:
        from app.cli.tables import print_csv

        print_csv(KEYS, shown)
    elif shown:
        from app.cli.tables import print_table

        rows = [[row["id"], row["source"], row["line"], row["game"] or "", row["message"]] for row in shown]
        print_table(HEADS, rows, right=(0, 2, 3))
        if len(found) > len(shown):
            typer.echo(f"the first {limit}; --limit N shows more", err=True)
    elif limit != 0:
        typer.echo("nothing was rejected", err=True)


@program.command()
def show(
    reject_id: Annotated[int, typer.Argument(help="Its number, as `list` prints it.")],
    db: Db = DEFAULT_DB,
    json: Json = False,
) -> None:
    """Print one: what is wrong and where, then its text.

    Example: kypho rejects show 3
    """
    from app.store.archive import Archive
    from app.store.rejects import Rejected

    with Archive.open(db) as archive:
        (reject,) = archive.rejects(Rejected(ids=[reject_id]))
    if json:
        import json as encoder
        from dataclasses import asdict

        typer.echo(encoder.dumps(asdict(reject), ensure_ascii=False))
        return
    became = f"   game {reject.game}" if reject.game else ""
    typer.echo(f"Reject {reject.id}   {reject.source}:{reject.line}{became}")
    typer.echo(reject.message)
    typer.echo()
    typer.echo(reject.text.rstrip("\n"))


@program.command()
def export(
    ids: Ids = None,
    source: Source = None,
    code: Code = None,
    limit: Limit = None,
    output: Annotated[Path | None, typer.Option("--output", "-o", help="A file; standard output without it.")] = None,
    db: Db = DEFAULT_DB,
) -> None:
    """Write their texts, to be mended by hand and imported: a game that is whole then takes its old one's place.

    Example: kypho rejects export --source old.cxq -o mend.cxq
    """
    from app.cli.output import write_pieces
    from app.store.archive import Archive
    from app.store.rejects import Rejected

    with Archive.open(db) as archive:
        found = list(archive.rejects(Rejected(ids or (), source, code, limit)))
    if not found:
        typer.echo("nothing was rejected", err=True)
    write_pieces(_texts(found), output)


def _texts(found: "Iterable[Reject]") -> "Iterator[str]":
    """Their texts, each ended by an empty line."""
    for reject in found:
        yield reject.text.rstrip() + "\n\n"
