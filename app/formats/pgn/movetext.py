"""A movetext taken apart: the words of the main line, the variations, and where the game ends."""

import re
from typing import NamedTuple

from app.formats.pgn.brackets import Brackets
from app.formats.pgn.comments import read_comment
from app.formats.pgn.grammar import ANY_MOVE, MOVE_WORD, ONLY_MOVES, VARIATION, WORD
from app.formats.record import Branch
from app.formats.words import Word

GLANCE = 240  # signs of a bracket that tell whether it holds moves
LONGEST_MOVE = 12
NAGS = {"$1": "!", "$2": "?", "$3": "!!", "$4": "??", "$5": "!?", "$6": "?!"}
_WIDE = {0xFF01 + n: 0x21 + n for n in range(94)}
_CHINESE = re.compile("[\u3400-\u9fff\uf900-\ufaff]")
_CHECK = re.compile(r"(?<=[0-9])[+#]+\Z")


class _Line(NamedTuple):
    """A line under way: its number, the ply it begins behind, its words."""

    number: int
    begin: int
    words: list[Word]


class Movetext:
    """One game's movetext, which begins at text[at] and goes no further than text[stop].

    words are the main line's, branches the variations, score the result behind the moves with its offset. end is
    where the game ends; prose are stretches before its moves that are none of it. cut: where and why moves are missing.
    """

    def __init__(self, text: str, brackets: Brackets, at: int, stop: int, first_side: int):
        self.text, self.end, self.first_side = text, at, first_side
        self.words: list[Word] = []
        self.branches: list[Branch] = []
        self.score: tuple[str, int] | None = None
        self.prose: list[tuple[int, int]] = []
        self.cut: tuple[int, str] | None = None
        self._brackets, self._stop = brackets, stop
        self._line, self._plies = _Line(0, 0, self.words), 0
        self._left: list[tuple[_Line, int]] = []  # the lines that variations interrupt, and their plies so far
        self._read(at)

    def _read(self, at: int) -> None:
        while at < self._stop:
            found = WORD.re.match(self.text, at, self._stop)
            assert found is not None  # together the words match any text
            kind = found.lastgroup or ""
            if kind == "blank":
                at = found.end()
                continue
            if kind == "trailer" and not self._left:
                self.end = self._stop
                break
            following = self._take(kind, found[0], at)
            if following < 0:
                break
            at = self.end = max(following, found.end())
        if self._left and self.cut is None:
            self.cut = self.end, "a variation is not closed"

    def _take(self, kind: str, text: str, at: int) -> int:
        """Take a word into the game; the offset behind it if it is longer than it looked, -1 if the game ended before."""
        in_main = not self._left
        if kind == "bracket":
            return self._bracket(text, at)
        if kind == "comment":
            self._add(kind, text[1:].removesuffix("）"), at)
        elif kind in ("nag", "remark", "trailer"):
            self._add(kind, text, at)
        elif in_main and self.score:
            return -1
        elif kind == "score":
            if in_main:
                self.score = (text, at)
            else:
                self._add("comment", text, at)
        elif kind == "number":
            if in_main and self._plies > 1 and text.translate(_WIDE)[:-1] == "1" and self._begins_line(at):
                return -1
        elif kind == "gap":
            if (self._plies + self.first_side) % 2 == 0 and in_main:  # else Black's move of the pair follows
                self._add("gap", "...", at)
        else:
            return self._move(text, at)
        return at

    def _move(self, text: str, at: int) -> int:
        if not self._left and not MOVE_WORD.match(text) and self._begins_line(at):
            line = self._end_of_line(at)
            if not ANY_MOVE.search(self.text, at, line):
                if self.words:
                    return -1
                self.prose.append((at, line))
                return line
        if not _CHINESE.search(text):
            text = _CHECK.sub("", text.translate(_WIDE))
        self._line.words.append(Word("move", text, at))
        self._plies += 1
        return at

    def _add(self, kind: str, text: str, at: int) -> None:
        """A word that is no move."""
        if kind == "nag":
            kind, text = "remark", NAGS.get(text, text)
        elif kind == "remark":
            text = text.translate(_WIDE)
        elif kind != "gap":
            kind, text = "comment", read_comment(text)
        if text:
            self._line.words.append(Word(kind, text, at))

    # ------------------------------------------------------------ brackets

    def _bracket(self, sign: str, at: int) -> int:
        if sign == "{":
            close = self._brackets.close[at]
            if close >= self._stop:
                self.cut = at, "a comment is not closed"
            self._add("comment", self.text[at + 1 : close], at)
            return min(close + 1, self._stop)
        if sign == "(":
            close = self._brackets.close.get(at, -1)
            if self._plies > self._line.begin and self._holds_moves(at, close):
                self._open()
                return at
            if close < 0:
                close = self._end_of_line(at)
            self._add("comment", self.text[at + 1 : close], at)
            return close + 1
        if sign == ")" and self._left:
            self._line, self._plies = self._left.pop()
        return at

    def _holds_moves(self, at: int, close: int) -> bool:
        """Whether a round bracket holds moves: a numbered one at its beginning, or nothing else."""
        bare, end = self._brackets.bare, close if close >= 0 else self._stop
        begins = VARIATION.match(bare, at + 1, end)
        if begins is None:
            return False
        glance = min(end, at + GLANCE)
        only = ONLY_MOVES.match(bare, at + 1, glance)
        return begins["number"] is not None or (
            only is not None and only.end() >= glance - LONGEST_MOVE * (glance < end)
        )

    def _open(self) -> None:
        """A variation begins in the place of the last ply. In the place of a variation's first one, it leaves the same
        line as that."""
        line, ply = self._line, self._plies - 1
        parent = self.branches[line.number - 1].parent if line.number and ply == line.begin else line.number
        words: list[Word] = []
        self.branches.append(Branch(parent, ply, words))
        self._left.append((line, self._plies))
        self._line, self._plies = _Line(len(self.branches), ply, words), ply

    # ------------------------------------------------------------ lines of the text

    def _begins_line(self, at: int) -> bool:
        return not self.text[self.text.rfind("\n", 0, at) + 1 : at].strip()

    def _end_of_line(self, at: int) -> int:
        end = self.text.find("\n", at, self._stop)
        return end if end >= 0 else self._stop
