"""Pairs of records from real games, each with what it is: one game, damaged as archives damage them, or two games.

Moves and results are real (tests/data/store/real-games.txt.xz), players and dates made up: no two pairs share a player.
"""

import lzma
import random
import unicodedata
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import date, timedelta
from functools import cache
from typing import NamedTuple

from app.board import kernel
from app.formats import write_text
from app.games.date import PlayedAt
from app.games.game import Game, Seat
from app.games.replay import board_along
from app.games.result import Ending, Result
from tests.store.made_games import DATA, after, game

EACH = 50  # pairs of every kind
OPENINGS = 240  # the first games are pairs with the same 20 plies or more
NAMES = ("Đặng Sông Cầu", "Lê Thị Hương", "Nguyễn Thành Bảo", "Trềnh A Sáng", "Lại Lý Huynh", "Tôn Thất Nhật Tân")
NOTATIONS = ("vietnamese", "wxf", "iccs", "chinese", "vietnamese-words")


class Pair(NamedTuple):
    """Two records as text, the first's and the second's; whether they are one game."""

    kind: str
    same: bool
    first: str
    second: str


@cache
def real_games() -> list[tuple[str, bytes]]:
    """Results and moves."""
    text = lzma.decompress((DATA / "real-games.txt.xz").read_bytes()).decode()
    return [(result, _moves(points)) for result, points in map(str.split, text.splitlines())]


def _moves(points: str) -> bytes:
    return bytes(int(points[n + 1]) * 9 + "abcdefghi".index(points[n]) for n in range(0, len(points), 2))


def pairs() -> Iterator[Pair]:
    """All of them; always the same ones."""
    chance, found = random.Random(2005), iter(range(10**6))
    singles = iter(real_games()[OPENINGS:])
    for number, damage in enumerate(DAMAGES):
        for n in range(EACH):
            whole = _played(*next(singles), chance, next(found))
            one, other = cxq(whole), damage(whole, chance)
            yield Pair(damage.__name__, True, *((one, other) if (n + number) % 2 else (other, one)))
    for difference in DIFFERENCES:
        for n in range(EACH):
            whole = _played(*real_games()[OPENINGS + (n * 7 + len(difference.__name__)) % 900], chance, next(found))
            yield Pair(difference.__name__, False, *difference(whole, chance))
    for n in range(0, OPENINGS, 2):
        first, second = (_played(*real_games()[n + side], chance, 10**6 + n) for side in (0, 1))
        first.played = PlayedAt("2006-05-01")
        second.played = PlayedAt("2006-05-01" if n % 4 else "2006-06-11")
        yield Pair("the_same_preparation", False, cxq(first), cxq(second))


def _played(result: str, moves: bytes, chance: random.Random, number: int) -> Game:
    """A real game by players of its own, with all headers."""
    red, black = chance.sample(NAMES, 2)
    day = date(2003, 1, 1) + timedelta(days=chance.randrange(2000))
    whole = game(f"{red} {number}a", f"{black} {number}b", moves, result=Result(result))
    whole.red.rating, whole.black.rating = chance.randrange(1500, 2700), chance.randrange(1500, 2700)
    whole.played = PlayedAt(day.isoformat(), f"{chance.randrange(24):02}:{chance.randrange(60):02}:30", "CST")
    whole.event, whole.site, whole.author = "CXQ Game", "http://www.clubxiangqi.com", "CXQ"
    if result != "1/2-1/2":
        whole.ending, whole.ended_by = Ending.RESIGNATION, int(result == "1-0")
    return whole


def cxq(one: Game) -> str:
    """A record as CXQ text."""
    return "".join(write_text([(1, one)], "cxq", "cxq"))


def _named(one: Game, change: Callable[[str], str]) -> Game:
    red, black = (replace(seat, name=change(seat.name)) for seat in one.seats)
    return replace(one, red=red, black=black)


def _days_later(one: Game, days: int, **fields: object) -> Game:
    """The same players on another day."""
    assert one.played
    day = date.fromisoformat(one.played.date) + timedelta(days=days)
    return replace(one, played=PlayedAt(day.isoformat()), **fields)  # type: ignore[arg-type]


# ---------------------------------------------------------------- one game, damaged


def cut_after_a_move(whole: Game, chance: random.Random) -> str:
    plies = chance.randrange(12, whole.plies)
    return cxq(replace(whole, moves=whole.moves[: 2 * plies], complete=False))


def cut_inside_a_word(whole: Game, chance: random.Random) -> str:
    text = cxq(whole)
    return text[: chance.randrange(text.index(" 8. "), text.index("}END"))].rstrip() + "\n\n"


def cut_without_a_date(whole: Game, chance: random.Random) -> str:
    return cut_after_a_move(replace(whole, played=None, event="", result=Result.UNKNOWN, ending=None), chance)


def names_in_another_case(whole: Game, chance: random.Random) -> str:
    return cxq(_named(whole, chance.choice((str.upper, str.lower, str.swapcase))))


def names_without_accents(whole: Game, chance: random.Random) -> str:
    bare = str.maketrans("đĐ", "dD")

    def strip(name: str) -> str:
        return "".join(c for c in unicodedata.normalize("NFD", name) if not unicodedata.combining(c)).translate(bare)

    return cxq(_named(whole, strip))


def names_decomposed(whole: Game, chance: random.Random) -> str:
    return unicodedata.normalize("NFD", cxq(whole))


def names_padded(whole: Game, chance: random.Random) -> str:
    return cxq(_named(whole, lambda name: name + "_" * chance.randrange(1, 6)))


def dated_in_another_zone(whole: Game, chance: random.Random) -> str:
    return cxq(_days_later(whole, chance.choice((-1, 1))))


def dated_by_month_or_year(whole: Game, chance: random.Random) -> str:
    assert whole.played
    return cxq(replace(whole, played=PlayedAt(whole.played.date[: chance.choice((4, 7))])))


def without_headers(whole: Game, chance: random.Random) -> str:
    lines = cxq(whole).splitlines(keepends=True)
    kept = ("RED ", "BLACK ", "START", " ", *map(str, range(10)))
    return "".join(line for line in lines if line.startswith(kept)) + "\n"


def with_other_headers(whole: Game, chance: random.Random) -> str:
    seats = [Seat(seat.name, chance.randrange(900, 3000)) for seat in whole.seats]
    found = replace(whole, red=seats[0], black=seats[1], event="Giải mùa xuân", site="", author="XieXie")
    return cxq(replace(found, result=Result.UNKNOWN, ending=None, ended_by=None))


def in_another_notation(whole: Game, chance: random.Random) -> str:
    return "".join(write_text([(1, whole)], "moves", chance.choice(NOTATIONS)))


def cut_and_renamed_in_another_notation(whole: Game, chance: random.Random) -> str:
    plies = chance.randrange(20, whole.plies)
    cut = _days_later(_named(whole, str.lower), 1, moves=whole.moves[: 2 * plies], complete=False)
    return "".join(write_text([(1, cut)], "moves", chance.choice(NOTATIONS)))


DAMAGES = (
    cut_after_a_move, cut_inside_a_word, cut_without_a_date, names_in_another_case, names_without_accents,
    names_decomposed, names_padded, dated_in_another_zone, dated_by_month_or_year, without_headers, with_other_headers,
    in_another_notation, cut_and_renamed_in_another_notation,
)  # fmt: skip


# ---------------------------------------------------------------- two games


def _draw(whole: Game, plies: int) -> Game:
    return replace(
        whole, moves=whole.moves[: 2 * plies], result=Result.DRAW, ending=Ending.AGREEMENT, ended_by=None
    )  # fmt: skip


def short_draws_on_two_days(whole: Game, chance: random.Random) -> tuple[str, str]:
    short = _draw(whole, chance.randrange(8, 38))
    return cxq(short), cxq(_days_later(short, chance.randrange(3, 700)))


def a_short_draw_and_a_game_on_two_days(whole: Game, chance: random.Random) -> tuple[str, str]:
    return cxq(_draw(whole, chance.randrange(8, 38))), cxq(_days_later(whole, chance.randrange(3, 700)))


def a_short_draw_and_a_decided_game_on_one_day(whole: Game, chance: random.Random) -> tuple[str, str]:
    decided = replace(whole, result=chance.choice((Result.RED, Result.BLACK)))
    return cxq(_draw(whole, chance.randrange(8, 38))), cxq(decided)


def the_same_moves_by_others(whole: Game, chance: random.Random) -> tuple[str, str]:
    plies = chance.choice((12, 24, whole.plies))
    one = replace(whole, moves=whole.moves[: 2 * plies])
    other = replace(one, red=Seat(whole.red.name + "x", 2000))
    return cxq(one), cxq(chance.choice((other, replace(other, black=Seat("Ai đó")))))


def the_same_moves_with_colours_changed(whole: Game, chance: random.Random) -> tuple[str, str]:
    return cxq(whole), cxq(replace(whole, red=whole.black, black=whole.red))


def a_rematch_with_the_opposite_result(whole: Game, chance: random.Random) -> tuple[str, str]:
    won = replace(whole, result=Result.RED, ending=None, ended_by=None)
    moves = whole.moves[: 2 * chance.choice((30, whole.plies))]
    return cxq(won), cxq(_days_later(won, chance.choice((0, 1, 30)), result=Result.BLACK, moves=moves))


def a_cut_record_of_a_rematch(whole: Game, chance: random.Random) -> tuple[str, str]:
    plies = chance.randrange(10, 40)
    cut = _days_later(whole, chance.randrange(3, 300), moves=whole.moves[: 2 * plies], complete=False)
    return cxq(whole), cxq(cut)


def years_that_exclude_one_another(whole: Game, chance: random.Random) -> tuple[str, str]:
    moves = whole.moves[: 2 * chance.choice((30, whole.plies))]
    other = replace(whole, played=PlayedAt(chance.choice(("2011", "2012-03"))), moves=moves)
    return cxq(replace(whole, played=PlayedAt("2005"))), cxq(other)


def a_short_game_without_a_date(whole: Game, chance: random.Random) -> tuple[str, str]:
    unknown = replace(whole, played=None, result=Result.UNKNOWN, ending=None, ended_by=None)
    return cxq(replace(unknown, moves=whole.moves[: 2 * chance.randrange(8, 40)])), cxq(whole)


def games_that_part_late(whole: Game, chance: random.Random) -> tuple[str, str]:
    """On the same day or another: the same moves for 20 plies and more, then others."""
    plies = chance.randrange(20, whole.plies - 1)
    moves = bytearray(whole.moves[: 2 * plies])
    board, side = board_along(None, bytes(moves))
    for _ in range(chance.randrange(1, 12)):
        count = kernel.legal_moves(board, side, room := [0] * 128)
        legal = [move for move in map(_points_of, room[:count]) if move != whole.moves[len(moves) : len(moves) + 2]]
        if not legal:
            break
        start, end = chance.choice(legal)
        moves += bytes((start, end))
        board, side = after(board, start, end), 1 - side
    other = replace(whole, moves=bytes(moves), complete=chance.random() < 0.5)
    return cxq(whole), cxq(_days_later(other, chance.choice((0, 1, 90))))


def _points_of(move: int) -> bytes:
    return bytes(divmod(move, 128))


DIFFERENCES = (
    short_draws_on_two_days, a_short_draw_and_a_game_on_two_days, a_short_draw_and_a_decided_game_on_one_day,
    the_same_moves_by_others, the_same_moves_with_colours_changed, a_rematch_with_the_opposite_result,
    a_cut_record_of_a_rematch, years_that_exclude_one_another, a_short_game_without_a_date, games_that_part_late,
)  # fmt: skip
