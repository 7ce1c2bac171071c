"""Move numbers as evidence: a number that jumps tells of moves that are lost, one that comes again of moves doubled.

Each number says how many plies stand before it. Where that and the plies that are there part for good, the plies from
there on are not those of the game, however legal they look. Numbers that deviate alone are misprints, and numbers that
mostly do not agree with each other (one a ply, one again and again) say nothing.
"""

from collections.abc import Sequence
from typing import NamedTuple

from app.errors import NotationError

FAR = 12  # numbers in which a deviating one may find back to the others
PROVED = 10  # plies behind a number that went back: legal to the end, they prove that only the numbers are wrong
FAR_ENOUGH = 20  # the same, of plies behind a misprint in a game that is not legal to the end


class Numbered(NamedTuple):
    """A move number: what it says, how many plies are there before it, and its offset in the text.

    half: it stands before the pair's second move (`12. ... h8+7`). leads: it is the first word of its line.
    """

    number: int
    ply: int
    offset: int
    half: bool = False
    leads: bool = True


class Broken(NamedTuple):
    """Where the numbers part from the moves: the plies before it that are sure, the number, and what is wrong."""

    ply: int
    at: Numbered
    message: str


class OutOfOrder(NotationError):
    """Moves that are missing, doubled or in another order, as the numbers tell."""

    code = "gap"


def broken(
    numbers: Sequence[Numbered], words: Sequence[str], first_side: int, anchored: bool, legal: int, sided: bool
) -> Broken | None:
    """The first place where the numbers prove that the moves are not those of the game.

    words: the written plies. anchored: the game begins at move 1. legal: how many plies are. sided: the moves show
    whose they are, so that a single lost one has been seen already.
    """
    whole = legal == len(words)
    shifts = [2 * (number.number - 1) + number.half - number.ply - first_side for number in numbers]
    if not shifts or _are_idle(numbers, shifts, anchored, len(words)):
        return None
    base = 0 if anchored and shifts[0] >= 0 else shifts[0]
    known = n = 0  # numbers[:known] agree with the moves, misprints included
    there = {number.ply: shift for number, shift in zip(numbers, shifts, strict=True)}
    first_seen: dict[int, int] = {}  # number -> ply it was first seen before
    while n < len(numbers):
        here = numbers[n]
        if shifts[n] == base:
            first_seen.setdefault(here.number, here.ply)
            n = known = n + 1
            continue
        back = next((k for k in range(n + 1, min(len(shifts), n + FAR)) if shifts[k] == base), 0)
        if back:
            # A number too high where another one is too low: lines of moves have changed places.
            own = there.get(here.ply + shifts[n] - base, base)
            moved = shifts[n] > base and (shifts[n + 1] == shifts[n] or own != base)
            if moved or _is_permuted(numbers[n:back], shifts[n:back], base):
                return _broken(numbers, n, known, shifts[n] - base, sided, "the numbers are out of order here")
            if not whole and legal - here.ply < FAR_ENOUGH:
                return _broken(numbers, n, known, shifts[n] - base, sided, "and soon the moves do not go on")
            n = back
        elif n + 1 < len(shifts) and shifts[n + 1] != shifts[n]:
            n += 1  # a misprint beside another
        elif shifts[n] > base:
            return _broken(numbers, n, known, shifts[n] - base, sided, "moves are missing before it")
        elif _is_doubled(words, first_seen.get(here.number), here.ply):
            return _broken(numbers, n, known, shifts[n] - base, sided, "moves stand here twice")
        elif n + 1 == len(shifts):
            n += 1
        elif whole and (shifts[n] == base - 2 or len(words) - here.ply >= PROVED):
            base = shifts[n]
        else:
            return _broken(numbers, n, known, shifts[n] - base, sided, "the numbers go back here")
    return None


def are_in_order(numbers: Sequence[Numbered]) -> bool:
    """Whether numbers from 1 on say that no move is missing, of a game of several pairs."""
    return len(numbers) > 1 and all(
        number.number == number.ply // 2 + 1 and number.ply % 2 == number.half for number in numbers
    )


def _are_idle(numbers: Sequence[Numbered], shifts: Sequence[int], anchored: bool, plies: int) -> bool:
    """Whether the numbers say nothing: they count plies, or fewer than half of them agree with the next."""
    if (len(numbers) > 2 or len(numbers) == plies) and all(number.number == number.ply + 1 for number in numbers):
        return True
    if len(numbers) < 3:
        return False
    chain = [0, *shifts] if anchored and shifts[0] >= 0 else list(shifts)
    steady = sum(
        (n > 0 and chain[n - 1] == shift) or (n + 1 < len(chain) and chain[n + 1] == shift)
        for n, shift in enumerate(chain)
    )
    return 2 * steady < len(chain)


def _is_permuted(window: Sequence[Numbered], shifts: Sequence[int], base: int) -> bool:
    """Whether numbers that deviate are those that belong there, in another order: lines of moves changed places."""
    found = [2 * number.number + number.half for number in window]
    meant = [value - shift + base for value, shift in zip(found, shifts, strict=True)]
    return len(window) > 1 and sorted(found) == sorted(meant)


def _is_doubled(words: Sequence[str], first: int | None, again: int) -> bool:
    """Whether the moves behind a number that comes again are those that it had the first time."""
    if first is None:
        return False
    count = min(2, len(words) - again)
    return count > 0 and words[first : first + count] == words[again : again + count]


def _broken(numbers: Sequence[Numbered], n: int, known: int, shift: int, sided: bool, what: str) -> Broken:
    """What is sure before a break at numbers[n]: all of it where whole lines came or went, else what stands before
    the last number that agrees."""
    last = numbers[known - 1].ply if known else 0
    after = numbers[known]  # the first that does not agree
    if shift % 2:
        sure = after.ply if sided else last
    elif after.leads and _is_full(numbers, known):
        sure = after.ply
    else:
        sure = last
    return Broken(sure, numbers[n], f"behind {_said(numbers, known)} comes {numbers[n].number}.: {what}")


def _is_full(numbers: Sequence[Numbered], known: int) -> bool:
    """Whether the line before numbers[known] holds as many plies as the numbers that agree let expect."""
    if not known:
        return True
    plies = numbers[known].ply - numbers[known - 1].ply
    usual = numbers[known - 1].ply - numbers[known - 2].ply if known > 1 else 2
    return plies in (2, usual)


def _said(numbers: Sequence[Numbered], known: int) -> str:
    return f"{numbers[known - 1].number}." if known else "the beginning"
