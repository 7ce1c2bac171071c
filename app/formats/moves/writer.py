"""Games as people read them: headers, then numbered moves, four pairs a line."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import count

from app.formats import Written
from app.formats.moves.headers import HEADERS, INCOMPLETE
from app.games.game import Game

PAIRS_A_LINE = 4


def write(game: Game, texts: Sequence[str]) -> str:
    """One game with a blank line behind it."""
    headers = [*header_lines(game), ""]
    return "\n".join((*(headers if len(headers) > 1 else ()), *move_lines(game, texts), "", ""))


def header_lines(game: Game) -> Iterator[str]:
    """`Key: value` for all that is known."""
    for key, header in HEADERS.items():
        value = header.write(game)
        if value and value != game.result.UNKNOWN:
            yield f"{key}: {value}"
    if not game.complete:
        yield f"{INCOMPLETE}: {game.plies} plies are known"


def move_lines(game: Game, texts: Sequence[str]) -> Iterator[str]:
    """Numbered moves; a game that Black begins starts with dots."""
    if not texts:
        return
    moves = ["...", *texts] if game.first_side else texts
    pairs = [f"{n}. {red} {black}" for n, red, black in zip(count(1), moves[0::2], moves[1::2], strict=False)]
    if len(moves) % 2:
        pairs.append(f"{len(pairs) + 1}. {moves[-1]}")
    width = max(map(len, pairs)) if len(pairs) > 1 else 0
    padded = [pair.ljust(width) for pair in pairs]
    for n in range(0, len(padded), PAIRS_A_LINE):
        yield "  ".join(padded[n : n + PAIRS_A_LINE]).rstrip()


def write_all(games: Iterable[Written]) -> Iterator[str]:
    """All games one after another."""
    for written in games:
        yield write(written.game, written.texts)
