"""kypho board: a position as a picture."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from app.cli.options import DEFAULT_DB, Db, Line

LONGEST_ID = 20  # digits

if TYPE_CHECKING:
    from app.position import Move, Position


def board(
    position: Annotated[
        str, typer.Argument(metavar="FEN|ID", help='A position as FEN, "start", or the number of a game.')
    ],
    ply: Annotated[
        int | None, typer.Option(min=0, help="Of a game, the position after this ply; else the last.")
    ] = None,
    line: Line = None,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", help="A .svg or .png file, or - for SVG; else the terminal.")
    ] = None,
    style: Annotated[
        str | None, typer.Option(help="characters (帥 車 炮) or letters; by itself letters in the terminal only.")
    ] = None,
    below: Annotated[str, typer.Option(help="The side that sits below: red or black.")] = "red",
    last: Annotated[bool, typer.Option("--last/--no-last", help="Mark the last move of the game.")] = True,
    db: Db = DEFAULT_DB,
) -> None:
    """Draw a position, to a file or in the terminal.

    Example: kypho board 122 --ply 24 -o board.svg
    """
    from app.cli.output import write_picture

    shown, move = _position(position, ply, line, db)
    move, side = move if last else None, _side(below)
    if output is None:
        from app.pictures.terminal import board_text

        typer.echo(board_text(shown.board, shown.side, move, style=style or "letters", below=side))
    else:
        from app.pictures.svg import draw

        write_picture(draw(shown.board, shown.side, move, style=style or "characters", below=side), output)


def _position(text: str, ply: int | None, line: int | None, db: Path) -> "tuple[Position, Move | None]":
    """The position that a FEN or a game's number means, and the move that led there."""
    from app.board.fen import START_FEN
    from app.errors import QueryError
    from app.games.replay import position_after
    from app.position import Position

    if text.isdecimal() and len(text) < LONGEST_ID:
        from app.store.archive import Archive

        with Archive.open(db) as archive:
            return position_after(archive.game(int(text)).game, ply, line or 0)
    if line is not None:
        raise QueryError("--line is a variation of a game; name a game by its number")
    if ply is not None:
        raise QueryError("--ply counts the moves of a game; name a game by its number")
    return Position.from_fen(START_FEN if text == "start" else text), None


def _side(name: str) -> int:
    from app.board.fen import SIDES
    from app.errors import QueryError

    if name not in SIDES:
        raise QueryError(f"no side {name!r}; there are {' and '.join(SIDES)}")
    return SIDES.index(name)
