"""What the moves of a game prove, in a few lines and as plain values."""

from collections.abc import Iterator
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from app.games.game import Game
    from app.games.notes import Notes

MANY = 2  # checks in a row; more are named
CURVE = 40  # columns
LEAST = 2  # points; a game where nobody was ever as far ahead has no curve
LEVEL = 9  # points: a curve of less than a chariot does not fill its row


def note_lines(notes: "Notes", game: "Game") -> Iterator[str]:
    """Lines like those of the headers; nothing where there is nothing to say."""
    from app.board.fen import SIDES

    sides = [side.capitalize() for side in SIDES]
    if any(notes.checks):
        both = zip(sides, notes.checks, notes.most_in_a_row, strict=True)
        yield "Checks   " + ", ".join(
            f"{side} {checks}{f' ({row} in a row)' if row > MANY else ''}" for side, checks, row in both
        )
    if notes.repeated:
        most, *others = notes.repeated
        more = f"; {len(others)} more positions" if others else ""
        yield f"Repeated {len(most)} times the position after plies {', '.join(map(str, most))}{more}"
    for side, found in {found.side: found for found in reversed(notes.perpetual)}.items():
        first, _, third = found.plies
        yield f"         {sides[side]} checks with every move from ply {first + 1} to {third}: perpetual check"
    if notes.idle_limit:
        yield f"Limit    30 moves of each side without progress by ply {notes.idle_limit}: a draw by the rules of CXQ"
    if notes.move_limit:
        yield f"Limit    300 moves of each side by ply {notes.move_limit}: a draw by the rules of CXQ"
    if notes.loser is not None:
        against = f"; the result {game.result.value} contradicts it" if notes.contradicted else ""
        yield f"Board    {sides[notes.loser]} is {notes.end}d at the end{against}"
    if max(map(abs, notes.material)) >= LEAST:
        from app.pictures.plot import spark_line

        yield f"Material {spark_line(notes.material, CURVE, LEVEL)} {_balance(notes.material[-1], sides)}"


def _balance(points: float, sides: list[str]) -> str:
    """Who has more at the end."""
    return f"{sides[points < 0]} {abs(points):+g}" if points else "level"


def plain_notes(notes: "Notes") -> dict[str, Any]:
    """The notes as plain values, sides by name."""
    from app.board.fen import SIDES

    perpetual = [{"side": SIDES[found.side], "plies": found.plies} for found in notes.perpetual]
    named: dict[str, Any] = {
        "checks": dict(zip(SIDES, notes.checks, strict=True)),
        "most_in_a_row": dict(zip(SIDES, notes.most_in_a_row, strict=True)),
        "perpetual": perpetual,
        "loser": None if notes.loser is None else SIDES[notes.loser],
    }
    return asdict(notes) | named
