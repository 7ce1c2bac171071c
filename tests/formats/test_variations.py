"""A record with variations becomes a game that is a tree, kept flat."""

import json

from app.board.engine import PLAIN
from app.formats import Written, write_variations
from app.formats.interpret import ANY, interpret
from app.formats.jsonl import write_all
from app.formats.record import Branch, Places, Record
from app.formats.words import split_words
from app.games.game import Game, Variation


def record(moves: str, *branches: tuple[int, int, str]) -> Record:
    """A record whose main line and variations (parent, ply, words) stand one behind the other in its text."""
    text = "\n".join((moves, *(words for _, _, words in branches)))
    places = Places(text, 0, len(text), "game.txt", 1, 1)
    made, at = [], len(moves) + 1
    for parent, ply, words in branches:
        made.append(Branch(parent, ply, split_words(words, at)))
        at += len(words) + 1
    return Record(Game(places[0]), places, 0, len(moves), opened=False, branches=made)


def game_of(item: Record) -> Game:
    (reading,) = interpret([item], lambda again: [again], PLAIN, ANY)
    return reading.game


def in_iccs(game: Game) -> list[list[str]]:
    return write_variations(game, "iccs")


def test_a_variation_takes_the_place_of_what_followed():
    game = game_of(record("1. C2.5 H8+7 2. H2+3 R9.8", (0, 1, "H2+3 R1+1 C8.6")))
    assert (game.variations[0].parent, game.variations[0].ply) == (0, 1)
    assert in_iccs(game) == [["B9-C7", "I0-I1", "H7-F7"]]
    assert game.complete


def test_a_variation_may_leave_a_variation():
    game = game_of(record("C2.5 H8+7 H2+3 R9.8", (0, 1, "H2+3 H2+3 R1.2"), (1, 2, "H8+7 H8+7")))
    assert [(variation.parent, variation.ply) for variation in game.variations] == [(0, 1), (1, 2)]
    assert in_iccs(game) == [["B9-C7", "H0-G2", "A9-B9"], ["B0-C2", "H9-G7"]]
    assert game.line(2) == game.moves[:2] + game.variations[0].moves[:2] + game.variations[1].moves


def test_a_comment_stands_behind_its_ply_also_in_a_variation():
    game = game_of(record("C2.5 H8+7", (0, 1, "{before} H2+3 {a horse} H2+3")))
    assert game.variations[0].comments == {1: "{before}", 2: "{a horse}"}


def test_what_cannot_be_played_of_a_variation_is_kept_as_a_comment_and_told():
    game = game_of(record("C2.5 H8+7 H2+3", (0, 1, "H2+3 K5+9 R1+1"), (1, 3, "R1+1"), (0, 2, "K5+9")))
    assert game.complete
    assert [fault.code for fault in game.faults] == ["bad-variation"] * 3
    assert game.variations[0].comments == {2: "(K5+9 R1+1)"}
    assert len(game.variations) == 1
    assert game.comments == {3: "(R1+1)", 2: "(K5+9)"}
    assert str(game.faults[0].place) == "game.txt:2:6"


def test_of_a_variation_without_a_move_everything_is_kept_in_the_line_that_it_leaves():
    game = game_of(record("C2.5 H8+7 H2+3 {main}", (0, 1, "H2+3 H2+3"), (1, 2, "{good} ! K5+9 R1+1"), (0, 3, "{only}")))
    assert [fault.code for fault in game.faults] == ["bad-variation"]
    assert str(game.faults[0].place) == "game.txt:3:10"
    assert game.variations == [Variation(0, 1, game.variations[0].moves, {2: "({good} ! K5+9 R1+1)"})]
    assert game.comments == {3: "{main} ({only})"}


def test_many_thousand_comments_on_one_ply_are_read_in_one_go():
    spoilt = [(0, 1, "K5+9") for _ in range(20_000)]
    game = game_of(record(f"C2.5 {'{said} ' * 20_000}H8+7", *spoilt))
    assert len(game.faults) == 20_000
    assert game.comments == {1: " ".join(["{said}"] * 20_000 + ["(K5+9)"] * 20_000)}


def test_a_deep_tree_is_read_without_recursion():
    chain = [(n, n + 1, "H2+3" if n == 0 else ["R1-1", "R1+1", "R1+1", "R1-1"][n % 4]) for n in range(30_000)]
    game = game_of(record("C2.5 H8+7", *chain))
    assert len(game.variations) == 30_000
    assert len(game.line(30_000)) == 2 * 30_001


def test_json_lines_carry_the_tree():
    game = game_of(record("C2.5 H8+7", (0, 1, "H2+3 {a horse}")))
    (line,) = write_all([Written(1, game, ["C2.5", "H8+7"], [["H2+3"]])])
    assert json.loads(line)["variations"] == [
        {"parent": 0, "ply": 1, "moves": ["H2+3"], "comments": {"2": "{a horse}"}}
    ]


def test_a_line_ends_where_its_child_leaves_it():
    game = Game.blank(Places("", 0, 0, "x", 1, 1)[0])
    game.moves = b"abcdef"
    game.variations = [Variation(0, 1, b"ghij"), Variation(1, 1, b"kl"), Variation(2, 2, b"mn")]
    assert [game.line(n) for n in range(4)] == [b"abcdef", b"abghij", b"abkl", b"abklmn"]
