"""How likely a text is to be a name or a word about games: in bits, the fewer the likelier.

The same bytes read in a wrong encoding are a text too, but one that nobody would have written: `NguyÔn` is no word of
any language, `Nguyễn` a family name. The bits are those of a code in which the commonest names cost 6, other known
ones 9, any other well spelt syllable 13 (one of some thousands), and a letter of anything else by its rarity.
"""

import re
import unicodedata
from functools import lru_cache

from app.formats.encodings import vietnamese
from app.formats.encodings.words import word_lists

OFTEN, KNOWN, SPELT = 6.0, 9.0, 13.0  # a Vietnamese syllable
JOINED = 12.0  # one more, without a blank between
PLAIN, WESTERN, RARE = 4.5, 8.0, 18.0  # a letter: ASCII, of a western language, other
OTHER = 7.0  # any other letter, where all can be written
CAPITAL = 4.0  # inside a word
FOREIGN = 6.0  # a word in a language the encoding is not for
MIXED = 10.0  # two scripts in one word
SURNAME, HANZI_OFTEN, HANZI, HANZI_RARE = 7.0, 8.0, 11.5, 16.0  # a Chinese sign
ASCII_SIGN, SIGN, ODD_SIGN = 3.0, 6.0, 14.0
DAMAGE, UNPRINTED = 20.0, 30.0  # a byte that means nothing; a control code, or a code without a sign
NEVER = 1e6

LONGEST = 30  # letters of a few syllables

_SURNAMES, _HANZI_OFTEN = (frozenset("".join(signs)) for signs in word_lists("chinese.txt"))
_HANZI = "\u3400-\u4dbf\u4e00-\u9fff"
_RUN = re.compile(rf"(?P<hanzi>[{_HANZI}]+)|(?P<word>[^\W\d_{_HANZI}]+)|.", re.DOTALL)
_MEETING = re.compile(rf"[A-Za-z](?=[{_HANZI}])|[{_HANZI}](?=[A-Za-z])")
_WESTERN = frozenset("éèêëáàâäãåíìîïóòôöõøúùûüñçßæœšžÉÈÊÁÀÂÄÅÍÎÓÔÖØÚÜÑÇÆŒŠŽ")
_SIGNS = frozenset("’‘“”–—…«»\xa0、。·，：；（）【】「」《》！？　０１２３４５６７８９－")


def bits(text: str, tongue: str) -> float:
    """What a word costs in an encoding made for a tongue: vietnamese, chinese, western or any."""
    total = MIXED * len(_MEETING.findall(text))
    for found in _RUN.finditer(text):
        if found.lastgroup == "hanzi":
            total += _hanzi(found[0])
        elif found.lastgroup == "word":
            total += _word(found[0], tongue)
        else:
            total += _sign(found[0])
    return total


def _sign(sign: str) -> float:
    if sign in _SIGNS:
        return SIGN
    if not sign.isprintable():
        return DAMAGE if "\udc80" <= sign <= "\udcff" else UNPRINTED
    return ASCII_SIGN if sign.isascii() else ODD_SIGN


# ---------------------------------------------------------------- words of letters


def _word(word: str, tongue: str) -> float:
    """The cheapest way to write a word: as Vietnamese where that may be expected, or letter by letter."""
    letters = _letters(word, tongue)
    return min(letters, _syllables(word)) if tongue in ("vietnamese", "any") else letters


def _letters(word: str, tongue: str) -> float:
    if word.isascii():
        return PLAIN * len(word) + _capitals(word)
    rare = OTHER if tongue == "any" else RARE
    total = sum(PLAIN if letter.isascii() else WESTERN if letter in _WESTERN else rare for letter in word)
    scripts = {unicodedata.name(letter, "NONE").split()[0] for letter in word}
    if tongue not in ("western", "any") or (tongue == "any" and "LATIN" not in scripts):
        total += FOREIGN
    return total + _capitals(word) + (len(scripts) - 1) * MIXED


def _capitals(word: str) -> float:
    """The cost of capitals inside a word."""
    return 0 if word.isupper() else CAPITAL * sum(map(str.isupper, word[1:]))


def _syllables(word: str) -> float:
    """A word as Vietnamese syllables, each in capitals or with at most one, at its head."""
    if len(word) > LONGEST:
        return NEVER
    if word.isupper():
        return _joined(word.lower())
    heads = [at for at, letter in enumerate(word) if letter.isupper() or at == 0]
    pieces = [word[begin:end].lower() for begin, end in zip(heads, [*heads[1:], len(word)], strict=True)]
    return JOINED * (len(pieces) - 1) + sum(map(_joined, pieces))


@lru_cache(maxsize=1 << 14)
def _joined(piece: str, most: int = 3) -> float:
    """One syllable in small letters, or a few that are joined."""
    if piece in vietnamese.KNOWN:
        return OFTEN if piece in vietnamese.OFTEN else KNOWN
    if vietnamese.is_syllable(piece):
        return SPELT
    if most == 1:
        return NEVER
    rests = (JOINED + _joined(piece[:at], 1) + _joined(piece[at:], most - 1) for at in range(1, min(8, len(piece))))
    return min(rests, default=NEVER)


# ---------------------------------------------------------------- Chinese


def _hanzi(run: str) -> float:
    total = sum(map(_hanzi_sign, run))
    return total + (SURNAME - HANZI_OFTEN if run[0] in _SURNAMES else 0)


@lru_cache(maxsize=1 << 15)
def _hanzi_sign(sign: str) -> float:
    """A sign by its use: in names, every day (on the first level of one of the national standards), or seldom."""
    if sign in _HANZI_OFTEN or sign in _SURNAMES:
        return HANZI_OFTEN
    for codec, last in (("gb2312", 0xD7), ("big5", 0xC6)):
        try:
            if sign.encode(codec)[0] <= last:
                return HANZI
        except UnicodeEncodeError:
            continue
    return HANZI_RARE
