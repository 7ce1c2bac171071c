"""DhtmlXQ: what is read of boards in forums, pages and scripts, and what is written."""

import pytest

from app.formats import write_variations
from app.games.game import Variation
from app.games.result import Result
from app.notation import write_games
from tests.formats.foreign_cases import bytes_of, nodes, read, read_bytes, read_one, written


def block(*entries: tuple[str, str], moves: str = "7747706279678070") -> str:
    """A block of entries around a list of moves."""
    inner = "\n".join(f"[DhtmlXQ_{key}]{value}[/DhtmlXQ_{key}]" for key, value in (*entries, ("movelist", moves)))
    return f"[DhtmlXQ]\n{inner}\n[/DhtmlXQ]\n"


def iccs(text: str) -> str:
    """The main line of the only game."""
    game = read_one(text, "dhtmlxq")
    return " ".join(next(write_games("iccs", [(game.start_fen, game.moves)])))


LINE = "H2-E2 H9-G7 H0-G2 I9-H9"

SOURCES = {
    "a block": block(moves="7747 7062 7967 8070".replace(" ", "")),
    "in a frame": "[DhtmlXQiFrame][DhtmlXQ_movelist]7747706279678070[/DhtmlXQ_movelist][/DhtmlXQiFrame]",
    "no block": "[DhtmlXQ_movelist]7747706279678070[/DhtmlXQ_movelist]",
    "not closed": "[DhtmlXQ][DhtmlXQ_movelist]7747706279678070[/DhtmlXQ_movelist]",
    "the wrong closing tag": "[DhtmlXQ][DhtmlXQ_movelist]7747706279678070[/DhtmlXQ_time][/DhtmlXQ]",
    "an empty list before": block(("movelist", "")),
    "in lines": block(moves="77477062\n79678070"),
    "a script": "<script>var DhtmlXQ_movelist = '7747706279678070';</script>",
    "tags in a script": "<script>var DhtmlXQ_movelist = '[DhtmlXQ_movelist]7747706279678070[/DhtmlXQ_movelist]';</script>",
    "numbered keys, ranks from below": "[DHJHtmlXQ][DHJHtmlXQ_34]7242796770628979[/DHJHtmlXQ_34][/DHJHtmlXQ]",
}


@pytest.mark.parametrize("text", SOURCES.values(), ids=SOURCES)
def test_moves_are_read_wherever_they_stand(text: str) -> None:
    assert iccs(text) == LINE


def test_entries_are_headers() -> None:
    game = read_one(
        block(
            ("title", "Ván hay"), ("event", "Giải Xuân"), ("date", "1995.7.7"), ("place", "Bến Tre"), ("round", "3"),
            ("red", "An"), ("redteam", "Đội 1"), ("redrating", "2105"), ("black", "Bình"), ("result", "黑胜"),
            ("open", "C77"), ("timerule", "20m"), ("author", "Cao"), ("firstnum", "0"), ("owner", "ai đó"),
        ),
        "dhtmlxq",
    )  # fmt: skip
    assert (game.event, game.site, game.played and game.played.date) == ("Giải Xuân", "Bến Tre", "1995-07-07")
    assert (game.red.name, game.red.rating, game.black.name, game.result) == ("An", 2105, "Bình", Result.BLACK)
    assert (game.time_control, game.author) == ("20m", "Cao")
    assert game.headers == {
        "Title": "Ván hay", "Round": "3", "RedTeam": "Đội 1", "Opening": "C77", "owner": "ai đó"
    }  # fmt: skip


@pytest.mark.parametrize(
    ("said", "result"),
    {"红胜": "1-0", "黑胜": "0-1", "和局": "1/2-1/2", "未知": "*", "W": "1-0", "L": "0-1", "D": "1/2-1/2"}.items(),
)
def test_results_are_said_in_chinese_or_letters(said: str, result: str) -> None:
    assert read_one(block(("result", said)), "dhtmlxq").result == result


def test_the_side_to_move_is_that_of_the_first_moved_piece() -> None:
    places = ["99"] * 32
    places[0], places[4], places[20] = "09", "49", "30"
    game = read_one(block(("binit", "".join(places)), moves="3031"), "dhtmlxq")
    assert game.start_fen == "3k5/9/9/9/9/9/9/9/9/R3K4 b - - 0 1"
    places[0], places[8] = "99", "09"  # the chariot of the other side of the list
    assert read_one(block(("binit", "".join(places)), moves="0908"), "dhtmlxq").start_fen == game.start_fen.replace(
        " b ", " w "
    )


def test_pieces_that_are_none_reject_the_game() -> None:
    (game,) = read(block(("binit", "12")), "dhtmlxq")
    assert [(fault.code, fault.place.line) for fault in game.faults] == [("bad-fen", 2)]


def test_variations_leave_their_line_before_the_ply_they_name() -> None:
    game = read_one(
        block(
            ("move_1_3_2", "1927"), ("move_0_2_1", "10227967"), ("comment0", "đầu||dòng"), ("comment2", "hai"),
            ("comment1_2", "mã"), ("comment2_3", "\\u9a6c"),
        ),
        "dhtmlxq",
    )  # fmt: skip
    assert [(v.parent, v.ply, v.comments) for v in game.variations] == [(0, 1, {2: "mã"}), (1, 2, {3: "马"})]
    assert write_variations(game, "iccs") == [["B9-C7", "H0-G2"], ["B0-C2"]]
    assert game.comments == {0: "đầu\ndòng", 2: "hai"}


def test_a_variation_of_a_line_that_is_not_there_is_told() -> None:
    game = read_one(block(("move_7_2_8", "1022")), "dhtmlxq")
    assert [fault.code for fault in game.faults] == ["bad-variation"]
    assert game.complete and game.comments == {1: "(b9c7)"}


def test_a_list_that_breaks_off_cuts_the_game() -> None:
    for text in ("[DhtmlXQ][DhtmlXQ_movelist]77477062", block(moves="7747706279")):
        game = read_one(text, "dhtmlxq")
        assert (game.plies, game.complete) == (2, False)


def test_an_illegal_move_is_named_with_its_place() -> None:
    game = read_one(block(moves="77477062\n4940"), "dhtmlxq")
    (fault,) = game.faults
    assert (fault.code, fault.place.line, fault.place.column, fault.ply) == ("illegal-move", 3, 1, 3)


def test_text_between_the_blocks_of_a_forum_belongs_to_no_game() -> None:
    readings, strays, _ = read_bytes(f"Xem ván này:\n{block()}hay lắm\n{block()}".encode())
    assert len(readings) == 2
    assert [(stray.text, stray.fault.place.line) for stray in strays] == [("Xem ván này:", 1), ("hay lắm", 5)]


def test_a_page_has_no_stray_text_and_its_entities_are_signs() -> None:
    page = f"<html><body>Xem<div>{block(('red', 'An &amp; B&igrave;nh'))}</div></body></html>"
    readings, strays, _ = read_bytes(page.encode())
    assert not strays and readings[0].game.red.name == "An & Bình"


# ---------------------------------------------------------------- written


def test_a_game_as_dhtmlxq() -> None:
    game = read_one(block(("red", "An"), ("result", "红胜"), ("ECCO", "C00"), moves="77477062"), "dhtmlxq")
    game.comments = {0: "đầu\ndòng"}
    game.variations = [Variation(0, 1, bytes((82, 65)), {2: "a||b"})]
    assert written(game, "dhtmlxq") == (
        "[DhtmlXQ]\n[DhtmlXQ_ver]www_dpxq_com[/DhtmlXQ_ver]\n[DhtmlXQ_init]500,350[/DhtmlXQ_init]\n"
        "[DhtmlXQ_red]An[/DhtmlXQ_red]\n[DhtmlXQ_result]红胜[/DhtmlXQ_result]\n[DhtmlXQ_ECCO]C00[/DhtmlXQ_ECCO]\n"
        "[DhtmlXQ_binit]0919293949596979891777062646668600102030405060708012720323436383[/DhtmlXQ_binit]\n"
        "[DhtmlXQ_movelist]77477062[/DhtmlXQ_movelist]\n[DhtmlXQ_move_0_2_1]1022[/DhtmlXQ_move_0_2_1]\n"
        "[DhtmlXQ_comment0]đầu||dòng[/DhtmlXQ_comment0]\n[DhtmlXQ_comment1_2]a\\u007C\\u007Cb[/DhtmlXQ_comment1_2]\n"
        "[/DhtmlXQ]\n\n"
    )


@pytest.mark.parametrize("format", ["dhtmlxq", "pgn"])
def test_a_tree_of_1446_variations_comes_back(format: str) -> None:
    readings, _, _ = read_bytes(bytes_of("dhtmlxq/variations-1446.txt.xz"))
    game = readings[0].game
    back = read_one(written(game, format), format)
    assert not back.faults
    assert (len(back.variations), nodes(back)) == (1446, nodes(game))


def test_a_position_comes_back() -> None:
    fen = "3akab2/9/4b4/9/2c3p2/9/4P4/3AB4/4A4/2BK5 b - - 0 1"
    game = read_one(f'[FEN "{fen}"]\n1. ... 炮３进２\n')
    back = read_one(written(game, "dhtmlxq"), "dhtmlxq")
    assert (back.start_fen, back.moves) == (fen, game.moves) and game.plies == 1
