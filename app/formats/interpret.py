"""Records meet the rules: every ply resolved against the board, a batch of games at a time.

Most games are played by the kernel from their text as it stands. Where it stops, a regular record goes back to its
format's grammar, and the others are taken word by word: first by the kernel again, then by the full reader of the
notation, whose word is final. A game with a bad ply is kept up to the ply before; nothing is guessed, and nothing
after it attached.
"""

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from itertools import islice

from app.board import kernel
from app.board.engine import Engine, Replayed
from app.board.fen import SIDES, START_FEN, read_fen
from app.errors import Fault, NotationError
from app.formats.record import Record, Stray
from app.formats.words import Word, split_words
from app.games.game import Game
from app.games.reading import Reading
from app.games.result import SCORES, Result
from app.notation import Notation, notation_named
from app.notation.following import follow
from app.notation.wxf import WXF

BATCH = 2048  # games that meet the board together
AHEAD = 8  # batches read before the first one's moves are waited for
LOOK_AHEAD = 20  # words behind a gap that may still explain it
LEXICON = WXF.lexicon()

Found = Record | Stray
Again = Callable[[Record], Iterable[Found]]


def interpret(found: Iterable[Found], again: Again, engine: Engine) -> Iterator[Reading | Stray]:
    """The games of many records, in order, with the text that belongs to none.

    again reads a regular record by the grammar: asked when the kernel is not sure of all its moves.
    """
    stream, waiting = iter(found), deque[Iterator[Reading | Stray]]()
    while batch := list(islice(stream, BATCH)):
        waiting.append(_start(batch, again, engine))
        if len(waiting) > AHEAD:
            yield from waiting.popleft()
    for rest in waiting:
        yield from rest


def _start(batch: list[Found], again: Again, engine: Engine) -> Iterator[Reading | Stray]:
    """Hand a batch to the engine; what becomes of it is computed when it is asked for."""
    texts = [_plain_text(item) for item in batch]
    ends = _ends(texts)
    return _finish(batch, texts, ends, engine.replay_all(b"".join(texts), ends, LEXICON), again, engine)


def _finish(
    batch: list[Found],
    texts: list[bytes],
    ends: list[int],
    answer: Callable[[], Replayed],
    again: Again,
    engine: Engine,
) -> Iterator[Reading | Stray]:
    moves, plies, stops = answer()
    irregular: list[Found] = []
    for n, item in enumerate(batch):
        if texts[n] and stops[n] == ends[n + 1]:
            yield from _by_words(irregular, engine)
            irregular = []
            room = (ends[n] + 3) // 4 * 2
            assert isinstance(item, Record)
            item.game.moves = moves[room : room + 2 * plies[n]]
            yield Reading(item.game) if item.regular and plies[n] else _close(item)
        elif isinstance(item, Record) and item.regular:
            irregular.extend(again(item))
        else:
            irregular.append(item)
    yield from _by_words(irregular, engine)


def _plain_text(item: Found) -> bytes:
    """The moves of a record that may be played from the normal start as they stand; else nothing."""
    if isinstance(item, Stray) or item.problem or item.game.start_fen:
        return b""
    return item.movetext.encode("ascii", "replace")


def _ends(texts: list[bytes]) -> list[int]:
    ends = [0]
    for text in texts:
        ends.append(ends[-1] + len(text))
    return ends


# ---------------------------------------------------------------- word by word


@dataclass(slots=True)
class _Play:
    """The words of a record that are moves, and what stands between them."""

    words: list[Word] = field(default_factory=list)
    line: bytes = b""  # the words again, with blanks between
    comments: dict[int, str] = field(default_factory=dict)
    score: str = ""
    fault: Fault | None = None


def _by_words(items: list[Found], engine: Engine) -> Iterator[Reading | Stray]:
    """The readings of irregular records."""
    if not items:
        return
    plays = [_take_words(item) if isinstance(item, Record) and not item.problem else _Play() for item in items]
    for play in plays:
        play.line = b" ".join(word.text.encode("ascii", "replace") for word in play.words)
    texts = [
        play.line if isinstance(item, Record) and _is_from_start(item.game, play.words) else b""
        for item, play in zip(items, plays, strict=True)
    ]
    ends = _ends(texts)
    moves, plies, _ = engine.replay_all(b"".join(texts), ends, LEXICON)()
    for n, (item, play) in enumerate(zip(items, plays, strict=True)):
        if isinstance(item, Stray):
            yield item
            continue
        if item.problem:
            item.game.faults.append(item.problem)
            yield _close(item, item.problem)
            continue
        room = (ends[n] + 3) // 4 * 2
        fault = _play_words(item, play, moves[room : room + 2 * plies[n]]) or play.fault
        yield _close_words(item, play, fault)


def _is_from_start(game: Game, words: list[Word]) -> bool:
    return game.start_fen is None and _notation_of(words) is WXF


def _take_words(record: Record) -> _Play:
    """Moves in order: undone ones taken back, placeholders dropped, up to the first gap."""
    play = _Play()
    words = split_words(record.movetext, record.start)
    skip = 0
    for n, word in enumerate(words):
        if skip:
            skip -= 1
        elif word.kind == "move":
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
            rest = words[n + 1 : n + 1 + LOOK_AHEAD]
            following = [later.kind for later in rest if later.kind not in ("comment", "remark")]
            if following[:2] == ["number", "gap"]:  # a pair that a comment interrupts: `12. H2-E2 ...`, `12. ... H9-G7`
                skip = next(i for i, later in enumerate(rest) if later.kind == "gap") + 1
            elif play.words or following[:1] != ["move"]:
                place = record.places[word.offset]
                play.fault = Fault(place, "gap", "moves are missing here ('...')", len(play.words) + 1)
                break
    return play


def _play_words(record: Record, play: _Play, moves: bytes) -> Fault | None:
    """Play the words behind those already played; the fault of the first that is no sure move."""
    game, words, notation = record.game, play.words, _notation_of(play.words)
    board, side = read_fen(game.start_fen or START_FEN)
    for start, end in zip(moves[0::2], moves[1::2], strict=True):
        board[end], board[start] = board[start], 0
    done = len(moves) // 2
    both = kernel.cases(play.line, 0, len(play.line), LEXICON) == 3 and notation is WXF

    def candidates(board: bytearray, mover: int, word: str) -> list[int]:
        if both and word[0].isalpha() and word[0].isupper() != (mover == kernel.RED):
            raise WrongSide(
                f"{word!r} is written for {SIDES[1 - mover]}, but {SIDES[mover]} is to move: a move is missing"
            )
        try:
            return notation.candidates(board, mover, word)
        except NotationError as error:
            if kernel.legal_moves(board, mover, [0] * 128):
                raise
            how = "mated" if kernel.in_check(board, mover) else "stalemated"
            raise AfterTheEnd(f"{word!r} comes after the end: {SIDES[mover]} is {how}") from error

    rest = follow([word.text for word in words[done:]], board, (side + done) % 2, candidates)
    game.moves = moves + rest.moves
    if rest.error is None:
        return None
    word = words[done + rest.stop]
    return Fault(record.places[word.offset], rest.error.code, str(rest.error), done + rest.stop + 1)


class WrongSide(NotationError):
    """A move printed in the other side's case, in a game that uses both."""

    code = "wrong-side"


class AfterTheEnd(NotationError):
    """A move of a side that has none left."""

    code = "after-the-end"


def _notation_of(words: list[Word]) -> Notation:
    """Coordinates where the first word has two points, else WXF and its kin."""
    first = words[0].text.lower() if words else ""
    if sum(sign in "abcdefghi" for sign in first) == 2 and sum(sign.isdigit() for sign in first) >= 2:
        return notation_named("uci" if any("10" in word.text for word in words) else "iccs")
    return WXF


# ---------------------------------------------------------------- what became of a record


def _close_words(record: Record, play: _Play, fault: Fault | None) -> Reading:
    game = record.game
    if play.score and game.result is Result.UNKNOWN:
        game.result = SCORES[play.score]
    game.comments = {ply: text for ply, text in play.comments.items() if ply <= game.plies}
    if fault:
        game.faults.append(fault)
    return _close(record, fault)


def _close(record: Record, fault: Fault | None = None) -> Reading:
    """The reading of a record whose moves are in place: whether the game is whole, and why not."""
    game = record.game
    if fault is None:
        fault = _cut(record)
        if fault:
            game.faults.append(fault)
    game.complete = fault is None
    return Reading(game, "" if game.complete else record.written)


def _cut(record: Record) -> Fault | None:
    """Why a record without a bad ply is not whole."""
    game = record.game
    if not game.moves:
        return Fault(game.place, "no-moves", "the record has no moves")
    why = ""
    if record.cut:
        place, why = record.cut, "other text follows"
    elif record.opened and not record.ended and not _is_over(game):
        place, why = record.places[max(record.start, record.end - 1)], "there is no }END"
    if not why:
        return None
    return Fault(place, "cut-off", f"the game is cut off here: {why}", game.plies)


def _is_over(game: Game) -> bool:
    """Whether the last position is mate or stalemate."""
    board, side = read_fen(game.start_fen or START_FEN)
    for start, end in zip(game.moves[0::2], game.moves[1::2], strict=True):
        board[end], board[start] = board[start], 0
    return bool(kernel.legal_moves(board, (side + game.plies) % 2, [0] * 128) == 0)
