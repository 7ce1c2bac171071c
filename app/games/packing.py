"""Readings as plain values and back, to pass from one process of this program to another."""

from typing import Any

from app.errors import Fault, Place
from app.games.date import PlayedAt
from app.games.game import Game, Seat, Variation
from app.games.reading import Reading
from app.games.result import ENDINGS, SCORES

Plain = tuple[Any, ...]  # numbers, texts, bytes, None, and tuples, lists and dicts of them

_NOT_KNOWN = (None,) * len(PlayedAt._fields)


def pack(reading: Reading) -> Plain:
    """A reading as plain values."""
    game = reading.game
    red, black = game.red, game.black
    return (
        *game.place,
        *(red.name, red.rating, red.clock),
        *(black.name, black.rating, black.clock),
        game.result.value,
        game.ending.value if game.ending else None,
        game.ended_by,
        *(game.played or _NOT_KNOWN),
        game.event,
        game.site,
        game.author,
        game.time_control,
        game.start_fen,
        game.moves,
        game.complete,
        game.headers or None,
        game.comments or None,
        [pack_fault(fault) for fault in game.faults] if game.faults else None,
        [(line.parent, line.ply, line.moves, line.comments) for line in game.variations] if game.variations else None,
        reading.text,
        reading.notation,
    )


def unpack(values: Plain) -> Reading:
    """The reading that was packed."""
    (
        file, line, column, byte, red_name, red_rating, red_clock, black_name, black_rating, black_clock,
        result, ending, ended_by, date, time, zone, event, site, author, time_control, start_fen, moves,
        complete, headers, comments, faults, variations, text, notation,
    ) = values  # fmt: skip
    game = Game(
        Place(file, line, column, byte),
        Seat(red_name, red_rating, red_clock),
        Seat(black_name, black_rating, black_clock),
        SCORES[result],
        ENDINGS[ending],
        ended_by,
        PlayedAt(date, time, zone) if date else None,
        event,
        site,
        author,
        time_control,
        start_fen,
        moves,
        complete,
        headers or {},
        comments or {},
        [unpack_fault(fault) for fault in faults] if faults else [],
        [Variation(*line) for line in variations] if variations else [],
    )
    return Reading(game, text, notation)


def pack_fault(fault: Fault) -> Plain:
    """A fault as plain values."""
    return (*fault.place,), fault.code, fault.message, fault.ply


def unpack_fault(values: Plain) -> Fault:
    """The fault that was packed."""
    place, code, message, ply = values
    return Fault(Place(*place), code, message, ply)
