"""kypho convert: from any file to any notation and format, without an archive."""

from pathlib import Path
from typing import Annotated

import typer

from app.cli import options as o
from app.cli.imports import FAULTS_SHOWN, AllFaults, Encoding, From, Paths


def convert(
    paths: Paths,
    notation: o.WrittenIn = None,
    format: o.FormatName = "moves",
    source: From = None,
    encoding: Encoding = None,
    output: Annotated[Path | None, typer.Option("--output", "-o", help="A file; standard output without it.")] = None,
    write_encoding: Annotated[
        str, typer.Option("--write-encoding", help="Of the text written: utf-8, gb18030, big5 ...")
    ] = "utf-8",
    all_faults: AllFaults = False,
) -> None:
    """Read games from files and write them in another notation or format, one after another.

    Example: kypho convert old.cxq --notation chinese -o new.txt
    """
    from app.cli.output import write_pieces
    from app.formats import LeftOut, write_text
    from app.ingest import Importer

    with Importer(paths, source, encoding) as importer:
        left_out = LeftOut(format)
        write_pieces(write_text(importer.games(), format, notation, left_out), output, write_encoding)
        faults = importer.report.faults
    for fault in faults[: None if all_faults else FAULTS_SHOWN]:
        typer.echo(str(fault), err=True)
    if not all_faults and len(faults) > FAULTS_SHOWN:
        typer.echo(f"... and {len(faults) - FAULTS_SHOWN} more faults (--all-faults prints them)", err=True)
    o.tell(left_out)
