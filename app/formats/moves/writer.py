"""Games as people read them: headers, then numbered moves, four pairs a line."""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import count

from app.formats import Written
from app.formats.moves.headers import HEADERS, INCOMPLETE
from app.games.game import Game

PAIRS_A_LINE = 4


def write(game: Game, texts: Sequence[str]) -> str:
    """One game with a blank line behind it."""
    headers = "\n".join((*header_lines(game), "", ""))
    return f"{headers if len(headers) > 1 else ''}{move_text(game, texts)}\n"


def header_lines(game: Game) -> Iterator[str]:
    """`Key: value` for all that is known."""
    for key, header in HEADERS.items():
        value = header.write(game)
        if value and value != game.result.UNKNOWN:
            yield f"{key}: {value}"
    if not game.complete:
        yield f"{INCOMPLETE}: {game.plies} plies are known"


def move_text(game: Game, texts: Sequence[str]) -> str:
    """Numbered moves in lines; a game that Black begins starts with dots."""
    lengths = set(map(len, texts))
    if len(lengths) == 1:
        return _template(len(texts), game.first_side, lengths.pop()) % (*texts,)
    return _lines(texts, game.first_side)


@lru_cache(maxsize=4096)
def _template(plies: int, first_side: int, length: int) -> str:
    """What `_lines` makes of so many moves of equal length, with `%s` in the place of each."""
    blank = "\0" * length
    return _lines([blank] * plies, first_side).replace(blank, "%s")


def _lines(texts: Sequence[str], first_side: int) -> str:
    pairs = numbered(texts, first_side)
    return "".join(f"{line}\n" for line in in_columns(pairs, max(map(len, pairs)) if len(pairs) > 1 else 0))


def numbered(texts: Sequence[str], before: int = 0) -> list[str]:
    """Moves in pairs with their numbers, dots for a first move that is not there.

    before: the plies before them, and one more in a game that Black begins.
    """
    if not texts:
        return []
    moves, first = ["...", *texts] if before % 2 else texts, before // 2 + 1
    pairs = [f"{n}. {red} {black}" for n, red, black in zip(count(first), moves[0::2], moves[1::2], strict=False)]
    if len(moves) % 2:
        pairs.append(f"{first + len(pairs)}. {moves[-1]}")
    return pairs


def in_columns(pairs: Sequence[str], width: int) -> Iterator[str]:
    """Lines of pairs, each as wide as that."""
    padded = [pair.ljust(width) for pair in pairs]
    for n in range(0, len(padded), PAIRS_A_LINE):
        yield "  ".join(padded[n : n + PAIRS_A_LINE]).rstrip()


def write_all(games: Iterable[Written]) -> Iterator[str]:
    """All games one after another."""
    for _, game, texts, _ in games:
        yield write(game, texts)
