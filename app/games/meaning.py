"""What a person means by an opening: codes, a name or part of one, or moves."""

import re
import unicodedata
from collections.abc import Callable, Iterable
from difflib import get_close_matches
from functools import cache
from typing import NamedTuple

from app.errors import QueryError
from app.games.folding import fold
from app.games.lines import mirror, read_line, read_opening
from app.games.openings import Formation, formations, openings

LONGEST_NAME = 300  # a longer text is no name

_CODES = re.compile(r"([A-E][0-9]{0,2})|([A-E][0-9]{2})\s*(?:\.\.|[-–—])\s*([A-E]?)([0-9]{2})")
_CHINESE = re.compile("[\u3400-\u9fff]")
_SYNONYMS = {"tot": "binh", "chot": "binh", "xa": "xe", "tan": "tien", "thoi": "thoai", "doai": "doi", "sy": "si"}
_SIMPLIFIED = str.maketrans(
    "對馬車風雙後宮開棄進邊連過順飛龜轉鴛鴦單壓頭盤紅緩補橫鉤騎兌兩砲",
    "对马车风双后宫开弃进边连过顺飞龟转鸳鸯单压头盘红缓补横钩骑兑两炮",
)

Words = str  # of a name, as it is compared
Form = Callable[[str], Words]


class Meaning(NamedTuple):
    """The games of an opening: those that have one of the codes or begin with one of the lines.

    Lines are two bytes a ply; the mirror image of each stands beside it.
    """

    codes: frozenset[str] = frozenset()
    lines: tuple[bytes, ...] = ()


def opening_meant(text: str) -> Meaning:
    """What a text means as codes or a name, else as first moves in any notation.

    Raises `QueryError` with what each notation says, and with codes or names that are near.
    """
    meaning = meaning_of(text)
    if meaning is not None:
        return meaning
    try:
        return Meaning(lines=read_opening(text))
    except QueryError as error:
        near = near_names(text)
        raise QueryError(f"{error}; openings like it: {', '.join(near)}" if near else str(error)) from error


def meaning_of(text: str) -> Meaning | None:
    """What a text means as codes (`C42`, `C4`, `C`, `C40-C49`) or as a name. None if it is neither.

    The name of a formation means its line and all openings in whose names it stands. Else openings are found by their
    names in any language, also by a part of one or by its words alone. Accents count as long as something is found.
    """
    codes = _codes_meant(text)
    if codes:
        return Meaning(codes)
    words = plain(text)
    if len(words) > LONGEST_NAME or re.fullmatch("[0-9 ]*|[a-z]", words):
        return None
    return (
        _formation(accented(text), accented)
        or _part_of_names(accented(text), accented)
        or _formation(words, plain)
        or _part_of_names(words, plain)
        or _part_of_names(_in_first_names(words), plain)
        or _all_words(words)
    )


def near_names(text: str) -> list[str]:
    """Names that are written much like a text, the nearest first; of a code that is none, the neighbours."""
    if len(text) > LONGEST_NAME:
        return []
    code = text.strip().upper()
    if _CODES.fullmatch(code):
        before, after = (other for other in openings() if other < code), (other for other in openings() if other > code)
        return [*list(before)[-1:], *list(after)[:1]]
    return [_printed()[words] for words in get_close_matches(plain(text), _printed())]


# ---------------------------------------------------------------- how names are compared


def plain(name: str) -> Words:
    """A name without accents, signs between the words and differences of usage: `Chốt để pháo` is `binh de phao`."""
    return " ".join(_SYNONYMS.get(word, word) for word in _bare(fold(name)).split())


def accented(name: str) -> Words:
    """A name with its accents: `đối binh` is not the beginning of `đối Bình phong mã`."""
    return _bare(unicodedata.normalize("NFKC", name).casefold())


def _bare(name: str) -> Words:
    """Letters, digits and simplified signs, with single blanks for all between."""
    return " ".join("".join(sign if sign.isalnum() else " " for sign in name.translate(_SIMPLIFIED)).split())


def _stand_in(words: Words, name: Words) -> bool:
    """Whether a name holds these words in this order, the last perhaps cut short; each Chinese sign is a word."""
    return words in name if _CHINESE.search(words) else f" {words}" in f" {name}"


@cache
def _names(form: Form) -> tuple[tuple[str, tuple[Words, ...]], ...]:
    """Each code with the names of its opening."""
    return tuple((opening.code, tuple(map(form, opening.names))) for opening in openings().values())


@cache
def _names_of_formations(form: Form) -> tuple[tuple[Formation, tuple[Words, ...]], ...]:
    """Each formation with its names."""
    return tuple((formation, tuple(map(form, formation.names))) for formation in formations())


@cache
def _printed() -> dict[Words, str]:
    """Every name as it is compared, and as it is printed."""
    named = [opening.names for opening in openings().values()] + [formation.names for formation in formations()]
    return {plain(name): name for names in named for name in names}


# ---------------------------------------------------------------- ways to find


def _codes_meant(text: str) -> frozenset[str]:
    """The codes that begin with a text, or lie between two that it names."""
    found = _CODES.fullmatch(text.strip().upper())
    if found is None:
        return frozenset()
    start, first, letter, number = found.groups()
    if start:
        return frozenset(code for code in openings() if code.startswith(start))
    low, high = sorted((first, (letter or first[0]) + number))
    return frozenset(code for code in openings() if low <= code <= high)


def _formation(words: Words, form: Form) -> Meaning | None:
    """The formation of this name."""
    return _meaning(set(), (formation for formation, names in _names_of_formations(form) if words in names))


def _part_of_names(words: Words, form: Form) -> Meaning | None:
    """The openings in whose names some words stand, and the formations whose names begin with them."""
    return _meaning(
        {code for code, names in _names(form) if any(_stand_in(words, name) for name in names)},
        (formation for formation, names in _names_of_formations(form) if any(name.startswith(words) for name in names)),
    )


def _in_first_names(words: Words) -> Words:
    """The same words, the first name of a formation in place of its others."""
    for _, (first, *others) in _names_of_formations(plain):
        for other in others:
            words = words.replace(other, first)
    return words


def _all_words(words: Words) -> Meaning | None:
    """The openings that have some words in one name, in any order."""
    sought = set(words.split())
    return _meaning({code for code, names in _names(plain) if any(sought <= {*name.split()} for name in names)}, ())


def _meaning(codes: set[str], found: Iterable[Formation]) -> Meaning | None:
    """Codes and formations as a meaning; None where there is neither."""
    lines: list[bytes] = []
    for formation in found:
        name, line = accented(formation.vi), read_line(formation.line, "wxf")
        codes |= {code for code, (vi, *_) in _names(accented) if _stand_in(name, vi)}
        lines += line, mirror(line)
    return Meaning(frozenset(codes), tuple(lines)) if codes or lines else None
