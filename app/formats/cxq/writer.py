"""Games as CXQ text: keywords padded to eight columns, three pairs of moves a line, `}END` behind the last."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import count

from app.formats import Written
from app.formats.comments import split_comment
from app.formats.cxq.headers import HEADERS
from app.games.game import Game

PAIRS_A_LINE = 3
ORDER = tuple((key, header.write) for key, header in HEADERS.items())


def write_all(games: Iterable[Written]) -> Iterator[str]:
    """All games one after another; the moves must be in the notation cxq."""
    for written in games:
        yield write(written.game, written.texts)


def write(game: Game, texts: Sequence[str]) -> str:
    """One record with a blank line behind it. Headers that were not understood come out as they were printed."""
    lines = []
    extra = {key: value for key, value in game.headers.items() if key != "FORMAT"}  # the moves are in WXF here
    for key, say in ORDER:
        value = extra.pop(key, None) or say(game)
        if value:
            lines.append(f"{key:<8}{value}")
    lines += [f"{key:<8}{value}" if len(key) < 8 else f"{key} {value}" for key, value in extra.items()]
    lines.append("START{")
    lines += _move_lines(game, texts)
    lines[-1] += " }END" if game.complete else ""
    return "\n".join(lines) + "\n\n"


def _said(text: str) -> str:
    """Remarks as they are, comments in the marks of this format, with no marks inside."""
    remarks, comments = split_comment(text)
    plain = (comment.replace("*/", "* /").replace("/*", "/ *").replace("\n", " ") for comment in comments)
    return " ".join(filter(None, (remarks, *(f"/* {comment} */" for comment in plain))))


def _move_lines(game: Game, texts: Sequence[str]) -> list[str]:
    """`%2d.` and a pair, three a line; comments stand behind the ply they follow."""
    moves = list(texts)
    for ply, text in game.comments.items():
        said = _said(text)
        if ply == 0 and moves and said:
            moves[0] = f"{said} {moves[0]}"
        elif 0 < ply <= len(moves) and said:
            moves[ply - 1] += f" {said}"
    if game.first_side and moves:
        moves.insert(0, "...")
    pairs = [f"{n:2}. {red} {black}" for n, red, black in zip(count(1), moves[0::2], moves[1::2], strict=False)]
    if len(moves) % 2:
        pairs.append(f"{len(pairs) + 1:2}. {moves[-1]}")
    return ["  ".join(pairs[n : n + PAIRS_A_LINE]) for n in range(0, len(pairs), PAIRS_A_LINE)] or [""]
