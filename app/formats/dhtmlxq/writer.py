"""Games as DhtmlXQ in UBB tags, as dpxq.com and forums show them."""

from collections.abc import Iterable, Iterator

from app.board.fen import START_BOARD, read_fen
from app.formats import Written
from app.formats.dhtmlxq.values import TAGS, WRITTEN_RESULTS, write_binit, write_moves, write_text
from app.formats.pgn.tags import tags_of
from app.games.game import Game

_KEYS = {tag: key for key, tag in reversed(TAGS.items())}


def write_all(games: Iterable[Written]) -> Iterator[str]:
    """One block a game, a blank line behind each."""
    for written in games:
        entries = (f"[DhtmlXQ_{key}]{value}[/DhtmlXQ_{key}]" for key, value in _entries(written.game))
        yield "\n".join(("[DhtmlXQ]", *entries, "[/DhtmlXQ]", "", ""))


def _entries(game: Game) -> Iterator[tuple[str, str]]:
    """Headers, moves, variations, comments."""
    yield "ver", "www_dpxq_com"
    yield "init", "500,350"
    for tag in tags_of(game):
        if tag.key == "Result" and tag.value == game.result.value:
            yield "result", WRITTEN_RESULTS[game.result]
        elif tag.value.strip("?."):
            yield _KEYS.get(tag.key, tag.key), write_text(" ".join(tag.value.split()))
    yield "binit", write_binit(read_fen(game.start_fen)[0] if game.start_fen else START_BOARD)
    yield "movelist", write_moves(game.moves)
    for number, variation in enumerate(game.variations, start=1):
        yield f"move_{variation.parent}_{variation.ply + 1}_{number}", write_moves(variation.moves)
    for ply, text in game.comments.items():
        yield f"comment{ply}", write_text(text)
    for number, variation in enumerate(game.variations, start=1):
        for ply, text in variation.comments.items():
            yield f"comment{number}_{ply}", write_text(text)
