"""Options that several verbs share: the archive, the notation, how much is printed and how."""

from pathlib import Path
from typing import Annotated

import typer

from app.cli.shown import for_programs_if

DEFAULT_DB = Path("kypho.db")

Db = Annotated[
    Path, typer.Option("--db", envvar="KYPHO_DB", help="The archive.", show_default=str(DEFAULT_DB), show_envvar=True)
]
Json = Annotated[bool, typer.Option("--json", help="Print JSON.", callback=for_programs_if)]
Csv = Annotated[bool, typer.Option("--csv", help="Print CSV.", callback=for_programs_if)]
NotationName = Annotated[
    str,
    typer.Option(
        "--notation",
        "-n",
        help="How moves are written: vietnamese, vietnamese-words, wxf, cxq, axf, chinese, iccs, uci ...",
    ),
]
Line = Annotated[
    int | None, typer.Option(min=0, help="Of a game, the position in this variation, by its number in `show`.")
]
FORMATS = (
    "moves, pgn, pgn-xboard, dhtmlxq, cxq, jsonl or csv; a file a game: xqf; a data set: parquet. See `kypho formats`."
)
FormatName = Annotated[str, typer.Option("--format", "-f", help=FORMATS)]
WrittenIn = Annotated[
    str | None,
    typer.Option(
        "--notation",
        "-n",
        help="How moves are written: vietnamese, vietnamese-words, wxf, cxq, axf, chinese, iccs, uci ...",
        show_default="vietnamese; chinese in pgn",
    ),
]
Output = Annotated[
    Path | None,
    typer.Option(
        "--output", "-o", help="A file; standard output without it. For xqf a file or a folder, for parquet a folder."
    ),
]
Sort = Annotated[str, typer.Option(help="id, date, rating, plies, red, black or event; with - before it, descending.")]
Limit = Annotated[int | None, typer.Option(min=0, help="At most so many.")]


def tell(what: object) -> None:
    """One line of an afterthought on standard error, if there is one."""
    if line := str(what):
        typer.echo(line, err=True)
