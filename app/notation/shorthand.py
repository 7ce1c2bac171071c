"""A dialect's regular moves as the kernel reads them: four signs of one byte each, piece, mark, way and value."""

from collections.abc import Callable
from dataclasses import dataclass

from app.board import kernel


@dataclass(frozen=True)
class Shorthand:
    """letters: for each of the seven kinds the signs that mean it alone; marks: front and rear; ways: retreat,
    traverse, advance. cased: where a game shows both cases, upper is Red's. prepare turns longer signs into these."""

    letters: tuple[str, str, str, str, str, str, str]
    marks: tuple[str, str]
    ways: tuple[str, str, str]
    cased: bool = False
    by_numerals: bool = False  # the case comes from `prepare`, which finds it in the numerals
    exact: bool = False  # the letters stand for nothing in their other case
    prepare: Callable[[str], str] = str

    def lexicon(self) -> bytes:
        """The table for `kernel.replay`."""
        table = blanks()
        for kind, letters in enumerate(self.letters, start=1):
            for sign in letters if self.exact else letters.upper() + letters.lower():
                table[ord(sign)] = kind
                if self.cased:
                    table[1024 + ord(sign)] = 1 if sign.isupper() else 2
        for digit in range(1, 10):
            table[256 + ord(str(digit))] = table[768 + ord(str(digit))] = digit
        for mark, meaning in zip(self.marks, (kernel.FRONT, kernel.REAR), strict=True):
            table[256 + ord(mark)] = meaning
        for way, signs in enumerate(self.ways, start=1):
            for sign in signs:
                table[512 + ord(sign)] = way
        return bytes(table)


def blanks() -> bytearray:
    """A lexicon that knows only what is blank."""
    table = bytearray(kernel.LEXICON)
    for blank in b" \t\r\n\f\v\0":
        table[blank] = kernel.BLANK
    return table
