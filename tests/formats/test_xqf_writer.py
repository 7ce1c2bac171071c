"""A tree written as XQF and read again is the same, node for node; other programs read it too."""

import random
from dataclasses import replace
from pathlib import Path

import cchess
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.board import kernel
from app.board.fen import START_FEN, write_fen
from app.errors import Place
from app.formats import write_files
from app.formats.nodes import nodes_of
from app.formats.programs.xqf_writer import write
from app.games.date import PlayedAt
from app.games.game import Game, Seat, Variation
from app.games.replay import board_along
from app.games.result import Result
from tests.formats.program_cases import coordinates, expected, game_in, game_of
from tests.store.made_games import BLACK_BEGINS, line

SAID = st.text("abc XYZ.,?()123đặễỳ兵马炮é\n!", min_size=1, max_size=30).map(str.strip).filter(bool)
STARTS = st.sampled_from([None, BLACK_BEGINS])


@st.composite
def trees(draw: st.DrawFn) -> Game:
    """A game with variations of variations, most of them of legal random play, with comments anywhere."""
    dice = random.Random(draw(st.integers(0, 10**9)))
    fen = draw(STARTS)
    game = Game(Place("made", 1), Seat("An"), Seat("Bình"), start_fen=fen)
    game.moves = play(fen or START_FEN, dice, dice.randint(1, 30))
    for _ in range(draw(st.integers(0, 12))):
        parent = dice.randrange(len(game.variations) + 1)
        whole = game.line(parent)
        first = game.variations[parent - 1].ply if parent else 0
        ply = dice.randint(first, len(whole) // 2)
        board, side = board_along(fen, whole[: 2 * ply])
        if not kernel.legal_moves(board, side, [0] * 128):
            continue
        moves = play(write_fen(board, side), dice)
        game.variations.append(Variation(parent, ply, moves))
    for one in (game, *game.variations):
        begin = one.ply + 1 if isinstance(one, Variation) else 0
        end = (one.ply if isinstance(one, Variation) else 0) + len(one.moves) // 2
        for ply in draw(st.lists(st.integers(begin, end), max_size=3, unique=True)):
            one.comments[ply] = draw(SAID)
    return game


def play(fen: str, dice: random.Random, most: int = 6) -> bytes:
    """Legal moves, at least one, up to the end of the game."""
    board, side = board_along(fen, b"")
    played = bytearray()
    for _ in range(dice.randint(1, most)):
        legal = [0] * 128
        count = kernel.legal_moves(board, side, legal)
        if not count:
            break
        start, end = divmod(legal[dice.randrange(count)], 128)
        board[end], board[start] = board[start], 0
        played += bytes((start, end))
        side = 1 - side
    return bytes(played)


@given(trees())
@settings(max_examples=150, deadline=None)
def test_a_tree_read_again_is_equal_node_for_node_and_comment_for_comment(game: Game) -> None:
    again = game_in(write(game), "a.xqf")
    assert nodes_of(again) == replace(nodes_of(game), offsets=nodes_of(again).offsets)
    assert again.start_fen == game.start_fen


@pytest.mark.parametrize("name", [name for name in expected("") if not name.endswith(".che")])
def test_every_file_written_as_xqf_and_read_again_is_the_same_game(name: str) -> None:
    game = game_of(name)
    again = game_in(write(game), "a.xqf")
    assert (again.moves, again.variations, again.comments) == (game.moves, game.variations, game.comments)
    assert (again.red.name, again.black.name, again.event, again.result) == (
        game.red.name, game.black.name, game.event, game.result,
    )  # fmt: skip


@pytest.mark.parametrize("name", [name for name in expected(".xqf") if name != "v18-empty.xqf"])
def test_another_program_reads_the_same_lines(name: str, tmp_path: Path) -> None:
    game = game_of(name)
    (tmp_path / "a.xqf").write_bytes(write(game))
    read = cchess.read_from_xqf(str(tmp_path / "a.xqf"))
    lines = {" ".join(moves) for moves in read.dump_iccs_moves()}
    assert lines == {coordinates(game.line(number)) for number in range(len(game.variations) + 1)}


HEADERS = {
    "everything": Game(
        Place("a", 1),
        Seat("Trần B", 2400),
        Seat("Lê Cầu"),
        Result.BLACK,
        played=PlayedAt("2006-03-22"),
        event="Giải Mùa Xuân",
        site="Hà Nội",
        author="An",
        time_control="25m/300s/30s",
        headers={"Title": "顺炮", "Annotator": "Bình", "Type": "endgame", "RedTime": "1:00"},
    ),
    "nothing": Game(Place("a", 1)),
}


@pytest.mark.parametrize("game", HEADERS.values(), ids=HEADERS)
def test_headers_with_a_field_are_read_again(game: Game) -> None:
    game.moves = line(1, 10)
    again = game_in(write(game), "a.xqf")
    kept = replace(game, place=again.place, red=Seat(game.red.name))  # ratings have no field
    assert again == kept


def test_a_name_too_long_for_its_field_loses_its_accents_and_then_its_end() -> None:
    game = Game(Place("a", 1), Seat("Đặng Sông Cầu"), Seat("Nguyễn Thị Minh Khai"), moves=line(1, 10))
    again = game_in(write(game), "a.xqf")
    assert (again.red.name, again.black.name) == ("Dang Song Cau", "Nguyen Thi Minh")
    game.red.name = "红方选手红方选手甲"
    assert game_in(write(game), "a.xqf").red.name == "红方选手红方选"


def test_marks_around_comments_are_those_of_text_and_not_written() -> None:
    game = Game(Place("a", 1), moves=line(1, 10), comments={0: "{a}", 2: "/* b */", 3: "! {c}", 4: "!?", 5: "? ?d"})
    assert game_in(write(game), "a.xqf").comments == {0: "a", 2: "b", 3: "! c", 4: "!?", 5: "? ?d"}


def test_files_are_named_after_the_numbers_of_the_games() -> None:
    games = [(7, Game(Place("a", 1), moves=line(1, 10))), (9, Game(Place("a", 2), moves=line(2, 10)))]
    assert [name for name, _ in write_files(games, "xqf")] == ["7.xqf", "9.xqf"]
