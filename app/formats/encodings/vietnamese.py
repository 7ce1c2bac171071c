"""How Vietnamese is spelt, and which syllables names are made of: what tells it from the same bytes read otherwise."""

import unicodedata
from collections.abc import Iterator

from app.formats.encodings.words import word_lists

_onsets, _rhymes, _often, _known = word_lists("vietnamese.txt")
OFTEN = frozenset(_often)
KNOWN = OFTEN.union(_known)

_TONES = ("", "\u0300", "\u0301", "\u0303", "\u0309", "\u0323")  # none, huyền, sắc, ngã, hỏi, nặng
_STOPPED = (_TONES[0], _TONES[2], _TONES[5])  # before c, ch, p, t
_MARKED = "ăâêôơư"
_ONSETS = frozenset(["", *_onsets])
_BEFORE_FRONT = {"c": False, "ng": False, "k": True, "gh": True, "ngh": True}  # e, ê, i, y


def _toned(rhyme: str) -> Iterator[str]:
    """A rhyme with each tone that it may have, on each vowel that may bear it."""
    vowels = rhyme.rstrip("chgmnpt")
    for tone in _STOPPED if rhyme.endswith(("c", "p", "t", "ch")) else _TONES:
        for at in _bearers(vowels, rhyme != vowels):
            yield unicodedata.normalize("NFC", rhyme[: at + 1] + tone + rhyme[at + 1 :])


def _bearers(vowels: str, closed: bool) -> tuple[int, ...]:
    """Which of the vowels may bear the tone: the last marked one; in oa, oe, uy old and new rules differ."""
    marked = [at for at, vowel in enumerate(vowels) if vowel in _MARKED]
    if marked:
        return (marked[-1],)
    if vowels in ("oa", "oe", "uy") and not closed:
        return (0, 1)
    return (1,) if len(vowels) == 3 or (len(vowels) == 2 and closed) else (0,)


_RHYMES = frozenset(toned for rhyme in _rhymes for toned in _toned(rhyme))
_FRONT = frozenset(toned for toned in _RHYMES if unicodedata.normalize("NFD", toned)[0] in "eiy")


def is_syllable(word: str) -> bool:
    """Whether a word in small letters is spelt as a Vietnamese syllable, whether or not there is one."""
    return any(_is_spelt(word[:end], word[end:]) for end in range(4))


def _is_spelt(onset: str, rhyme: str) -> bool:
    if onset not in _ONSETS or rhyme not in _RHYMES:
        return False
    return _BEFORE_FRONT.get(onset, rhyme in _FRONT) == (rhyme in _FRONT)
