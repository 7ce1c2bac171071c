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
    db: o.Db = o.DEFAULT_DB,
    json: o.Json = False,
) -> None:
    """Count the moves that were played from a position, in whatever order it was reached, and how the games went.

    Score, rating and performance are those of the side to move; a mirrored game counts as the image of itself.

    Example: kypho explore "P2-5 M8.7 M2.3" --min-rating 2000
    """
    from app.board.fen import START_FEN
    from app.position import Position
    from app.store.archive import Archive

    fen = position_of(moves, query.position) if moves else query.position or START_FEN
    position = Position.from_fen(fen)
    with Archive.open(db) as archive:
        found = archive.explore(replace(query, position=position.fen()))
    written = [_write(position, move, notation) for move, _ in found.moves]
    if json:
        import json as encoder

        typer.echo(encoder.dumps(_plain(found, written), ensure_ascii=False))
    else:
        _print(found, written)


def _write(position: "Position", move: bytes, notation: str) -> str:
    return position.write(move[0] << 7 | move[1], notation)


def _plain(found: "Explored", written: list[str]) -> dict[str, Any]:
    """The answer as plain values."""
    moves = [{"move": text, **asdict(tally)} for text, (_, tally) in zip(written, found.moves, strict=True)]
    return {"fen": found.fen, **asdict(found.total), "moves": moves}


def _print(found: "Explored", written: list[str]) -> None:
    from app.cli.tables import print_table

    typer.echo(found.fen)
    if not found.total.games:
        typer.echo("no game had this position on the board", err=True)
        return
    rows = [_row(text, tally) for text, (_, tally) in zip(written, found.moves, strict=True)]
    print_table(HEADS, [*rows, _row("all", found.total)], right=range(1, 8))


def _row(text: str, tally: "Tally") -> list[object]:
    scores = (tally.games, tally.red_wins, tally.draws, tally.black_wins)
    share = "" if tally.score is None else f"{tally.score:.0%}"
    best = ", ".join(map(str, tally.best))
    return [text, *scores, share, tally.rating or "", tally.performance or "", tally.last or "", best]
