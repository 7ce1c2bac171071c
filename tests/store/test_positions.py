"""The index of positions against playing every game over: found, mirrored, damaged, changed."""

import random
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from pathlib import Path

import pytest

from app.board.fen import START_FEN, read_fen, write_fen
from app.board.keys import mirror_board
from app.errors import FenError
from app.games.game import Game
from app.games.result import Result
from app.ingest import Importer
from app.store.archive import Archive
from app.store.query import Query
from tests.store.made_games import BLACK_BEGINS, ROOT, add, game, line, tree

RESULTS = (Result.RED, Result.BLACK, Result.DRAW)

Positions = list[tuple[bytes, int]]


def positions_of(one: Game) -> Positions:
    """Every position of a game, the start included."""
    board, side = read_fen(one.start_fen or START_FEN)
    found = [(bytes(board), side)]
    for start, end in zip(one.moves[0::2], one.moves[1::2], strict=True):
        board[end], board[start] = board[start], 0
        side = 1 - side
        found.append((bytes(board), side))
    return found


@pytest.fixture(scope="module")
def samples(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The sample games, imported; do not change it."""
    path = tmp_path_factory.mktemp("positions") / "samples.db"
    with Importer([str(ROOT / "sample_games")]) as importer:
        importer.into(path)
    return path


@pytest.fixture
def opened(samples: Path, tmp_path: Path) -> Iterator[Archive]:
    """A copy of the sample archive, to be changed."""
    copy = tmp_path / "copy.db"
    copy.write_bytes(samples.read_bytes())
    with Archive.open(copy) as archive:
        yield archive


def execute(archive: Archive, *statements: str) -> None:
    with archive._writing() as connection:
        for statement in statements:
            connection.exec_driver_sql(statement)


def assert_found_as_by_playing_over(archive: Archive, count: int = 60) -> None:
    """Random positions of the games, some mirrored, are found in exactly the games that had them."""
    played = {game_id: positions_of(one) for game_id, one in archive.games(Query())}
    had = {game_id: set(positions) for game_id, positions in played.items()}
    chance = random.Random(11)
    for _ in range(count):
        board, side = chance.choice(played[chance.choice(sorted(played))][: chance.choice([4, 12, 500])])
        image = mirror_board(board)
        if chance.random() < 0.5:
            board, image = image, board
        exact = [game_id for game_id in sorted(had) if (board, side) in had[game_id]]
        either = [game_id for game_id in sorted(had) if had[game_id] & {(board, side), (image, side)}]
        fen = write_fen(board, side)
        assert [found.id for found in archive.find(Query(position=fen, mirror=False, sort="id"))] == exact
        assert [found.id for found in archive.find(Query(position=fen, sort="id"))] == either
        assert either


def test_positions_in_variations_are_found_when_asked_for(archive: Archive):
    had, main, places = {}, {}, []
    for number in range(1, 25):
        fen = BLACK_BEGINS if number % 5 == 0 else None
        moves = line(number % 3, 14, fen or START_FEN)
        variations = tree(number, moves, number % 4 * 3, fen or START_FEN)
        one = game(f"p{number}", moves=moves, start_fen=fen, variations=variations, result=RESULTS[number % 3])
        add(archive, f"{number}.cxq", one)
        main[number] = set(positions_of(one))
        lines = [positions_of(replace(one, moves=one.line(n))) for n in range(len(one.variations) + 1)]
        had[number] = set().union(*lines)
        places += [position for positions in lines for position in positions]
    archive.rebuild()
    chance, only = random.Random(3), 0
    for board, side in chance.sample(places, 150):
        image, query = mirror_board(board), Query(position=write_fen(board, side), sort="id", variations=True)
        exact = [number for number in had if (board, side) in had[number]]
        either = [number for number in had if had[number] & {(board, side), (image, side)}]
        assert [found.id for found in archive.find(replace(query, mirror=False))] == exact
        assert [found.id for found in archive.find(query)] == either
        assert [found.id for found in archive.find(replace(query, result=Result.DRAW))] == [
            number for number in either if RESULTS[number % 3] is Result.DRAW
        ]
        played = [found.id for found in archive.find(replace(query, variations=False, mirror=False))]
        assert played == [number for number in main if (board, side) in main[number]]
        only += played != exact
    assert only > 50


def test_the_index_finds_what_playing_over_finds(opened: Archive):
    with opened._reading() as connection:
        assert connection.exec_driver_sql("SELECT count(*) FROM positions").scalar()
    assert_found_as_by_playing_over(opened, 200)


@pytest.mark.parametrize(
    "damage",
    [
        ["DELETE FROM positions", "DELETE FROM segments"],
        ["DELETE FROM positions", "DELETE FROM segments", "INSERT INTO segments VALUES (9, 500, 600)"],
        ["INSERT INTO stale SELECT id FROM games WHERE id % 3 = 0"],
        [
            "DELETE FROM copies WHERE game_id = 9",
            "DELETE FROM rejects WHERE game_id = 9",
            "DELETE FROM games WHERE id = 9",
        ],
        ["UPDATE games SET moves = substr(moves, 1, 20), plies = 10 WHERE id % 2 = 0 AND plies > 10"],
        [
            "UPDATE games SET moves = (SELECT moves FROM games WHERE id = 1), plies = (SELECT plies FROM games WHERE id = 1)"
        ],
    ],
    ids=["no index", "a strange segment", "marked", "a game gone", "games cut", "other moves"],
)
def test_a_damaged_or_outdated_index_costs_time_and_no_answer(damage: list[str], opened: Archive):
    execute(opened, *damage)
    assert_found_as_by_playing_over(opened)


def test_rebuilding_makes_the_index_whole(opened: Archive):
    execute(opened, "UPDATE positions SET entries = zeroblob(length(entries)) WHERE rowid = 1")
    assert [problem for problem in opened.check() if "index of positions is damaged" in problem]
    opened.rebuild()
    assert opened.check() == []
    assert_found_as_by_playing_over(opened)


def test_games_added_without_an_index_and_from_other_starts_are_found(archive: Archive):
    for number in range(12):
        add(archive, f"{number}.cxq", game(moves=line(number, 30), at=1))
    add(archive, "black.cxq", game(moves=line(3, 12, BLACK_BEGINS), start_fen=BLACK_BEGINS))
    assert_found_as_by_playing_over(archive)
    archive.rebuild()
    assert archive.check() == []
    assert_found_as_by_playing_over(archive)


def test_segments_take_in_those_before_them_that_are_no_larger(archive: Archive):
    for number in range(8):
        with archive.loading(0):
            add(archive, f"{number}.cxq", game(moves=line(number, 30)))
    with archive._reading() as connection:
        assert connection.exec_driver_sql("SELECT first_id, last_id FROM segments").all() == [(1, 8)]
    assert_found_as_by_playing_over(archive)


def test_a_position_is_found_after_any_order_of_moves(archive: Archive):
    one, other = bytes((19, 40, 64, 43, 1, 20)), bytes((1, 20, 64, 43, 19, 40))  # legality is not asked here
    add(archive, "a.cxq", game(moves=one))
    add(archive, "b.cxq", game("Cúc", "Dung", moves=other))
    board, side = positions_of(game(moves=one))[-1]
    assert {found.id for found in archive.find(Query(position=write_fen(board, side)))} == {1, 2}
    assert archive.find(Query(position=write_fen(board, 1 - side))) == []


def test_a_position_goes_with_every_other_question(opened: Archive):
    (fen, side), *_ = islice(positions_of(next(iter(opened.games(Query(sort="id"))))[1]), 6, 7)
    with_it = {found.id for found in opened.find(Query(position=write_fen(fen, side)))}
    won = {found.id for found in opened.find(Query(result="1-0"))}
    assert {found.id for found in opened.find(Query(position=write_fen(fen, side), result="1-0"))} == with_it & won


def test_what_is_no_position_is_refused(archive: Archive):
    with pytest.raises(FenError):
        archive.find(Query(position="nonsense"))


def test_the_index_takes_less_than_a_thousand_bytes_a_game(samples: Path):
    with Archive.open(samples) as archive, archive._reading() as connection:
        size = connection.exec_driver_sql("SELECT sum(length(entries)) FROM positions").scalar()
        count = connection.exec_driver_sql("SELECT count(*) FROM games").scalar()
    assert 0 < size < 1000 * count


def test_entries_and_openings_are_looked_up_by_index(samples: Path):
    with Archive.open(samples) as archive, archive._reading() as connection:
        for question, index in (
            (
                "SELECT entries FROM positions WHERE segment_id = 1 AND last >= 5 ORDER BY last",
                "sqlite_autoindex_positions_1",
            ),
            ("SELECT id FROM games WHERE opening IN ('C42', 'C43')", "ix_games_opening"),
            ("SELECT moves FROM games WHERE id IN (SELECT value FROM json_each('[1]'))", "INTEGER PRIMARY KEY"),
        ):
            plan = " ".join(str(row) for row in connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {question}"))
            assert index in plan and "SCAN games" not in plan and "B-TREE" not in plan
