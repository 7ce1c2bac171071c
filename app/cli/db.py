"""kypho db: the archive's file itself."""

import typer

from app.cli.options import DEFAULT_DB, Db, Json

program = typer.Typer(
    help="Look at the archive's file, migrate it, check it.", no_args_is_help=True, rich_markup_mode=None
)


@program.command()
def info(db: Db = DEFAULT_DB, json: Json = False) -> None:
    """Print what is in the archive.

    Example: kypho db info
    """
    from app.store.archive import Archive

    with Archive.open(db) as archive:
        counts = archive.counts()
    size = db.stat().st_size
    if json:
        import json as encoder

        typer.echo(encoder.dumps(counts | {"bytes": size}))
        return
    for name, count in (counts | {"bytes": size}).items():
        typer.echo(f"{name:<11} {count if not isinstance(count, int) else format(count, ',')}")


@program.command()
def upgrade(db: Db = DEFAULT_DB) -> None:
    """Migrate an archive that an older version made; the file is copied first.

    Example: kypho db upgrade --db club.db
    """
    from app.errors import ArchiveError
    from app.store.archive import Archive

    if not db.exists():
        raise ArchiveError(f"there is no archive {db}")
    with Archive(db) as archive:
        copy = archive.upgrade()
    typer.echo(f"{db} is up to date{f'; the file as it was is {copy}' if copy else ', nothing to do'}")


@program.command()
def rebuild(db: Db = DEFAULT_DB) -> None:
    """Make again what is derived from the games: folded names, opening codes, the index of positions.

    Example: kypho db rebuild
    """
    from app.store.archive import Archive

    with Archive.open(db) as archive:
        games = archive.rebuild()
    typer.echo(f"{games:,} games: names, openings and positions made again")


@program.command()
def check(db: Db = DEFAULT_DB) -> None:
    """Check the file: its pages, its references, every game replayed, every count. Status 1 if anything is wrong.

    Example: kypho db check
    """
    from app.store.archive import Archive

    with Archive.open(db) as archive:
        wrong = archive.check()
        games = archive.counts()["games"]
    for problem in wrong:
        typer.echo(problem)
    if wrong:
        raise typer.Exit(1)
    typer.echo(f"{games:,} games replay, all counts agree")
