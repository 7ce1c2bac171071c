"""What the headers of program files say, put into a game."""

from collections.abc import Mapping

from app.errors import Fault, Place
from app.formats.wording import not_understood
from app.games.date import read_date
from app.games.game import Game
from app.games.result import Result

RESULTS = (Result.UNKNOWN, Result.RED, Result.BLACK, Result.DRAW)  # by the number that programs give them


def fill(game: Game, values: Mapping[str, str], where: Mapping[str, Place]) -> None:
    """Put values into a game by the names of its fields; others are kept as headers: red_team as RedTeam.

    where: the places of the values, for what is not understood and stays as written.
    """
    for name, value in values.items():
        if not value:
            continue
        if name == "red":
            game.red.name = value
        elif name == "black":
            game.black.name = value
        elif name in ("event", "site", "author", "time_control"):
            setattr(game, name, value)
        elif name == "date":
            game.played = read_date(value)
            if game.played is None:
                _keep(game, "Date", value, where[name])
        elif name in ("red_rating", "black_rating"):
            seat = game.red if name == "red_rating" else game.black
            if value.isascii() and value.isdigit() and len(value) <= 6:
                seat.rating = int(value) or None
            else:
                _keep(game, header_named(name), value, where[name])
        else:
            game.headers[header_named(name)] = value


def header_named(name: str) -> str:
    """The header that keeps a field: RedTeam for red_team."""
    return "".join(word[:1].upper() + word[1:] for word in name.split("_"))


def _keep(game: Game, key: str, value: str, place: Place) -> None:
    game.headers[key] = value
    game.faults.append(Fault(place, "odd-header", not_understood(key, value)))
