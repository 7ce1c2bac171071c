"""The words of a movetext: moves, numbers, remarks, gaps; for every format that writes moves in lines."""

from typing import NamedTuple

from app.formats.cxq.grammar import WORD


class Word(NamedTuple):
    """A word of a movetext. kind is a name of the grammar; offset counts from the record's text."""

    kind: str
    text: str
    offset: int


def split_words(movetext: str, start: int = 0) -> list[Word]:
    """The words of a movetext in order, blanks left out; start is its offset in the record's text."""
    words = []
    for found in WORD.re.finditer(movetext):
        kind, text = found.lastgroup or "", found[0].replace("\0", "")
        if kind != "blank" and text:
            words.append(Word(kind, text, start + found.start()))
    return words
