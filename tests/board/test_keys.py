"""Position keys: counted afresh and along a game, plain and compiled, a board and its image."""

import random
from array import array
from itertools import accumulate

import pytest

from app.board.engine import PLAIN, Local
from app.board.fen import START_BOARD, read_fen
from app.board.keys import key_of, mirror_board, numbers
from app.board.tracks import LAST, UPPER
from tests.board.board_cases import Form
from tests.board.random_play import STARTS, games


def boards(moves: bytes, fen: str) -> list[tuple[bytes, int]]:
    """Every position of a game, the start included."""
    board, side = read_fen(fen)
    found = [(bytes(board), side)]
    for start, end in zip(moves[0::2], moves[1::2], strict=True):
        board[end], board[start] = board[start], 0
        side = 1 - side
        found.append((bytes(board), side))
    return found


@pytest.mark.parametrize("start", sorted(STARTS))
def test_the_key_along_a_game_is_the_key_counted_afresh(start: str, form: Form):
    engine, played = Local(form.kernel), games(form, start, range(4), 120)
    board, side = read_fen(STARTS[start])
    ends = [0, *accumulate(map(len, played))]
    keys = engine.keys_all(b"".join(played), ends, bytes(board), side)()
    assert list(keys) == [key_of(*position) for moves in played for position in boards(moves, STARTS[start])]


def test_keys_are_the_same_on_every_machine():
    assert key_of(START_BOARD, 0) == 1459023504098920296
    assert key_of(START_BOARD, 1) ^ key_of(START_BOARD, 0) == numbers()[-1]


def test_no_two_pieces_on_points_have_one_number():
    given = [number for number in numbers() if number]
    assert len(given) == len(set(given)) == 14 * 90 + 1


def test_different_positions_of_games_have_different_keys(plain: Form):
    played = games(plain, "start", range(20), 100)
    positions = {position for moves in played for position in boards(moves, STARTS["start"])}
    assert len({key_of(*position) for position in positions}) == len(positions) > 1500


def test_the_image_of_an_image_is_the_board(plain: Form):
    (moves,) = games(plain, "start", [5], 60)
    for board, _ in boards(moves, STARTS["start"]):
        assert mirror_board(mirror_board(board)) == board
    assert mirror_board(START_BOARD) == START_BOARD


def test_both_forms_make_the_same_index(plain: Form, compiled: Form):
    played = games(plain, "start", range(30), 120)
    ends = [0, *accumulate(map(len, played))]
    made = PLAIN.index_all(b"".join(played), ends, range(30))()
    assert Local(compiled.kernel).index_all(b"".join(played), ends, range(30))() == made


@pytest.mark.parametrize("seed", range(4))
def test_entries_are_sorted_by_key_and_keep_their_order(seed: int, form: Form):
    drawn = random.Random(seed)
    keys = [drawn.choice((-(2**63), -1, 0, 2**63 - 1, drawn.getrandbits(64) - 2**63)) & UPPER for _ in range(3000)]
    entries = array("q", (key | n << 16 for n, key in enumerate(keys)))
    sought = sorted(entries)
    form.kernel.sort(entries, array("q", bytes(8 * len(entries))), array("q", bytes(8 * 256)))
    assert entries.tolist() == sought


def test_an_index_has_each_position_of_a_game_once_with_its_first_ply():
    there_and_back = bytes((1, 20, 82, 65, 20, 1, 65, 82)) * 2
    entries = array("q", PLAIN.index_all(there_and_back, [0, 16], [7])())
    assert list(entries) == sorted(entries)
    first_plies = {
        key_of(*position) & UPPER: ply
        for ply, position in reversed([*enumerate(boards(there_and_back, STARTS["start"]))])
    }
    assert {entry & UPPER: entry & LAST for entry in entries} == first_plies
    assert len(entries) == 4 and {entry >> 16 & 65535 for entry in entries} == {7}
