"""kypho show of games with comments and variations: the layout, the board in a variation, JSON."""

import json
from pathlib import Path

import pytest

from app.board.fen import START_FEN
from app.cli.book import INDENT, book_lines
from app.formats import write_variations
from app.formats.comments import Said, split_comment
from app.formats.moves.writer import move_text
from app.games.game import Game, Variation
from app.games.lines import read_line
from app.games.replay import position_along
from app.notation import write_games
from app.pictures.columns import width
from app.store.archive import Archive
from tests.cli.conftest import Kypho
from tests.store.made_games import BLACK_BEGINS, add, game, line, tree

MAIN = "P2-5 M8.7 M2.3 X9-8 X1-2 M2.3 B3.1 B3.1"


def variation(parent: int, before: str, words: str, **comments: str) -> Variation:
    """A variation that leaves a line behind some moves."""
    start = read_line(before, "vietnamese")
    fen = position_along(START_FEN, start).fen()
    said = {int(ply.removeprefix("ply")): text for ply, text in comments.items()}
    return Variation(parent, len(start) // 2, read_line(words, "vietnamese", fen), said)


ANNOTATED = game(
    moves=read_line(MAIN, "vietnamese"),
    comments={0: "{Ván 3}", 3: "! {Đỏ lên mã.} {Lối này chắc.}", 6: "??", 8: "đến đây Đỏ hơn"},
    variations=[
        variation(0, "P2-5 M8.7", "M8.7 X9-8 X9.1", ply3="?!", ply4="/* Đen kịp ra xe. */"),
        variation(1, "P2-5 M8.7 M8.7", "B7.1 M2.3", ply3="{trước}"),
        variation(0, "P2-5 M8.7", "X1.1"),
        variation(0, MAIN, "M8.7 P8-9"),
    ],
)
BOOK = """\
    Ván 3
1. P2-5 M8.7    2. M2.3!
    Đỏ lên mã.
    Lối này chắc.
    [1] 2. M8.7?! X9-8
        Đen kịp ra xe.
        [2]
            trước
        2. ... B7.1  3. M2.3
    3. X9.1
    [3] 2. X1.1
2. ... X9-8     3. X1-2 M2.3??  4. B3.1 B3.1
    đến đây Đỏ hơn
    [4] 5. M8.7 P8-9
"""


def set_as_book(one: Game, notation: str = "vietnamese", columns: int = 80) -> list[str]:
    (texts,) = write_games(notation, [(one.start_fen, one.moves)])
    return list(book_lines(one, texts, write_variations(one, notation), columns))


@pytest.fixture
def annotated(kypho: Kypho, tmp_path: Path) -> Kypho:
    with Archive.open(tmp_path / "kypho.db", create=True) as archive:
        add(archive, "made.cxq", ANNOTATED)
    return kypho


# ---------------------------------------------------------------- the layout


def test_a_game_with_comments_and_variations_is_set_as_in_a_book(annotated: Kypho):
    run = annotated("show", 1)
    assert (run.status, run.out.partition("\n\n")[2]) == (0, BOOK)


def test_without_a_tree_the_moves_stand_as_ever():
    for fen in (None, BLACK_BEGINS):
        one = game(moves=line(4, 31, fen or START_FEN), start_fen=fen)
        (texts,) = write_games("chinese", [(fen, one.moves)])
        assert set_as_book(one, "chinese") == move_text(one, texts).splitlines()


@pytest.mark.parametrize("fen", [None, BLACK_BEGINS])
def test_every_move_of_a_tree_is_printed_once_in_the_order_of_its_line(fen: str | None):
    moves = line(4, 30, fen or START_FEN)
    one = game(moves=moves, start_fen=fen, variations=tree(5, moves, 60, fen or START_FEN))
    (texts,) = write_games("wxf", [(fen, moves)])
    expected = [texts, *write_variations(one, "wxf")]
    found: list[list[str]] = [[] for _ in expected]
    open_lines = [0]
    for text in set_as_book(one, "wxf"):
        depth = (len(text) - len(text.lstrip())) // INDENT
        if text.strip() in ("trước", "hay"):
            assert depth == len(open_lines)
            continue
        words = text.split()
        if words[0].startswith("["):
            del open_lines[depth:]
            open_lines.append(int(words.pop(0)[1:-1]))
        del open_lines[depth + 1 :]
        found[open_lines[-1]] += [word.rstrip("!?") for word in words if not word.endswith(".")]
    assert found == expected


@pytest.mark.parametrize("columns", [40, 80, 100])
def test_lines_fit_the_terminal(columns: int):
    said = {9: "红方弃马抢攻" * 40, 12: "Đỏ hơn quân " * 40, 20: "một\n\nhai"}
    one = game(moves=line(1), comments=said, variations=tree(9, line(1), 80, longest=30))
    main, rest = set_as_book(game(moves=line(1)), columns=columns), set_as_book(one, columns=columns)
    assert max(map(width, rest)) <= max(columns, *map(width, main))
    joined = "".join(text.strip() for text in rest)
    assert "红方弃马抢攻" * 40 in joined
    assert {"    một", "    hai"} <= set(rest)


def test_a_comment_where_no_move_is_stands_at_the_nearest():
    one = game(moves=line(1, 2), comments={-1: "trước", 0: "?!", 7: "! sau"})
    (texts,), last = write_games("vietnamese", [(None, one.moves)]), set_as_book(one)
    assert last == ["    trước", "    ?!", *move_text(one, texts).splitlines(), "    !", "    sau"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("!", ("!", [])),
        ("! ?", ("!?", [])),
        ("?! {một} {hai}", ("?!", ["một", "hai"])),
        ("{một} ! /* hai\nba */", ("!", ["một", "hai\nba"])),
        ("# một\n{hai}", ("", ["một", "hai"])),
        ("Hay! Đỏ thắng {chắc}", ("", ["Hay! Đỏ thắng {chắc}"])),
        ("!Hay", ("", ["!Hay"])),
        ("! (P2-5 M8.7)", ("!", ["(P2-5 M8.7)"])),
        ("{chưa hết", ("", ["{chưa hết"])),
        ("/* chưa hết", ("", ["/* chưa hết"])),
        ("{ }", ("", [])),
        ("", ("", [])),
    ],
)
def test_remarks_are_told_from_comments(text: str, said: tuple[str, list[str]]):
    assert split_comment(text) == Said(*said)


# ---------------------------------------------------------------- the board in a variation, JSON


@pytest.mark.parametrize(("number", "ply"), [(1, 4), (2, 3), (2, 4), (4, 1), (0, 5)])
def test_the_board_in_a_variation(number: int, ply: int, annotated: Kypho):
    moves = ANNOTATED.line(number)[: 2 * ply]
    fen = position_along(START_FEN, moves).fen()
    board = annotated("board", 1, "--line", number, "--ply", ply, "--no-last").out
    assert board == annotated("board", fen).out
    shown = annotated("show", 1, "--line", number, "--ply", ply).out.partition(f"{BOOK}\n")[2]
    assert shown == annotated("board", 1, "--line", number, "--ply", ply).out
    assert shown.count("[") == 2


def test_a_line_without_a_ply_is_shown_to_its_end(annotated: Kypho):
    assert annotated("show", 1, "--line", 2).out == annotated("show", 1, "--line", 2, "--ply", 5).out


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["show", 1, "--line", 5], "the game has 4 variations, there is no line 5"),
        (["board", 1, "--line", 5, "--ply", 1], "the game has 4 variations, there is no line 5"),
        (["show", 1, "--line", 3, "--ply", 4], "line 3 of the game has 3 plies, there is no ply 4"),
        (["board", "start", "--line", 1], "--line is a variation of a game; name a game by its number"),
    ],
)
def test_a_line_that_is_not_there_is_refused(words: list[object], why: str, annotated: Kypho):
    run = annotated(*words)
    assert (run.status, run.err) == (1, f"kypho: {why}\n")


def test_json_carries_the_tree(annotated: Kypho):
    shown = json.loads(annotated("show", 1, "--json").out)
    assert shown["comments"]["6"] == "??"
    assert shown["variations"][0] == {
        "parent": 0,
        "ply": 2,
        "moves": ["M8.7", "X9-8", "X9.1"],
        "comments": {"3": "?!", "4": "/* Đen kịp ra xe. */"},
    }
    exported = json.loads(annotated("export", "-f", "jsonl").out)
    assert exported["variations"] == shown["variations"] and len(shown["variations"]) == 4


# ---------------------------------------------------------------- search


@pytest.mark.parametrize(
    ("words", "ids"),
    [
        (["--after", "P2-5 M8.7 M8.7"], []),
        (["--after", "P2-5 M8.7 M8.7", "--variations"], [1]),
        (["--after", "P8-5 M2.3 M2.3", "--variations"], [1]),
        (["--after", "P8-5 M2.3 M2.3", "--variations", "--exact"], []),
        (["--after", "P2-5 M8.7 M2.3", "--variations"], [1]),
        (["--after", "P2-5 M8.7 M8.7", "--variations", "--has", "comments", "--has", "variations"], [1]),
        (["--has", "variations", "--red", "nobody"], []),
    ],
)
def test_search_looks_into_variations(words: list[str], ids: list[int], annotated: Kypho):
    assert [found["id"] for found in json.loads(annotated("search", "--json", *words).out)] == ids


def test_the_explorer_refuses_variations(annotated: Kypho):
    assert annotated("explore", "P2-5", "--variations").status == 1
