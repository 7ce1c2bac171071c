"""The explorer and the list of openings against counting games one by one."""

from collections import Counter
from pathlib import Path

import pytest

from app.board.fen import START_FEN, read_fen, write_fen
from app.board.keys import mirror_board
from app.games.ecco import code_of
from app.games.game import Game
from app.games.lines import mirror
from app.games.result import Result
from app.store import explorer
from app.store.archive import Archive
from app.store.query import Query
from tests.store.made_games import add, game, line
from tests.store.plans import plans
from tests.store.test_positions import positions_of, samples

__all__ = ["samples"]

FILTERS = [
    {},
    {"min_rating": 2000},
    {"result": "1-0"},
    {"player": "dang song cau"},
    {"since": "2006", "complete": True},
]


def counted(
    games: dict[int, Game], board: bytes, side: int, image: bool
) -> tuple[Counter[str], dict[bytes, Counter[str]]]:
    """Results of the games with a position, and by the move from the first time that it stood there."""
    total, moves = Counter[str](), dict[bytes, Counter[str]]()
    for one in games.values():
        for ply, (here, mover) in enumerate(positions_of(one)):
            if mover == side and (here == board or (image and here == mirror_board(board))):
                move = one.moves[2 * ply : 2 * ply + 2]
                total[one.result] += 1
                if move:
                    moves.setdefault(move if here == board else mirror(move), Counter())[one.result] += 1
                break
    return total, moves


@pytest.mark.parametrize("asked", FILTERS, ids=lambda asked: "-".join(asked) or "all")
@pytest.mark.parametrize("ply", [1, 3, 6, 11])
def test_sums_are_those_of_counting_games_one_by_one(asked: dict, ply: int, samples: Path):
    with Archive.open(samples) as archive:
        games = dict(archive.games(Query(**asked)))
        board, side = positions_of(archive.game(1).game)[ply]
        for image in (True, False):
            found = archive.explore(Query(position=write_fen(board, side), mirror=image, **asked))
            total, moves = counted(games, board, side, image)
            assert found.total.games == total.total()
            assert (found.total.red_wins, found.total.draws) == (total[Result.RED], total[Result.DRAW])
            assert {move: tally.games for move, tally in found.moves} == {
                move: sums.total() for move, sums in moves.items()
            }
            for move, tally in found.moves:
                assert (tally.red_wins, tally.black_wins) == (moves[move][Result.RED], moves[move][Result.BLACK])


@pytest.mark.parametrize("strongest", [1, explorer.STRONGEST])
@pytest.mark.parametrize("asked", FILTERS, ids=lambda asked: "-".join(asked) or "all")
def test_the_database_adds_up_at_the_start_as_game_by_game(
    asked: dict, strongest: int, samples: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(explorer, "STRONGEST", strongest)
    with Archive.open(samples) as archive:
        found = archive.explore(Query(mirror=False, **asked))
        games = [(game_id, one) for game_id, one in archive.games(Query(**asked)) if one.start_fen is None]
    rows: dict[bytes, list[explorer.Row]] = {}
    for game_id, one in games:
        date = one.played.date if one.played else None
        rows.setdefault(one.moves[:2], []).append((game_id, one.result, one.red.rating, one.black.rating, date))
    assert dict(found.moves) == {move: explorer._Sums.of(these, 0).tally(0) for move, these in rows.items()}
    assert found.total == explorer._Sums.of([row for these in rows.values() for row in these], 0).tally(0)


def test_the_start_is_summed_up_by_an_index(samples: Path):
    with Archive.open(samples) as archive:
        steps = plans(archive, lambda: archive.explore(Query()))
    assert any("ix_games_first_move" in step for step in steps)
    assert not any("TEMP B-TREE FOR GROUP BY" in step for step in steps)


def test_at_the_start_a_move_and_its_image_are_one(samples: Path):
    with Archive.open(samples) as archive:
        together, apart = archive.explore(Query()), archive.explore(Query(mirror=False))
    sums = Counter[bytes]()
    for move, tally in apart.moves:
        sums[max(move, mirror(move), key=lambda way: [point % 9 for point in way])] += tally.games
    assert {move: tally.games for move, tally in together.moves} == dict(sums)
    assert together.total.games == apart.total.games


def test_a_position_repeated_in_a_game_counts_once(archive: Archive):
    add(archive, "a.cxq", game(moves=bytes((1, 20, 82, 65, 20, 1, 65, 82)) * 2 + bytes((25, 22)), result=Result.RED))
    found = archive.explore(Query(mirror=False))
    assert [(move, tally.games) for move, tally in found.moves] == [(bytes((1, 20)), 1)]


def test_score_rating_and_performance_are_those_of_the_side_to_move(archive: Archive):
    moves = line(1, 12)
    results = [
        (Result.RED, 2000, 1800),
        (Result.DRAW, 2100, 2200),
        (Result.BLACK, 1900, 2000),
        (Result.UNKNOWN, 1000, None),
    ]
    for number, (result, red, black) in enumerate(results):
        add(archive, f"{number}.cxq", game(f"r{number}", moves=moves, result=result, ratings=(red, black), date="2007"))
    red = archive.explore(Query(position=START_FEN)).total
    assert (red.games, red.score, red.rating, red.performance, red.last, red.best) == (
        4,
        0.5,
        1750,
        2000,
        "2007",
        [2, 3, 1],
    )
    board, side = read_fen(START_FEN)
    board[moves[1]], board[moves[0]] = board[moves[0]], 0
    black = archive.explore(Query(position=write_fen(board, 1 - side))).total
    assert (black.score, black.rating, black.performance) == (0.5, 2000, 2000)


def test_a_position_that_never_was_has_no_games(archive: Archive):
    found = archive.explore(Query(position="4k4/9/9/9/9/9/9/9/4A4/4K4 w"))
    assert (found.total.games, found.total.score, found.moves) == (0, None, [])


@pytest.mark.parametrize("asked", FILTERS, ids=lambda asked: "-".join(asked) or "all")
def test_openings_are_counted_by_their_codes(asked: dict, samples: Path):
    with Archive.open(samples) as archive:
        games = [one for _, one in archive.games(Query(**asked))]
        found = archive.openings(Query(**asked))
    assert {one.code: one.games for one in found} == Counter(code_of(one.moves, one.start_fen) for one in games)
    assert sum(one.red_wins for one in found) == sum(one.result is Result.RED for one in games)
    assert [one.games for one in found] == sorted((one.games for one in found), reverse=True)


def test_a_search_by_code_finds_the_games_with_that_code(samples: Path):
    with Archive.open(samples) as archive:
        games = dict(archive.games(Query(sort="id")))
        for codes in (["C42"], ["D11", "D14"], [f"C{number:02}" for number in range(100)]):
            expected = [game_id for game_id, one in games.items() if code_of(one.moves, one.start_fen) in codes]
            assert [found.id for found in archive.find(Query(codes=codes, sort="id"))] == expected
            for found in archive.find(Query(codes=codes)):
                assert found.opening in codes
