"""Records meet the rules: every ply resolved against the board, a batch of games at a time.

Most games are played by the kernel from their text as it stands. Where it stops, a regular record goes back to its
format's grammar, and the others are taken word by word: first by the kernel again, then by the full reader of the
notation, whose word is final. Which notation that is, the game tells by being legal in it. A game with a bad ply is
kept up to the ply before; nothing is guessed, and nothing after it attached.

`tongues` are the notations that are tried, `plays` the words of a record, `versions` what each notation makes of them;
`numbering` and `sides` are the evidence beside the moves: what their numbers and signs prove. `branches` are the
variations, `points` trees of moves that need no reading. `closing` tells what became of a record.
"""

from bisect import bisect_left
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import islice, repeat
from typing import TypeGuard

from app.board.engine import Engine
from app.errors import Fault, InvalidMove, Place
from app.formats.interpret.closing import check_result, close
from app.formats.interpret.numbering import Broken, are_in_order, broken
from app.formats.interpret.plays import Play, take_words
from app.formats.interpret.points import settle, verify
from app.formats.interpret.sides import has_named_sides, sides_of
from app.formats.interpret.tongues import ANY, MOSTLY_WXF, Tongues, is_flipped
from app.formats.interpret.versions import (
    FirstMoveMissing,
    Version,
    best_of,
    candidates_in,
    read_on,
    up_to_the_wrong_side,
)
from app.formats.record import Record, Stray
from app.games.game import Game
from app.games.reading import Reading
from app.games.result import SCORES, Result
from app.notation import Notation
from app.notation.coordinates import ICCS
from app.notation.recognition import Attempt, attempt_all, read_all
from app.notation.relative import Relative

__all__ = ["ANY", "MOSTLY_WXF", "Tongues", "interpret"]

BATCH = 1000  # games that meet the board together
AHEAD = 2  # batches read before the first one's moves are waited for

Found = Record | Stray
Again = Callable[[Record], Iterable[Found]]


def interpret(
    found: Iterable[Found], again: Again, engine: Engine, tongues: Tongues = MOSTLY_WXF
) -> Iterator[Reading | Stray]:
    """The games of many records, in order, with the text that belongs to none.

    again reads a regular record by the grammar: asked when the kernel is not sure of all its moves.
    """
    stream, waiting = iter(found), deque[Iterator[Reading | Stray]]()
    while batch := list(islice(stream, BATCH)):
        texts = [_plain_text(item) for item in batch]
        answer = read_all(texts, engine, tongues.first) if any(texts) else partial(repeat, None, len(batch))
        trees = verify([item for item in batch if _has_nodes(item)], engine)
        waiting.append(_finish(batch, answer, trees, again, engine, tongues))
        if len(waiting) > AHEAD:
            yield from waiting.popleft()
    for rest in waiting:
        yield from rest


def _finish(
    batch: list[Found],
    answer: Callable[[], Iterator[Attempt | None]],
    trees: Callable[[], Iterator[bytes]],
    again: Again,
    engine: Engine,
    tongues: Tongues,
) -> Iterator[Reading | Stray]:
    """What became of a batch, in order."""
    irregular: list[Found] = []
    walked = trees()
    for item, sure in zip(batch, answer(), strict=True):
        if _has_nodes(item):
            yield from _by_words(irregular, engine, tongues)
            irregular = []
            yield close(item, ICCS, settle(item, next(walked), candidates_in(ICCS, None)))
        elif sure and isinstance(item, Record) and not _is_doubtful(item, sure.notation, tongues):
            if irregular:
                yield from _by_words(irregular, engine, tongues)
                irregular = []
            item.game.moves = sure.moves
            if item.regular:
                if item.game.result is (Result.BLACK if len(sure.moves) & 2 else Result.RED):  # the winner is to move
                    check_result(item.game)
                yield Reading(item.game, "", sure.notation.name)
            else:
                yield close(item, sure.notation)
        elif isinstance(item, Record) and item.regular:
            irregular.extend(again(item))
        else:
            irregular.append(item)
    yield from _by_words(irregular, engine, tongues)


def _is_doubtful(record: Record, notation: Notation, tongues: Tongues) -> bool:
    """Whether a game that the kernel is sure of needs a look at its words: it may lack a move that only they show."""
    by_numerals = isinstance(notation, Relative) and notation.shorthand.by_numerals
    return is_flipped(notation, tongues) or (by_numerals and has_named_sides(record.movetext))


def _plain_text(item: Found) -> str:
    """The moves of a record that may be played from the normal start as they stand; else nothing."""
    if isinstance(item, Stray) or item.problem or item.game.start_fen or item.words is not None:
        return ""
    return item.movetext


def _has_nodes(item: Found) -> TypeGuard[Record]:
    """Whether the moves of a record are points that may be played."""
    return isinstance(item, Record) and item.nodes is not None and not item.problem


# ---------------------------------------------------------------- word by word


def _by_words(items: list[Found], engine: Engine, tongues: Tongues) -> Iterator[Reading | Stray]:
    """The readings of irregular records."""
    if not items:
        return
    plays = [take_words(item) if isinstance(item, Record) and not item.problem else Play() for item in items]
    texts = [
        "" if isinstance(item, Stray) or item.game.start_fen else " ".join(word.text for word in play.words)
        for item, play in zip(items, plays, strict=True)
    ]
    for item, play, attempts in zip(items, plays, attempt_all(texts, engine, tongues.all)(), strict=True):
        if isinstance(item, Stray):
            yield item
        elif item.problem:
            item.game.faults.append(item.problem)
            yield close(item, tongues.first[0], item.problem)
        else:
            yield _play_words(item, play, attempts, tongues)


def _play_words(record: Record, play: Play, attempts: list[Attempt], tongues: Tongues) -> Reading:
    """A record by its words, in the notation in which it is legal."""
    if not attempts:
        attempts = [Attempt(notation, b"", False) for notation in tongues.all]
    versions = [read_on(record.game, play, attempt) for attempt in attempts]
    best = best_of(versions, tongues)
    game = record.game
    if is_flipped(best.notation, tongues) and best.moves and not are_in_order(play.numbers):
        best = Version(best.notation, b"", 0, best.words, FirstMoveMissing(best.notation, best.words[0][1]))
    best = up_to_the_wrong_side(best, game.first_side)
    game.moves = best.moves
    fault = play.fault
    if best.error:
        word = play.words[best.words[best.stop][0]]
        fault = Fault(record.places[word.offset], best.error.code, str(best.error), best.stop + 1)
    parted = _parted(game, play, best)
    if parted and (best.error is None or best.stop > parted.ply):
        game.moves = best.moves[: 2 * parted.ply]
        fault = Fault(record.places[parted.at.offset], "gap", parted.message, parted.ply + 1)
    if fault and (hole := _hole_before(record, play, best, game.plies)) and fault is not play.fault:
        ply, place = hole
        game.moves = game.moves[: 2 * ply]
        why = f"other text follows, and behind it the moves do not go on ({fault.message})"
        fault = Fault(place, "cut-off", f"the game is cut off here: {why}", ply)
    if fault:
        game.faults.append(fault)
    if play.score and game.result is Result.UNKNOWN:
        game.result = SCORES[play.score]
    plies = {first: ply for ply, (first, _) in enumerate(best.words)} | {len(play.words): len(best.words)}
    said = {plies[n]: " ".join(texts) for n, texts in play.comments.items() if n in plies}
    game.comments = {ply: text for ply, text in {**game.comments, **said}.items() if ply <= game.plies}
    return close(record, best.notation, fault)


def _hole_before(record: Record, play: Play, version: Version, plies: int) -> tuple[int, Place] | None:
    """The last text that breaks in before a ply: how many plies stand before it, and where that is."""
    offsets = [play.words[first].offset for first, _ in version.words]
    for begin, _ in reversed(record.holes):
        before = bisect_left(offsets, begin)
        if before <= plies:
            return before, record.places[begin]
    return None


def _parted(game: Game, play: Play, version: Version) -> Broken | None:
    """Where the numbers prove that the moves are not those of the game."""
    firsts = [first for first, _ in version.words]
    numbers = [number._replace(ply=bisect_left(firsts, number.ply)) for number in play.numbers]
    texts = [text for _, text in version.words]
    legal = len(texts) if version.error is None else version.stop
    if isinstance(version.error, InvalidMove):  # what follows may not be moves: it is not counted
        numbers = [number for number in numbers if number.ply <= legal]
    sided = sides_of(version.notation, texts) is not None
    return broken(numbers, texts, game.first_side, game.start_fen is None, legal, sided)
