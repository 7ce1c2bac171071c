"""JSON Lines: one game a line, everything that is known of it, moves as a list."""

import json
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from app.formats import Written
from app.games.ecco import code_of
from app.games.game import Game
from app.games.openings import name_of

_encode = json.JSONEncoder(ensure_ascii=False).encode


def as_dict(game: Game, texts: Sequence[str], variations: Sequence[Sequence[str]] | None = None) -> dict[str, Any]:
    """A game as plain values; what is not known is null. variations are their texts, None to leave them out."""
    played, opening = game.played, code_of(game.moves, game.start_fen)
    return {
        "red": game.red.name,
        "black": game.black.name,
        "red_rating": game.red.rating,
        "black_rating": game.black.rating,
        "red_clock": game.red.clock,
        "black_clock": game.black.clock,
        "result": game.result.value,
        "ending": game.ending.value if game.ending else None,
        "ended_by": None if game.ended_by is None else ("red", "black")[game.ended_by],
        "date": played.date if played else None,
        "time": played.time if played else None,
        "zone": played.zone if played else None,
        "utc": played.utc if played else None,
        "event": game.event,
        "time_control": game.time_control,
        "site": game.site,
        "author": game.author,
        "start": game.start_fen,
        "plies": game.plies,
        "complete": game.complete,
        "opening": opening,
        "opening_name": name_of(opening),
        "source": game.place.file,
        "line": game.place.line,
        "headers": game.headers,
        "comments": _by_ply(game.comments),
        "moves": list(texts),
        "variations": [
            {
                "parent": variation.parent,
                "ply": variation.ply,
                "moves": list(written),
                "comments": _by_ply(variation.comments),
            }
            for variation, written in zip(game.variations, variations, strict=True)
        ]
        if variations is not None
        else [],
    }


def _by_ply(comments: dict[int, str]) -> dict[str, str]:
    return {str(ply): text for ply, text in comments.items()}


def write_all(games: Iterable[Written]) -> Iterator[str]:
    """One line a game, with its id."""
    for game_id, game, texts, variations, _ in games:
        yield _encode({"id": game_id, **as_dict(game, texts, variations)}) + "\n"
