"""Records meet the rules: every ply resolved against the board, a batch of games at a time.

Most games are played by the kernel from their text as it stands. Where it stops, a regular record goes back to its
format's grammar, and the others are taken word by word: first by the kernel again, then by the full reader of the
notation, whose word is final. Which notation that is, the game tells by being legal in it. A game with a bad ply is
kept up to the ply before; nothing is guessed, and nothing after it attached.
"""

from bisect import bisect_left, bisect_right
from collections import defaultdict, deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import islice, repeat
from typing import TypeGuard

from app.board import kernel
from app.board.engine import Engine
from app.board.fen import SIDES
from app.errors import AmbiguousMove, Fault, InvalidMove, NotationError, Place
from app.formats.numbering import Broken, Numbered, are_in_order, broken
from app.formats.points import settle, verify
from app.formats.record import Branch, Record, Stray
from app.formats.sides import Side, has_named_sides, sides_of
from app.formats.wording import PARENT_ENDS, bad_variation
from app.formats.words import Word, split_words
from app.games.game import Game, Variation
from app.games.reading import Reading
from app.games.replay import board_along
from app.games.result import SCORES, Result
from app.games.tree import Boards, Standing
from app.notation import Notation
from app.notation.coordinates import ICCS, Coordinates
from app.notation.following import Candidates, Followed, follow
from app.notation.hindrance import can_move
from app.notation.recognition import DIALECTS, Attempt, attempt_all, read_all
from app.notation.relative import Relative
from app.notation.wxf import WXF

BATCH = 1000  # games that meet the board together
AHEAD = 2  # batches read before the first one's moves are waited for
LOOK_AHEAD = 20  # words behind a gap that may still explain it

Found = Record | Stray
Again = Callable[[Record], Iterable[Found]]
Said = dict[int, list[str]]  # by ply: comments in their order


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
            yield _close(item, ICCS, settle(item, next(walked), _candidates(ICCS, None)))
        elif sure and isinstance(item, Record) and not _is_doubtful(item, sure.notation, tongues):
            if irregular:
                yield from _by_words(irregular, engine, tongues)
                irregular = []
            item.game.moves = sure.moves
            if item.regular:
                if item.game.result is (Result.BLACK if len(sure.moves) & 2 else Result.RED):  # the winner is to move
                    _check_result(item.game)
                yield Reading(item.game, "", sure.notation.name)
            else:
                yield _close(item, sure.notation)
        elif isinstance(item, Record) and item.regular:
            irregular.extend(again(item))
        else:
            irregular.append(item)
    yield from _by_words(irregular, engine, tongues)


def _is_doubtful(record: Record, notation: Notation, tongues: Tongues) -> bool:
    """Whether a game that the kernel is sure of needs a look at its words: it may lack a move that only they show."""
    by_numerals = isinstance(notation, Relative) and notation.shorthand.by_numerals
    return _is_flipped(notation, tongues) or (by_numerals and has_named_sides(record.movetext))


def _plain_text(item: Found) -> str:
    """The moves of a record that may be played from the normal start as they stand; else nothing."""
    if isinstance(item, Stray) or item.problem or item.game.start_fen or item.words is not None:
        return ""
    return item.movetext


def _has_nodes(item: Found) -> TypeGuard[Record]:
    """Whether the moves of a record are points that may be played."""
    return isinstance(item, Record) and item.nodes is not None and not item.problem


# ---------------------------------------------------------------- word by word


@dataclass(slots=True)
class _Play:
    """The words of a record that are moves, and what stands between them."""

    words: list[Word] = field(default_factory=list)
    numbers: list[Numbered] = field(default_factory=list)  # ply: words before it
    comments: dict[int, list[str]] = field(default_factory=dict)
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
    number: Numbered | None = None  # of the next move
    undone = False
    for n, word in enumerate(words):
        if n in passed:
            continue
        if word.kind == "move":
            if number:
                play.numbers.append(number)
                number = None
            play.words.append(word)
        elif word.kind == "number":
            leads = record.is_first_of_line(word.offset)
            number = Numbered(int(word.text[:-1]), len(play.words), word.offset, leads=leads)
        elif word.kind == "undo":
            undone = True
            if play.words:
                play.words.pop()
        elif word.kind in ("comment", "remark"):
            play.comments.setdefault(len(play.words), []).append(word.text)
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
                number = number and number._replace(half=True)
            elif play.words or record.game.first_side == kernel.RED or kinds[:1] != ["move"]:
                place = record.places[word.offset]
                play.fault = Fault(place, "gap", "moves are missing here ('...')", len(play.words) + 1)
                break
            else:
                number = number and number._replace(half=True)
    if undone:
        play.numbers = []  # they run ahead of the board
    return play


def _goes_on(before: Word | None, plies: int, first_side: int) -> bool:
    """Whether a gap behind this word only stands for Red's move of the pair, which is already there: `12. ...`"""
    if before is None or before.kind != "number" or (plies + first_side) % 2 == 0:
        return False
    return int(before.text[:-1]) == (plies + first_side) // 2 + 1


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
    if _is_flipped(best.notation, tongues) and best.moves and not are_in_order(play.numbers):
        best = _Version(best.notation, b"", 0, best.words, FirstMoveMissing(best.notation, best.words[0][1]))
    best = _up_to_the_wrong_side(best, game.first_side)
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
    return _close(record, best.notation, fault)


def _hole_before(record: Record, play: _Play, version: _Version, plies: int) -> tuple[int, Place] | None:
    """The last text that breaks in before a ply: how many plies stand before it, and where that is."""
    offsets = [play.words[first].offset for first, _ in version.words]
    for begin, _ in reversed(record.holes):
        before = bisect_left(offsets, begin)
        if before <= plies:
            return before, record.places[begin]
    return None


def _parted(game: Game, play: _Play, version: _Version) -> Broken | None:
    """Where the numbers prove that the moves are not those of the game."""
    firsts = [first for first, _ in version.words]
    numbers = [number._replace(ply=bisect_left(firsts, number.ply)) for number in play.numbers]
    texts = [text for _, text in version.words]
    legal = len(texts) if version.error is None else version.stop
    if isinstance(version.error, InvalidMove):  # what follows may not be moves: it is not counted
        numbers = [number for number in numbers if number.ply <= legal]
    sided = sides_of(version.notation, texts) is not None
    return broken(numbers, texts, game.first_side, game.start_fen is None, legal, sided)


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
    return follow(texts, board, side, _candidates(notation, sides_of(notation, [word for _, word in game_words])))


def _up_to_the_wrong_side(version: _Version, first_side: int) -> _Version:
    """A version without what its kernel has read of the wrong side, which does not know all signs of a side."""
    side_of = sides_of(version.notation, [word for _, word in version.words])
    if side_of is None:
        return version
    for ply, (_, word) in enumerate(version.words[: len(version.moves) // 2]):
        mover = (first_side + ply) % 2
        if side_of(word) == 1 - mover:
            return _Version(version.notation, version.moves[: 2 * ply], ply, version.words, WrongSide(word, mover))
    return version


def _candidates(notation: Notation, side_of: Side | None) -> Candidates:
    """What a word may mean in a notation; a word with the other side's signs, or behind the end, is a fault of its own."""

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
            if not (side_of and side_of(word) == 1 - mover):
                raise
        if side_of and side_of(word) == 1 - mover:
            raise WrongSide(word, mover)
        return fits

    return candidates


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
    """A move printed with the other side's signs, in a game that uses both."""

    code = "wrong-side"

    def __init__(self, word: str, mover: int):
        super().__init__(
            f"{word!r} is written for {SIDES[1 - mover]}, but {SIDES[mover]} is to move: a move is missing"
        )


class AfterTheEnd(NotationError):
    """A move of a side that has none left."""

    code = "after-the-end"


class AmbiguousNotation(AmbiguousMove):
    """A game that two notations read differently, both to the end."""

    code = "ambiguous-notation"


class FirstMoveMissing(AmbiguousNotation):
    """A game in coordinates that is legal only as seen from Black's side, or without Red's first move."""

    def __init__(self, notation: Notation, word: str):
        super().__init__(
            f"{word!r} is Black's move: Red's first one is missing, or the ranks are counted from Black's side "
            f"(--from {notation.name})"
        )


def _is_flipped(notation: Notation, tongues: Tongues) -> bool:
    """Whether a notation may be mistaken for another one without the first ply."""
    return isinstance(notation, Coordinates) and notation.flipped and len(tongues.all) > 1


# ---------------------------------------------------------------- variations


def _grow(record: Record, notation: Notation) -> None:
    """The variations of a record whose main line is in place, each up to its last sure ply.

    A move that is none is a fault; the words from there on are kept as a comment, for nothing is lost.
    """
    game = record.game
    numbers = {0: 0}  # of the record's branches that became variations
    said: dict[int, Said] = defaultdict(lambda: defaultdict(list))  # by variation
    side_of = sides_of(notation, _all_words(record))
    boards = Boards((branch.parent, branch.ply) for branch in record.branches)
    boards.play(0, 0, game.moves, *board_along(game.start_fen, b""))
    for n, branch in enumerate(record.branches, start=1):
        line, begin = numbers.get(branch.parent), boards.at(branch.parent, branch.ply)
        if line is None or begin is None:
            _blame(record, branch.words, PARENT_ENDS)
            said[0][min(branch.ply, game.plies)].append(_in_brackets(branch.words))
            continue
        moves, comments = _variation(record, branch, begin, notation, side_of)
        if moves:
            game.variations.append(Variation(line, branch.ply, moves))
            line = numbers[n] = len(game.variations)
            boards.play(n, branch.ply, moves, *begin)
        for ply, texts in comments.items():
            said[line][ply] += texts
    for line, notes in said.items():
        comments_there = game.variations[line - 1].comments if line else game.comments
        for ply, texts in notes.items():
            before = comments_there.get(ply)
            comments_there[ply] = " ".join([before, *texts] if before else texts)


def _all_words(record: Record) -> list[str]:
    """The moves of a record, main line and variations."""
    main = record.words if record.words is not None else split_words(record.movetext)
    lines = (main, *(branch.words for branch in record.branches))
    return [word.text for line in lines for word in line if word.kind == "move"]


def _variation(
    record: Record, branch: Branch, begin: Standing, notation: Notation, side_of: Side | None
) -> tuple[bytes, Said]:
    """The moves of a variation, from the board where it begins, and what is said in it.

    What cannot be played is said behind its last move; where nothing can, all of it in the line that it leaves.
    """
    texts = [word.text for word in branch.words if word.kind == "move"]
    joined = notation.join(texts)
    board, side = begin
    played = follow([text for _, text in joined], bytearray(board), side, _candidates(notation, side_of))
    last = branch.ply + len(played.moves) // 2
    sure = joined[played.stop][0] if played.error else len(texts)  # moves among the words
    ends = [first for first, _ in joined[1:]] + [len(texts)]  # of the moves, counted in words
    said: Said = defaultdict(list)
    seen, rest = 0, list[Word]()
    for at, word in enumerate(branch.words):
        if word.kind == "move":
            if seen == sure:
                rest = branch.words[at:]
                break
            seen += 1
        elif word.kind in ("comment", "remark"):
            said[min(branch.ply + bisect_right(ends, seen), last)].append(word.text)
    if rest:
        _blame(record, rest, str(played.error))
    if not played.moves:
        return b"", {branch.ply: [_in_brackets(branch.words)]} if branch.words else {}
    if rest:
        said[last].append(_in_brackets(rest))
    return played.moves, said


def _blame(record: Record, words: list[Word], why: str) -> None:
    """Say where and why words of a variation cannot be played."""
    place = record.places[words[0].offset] if words else record.game.place
    record.game.faults.append(bad_variation(place, why))


def _in_brackets(words: list[Word]) -> str:
    return f"({' '.join(word.text for word in words)})"


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
    if game.complete:
        _check_result(game)
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


def _check_result(game: Game) -> None:
    """A fault if the winner has no move left: he has lost. Who has won by a resignation is not on move, mostly."""
    mover = (game.first_side + game.plies) % 2
    if game.result is (Result.BLACK if mover else Result.RED) and _is_over(game):
        said = f"the result {game.result} is kept as written, but {SIDES[mover]} has no move left"
        game.faults.append(Fault(game.place, "odd-result", said, game.plies))


def _is_over(game: Game) -> bool:
    """Whether the last position is mate or stalemate."""
    return not can_move(*board_along(game.start_fen, game.moves))
