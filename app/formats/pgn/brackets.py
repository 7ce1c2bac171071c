"""Where the brackets of a movetext close: of braces first, then of round ones outside of braces. One pass each."""

from bisect import bisect_right
from collections.abc import Iterable

from app.formats.pgn.grammar import BRACKETS


class Brackets:
    """close[n] is where the bracket closes that opens at text[n]; one that never does is not in it.

    bare is the text with NUL for all that stands in braces.
    """

    def __init__(self, text: str, begin: int, end: int):
        self.close: dict[int, int] = {}
        braces = [(found.start(), found[0]) for found in BRACKETS.finditer(text, begin, end) if found[0] in "{}"]
        self._match(braces, "{")
        closing = [at for at, sign in braces if sign == "}"]
        pieces, done = [text[:begin]], begin
        for at, sign in braces:
            if sign == "{" and at >= done:
                if at not in self.close:  # unbalanced: the first closing one counts
                    n = bisect_right(closing, at)
                    self.close[at] = closing[n] if n < len(closing) else end
                stop = min(self.close[at] + 1, end)
                pieces += text[done:at], "\0" * (stop - at)
                done = stop
        self.bare = "".join((*pieces, text[done:]))
        rounds = ((found.start(), found[0]) for found in BRACKETS.finditer(self.bare, begin, end))
        self._match(rounds, "(")

    def _match(self, signs: Iterable[tuple[int, str]], opening: str) -> None:
        waiting: list[int] = []
        for at, sign in signs:
            if sign == opening:
                waiting.append(at)
            elif waiting and sign in ")}":
                self.close[waiting.pop()] = at
