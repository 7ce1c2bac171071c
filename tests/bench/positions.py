"""Positions over a real archive: every answer against playing all games over, and how long the answers take.

    python -m tests.bench.positions FILE [--questions 1000]

FILE is an archive of games as text. Random positions of random games are asked for, half of them as mirror images.
"""

import argparse
import random
import statistics
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path

import sqlalchemy as sa

from app.board.fen import START_BOARD, read_fen, write_fen
from app.board.keys import mirror_board
from app.ingest import Importer
from app.store.archive import Archive
from app.store.positions import reached
from app.store.query import Query

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


def main() -> None:
    """Import, ask, print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file")
    parser.add_argument("--questions", type=int, default=1000)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        db = Path(folder) / "positions.db"
        with Importer([options.file]) as importer:
            importer.into(db)
        with Archive.open(db) as archive:
            measure(archive, questions(archive, options.questions))


if __name__ == "__main__":
    main()
