"""What may be asked of an archive: one vocabulary for search, export and everything that selects games."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Literal

Outcome = Literal["win", "loss", "draw"]
HUGE = 1 << 62  # more than any number in a database
HAVING = ("variations", "comments")
SORTS = ("id", "date", "rating", "plies", "red", "black", "event")


@dataclass(frozen=True)
class Query:
    """Games that meet all that is said; None and empty say nothing. Names are matched without case,
    accents and signs; the aliases of a player are that player.

    player sits on either side and opponent opposite; outcome is player's, or that of red or black if only one is
    named. Ratings bound both players, dates are ISO and may be partial. A game has one of the codes (ECCO) or begins
    with one of the move sequences of opening (two bytes a ply, from the normal start). position is a FEN that must have
    been on the board, after any moves, or with mirror its image; with variations, it may stand in a variation. material
    ("RNP vs RHH", see `games/material.py`) and pattern ("Ce2 he9 .e4", see `games/pattern.py`; with mirror also its image)
    must have stood on the board together, in at least so many positions in a row as stands says. has names what there
    must be, of `HAVING`. sort is one of `SORTS`, with "-" for descending order.
    """

    ids: Sequence[int] = ()
    player: str | None = None
    red: str | None = None
    black: str | None = None
    opponent: str | None = None
    min_rating: int | None = None
    max_rating: int | None = None
    result: str | None = None
    outcome: Outcome | None = None
    ending: str | None = None
    since: str | None = None
    until: str | None = None
    event: str | None = None
    opening: Sequence[bytes] = ()
    codes: Collection[str] = ()
    min_plies: int | None = None
    max_plies: int | None = None
    complete: bool | None = None
    position: str | None = None
    mirror: bool = True
    variations: bool = False
    material: str | None = None
    pattern: str | None = None
    stands: int = 1
    has: Collection[str] = ()
    sort: str = "-date"
    limit: int | None = None


ALL = Query()


@dataclass(frozen=True, slots=True)
class Found:
    """One game of a search's answer."""

    id: int
    red: str
    black: str
    red_rating: int | None
    black_rating: int | None
    result: str
    ending: str | None
    date: str | None
    event: str
    plies: int
    complete: bool
    opening: str | None
    source: str
    line: int
