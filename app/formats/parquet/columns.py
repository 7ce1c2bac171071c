"""Games as columns: the rows of each table for many games at once, from their packed moves."""

import sys
from array import array
from collections.abc import Iterable, Sequence
from datetime import date
from functools import lru_cache
from itertools import accumulate, product
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from app.board.engine import PLAIN, Engine
from app.board.fen import SIDES, read_fen
from app.board.keys import POINTS, mirror_board
from app.errors import FormatError
from app.formats.parquet.schema import GAMES, PLIES, POSITIONS
from app.games.ecco import codes_of
from app.games.game import Game
from app.games.lines import mirror
from app.notation.coordinates import ICCS

Numbered = Sequence[tuple[int, Game]]


def _moves() -> pa.Array:
    """The text of each move, found by its two bytes taken as one number of this machine."""
    texts = [""] * (1 << 16)
    for points in product(range(POINTS), repeat=2):
        texts[int.from_bytes(points, sys.byteorder)] = ICCS.text(*points).lower()
    return pa.array(texts)


_MOVES = _moves()
_SIDES = pa.array(SIDES)


def tables_of(games: Numbered, engine: Engine) -> dict[str, pa.Table]:
    """The rows of `schema.TABLES` for some games with their ids."""
    keys = _Keys(games, engine)  # begun first: an engine works beside
    return {"games": _games(games, engine), "plies": _plies(games), "positions": _positions(games, keys)}


# ---------------------------------------------------------------- games


def _games(games: Numbered, engine: Engine) -> pa.Table:
    openings = codes_of([(game.moves, game.start_fen) for _, game in games], engine)
    rows = (_row(game_id, game, code) for (game_id, game), code in zip(games, openings, strict=True))
    columns = zip(*rows, strict=True)
    try:
        arrays = [pa.array(column, kind) for column, kind in zip(columns, GAMES.types, strict=True)]
    except (pa.ArrowInvalid, UnicodeEncodeError) as error:
        raise FormatError(f"a game from {games[0][0]} to {games[-1][0]} does not fit the schema: {error}") from None
    return pa.Table.from_arrays(arrays, schema=GAMES)


def _row(game_id: int, game: Game, opening: str) -> tuple[Any, ...]:
    """The values of a game, in the order of `GAMES`."""
    played, red, black = game.played, game.red, game.black
    day, precision = _first_day(played.date) if played else (None, None)
    return (
        game_id,
        red.name,
        black.name,
        red.rating,
        black.rating,
        game.result.value,
        game.ending.value if game.ending else None,
        None if game.ended_by is None else SIDES[game.ended_by],
        day,
        precision,
        played.time if played else None,
        played.zone if played else None,
        game.event,
        game.site,
        game.author,
        game.time_control,
        red.clock,
        black.clock,
        game.plies,
        game.complete,
        opening,
        game.place.file,
        game.place.line,
        game.start_fen,
        list(game.headers.items()),
        list(game.comments.items()),
    )


@lru_cache(maxsize=8192)
def _first_day(text: str) -> tuple[date, str]:
    """The first day that a date may mean, and how much of it is known."""
    return date.fromisoformat(text + "-01-01"[len(text) - 4 :]), ("year", "month", "day")[text.count("-")]


# ---------------------------------------------------------------- plies and positions


def _plies(games: Numbered) -> pa.Table:
    lengths = [game.plies for _, game in games]
    codes = array("H", b"".join(game.moves for _, game in games))
    sides = b"".join((b"\0\1" * (game.plies // 2 + 1))[game.first_side :][: game.plies] for _, game in games)
    arrays = [
        _ids(games, lengths),
        _counted(1, lengths),
        pc.take(_SIDES, _array(pa.uint8(), sides, len(sides))),
        pc.take(_MOVES, _array(pa.uint16(), codes, len(codes))),
    ]
    return pa.Table.from_arrays(arrays, schema=PLIES)


def _positions(games: Numbered, keys: "_Keys") -> pa.Table:
    lengths = [game.plies + 1 for _, game in games]
    as_is, mirrored = (_int64(each) for each in keys.both())
    arrays = [
        _ids(games, lengths),
        _counted(0, lengths),
        pc.min_element_wise(as_is, mirrored),
        pc.less(mirrored, as_is),
    ]
    return pa.Table.from_arrays(arrays, schema=POSITIONS)


class _Keys:
    """The keys of all positions of some games, and those of their mirror images, made by an engine."""

    def __init__(self, games: Numbered, engine: Engine):
        self._games = [game for _, game in games]
        normal = [game.moves for game in self._games if game.start_fen is None]
        moves, ends = b"".join(normal), [0, *accumulate(map(len, normal))]
        self._answers = engine.keys_all(moves, ends), engine.keys_all(mirror(moves), ends)

    def both(self) -> "tuple[array[int], array[int]]":
        """The keys as they are, and mirrored, game after game."""
        as_is, mirrored = (array("q", answer()) for answer in self._answers)
        if any(game.start_fen for game in self._games):
            return self._with_others(as_is, False), self._with_others(mirrored, True)
        return as_is, mirrored

    def _with_others(self, keys: "array[int]", mirrored: bool) -> "array[int]":
        """The keys of the games from the normal start, with those of the others in between."""
        made, at = array("q"), 0
        for game in self._games:
            if game.start_fen is None:
                made += keys[at : at + game.plies + 1]
                at += game.plies + 1
            else:
                made += array("q", _keys_from(game, game.start_fen, mirrored))
        return made


def _keys_from(game: Game, fen: str, mirrored: bool) -> Iterable[int]:
    board, side = read_fen(fen)
    opening, moves = (mirror_board(board), mirror(game.moves)) if mirrored else (bytes(board), game.moves)
    return PLAIN.keys_all(moves, [0, len(moves)], opening, side)()


def _ids(games: Numbered, lengths: Sequence[int]) -> pa.Array:
    """Each game's id as often as it has rows."""
    made = array("q")
    for (game_id, _), length in zip(games, lengths, strict=True):
        made += array("q", (game_id,)) * length
    return _int64(made)


def _counted(first: int, lengths: Sequence[int]) -> pa.Array:
    """From first on, as many numbers for each game as it has rows."""
    longest = memoryview(array("i", range(first, first + max(lengths))))
    made = b"".join(longest[:length] for length in lengths)
    return _array(pa.int32(), made, sum(lengths))


def _int64(numbers: "array[int]") -> pa.Array:
    return _array(pa.int64(), numbers, len(numbers))


def _array(kind: pa.DataType, memory: "bytes | array[int]", length: int) -> pa.Array:
    """Flat memory as a column, not copied."""
    return pa.Array.from_buffers(kind, length, [None, pa.py_buffer(memory)])
