"""kypho convert: from any file to any notation and format, without an archive."""

from pathlib import Path
from typing import Annotated

import typer

from app.cli.imports import FAULTS_SHOWN, AllFaults, Encoding, From, Paths
from app.cli.options import NotationName


def convert(
    paths: Paths,
    notation: NotationName = "vietnamese",
    format: Annotated[
        str, typer.Option("--format", "-f", help="moves, cxq, jsonl, csv or xqf; see kypho formats.")
    ] = "moves",
    source: From = None,
    encoding: Encoding = None,
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", help="A file; standard output without it. For xqf a file or a folder."),
    ] = None,
    all_faults: AllFaults = False,
) -> None:
    """Read games from files and write them in another notation or format, one after another.

    Example: kypho convert old.cxq --notation chinese -o new.txt
    """
    from app.cli.output import write_games
    from app.ingest import Importer

    with Importer(paths, source, encoding) as importer:
        write_games(importer.games(), format, notation, output)
        faults = importer.report.faults
    for fault in faults[: None if all_faults else FAULTS_SHOWN]:
        typer.echo(str(fault), err=True)
    if not all_faults and len(faults) > FAULTS_SHOWN:
        typer.echo(f"... and {len(faults) - FAULTS_SHOWN} more faults (--all-faults prints them)", err=True)
