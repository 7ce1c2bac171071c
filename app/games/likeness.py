"""Which names are near a name: misspelt, in another order, cut short, with other digits behind."""

from collections.abc import Mapping
from typing import Literal, NamedTuple
from unicodedata import normalize

from app.games.folding import fold_name, stem

LEAST = 70  # of 100: what is less alike is not near
PART = 0.9  # what a name counts that has all words of the other, and more

How = Literal["exact", "folded", "near"]
RANKS: tuple[How, ...] = ("exact", "folded", "near")


class Likeness(NamedTuple):
    """How near a name is to the one that was asked for."""

    key: int
    how: How  # exact: as printed; folded: but for case, accents and signs
    score: float  # 0 to 100


def nearest(name: str, names: Mapping[int, tuple[str, str]], limit: int | None = None) -> list[Likeness]:
    """The names near one, best first: exact, folded, near by score. names: key -> (as printed, folded).

    Near names are compared without the digits behind them, as wholes, word by word in any order, and as parts of one
    another (for which a name of one word has three letters or more). Those that differ in digits alone come first.
    """
    name = normalize("NFC", name)
    folded = fold_name(name)
    stems = {key: stem(other) for key, (_, other) in names.items()}
    scores = _scores(stem(folded), stems) if folded else {}
    for key, (printed, other) in names.items():
        if printed == name or other == folded:
            scores[key] = 100.0
    found = [Likeness(key, _how(name, folded, *names[key]), score) for key, score in scores.items()]
    found.sort(key=lambda one: (RANKS.index(one.how), -one.score, names[one.key][1], names[one.key][0], one.key))
    return found[:limit]


def _how(name: str, folded: str, printed: str, other: str) -> How:
    if printed == name:
        return "exact"
    return "folded" if other == folded else "near"


def _scores(name: str, stems: Mapping[int, str]) -> dict[int, float]:
    """The likeness of a stem to others, as far as they are near."""
    from rapidfuzz import fuzz, process

    joined = {key: other.replace(" ", "") for key, other in stems.items()}
    scores: dict[int, float] = {}
    for text, choices, scorer, worth in (
        (name.replace(" ", ""), joined, fuzz.ratio, 1.0),
        (name, stems, fuzz.token_sort_ratio, 1.0),
        (name, stems, fuzz.token_set_ratio, PART),
    ):
        for _, score, key in process.extract(text, choices, scorer=scorer, score_cutoff=LEAST / worth, limit=None):
            if worth == 1.0 or min(len(name), len(stems[key])) > 2:
                scores[key] = max(scores.get(key, 0.0), round(score * worth, 1))
    return scores
