"""MXQ, the files of 弈天 (Movesky) and 象棋世家: one game in strings with their length before them.

    site, date (`2016年12月27日 21点14分`), `red(rank)-胜-black(rank)`, rating of Red, rating of Black, five numbers, how it
    ended, `Moves`, moves (`7C-4C`: file 0 to 8 from Red's left, rank A to J from Red's side), `Ends`, comments,
    `CommentsEnd`

The word between the names says how Red fared: 胜, 负 or 和.
"""

import re
from collections.abc import Iterator

from app.board.kernel import BLACK, RED
from app.formats.nodes import NOWHERE
from app.formats.programs.fields import fill
from app.formats.programs.line import line_of, point
from app.formats.programs.texts import Texts
from app.formats.record import BytePlaces, Record, Stray, stray_bytes
from app.games.game import Game
from app.games.result import Ending, Result, ending_named, result_named

_TITLE = re.compile(
    r"(?P<red>.*?)(?:\((?P<red_rank>[^()]*)\))?-(?P<how>[胜勝负負和])-(?P<black>.*?)(?:\((?P<black_rank>[^()]*)\))?"
)
_MOVE = re.compile(rb"([0-8])([A-J])-([0-8])([A-J])")


def read(data: bytes, file: str, texts: Texts) -> Iterator[Record | Stray]:
    """The one game of a file."""
    places = BytePlaces(file)
    game = Game.blank(places[0])
    strings, cut = _strings(data)
    words = [word for _, word in strings]
    begin = words.index(b"Moves") if b"Moves" in words else len(words)
    end = words.index(b"Ends", begin) if b"Ends" in words[begin:] else len(words)
    moves = []
    for offset, word in strings[begin + 1 : end]:
        move = _MOVE.fullmatch(word)
        x1, y1, x2, y2 = (
            (int(move[1]), move[2][0] - 65, int(move[3]), move[4][0] - 65) if move else (NOWHERE, 0, NOWHERE, 0)
        )
        moves.append((point(x1, y1), point(x2, y2), offset))
    record = Record.of_nodes(game, places, line_of(moves))
    if end == len(words):
        record.cut = places[cut], "the file ends where a string should follow" if begin < end else "there are no moves"
    heads, said = words[:begin], words[end + 1 :]
    reading = texts.judge([*heads, *said], game, places, 0)
    heads = heads[:3] + heads[3:5] + heads[10:11] if len(heads) >= 11 else heads[:3]
    names = ("site", "date", "title", "red_rating", "black_rating", "ended")
    values = {name: reading.read(head) for name, head in zip(names, heads, strict=False)}
    if title := _TITLE.fullmatch(values.get("title", "")):
        values |= {name: text or "" for name, text in title.groupdict().items() if name != "how"}
        game.result = result_named(f"红先{title['how']}") or Result.UNKNOWN
        del values["title"]
    comments = [reading.read(word) for word in said if word != b"CommentsEnd"]
    if any(comments):
        values["comments"] = "\n".join(filter(None, comments))
    fill(game, values, {"date": places[0], "red_rating": places[0], "black_rating": places[0]})
    how = values.get("ended", "")
    game.ending = ending_named(how)
    if game.ending in (Ending.RESIGNATION, Ending.TIME, Ending.ABANDONED) and how[:1] in ("红", "紅", "黑"):
        game.ended_by = BLACK if how[0] == "黑" else RED
    yield record
    if not record.cut and data[cut:].strip(b"\0"):
        yield stray_bytes(places[cut], len(data) - cut)


def _strings(data: bytes) -> tuple[list[tuple[int, bytes]], int]:
    """The strings of a file with their offsets, and where the last that is whole ends."""
    found, at = [], 0
    while at < len(data):
        length = data[at]
        if at + 1 + length > len(data):
            break
        word = data[at + 1 : at + 1 + length]
        found.append((at, word))
        at += 1 + length
        if word == b"CommentsEnd":
            break
    return found, at
