"""Whether a database still says what it should: its file, its references, its derived columns, its moves."""

from collections.abc import Callable, Iterator, Sequence

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from app.board.engine import PLAIN, Engine, engine_for
from app.board.fen import START_BOARD, read_fen
from app.errors import FenError
from app.games.ecco import code_of
from app.games.folding import fold_name
from app.games.tree import first_broken, forks
from app.store.aliases import wrong_roots
from app.store.derived import outdated
from app.store.lineage import wrong_lineages
from app.store.positions import wrong_segments
from app.store.tables import events, games, players
from app.store.variations import trees_of

BATCH = 4000  # games replayed together

Verify = Callable[[bytes, Sequence[int], bytes, int], Callable[[], Sequence[int]]]


def problems(connection: Connection) -> Iterator[str]:
    """Everything that is wrong, in words."""
    about_rows = list(_rows(connection))
    yield from about_rows
    yield from outdated(connection)
    engine = engine_for(connection.execute(sa.select(sa.func.count()).select_from(games)).scalar_one())
    try:
        wrong = list(_moves(connection, engine))
        yield from wrong
        if not wrong:  # else what is derived from the moves says nothing
            yield from _variations(connection)
            yield from _openings(connection)
            yield from _positions(connection, engine)
            if not about_rows:
                yield from _lineages(connection)
    finally:
        engine.close()


def _rows(connection: Connection) -> Iterator[str]:
    """What is wrong with pages, references, names and aliases."""
    for (answer,) in connection.exec_driver_sql("PRAGMA integrity_check"):
        if answer != "ok":
            yield f"the file is damaged: {answer}"
    for table, row, parent, _ in connection.exec_driver_sql("PRAGMA foreign_key_check"):
        who = table if row is None else f"{table} {row}"  # variations have no number of their own
        yield f"{who} refers to a row of {parent} that is not there"
    for table in (players, events):
        for row_id, name, folded in connection.execute(sa.select(table.c.id, table.c.name, table.c.folded)):
            if fold_name(name) != folded:
                yield f"{table.name} {row_id} ({name!r}) is folded as {folded!r}, not {fold_name(name)!r}"
    for player_id in wrong_roots(connection):
        yield f"players {player_id} is an alias of somebody else than the archive thinks: run `kypho db rebuild`"


def _moves(connection: Connection, engine: Engine) -> Iterator[str]:
    """Games whose moves do not replay, or are not as many as the column says."""
    rows = connection.execution_options(yield_per=BATCH).execute(
        sa.select(games.c.id, games.c.plies, games.c.start_fen, games.c.moves).order_by(games.c.id)
    )
    for batch in rows.partitions():
        for game_id, plies, _, moves in batch:
            if len(moves) != 2 * plies:
                yield f"game {game_id} has {len(moves)} bytes of moves for {plies} plies"
        whole = [row for row in batch if len(row.moves) == 2 * row.plies]
        normal = [(row.id, row.moves) for row in whole if row.start_fen is None]
        yield from _illegal(engine.verify_all, normal, START_BOARD, 0)
        for game_id, _, fen, moves in whole:
            if fen is not None:
                try:
                    board, side = read_fen(fen)
                except FenError as error:
                    yield f"game {game_id}: {error}"
                    continue
                yield from _illegal(engine.verify_all, [(game_id, moves)], bytes(board), side)


def _variations(connection: Connection) -> Iterator[str]:
    """Variations that leave no line before them, or whose moves do not replay from there."""
    for game, tree in trees_of(connection):
        broken = first_broken(len(game.main) // 2, tree)
        if broken is not None:
            yield f"game {game.id}: variation {broken} does not leave a line before it, or its moves are none"
            continue
        for number, (variation, (board, side)) in enumerate(
            zip(tree, forks(game.start_fen, game.main, tree), strict=True), start=1
        ):
            moves = variation.moves
            (ply,) = PLAIN.verify_all(moves, [0, len(moves)], board, side)()
            if ply >= 0:
                yield f"game {game.id}: ply {variation.ply + ply + 1} of variation {number} is not legal"
                break


def _positions(connection: Connection, engine: Engine) -> Iterator[str]:
    """Segments of the index of positions that are not what their games make them."""
    for first, last in wrong_segments(connection, engine):
        yield f"the index of positions is damaged for games {first} to {last}: run `kypho db rebuild`"


def _lineages(connection: Connection) -> Iterator[str]:
    """Games that an import would not recognise."""
    for game_id in wrong_lineages(connection):
        yield f"game {game_id} has not the lineage of its players and moves: run `kypho db rebuild`"


def _openings(connection: Connection) -> Iterator[str]:
    """Games whose code is not the one that their moves have."""
    wanted = sa.select(games.c.id, games.c.opening, games.c.moves, games.c.start_fen)
    for batch in connection.execute(wanted.execution_options(yield_per=BATCH)).partitions():
        for game_id, opening, moves, fen in batch:
            if opening != code_of(moves, fen):
                yield f"game {game_id} has the opening {opening}, not {code_of(moves, fen)}: run `kypho db rebuild`"


def _illegal(verify_all: Verify, games_and_moves: list[tuple[int, bytes]], opening: bytes, side: int) -> Iterator[str]:
    ends = [0]
    for _, moves in games_and_moves:
        ends.append(ends[-1] + len(moves))
    wrong = verify_all(b"".join(moves for _, moves in games_and_moves), ends, opening, side)()
    for (game_id, _), ply in zip(games_and_moves, wrong, strict=True):
        if ply >= 0:
            yield f"game {game_id}: ply {ply + 1} is not legal"
