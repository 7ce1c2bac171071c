"""When two records are one game.

Their players are equal by folded name, or as aliases, they start from the same position, and one's moves are the
beginning of the other's. Nothing that both say may exclude that: not two results, not dates more than two days apart
(time zones; a partial date may be any day in it). Where the moves are equal, that is enough; only whole dates may then
differ, if the game is too long to be played twice: programs stamp days of their own. Players who agree on a draw do
repeat short games. Where one record is longer, both have a date, or the shorter one is known to be cut off. Other headers
decide nothing.
"""

from app.games.date import days_apart
from app.games.result import Result
from app.store.rows import GameRow

SURELY_UNIQUE = 20  # plies; shorter equal games of the same players on different days are different games
SURELY_UNIQUE_DRAW = 40  # plies; the same of games that were drawn
SAME_DAYS = 2  # between the dates of two records of one game
DAY = len("2007-10-24")


def is_fuller(first: GameRow, second: GameRow) -> bool:
    """Whether the first of two records of one game says more of its moves than the second."""
    return (first.plies, first.complete) > (second.plies, second.complete)


def is_same_game(first: GameRow, second: GameRow) -> bool:
    """Whether two records of one lineage are one game."""
    if not is_beginning(first, second) or contradict(first.result, second.result):
        return False
    short = second if first.plies > second.plies else first
    equal = first.plies == second.plies
    if first.date is None or second.date is None:
        return equal or not short.complete
    apart = days_apart(first.date, second.date)
    whole = len(first.date) == len(second.date) == DAY
    if apart > SAME_DAYS:
        drawn = Result.DRAW in (first.result, second.result)
        return equal and whole and short.plies >= (SURELY_UNIQUE_DRAW if drawn else SURELY_UNIQUE)
    return equal or whole or not short.complete or short.plies >= SURELY_UNIQUE


def is_beginning(first: GameRow, second: GameRow) -> bool:
    """Whether the moves of one of two records are the beginning of the other's."""
    return first.moves.startswith(second.moves) or second.moves.startswith(first.moves)


def contradict(first: str, second: str) -> bool:
    """Whether two results exclude one another; the unknown one excludes nothing."""
    return first != second and Result.UNKNOWN not in (first, second)
