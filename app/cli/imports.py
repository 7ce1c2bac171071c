"""kypho import: files into the archive."""

from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from typing import TYPE_CHECKING, Annotated

import typer

from app.cli.leaving import INTERRUPTED, leave
from app.cli.options import DEFAULT_DB, Db, Json
from app.cli.shown import Shown

if TYPE_CHECKING:
    from app.ingest import Progress
    from app.ingest.report import Report

FAULTS_SHOWN = 20

Paths = Annotated[list[str], typer.Argument(help="Files, folders, or - for standard input.")]
Strict = Annotated[bool, typer.Option("--strict", help="End with status 1 if anything was damaged.")]
From = Annotated[str | None, typer.Option("--from", help="The notation of the moves, where the games cannot tell.")]
Encoding = Annotated[str | None, typer.Option("--encoding", help="The encoding of the files, if their names mislead.")]
AllFaults = Annotated[bool, typer.Option("--all-faults", help=f"Print every fault, not the first {FAULTS_SHOWN}.")]


def import_(
    paths: Paths,
    db: Db = DEFAULT_DB,
    source: From = None,
    encoding: Encoding = None,
    json: Json = False,
    strict: Strict = False,
    all_faults: AllFaults = False,
    again: Annotated[bool, typer.Option("--again", help="What was read from the files before is read anew.")] = False,
) -> None:
    """Read games from files into the archive.

    Every game found ends as exactly one of complete, incomplete (kept up to its last sure move), duplicate (already
    there) or rejected (no sure move; its text is kept). Importing a file again adds nothing; a duplicate that is fuller
    than the incomplete game that is there takes its place (repaired). With --again, so does all that an older version,
    or another --from, read from the same bytes.

    Example: kypho import sample_games/ --db club.db
    """
    from app.ingest import Importer

    with Importer(paths, source, encoding, leave) as importer, progress_bar(importer.size, not json) as advance:
        report = importer.into(db, advance, again)
    finish(report, json, strict, all_faults)


def finish(report: "Report", json: bool, strict: bool, all_faults: bool) -> None:
    """Print a report and end with its status."""
    for source in report.unopened:
        typer.echo(f"kypho: {source.file}: {source.error}", err=True)
    if json:
        import json as encoder

        typer.echo(encoder.dumps(report.as_json(), ensure_ascii=False))
    else:
        print_faults(report, all_faults)
        _print(report)
    if report.interrupted:
        typer.echo("kypho: interrupted; what is counted is in the archive, import again for the rest", err=True)
        raise typer.Exit(INTERRUPTED)
    if report.unopened or (strict and report.damaged):
        raise typer.Exit(1)


def print_faults(report: "Report", all_faults: bool) -> None:
    """The faults of a report, the first of them or all, on standard error."""
    faults = report.faults
    shown = faults if all_faults else faults[:FAULTS_SHOWN]
    for fault in shown:
        typer.echo(str(fault), err=True)
    if len(faults) > len(shown):
        typer.echo(f"... and {len(faults) - len(shown)} more faults (--all-faults prints them)", err=True)


def _print(report: "Report") -> None:
    from app.ingest.report import COUNTS

    for source in report.sources:
        if not source.error:
            told = f"; {_encodings(source.encodings)}" if source.encodings.keys() - {"utf-8"} else ""
            typer.echo(f"{source.file}: {_sum({name: getattr(source, name) for name in COUNTS})}{told}")
    formats = report.by_format()
    for format, sources in formats.items() if len(formats) > 1 else ():
        counts = {name: sum(getattr(source, name) for source in sources) for name in COUNTS}
        typer.echo(f"{format}, {len(sources):,} file{'s' if len(sources) > 1 else ''}: {_sum(counts)}")
    if report.passed_over:
        typer.echo(_passed_over(report.passed_over))
    rate = report.total("found") / report.seconds if report.seconds else 0
    total = {name: report.total(name) for name in COUNTS}
    typer.echo(f"{_sum(total)}   ({report.seconds:.1f} s, {rate:,.0f} games/s)")


def _sum(counts: Mapping[str, int]) -> str:
    """`4 found = 1 complete + 1 incomplete + 2 duplicate + 0 rejected, 1 repaired`, the last if there are any."""
    from app.ingest.report import COUNTS

    found, *parts = (f"{counts[name]:,} {name}" for name in COUNTS)
    repaired = parts.pop()
    return f"{found} = {' + '.join(parts)}{f', {repaired}' if counts['repaired'] else ''}"


def _passed_over(files: dict[str, int]) -> str:
    """Which files of folders were not taken: `passed over: 3 .jpg, 1 .pdf; name a file to have it read`."""
    counted = ", ".join(f"{count:,} {suffix}" for suffix, count in sorted(files.items()))
    return f"passed over: {counted}; name a file to have it read"


def _encodings(games: dict[str, int]) -> str:
    """Which encodings were read, if not only the usual one: `names in tcvn3 (12 games), utf-8 (1 game)`."""
    counted = (f"{name} ({count:,} game{'s' if count > 1 else ''})" for name, count in games.items())
    return f"names in {', '.join(counted)}"


def progress_bar(size: int, wanted: bool) -> "AbstractContextManager[Progress]":
    """A context that gives a function for the bytes read; it draws a bar on a terminal, if there is much to read."""
    import sys

    @contextmanager
    def bar() -> "Iterator[Progress]":
        if not wanted or size < 1 << 20 or not sys.stderr.isatty():
            yield lambda read: None
            return
        from rich.console import Console
        from rich.progress import Progress as Bar

        terminal = sys.stderr.beneath if isinstance(sys.stderr, Shown) else sys.stderr
        with Bar(console=Console(file=terminal), transient=True) as progress:
            task = progress.add_task("reading", total=size)
            yield lambda read: progress.advance(task, read)

    return bar()
