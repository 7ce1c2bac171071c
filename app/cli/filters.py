"""The filters of a search as options: written once, for every verb that takes them."""

import inspect
from collections.abc import Callable
from functools import wraps
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from app.store.query import Query


def _filters(
    player: Annotated[
        str | None, typer.Option(help="A player on either side; case, accents and signs do not matter.")
    ] = None,
    red: Annotated[str | None, typer.Option(help="The player of the red pieces.")] = None,
    black: Annotated[str | None, typer.Option(help="The player of the black pieces.")] = None,
    opponent: Annotated[str | None, typer.Option(help="Who sits opposite --player.")] = None,
    min_rating: Annotated[int | None, typer.Option(help="Both players have at least this rating.")] = None,
    max_rating: Annotated[int | None, typer.Option(help="Both players have at most this rating.")] = None,
    result: Annotated[str | None, typer.Option(help="1-0, 0-1, 1/2-1/2 or *.")] = None,
    outcome: Annotated[str | None, typer.Option(help="win, loss or draw of --player.")] = None,
    ending: Annotated[str | None, typer.Option(help="resignation, mate, stalemate, time, agreement ...")] = None,
    since: Annotated[
        str | None,
        typer.Option(
            help="From this date on: 2007, 2007-10 or 2007-10-24. A game of which only the year or month is known is "
            "found if it may have been played then."
        ),
    ] = None,
    until: Annotated[
        str | None, typer.Option(help="Up to this date, that year, month or day included; the same holds.")
    ] = None,
    event: Annotated[str | None, typer.Option(help="A part of the event's name.")] = None,
    opening: Annotated[
        str | None,
        typer.Option(
            help='Codes (C42, C4, C40-C49), a name ("thuận pháo") or first moves ("P2-5 M8.7"), mirrored too.'
        ),
    ] = None,
    position: Annotated[
        str | None, typer.Option(help="A FEN that was on the board, in whatever order of moves; its image too.")
    ] = None,
    after: Annotated[
        str | None, typer.Option(help='The same for the position after some moves in any notation: "P2-5 M8.7 M2.3".')
    ] = None,
    material: Annotated[
        str | None,
        typer.Option(
            help='Pieces besides the king of one side vs the other: "RNP vs RHH", "R2 C0-1 P3+ vs R *"; kinds not named'
            ' are not there unless * says any; "red R vs C" says who is Red, else either side is; without vs, the other'
            " side has anything."
        ),
    ] = None,
    pattern: Annotated[
        str | None,
        typer.Option(
            help='What stands on some points: "Ce2 he9 .e4" (capitals Red, . nothing, ? any piece, [RC]e4 one of these).'
        ),
    ] = None,
    stands: Annotated[
        int, typer.Option(min=1, help="Material and pattern stand for so many plies in a row at least.")
    ] = 1,
    mirror: Annotated[
        bool,
        typer.Option("--mirror/--exact", help="A position or pattern also as its mirror image, or only as it is."),
    ] = True,
    variations: Annotated[
        bool, typer.Option("--variations", help="A position also where it stands in a variation only.")
    ] = False,
    has: Annotated[list[str] | None, typer.Option(help="variations or comments; both, if said twice.")] = None,
    min_plies: Annotated[int | None, typer.Option(help="At least so many plies (one side's moves count one).")] = None,
    max_plies: Annotated[int | None, typer.Option(help="At most so many plies.")] = None,
    incomplete: Annotated[
        bool | None, typer.Option("--incomplete/--complete", help="Only games that are not whole, or only whole ones.")
    ] = None,
) -> None:
    """Every filter, with what it is called, how it is explained and what it is when it is not said."""


Command = Callable[..., None]
FILTERS = inspect.signature(_filters).parameters


def filtered(command: Command) -> Command:
    """A command with all filters as options of its own; it gets what they say as its argument `query`."""
    return filtered_but()(command)


def filtered_but(*names: str) -> Callable[[Command], Command]:
    """The same without some of the filters: those whose place the command's own arguments take."""
    filters = {name: parameter for name, parameter in FILTERS.items() if name not in names}

    def with_them(command: Command) -> Command:
        signature = inspect.signature(command)
        own = [parameter for parameter in signature.parameters.values() if parameter.name != "query"]
        first = [parameter for parameter in own if _is_argument(parameter)]
        rest = [parameter for parameter in own if parameter not in first]

        @wraps(command)
        def with_filters(**values: Any) -> None:
            said = {name: values.pop(name) for name in filters}
            command(query=query_of(said), **values)

        parameters = [*first, *filters.values(), *rest]
        with_filters.__signature__ = signature.replace(parameters=parameters)  # type: ignore[attr-defined]
        hints = {parameter.name: parameter.annotation for parameter in parameters}
        with_filters.__annotations__ = {**hints, "return": None}
        return with_filters

    return with_them


def _is_argument(parameter: inspect.Parameter) -> bool:
    """Whether a parameter is an argument, not an option."""
    return any(
        isinstance(part, typer.models.ArgumentInfo) for part in getattr(parameter.annotation, "__metadata__", ())
    )


def query_of(said: dict[str, Any]) -> "Query":
    """The `Query` that the filters say."""
    from app.store.query import Query

    values = {name: value for name, value in said.items() if value is not None}
    if (incomplete := values.pop("incomplete", None)) is not None:
        values["complete"] = not incomplete
    if values.get("opening"):
        from app.games.meaning import opening_meant

        values["codes"], values["opening"] = opening_meant(values["opening"])
    if (line := values.pop("after", None)) is not None:
        values["position"] = position_of(line, values.get("position"))
    return Query(**values)


def position_of(line: str, fen: str | None = None) -> str:
    """The FEN after a line of moves in any notation, from a position or the start. Raises `QueryError`."""
    from app.board.fen import START_FEN
    from app.games.lines import read_any_line
    from app.games.replay import position_along

    start = fen or START_FEN
    return position_along(start, read_any_line(line, start)).fen()
