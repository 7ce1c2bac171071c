"""Real games, damaged at random with a known truth: no exception, closing sums, no ply that the game did not have.

KYPHO_STRESS sets how many games are made (20,000 is the full size). The games are those of the sample archive, each
with names of its own, so that what is read can be held against what was written.
"""

import os
import random
import re
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from app.games.game import Game
from app.ingest import Importer
from tests.formats.format_cases import read

GAMES = int(os.environ.get("KYPHO_STRESS", "3000"))
DAMAGED = 0.5  # of the games
A_FILE = 500  # games
SAMPLE = Path(__file__).parent.parent.parent / "sample_games" / "club-2005-2006.cxq"
NAME = re.compile(r"[PQ](\d{6})Z")
NOISE = [
    "zz",
    "~",
    " ",
    "\0",
    "\ufeff",
    "&nbsp;",
    "<br>",
    "ạ",
    "?",
    "[b]",
    "\u200b",
    "\r",
    "/*",
    "{",
    "!!",
    "0",
    "9",
    ".",
]
FOREIGN = [
    "Ván này hay quá! Xem nước 12.",
    "hello world",
    "[QUOTE=someone]",
    "> > >",
    "GAME OVER",
    "RED wins",
    "12. P2-5 là nước hay nhất",
    "Code: 1) X5.3 Tg6.1 2) P7-2 X6/3",
    "\x00\x01\x02",
    "{a comment}",
    "# comment",
    "}",
    "",
]


class Made(NamedTuple):
    """A record as it was written: its headers, its lines of moves, the moves they hold."""

    headers: list[str]
    lines: list[str]
    moves: bytes

    def text(self) -> str:
        return "\n".join([*self.headers, "START{", *self.lines]) + " }END\n"


Damage = Callable[[random.Random, Made, Made], str]


@pytest.fixture(scope="module")
def real() -> list[tuple[list[str], bytes]]:
    """The lines of moves of the sample games, and what they mean."""
    text = SAMPLE.read_text(encoding="utf-8")
    lines = [
        block.strip("\n").removesuffix(" }END").split("\n")
        for block in re.findall(r"START\{(.*?)(?=\n\n|\Z)", text, re.DOTALL)
    ]
    games = [reading.game for reading in read(text)[0]]
    assert len(games) == len(lines) and all(game.complete for game in games)
    return [(found, game.moves) for found, game in zip(lines, games, strict=True)]


def made(chance: random.Random, n: int, real: list[tuple[list[str], bytes]]) -> Made:
    """Game n, with some headers in some order."""
    lines, moves = chance.choice(real)
    headers = [f"RED     P{n:06}Z ; {1500 + n % 999} ;;", f"BLACK   Q{n:06}Z ; {1700 + n % 999} ;;"]
    others = ["TIME    3:7 ; -0:1", "DATE    2007-10-24 00:55:48 CDT", "EVENT   CXQ Game ; 25m/300s/30s", "TABLE   14"]
    others += [f"RESULT  0-1 (resign:P{n:06}Z)", "FORMAT  WXF", "PLACE   Hà Nội"]
    headers += chance.sample(others, chance.randint(0, len(others)))
    chance.shuffle(headers)
    if headers[0].startswith("TABLE"):  # the first header of a record is one that is known
        headers.append(headers.pop(0))
    return Made(headers, list(lines), moves)


# ---------------------------------------------------------------- damage


def cut(chance: random.Random, one: Made, other: Made) -> str:
    """The text ends somewhere among the moves."""
    text = one.text()
    return text[: chance.randint(text.index("START{") + 7, len(text) - 1)] + chance.choice(["", "\n", "\n\n"])


def cut_out(chance: random.Random, one: Made, other: Made) -> str:
    """A stretch is missing inside a line of moves. It does not make one move of the halves of two: what is left would
    be the same if one of them had never been written."""
    n = chance.randrange(len(one.lines))
    line = one.lines[n]
    begin = chance.randrange(len(line))
    rest = line[begin + chance.randint(1, 12) :]
    halves = line[:begin][-1:].strip() and rest[:1].strip()
    one.lines[n] = line[:begin] + (" " if halves else "") + rest
    return one.text()


def glue(chance: random.Random, one: Made, other: Made) -> str:
    """Line ends are lost."""
    text = one.text()
    for _ in range(chance.randint(1, 3)):
        ends = [found.start() for found in re.finditer("\n", text)]
        at = chance.choice(ends)
        text = text[:at] + chance.choice(["", " "]) + text[at + 1 :]
    return text


def splice(chance: random.Random, one: Made, other: Made) -> str:
    """Behind the beginning of a game stands the rest of another; its numbers do not happen to go on."""
    cut = chance.randrange(1, len(one.lines) + 1)
    rest = [line for n, line in enumerate(other.lines) if n != cut][chance.randrange(1, max(2, len(other.lines) - 1)) :]
    if rest and other.lines.index(rest[0]) == cut:
        rest = rest[1:]
    return one._replace(lines=[*one.lines[:cut], *rest]).text() if cut < len(one.lines) else one.text()


def lose(chance: random.Random, one: Made, other: Made) -> str:
    """A line of moves is lost."""
    del one.lines[chance.randrange(len(one.lines))]
    return one.text()


def double(chance: random.Random, one: Made, other: Made) -> str:
    """A line of moves stands there twice."""
    n = chance.randrange(len(one.lines))
    one.lines.insert(n, one.lines[n])
    return one.text()


def swap(chance: random.Random, one: Made, other: Made) -> str:
    """Two lines of moves change places."""
    a, b = chance.randrange(len(one.lines)), chance.randrange(len(one.lines))
    one.lines[a], one.lines[b] = one.lines[b], one.lines[a]
    return one.text()


def noise(chance: random.Random, one: Made, other: Made) -> str:
    """Signs that do not belong there."""
    text = one.text()
    for _ in range(chance.randint(1, 3)):
        at = chance.randrange(len(text))
        text = text[:at] + chance.choice(NOISE) + text[at:]
    return text


def interrupt(chance: random.Random, one: Made, other: Made) -> str:
    """A foreign line somewhere."""
    lines = one.text().split("\n")
    lines.insert(chance.randrange(len(lines)), chance.choice(FOREIGN))
    return "\n".join(lines)


def unmark(chance: random.Random, one: Made, other: Made) -> str:
    """A block mark is lost."""
    return one.text().replace(chance.choice([" }END", "START{\n"]), "")


# What does no harm: the game must come out whole.


def quote(chance: random.Random, one: Made, other: Made) -> str:
    """Marks before every line, or entities and tags."""
    how = chance.randrange(3)
    if how == 0:
        return "".join(f"> {line}\n" for line in one.text().splitlines())
    if how == 1:
        return one.text().replace("  ", "&nbsp; ").replace("\n", "<br>\n")
    return f"[QUOTE=x][code]\n{one.text()}[/code][/QUOTE]\n"


def spread(chance: random.Random, one: Made, other: Made) -> str:
    """A blank line behind every line, other blanks, other line ends."""
    text = one.text()
    return chance.choice(
        [text.replace("\n", "\n\n"), text.replace(" ", "\xa0"), text.replace("\n", "\r\n"), text.replace(" ", "\t")]
    )


def move_header(chance: random.Random, one: Made, other: Made) -> str:
    """A header stands below the moves."""
    moved = one.headers.pop(chance.randrange(len(one.headers)))
    while moved.startswith("TABLE"):
        one.headers.append(moved)
        moved = one.headers.pop(0)
    return one.text().replace(" }END", f"\n{moved}\n}}END")


def renumber(chance: random.Random, one: Made, other: Made) -> str:
    """One number is a misprint, not the last."""
    n = chance.randrange(max(1, len(one.lines) - 1))
    one.lines[n] = re.sub(r"\b\d+\. ", "77. ", one.lines[n], count=1) if len(one.lines) > 2 else one.lines[n]
    return one.text()


def shuffle(chance: random.Random, one: Made, other: Made) -> str:
    """The headers change places, and one stands there twice."""
    chance.shuffle(one.headers)
    known = [header for header in one.headers if not header.startswith("TABLE")]
    return one._replace(headers=[known[0], *(header for header in one.headers if header != known[0]), known[-1]]).text()


HARM: tuple[Damage, ...] = (cut, cut_out, glue, splice, lose, double, swap, noise, interrupt, unmark)
HARMLESS: tuple[Damage, ...] = (quote, spread, move_header, renumber, shuffle)


# ---------------------------------------------------------------- what is read against what was written


class Tally:
    """What became of all the games."""

    def __init__(self) -> None:
        self.counts = Counter[str]()
        self.faults = Counter[str]()
        self.wrong: list[str] = []
        self.missed: list[str] = []

    def file(self, chance: random.Random, first: int, real: list[tuple[list[str], bytes]], path: Path) -> None:
        """Make a file of games, read it, and hold the answer against the truth."""
        truth: dict[int, bytes] = {}
        texts: list[str] = []
        harmed: dict[int, str] = {}
        whole: list[int] = []
        for n in range(first, first + A_FILE):
            one, other = made(chance, n, real), made(chance, n, real)
            truth[n] = one.moves
            damage = chance.choice(HARM + HARMLESS) if chance.random() < DAMAGED else None
            apart = chance.choice(["", "\n"])
            ends = not texts or texts[-1].rstrip().endswith("}END") or n - 1 not in harmed
            texts.append((damage(chance, one, other) if damage else one.text()) + apart)
            if damage in HARM and damage is not None:
                harmed[n] = damage.__name__
            elif ends:
                whole.append(n)
        text = "".join(texts)
        readings, _ = read(text)
        best: dict[int, Game] = {}
        for reading in readings:
            game = reading.game
            self.faults.update(fault.code for fault in game.faults)
            numbers = {int(name[1]) for seat in game.seats if (name := NAME.fullmatch(seat.name))}
            if len(numbers) > 1:
                self.wrong.append(f"names of two games: {game.seats}")
            for n in numbers:
                if not truth[n].startswith(game.moves):
                    self.wrong.append(f"game {n}, {harmed.get(n)}:\n{texts[n - first]}")
                if n not in best or best[n].plies < game.plies:
                    best[n] = game
            if not numbers:
                self.counts["nameless"] += 1
                if game.moves and not any(moves.startswith(game.moves) for moves in truth.values()):
                    self.wrong.append(f"a nameless game of {game.plies} plies near line {game.place.line}")
        for n in whole:
            if not (n in best and best[n].complete and best[n].moves == truth[n]):
                self.missed.append(f"game {n} behind {harmed.get(n - 1)}:\n{texts[n - first]}")
        self.counts["made"] += A_FILE
        self.counts["harmed"] += len(harmed)
        self.counts["unharmed"] += len(whole)
        self.counts["plies kept"] += sum(game.plies for game in best.values())
        self.counts["plies"] += sum(len(moves) // 2 for moves in truth.values())

        path.write_text(text, encoding="utf-8", newline="")
        with Importer([str(path)]) as importer:
            report = importer.look()
        sums = {name: report.total(name) for name in ("found", "complete", "incomplete", "rejected")}
        assert sums["found"] == len(readings) == sums["complete"] + sums["incomplete"] + sums["rejected"]
        self.counts.update(sums)


def test_real_games_bear_random_damage(real: list[tuple[list[str], bytes]], tmp_path: Path) -> None:
    began, tally = time.process_time(), Tally()
    for first in range(0, GAMES, A_FILE):
        tally.file(random.Random(first), first, real, tmp_path / "stress.cxq")
    counts = tally.counts
    print(  # noqa: T201
        f"{counts['made']} games, {counts['harmed']} harmed: {counts['found']} found = {counts['complete']} complete + "
        f"{counts['incomplete']} incomplete + {counts['rejected']} rejected; {len(tally.wrong)} with a wrong ply; "
        f"{counts['unharmed'] - len(tally.missed)} of {counts['unharmed']} unharmed ones whole; "
        f"{counts['plies kept'] / counts['plies']:.1%} of the plies kept; {counts['nameless']} without a name; "
        f"{dict(tally.faults.most_common())}; {time.process_time() - began:.0f} s"
    )
    assert not tally.wrong, f"{len(tally.wrong)}: " + "\n".join(tally.wrong[:6])
    assert len(tally.missed) <= 0.005 * counts["unharmed"], f"{len(tally.missed)}: " + "\n".join(tally.missed[:3])
