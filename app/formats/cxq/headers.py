"""The headers of a CXQ file: one table, from which the grammar, the quick pattern, the reader and the writer are made.

A `Header` says what a regular value looks like, as a pattern with groups, what its groups mean for a game, and how
the game says it again. Whatever is not understood stays in `Game.headers` as it was written.
"""

import re
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from app.board.fen import START_FEN, read_start, write_fen
from app.board.kernel import BLACK, RED
from app.errors import FenError
from app.formats.wording import not_understood
from app.games.date import PlayedAt, is_day, read_date
from app.games.game import Game, Seat
from app.games.result import SCORES, Ending, Result, ending_named, result_named

# Signs of a regular value: none that a forum, a mailer or an editor may have put there.
_ODD = r"\n\0-\x08\x0b-\x1f\x7f-\xa0\xad\u2000-\u200f\u2028-\u202f\u3000\ufeff&<>\[\]{}"
TEXT = rf"([^{_ODD}]*+)"

LONG = 400  # signs; no two names are longer
_PLAYERS = re.compile(r"(.*?) ?\(([0-9]{0,6})\) vs (.*) ?\(([0-9]{0,6})\)")
_VERSUS = re.compile(r"(.+?)(?: ?\(([0-9]{0,6})\))? (?i:vs)\.? (.+?)(?: ?\(([0-9]{0,6})\))?")
_DASHES = str.maketrans(dict.fromkeys("–—−:", "-"))


Groups = Sequence[Any]  # text, or None where a group matched nothing


class Header(NamedTuple):
    """A regular value as a pattern. take(game, groups, n), its groups from groups[n] on, and rescue answer whether all
    of it was understood."""

    pattern: str
    take: Callable[[Game, Groups, int], bool]
    write: Callable[[Game], str]
    rescue: Callable[[Game, str], bool] = lambda game, value: not value  # what a value that is not regular says


# ---------------------------------------------------------------- RED, BLACK: name ; rating ;;

SEAT = rf"([^;{_ODD}]*+)(?:;[ \t]*+([0-9]{{0,6}})[ \t]*+(?:;[ \t;]*+)?)?"


def _take_red(game: Game, groups: Groups, n: int) -> bool:
    game.red.name = groups[n].rstrip()
    if groups[n + 1]:
        game.red.rating = int(groups[n + 1])
    return True


def _take_black(game: Game, groups: Groups, n: int) -> bool:
    game.black.name = groups[n].rstrip()
    if groups[n + 1]:
        game.black.rating = int(groups[n + 1])
    return True


def _write_seat(seat: Seat) -> str:
    if not seat.name and seat.rating is None:
        return ""
    return f"{seat.name} ; {'' if seat.rating is None else seat.rating} ;;"


def _rescue_red(game: Game, value: str) -> bool:
    game.red.name = value.partition(";")[0].strip()
    return False


def _rescue_black(game: Game, value: str) -> bool:
    game.black.name = value.partition(";")[0].strip()
    return False


# ---------------------------------------------------------------- GAME: red (rating) vs black (rating)


def _take_players(game: Game, groups: Groups, n: int) -> bool:
    """Says again what RED and BLACK say, or alone if they are lost."""
    value = groups[n].rstrip()
    if not value or value == _write_players(game):
        return True
    parts = (_PLAYERS.fullmatch(value) or _VERSUS.fullmatch(value)) if len(value) < LONG else None
    if parts is None or (game.red.name and game.black.name):
        return False
    names = parts[1].strip(), parts[3].strip()
    if "?" in names:  # who that was is not known
        return False
    if any(seat.name not in ("", name) for seat, name in zip(game.seats, names, strict=True)):
        return False
    for seat, name, rating in zip(game.seats, names, (parts[2], parts[4]), strict=True):
        if not seat.name:
            seat.name, seat.rating = name, int(rating) if rating else None
    return True


def _write_players(game: Game) -> str:
    red, black = game.red, game.black
    if not (red.name and black.name):
        return ""
    red_rating = "" if red.rating is None else red.rating
    black_rating = "" if black.rating is None else black.rating
    return f"{red.name} ({red_rating}) vs {black.name} ({black_rating})"


# ---------------------------------------------------------------- RESULT: 0-1 (resign:name)

SCORE = rf"(1-0|0-1|1/2-1/2|0\.5-0\.5|½-½|1/2|0-0|\*) *+(?:\(([^:()\n]+)(?::([^{_ODD}]*))?\))?"
_REASON_WORDS = {ending: ending.value for ending in Ending} | {Ending.RESIGNATION: "resign"}
_ending_named = lru_cache(maxsize=256)(ending_named)


def _take_result(game: Game, groups: Groups, n: int) -> bool:
    """The score, how the game ended, and who ended it: the loser."""
    game.result, reason = SCORES[groups[n]], groups[n + 1]
    if reason is None:
        return True
    game.ending, name = _ending_named(reason), groups[n + 2]
    if name is None:
        return game.ending is not None
    loser = RED if game.result is Result.BLACK else BLACK
    if name == (game.black.name if loser == BLACK else game.red.name):
        game.ended_by = loser
    elif name == (game.red.name if loser == BLACK else game.black.name):
        game.ended_by = 1 - loser
    else:
        return False
    return game.ending is not None


def _rescue_result(game: Game, value: str) -> bool:
    """A score with other dashes, or words: `1 – 0`, `Red wins`."""
    score = "".join(value.translate(_DASHES).split())
    game.result = SCORES.get(score) or result_named(value) or Result.UNKNOWN
    return score in SCORES or game.result is not Result.UNKNOWN or not value


def _write_result(game: Game) -> str:
    if game.ending is None:
        return game.result.value
    who = "" if game.ended_by is None else f":{game.seats[game.ended_by].name}"
    return f"{game.result.value} ({_REASON_WORDS[game.ending]}{who})"


# ---------------------------------------------------------------- TIME: red ; black

CLOCKS = r"(-?)([0-9]{1,6}):([0-9]{1,2}) *+; *+(-?)([0-9]{1,6}):([0-9]{1,2})"


def _take_clocks(game: Game, groups: Groups, n: int) -> bool:
    """Minutes and seconds left, Red first; negative once the game time was used up."""
    red_sign, red_minutes, red_seconds, black_sign, black_minutes, black_seconds = groups[n : n + 6]
    red, black = int(red_minutes) * 60 + int(red_seconds), int(black_minutes) * 60 + int(black_seconds)
    game.red.clock = -red if red_sign else red
    game.black.clock = -black if black_sign else black
    return True


def _write_clocks(game: Game) -> str:
    if game.red.clock is None or game.black.clock is None:
        return ""
    return f"{_clock(game.red.clock)} ; {_clock(game.black.clock)}"


def _clock(seconds: int) -> str:
    minutes, rest = divmod(abs(seconds), 60)
    return f"{'-' if seconds < 0 else ''}{minutes}:{rest}"


# ---------------------------------------------------------------- DATE: 2007-10-24 00:55:48 CDT

STAMP = r"([0-9]{4}-[0-9]{2}-[0-9]{2})(?: ((?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9])(?: ([A-Za-z]+))?)?"


def _take_played(game: Game, groups: Groups, n: int) -> bool:
    """A day, mostly with a time and a zone."""
    if not is_day(groups[n]):
        return False
    game.played = PlayedAt(groups[n], groups[n + 1], groups[n + 2])
    return True


def _read_played(game: Game, value: str) -> bool:
    """Any other date, as precisely as it is known; see `games.date`."""
    game.played = read_date(value)
    return game.played is not None or not value


def _write_played(game: Game) -> str:
    played = game.played
    if played is None:
        return ""
    if len(played.date) < 10:
        return (played.date.replace("-", ".") + ".??.??")[:10]
    return " ".join(filter(None, (played.date, played.time, played.zone)))


# ---------------------------------------------------------------- EVENT: name ; time control


@lru_cache(maxsize=1024)
def _split_event(value: str) -> tuple[str, str]:
    name, mark, control = value.partition(";")
    return (value.strip(), "") if not mark or ";" in control else (name.strip(), control.strip())


def _take_event(game: Game, groups: Groups, n: int) -> bool:
    game.event, game.time_control = _split_event(groups[n])
    return True


def _write_event(game: Game) -> str:
    return f"{game.event} ; {game.time_control}" if game.time_control else game.event


# ---------------------------------------------------------------- PLACE, AUTHOR, FORMAT, FEN


def _take_site(game: Game, groups: Groups, n: int) -> bool:
    """Where the game was played, most often a server's address."""
    game.site = groups[n].rstrip()
    return True


def _take_author(game: Game, groups: Groups, n: int) -> bool:
    """The program that wrote the record."""
    game.author = groups[n].rstrip()
    return True


def _take_format(game: Game, groups: Groups, n: int) -> bool:
    """The notation of the moves in this file: evidence, not proof, and nothing about the game."""
    return groups[n].rstrip().upper() in ("WXF", "ICCS", "AXF", "LALG", "SALG", "")


def _take_start(game: Game, groups: Groups, n: int) -> bool:
    """The start position. Raises `FenError`: without it no move has a meaning."""
    if groups[n]:
        fen = write_fen(*read_start(groups[n]))
        game.start_fen = None if fen == START_FEN else fen
    return True


HEADERS: Mapping[str, Header] = {
    "FORMAT": Header(TEXT, _take_format, lambda game: "WXF"),
    "GAME": Header(TEXT, _take_players, _write_players),
    "TIME": Header(CLOCKS, _take_clocks, _write_clocks),
    "RESULT": Header(SCORE, _take_result, _write_result, _rescue_result),
    "RED": Header(SEAT, _take_red, lambda game: _write_seat(game.red), _rescue_red),
    "BLACK": Header(SEAT, _take_black, lambda game: _write_seat(game.black), _rescue_black),
    "DATE": Header(STAMP, _take_played, _write_played, _read_played),
    "PLACE": Header(TEXT, _take_site, lambda game: game.site),
    "EVENT": Header(TEXT, _take_event, _write_event),
    "AUTHOR": Header(TEXT, _take_author, lambda game: game.author),
    "FEN": Header(TEXT, _take_start, lambda game: game.start_fen or ""),
}

# Seats first: other values speak of the players by name.
READING_ORDER = ("RED", "BLACK", *(key for key in HEADERS if key not in ("RED", "BLACK")))
# The same patterns for values that the grammar has read: any sign may stand in them.
_PATTERNS = {key: re.compile(HEADERS[key].pattern.replace(_ODD, r"\n")) for key in READING_ORDER}


def read_headers(game: Game, values: Mapping[str, str]) -> list[tuple[str, str]]:
    """Put raw values into a game; answer the known headers that were not understood, and why.

    Unknown headers and what was not understood stay in `game.headers`.
    """
    odd: list[tuple[str, str]] = []
    for key in (*filter(values.__contains__, READING_ORDER), *(key for key in values if key not in HEADERS)):
        value = unicodedata.normalize("NFC", values[key]).strip()
        if key not in HEADERS:
            game.headers[key] = value
            continue
        header, regular = HEADERS[key], _PATTERNS[key].fullmatch(value)
        try:
            if header.take(game, regular.groups(), 0) if regular else header.rescue(game, value):
                continue
            if key not in ("FORMAT", "GAME"):
                odd.append((key, not_understood(key, value)))
        except FenError as error:
            odd.append((key, str(error)))
        game.headers[key] = value
    return odd
