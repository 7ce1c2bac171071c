"""kypho move: one move in every notation, all moves of a position."""

import json

import pytest

from tests.cli.conftest import Kypho

CANNON = {
    "wxf": "C2.5", "wxf2018": "C2=5", "xqbase": "C2.5", "cxq": "C2.5", "axf": "C2=5", "vietnamese": "P2-5",
    "vietnamese-words": "Pháo 2 bình 5", "asian": "P2=5", "asian-latin": "C2=5", "chinese": "炮二平五",
    "chinese-traditional": "炮二平五", "iccs": "H2-E2", "ucci": "h2e2", "uci": "h3e3",
}  # fmt: skip
BLACK_TO_MOVE = "4k4/9/9/9/9/9/9/9/9/3K4R b"


@pytest.mark.parametrize("text", CANNON.values())
def test_a_move_in_any_notation_is_printed_in_all(text: str, kypho: Kypho):
    run = kypho("move", "start", text)
    assert dict(line.split(maxsplit=1) for line in run.out.splitlines()) == CANNON
    assert json.loads(kypho("move", "start", text, "--json").out) == CANNON
    assert (run.status, run.err) == (0, "")


def test_all_moves_of_a_position_are_printed_in_three_notations(kypho: Kypho):
    lines = kypho("move", "start").out.splitlines()
    assert len(lines) == 44
    assert lines[0].split() == ["A0-A1", "R9+1", "X9.1"]
    moves = json.loads(kypho("move", BLACK_TO_MOVE, "--json").out)
    assert [list(move) for move in moves] == [["iccs", "wxf", "vietnamese"]] * 2
    assert [move["vietnamese"] for move in moves] == ["Tg5.1", "Tg5-6"]


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["start", "zzz"], "no notation reads 'zzz'"),
        (["start", "H2-I9"], "'H2-I9': "),
        (["start", "C1.2", "--from", "wxf"], "'C1.2': no red cannon on file 1"),
        (["start", "C2.5", "--from", "wfx"], "no notation 'wfx'; there are wxf, "),
        (["nowhere", "C2.5"], "a FEN has 10 ranks, this one 1: 'nowhere'"),
        (["", "C2.5"], "the FEN is empty"),
    ],
)
def test_what_cannot_be_read_is_answered_with_the_reason(words: list[str], sentence: str, kypho: Kypho):
    run = kypho("move", *words)
    assert run.err.startswith(f"kypho: {sentence}")
    assert (run.status, run.out, run.err.count("\n")) == (1, "", 1)
