"""Two records of one game become one: the fuller one, with what only the other says.

Where both say something, the fuller record is right, and what the other printed stands in a header `ALSO_` and the
name of the header it stood in: `ALSO_DATE`, `ALSO_RED` (name, rating). Several values are parted by ` | `.
"""

from collections.abc import Callable
from dataclasses import replace

from app.board.fen import SIDES
from app.games.date import PlayedAt, days_apart
from app.games.folding import fold
from app.games.game import Game, Seat
from app.games.result import Result
from app.store.variations import joined_comments

ALSO = "ALSO_"
BETWEEN = " | "


Parts = tuple[str, ...]


def joined_game(fuller: Game, other: Game, superseded: bool = False) -> Game:
    """The fuller record with what it lacks from the other; variations are joined elsewhere.

    superseded: the other is an earlier reading of the same record: nothing that it says otherwise is kept.
    """
    red, black = _seat(fuller.red, other.red), _seat(fuller.black, other.black)
    result, ending, ended_by = fuller.result, fuller.ending, fuller.ended_by
    if result is Result.UNKNOWN:
        result = other.result
    if ending is None and other.result in (result, Result.UNKNOWN):
        ending, ended_by = other.ending, other.ended_by
    elif ending == other.ending and ended_by is None:
        ended_by = other.ended_by
    found = replace(
        fuller,
        red=red,
        black=black,
        result=result,
        ending=ending,
        ended_by=ended_by,
        played=joined_date(fuller.played, other.played),
        event=fuller.event or other.event,
        site=fuller.site or other.site,
        author=fuller.author or other.author,
        time_control=fuller.time_control or other.time_control,
        headers=dict(fuller.headers),
        comments=joined_comments(fuller.comments, other.comments),
    )
    _join_headers(found, fuller, other, superseded)
    return found


def _seat(fuller: Seat, other: Seat) -> Seat:
    return Seat(
        fuller.name or other.name,
        other.rating if fuller.rating is None else fuller.rating,
        other.clock if fuller.clock is None else fuller.clock,
    )


def joined_date(fuller: PlayedAt | None, other: PlayedAt | None) -> PlayedAt | None:
    """The more precise of two dates of which one may be within the other; else the fuller record's."""
    if fuller is None or other is None:
        return fuller or other
    return other if _is_within(fuller, other) else fuller


def _is_within(wide: PlayedAt, narrow: PlayedAt) -> bool:
    """Whether a date says nothing that another does not say too."""
    if len(wide.date) < len("2007-10-24"):
        return len(wide.date) <= len(narrow.date) and days_apart(wide.date, narrow.date) == 0
    return wide.date == narrow.date and (wide.time, wide.zone) in (
        (None, None),
        (narrow.time, None),
        (narrow.time, narrow.zone),
    )


# ---------------------------------------------------------------- what is kept of the other


def _join_headers(found: Game, fuller: Game, other: Game, superseded: bool) -> None:
    """Headers of both, and what the other printed of the fields of the game, where that is something else now."""
    for key, value in fuller.headers.items():
        field = FIELDS.get(key.upper())
        if field and any(field(found)) and field(found) != field(fuller):  # what was not understood, the other says
            del found.headers[key]
            _say(found, ALSO + key.upper(), value)
    for key, value in other.headers.items():
        field = FIELDS.get(key.upper())
        if key.startswith(ALSO) or (key not in found.headers and not (field and any(field(found)))):
            _say(found, key, value)
        elif found.headers.get(key) != value and not superseded:
            _say(found, ALSO + key.upper() if field else key, value)
    for key, field in FIELDS.items():
        now = field(found)
        if not superseded:
            for mine, theirs in zip(now, field(other), strict=True):
                if theirs and not _says(found, other, key, mine, theirs):
                    _say(found, ALSO + key, theirs)
        if ALSO + key in found.headers:
            _settle(found, ALSO + key, now)


def _say(game: Game, key: str, value: str) -> None:
    """Add values to a header that has them not yet."""
    known = game.headers[key].split(BETWEEN) if key in game.headers else []
    new = [one for one in value.split(BETWEEN) if one not in known]
    if new:
        game.headers[key] = BETWEEN.join([*known, *new])


def _settle(game: Game, key: str, now: Parts) -> None:
    """The values of a header in one order, without those that the game says itself."""
    others = sorted(one for one in game.headers.pop(key).split(BETWEEN) if one not in now)
    if others:
        game.headers[key] = BETWEEN.join(others)


def _says(game: Game, other: Game, key: str, mine: str, theirs: str) -> bool:
    """Whether a game says what another printed, perhaps with more precision or in other letters."""
    if key == "DATE" and game.played and other.played:
        return _is_within(other.played, game.played)
    if key == "RESULT" and mine != theirs:  # results do not contradict, endings may
        return game.ending == other.ending and other.ended_by in (None, game.ended_by)
    return mine == theirs or (key in ("PLACE", "EVENT", "AUTHOR") and fold(mine) == fold(theirs))


def _of_seat(seat: Seat) -> Parts:
    return seat.name, "" if seat.rating is None else str(seat.rating)


def _of_result(game: Game) -> Parts:
    score = "" if game.result is Result.UNKNOWN else game.result.value
    if game.ending is None:
        return score, ""
    who = "" if game.ended_by is None else f" ({game.seats[game.ended_by].name or SIDES[game.ended_by]})"
    return score, f"{game.ending.value}{who}"


# What a game says under a header, part by part; empty: nothing.
FIELDS: dict[str, Callable[[Game], Parts]] = {
    "RED": lambda game: _of_seat(game.red),
    "BLACK": lambda game: _of_seat(game.black),
    "RESULT": _of_result,
    "TIME": lambda game: tuple("" if seat.clock is None else f"{seat.clock} s" for seat in game.seats),
    "DATE": lambda game: (" ".join(filter(None, game.played)) if game.played else "",),
    "PLACE": lambda game: (game.site,),
    "EVENT": lambda game: (game.event, game.time_control),
    "AUTHOR": lambda game: (game.author,),
}
