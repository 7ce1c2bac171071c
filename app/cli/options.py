"""Options that several verbs share: the archive, the filters of a search, the notation."""

from pathlib import Path
from typing import Annotated, Any

import typer

DEFAULT_DB = Path("kypho.db")

Db = Annotated[
    Path, typer.Option("--db", envvar="KYPHO_DB", help="The archive.", show_default=str(DEFAULT_DB), show_envvar=True)
]
Json = Annotated[bool, typer.Option("--json", help="Print JSON.")]
Csv = Annotated[bool, typer.Option("--csv", help="Print CSV.")]
NotationName = Annotated[
    str,
    typer.Option(
        "--notation",
        "-n",
        help="How moves are written: vietnamese, vietnamese-words, wxf, cxq, axf, chinese, iccs, uci ...",
    ),
]
PlayerName = Annotated[str | None, typer.Option(help="A player on either side; case and accents do not matter.")]
Red = Annotated[str | None, typer.Option(help="The player of the red pieces.")]
Black = Annotated[str | None, typer.Option(help="The player of the black pieces.")]
Opponent = Annotated[str | None, typer.Option(help="Who sits opposite --player.")]
MinRating = Annotated[int | None, typer.Option(help="Both players have at least this rating.")]
MaxRating = Annotated[int | None, typer.Option(help="Both players have at most this rating.")]
ResultText = Annotated[str | None, typer.Option("--result", help="1-0, 0-1, 1/2-1/2 or *.")]
Outcome = Annotated[str | None, typer.Option(help="win, loss or draw of --player.")]
EndingText = Annotated[str | None, typer.Option("--ending", help="resignation, mate, stalemate, time, agreement ...")]
Since = Annotated[str | None, typer.Option(help="From this date on: 2007, 2007-10 or 2007-10-24.")]
Until = Annotated[str | None, typer.Option(help="Up to this date, that year, month or day included.")]
Event = Annotated[str | None, typer.Option(help="A part of the event's name.")]
Opening = Annotated[str | None, typer.Option(help='First moves in any notation, their mirror image too: "P2-5 M8.7".')]
MinPlies = Annotated[int | None, typer.Option(help="At least so many plies (one side's moves count one).")]
MaxPlies = Annotated[int | None, typer.Option(help="At most so many plies.")]
Incomplete = Annotated[
    bool | None, typer.Option("--incomplete/--complete", help="Only games that are not whole, or only whole ones.")
]
Sort = Annotated[str, typer.Option(help="id, date, rating, plies, red, black or event; with - before it, descending.")]
Limit = Annotated[int | None, typer.Option(min=0, help="At most so many games.")]


def query_of(values: dict[str, Any]) -> Any:
    """The `Query` that a command's options say; options that are no filters are passed over."""
    from dataclasses import fields

    from app.store.query import Query

    said = {field.name: values[field.name] for field in fields(Query) if field.name in values}
    if values.get("incomplete") is not None:
        said["complete"] = not values["incomplete"]
    if values.get("opening"):
        from app.games.lines import read_opening

        said["opening"] = read_opening(values["opening"])
    return Query(**said)
