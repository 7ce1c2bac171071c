"""PFC, the files of 鹏飞象棋: one game, a tree with comments, as nested XML.

    <n version="2" win="*" m="FEN" c="opening comment"> <n m="h6f7" c="comment"> ... </n> ... </n>

`m` of the outermost element is the start, of the others a move, files a to i and ranks 0 to 9 from Red's side; what lies
in an element continues it, the second and later continuations being rivals of the first. `win`: who won.
"""

import re
from collections.abc import Iterator

from app.board.fen import read_fen
from app.errors import Fault, FenError
from app.formats.army import begin_with, side_of
from app.formats.nodes import NOWHERE, Nodes
from app.formats.programs.markup import elements
from app.formats.programs.texts import Texts, plain
from app.formats.record import BytePlaces, Record
from app.formats.wording import not_understood
from app.games.game import Game
from app.games.result import SCORES, Result

_MOVE = re.compile("([a-i])([0-9])([a-i])([0-9])", re.IGNORECASE)


def read(data: bytes, file: str, texts: Texts) -> Iterator[Record]:
    """The one game of a file."""
    places = BytePlaces(file)
    game, nodes = Game.blank(places[0]), Nodes()
    record = Record.of_nodes(game, places, nodes)
    found, broken = elements(data)
    if broken:
        record.cut = places[broken[0]], broken[1]
    for element in found[1:]:
        move = _MOVE.fullmatch(element.attributes.get("m", ""))
        points = [NOWHERE, NOWHERE]
        if move:
            files = [ord(letter) - 97 for letter in (move[1].lower(), move[3].lower())]
            points = [file_ + 9 * int(rank) for file_, rank in zip(files, (move[2], move[4]), strict=True)]
        nodes.add(element.depth, points[0], points[1], element.offset)
        nodes.say(plain(element.attributes.get("c", "")))
    if found:
        root = found[0].attributes
        if comment := plain(root.get("c", "")):
            nodes.comments[-1] = comment
        win = root.get("win", "").strip()
        game.result = SCORES.get(win, Result.UNKNOWN)
        if win not in ("", "*") and game.result is Result.UNKNOWN:
            game.headers["Win"] = win
            game.faults.append(Fault(places[0], "odd-header", not_understood("Win", win)))
        try:
            if root.get("m", "").strip():
                board, side = read_fen(root["m"])
                begin_with(game, board, side_of(board, nodes.moves[0] if nodes.moves else NOWHERE, side))
        except FenError as error:
            record.problem = Fault(places[found[0].offset], "bad-fen", str(error))
    yield record
