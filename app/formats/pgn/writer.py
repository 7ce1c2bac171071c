"""Games as PGN: XQBase's tags and moves in Chinese, WXF or coordinates, or XBoard's tags and SAN; the tree in brackets.

Lines are filled to 80 columns; a comment keeps its own. Black's move behind a comment or a variation is numbered `3...`.
"""

import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from app.formats import Written
from app.formats.pgn.comments import write_comment
from app.formats.pgn.tags import Tag, tag_line, tags_of
from app.games.game import Game

COLUMNS = 80
FORMATS = {"chinese": "", "chinese-traditional": "", "iccs": "ICCS", "ucci": "ICCS"} | dict.fromkeys(
    ("wxf", "wxf2018", "xqbase", "cxq", "axf"), "WXF"
)


def write_all(games: Iterable[Written]) -> Iterator[str]:
    """XQBase's dialect, one game after another."""
    for written in games:
        form = FORMATS.get(written.notation, written.notation)
        tags = [Tag("Game", "Chinese Chess"), *tags_of(written.game)]
        if written.game.start_fen:
            tags.append(Tag("FEN", written.game.start_fen))
        if form:
            tags.append(Tag("Format", form))
        yield _write(tags, written)


def write_all_xboard(games: Iterable[Written]) -> Iterator[str]:
    """XBoard's dialect; the moves must be in its SAN."""
    for written in games:
        tags = [*tags_of(written.game, ("White", "Black")), Tag("Variant", "xiangqi")]
        if written.game.start_fen:
            tags += Tag("FEN", _xboard_fen(written.game.start_fen)), Tag("SetUp", "1")
        yield _write(tags, written)


def _xboard_fen(fen: str) -> str:
    """A FEN with H and E for the horse and the elephant, without the two dashes."""
    placement, side, *_ = fen.split()
    return f"{placement.translate(str.maketrans('nbNB', 'heHE'))} {side} 0 1"


def _write(tags: Iterable[Tag], written: Written) -> str:
    game = written.game
    lines = _filled((*_tokens(game, (written.texts, *written.variations)), game.result.value))
    return "\n".join((*map(tag_line, tags), "", *lines, "", ""))


# ---------------------------------------------------------------- the tree


class _Line(NamedTuple):
    """A line of the tree: the ply it begins behind, its written moves, its comments by ply."""

    begin: int
    moves: Sequence[str]
    comments: dict[int, str]


# Line, ply -> the variations that take the place of that ply, last one first.
Children = dict[tuple[int, int], list[int]]


def _tree(game: Game, texts: Sequence[Sequence[str]]) -> tuple[list[_Line], Children]:
    """The lines of a game, and where they leave each other."""
    lines = [_Line(0, texts[0], game.comments)]
    children: Children = defaultdict(list)
    for variation, moves in zip(game.variations, texts[1:], strict=True):
        parent, ply = variation.parent, variation.ply
        while parent and ply < lines[parent].begin:
            parent = game.variations[parent - 1].parent
        line = lines[parent]
        if line.moves and ply == line.begin + len(line.moves):  # it goes on there: the last move once more
            ply, moves = ply - 1, (line.moves[-1], *moves)
        children[parent, ply].append(len(lines))
        lines.append(_Line(ply, moves, variation.comments))
    for numbers in children.values():
        numbers.reverse()
    return lines, children


def _tokens(game: Game, texts: Sequence[Sequence[str]]) -> Iterator[str]:
    """Moves with their numbers, comments, and variations each behind the ply whose place they take; no recursion."""
    lines, children = _tree(game, texts)
    stack: list[tuple[int, int, list[int]]] = [(0, 0, [])]  # a line, its next ply, the variations to come before that
    fresh = True  # Black's next move needs a number
    yield from _comment(game.comments, 0)
    while stack:
        number, ply, waiting = stack.pop()
        begin, moves, comments = lines[number]
        if waiting:
            child = waiting.pop()
            stack += (number, ply, waiting), (child, lines[child].begin, [])
            yield "("
            yield from _comment(lines[child].comments, lines[child].begin)
            fresh = True
            continue
        while ply < begin + len(moves):
            pair, black = divmod(ply + game.first_side, 2)
            lead = f"{pair + 1}... " if fresh and black else "" if black else f"{pair + 1}. "
            yield lead + moves[ply - begin]
            ply += 1
            yield from _comment(comments, ply)
            fresh = bool(comments.get(ply))
            if (number, ply - 1) in children:
                stack.append((number, ply, children[number, ply - 1]))
                break
        else:
            if number:
                yield ")"
                fresh = True


def _comment(comments: dict[int, str], ply: int) -> Iterator[str]:
    if comments.get(ply):
        yield write_comment(comments[ply])


# ---------------------------------------------------------------- lines


def _filled(tokens: Iterable[str]) -> Iterator[str]:
    """The tokens in lines; an opening bracket stands before the next token, a closing one behind the last."""
    line: list[str] = []
    used, opening = 0, ""
    for token in tokens:
        if token == "(":
            opening = token
            continue
        token, opening = opening + token, ""
        gap = 0 if token == ")" else 1
        width = _width(token.partition("\n")[0])
        if line and used + gap + width <= COLUMNS:
            line += " " * gap, token
            used += gap + width
        else:
            if line:
                yield "".join(line)
            line, used = [token], width
        if "\n" in token:
            used = _width(token.rpartition("\n")[2])
    if line:
        yield "".join(line)


def _width(text: str) -> int:
    """How many columns a text takes: Chinese signs two."""
    if text.isascii():
        return len(text)
    return sum(2 if unicodedata.east_asian_width(sign) in "WF" else 1 for sign in text)
