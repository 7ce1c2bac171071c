"""Hundreds of games of random play, damaged at random: no ply is ever attached to a game that did not have it.

The damage is seeded. What each damage may do is known: see `HARM`. A line of moves that is lost, doubled or moved may
by chance go on legally, which no reader can know; that is measured apart, and the plies before it must still be right.
"""

import random
import re
from collections import Counter
from pathlib import Path
from typing import NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.board.engine import PLAIN
from app.formats.cxq import reader
from app.games.game import Game
from app.ingest import Importer
from tests.formats.format_cases import START, numbered, random_games, read

GAMES = 300
ROUNDS = 3
NAME = re.compile(r"[PQ](\d{4})Z")
NOISE = ["zz", "~~", " ", "\0", "\ufeff", "&nbsp;", "<br>", "ạ", "?", "}", "[b]", "\N{ZERO WIDTH SPACE}", "\r", "/*"]
NOISY_LINES = [
    "Ván này hay quá! Xem nước 12.",
    "hello world",
    "[QUOTE=someone]",
    "-----------------------------",
    "> > >",
    "GAME OVER",
    "RED wins",
    "Code: 1) X5.3 Tg6.1 2) P7-2 X6/3",
    "\x00\x01\x02\xff\xfe",
    "/* comment */",
    "# comment",
    "}",
    "START{",
    "",
]


class Made(NamedTuple):
    """A record as it was written, line by line, and the moves it holds. first: the number of its first line of moves."""

    lines: list[str]
    first: int
    moves: bytes


def made(chance: random.Random, n: int, moves: bytes, texts: list[str]) -> Made:
    """Game n as a record with some headers in some order."""
    headers = [f"RED     P{n:04}Z ; {1500 + n} ;;", f"BLACK   Q{n:04}Z ; {1700 + n} ;;"]
    others = ["TIME    3:7 ; -0:1", "DATE    2007-10-24 00:55:48 CDT", "EVENT   CXQ Game ; 25m/300s/30s", "TABLE 14"]
    others += [
        f"GAME    P{n:04}Z ({1500 + n}) vs Q{n:04}Z ({1700 + n})",
        f"RESULT  0-1 (resign:P{n:04}Z)",
        "FORMAT  WXF",
    ]
    headers += chance.sample(others[:-1], chance.randint(0, len(others) - 1))
    chance.shuffle(headers)
    lines = [*headers, "START{", *numbered(texts, chance.randint(2, 4)).split("\n")]
    lines[-1] += " }END"
    return Made(lines, len(headers) + 1, moves)


# ---------------------------------------------------------------- damage that can be seen


def cut(chance: random.Random, record: Made) -> str:
    """The text ends somewhere among the moves."""
    text = "\n".join(record.lines)
    return text[: chance.randint(text.index("START{") + 7, len(text) - 1)] + chance.choice(["", "\n"])


def glue(chance: random.Random, record: Made) -> str:
    """A line end is lost, perhaps the last one."""
    lines = [line + "\n" for line in record.lines]
    n = chance.randrange(len(lines))
    lines[n] = lines[n][:-1]
    return "".join(lines)


def delete(chance: random.Random, record: Made) -> str:
    """A few signs are lost."""
    signs = list("\n".join(record.lines) + "\n")
    for _ in range(chance.randint(1, 3)):
        del signs[chance.randrange(len(signs))]
    return "".join(signs)


def insert(chance: random.Random, record: Made) -> str:
    """Noise somewhere in a line."""
    text = "\n".join(record.lines) + "\n"
    at = chance.randrange(len(text))
    return text[:at] + chance.choice(NOISE) + text[at:]


def interrupt(chance: random.Random, record: Made) -> str:
    """A foreign line somewhere."""
    lines = list(record.lines)
    lines.insert(chance.randrange(len(lines)), chance.choice(NOISY_LINES))
    return "\n".join(lines) + "\n"


def unmark(chance: random.Random, record: Made) -> str:
    """A block mark is lost."""
    return ("\n".join(record.lines) + "\n").replace(chance.choice([" }END", "START{\n"]), "")


def shuffle(chance: random.Random, record: Made) -> str:
    """The headers change places."""
    headers = record.lines[: record.first - 1]
    chance.shuffle(headers)
    return "\n".join([*headers, *record.lines[record.first - 1 :]]) + "\n"


def double(chance: random.Random, record: Made) -> str:
    """A header stands there twice."""
    lines = list(record.lines)
    n = chance.randrange(record.first - 1)
    lines.insert(n, lines[n])
    return "\n".join(lines) + "\n"


HARM = (cut, glue, delete, insert, interrupt, unmark)
HARMLESS = (shuffle, double)


@pytest.fixture(scope="module")
def records() -> list[Made]:
    chance = random.Random(600)
    return [made(chance, n, *game) for n, game in enumerate(random_games(GAMES, 90))]


def whole(record: Made) -> str:
    return "\n".join(record.lines) + "\n"


def number_of(game: Game) -> int | None:
    """Which game this is, by the names that are left of it."""
    found = {int(name[1]) for seat in game.seats if (name := NAME.fullmatch(seat.name))}
    assert len(found) < 2, f"two games are mixed: {game.seats}"
    return found.pop() if found else None


@pytest.mark.parametrize("seed", range(ROUNDS))
def test_no_ply_is_attached_that_was_not_there(records: list[Made], seed: int, tmp_path: Path) -> None:
    chance = random.Random(seed)
    texts, sure = [], []
    for n, record in enumerate(records):
        damage = chance.choice((*HARM, *HARMLESS)) if chance.random() < 0.5 else None
        texts.append(damage(chance, record) if damage else whole(record))
        ends = not n or texts[n - 1].endswith(" }END\n")
        if ends and (damage is None or damage in HARMLESS):
            sure.append(n)
    readings, _ = read("".join(texts))

    best: dict[int, Game] = {}
    plies = Counter[str]()
    for reading in readings:
        game = reading.game
        n = number_of(game)
        if n is None:
            plies["nameless"] += game.plies
            continue
        assert records[n].moves.startswith(game.moves), f"game {n}, seed {seed}:\n{texts[n]}"
        if n not in best or best[n].plies < game.plies:
            best[n] = game
    complete = [n for n in sure if n in best and best[n].complete and best[n].moves == records[n].moves]
    assert len(complete) >= 0.995 * len(sure), sorted(set(sure) - set(complete))

    (tmp_path / "stress.cxq").write_text("".join(texts), encoding="utf-8", newline="")
    with Importer([str(tmp_path / "stress.cxq")]) as importer:
        report = importer.look()
    totals = {name: report.total(name) for name in ("found", "complete", "incomplete", "rejected")}
    assert totals["found"] == len(readings) == totals["complete"] + totals["incomplete"] + totals["rejected"]

    kept, there = sum(game.plies for game in best.values()), sum(len(record.moves) // 2 for record in records)
    print(  # noqa: T201
        f"seed {seed}: {totals}; {len(complete)} of {len(sure)} untouched games complete; "
        f"{kept} of {there} plies kept ({kept / there:.1%}), 0 wrong, {plies['nameless']} without a name"
    )


# ---------------------------------------------------------------- damage that cannot always be seen


def test_the_plies_before_a_lost_doubled_or_moved_line_are_right(records: list[Made]) -> None:
    chance = random.Random(7)
    texts, right = [], []
    for record in records[: GAMES // 3]:
        lines = list(record.lines)
        at = chance.randrange(record.first, len(lines) - 1)
        what = chance.choice(["lose", "double", "swap"])
        if what == "lose":
            del lines[at]
        elif what == "double":
            lines.insert(at, lines[at])
            at += 1
        else:
            lines[at], lines[at + 1] = lines[at + 1].removesuffix(" }END"), lines[at].removesuffix(" }END")
            lines[-1] += "" if lines[-1].endswith("}END") else " }END"
        texts.append("\n".join(lines) + "\n")
        before = " ".join(record.lines[record.first : at])
        right.append(2 * len(re.findall(r"[A-Za-z+\-][1-9+\-.][+\-.][1-9]", before)))
    readings, _ = read("".join(texts))
    named = {n: reading.game for reading in readings if (n := number_of(reading.game)) is not None}
    assert len(named) == len(texts)  # a first line that stands there twice begins a game without a name
    for n, game in named.items():
        assert game.moves[: right[n]] == records[n].moves[: right[n]]
    wrong = sum(not records[n].moves.startswith(game.moves) for n, game in named.items())
    incomplete = sum(not game.complete for game in named.values())
    print(f"{incomplete} of {len(texts)} seen, {wrong} with plies that only seem to fit")  # noqa: T201


# ---------------------------------------------------------------- soups

PIECES = [
    "RED An ; 2100 ;;",
    "BLACK Bình",
    "GAME",
    "GAME a (1) vs b (2)",
    "RESULT 1-0 (resign:Bình)",
    "TIME 3:7 ; -0:1",
    "DATE 2000.11.??",
    "FEN 3k5/9/9/9/4r4/9/9/9/9/5K3 b",
    "FEN nonsense",
    "TABLE 14",
    "START{",
    "}END",
    "}",
    START,
    "4. P7+1 p7+1",
    "1. ... r5+1 2. K4+1",
    "1. H2-E2 H9-G7",
    "undo",
    "...",
    "!!",
    "(a)",
    "/*",
    "*/",
    "# x",
    "> ",
    "[QUOTE]",
    "&nbsp;",
    "&#0;",
    "\0",
    "\ufeff",
    "\r",
    "\r\n",
    "\t",
    "hello",
    "1-0",
    "Đặng",
    "0",
    "12.",
]
SOUP = st.lists(st.sampled_from(PIECES) | st.text(max_size=3), max_size=25).flatmap(
    lambda pieces: st.lists(st.sampled_from(["", " ", "\n", "\n"]), min_size=len(pieces), max_size=len(pieces)).map(
        lambda ends: "".join(piece + end for piece, end in zip(pieces, ends, strict=True))
    )
)
CALM = settings(max_examples=200, deadline=None, derandomize=True, database=None)


@CALM
@given(SOUP)
def test_whatever_is_read_the_moves_of_its_games_are_legal(text: str) -> None:
    readings, strays = read(text)
    for reading in readings:
        game = reading.game
        assert game.complete == (not any(fault.code not in ("odd-header", "odd-result") for fault in game.faults))
        assert reading.is_rejected == (game.plies == 0)
        if game.start_fen is None:
            assert list(PLAIN.verify_all(game.moves, [0, len(game.moves)])()) == [-1]
    lines = text.replace("\r\n", "\n").replace("\r", "\n").count("\n") + 1
    faults = [*(fault for reading in readings for fault in reading.game.faults), *(stray.fault for stray in strays)]
    assert all(1 <= fault.place.line <= lines and fault.place.column >= 1 for fault in faults)


@CALM
@given(SOUP)
def test_whatever_is_read_the_quick_pattern_and_the_grammar_agree(text: str) -> None:
    found = read(text)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(reader, "read_regular", lambda *args: None)
        by_grammar = read(text)
    assert [reading.game for reading in found[0]] == [reading.game for reading in by_grammar[0]]
    assert found[1] == by_grammar[1]
