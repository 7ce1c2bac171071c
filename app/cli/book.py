"""The moves of a game with what is said of them, as a printed book sets them.

The main line stands in columns. Behind the ply they belong to follow, indented, its comments and the variations that
take its place, each with its number; what belongs to those is indented further. Remarks stand at their moves.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence

from app.formats.comments import split_comment
from app.formats.moves.writer import in_columns, numbered
from app.games.game import Game
from app.pictures.columns import width

INDENT = 4  # columns
DEEPEST = 10  # what belongs to deeper variations is indented no further
NARROWEST = 24  # columns of text, however deep

Notes = dict[int, list[str | int]]  # behind which ply: comments, and the numbers of variations


def book_lines(
    game: Game, texts: Sequence[str], variations: Sequence[Sequence[str]], columns: int = 80
) -> Iterator[str]:
    """The lines of a game whose plies are written so, and those of its variations; main line apart no wider than columns."""
    book = _Book(game, [texts, *variations], columns)
    begun = [book.line(0, 0)]
    while begun:  # not by recursion: a tree may be as deep as it has moves
        found = next(begun[-1], None)
        if found is None:
            begun.pop()
        elif isinstance(found, int):
            begun.append(book.line(found, len(begun)))
        else:
            yield found


class _Book:
    def __init__(self, game: Game, written: Sequence[Sequence[str]], columns: int):
        self.game, self.written, self.columns = game, written, columns
        self.leaving: dict[int, Notes] = defaultdict(lambda: defaultdict(list))  # by line, behind the ply not played
        for number, variation in enumerate(game.variations, start=1):
            self.leaving[variation.parent][variation.ply + 1].append(number)

    def line(self, number: int, depth: int) -> Iterator[str | int]:
        """The text of a line up to its end; in its place, the number of each variation that leaves it."""
        variation = self.game.variations[number - 1] if number else None
        begin = variation.ply if variation else 0
        moves, notes = self._annotated(number, begin, variation.comments if variation else self.game.comments)
        before = begin + self.game.first_side
        widest = max(map(len, numbered(moves, before)), default=0)
        label = f"[{number}] " if number else ""
        if label and begin in notes:
            yield _indented(label.rstrip(), depth)
            label = ""
        yield from self._set(notes.pop(begin, ()), depth + 1)
        at = 0
        for ply in sorted({*notes, begin + len(moves)}):
            pairs = numbered(moves[at : ply - begin], before + at)
            if not number:
                yield from in_columns(pairs, widest).splitlines()
            else:
                pairs[:1] = [label + pair for pair in pairs[:1]]
                yield from self._filled(pairs, 2, depth)
            yield from self._set(notes.get(ply, ()), depth + 1)
            at, label = ply - begin, ""

    def _annotated(self, number: int, begin: int, comments: dict[int, str]) -> tuple[list[str], Notes]:
        """The moves of a line that begins behind a ply, with their remarks; what stands behind which ply."""
        moves, last = list(self.written[number]), begin + len(self.written[number])
        notes: Notes = defaultdict(list)
        for ply, text in sorted(comments.items()):
            remarks, said = split_comment(text)
            if remarks and begin < ply <= last:
                moves[ply - begin - 1] += remarks
            elif remarks:
                said.insert(0, remarks)
            if said:
                notes[min(max(ply, begin), last)] += said
        for ply, numbers in self.leaving.pop(number, {}).items():
            notes[min(ply, last)] += numbers
        return moves, dict(notes)

    def _set(self, notes: Iterable[str | int], depth: int) -> Iterator[str | int]:
        """Comments as paragraphs; the numbers of variations as they are."""
        for note in notes:
            if isinstance(note, int):
                yield note
            else:
                for paragraph in note.splitlines():
                    yield from self._filled(_words(paragraph, self._room(depth)), 1, depth)

    def _filled(self, words: Iterable[str], gap: int, depth: int) -> Iterator[str]:
        """Lines of as many words as there is room for."""
        line, used, room = "", 0, self._room(depth)
        for word in words:
            size = width(word)
            if line and used + gap + size <= room:
                line, used = line + " " * gap + word, used + gap + size
                continue
            if line:
                yield _indented(line, depth)
            line, used = word, size
        if line:
            yield _indented(line, depth)

    def _room(self, depth: int) -> int:
        return max(NARROWEST, self.columns - INDENT * min(depth, DEEPEST))


def _indented(text: str, depth: int) -> str:
    return " " * INDENT * min(depth, DEEPEST) + text


def _words(text: str, room: int) -> Iterator[str]:
    """The words of a text; those that no line has room for, as Chinese without blanks may be, in pieces."""
    for word in text.split():
        if width(word) <= room:
            yield word
            continue
        piece, used = "", 0
        for sign in word:
            size = width(sign)
            if used + size > room:
                yield piece
                piece, used = "", 0
            piece, used = piece + sign, used + size
        yield piece
