"""kypho move: one move in every notation."""

from typing import Annotated

import typer

from app.cli.options import Json


def move(
    fen: Annotated[str, typer.Argument(help='A position as FEN, or "start".')],
    text: Annotated[
        str | None, typer.Argument(metavar="MOVE", help="A move in any notation; all legal ones without it.")
    ] = None,
    source: Annotated[
        str | None, typer.Option("--from", help="The notation of the move, where several could be meant.")
    ] = None,
    json: Json = False,
) -> None:
    """Print a move in every notation, or all legal moves of a position in three.

    Example: kypho move start "P2-5"
    """
    from app.board.fen import START_FEN
    from app.notation import NOTATIONS
    from app.position import Position

    position = Position.from_fen(START_FEN if fen == "start" else fen)
    if text is None:
        names: tuple[str, ...] = ("iccs", "wxf", "vietnamese")
        moves = position.legal_moves()
    else:
        names = tuple(NOTATIONS)
        moves = [position.read(text, source) if source else position.read_any(text)]
    rows = [{name: position.write(legal, name) for name in names} for legal in moves]
    if json:
        import json as encoder

        typer.echo(encoder.dumps(rows[0] if text is not None else rows, ensure_ascii=False))
    elif text is None:
        for row in rows:
            typer.echo("  ".join(f"{value:<8}" for value in row.values()).rstrip())
    else:
        for name, value in rows[0].items():
            typer.echo(f"{name:<20} {value}")
