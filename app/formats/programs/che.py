"""CHE, the files of QQ 象棋: one game as decimal numbers, names are not in it.

    1, number of moves, then ten numbers a move:
    piece, 32, side, source (rank, file), destination (rank, file), 0, number of the move, 0

Ranks are counted from the top; a board with the first mover's pieces above is turned.
"""

import re
from collections.abc import Iterator

from app.formats.programs.line import line_of, point
from app.formats.programs.texts import Texts
from app.formats.record import BytePlaces, Record
from app.games.game import Game

PER_MOVE = 10
_WORD = re.compile(rb"\S+")
_NUMBER = re.compile(rb"\d{1,6}")


def read(data: bytes, file: str, texts: Texts) -> Iterator[Record]:
    """The one game of a file."""
    places = BytePlaces(file)
    numbers: list[tuple[int, int]] = []  # with their offsets
    wrong: int | None = None
    for word in _WORD.finditer(data):
        if not _NUMBER.fullmatch(word[0]):
            wrong = word.start()
            break
        numbers.append((int(word[0]), word.start()))
    announced = numbers[1][0] if len(numbers) > 1 else 0
    moves = []
    for at in range(2, min(len(numbers) - PER_MOVE + 1, 2 + PER_MOVE * announced), PER_MOVE):
        y1, x1, y2, x2 = (number for number, _ in numbers[at + 3 : at + 7])
        moves.append((point(x1, 9 - y1), point(x2, 9 - y2), numbers[at][1]))
    record = Record.of_nodes(Game.blank(places[0]), places, line_of(moves))
    if len(moves) < announced:
        why = f"{announced} moves are announced, {len(moves)} are there"
        record.cut = places[len(data) if wrong is None else wrong], why
    elif wrong is not None or len(numbers) > 2 + PER_MOVE * announced:
        rest = wrong if wrong is not None else numbers[2 + PER_MOVE * announced][1]
        record.cut = places[rest], f"{announced} moves are announced, and more follows them"
    yield record
