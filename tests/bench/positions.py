"""Positions over a real archive: every answer against playing all games over, and how long the answers take.

    python -m tests.bench.positions FILE [--questions 1000]

FILE is an archive of games as text. Random positions of random games are asked for, half of them as mirror images; then
what was played from 200 of them, with filters and without; then the material and parts of the board of such positions,
every tenth question against the plain form and all boards.
"""

import argparse
import gc
import random
import statistics
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Callable
from pathlib import Path

import sqlalchemy as sa

from app.board.fen import LETTERS, START_BOARD, read_fen, write_fen
from app.board.keys import mirror_board
from app.games.lines import mirror
from app.ingest import Importer
from app.store.archive import Archive
from app.store.positions import reached
from app.store.query import Query
from app.store.standing import having, shapes_of

Position = tuple[bytes, int]


def positions_of(fen: str | None, moves: bytes) -> list[Position]:
    """Every position of a game."""
    board, side = read_fen(fen) if fen else (bytearray(START_BOARD), 0)
    found = [(bytes(board), side)]
    for start, end in zip(moves[0::2], moves[1::2], strict=True):
        board[end], board[start] = board[start], 0
        side = 1 - side
        found.append((bytes(board), side))
    return found


def milliseconds(job: Callable[[], object]) -> float:
    """How long a job takes."""
    begin = time.perf_counter()
    job()
    return (time.perf_counter() - begin) * 1000


def questions(archive: Archive, count: int) -> list[Position]:
    """Random positions that were on the board."""
    chance = random.Random(20)
    games = [(game.start_fen, game.moves) for _, game in archive.games(Query())]
    return [chance.choice(positions_of(*chance.choice(games))) for _ in range(count)]


def by_playing_over(archive: Archive, asked: set[Position]) -> dict[Position, list[int]]:
    """The games that had each of these positions, or its image."""
    names = defaultdict(list)
    for board, side in asked:
        for image in {board, mirror_board(board)}:
            names[image, side].append((board, side))
    found: dict[Position, set[int]] = {position: set() for position in asked}
    for game_id, game in archive.games(Query()):
        for position in positions_of(game.start_fen, game.moves):
            for name in names.get(position, ()):
                found[name].add(game_id)
    return {position: sorted(ids) for position, ids in found.items()}


def measure(archive: Archive, asked: list[Position]) -> None:
    """Ask, compare, print."""
    chance, right = random.Random(21), by_playing_over(archive, set(asked))
    times: list[float] = []
    with archive._reading() as connection:
        for position in asked:
            board, side = position
            seen = mirror_board(board) if chance.random() < 0.5 else board
            begin = time.perf_counter()
            found = [one.game_id for one in reached(connection, seen, side)]
            times.append((time.perf_counter() - begin) * 1000)
            assert sorted(found) == right[position], write_fen(board, side)
        size = connection.execute(sa.text("SELECT sum(length(entries)) FROM positions")).scalar_one()
        games = connection.execute(sa.text("SELECT count(*) FROM games")).scalar_one()
    print(f"{games:,} games; {len(asked):,} positions found as by playing over; index {size / games:.0f} bytes a game")
    print(f"lookup: median {statistics.median(times):.2f} ms, 95 % {statistics.quantiles(times, n=20)[-1]:.2f} ms")
    for name, job in (
        ("explorer at the start", lambda: archive.explore(Query())),
        ("first page of a search by date", lambda: archive.find(Query(limit=20))),
        ("first page of one opening", lambda: archive.find(Query(codes=["C42"], limit=20))),
        ("openings", lambda: archive.openings(Query())),
    ):
        print(f"{name}: {statistics.median(milliseconds(job) for _ in range(9)):.1f} ms")


FILTERS: tuple[dict[str, object], ...] = ({}, {"min_rating": 2000}, {"result": "0-1", "since": "2006"})


def compare_explorer(archive: Archive, asked: set[Position]) -> None:
    """What was played from positions, and how it went, against playing over all games that meet the same filters."""
    images = defaultdict(list)
    for board, side in asked:
        for image in {board, mirror_board(board)}:
            images[image, side].append((board, side))
    for filters in FILTERS:
        moves: dict[Position, Counter[tuple[bytes, str]]] = {position: Counter() for position in asked}
        for _, game in archive.games(Query(**filters)):  # type: ignore[arg-type]
            met = set()
            for ply, (here, side) in enumerate(positions_of(game.start_fen, game.moves)):
                for position in images.get((here, side), ()):
                    if position not in met:
                        met.add(position)
                        move = game.moves[2 * ply : 2 * ply + 2]
                        as_seen = move if here == position[0] else mirror(move)
                        symmetric = mirror_board(position[0]) == position[0]
                        moves[position][min(as_seen, mirror(as_seen)) if symmetric else as_seen, game.result] += 1
        for position, counted in moves.items():
            found = archive.explore(Query(position=write_fen(*position), **filters))  # type: ignore[arg-type]
            symmetric = mirror_board(position[0]) == position[0]
            for move, tally in found.moves:
                key = min(move, mirror(move)) if symmetric else move
                went = (counted[key, one] for one in ("1-0", "1/2-1/2", "0-1"))
                assert (tally.red_wins, tally.draws, tally.black_wins) == tuple(went), position
            assert found.total.games == counted.total(), position
            assert len(found.moves) == len({move for move, _ in counted if move}), position
    print(f"{len(asked)} positions explored with {len(FILTERS)} sets of filters, summed up as by playing over")


def written(board: bytes, chance: random.Random) -> dict[str, object]:
    """A question that a board answers: its material, a few of its points, or both, for some plies."""
    signs = [LETTERS[piece & 7] if piece >> 3 else LETTERS[piece & 7].upper() for piece in board]
    points = [f"{sign}{'abcdefghi'[point % 9]}{point // 9}" for point, sign in enumerate(signs)]
    asked: dict[str, object] = {"stands": chance.choice([1, 1, 4, 10]), "mirror": chance.random() < 0.7}
    if chance.random() < 0.6:
        sides = ["".join(f"{kind}{signs.count(kind)}" for kind in kinds) for kinds in ("ABNRCP", "abnrcp")]
        asked["material"] = chance.choice(["", "red "]) + " vs ".join(sides)
    if "material" not in asked or chance.random() < 0.5:
        asked["pattern"] = " ".join(chance.sample(points, chance.randint(1, 5)))
    return asked


def measure_shapes(archive: Archive, asked: list[Position]) -> None:
    """Ask for material and patterns, compare, print."""
    chance, compared = random.Random(22), 0
    games = [(game_id, game.start_fen, game.moves) for game_id, game in archive.games(Query(sort="id"))]
    times, work = [], []
    archive.find(Query(material="R vs C"))  # numba wakes up
    gc.freeze()  # the games kept here for comparison are not the business of a lookup
    for number, (board, _) in enumerate(asked):
        query = Query(**written(board, chance))  # type: ignore[arg-type]
        begin, busy = time.perf_counter(), time.process_time()
        with archive._reading() as connection:
            found = list(having(connection, [], shapes_of(query), query.stands))
        times.append((time.perf_counter() - begin) * 1000)
        work.append((time.process_time() - busy) * 1000)
        if number % 10 == 0:
            assert sorted(found) == [one[0] for one in games if stood(one[1], one[2], query)], query
            compared += 1
    print(f"{len(asked)} questions of material and patterns, {compared} of them answered as by looking at all boards")
    print(f"lookup: median {statistics.median(times):.0f} ms, 95 % {statistics.quantiles(times, n=20)[-1]:.0f} ms")
    print(f"processor: median {statistics.median(work):.0f} ms, 95 % {statistics.quantiles(work, n=20)[-1]:.0f} ms")


def stood(fen: str | None, moves: bytes, query: Query) -> bool:
    """Whether what is asked stood on a game's boards so long, by looking at each."""
    for shape in shapes_of(query):
        row = 0
        for board, _ in positions_of(fen, moves):
            row = row + 1 if shape.stands_on(board) else 0
            if row == query.stands:
                return True
    return False


def main() -> None:
    """Import, ask, print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file")
    parser.add_argument("--questions", type=int, default=1000)
    parser.add_argument("--shapes", type=int, default=100)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        db = Path(folder) / "positions.db"
        with Importer([options.file]) as importer:
            importer.into(db)
        with Archive.open(db) as archive:
            asked = questions(archive, options.questions)
            measure(archive, asked)
            compare_explorer(archive, set(asked[:200]))
            measure_shapes(archive, asked[: options.shapes])


if __name__ == "__main__":
    main()
