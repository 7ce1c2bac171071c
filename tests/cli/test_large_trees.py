"""A tree of 200,000 moves, as broad and as deep as they come: kept, shown, written, checked and searched."""

import json
import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.board.fen import START_FEN
from app.games.game import Variation
from app.games.replay import position_along
from app.store.archive import Archive
from tests.cli.conftest import Kypho
from tests.store.made_games import add, game

NODES, LENGTH = 200_000, 10
HOMES = ((0, 8), (81, 89))  # of the chariots, which step forth and back: always legal
AWAY = ((9, 17), (72, 80))


def steps(out: list[bool], side: int, count: int, chance: random.Random) -> Iterator[bytes]:
    """Moves from where these chariots, two of each side, have stepped out."""
    for _ in range(count):
        which = chance.random() < 0.5
        at = 2 * side + which
        there = HOMES[side][which], AWAY[side][which]
        out[at] = not out[at]
        yield bytes(there if out[at] else there[::-1])
        side = 1 - side


def standing(moves: bytes) -> list[bool]:
    """Which chariots have stepped out after some moves from the start."""
    out = [False] * 4
    for point in moves[0::2]:
        side = point > 45
        which = point % 9 == 8
        out[2 * side + which] ^= True
    return out


def tree_of(moves: bytes, nodes: int) -> list[Variation]:
    """Half of the variations leave the one before at its end or near it, the others leave any line anywhere."""
    chance, found = random.Random(5), list[Variation]()
    outs = [standing(moves[: 2 * ply]) for ply in range(len(moves) // 2 + 1)]
    spans = [(0, outs)]
    while len(found) * LENGTH < nodes:
        number = len(found)
        parent = number if number % 2 else chance.randrange(number + 1)
        begin, boards = spans[parent]
        within = chance.randrange(len(boards))
        ply, out = begin + within, list(boards[within])
        own, after = bytearray(), [list(out)]
        for move in steps(out, ply % 2, LENGTH, chance):
            own += move
            after.append(list(out))
        found.append(Variation(parent, ply, bytes(own), {ply + 3: "!"} if number % 10 == 0 else {}))
        spans.append((ply, after))
    return found


@pytest.fixture
def grown(kypho: Kypho, tmp_path: Path) -> Kypho:
    moves = b"".join(steps([False] * 4, 0, 60, random.Random(1)))
    with Archive.open(tmp_path / "kypho.db", create=True) as archive:
        add(archive, "made.cxq", game(moves=moves, variations=tree_of(moves, NODES)))
        assert add(archive, "again.cxq", game(moves=moves, variations=tree_of(moves, NODES))).duplicate == 1
    return kypho


def test_a_tree_of_200_000_moves(grown: Kypho, tmp_path: Path):
    shown = json.loads(grown("show", 1, "--json", "-n", "iccs").out)
    assert sum(len(one["moves"]) for one in shown["variations"]) == NODES
    exported = json.loads(grown("export", "-f", "jsonl", "-n", "iccs").out)
    assert exported["variations"] == shown["variations"]
    assert grown("show", 1, "-n", "iccs").out.count("-") > NODES
    with Archive.open(tmp_path / "kypho.db") as archive:
        last = archive.game(1).game.line(NODES // LENGTH)
    fen = position_along(START_FEN, last).fen()
    assert [found["id"] for found in json.loads(grown("search", "--json", "--variations", "--position", fen).out)] == [
        1
    ]
    assert grown("db", "check").out == "1 games replay, all counts agree\n"
