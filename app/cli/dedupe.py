"""kypho dedupe: games that are in the archive twice become one."""

from typing import Annotated

import typer

from app.cli.options import DEFAULT_DB, Db, Json


def dedupe(
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Say what would be joined, and change nothing.")] = False,
    undo: Annotated[bool, typer.Option("--undo", help="Take apart what was joined last.")] = False,
    db: Db = DEFAULT_DB,
    json: Json = False,
) -> None:
    """Find games that are in the archive twice, say why they are one, and join them.

    The lower number stays, with the fuller record, what only the other says, and all places where the two were found.

    Example: kypho dedupe --dry-run
    """
    if undo and dry_run:
        raise typer.BadParameter("--dry-run is of no use with --undo")
    from app.store.archive import Archive

    with Archive.open(db) as archive:
        if undo:
            back = archive.undo_dedupe()
        else:
            found = archive.duplicates() if dry_run else archive.dedupe()
    if json:
        import json as encoder
        from dataclasses import asdict

        rows = [{"kept": kept, "gone": gone} for kept, gone in back] if undo else list(map(asdict, found))
        typer.echo(encoder.dumps(rows, ensure_ascii=False))
    elif undo:
        for kept, gone in back:
            typer.echo(f"game {gone} is back, out of game {kept}")
    elif not found:
        typer.echo("no game is there twice")
    else:
        for pair in found:
            typer.echo(pair.why)
        games = "1 duplicate" if len(found) == 1 else f"{len(found):,} duplicates"
        typer.echo(f"{games} found, nothing changed" if dry_run else f"{games} joined; --undo takes them apart")
