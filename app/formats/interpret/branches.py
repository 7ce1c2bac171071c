"""The variations of a record, each up to its last sure ply."""

from bisect import bisect_right
from collections import defaultdict

from app.formats.interpret.sides import Side, sides_of
from app.formats.interpret.versions import candidates_in
from app.formats.record import Branch, Record
from app.formats.wording import PARENT_ENDS, bad_variation
from app.formats.words import Word, split_words
from app.games.game import Variation
from app.games.replay import board_along
from app.games.tree import Boards, Standing
from app.notation import Notation
from app.notation.following import follow

Said = dict[int, list[str]]  # by ply: comments in their order


def grow(record: Record, notation: Notation) -> None:
    """The variations of a record whose main line is in place, each up to its last sure ply.

    A move that is none is a fault; the words from there on are kept as a comment, for nothing is lost.
    """
    game = record.game
    numbers = {0: 0}  # of the record's branches that became variations
    said: dict[int, Said] = defaultdict(lambda: defaultdict(list))  # by variation
    side_of = sides_of(notation, _all_words(record))
    boards = Boards((branch.parent, branch.ply) for branch in record.branches)
    boards.play(0, 0, game.moves, *board_along(game.start_fen, b""))
    for n, branch in enumerate(record.branches, start=1):
        line, begin = numbers.get(branch.parent), boards.at(branch.parent, branch.ply)
        if line is None or begin is None:
            _blame(record, branch.words, PARENT_ENDS)
            said[0][min(branch.ply, game.plies)].append(_in_brackets(branch.words))
            continue
        moves, comments = _variation(record, branch, begin, notation, side_of)
        if moves:
            game.variations.append(Variation(line, branch.ply, moves))
            line = numbers[n] = len(game.variations)
            boards.play(n, branch.ply, moves, *begin)
        for ply, texts in comments.items():
            said[line][ply] += texts
    for line, notes in said.items():
        comments_there = game.variations[line - 1].comments if line else game.comments
        for ply, texts in notes.items():
            before = comments_there.get(ply)
            comments_there[ply] = " ".join([before, *texts] if before else texts)


def _all_words(record: Record) -> list[str]:
    """The moves of a record, main line and variations."""
    main = record.words if record.words is not None else split_words(record.movetext)
    lines = (main, *(branch.words for branch in record.branches))
    return [word.text for line in lines for word in line if word.kind == "move"]


def _variation(
    record: Record, branch: Branch, begin: Standing, notation: Notation, side_of: Side | None
) -> tuple[bytes, Said]:
    """The moves of a variation, from the board where it begins, and what is said in it.

    What cannot be played is said behind its last move; where nothing can, all of it in the line that it leaves.
    """
    texts = [word.text for word in branch.words if word.kind == "move"]
    joined = notation.join(texts)
    board, side = begin
    played = follow([text for _, text in joined], bytearray(board), side, candidates_in(notation, side_of))
    last = branch.ply + len(played.moves) // 2
    sure = joined[played.stop][0] if played.error else len(texts)  # moves among the words
    ends = [first for first, _ in joined[1:]] + [len(texts)]  # of the moves, counted in words
    said: Said = defaultdict(list)
    seen, rest = 0, list[Word]()
    for at, word in enumerate(branch.words):
        if word.kind == "move":
            if seen == sure:
                rest = branch.words[at:]
                break
            seen += 1
        elif word.kind in ("comment", "remark"):
            said[min(branch.ply + bisect_right(ends, seen), last)].append(word.text)
    if rest:
        _blame(record, rest, str(played.error))
    if not played.moves:
        return b"", {branch.ply: [_in_brackets(branch.words)]} if branch.words else {}
    if rest:
        said[last].append(_in_brackets(rest))
    return played.moves, said


def _blame(record: Record, words: list[Word], why: str) -> None:
    """Say where and why words of a variation cannot be played."""
    place = record.places[words[0].offset] if words else record.game.place
    record.game.faults.append(bad_variation(place, why))


def _in_brackets(words: list[Word]) -> str:
    return f"({' '.join(word.text for word in words)})"
