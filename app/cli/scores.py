"""Scores as a table: games won, drawn and lost by somebody."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from app.store.profiles import Score


def print_scores(head: str, scores: "Sequence[tuple[str, Score]]", explain: Callable[[str], str] | None = None) -> None:
    """Print scores, each with what it is the score of, and if need be what that means; score: the share of the points."""
    from app.cli.tables import print_table

    heads = [head, "games", "wins", "draws", "losses", "score"]
    rows = [_row(name, score) for name, score in scores]
    if explain:
        heads.append("")
        rows = [[*row, explain(name)] for row, (name, _) in zip(rows, scores, strict=True)]
    print_table(heads, rows, right=range(1, 6))


def _row(name: str, score: "Score") -> list[object]:
    share = "" if score.share is None else f"{score.share:.0%}"
    return [name, score.games, score.wins, score.draws, score.losses, share]
