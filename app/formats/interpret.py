"""Records meet the rules: every ply resolved against the board, a batch of games at a time.

Most games are played by the kernel from their text as it stands. Where it stops, a regular record goes back to its
format's grammar, and the others are taken word by word: first by the kernel again, then by the full reader of the
notation, whose word is final. Which notation that is, the game tells by being legal in it. A game with a bad ply is
kept up to the ply before; nothing is guessed, and nothing after it attached.
"""

from bisect import bisect_right
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice

from app.board import kernel
from app.board.engine import Engine
from app.board.fen import SIDES
from app.errors import AmbiguousMove, Fault, InvalidMove, NotationError
from app.formats.record import Branch, Record, Stray
from app.formats.words import Word, split_words
from app.games.game import Game, Variation
from app.games.reading import Reading
from app.games.replay import Boards, board_along
from app.games.result import SCORES, Result
from app.notation import Notation
from app.notation.following import Candidates, Followed, follow
from app.notation.hindrance import can_move
from app.notation.recognition import DIALECTS, Attempt, attempt_all, read_all
from app.notation.relative import Relative
from app.notation.wxf import WXF

BATCH = 2048  # games that meet the board together
AHEAD = 8  # batches read before the first one's moves are waited for
LOOK_AHEAD = 20  # words behind a gap that may still explain it

Found = Record | Stray
Again = Callable[[Record], Iterable[Found]]


@dataclass(frozen=True)
class Tongues:
    """Which notations a file may be written in: first is tried first and believed where it is legal; then the others."""

    first: tuple[Notation, ...]
    others: tuple[Notation, ...] = ()

    @property
    def all(self) -> tuple[Notation, ...]:
        """Both, in order."""
        return self.first + tuple(notation for notation in self.others if notation not in self.first)


MOSTLY_WXF = Tongues((WXF,), DIALECTS)  # CXQ and its relatives: FORMAT WXF is evidence, not proof
ANY = Tongues(DIALECTS)


def interpret(
    found: Iterable[Found], again: Again, engine: Engine, tongues: Tongues = MOSTLY_WXF
) -> Iterator[Reading | Stray]:
    """The games of many records, in order, with the text that belongs to none.

    again reads a regular record by the grammar: asked when the kernel is not sure of all its moves.
    """
    stream, waiting = iter(found), deque[Iterator[Reading | Stray]]()
    while batch := list(islice(stream, BATCH)):
        answer = read_all([_plain_text(item) for item in batch], engine, tongues.first)
        waiting.append(_finish(batch, answer, again, engine, tongues))
        if len(waiting) > AHEAD:
            yield from waiting.popleft()
    for rest in waiting:
        yield from rest


def _finish(
    batch: list[Found], answer: Callable[[], Iterator[Attempt | None]], again: Again, engine: Engine, tongues: Tongues
) -> Iterator[Reading | Stray]:
    """What became of a batch, in order."""
    irregular: list[Found] = []
    for item, sure in zip(batch, answer(), strict=True):
        if sure and isinstance(item, Record):
            if irregular:
                yield from _by_words(irregular, engine, tongues)
                irregular = []
            item.game.moves = sure.moves
            yield Reading(item.game, "", sure.notation.name) if item.regular else _close(item, sure.notation)
        elif isinstance(item, Record) and item.regular:
            irregular.extend(again(item))
        else:
            irregular.append(item)
    yield from _by_words(irregular, engine, tongues)


def _plain_text(item: Found) -> str:
    """The moves of a record that may be played from the normal start as they stand; else nothing."""
    if isinstance(item, Stray) or item.problem or item.game.start_fen or item.words is not None:
        return ""
    return item.movetext


# ---------------------------------------------------------------- word by word


@dataclass(slots=True)
class _Play:
    """The words of a record that are moves, and what stands between them."""

    words: list[Word] = field(default_factory=list)
    comments: dict[int, str] = field(default_factory=dict)
    score: str = ""
    fault: Fault | None = None


def _by_words(items: list[Found], engine: Engine, tongues: Tongues) -> Iterator[Reading | Stray]:
    """The readings of irregular records."""
    if not items:
        return
    plays = [_take_words(item) if isinstance(item, Record) and not item.problem else _Play() for item in items]
    texts = [
        "" if isinstance(item, Stray) or item.game.start_fen else " ".join(word.text for word in play.words)
        for item, play in zip(items, plays, strict=True)
    ]
    for item, play, attempts in zip(items, plays, attempt_all(texts, engine, tongues.all)(), strict=True):
        if isinstance(item, Stray):
            yield item
        elif item.problem:
            item.game.faults.append(item.problem)
            yield _close(item, tongues.first[0], item.problem)
        else:
            yield _play_words(item, play, attempts, tongues)


def _take_words(record: Record) -> _Play:
    """Moves in order: undone ones taken back, placeholders dropped, up to the first gap."""
    play = _Play()
    words = split_words(record.movetext, record.start) if record.words is None else record.words
    passed: set[int] = set()  # the second number and gap of a pair that a comment interrupts
    for n, word in enumerate(words):
        if n in passed:
            continue
        if word.kind == "move":
            play.words.append(word)
        elif word.kind == "undo":
            if play.words:
                play.words.pop()
        elif word.kind in ("comment", "remark"):
            ply = len(play.words)
            play.comments[ply] = " ".join(filter(None, (play.comments.get(ply), word.text)))
        elif word.kind == "score":
            play.score = word.text
        elif word.kind == "gap":
            rest = range(n + 1, min(len(words), n + 1 + LOOK_AHEAD))
            following = [later for later in rest if words[later].kind not in ("comment", "remark")]
            kinds = [words[later].kind for later in following[:2]]
            if play.words and kinds == ["number", "gap"]:  # `12. H2-E2 ...`, a comment, `12. ... H9-G7`
                passed.update(following[:2])
            elif kinds[:1] == ["move"] and _goes_on(
                words[n - 1] if n else None, len(play.words), record.game.first_side
            ):
                continue
            elif play.words or record.game.first_side == kernel.RED or kinds[:1] != ["move"]:
                place = record.places[word.offset]
                play.fault = Fault(place, "gap", "moves are missing here ('...')", len(play.words) + 1)
                break
    return play


def _goes_on(before: Word | None, plies: int, first_side: int) -> bool:
    """Whether a gap behind this word only stands for Red's move of the pair, which is already there: `12. ...`"""
    if before is None or before.kind != "number" or (plies + first_side) % 2 == 0:
        return False
    return int(before.text.rstrip(".)")) == (plies + first_side) // 2 + 1


@dataclass(slots=True)
class _Version:
    """A game as one notation reads it, with the full reader."""

    notation: Notation
    moves: bytes
    stop: int  # of the written moves
    words: list[tuple[int, str]]  # written moves, each with the number of its first word
    error: NotationError | None


def _play_words(record: Record, play: _Play, attempts: list[Attempt], tongues: Tongues) -> Reading:
    """A record by its words, in the notation in which it is legal."""
    if not attempts:
        attempts = [Attempt(notation, b"", False) for notation in tongues.all]
    versions = [_follow(record.game, play, attempt) for attempt in attempts]
    best = _best(versions, tongues)
    game = record.game
    game.moves = best.moves
    fault = play.fault
    if best.error:
        word = play.words[best.words[best.stop][0]]
        fault = Fault(record.places[word.offset], best.error.code, str(best.error), best.stop + 1)
    if fault:
        game.faults.append(fault)
    if play.score and game.result is Result.UNKNOWN:
        game.result = SCORES[play.score]
    plies = {first: ply for ply, (first, _) in enumerate(best.words)} | {len(play.words): len(best.words)}
    said = {plies[n]: text for n, text in play.comments.items() if n in plies}
    game.comments = {ply: text for ply, text in {**game.comments, **said}.items() if ply <= game.plies}
    return _close(record, best.notation, fault)


def _follow(game: Game, play: _Play, attempt: Attempt) -> _Version:
    """The whole of a game in one notation: behind what the kernel is sure of, by the full reader."""
    notation = attempt.notation
    words = notation.join([word.text for word in play.words])
    done = len(attempt.moves) // 2
    if done > len(words):  # the kernel took for moves what are not even words here
        return _Version(
            notation, b"", 0, words, InvalidMove(f"{words[0][1]!r} is no move in the notation {notation.name}")
        )
    rest = Followed(b"", 0, None)
    if done < len(words):
        rest = _go_on(game, attempt.moves, [word for _, word in words[done:]], notation, words)
    return _Version(notation, attempt.moves + rest.moves, done + rest.stop, words, rest.error)


def _go_on(
    game: Game, moves: bytes, texts: list[str], notation: Notation, game_words: Iterable[tuple[int, str]]
) -> Followed:
    """Written moves followed by the full reader from where a game stands behind some moves."""
    board, side = board_along(game.start_fen, moves)
    return follow(texts, board, side, _candidates(notation, _shows_both_cases(notation, game_words)))


def _candidates(notation: Notation, both_cases: bool) -> Candidates:
    """What a word may mean in a notation; a word in the other side's case, or behind the end, is a fault of its own."""

    def candidates(board: bytearray, mover: int, word: str) -> list[int]:
        fits: list[int] = []
        try:
            fits = notation.candidates(board, mover, word)
        except InvalidMove:
            raise
        except NotationError as error:
            if not can_move(board, mover):
                how = "mated" if kernel.in_check(board, mover) else "stalemated"
                raise AfterTheEnd(f"{word!r} comes after the end: {SIDES[mover]} is {how}") from error
            if not (both_cases and _is_of_other_side(word, mover)):
                raise
        if both_cases and _is_of_other_side(word, mover):
            raise WrongSide(
                f"{word!r} is written for {SIDES[1 - mover]}, but {SIDES[mover]} is to move: a move is missing"
            )
        return fits

    return candidates


def _shows_both_cases(notation: Notation, words: Iterable[tuple[int, str]]) -> bool:
    """Whether capitals mean Red here: in a notation where they may, in a game that has both cases."""
    if not isinstance(notation, Relative) or not notation.shorthand.cased:
        return False
    seen: set[bool] = set()
    for _, word in words:
        if word[0].isalpha() and word[0].isupper() not in seen and notation.is_written(word):
            seen.add(word[0].isupper())
            if len(seen) == 2:
                return True
    return False


def _is_of_other_side(word: str, side: int) -> bool:
    return word[0].isalpha() and word[0].isupper() != (side == kernel.RED)


def _best(versions: Sequence[_Version], tongues: Tongues) -> _Version:
    """The version that is legal to the end, else the one that gets furthest; a tie between different moves is a fault."""
    whole = [version for version in versions if version.error is None]
    furthest = max(version.stop for version in versions)
    rivals = whole or [version for version in versions if version.stop == furthest]
    believed = [version for version in rivals if version.notation in tongues.first and len(tongues.first) == 1]
    telling = [version for version in rivals if not isinstance(version.error, InvalidMove)]
    best = (believed or telling or rivals)[0]
    different = [version for version in rivals if version.moves != best.moves]
    if believed or not different or not best.moves:
        return best
    sure = _common(version.moves for version in rivals)
    names = ", ".join(version.notation.name for version in (best, *different))
    word = best.words[len(sure) // 2][1]
    error = AmbiguousNotation(
        f"from {word!r} on the game is legal in several notations ({names}): say which with --from"
    )
    return _Version(best.notation, sure, len(sure) // 2, best.words, error)


def _common(lines: Iterable[bytes]) -> bytes:
    """The moves that several lines have in common."""
    first, *others = lines
    length = min(map(len, (first, *others)))
    for n in range(0, length, 2):
        if any(line[n : n + 2] != first[n : n + 2] for line in others):
            return first[:n]
    return first[:length]


class WrongSide(NotationError):
    """A move printed in the other side's case, in a game that uses both."""

    code = "wrong-side"


class AfterTheEnd(NotationError):
    """A move of a side that has none left."""

    code = "after-the-end"


class AmbiguousNotation(AmbiguousMove):
    """A game that two notations read differently, both to the end."""

    code = "ambiguous-notation"


# ---------------------------------------------------------------- variations


def _grow(record: Record, notation: Notation) -> None:
    """The variations of a record whose main line is in place, each up to its last sure ply.

    A move that is none is a fault; the words from there on are kept as a comment, for nothing is lost.
    """
    game = record.game
    boards = Boards(game)
    numbers = {0: 0}  # of the record's branches that became variations
    both_cases = _shows_both_cases(notation, _all_words(record))
    for n, branch in enumerate(record.branches, start=1):
        parent = numbers.get(branch.parent, -1)
        start = boards.at(parent, branch.ply) if parent >= 0 else None
        if start is None:
            _lose(record, branch, game.comments, min(branch.ply, game.plies), "the line that it leaves ends before it")
            continue
        variation = _variation(record, branch, parent, start, notation, both_cases)
        if variation.moves:
            game.variations.append(variation)
            boards.add(start[0])
            numbers[n] = len(game.variations)


def _all_words(record: Record) -> Iterator[tuple[int, str]]:
    """The moves of a record, main line and variations."""
    for branch in record.branches:
        for n, word in enumerate(branch.words):
            if word.kind == "move":
                yield n, word.text
    for n, word in enumerate(record.words if record.words is not None else split_words(record.movetext)):
        if word.kind == "move":
            yield n, word.text


def _variation(
    record: Record, branch: Branch, parent: int, start: tuple[bytearray, int], notation: Notation, both_cases: bool
) -> Variation:
    """One variation; what cannot be played of it stands in its last comment, or in its parent's."""
    texts = [word.text for word in branch.words if word.kind == "move"]
    joined = notation.join(texts)
    played = follow([text for _, text in joined], *start, _candidates(notation, both_cases))
    variation = Variation(parent, branch.ply, played.moves)
    last = branch.ply + len(played.moves) // 2
    sure = joined[played.stop][0] if played.error else len(texts)  # moves among the words
    ends = [first for first, _ in joined[1:]] + [len(texts)]  # of the moves, counted in words
    seen = 0
    for at, word in enumerate(branch.words):
        if word.kind == "move":
            if seen == sure:
                rest = Branch(parent, branch.ply, branch.words[at:])
                comments = variation.comments if played.moves else _comments_of(record.game, parent)
                _lose(record, rest, comments, last, str(played.error))
                break
            seen += 1
        elif word.kind in ("comment", "remark"):
            _add(variation.comments, min(branch.ply + bisect_right(ends, seen), last), word.text)
    return variation


def _comments_of(game: Game, line: int) -> dict[int, str]:
    return game.variations[line - 1].comments if line else game.comments


def _lose(record: Record, branch: Branch, comments: dict[int, str], ply: int, why: str) -> None:
    """Say why words of a variation cannot be played, and keep them as they are written."""
    place = record.places[branch.words[0].offset] if branch.words else record.game.place
    record.game.faults.append(Fault(place, "bad-variation", f"{why}; the variation is kept as a comment from here on"))
    _add(comments, ply, f"({' '.join(word.text for word in branch.words)})")


def _add(comments: dict[int, str], ply: int, text: str) -> None:
    comments[ply] = f"{comments[ply]} {text}" if ply in comments else text


# ---------------------------------------------------------------- what became of a record


def _close(record: Record, notation: Notation, fault: Fault | None = None) -> Reading:
    """The reading of a record whose moves are in place: whether the game is whole, and why not."""
    game = record.game
    if record.branches:
        _grow(record, notation)
    if fault is None:
        fault = _cut(record)
        if fault:
            game.faults.append(fault)
    game.complete = fault is None
    return Reading(game, "" if game.complete else record.written, notation.name)


def _cut(record: Record) -> Fault | None:
    """Why a record without a bad ply is not whole."""
    game = record.game
    if not game.moves:
        return Fault(game.place, "no-moves", "the record has no moves")
    why = ""
    if record.cut:
        place, why = record.cut
    elif record.opened and not record.ended and not _is_over(game):
        place, why = record.places[max(record.start, record.end - 1)], "there is no }END"
    if not why:
        return None
    return Fault(place, "cut-off", f"the game is cut off here: {why}", game.plies)


def _is_over(game: Game) -> bool:
    """Whether the last position is mate or stalemate."""
    return not can_move(*board_along(game.start_fen, game.moves))
