"""kypho show: one game, its headers and its moves."""

from typing import TYPE_CHECKING, Annotated

import typer

from app.cli.options import DEFAULT_DB, Db, Json, Line, NotationName

if TYPE_CHECKING:
    from app.games.game import Game
    from app.store.archive import Stored


PLAIN_WIDTH = 80  # columns, where there is no terminal to ask


def show(
    game_id: Annotated[int, typer.Argument(help="The number of the game, as a search prints it.")],
    notation: NotationName = "vietnamese",
    ply: Annotated[int | None, typer.Option(min=0, help="Print the board after this ply; 0 is the start.")] = None,
    line: Line = None,
    db: Db = DEFAULT_DB,
    json: Json = False,
) -> None:
    """Print a game: who, when, where, how it ended, what its moves prove (checks, repetition, limits), and the moves
    with comments and variations.

    Example: kypho show 12 --notation vietnamese-words --ply 20
    """
    from app.store.archive import Archive

    with Archive.open(db) as archive:
        stored = archive.game(game_id)
    if json:
        _print_json(stored, notation)
    else:
        print_game(stored, notation, ply, line)


def _print_json(stored: "Stored", notation: str) -> None:
    import json as encoder

    from app.cli.notes import plain_notes
    from app.formats import write_variations
    from app.formats.jsonl import as_dict
    from app.games.notes import notes_on
    from app.notation import write_games

    (texts,) = write_games(notation, [(stored.game.start_fen, stored.game.moves)])
    extra = {"id": stored.id, "copies": stored.copies, "faults": stored.faults}
    game = as_dict(stored.game, texts, write_variations(stored.game, notation))
    notes = {"notes": plain_notes(notes_on(stored.game))}
    typer.echo(encoder.dumps(extra | game | notes, ensure_ascii=False))


def print_game(stored: "Stored", notation: str, ply: int | None = None, line: int | None = None) -> None:
    """Print headers, notes, moves, and the board after a ply, in a variation."""
    from app.cli.book import book_lines
    from app.cli.notes import note_lines
    from app.cli.tables import terminal_width
    from app.formats import write_variations
    from app.games.notes import notes_on
    from app.notation import write_games

    game = stored.game
    (texts,) = write_games(notation, [(game.start_fen, game.moves)])
    book = book_lines(game, texts, write_variations(game, notation), terminal_width() or PLAIN_WIDTH)
    for text in (*_headers(stored), *note_lines(notes_on(game), game), "", *book):
        typer.echo(text)
    if ply is not None or line is not None:
        from app.games.replay import position_after
        from app.pictures.terminal import board_text

        position, last = position_after(game, ply, line or 0)
        typer.echo()
        typer.echo(board_text(position.board, position.side, last))


def _headers(stored: "Stored") -> list[str]:
    from app.board.fen import SIDES

    game = stored.game
    lines = [f"Game {stored.id}   {_seat(game, 0)} - {_seat(game, 1)}   {game.result.value}"]
    if game.ending:
        by = f" ({game.seats[game.ended_by].name or SIDES[game.ended_by]})" if game.ended_by is not None else ""
        lines.append(f"Ending   {game.ending.value}{by}")
    if game.played:
        played = " ".join(filter(None, (game.played.date, game.played.time, game.played.zone)))
        lines.append(f"Date     {played}{f' = {game.played.utc}' if game.played.utc else ''}")
    if game.event:
        lines.append(f"Event    {game.event}")
    if game.time_control:
        lines.append(f"Time     {_time(game)}")
    if game.site:
        lines.append(f"Place    {game.site}")
    lines += [f"{key.capitalize():<8} {value}" for key, value in game.headers.items()]
    if game.start_fen is None:
        lines.append(f"Opening  {_opening(game)}")
    else:
        lines.append(f"Start    {game.start_fen}")
    places = [f"{game.place.file}:{game.place.line}", *(f"{name}:{line}" for name, line in stored.copies)]
    lines.append(f"Source   {', also '.join(places)}")
    if not game.complete:
        lines += [f"Fault    {fault}" for fault in stored.faults]
    return lines


def _opening(game: "Game") -> str:
    from app.games.ecco import code_of
    from app.games.openings import name_of

    code = code_of(game.moves)
    return f"{code} {name_of(code)}"


def _seat(game: "Game", side: int) -> str:
    seat = game.seats[side]
    return f"{seat.name or '?'}{f' ({seat.rating})' if seat.rating is not None else ''}"


def _time(game: "Game") -> str:
    from app.games.game import TimeControl

    control = TimeControl.read(game.time_control)
    if control is None:
        return game.time_control
    if control.move is None:
        return f"{control.game // 60} min + {control.increment} s a move"
    return f"{control.game // 60} min, {control.move} s a move, then {control.free} s a move"
