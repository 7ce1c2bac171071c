"""Readings as plain values and back, to pass from one process of this program to another."""

from typing import Any

from app.errors import Fault, Place
from app.games.date import PlayedAt
from app.games.game import Game, Seat, Variation
from app.games.reading import Reading
from app.games.result import SCORES, Ending

Plain = tuple[Any, ...]  # numbers, texts, bytes, None, and tuples and dicts of them

_ENDINGS = {ending.value: ending for ending in Ending} | {None: None}


def pack(reading: Reading) -> Plain:
    """A reading as plain values."""
    game = reading.game
    red, black = game.red, game.black
    return (
        (*game.place,),
        (red.name, red.rating, red.clock),
        (black.name, black.rating, black.clock),
        game.result.value,
        game.ending.value if game.ending else None,
        game.ended_by,
        (*game.played,) if game.played else None,
        game.event,
        game.site,
        game.author,
        game.time_control,
        game.start_fen,
        game.moves,
        game.complete,
        game.headers,
        game.comments,
        [pack_fault(fault) for fault in game.faults],
        [(line.parent, line.ply, line.moves, line.comments) for line in game.variations],
        reading.text,
        reading.notation,
    )


def unpack(values: Plain) -> Reading:
    """The reading that was packed."""
    (
        place, red, black, result, ending, ended_by, played, event, site, author, time_control, start_fen, moves,
        complete, headers, comments, faults, variations, text, notation,
    ) = values  # fmt: skip
    game = Game(
        Place(*place),
        Seat(*red),
        Seat(*black),
        SCORES[result],
        _ENDINGS[ending],
        ended_by,
        PlayedAt(*played) if played else None,
        event,
        site,
        author,
        time_control,
        start_fen,
        moves,
        complete,
        headers,
        comments,
        [unpack_fault(fault) for fault in faults],
        [Variation(*line) for line in variations],
    )
    return Reading(game, text, notation)


def pack_fault(fault: Fault) -> Plain:
    """A fault as plain values."""
    return (*fault.place,), fault.code, fault.message, fault.ply


def unpack_fault(values: Plain) -> Fault:
    """The fault that was packed."""
    place, code, message, ply = values
    return Fault(Place(*place), code, message, ply)
