"""Which games had some material or a pattern on the board: they are played over, as many as other questions leave."""

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import accumulate
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from app.board.engine import PLAIN, Ends, Engine, engine_for
from app.board.fen import START_BOARD, read_fen
from app.board.shapes import Shape
from app.errors import FenError, QueryError
from app.games.material import read_material
from app.games.pattern import read_pattern
from app.store.positions import FETCHED
from app.store.query import HUGE, Query
from app.store.tables import games

AHEAD = 2  # parts fetched before the first one's answer is waited for
Row = Sequence[Any]


def shapes_of(query: Query) -> list[Shape]:
    """What a query wants on the board: any one of these. None where it wants nothing. Raises `QueryError`."""
    if not 0 < query.stands < HUGE:
        raise QueryError(f"material and pattern stand for at least 1 ply, not {query.stands}")
    if query.material is None and query.pattern is None:
        if query.stands != 1:
            raise QueryError("--stands needs --material or --pattern: what stands so long?")
        return []
    shapes = [Shape()] if query.material is None else read_material(query.material)
    if query.pattern is None:
        return list(shapes)
    pattern = read_pattern(query.pattern)
    images = (pattern, pattern.mirrored()) if query.mirror else (pattern,)
    return list(dict.fromkeys(shape._replace(masks=image.masks) for shape in shapes for image in images))


def having(
    connection: Connection, said: Sequence[sa.ColumnElement[bool]], shapes: Sequence[Shape], length: int
) -> Iterator[int]:
    """The ids of games of which so much is said and that had one of the shapes in so many positions in a row."""
    count = connection.execute(sa.select(sa.func.count()).select_from(games).where(*said)).scalar_one()
    statement = sa.select(games.c.id, games.c.start_fen, games.c.moves).where(*said)
    engine = engine_for(count)
    waiting: deque[tuple[Sequence[Row], Callable[[], Ends]]] = deque()
    try:
        for rows in connection.execute(statement).partitions(FETCHED):
            normal = [row for row in rows if row[1] is None]
            waiting.append((normal, _asked(engine, START_BOARD, normal, shapes, length)))
            for row in rows:
                if row[1] is not None:
                    yield from _having_from(row, shapes, length)
            if len(waiting) > AHEAD:
                yield from _found(*waiting.popleft())
        for asked in waiting:
            yield from _found(*asked)
    finally:
        engine.close()


def _asked(
    engine: Engine, opening: bytes, rows: Sequence[Row], shapes: Sequence[Shape], length: int
) -> Callable[[], Ends]:
    """Begin to look through games from one start."""
    moves = [row[2] for row in rows]
    return engine.standing_all(b"".join(moves), [0, *accumulate(map(len, moves))], shapes, length, opening)


def _found(rows: Sequence[Row], answer: Callable[[], Ends]) -> Iterable[int]:
    return (row[0] for row, ply in zip(rows, answer(), strict=True) if ply >= 0)


def _having_from(row: Row, shapes: Sequence[Shape], length: int) -> Iterable[int]:
    """The same of a game from another start; a start that is damaged has nothing on its board."""
    try:
        board, _ = read_fen(row[1])
    except FenError:
        return ()
    return _found([row], _asked(PLAIN, bytes(board), [row], shapes, length))
