"""Random legal play: pyffish, the plain and the compiled form see the same legal moves at every ply.

pyffish takes 1.5 ms a position, so most games are held against digests of the lists that it gave once
(random_play.csv); some are asked of it anew. All of them with KYPHO_ORACLE=all in the environment, in eight minutes.
"""

import os
from collections.abc import Sequence
from hashlib import blake2b

import pytest

from app.board.fen import write_fen
from tests.board.board_cases import UCI_MOVES, Form, rows
from tests.board.random_play import STARTS, lister, wander

GAMES = rows("random_play.csv")
ASKED = GAMES if os.environ.get("KYPHO_ORACLE") == "all" else GAMES[::37]


def digest_of(lists: Sequence[Sequence[int]]) -> str:
    """A digest of the legal moves at every ply of a game."""
    digest = blake2b(digest_size=8)
    for moves in lists:
        digest.update(b"%d:" % len(moves) + ",".join(map(str, moves)).encode())
    return digest.hexdigest()


def asked_of_pyffish(board: bytes | bytearray, side: int) -> list[int]:
    """The legal moves as pyffish knows them, by start, then by end point."""
    import pyffish

    return sorted(map(UCI_MOVES.__getitem__, pyffish.legal_moves("xiangqi", write_fen(board, side), [])))


def test_the_table_holds_200_000_plies_from_every_start() -> None:
    assert sum(int(game["plies"]) for game in GAMES) >= 200_000
    assert {game["start"] for game in GAMES} == set(STARTS)


def test_the_compiled_form_lists_the_moves_that_pyffish_listed(compiled: Form) -> None:
    legal = lister(compiled)
    wrong = []
    for game in GAMES:
        lists = [moves for _, _, moves, _ in wander(game["start"], int(game["seed"]), legal)]
        if (len(lists) - 1, digest_of(lists)) != (int(game["plies"]), game["digest"]):
            wrong.append(f"{game['start']} seed {game['seed']}")
    assert not wrong, "KYPHO_ORACLE=all shows the ply"


def test_pyffish_lists_the_same_moves_at_every_ply(compiled: Form) -> None:
    pyffish = pytest.importorskip("pyffish")
    legal = lister(compiled)
    for game in ASKED:
        lists = []
        for board, side, moves, _ in wander(game["start"], int(game["seed"]), legal):
            assert moves == asked_of_pyffish(board, side), write_fen(board, side)
            lists.append(moves)
            if len(lists) % 5 == 0:
                checked = bool(compiled.kernel.in_check(compiled.board(board), side))
                assert checked == pyffish.gives_check("xiangqi", write_fen(board, side), []), write_fen(board, side)
        assert digest_of(lists) == game["digest"]


@pytest.mark.parametrize("start", STARTS)
def test_both_forms_see_the_same(plain: Form, compiled: Form, start: str) -> None:
    room = compiled.room()
    for board, side, moves, _ in wander(start, 7, lister(plain), 250):
        twin, cells = compiled.board(board), plain.board(board)
        assert compiled.legal_moves(twin, side, room) == moves
        for king in (0, 1):
            assert compiled.kernel.in_check(twin, king) == plain.kernel.in_check(cells, king)
        for legal in moves:
            points = legal >> 7, legal & 127
            assert compiled.kernel.describe(twin, *points) == plain.kernel.describe(cells, *points)
        assert bytes(cells) == bytes(twin) == board
