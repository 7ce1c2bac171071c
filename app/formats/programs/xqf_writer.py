"""A game as an XQF file of version 1.0, which every program reads: nothing in it is keyed (layout: see `xqf`)."""

import re
import unicodedata
from collections.abc import Mapping

from app.board.fen import START_BOARD, read_fen
from app.board.kernel import RED
from app.formats.army import army_points
from app.formats.comments import split_comment
from app.formats.nodes import Nodes, nodes_of
from app.formats.programs.fields import RESULTS, header_named
from app.formats.programs.xqf import DESTINATION, HEADER, LONG, MAGIC, PROGRAM, SOURCE, TEXTS, TYPES
from app.games.game import Game

VERSION = 10
ENCODING = "gb18030"
GOES_ON, HAS_RIVAL = 0xF0, 0x0F
ABSENT = 255
_MARKED = re.compile(r"[!?]*\s*(?:\{|/\*)")


def write(game: Game) -> bytes:
    """The file of a game: its tree, comments, start, result, and the headers for which there are fields.

    A name longer than its field (15 bytes, title, event and time control 63) is written without accents, and cut if
    that is not enough.
    """
    nodes = nodes_of(game)
    comments = {node: _coded(said) for node, text in nodes.comments.items() if (said := _said(text))}
    board, side = read_fen(game.start_fen) if game.start_fen else (START_BOARD, RED)
    kind = game.headers.get("Type", "")
    header = {
        "magic": MAGIC,
        "version": VERSION,
        "program": PROGRAM,
        "squares": bytes(_square(point) for point in army_points(board, ABSENT)),
        "side": side,
        "result": RESULTS.index(game.result),
        "type": TYPES.index(kind) if kind in TYPES else 0,
    }
    return HEADER.write(header | _texts(game)) + _tree(nodes, comments)


def _square(point: int) -> int:
    return ABSENT if point == ABSENT else point % 9 * 10 + point // 9


def _said(text: str) -> str:
    """A comment without the marks that formats of text put around it."""
    if not _MARKED.match(text):
        return text
    remarks, comments = split_comment(text)
    return " ".join(filter(None, (remarks, *comments)))


def _coded(text: str) -> bytes:
    return text.replace("\n", "\r\n").encode(ENCODING, "replace")


def _texts(game: Game) -> dict[str, bytes]:
    """The texts of the header."""
    texts = {
        "red": game.red.name,
        "black": game.black.name,
        "event": game.event,
        "site": game.site,
        "author": game.author,
        "time_control": game.time_control,
        "date": game.played.date if game.played else game.headers.get("Date", ""),
    }
    texts |= {name: game.headers.get(header_named(name), "") for name in TEXTS if name not in texts}
    return {name: _fitting(text, 63 if name in LONG else 15) for name, text in texts.items()}


def _fitting(text: str, room: int) -> bytes:
    """A text in so many bytes."""
    for form in (text, _unaccented(text)):
        coded = _coded(form)
        if len(coded) <= room:
            return coded
    return _coded(coded[:room].decode(ENCODING, "ignore"))


def _unaccented(text: str) -> str:
    """Latin letters without their marks."""
    bare = unicodedata.normalize("NFD", text.replace("đ", "d").replace("Đ", "D"))
    return unicodedata.normalize("NFC", "".join(sign for sign in bare if not "\u0300" <= sign <= "\u036f"))


def _tree(nodes: Nodes, comments: Mapping[int, bytes]) -> bytes:
    """The nodes, the one without a move before them."""
    out = bytearray((SOURCE, DESTINATION, GOES_ON if len(nodes) else 0, 255))
    out += _length_and_text(comments.get(-1, b""))
    rivals = _rivals(nodes)
    last = len(nodes) - 1
    for node, depth in enumerate(nodes.depths):
        start, end = nodes.moves[2 * node], nodes.moves[2 * node + 1]
        flags = GOES_ON if node < last and nodes.depths[node + 1] > depth else 0
        out += bytes(
            (_square(start) + SOURCE, _square(end) + DESTINATION, flags | (HAS_RIVAL if rivals[node] else 0), 0)
        )
        out += _length_and_text(comments.get(node, b""))
    return bytes(out)


def _rivals(nodes: Nodes) -> bytearray:
    """For each node 1 if a rival of it follows later, else 0."""
    found, ahead = bytearray(len(nodes)), list[int]()  # the depths of what follows and may be a rival
    for node in reversed(range(len(nodes))):
        depth = nodes.depths[node]
        while ahead and ahead[-1] > depth:
            ahead.pop()
        if ahead and ahead[-1] == depth:
            found[node] = 1
        else:
            ahead.append(depth)
    return found


def _length_and_text(text: bytes) -> bytes:
    return len(text).to_bytes(4, "little") + text
