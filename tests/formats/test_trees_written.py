"""Games with variations and comments, written and read back, are the same games."""

import os
import random
import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.games.date import PlayedAt
from app.games.game import Game
from app.games.result import Ending, Result
from tests.formats.foreign_cases import made_tree, nodes, read, written

EXAMPLES = int(os.environ.get("KYPHO_TREES", "60"))

AWKWARD = st.one_of(
    st.sampled_from(
        [
            "{", "}", "{}", "}{", "(", ")", ":)", "a { b", "(1. 炮二平五)", "[Event \"x\"]", "one\n[Event \"x\"]\n[Site \"y\"]",
            "\\u007B", "\\", "\\\\u005C", "% no\n% escape", ";", "; x", "$1", "1-0", "*", "!", "!?", "1. C2.5", "||", "a||b",
            "[/DhtmlXQ_comment1]", "[DhtmlXQ]", "&amp;", "<b>", "　　第一段\n　　第二段", "\U0001f600", "=====", "'", '"',
        ]
    ),
    st.text(st.characters(codec="utf-8", exclude_categories=["Cc", "Cs", "Zl", "Zp"]), min_size=1, max_size=120),
)  # fmt: skip
COMMENTS = AWKWARD.map(lambda text: text.strip(" \t\r\n\0")).filter(bool)
NAMES = st.text(
    st.characters(codec="utf-8", exclude_categories=["Cc", "Cs", "Zs", "Zl", "Zp"]), min_size=2, max_size=20
).map(lambda text: unicodedata.normalize("NFC", text))  # as all names are kept


@st.composite
def trees(draw: st.DrawFn) -> Game:
    """A game of random legal moves with variations, comments and headers."""
    game = made_tree(random.Random(draw(st.integers(0, 1 << 30))), draw(st.integers(1, 40)), draw(st.integers(0, 12)))
    lines = [(0, game.plies, game.comments)]
    lines += [(v.ply, v.ply + len(v.moves) // 2, v.comments) for v in game.variations]
    for begin, end, comments in lines:
        for ply in draw(st.sets(st.integers(begin, end), max_size=3)):
            comments[ply] = draw(COMMENTS)
    game.result = draw(st.sampled_from(Result))
    game.red.name, game.black.name = draw(NAMES.filter(_is_a_name)), draw(NAMES.filter(_is_a_name))
    game.event = draw(NAMES.filter(_is_a_name))
    game.red.rating, game.black.clock = 2105, 77
    game.played = PlayedAt("2007-10-24", "00:55:48", "CDT")
    game.ending, game.ended_by = Ending.RESIGNATION, 1
    game.headers = {"RedTeam": "Đội Bến Tre", "Round": "7", "Opening": "中炮", "Chú_thích": 'a "b" \\ c]'}
    return game


def _is_a_name(text: str) -> bool:
    return bool(text.strip("?？.-/")) and "||" not in text and "\ufeff" not in text and text.isprintable()


def same(game: Game, back: Game) -> None:
    """Two games with the same tree and the same headers."""
    assert not back.faults
    assert back.complete
    assert nodes(back) == nodes(game)
    for name in ("red", "black", "event", "site", "played", "result", "ending", "ended_by", "headers", "start_fen"):
        assert getattr(back, name) == getattr(game, name), name


@pytest.mark.parametrize(
    ("format", "notation"),
    [("pgn", None), ("pgn", "iccs"), ("pgn", "wxf"), ("pgn-xboard", None), ("dhtmlxq", None)],
)
def test_a_tree_comes_back(format: str, notation: str | None) -> None:
    @settings(max_examples=EXAMPLES, deadline=None)
    @given(trees())
    def check(game: Game) -> None:
        said = {"pgn-xboard": "san-xboard"}.get(format, notation)
        (back,) = read(written(game, format, notation), format.removesuffix("-xboard"), said)
        same(game, back)

    check()


@settings(max_examples=EXAMPLES, deadline=None)
@given(trees())
def test_dhtmlxq_keeps_even_the_order_of_variations(game: Game) -> None:
    (back,) = read(written(game, "dhtmlxq"), "dhtmlxq")
    assert (back.moves, back.variations, back.comments) == (game.moves, game.variations, game.comments)
