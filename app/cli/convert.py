"""kypho convert: from any file to any notation and format, without an archive."""

from typing import Annotated

import typer

from app.cli import options as o
from app.cli.imports import AllFaults, Encoding, From, Paths, print_faults


def convert(
    paths: Paths,
    notation: o.WrittenIn = None,
    format: o.FormatName = "moves",
    source: From = None,
    encoding: Encoding = None,
    output: o.Output = None,
    write_encoding: Annotated[
        str, typer.Option("--write-encoding", help="Of the text written: utf-8, gb18030, big5 ...")
    ] = "utf-8",
    all_faults: AllFaults = False,
) -> None:
    """Read games from files and write them in another notation or format, one after another.

    Example: kypho convert old.cxq --notation chinese -o new.txt
    """
    from app.cli.output import write_games
    from app.formats import LeftOut
    from app.ingest import Importer

    left_out = LeftOut(format)
    with Importer(paths, source, encoding) as importer:
        write_games(importer.games(), format, notation, output, write_encoding, left_out)
    print_faults(importer.report, all_faults)
    o.tell(left_out)
