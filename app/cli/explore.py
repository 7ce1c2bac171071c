"""kypho explore: what was played from a position, and how it went."""

from dataclasses import asdict, replace
from typing import TYPE_CHECKING, Annotated, Any

import typer

from app.cli import options as o
from app.cli.filters import filtered, position_of

if TYPE_CHECKING:
    from app.position import Position
    from app.store.explorer import Explored, Tally
    from app.store.query import Query

HEADS = ("move", "games", "Red wins", "draws", "Black wins", "score", "rating", "performance", "last", "best games")


@filtered
def explore(
    query: "Query",
    moves: Annotated[
        str | None, typer.Argument(help='Moves to the position, from the start or from --position: "P2-5 M8.7".')
    ] = None,
    notation: o.NotationName = "vietnamese",
    interactive: Annotated[
        bool, typer.Option("--interactive", "-i", help="Go on from here, move by move: h tells how.")
    ] = False,
    db: o.Db = o.DEFAULT_DB,
    json: o.Json = False,
) -> None:
    """Count the moves that were played from a position, in whatever order it was reached, and how the games went.

    Score, rating and performance are those of the side to move; a mirrored game counts as the image of itself.

    Example: kypho explore "P2-5 M8.7 M2.3" --min-rating 2000
    """
    from app.board.fen import START_FEN
    from app.notation import notation_named
    from app.position import Position
    from app.store.archive import Archive

    fen = position_of(moves, query.position) if moves else query.position or START_FEN
    position = Position.from_fen(fen)
    if interactive and json:
        raise typer.BadParameter("--json prints one answer; --interactive asks on")
    with Archive.open(db) as archive:
        if interactive:
            from app.cli.steps import Steps

            Steps(archive, query, notation_named(notation, to_write=True).name, [position]).run()
            return
        found = archive.explore(replace(query, position=position.fen()))
    if json:
        import json as encoder

        typer.echo(encoder.dumps(_plain(found, _written(found, position, notation)), ensure_ascii=False))
    else:
        print_table_of(found, position, notation)


def _written(found: "Explored", position: "Position", notation: str) -> list[str]:
    """The moves that were played, as a notation writes them."""
    return [position.write(move[0] << 7 | move[1], notation) for move, _ in found.moves]


def _plain(found: "Explored", written: list[str]) -> dict[str, Any]:
    """The answer as plain values."""
    moves = [{"move": text, **asdict(tally)} for text, (_, tally) in zip(written, found.moves, strict=True)]
    return {"fen": found.fen, **asdict(found.total), "moves": moves}


def print_table_of(found: "Explored", position: "Position", notation: str, numbered: bool = False) -> None:
    """Print a position and what was played from it, the moves numbered or not."""
    from app.cli.tables import print_table

    typer.echo(found.fen)
    if not found.total.games:
        typer.echo("no game had this position on the board", err=not numbered)
        return
    rows = [
        _row(text, tally) for text, (_, tally) in zip(_written(found, position, notation), found.moves, strict=True)
    ]
    rows.append(_row("all", found.total))
    if not numbered:
        print_table(HEADS, rows, right=range(1, 8))
        return
    numbers = [*range(1, len(rows)), ""]
    print_table(("", *HEADS), [[n, *row] for n, row in zip(numbers, rows, strict=True)], right=(0, *range(2, 9)))


def _row(text: str, tally: "Tally") -> list[object]:
    scores = (tally.games, tally.red_wins, tally.draws, tally.black_wins)
    share = "" if tally.score is None else f"{tally.score:.0%}"
    best = ", ".join(map(str, tally.best))
    return [text, *scores, share, tally.rating or "", tally.performance or "", tally.last or "", best]
