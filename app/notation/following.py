"""Words followed on a board, also where one of them leaves open which of two like pieces moves.

Some programs write no sign for doubled pieces (`P3+1` with two pawns on file 3). Then every line that the words allow
is carried on, and the one that stays legal to the end is what was played; if several do, nobody can know.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from app.errors import AmbiguousMove, NotationError

MOST_LINES = 64  # carried on at once; more is no doubt but chaos

Candidates = Callable[[bytearray, int, str], list[int]]  # board, side, word -> legal moves it may mean; NotationError

# The moves of a line from its last one back to its first: lines that part share what they have in common.
_Played = tuple["_Played | None", int]
_Line = tuple[bytearray, _Played | None]


class Followed(NamedTuple):
    """The moves that are sure, two bytes each; the first word that is no sure move, and why."""

    moves: bytes
    stop: int
    error: NotationError | None


def follow(words: Sequence[str], board: bytearray, side: int, candidates: Candidates) -> Followed:
    """Play words from a board, of which side's is the first."""
    lines: list[_Line] = [(bytearray(board), None)]
    doubt: tuple[int, NotationError] | None = None
    for n, word in enumerate(words):
        following: list[_Line] = []
        error: NotationError | None = None
        for position, played in lines:
            try:
                fits = candidates(position, (side + n) % 2, word)
            except NotationError as reason:
                error = error or reason
                continue
            for move in fits:
                start, end = move >> 7, move & 127
                after = bytearray(position)
                after[end], after[start] = after[start], 0
                following.append((after, (played, move)))
        if len(following) > 1 and len(lines) == 1:
            doubt = (n, AmbiguousMove(f"{word!r} fits two pieces, and the game goes on with either"))
        if not following or len(following) > MOST_LINES:
            return _sure(lines, n, doubt, error)
        lines = following
    return _sure(lines, len(words), doubt, None)


def _sure(
    lines: list[_Line],
    stop: int,
    doubt: tuple[int, NotationError] | None,
    error: NotationError | None,
) -> Followed:
    """What is sure of the lines that are left: the one, or what several have in common."""
    moves = bytearray()
    played = lines[0][1]
    while played is not None:
        played, move = played
        moves += bytes((move & 127, move >> 7))
    moves.reverse()
    if len(lines) == 1:
        return Followed(bytes(moves), stop, error)
    assert doubt is not None
    return Followed(bytes(moves[: 2 * doubt[0]]), doubt[0], doubt[1])
