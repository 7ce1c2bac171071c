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
    """Numbered moves in columns; a game that Black begins starts with dots."""
    if not texts:
        return ""
    pairs = (_numbered(len(texts), game.first_side) % (*texts,)).split("\n")
    width = max(map(len, pairs)) if len(pairs) > 1 else 0
    return in_columns(pairs, width)


@lru_cache(maxsize=4096)
def _numbered(plies: int, first_side: int) -> str:
    """`numbered`, a pair a line, with `%s` for each move: to fill a template is quicker than to write a text."""
    return "\n".join(numbered(["%s"] * plies, first_side))


@lru_cache(maxsize=4096)
def _columns(pairs: int, width: int) -> str:
    before = [f"%-{width}s"] * (PAIRS_A_LINE - 1)
    full, rest = divmod(pairs, PAIRS_A_LINE)
    lines = [[*before, "%s\n"]] * full + ([[*before[: rest - 1], "%s\n"]] if rest else [])
    return "".join(map("  ".join, lines))


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


def in_columns(pairs: Sequence[str], width: int) -> str:
    """Lines of pairs, each as wide as that, the last of a line as wide as it is."""
    return _columns(len(pairs), width) % (*pairs,)


def write_all(games: Iterable[Written]) -> Iterator[str]:
    """All games one after another."""
    for written in games:
        yield write(written.game, written.texts)
