"""A game tells its notation by being legal in it."""

from pathlib import Path

import pytest

from app.board.engine import PLAIN
from app.board.kernel import RED
from app.errors import AmbiguousMove, IllegalMove
from app.ingest import Importer
from app.notation import NOTATIONS, write_games
from app.notation.following import follow
from app.notation.recognition import DIALECTS, attempt_all
from app.notation.wxf import WXF
from app.position import Position

CLUB = Path(__file__).parent.parent.parent / "sample_games" / "club-2005-2006.cxq"


@pytest.fixture(scope="module")
def games() -> list[bytes]:
    with Importer([str(CLUB)]) as importer:
        return [game.moves for _, game in importer.games() if game.plies >= 20][:40]


def numbered(plies: list[str]) -> str:
    return " ".join(f"{n // 2 + 1}. {ply}" if n % 2 == 0 else ply for n, ply in enumerate(plies))


@pytest.mark.parametrize("name", [name for name in NOTATIONS if name != "asian-latin"])
def test_only_the_right_moves_are_legal_to_the_end(name: str, games: list[bytes]) -> None:
    texts = [numbered(plies) for plies in write_games(name, [(None, moves) for moves in games])]
    for moves, attempts in zip(games, attempt_all(texts, PLAIN)(), strict=True):
        assert {attempt.moves for attempt in attempts if attempt.is_whole} == {moves}


def test_nobody_reads_a_text_without_moves(games: list[bytes]) -> None:
    assert [list(found) for found in attempt_all(["", "hello world", "12. 13."], PLAIN)()] == [[], [], []]


def test_every_way_of_writing_is_read_by_some_dialect() -> None:
    assert len({notation.name for notation in DIALECTS}) == len(DIALECTS)


TWO_PAWNS = Position.from_fen("3k5/9/9/2p6/9/2p6/9/9/9/4K4 b")


def test_a_doubt_that_the_next_moves_settle_is_no_fault() -> None:
    words = ["P3+1", "K5+1", "P3.2", "K5-1", "P3+1", "K5+1", "P3.4"]
    moves, stop, error = follow(words, bytearray(TWO_PAWNS.board), TWO_PAWNS.side, WXF.candidates)
    assert (len(moves), stop, error) == (14, 7, None)
    assert moves[:2] == bytes((6 * 9 + 2, 5 * 9 + 2))


def test_a_doubt_that_nothing_settles_is_a_fault_at_its_word() -> None:
    moves, stop, error = follow(["P3+1", "K5+1"], bytearray(TWO_PAWNS.board), TWO_PAWNS.side, WXF.candidates)
    assert (moves, stop) == (b"", 0)
    assert isinstance(error, AmbiguousMove)


def test_following_stops_at_the_first_word_that_fits_nothing() -> None:
    start = Position.from_fen()
    moves, stop, error = follow(["C2.5", "h8+7", "K5+9", "r9.8"], bytearray(start.board), RED, WXF.candidates)
    assert (len(moves), stop) == (4, 2)
    assert isinstance(error, IllegalMove)
