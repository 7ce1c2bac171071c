"""The words of a record that are moves, and what stands between them."""

from dataclasses import dataclass, field

from app.board.kernel import RED
from app.errors import Fault
from app.formats.interpret.numbering import Numbered
from app.formats.record import Record
from app.formats.words import Word, split_words

LOOK_AHEAD = 20  # words behind a gap that may still explain it


@dataclass(slots=True)
class Play:
    """The words of a record that are moves, and what stands between them."""

    words: list[Word] = field(default_factory=list)
    numbers: list[Numbered] = field(default_factory=list)  # ply: words before it
    comments: dict[int, list[str]] = field(default_factory=dict)
    score: str = ""
    fault: Fault | None = None


def take_words(record: Record) -> Play:
    """Moves in order: undone ones taken back, placeholders dropped, up to the first gap."""
    play = Play()
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
            elif play.words or record.game.first_side == RED or kinds[:1] != ["move"]:
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
