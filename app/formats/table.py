"""CSV: one game a line, moves in one cell."""

import csv
import io
from collections.abc import Iterable, Iterator

from app.formats import Written
from app.formats.jsonl import as_dict

COLUMNS = (
    "id", "red", "black", "red_rating", "black_rating", "result", "ending", "date", "event", "plies", "complete",
    "opening", "opening_name", "source", "line", "start", "moves",
)  # fmt: skip


def write_all(games: Iterable[Written]) -> Iterator[str]:
    """A line of heads, then one line a game."""
    buffer = io.StringIO()
    writer = csv.DictWriter(buffer, COLUMNS, extrasaction="ignore", lineterminator="\n")
    writer.writeheader()
    yield buffer.getvalue()
    buffer.seek(0)
    buffer.truncate()
    for game_id, game, texts, _, _ in games:
        values = as_dict(game, texts) | {
            "id": game_id,
            "moves": " ".join(texts),
            "complete": int(game.complete),
        }
        writer.writerow(values)
        yield buffer.getvalue()
        buffer.seek(0)
        buffer.truncate()
