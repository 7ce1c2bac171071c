"""Damaged archives: what is whole is found whole, what is cut is kept up to its last sure ply, what is wrong is named."""

import csv
from pathlib import Path

import pytest

from app.errors import Place
from app.games.result import Ending, Result
from app.ingest import Importer, Report
from tests.formats.format_cases import (
    BLACK_BEGINS,
    DATA,
    START,
    Fault,
    fault_of,
    numbered,
    plies,
    random_moves,
    read,
    read_games,
    read_one,
    read_sheet,
    record,
    text_of,
)

with (DATA / "EXPECTED.csv").open(encoding="utf-8", newline="") as expected:
    EXPECTED = list(csv.DictReader(expected))

NEXT = record("RED next\nBLACK player")  # a whole game that must not suffer from what stands before it


def moves_of(text: str) -> bytes:
    return read_one(f"START{{ {text} }}END").moves


# ---------------------------------------------------------------- the files


@pytest.mark.parametrize("row", EXPECTED, ids=[row["file"] for row in EXPECTED])
def test_a_damaged_file_gives_what_is_expected(row: dict[str, str]) -> None:
    readings, _ = read(text_of(row["file"]))
    kept = [reading.game for reading in readings if not reading.is_rejected]
    assert len(readings) == int(row["found"])
    # Only an archive knows a duplicate; each stands beside a game of as many plies or more.
    assert sum(game.complete for game in kept) == int(row["complete"]) + int(row["duplicate"])
    assert sum(not game.complete for game in kept) == int(row["incomplete"])
    assert len(readings) - len(kept) == int(row["rejected"])
    assert plies(*kept)[: len(row["plies"].split())] == [int(number) for number in row["plies"].split()]


def test_every_file_is_expected() -> None:
    there = {path.name for path in DATA.iterdir()} - {
        "EXPECTED.csv",
        "SOURCE.txt",
        "founding_file.txt",
        "programs",
        "pgn",
        "dhtmlxq",
    }
    assert there == {row["file"] for row in EXPECTED}


FILE_FAULTS = {
    "cut_inside_a_move_then_header.cxq": Fault("unreadable-move", 22, 5, 67),
    "illegal_move_mid_game.cxq": Fault("illegal-move", 16, 5, 31),
    "one_move_missing.cxq": Fault("wrong-side", 15, 10, 26),
}


@pytest.mark.parametrize("name", FILE_FAULTS)
def test_the_fault_of_a_damaged_file_has_its_place(name: str) -> None:
    assert fault_of(read(text_of(name))[0][0].game) == FILE_FAULTS[name]


def test_a_header_glued_to_a_cut_move_begins_the_next_game_in_its_column() -> None:
    readings, _ = read(text_of("cut_inside_a_move_then_header.cxq"))
    assert readings[1].game.place == Place("games.cxq", 22, 7)


def test_what_stands_behind_a_fault_is_kept_as_text() -> None:
    (reading,), _ = read(text_of("illegal_move_mid_game.cxq"))
    assert "16. K5+4" in reading.text
    assert reading.text.rstrip().endswith("}END")


# ---------------------------------------------------------------- block marks and headers


def test_a_missing_end_mark_cuts_the_game_at_the_next_header() -> None:
    first, second = read_games(f"RED a\nSTART{{\n{START}\n{NEXT}")
    fault = fault_of(first)
    assert (fault.code, fault.line, fault.ply) == ("cut-off", 3, 6)
    assert fault.column in (len(START), len(START) + 1)
    assert (first.plies, first.complete) == (6, False)
    assert (second.red.name, second.plies, second.complete) == ("next", 6, True)


def test_a_missing_end_mark_at_the_end_of_the_file_cuts_the_game() -> None:
    game = read_one(f"RED a\nSTART{{\n{START}")
    assert (fault_of(game).code, game.plies, game.complete) == ("cut-off", 6, False)


def test_a_game_that_ends_in_mate_needs_no_end_mark() -> None:
    game = read_one("FEN 4k4/R8/9/9/9/9/9/9/1R7/3K5 w\nSTART{\n1. R8+8")
    assert (game.plies, game.complete, game.faults) == (1, True, [])


def test_a_doubled_end_mark_ends_one_game() -> None:
    assert plies(*read_games(f"START{{ {START} }}END }}END\n}}END\n{NEXT}")) == [6, 6]


def test_an_end_mark_of_one_brace_is_enough() -> None:
    first, second = read_games(f"RED a\nSTART{{\n{START}\n}}\n{NEXT}")
    assert (first.complete, second.complete) == (True, True)


def test_block_marks_may_be_glued_to_moves_and_headers() -> None:
    text = "AUTHOR CXQSTART{1. C2.5 h8+7 2. H2+3}ENDRED c\nBLACK dSTART{1. P7+1 p7+1}ENDSTART{1.C2.5}END"
    first, second, third = read_games(text)
    assert (first.author, second.red.name, second.black.name, third.red.name) == ("CXQ", "c", "d", "")
    assert plies(first, second, third) == [3, 2, 1]


def test_prose_glued_to_an_end_mark_belongs_to_no_game() -> None:
    readings, strays = read(f"START{{ {START} }}ENDthanks for the game\n{NEXT}")
    assert [reading.game.complete for reading in readings] == [True, True]
    assert [stray.text for stray in strays] == ["thanks for the game"]


@pytest.mark.parametrize("mark", ["START{", "START {", "START\t{", "Start{"])
def test_an_opening_mark_is_no_header(mark: str) -> None:
    game = read_one(f"GAME\nRED a\nBLACK b\n{mark}\n{START} }}END\n")
    assert (game.headers, game.plies, game.complete) == ({}, 6, True)


def test_a_game_behind_an_opening_mark_with_a_blank_is_cut_off_without_an_end_mark() -> None:
    assert fault_of(read_one(f"RED a\nBLACK b\nSTART {{\n{START}\n")).code == "cut-off"


def test_a_header_glued_to_a_broken_move_cuts_the_game_before_it() -> None:
    first, second = read_games(f"RED a\nSTART{{\n1. C2.5 h8+7 2. H2{NEXT}")
    assert fault_of(first) == Fault("unreadable-move", 3, 17, 3)
    assert (first.plies, second.place.column, second.plies) == (2, 19, 6)


def test_a_header_glued_to_a_whole_move_cuts_the_game_behind_it() -> None:
    first, second = read_games(f"RED a\nSTART{{\n1. C2.5 h8+7 2. H2+3{NEXT}")
    assert (fault_of(first).code, fault_of(first).ply) == ("cut-off", 3)
    assert (first.plies, second.red.name, second.plies) == (3, "next", 6)


def test_a_record_without_moves_is_rejected() -> None:
    for text in ("RED a\nBLACK b\nSTART{\n}END\n", "RED a\nBLACK b\nSTART{ }END", "RED a\nBLACK b\n\n", "START{"):
        (reading, *rest), strays = read(text)
        assert (reading.is_rejected, rest, strays) == (True, [], [])
        assert fault_of(reading.game).code == "no-moves"


def test_moves_without_any_mark_or_header_are_a_game() -> None:
    for text in (START, START.replace(".", ")", 1), "C2.5 h8+7 H2+3 r9.8 R1.2 h2+3"):
        assert (read_one(text).plies, read_one(text).complete) == (6, True)


def test_a_score_behind_bare_moves_is_the_result() -> None:
    assert read_one(f"{START} 0-1\n").result is Result.BLACK


# ---------------------------------------------------------------- numbering


def test_a_new_numbering_without_marks_begins_a_new_game() -> None:
    first, second = read_games(f"{START}\n1. P7+1 p7+1 2. C2.3 c2.5\n")
    assert plies(first, second) == [6, 4]
    assert second.place.line == 2


def test_a_new_numbering_inside_a_block_cuts_the_game_and_begins_a_new_one() -> None:
    first, second = read_games(f"START{{\n{START} 1. P7+1 p7+1 2. C2.3 c2.5 }}END\n")
    assert (plies(first, second), first.complete) == ([6, 4], False)
    assert fault_of(first).code == "cut-off"
    assert second.place == Place("games.cxq", 2, len(START) + 2)


def test_numbers_that_are_wrong_doubled_or_missing_do_not_matter() -> None:
    text = "START{ 7. C2.5 7. h8+7 H2+3 12. 13. r9.8 99. R1.2 h2+3 100. }END"
    assert read_one(text).moves == moves_of(START)


def test_a_number_may_be_glued_to_its_move() -> None:
    assert read_one("START{ 1.C2.5 h8+7 2.H2+3 r9.8 3.R1.2 h2+3 }END").moves == moves_of(START)


# ---------------------------------------------------------------- other text among the moves


def test_a_stray_line_between_the_last_move_and_the_end_mark_does_no_harm() -> None:
    (reading,), strays = read(f"START{{\n{START}\nhello world\n}}END")
    assert (reading.game.plies, reading.game.complete) == (6, True)
    assert strays[0].fault.place == Place("games.cxq", 3)


def test_a_stray_line_among_moves_cuts_the_game_there() -> None:
    (reading,), strays = read("START{\n1. C2.5 h8+7\nhello world\n2. H2+3 r9.8 }END")
    assert fault_of(reading.game) == Fault("cut-off", 2, 12, 2)
    assert (reading.game.plies, len(strays)) == (2, 1)


def test_a_foreign_word_among_moves_cuts_the_game_there() -> None:
    game = read_one("START{\n1. C2.5 h8+7 2. hello H2+3 r9.8 }END")
    assert fault_of(game) == Fault("unreadable-move", 2, 17, 3)


def test_comments_between_headers_belong_to_no_header() -> None:
    game = read_one(f"RED a\n/* Time control G5\ninc. 20 seconds. */\nBLACK b\n# and more\nSTART{{ {START} }}END")
    assert (game.red.name, game.black.name, game.headers, game.plies) == ("a", "b", {}, 6)


def test_comments_among_moves_stand_at_their_plies() -> None:
    game = read_one("START{\n/* before */ 1. C2.5 /* red */ h8+7\n# both\n 2. H2+3 /* a\nb */ r9.8\n# end\n}END")
    assert game.moves == moves_of("1. C2.5 h8+7 2. H2+3 r9.8")
    assert game.comments == {0: "/* before */", 1: "/* red */", 2: "# both", 3: "/* a\nb */", 4: "# end"}


def test_a_comment_may_stand_between_a_number_and_its_move() -> None:
    game = read_one("START{\n1. /* why */ C2.5 h8+7\n2. /* because */ H2+3 r9.8 }END")
    assert (game.plies, game.complete) == (4, True)
    assert game.comments == {0: "/* why */", 2: "/* because */"}


def test_moves_in_a_comment_are_no_moves() -> None:
    assert read_one("START{ 1. C2.5 /* 1... c8.5 2. H2+3 */ h8+7 # 2. H8+7\n}END").plies == 2


@pytest.mark.parametrize("comment", ["{good}", "{a long\nway 1. to 2. go}", "{C2.5 was better}", "{}", "{12... r1.2}"])
def test_braces_among_moves_hold_comments(comment: str) -> None:
    text = f"RED a\nSTART{{\n1. C2.5 {comment} h8+7\n{comment} 2. H2+3 r9.8\n{comment}\n3. R1.2 h2+3 {comment} }}END\n{NEXT}"
    first, second = read_games(text)
    assert (first.moves, first.complete, second.red.name) == (moves_of(START), True, "next")
    assert first.comments == {1: comment, 2: comment, 4: comment, 6: comment}


def test_a_brace_left_open_does_not_swallow_the_end() -> None:
    first, second = read_games(f"RED a\nSTART{{\n1. C2.5 h8+7 {{good 2. H2+3 r9.8 }}END\n{NEXT}")
    assert (fault_of(first).code, first.plies, second.plies) == ("unreadable-move", 2, 6)


def test_a_block_that_has_lost_its_opening_word_is_no_comment() -> None:
    for end in ("}END", "}"):
        (game,) = [reading.game for reading in read(f"RED a\nBLACK b\n{{\n{START}\n{end}\n")[0]]
        assert (game.red.name, game.plies) == ("a", 6)


def test_remarks_stand_behind_moves_or_glued_to_the_next_number() -> None:
    game = read_one("START{\n1. C2.5! h8+7    !!2. H2+3? r9.8 !?3. R1.2 ?? h2+3 !\n}END")
    assert game.moves == moves_of(START)
    assert game.comments == {1: "!", 2: "!!", 3: "?", 4: "!?", 5: "??", 6: "!"}


def test_an_undone_move_is_taken_back() -> None:
    game = read_one("START{ 1. C2.5 h8+7 undo c8.5 2. H2+3 undo undo undo P7+1 }END")
    assert game.moves == moves_of("1. P7+1")


def test_undo_may_stand_alone_on_a_line() -> None:
    game = read_one("RED a\nSTART{\n1. C2.5 h8+7\nundo\n1. h2+3\n2. H2+3 }END")
    assert game.moves == moves_of("1. C2.5 h2+3 2. H2+3")


def test_a_pair_split_by_a_comment_has_placeholders() -> None:
    game = read_one("START{\n1. C2.5 h8+7\n2. H2+3 ...\n# good\n2.  ... r9.8 3. R1.2 h2+3 }END")
    assert game.moves == moves_of(START)
    assert game.comments == {3: "# good"}


def test_the_first_pair_may_be_split_too() -> None:
    assert read_one("START{\n1. C2.5 ...\n# good\n1.  ... h8+7 2. H2+3 r9.8 }END").plies == 4


def test_moves_left_out_cut_the_game_there() -> None:
    game = read_one("START{\n1. C2.5 h8+7 2. ... r9.8 3. R1.2 h2+3 }END")
    assert fault_of(game) == Fault("gap", 2, 17, 3)
    assert game.plies == 2


def test_dots_for_more_moves_cut_the_game_there() -> None:
    assert fault_of(read_one("START{\n1. C2.5 h8+7 ... 5. R1.2 h2+3 }END")) == Fault("gap", 2, 14, 3)


@pytest.mark.parametrize("moves", ["1. ... h8+7 2. H2+3", "1. ... H8+7 2. H2+3 R9.8", "1. ... H9-G7 2. H2-E2"])
def test_a_game_from_the_usual_start_that_lacks_reds_first_move_has_no_sure_ply(moves: str) -> None:
    game = read_one(f"RED a\nSTART{{ {moves} }}END")
    assert (game.plies, game.complete) == (0, False)


# ---------------------------------------------------------------- moves that are none


@pytest.mark.parametrize(
    ("word", "code"),
    [
        ("K5+4", "illegal-move"),
        ("H2+5", "illegal-move"),
        ("E7+8", "illegal-move"),
        ("R1+2+", "unreadable-move"),
        ("P5", "unreadable-move"),
        ("P5+11", "unreadable-move"),
        ("X5+1", "unreadable-move"),
        ("C-.5", "illegal-move"),
        ("r9.8", "wrong-side"),
        ("H2-E2", "unreadable-move"),
    ],
)
def test_a_bad_move_keeps_the_plies_before_it_and_nothing_behind(word: str, code: str) -> None:
    (reading,), strays = read(f"RED a\nSTART{{\n1. C2.5 h8+7 2. {word} r9.8 3. R1.2 h2+3 }}END\n")
    assert not strays
    fault = fault_of(reading.game)
    assert (fault.line, fault.column, fault.ply) == (3, 17, 3)
    assert fault.code in (code, "unreadable-move", "illegal-move")
    assert reading.game.moves == moves_of("1. C2.5 h8+7")
    assert not reading.game.complete


def test_two_pawns_that_could_both_move_are_not_guessed() -> None:
    game = read_one("FEN 3k5/9/9/4P4/4P4/9/9/9/9/5K3 w\nSTART{\n1. P5.4 k4+1 }END")
    assert fault_of(game) == Fault("ambiguous-move", 3, 4, 1)


def test_of_two_pawns_the_one_that_lets_the_rest_be_played_has_moved() -> None:
    fen = "FEN 3k5/9/4R4/4P4/4P4/9/9/9/9/5K3 w"
    unsigned = read_one(f"{fen}\nSTART{{ 1. P5.4 k4+1 2. P5+1 }}END")
    signed = read_one(f"{fen}\nSTART{{ 1. P+.4 k4+1 2. P5+1 }}END")
    assert (unsigned.moves, unsigned.complete) == (signed.moves, True)


def test_the_side_to_move_is_not_told_by_case_where_only_one_is_used() -> None:
    assert read_one(f"START{{ {START.upper()} }}END").moves == moves_of(START)
    assert read_one(f"START{{ {START.lower()} }}END").moves == moves_of(START)


def test_a_move_of_the_wrong_side_cuts_a_game_that_uses_both_cases() -> None:
    game = read_one("START{\n1. C2.5 h8+7 2. H2+3 3. R1.2 h2+3 }END")
    assert fault_of(game) == Fault("wrong-side", 2, 25, 4)
    assert game.plies == 3


def test_a_lost_move_is_seen_also_where_another_notation_would_go_on() -> None:
    game = read_one("START{\n1. C2+1 h8+7 2. H2+3 3. R1+1 h2+3 }END")
    assert fault_of(game) == Fault("wrong-side", 2, 25, 4)
    assert game.plies == 3


def test_moves_behind_mate_are_none() -> None:
    game = read_one("FEN 4k4/R8/9/9/9/9/9/9/1R7/3K5 w\nSTART{\n1. R8+8 k5.6 2. R9+1 }END")
    assert fault_of(game) == Fault("after-the-end", 3, 9, 2)
    assert (game.plies, game.complete) == (1, False)


MATE = "FEN 4k4/R8/9/9/9/9/9/9/1R7/3K5 w\nSTART{ 1. R8+8 }END"


def test_a_result_that_the_board_denies_is_kept_and_told() -> None:
    game = read_one(f"RESULT 0-1\n{MATE}")
    assert (game.result, game.complete, fault_of(game)) == (Result.BLACK, True, Fault("odd-result", 1, 1, 1))
    (reading,), _ = read_sheet(
        f"Result: 0-1\n{MATE.replace('FEN', 'FEN:').replace('START{', '').replace('}END', '')}\n"
    )
    assert (reading.game.result, fault_of(reading.game).code) == (Result.BLACK, "odd-result")


@pytest.mark.parametrize("result", ["1-0", "1/2-1/2", "*"])
def test_other_results_of_a_mate_are_not_odd(result: str) -> None:
    assert read_one(f"RESULT {result}\n{MATE}").faults == []


def test_moves_behind_stalemate_are_none() -> None:
    game = read_one("FEN 3k5/9/9/9/9/9/9/9/4R4/4K4 w\nSTART{\n1. R5+7 k4+1 }END")
    assert fault_of(game) == Fault("after-the-end", 3, 9, 2)


def test_the_second_fault_of_a_game_is_not_told() -> None:
    assert len(read_one("START{ 1. K5+4 h8+7 2. K5+4 }END").faults) == 1


def test_faults_on_one_line_have_their_own_columns() -> None:
    first, second = read_games("START{ 1. C2.5 K5+4 }END START{ 1. C2.5 h8+7 2. K5+4 }END")
    assert (fault_of(first).column, fault_of(first).ply) == (16, 2)
    assert (fault_of(second).column, fault_of(second).ply) == (49, 3)


# ---------------------------------------------------------------- start positions


@pytest.mark.parametrize(
    "moves", ["1. ... r5+1 2. K4+1 r5.6 3. K4.5", "1. r5+1 K4+1 2. r5.6 K4.5", "r5+1 K4+1 r5.6 K4.5"]
)
def test_black_may_begin_from_a_start_position(moves: str) -> None:
    game = read_one(f"{BLACK_BEGINS}\nSTART{{ {moves} }}END")
    assert (game.first_side, game.plies, game.complete) == (1, 4, True)


@pytest.mark.parametrize(
    "fen",
    ["3k5/9/9/9/9/9/9/9/9 w", "nonsense", "9/9/9/9/9/9/9/9/9/9 w", "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/9/9/9/RNBAKABNZ w"],
)
def test_a_bad_start_position_rejects_the_game(fen: str) -> None:
    readings, _ = read(f"RED a\nFEN {fen}\nSTART{{ {START} }}END\n{NEXT}")
    bad, after = readings
    assert bad.is_rejected
    assert fault_of(bad.game)[:2] == ("bad-fen", 2)
    assert bad.game.headers == {"FEN": fen}
    assert START in bad.text
    assert after.game.complete


@pytest.mark.parametrize(
    ("fen", "why"),
    [
        ("4k4/9/9/9/9/9/9/9/9/4K4 w", "the kings face each other"),
        ("3k5/9/9/9/3R5/9/9/9/9/4K4 w", "red is to move and could take the black king"),
        ("3k5/9/9/9/4r4/9/9/9/9/4K4 b", "black is to move and could take the red king"),
    ],
)
def test_a_position_that_cannot_have_come_about_is_no_start(fen: str, why: str) -> None:
    (reading,), _ = read(f"RED a\nFEN {fen}\nSTART{{ {START} }}END\n")
    assert reading.is_rejected
    assert fault_of(reading.game)[:2] == ("bad-fen", 2)
    assert reading.game.faults[0].message.startswith(why)
    (reading,), _ = read_sheet(f"Red: a\nFEN: {fen}\n{START}\n")
    assert (reading.is_rejected, fault_of(reading.game)[:2]) == (True, ("bad-fen", 2))


# ---------------------------------------------------------------- signs that files pick up on their way


@pytest.mark.parametrize("sign", ["\0", "\N{ZERO WIDTH SPACE}", "\N{SOFT HYPHEN}", "\N{ZERO WIDTH NO-BREAK SPACE}"])
@pytest.mark.parametrize("between", ["C2.5", "C|2.5", "C2.5|", "|C2.5"])
def test_an_invisible_sign_in_or_around_a_move_does_no_harm(sign: str, between: str) -> None:
    text = f"RED a\nSTART{{\n1. {between} h8+7 2. H|2+3 r9.8| 3. R1.2 h2+3 }}END\n".replace("|", sign)
    assert read_one(text).moves == moves_of(START)


@pytest.mark.parametrize("blank", ["\N{NO-BREAK SPACE}", "\t", "&nbsp;", "\N{IDEOGRAPHIC SPACE}", "\x0c", "  ", "\x1a"])
def test_any_blank_is_a_blank(blank: str) -> None:
    moves = START.replace(" ", blank)
    assert read_one(f"RED a\nSTART{{\n{moves} }}END\n").moves == moves_of(START)


@pytest.mark.parametrize("end", ["\r\n", "\r", "\n\n", "\r\n\r\n", " \n"])
def test_any_line_end_is_a_line_end(end: str) -> None:
    text = record("RED a\nBLACK b", START.replace(" 2.", "\n2.")).replace("\n", end)
    first, second = read_games(text * 2)
    assert (first.red.name, first.black.name, first.plies, first.complete) == ("a", "b", 6, True)
    assert second.moves == first.moves


def test_a_lone_return_is_a_line_of_its_own() -> None:
    game = read_one("RED a\rSTART{\r1. C2.5 K5+4 }END\r")
    assert fault_of(game) == Fault("illegal-move", 3, 9, 2)


def test_signs_before_the_first_and_behind_the_last_record_do_no_harm() -> None:
    assert read_one(f"\ufeff\0 {NEXT}\x1a\0\0").complete


def test_quote_marks_before_every_line_are_left_out() -> None:
    quoted = "".join(f"> {line}\n" for line in f"{NEXT}{NEXT}".splitlines())
    assert [game.red.name for game in read_games(f"[QUOTE=someone]\n{quoted}[/QUOTE]\n")] == ["next", "next"]
    assert [game.red.name for game in read_games(quoted.replace(">", "&gt;"))] == ["next", "next"]
    assert [game.red.name for game in read_games(quoted.replace(">", ">>>"))] == ["next", "next"]


def test_a_fault_in_a_quoted_game_keeps_its_column() -> None:
    assert fault_of(read_one("> START{\n> 1. C2.5 K5+4 }END")) == Fault("illegal-move", 2, 11, 2)


def test_entities_are_read_as_their_signs() -> None:
    game = read_one(f"RED Tom &quot;T&quot; ; 1 ;;\nBLACK b\nSTART{{\n{START.replace('C2.5', 'C2&#46;5')} }}END")
    assert (game.red.name, game.red.rating, game.plies) == ('Tom "T"', 1, 6)


def test_a_number_may_be_followed_by_an_entity() -> None:
    moves = START.replace(". ", ".&nbsp;")
    assert read_one(f"START{{\n{moves} }}END").plies == 6


def test_tags_of_forums_and_pages_are_left_out() -> None:
    lines = [f"{line}<br/>" for line in NEXT.splitlines()]
    text = "<p>[code]\n" + "\n".join(lines) + "\n[/code]</p>\n"
    game = read_one(text)
    assert (game.red.name, game.black.name, game.plies) == ("next", "player", 6)


# ---------------------------------------------------------------- coordinates

POINTS = {
    "h2e2": "1. h2e2 h9g7 2. h0g2 i9h9 3. i0h0 b9c7",
    "H2-E2": "1. H2-E2 H9-G7 2. H0-G2 I9-H9 3. I0-H0 B9-C7",
    "h3e3": "1. h3e3 h10g8 2. h1g3 i10h10 3. i1h1 b10c8",
}


@pytest.mark.parametrize("moves", POINTS.values(), ids=POINTS)
def test_a_file_of_coordinates_gives_the_same_moves(moves: str) -> None:
    assert read_one(f"RED a\nSTART{{ {moves} }}END").moves == moves_of(START)
    assert read_one(moves).moves == moves_of(START)


def test_a_log_in_coordinates_with_braces_of_its_own_is_read() -> None:
    text = "".join(
        f"Game\nResult 1-0(Resign)\nred {name}\nblack Bình\nStart{{\n{POINTS['H2-E2']}\n}}\n" for name in ("An", "Ba")
    )
    readings, _ = read(text)
    assert [(reading.game.red.name, reading.game.plies, reading.game.ending) for reading in readings] == [
        ("An", 6, Ending.RESIGNATION),
        ("Ba", 6, Ending.RESIGNATION),
    ]


# ---------------------------------------------------------------- extremes


def test_an_empty_file_has_no_games() -> None:
    for text in ("", "\n", " \n\t\n\0", "}END", "}END\n}END\n"):
        assert read(text) == ([], [])


def test_a_game_of_600_plies_is_read() -> None:
    there_and_back = ["H2+3", "h2+3", "H3-2", "h3-2"] * 150
    game = read_one(record("RED a\nBLACK b", numbered(there_and_back)))
    assert (game.plies, game.complete) == (600, True)


def test_binary_noise_has_no_games() -> None:
    noise = random_noise(40_000)
    readings, strays = read(noise)
    assert sum(reading.game.plies for reading in readings) == 0
    assert strays


def test_a_game_between_binary_noise_is_found() -> None:
    noise = random_noise(4_000).replace("}", "")
    readings, _ = read(f"{noise}\n{NEXT}{noise}\n{NEXT}{noise}")
    whole = [reading.game for reading in readings if reading.game.complete]
    assert [(game.red.name, game.plies) for game in whole] == [("next", 6), ("next", 6)]


def look_at(path: Path, data: bytes) -> Report:
    """What an import would make of a file of these bytes."""
    path.write_bytes(data)
    with Importer([str(path)]) as importer:
        return importer.look()


def test_a_file_of_random_bytes_is_no_error(tmp_path: Path) -> None:
    report = look_at(tmp_path / "noise.cxq", random_noise(40_000).encode("latin-1"))
    assert report.total("complete") == 0
    assert {fault.code for fault in report.faults} >= {"bad-encoding", "stray-text"}


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_a_file_may_be_in_any_unicode_encoding_with_any_line_end(tmp_path: Path, encoding: str, end: str) -> None:
    report = look_at(tmp_path / "games.cxq", (record("RED Đặng\nBLACK b") * 2).replace("\n", end).encode(encoding))
    assert (report.total("found"), report.total("complete"), report.faults) == (2, 2, [])


def test_a_bad_byte_costs_a_warning_and_no_game(tmp_path: Path) -> None:
    report = look_at(tmp_path / "games.cxq", record("RED Đặng\nBLACK b").encode() + b"RED Ren\xe9\n" + NEXT.encode())
    assert report.total("complete") == 2
    assert [fault.code for fault in report.faults if fault.code == "bad-encoding"] == ["bad-encoding"]


def random_noise(count: int) -> str:
    """Bytes of random play as Latin-1: every sign that a byte can be, in no order."""
    data = b"".join(random_moves(40, 100))
    return bytes((byte * 167 + n * n) % 256 for n, byte in enumerate(data * (1 + count // len(data))))[:count].decode(
        "latin-1"
    )
