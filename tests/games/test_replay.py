"""Games played over again up to a ply."""

import pytest

from app.board.fen import START_FEN
from app.errors import QueryError
from app.games.lines import read_line
from app.games.replay import position_after
from tests.store.made_games import BLACK_BEGINS, game

PLAYED = game(moves=read_line("C2.5 H8+7 H2+3", "wxf"))


def test_the_position_before_the_first_move_has_no_last_one():
    position, last = position_after(PLAYED, 0)
    assert (position.fen(), last) == (START_FEN, None)


def test_a_position_comes_with_the_move_that_led_there():
    position, last = position_after(PLAYED, 2)
    assert position.fen() == "rnbakab1r/9/1c4nc1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR w - - 0 1"
    assert last == (9 * 9 + 7) * 128 + 7 * 9 + 6


def test_without_a_ply_the_game_is_played_to_its_end():
    assert position_after(PLAYED) == position_after(PLAYED, 3)


def test_a_game_that_begins_elsewhere_is_played_from_there():
    begun = game(moves=read_line("K5.6", "wxf", BLACK_BEGINS), start_fen=BLACK_BEGINS)
    assert position_after(begun, 0)[0].fen() == BLACK_BEGINS
    assert position_after(begun)[0].fen().startswith("5k3/")


@pytest.mark.parametrize("ply", [-1, 4])
def test_a_ply_that_was_not_played_is_refused(ply: int):
    with pytest.raises(QueryError, match=f"the game has 3 plies, there is no ply {ply}"):
        position_after(PLAYED, ply)
