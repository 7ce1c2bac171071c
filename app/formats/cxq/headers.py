"""The headers of a CXQ file: one table, from which the grammar, the quick pattern, the reader and the writer are made.

Each value has a pair: `read_x` puts into the game what a value says and answers whether it understood all of it;
`write_x` says it again. What is not understood stays in `Game.headers` as it was written.
"""

import re
import unicodedata
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import NamedTuple

from app.board.fen import START_FEN, read_fen, write_fen
from app.board.kernel import BLACK, RED
from app.errors import FenError
from app.games.date import read_date
from app.games.game import Game, Seat
from app.games.result import SCORES, Ending, Result, ending_named

_SEAT = re.compile(r"([^;]*?)\s*(?:;\s*([0-9]{0,6})[\s;]*)?")
_PLAYERS = re.compile(r"(.*?) ?\((\d*)\) vs (.*) ?\((\d*)\)")
_SCORE = re.compile(r"(1-0|0-1|1/2-1/2|0\.5-0\.5|½-½|1/2|0-0|\*) *(?:\(([^:()]+)(?::(.*))?\))?")
_CLOCKS = re.compile(r"(-?)(\d+):(\d{1,2}) *; *(-?)(\d+):(\d{1,2})")

_REASON_WORDS = {Ending.RESIGNATION: "resign"} | {
    ending: ending.value for ending in Ending if ending is not Ending.RESIGNATION
}


class Header(NamedTuple):
    """A keyword with its reader and its writer."""

    read: Callable[[Game, str], bool]
    write: Callable[[Game], str]


def read_seat(seat: Seat, value: str) -> bool:
    """`name ; rating ;;`, `name;;;` or the name alone; two more fields are reserved and empty."""
    parts = _SEAT.fullmatch(value)
    if parts is None:
        seat.name = value.partition(";")[0].strip()
        return False
    seat.name = parts[1]
    if parts[2]:
        seat.rating = int(parts[2])
    return True


def write_seat(seat: Seat) -> str:
    """`name ; rating ;;`"""
    return f"{seat.name} ; {'' if seat.rating is None else seat.rating} ;;"


def read_players(game: Game, value: str) -> bool:
    """`red (rating) vs black (rating)`: says again what RED and BLACK say, or alone if they are lost."""
    if not value or value == write_players(game):
        return True
    parts = _PLAYERS.fullmatch(value)
    if parts is None or game.red.name or game.black.name:
        return False
    game.red = Seat(parts[1].strip(), int(parts[2]) if parts[2] else None)
    game.black = Seat(parts[3].strip(), int(parts[4]) if parts[4] else None)
    return True


def write_players(game: Game) -> str:
    """`red (rating) vs black (rating)`"""
    red, black = ("" if seat.rating is None else seat.rating for seat in game.seats)
    return f"{game.red.name} ({red}) vs {game.black.name} ({black})"


def read_result(game: Game, value: str) -> bool:
    """`0-1 (resign:name)`: the score, how the game ended, and who ended it: the loser."""
    parts = _SCORE.fullmatch(value)
    if parts is None:
        return False
    game.result = SCORES[parts[1]]
    if parts[2] is None:
        return True
    game.ending = ending_named(parts[2])
    if parts[3] is None:
        return game.ending is not None
    sides = (RED, BLACK) if game.result is Result.BLACK else (BLACK, RED)
    for side in sides:
        if game.seats[side].name == parts[3].strip():
            game.ended_by = side
            break
    return game.ending is not None and game.ended_by is not None


def write_result(game: Game) -> str:
    """The score and, where it is known, `(reason:name)`."""
    if game.ending is None:
        return game.result.value
    who = "" if game.ended_by is None else f":{game.seats[game.ended_by].name}"
    return f"{game.result.value} ({_REASON_WORDS[game.ending]}{who})"


def read_clocks(game: Game, value: str) -> bool:
    """`-0:1 ; -0:1`: minutes and seconds left, Red first; negative once the game time was used up."""
    parts = _CLOCKS.fullmatch(value)
    if parts is None:
        return not value
    red_sign, red_minutes, red_seconds, black_sign, black_minutes, black_seconds = parts.groups()
    if len(red_minutes) > 6 or len(black_minutes) > 6:
        return False
    red = int(red_minutes) * 60 + int(red_seconds)
    black = int(black_minutes) * 60 + int(black_seconds)
    game.red.clock = -red if red_sign else red
    game.black.clock = -black if black_sign else black
    return True


def write_clocks(game: Game) -> str:
    """Both clocks, or nothing."""
    if game.red.clock is None or game.black.clock is None:
        return ""
    return f"{_clock(game.red.clock)} ; {_clock(game.black.clock)}"


def _clock(seconds: int) -> str:
    minutes, rest = divmod(abs(seconds), 60)
    return f"{'-' if seconds < 0 else ''}{minutes}:{rest}"


def read_played(game: Game, value: str) -> bool:
    """A date, a time and a zone, as far as they are known; see `games.date`."""
    game.played = read_date(value)
    return game.played is not None or not value


def write_played(game: Game) -> str:
    """`2007-10-24 00:55:48 CDT`, or `2007.10.??` where less is known."""
    played = game.played
    if played is None:
        return ""
    if len(played.date) < 10:
        return (played.date.replace("-", ".") + ".??.??")[:10]
    return " ".join(filter(None, (played.date, played.time, played.zone)))


@lru_cache(maxsize=1024)
def _split_event(value: str) -> tuple[str, str]:
    name, mark, control = value.partition(";")
    return (value.strip(), "") if not mark or ";" in control else (name.strip(), control.strip())


def read_event(game: Game, value: str) -> bool:
    """`name ; time control`"""
    game.event, game.time_control = _split_event(value)
    return True


def write_event(game: Game) -> str:
    """`name ; time control`"""
    return f"{game.event} ; {game.time_control}" if game.time_control else game.event


def read_site(game: Game, value: str) -> bool:
    """Where the game was played, most often a server's address."""
    game.site = value
    return True


def read_author(game: Game, value: str) -> bool:
    """The program that wrote the record."""
    game.author = value
    return True


def read_format(game: Game, value: str) -> bool:
    """The notation of the moves: evidence, not proof. WXF says nothing new."""
    return value.upper() in ("WXF", "")


def read_start(game: Game, value: str) -> bool:
    """The start position. Raises `FenError`: without it no move has a meaning."""
    if value:
        fen = write_fen(*read_fen(value))
        game.start_fen = None if fen == START_FEN else fen
    return True


HEADERS: Mapping[str, Header] = {
    "FORMAT": Header(read_format, lambda game: "WXF"),
    "GAME": Header(read_players, write_players),
    "TIME": Header(read_clocks, write_clocks),
    "RESULT": Header(read_result, write_result),
    "RED": Header(lambda game, value: read_seat(game.red, value), lambda game: write_seat(game.red)),
    "BLACK": Header(lambda game, value: read_seat(game.black, value), lambda game: write_seat(game.black)),
    "DATE": Header(read_played, write_played),
    "PLACE": Header(read_site, lambda game: game.site),
    "EVENT": Header(read_event, write_event),
    "AUTHOR": Header(read_author, lambda game: game.author),
    "FEN": Header(read_start, lambda game: game.start_fen or ""),
}

# Seats first: other values speak of the players by name.
READING_ORDER = ("RED", "BLACK", *(key for key in HEADERS if key not in ("RED", "BLACK")))
_READERS = tuple((key, HEADERS[key].read) for key in READING_ORDER)


def read_headers(game: Game, values: Mapping[str, str]) -> list[tuple[str, str]]:
    """Put raw values into a game; answer the known headers that were not understood, and why.

    Unknown headers and what was not understood stay in `game.headers`.
    """
    odd: list[tuple[str, str]] = []
    known = 0
    for key, read in _READERS:
        value = values.get(key)
        if value is None:
            continue
        known += 1
        value = value.strip() if value.isascii() else unicodedata.normalize("NFC", value).strip()
        try:
            if read(game, value):
                continue
            if key not in ("FORMAT", "GAME"):
                odd.append((key, f"{key} {value!r} is not wholly understood; it is kept as written"))
        except FenError as error:
            odd.append((key, str(error)))
        game.headers[key] = value
    if known < len(values):
        for key, value in values.items():
            if key not in HEADERS:
                game.headers[key] = unicodedata.normalize("NFC", value.strip())
    return odd
