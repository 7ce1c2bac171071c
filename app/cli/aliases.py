"""kypho player merge, unmerge, aliases: two names that belong to one player."""

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from app.cli.options import DEFAULT_DB, Csv, Db

if TYPE_CHECKING:
    from app.errors import QueryError
    from app.store.aliases import Alias

KEYS = ("alias", "player", "why", "made_at")

Force = Annotated[bool, typer.Option("--force", help="Also two who have met over the board.")]


def merge(
    player: Annotated[str, typer.Argument(help="The player, by the name he is called from now on.")],
    alias: Annotated[str, typer.Argument(help="Another name of his.")],
    why: Annotated[str, typer.Option(help="How this is known; it is kept.")],
    force: Force = False,
    db: Db = DEFAULT_DB,
) -> None:
    """Make a name an alias: searches, scores and ratings count both as one; games keep the names as printed.

    Two who have met over the board are two people and refused.

    Example: kypho player merge "Đặng Sông Cầu" dangsongcau --why "his account at the club"
    """
    from app.errors import QueryError
    from app.store.aliases import Alias
    from app.store.archive import Archive

    with Archive.open(db) as archive:
        (outcome,) = archive.merge([Alias(alias, player, why)], force)
    if isinstance(outcome, QueryError):
        raise outcome
    if outcome is None:
        typer.echo(f"{alias!r} is an alias of {player!r} already", err=True)
    else:
        typer.echo(f"{outcome.alias!r} is an alias of {outcome.player!r} now")


def unmerge(
    alias: Annotated[str, typer.Argument(help="The name that is to be a player of its own again.")],
    db: Db = DEFAULT_DB,
) -> None:
    """Take back a merge; all is as it was before.

    Example: kypho player unmerge dangsongcau
    """
    from app.store.archive import Archive

    with Archive.open(db) as archive:
        ended = archive.unmerge(alias)
    typer.echo(f"{ended.alias!r} is no alias of {ended.player!r} any more")


def aliases(
    csv: Csv = False,
    export: Annotated[Path | None, typer.Option(help="Write them into a CSV file; - is standard output.")] = None,
    load: Annotated[
        Path | None,
        typer.Option(
            "--import", help="Merge what a CSV file says, with the columns alias, player, why; - is standard input."
        ),
    ] = None,
    force: Force = False,
    db: Db = DEFAULT_DB,
) -> None:
    """List the names that are aliases, with whose and why; write them to a file, or merge what a file says.

    Example: kypho player aliases --export aliases.csv
    """
    from app.store.archive import Archive

    if load is not None and (export is not None or csv):
        raise typer.BadParameter("one at a time: --import, or --export, or --csv", param_hint="--import")
    with Archive.open(db) as archive:
        if load is not None:
            _load(archive.merge, load, force)
            return
        found = archive.aliases()
    if export is not None or csv:
        _write(found, None if csv or str(export) == "-" else export)
    elif found:
        from app.cli.tables import print_table

        print_table(KEYS, [[getattr(one, key) for key in KEYS] for one in found])
    else:
        typer.echo("no name is an alias", err=True)


def _write(found: "list[Alias]", output: Path | None) -> None:
    from app.cli.output import write_pieces
    from app.cli.tables import csv_lines

    write_pieces(csv_lines(KEYS, ({key: getattr(one, key) for key in KEYS} for one in found)), output)


def _load(merge: "Callable[[Iterable[Alias], bool], list[Alias | QueryError | None]]", path: Path, force: bool) -> None:
    """Merge what a file says; status 1 if some of it is refused."""
    from app.cli.tables import read_csv
    from app.errors import QueryError
    from app.store.aliases import Alias

    rows = list(read_csv(path, ("alias", "player")))
    said = [Alias(row["alias"], row["player"], row.get("why") or "", row.get("made_at") or None) for _, row in rows]
    outcomes = merge(said, force)
    for (line, _), outcome in zip(rows, outcomes, strict=True):
        if isinstance(outcome, QueryError):
            typer.echo(f"{path}:{line}: {outcome}", err=True)
    refused = sum(isinstance(outcome, QueryError) for outcome in outcomes)
    already = outcomes.count(None)
    merged = len(outcomes) - refused - already
    typer.echo(f"{len(outcomes)} found = {merged} merged + {already} already there + {refused} refused")
    if refused:
        raise typer.Exit(1)
