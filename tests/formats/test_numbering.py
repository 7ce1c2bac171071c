"""Move numbers as evidence: lines of moves that are lost, doubled or moved; and numbers that are odd and harmless."""

import pytest

from app.board.engine import Engine
from app.formats.interpret.numbering import Numbered, are_in_order, broken
from app.notation import write_games
from tests.formats.format_cases import Fault, fault_of, numbered, random_games, random_moves, read, read_one, read_sheet

# Either side goes out and back with one piece after another: whatever is lost or doubled, much of the rest stays legal.
THERE = [
    "C2.5",
    "c2.5",
    "C5.2",
    "c5.2",
    "H2+3",
    "h2+3",
    "H3-2",
    "h3-2",
    "R1+1",
    "r1+1",
    "R1-1",
    "r1-1",
    "A4+5",
    "a4+5",
    "A5-4",
    "a5-4",
    "E3+5",
    "e3+5",
    "E5-3",
    "e5-3",
]
LONG = (THERE * 4)[:64]  # 32 pairs


def sheet(lines: list[str]) -> str:
    return "RED a\nBLACK b\nSTART{\n" + "\n".join(lines) + " }END\n"


def lines_of(pairs_a_line: int) -> list[str]:
    return numbered(LONG, pairs_a_line).split("\n")


@pytest.mark.parametrize("pairs_a_line", [1, 2, 3, 4])
@pytest.mark.parametrize("lost", [0, 1, 3, -1])
def test_behind_a_lost_line_nothing_is_attached(pairs_a_line: int, lost: int) -> None:
    lines = lines_of(pairs_a_line)
    whole = read_one(sheet(lines)).moves
    if lost == -1:
        lost = len(lines) - 2  # only the last line stands behind it
    game = read_one(sheet(lines[:lost] + lines[lost + 1 :]))
    assert game.moves == whole[: lost * pairs_a_line * 4]
    assert not game.complete
    assert game.faults[-1].code in ("gap", "illegal-move")


def test_the_fault_of_a_lost_line_stands_at_the_number_that_jumps() -> None:
    lines = lines_of(2)
    del lines[2]
    game = read_one(sheet(lines))
    assert fault_of(game) == Fault("gap", 6, 1, 9)
    assert game.faults[0].message == "behind 4. comes 7.: moves are missing before it"


@pytest.mark.parametrize("pairs_a_line", [1, 2, 3])
def test_behind_a_doubled_line_nothing_is_attached(pairs_a_line: int) -> None:
    lines = lines_of(pairs_a_line)
    whole = read_one(sheet(lines)).moves
    game = read_one(sheet(lines[:4] + lines[3:]))
    assert game.moves == whole[: 4 * pairs_a_line * 4]
    assert game.faults[-1].code in ("gap", "wrong-side", "illegal-move")


@pytest.mark.parametrize("pairs_a_line", [1, 2, 3])
def test_behind_lines_that_changed_places_nothing_is_attached(pairs_a_line: int) -> None:
    lines = lines_of(pairs_a_line)
    whole = read_one(sheet(lines)).moves
    lines[3], lines[4] = lines[4], lines[3]
    game = read_one(sheet(lines))
    assert game.moves == whole[: 3 * pairs_a_line * 4]
    assert game.faults[-1].code in ("gap", "illegal-move")


@pytest.mark.parametrize("pairs_a_line", [1, 2, 3])
@pytest.mark.parametrize("other", [5, 6, 8])
def test_behind_lines_far_from_each_other_that_changed_places_nothing_is_attached(
    pairs_a_line: int, other: int
) -> None:
    lines = lines_of(pairs_a_line)
    whole = read_one(sheet(lines)).moves
    lines[3], lines[other] = lines[other], lines[3]
    game = read_one(sheet(lines))
    assert game.moves == whole[: 3 * pairs_a_line * 4]


def test_a_pair_lost_inside_a_line_makes_the_pair_before_it_unsure() -> None:
    """What is left may be one move of each pair."""
    text = " ".join(numbered(LONG, 1).split("\n")[:10])
    cut = text.replace("h2+3 4. H3-2 ", "")  # `3. H2+3 h3-2 5. ...`
    game = read_one(f"START{{\n{cut} }}END")
    assert (game.plies, game.faults[-1].code) == (4, "illegal-move") or game.plies <= 5


def test_a_lost_move_of_a_game_in_one_case_is_told_by_the_number() -> None:
    text = " ".join(numbered(LONG, 1).upper().split("\n")[:10])
    game = read_one(f"START{{\n{text.replace('3. H2+3 ', '3. ')} }}END")
    assert (game.plies, fault_of(game).code) == (4, "gap")


def test_the_same_in_a_scoresheet() -> None:
    (reading,), _ = read_sheet("1. P2-5 M8.7\n2. M2.3 X9-8\n4. B7.1 B7.1\n5. M8.7 M2.3\n")
    assert (reading.game.plies, fault_of(reading.game)) == (4, Fault("gap", 3, 1, 5))


def test_a_game_that_begins_with_a_later_number_has_no_sure_ply() -> None:
    game = read_one("RED a\nBLACK b\nSTART{\n4. C2.5 h8+7 5. H2+3 r9.8 6. R1.2 h2+3 }END")
    assert game.plies == 0
    assert game.faults[0].message == "behind the beginning comes 4.: moves are missing before it"


@pytest.mark.parametrize("first", [1, 2, 12])
def test_a_game_from_a_position_may_begin_with_any_number(first: int) -> None:
    fen = "FEN rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABN1 w"
    game = read_one(f"{fen}\nSTART{{\n{numbered(THERE[:4] * 2, 1, first)} }}END")
    assert (game.plies, game.complete) == (8, True)


HARMLESS = {
    "none": " ".join(LONG),
    "one a ply": " ".join(f"{n}. {word}" for n, word in enumerate(LONG, start=1)),
    "all the same": " ".join(f"7. {pair}" for pair in map(" ".join, zip(LONG[::2], LONG[1::2], strict=True))),
    "one misprint": numbered(LONG).replace("17.", "71."),
    "misprints side by side": numbered(LONG).replace("17.", "7.").replace("18.", "6.").replace("19.", "79."),
    "a misprint at the end": numbered(LONG).replace("32.", "7."),
    "some left out": numbered(LONG).replace("17.", "").replace("18.", "").replace("30.", ""),
    "one a line": "\n".join(f"{n + 1}. {' '.join(LONG[2 * n : 2 * n + 4])}" for n in range(0, 32, 2)),
    "one again, and on from there": numbered(LONG[:20]) + "\n" + numbered(LONG[20:], first=10),
    "back at 90, as in two columns": numbered(LONG[:40]) + "\n" + numbered(LONG[40:], first=2),
    "with brackets": numbered(LONG).replace(".", ")").replace(")2", ".2").replace(")5", ".5"),
    "behind an undone move": "1. C2.5 c2.5 undo undo 2. H2+3 h2+3 3. R1+1 r1+1",
    "of both moves": " ".join(f"{n // 2 + 1}.{'..' * (n % 2)} {word}" for n, word in enumerate(LONG)),
}


@pytest.mark.parametrize("moves", HARMLESS.values(), ids=HARMLESS)
def test_odd_numbers_do_no_harm(moves: str) -> None:
    game = read_one(f"RED a\nBLACK b\nSTART{{\n{moves} }}END")
    assert (game.complete, game.faults) == (True, [])
    assert game.plies in (64, 4)


def test_no_number_of_random_play_does_harm() -> None:
    for moves, texts in random_games(40, 120):
        game = read_one(f"RED a\nBLACK b\nSTART{{\n{numbered(texts)} }}END")
        assert (game.moves, game.complete) == (moves, True)


def test_a_lost_line_of_random_play_is_always_seen() -> None:
    for n, (moves, texts) in enumerate(random_games(60, 120)):
        lines = numbered(texts).split("\n")
        if len(lines) < 4:
            continue
        at = n % (len(lines) - 2)
        game = read_one(sheet(lines[:at] + lines[at + 1 :]))
        assert (game.moves, game.complete) == (moves[: 12 * at], False)


def test_a_lost_line_in_vietnamese_is_always_seen() -> None:
    played = random_moves(40, 80)
    for n, texts in enumerate(write_games("vietnamese", [(None, moves) for moves in played])):
        lines = numbered(texts, 2).split("\n")
        at = 1 + n % (len(lines) - 3)
        (reading,), _ = read_sheet("\n".join(lines[:at] + lines[at + 1 :]))
        assert (reading.game.moves, reading.game.complete) == (played[n][: 8 * at], False)


def test_both_forms_of_the_kernel_stop_at_a_number_out_of_its_order() -> None:
    from app.board.engine import PLAIN, Local

    engines: list[Engine] = [PLAIN]
    try:
        from app.board.compiled import load

        engines.append(Local(load()))
    except ImportError:
        pass
    texts = [
        sheet(lines_of(3)),
        sheet(lines_of(3)[:2] + lines_of(3)[3:]),
        sheet(["1. C2.5 c2.5 99999999999999999999. H2+3"]),
    ]
    for text in texts:
        first, *others = [[reading.game for reading in read(text, engine)[0]] for engine in engines]
        assert all(other == first for other in others)


def test_numbers_that_say_that_nothing_is_missing() -> None:
    assert are_in_order([Numbered(1, 0, 0), Numbered(2, 2, 0), Numbered(2, 3, 0, half=True)])
    assert not are_in_order([Numbered(1, 0, 0)])
    assert not are_in_order([Numbered(1, 0, 0), Numbered(2, 1, 0)])


def test_twice_the_numbers_take_about_twice_as_long() -> None:
    numbers = [Numbered(n // 2 * 7 % 1000, n, n) for n in range(100_000)]
    assert broken(numbers, ["C2.5"] * 100_000, 0, True, 100_000, True) is None
