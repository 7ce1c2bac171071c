"""CBF, games of 象棋桥 (CCBridge) as XML: one game, a tree with comments.

    <ChineseChessRecord Version="1.0">
      <Head> <Name> <Contest> <Round> <Date> <Site> <TimeRule> <Red> <RedTeam> <RedRating> ... <RecordResult> <FEN>
      <MoveList> <Move value="77-47" end="1" branch="1">comment</Move> ...

A value is file and rank, the ranks counted from the top. Moves come in preorder, the first (`00-00`) with the opening
comment only; `end`: the line ends here, `branch`: a rival of the move follows. RecordResult: 0 unknown, 1 Red, 2 Black,
3 draw.
"""

import re
from collections.abc import Iterator

from app.board.fen import read_fen
from app.errors import Fault, FenError
from app.formats.army import begin_with, side_of
from app.formats.nodes import NOWHERE, Nodes
from app.formats.programs.fields import RESULTS, fill
from app.formats.programs.markup import Element, elements
from app.formats.programs.texts import Texts, plain
from app.formats.record import BytePlaces, Record
from app.games.game import Game

HEADS = {
    "Name": "title", "Contest": "event", "ContestType": "class", "Round": "round", "Group": "group", "Table": "table",
    "Date": "date", "Site": "site", "TimeRule": "time_control", "Red": "red", "RedTeam": "red_team",
    "RedTime": "red_time", "RedRating": "red_rating", "Black": "black", "BlackTeam": "black_team",
    "BlackTime": "black_time", "BlackRating": "black_rating", "Commentator": "annotator", "Creator": "author",
    "ECCO": "ECCO",
}  # fmt: skip
_VALUE = re.compile("([0-8])([0-9])-([0-8])([0-9])")


def read(data: bytes, file: str, texts: Texts) -> Iterator[Record]:
    """The one game of a file."""
    places = BytePlaces(file)
    game, nodes = Game.blank(places[0]), Nodes()
    record = Record.of_nodes(game, places, nodes)
    found, broken = elements(data)
    heads: dict[str, Element] = {}
    rivals: list[int] = []  # the depths at which one is still to come
    depth, ended, is_first = 0, False, True
    for element in found:
        if element.name != "Move":
            heads.setdefault(element.name, element)
            continue
        if ended:
            record.cut = places[element.offset], "a move follows behind the end of the last line"
            break
        if not is_first:
            value = _VALUE.fullmatch(element.attributes.get("value", ""))
            x1, y1, x2, y2 = map(int, value.groups()) if value else (0, 0, 0, 0)
            points = ((9 - y1) * 9 + x1, (9 - y2) * 9 + x2) if value else (NOWHERE, NOWHERE)
            nodes.add(depth, *points, element.offset)
        nodes.say(plain(element.text))
        if element.attributes.get("branch") == "1" and not is_first:
            rivals.append(depth)
        is_first = False
        if element.attributes.get("end") != "1":
            depth += 1
        elif rivals:
            depth = rivals.pop()
        else:
            ended = True
    if broken:
        record.cut = places[broken[0]], broken[1]
    fill(
        game,
        {name: plain(heads[head].text) for head, name in HEADS.items() if head in heads},
        {name: places[heads[head].offset] for head, name in HEADS.items() if head in heads},
    )
    result = heads["RecordResult"].text.strip() if "RecordResult" in heads else ""
    game.result = RESULTS[int(result)] if result in ("0", "1", "2", "3") else RESULTS[0]
    fen = heads.get("FEN")
    if fen and fen.text.strip():
        try:
            board, side = read_fen(fen.text)
            begin_with(game, board, side_of(board, nodes.moves[0] if nodes.moves else NOWHERE, side))
        except FenError as error:
            record.problem = Fault(places[fen.offset], "bad-fen", str(error))
    yield record
