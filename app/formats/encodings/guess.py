"""Which encoding some bytes are in: the one in which what they say is likeliest to have been written.

Every encoding reads them in its way, and `likelihood` says in bits how hard each text is to believe. To that comes how
hard it is to believe that this file should be in that encoding, after what was found in it so far.
"""

import re
from collections import Counter
from functools import lru_cache
from math import log2
from typing import NamedTuple

from app.formats.encodings import GUESSED, Encoding
from app.formats.encodings.likelihood import bits

# How many bits the text lies ahead of every other: a thousand times likelier, sixteen times, less.
CERTAINTIES = ((10.0, "sure"), (4.0, "likely"), (0.0, "a guess"))
LONGEST = 2000  # bytes of words that are looked at: more would say nothing new
AT_ONCE = 16  # words that are weighed together
BEYOND_DOUBT = 200.0  # bits; what the other games of a file say never weighs more than thirty
NAME = 40  # bytes of a word that may come again
UNSEEN = 0.05  # games in an encoding that a file is supposed to have before any is found

# A word: no sign ends it that may be part of a Chinese one, as digits and | may.
_WORD = re.compile(rb"[^\t\n\x0b\x0c\r\x1a\x20-\x2f\x3a-\x3f\0]+")
_CONTROL = re.compile(rb"[\x01-\x08\x0e-\x19\x1b-\x1f]")  # in two encodings letters


class Evidence(NamedTuple):
    """What some bytes say in each of the encodings, and its cost in bits."""

    costs: tuple[float, ...]
    texts: tuple[str, ...]


class Verdict(NamedTuple):
    """The encoding some bytes are read in; how certain what they then say is, `sure`, `likely` or `a guess`; and the
    likeliest encoding in which they say something else."""

    encoding: Encoding
    certainty: str = "sure"
    rival: Encoding | None = None


def weigh(data: bytes) -> Evidence:
    """The evidence of the words in some bytes; each counts once, for repeating it proves nothing. Once one encoding lies
    so far ahead that no file could make up for it, the other words are not asked."""
    words: list[bytes] = []
    seen: set[bytes] = set()
    size, with_ascii = 0, _CONTROL.search(data) is not None
    each: list[Evidence] = []
    for found in _WORD.finditer(data):
        word = found[0]
        if with_ascii or not word.isascii():
            if word in seen:
                continue
            seen.add(word)
            words.append(word[: LONGEST - size])
            size += len(word)
            if size >= LONGEST:
                break
            if len(words) == AT_ONCE:
                each.append(_weigh_all(words))
                words = []
                if _is_beyond_doubt(each):
                    break
    each.append(_weigh_all(words))
    return _joined(each)


def _weigh_all(words: list[bytes]) -> Evidence:
    return _joined([_weigh_name(word) if len(word) <= NAME else _weigh_word(word) for word in words])


def _joined(each: list[Evidence]) -> Evidence:
    return Evidence(
        tuple(map(sum, zip(*(found.costs for found in each if found.costs), strict=True))),
        tuple(map(" ".join, zip(*(found.texts for found in each if found.texts), strict=True))),
    )


def _is_beyond_doubt(each: list[Evidence]) -> bool:
    best, rival = sorted(map(sum, zip(*(found.costs for found in each), strict=True)))[:2]
    return rival - best > BEYOND_DOUBT


def _weigh_word(word: bytes) -> Evidence:
    texts = tuple(encoding.read(word) for encoding in GUESSED)
    costs = (bits(text, encoding.tongue) for text, encoding in zip(texts, GUESSED, strict=True))
    return Evidence(tuple(costs), texts)


_weigh_name = lru_cache(maxsize=1 << 13)(_weigh_word)  # the same players meet again and again


class Tally:
    """In which encodings the games of a file were found to be."""

    def __init__(self) -> None:
        self._games: Counter[Encoding] = Counter()

    def count(self, encoding: Encoding, games: int = 1) -> None:
        """One more game, or several."""
        self._games[encoding] += games

    def learn(self, evidence: Evidence) -> None:
        """One more game, if its own names leave no doubt in which encoding they are."""
        best, rival = sorted(evidence.costs)[:2]
        if _certainty(rival - best) == "sure":
            self.count(GUESSED[evidence.costs.index(best)])

    def judge(self, evidence: Evidence) -> Verdict:
        """The encoding that the evidence and the file speak for. Only another text makes a rival, not another name."""
        total = self._games.total() + UNSEEN * len(GUESSED)
        costs = [
            cost - log2((self._games[encoding] + UNSEEN) / total)
            for cost, encoding in zip(evidence.costs, GUESSED, strict=True)
        ]
        order = sorted(range(len(costs)), key=costs.__getitem__)
        best = order[0]
        for n in order:
            if evidence.texts[n] != evidence.texts[best]:
                return Verdict(GUESSED[best], _certainty(costs[n] - costs[best]), GUESSED[n])
        return Verdict(GUESSED[best])


def _certainty(ahead: float) -> str:
    return next(name for least, name in CERTAINTIES if ahead >= least)
