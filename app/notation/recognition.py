"""Which notation a game is written in: told by the whole game, never by a sign.

The same dot is a step ahead in Vietnamese, a step aside in WXF and a step back in Asian events. So a game is played in
every dialect; the one in which all its plies are legal is the one it is written in. Dialects that read the same moves
agree. Where two read different ones, or none reads all, nobody can be sure, and that is said.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate
from typing import NamedTuple

from app.board.engine import Engine
from app.notation import Notation
from app.notation.asian import ASIAN, ASIAN_LATIN
from app.notation.chinese import CHINESE
from app.notation.coordinates import ICCS, UCCI_FLIPPED, UCI, UCI_FLIPPED
from app.notation.san import SAN, SAN_XBOARD, San
from app.notation.vietnamese import VIETNAMESE, VIETNAMESE_BARE, VIETNAMESE_WORDS
from app.notation.wxf import WXF, WXF_2018

# One for each way of reading; the others differ only in how they write.
DIALECTS: tuple[Notation, ...] = (
    WXF,
    VIETNAMESE,
    CHINESE,
    ICCS,
    UCI,
    VIETNAMESE_WORDS,
    VIETNAMESE_BARE,
    ASIAN,
    ASIAN_LATIN,
    UCCI_FLIPPED,
    UCI_FLIPPED,
    WXF_2018,  # last: it differs from WXF only in tandems of pawns
)

WITH_SAN = (*DIALECTS, SAN, SAN_XBOARD)


class Attempt(NamedTuple):
    """A game as one dialect reads it, as far as the kernel is sure."""

    notation: Notation
    moves: bytes
    is_whole: bool


def prepare(shorten: Callable[[str], str], texts: Sequence[str]) -> tuple[bytes, list[int]]:
    """Texts one behind the other as an engine reads them, and where each begins and ends."""
    short = list(map(shorten, texts))
    return "".join(short).encode("ascii", "replace"), [0, *accumulate(map(len, short))]


def attempt_all(
    texts: Sequence[str], engine: Engine, dialects: Sequence[Notation] = DIALECTS
) -> Callable[[], Iterator[list[Attempt]]]:
    """Begin to play the movetexts of many games from the normal start in several dialects.

    Answers, game by game, the attempts that got anywhere: the longest first, else in the order of the dialects. SAN, which
    the kernel does not read, always stands among them without a move.
    """
    shortened = {how: prepare(how, texts) for how in {notation.shorten for notation in dialects}}
    answers = []
    for notation in dialects:
        text, ends = shortened[notation.shorten]
        answers.append((notation, ends, engine.replay_all(text, ends, notation.lexicon())))

    def games() -> Iterator[list[Attempt]]:
        replayed = [(notation, ends, answer()) for notation, ends, answer in answers]
        for n in range(len(texts)):
            found = []
            for notation, ends, (moves, plies, stops) in replayed:
                if isinstance(notation, San) and texts[n]:
                    found.append(Attempt(notation, b"", False))
                elif plies[n]:
                    room = (ends[n] + 3) // 4 * 2
                    found.append(Attempt(notation, moves[room : room + 2 * plies[n]], stops[n] == ends[n + 1]))
            if len(found) > 1:
                found.sort(key=lambda attempt: (-attempt.is_whole, -len(attempt.moves)))
            yield found

    return games


def read_all(
    texts: Sequence[str], engine: Engine, dialects: Sequence[Notation]
) -> Callable[[], Iterator[Attempt | None]]:
    """Begin to play many games as `attempt_all` does. Answers, game by game, the reading that is sure: of the whole
    game, and the only one where several dialects read it whole; else None."""
    if len(dialects) == 1:
        return _read_all_in(dialects[0], texts, engine)
    answer = attempt_all(texts, engine, dialects)

    def sure() -> Iterator[Attempt | None]:
        for attempts in answer():
            whole = [attempt for attempt in attempts if attempt.is_whole]
            yield whole[0] if whole and all(attempt.moves == whole[0].moves for attempt in whole) else None

    return sure


def _read_all_in(notation: Notation, texts: Sequence[str], engine: Engine) -> Callable[[], Iterator[Attempt | None]]:
    text, ends = prepare(notation.shorten, texts)
    answer = engine.replay_all(text, ends, notation.lexicon())

    def sure() -> Iterator[Attempt | None]:
        moves, plies, stops = answer()
        for begin, end, count, stop in zip(ends, ends[1:], plies, stops, strict=False):
            room = (begin + 3) // 4 * 2
            yield Attempt(notation, moves[room : room + 2 * count], True) if count and stop == end else None

    return sure
