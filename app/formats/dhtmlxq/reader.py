r"""DhtmlXQ to records.

    text    ::= { block | stray }
    block   ::= "[DhtmlXQ]" { entry } "[/DhtmlXQ]"      also DhtmlXQiFrame, DhtmlXQHTML, DHJHtmlXQ; or entries alone
    entry   ::= "[DhtmlXQ_" key "]" value "[/DhtmlXQ_" any key "]"
              | "var DhtmlXQ_" key "=" quoted value
    key     ::= "movelist" | "binit" | "move_" parent "_" ply "_" number | "comment" [ number "_" ] ply | ...

A movelist is four digits a ply. move_P_N_I is the variation I, whose moves take the place of ply N and what follows in
the line P (0: the main line). commentN stands behind ply N of the main line, commentI_N behind ply N of a variation.
Around the blocks of a page stands HTML, which is no stray text. DHJHtmlXQ numbers its keys, gives a FEN and counts ranks
from Red's side.

Forgiven: a closing tag of another key, empty entries before the real one, a block that is not closed.
"""

import heapq
import html
import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from app.board.fen import read_fen
from app.errors import Fault, FenError
from app.formats.army import begin_with, side_of
from app.formats.cxq.grammar import MANY
from app.formats.dhtmlxq.values import OF_THE_BOARD, RESULTS, TAGS, read_binit, read_move, read_point, read_text
from app.formats.pgn.tags import INCOMPLETE, Tag, plain, take_tag
from app.formats.record import Branch, Places, Record, Stray, stray_between
from app.formats.words import Word
from app.games.game import Game

NAME = r"(?:DhtmlXQ|DHJHtmlXQ)"
_BLOCK = re.compile(rf"\[(?P<name>{NAME}(?:iFrame|HTML)?)\]")
_ENTRY = re.compile(
    rf"\[{NAME}_(?P<key>\w+)\](?P<value>[^\[]*(?:\[(?!/?{NAME})[^\[]*){{0,{MANY}}})(?P<end>\[/{NAME}_\w+\])?"
    rf"|\bvar\s+{NAME}_(?P<name>\w+)\s*=\s*(?:'(?P<single>[^'\n]*)'|\"(?P<double>[^\"\n]*)\")"
)
_TAG = re.compile(rf"\[/?{NAME}_\w+\]")
_MOVES = re.compile(r"move_(\d{1,7})_(\d{1,7})_(\d{1,7})", re.ASCII)
_COMMENT = re.compile(r"comment(?:(\d{1,7})_)?(\d{1,7})", re.ASCII)
_PAGE = re.compile(r"<(?:!doctype|html|head|body|div|script|p|br)\b", re.IGNORECASE)
_DIGITS = re.compile(r"[0-9]+")
_NUMBERED = {"31": "fen", "34": "movelist"}  # keys of DHJHtmlXQ


@dataclass(slots=True)
class _Entry:
    """A value and where it begins; closed: its closing tag is there."""

    text: str
    at: int
    closed: bool


@dataclass(slots=True)
class _Block:
    """The entries of a game."""

    begin: int
    end: int
    entries: dict[str, _Entry] = field(default_factory=dict)
    mirrored: bool = False  # ranks are counted from Red's side

    def text(self, key: str) -> str:
        """A value, nothing where there is none."""
        return self.entries[key].text if key in self.entries else ""


def read(text: str, file: str, line: int = 1) -> Iterator[Record | Stray]:
    """The records of a text whose first line has this number, and what belongs to none, in order."""
    places = Places(text, 0, len(text), file, line, 1)
    is_page = _PAGE.search(text) is not None
    at = 0
    for block in _blocks(text):
        if not is_page:
            yield from stray_between(places, at, block.begin)
        yield _record(block, places, is_page)
        at = block.end
    if not is_page:
        yield from stray_between(places, at, len(text))


def _blocks(text: str) -> Iterator[_Block]:
    """The blocks of a text; entries without a block are one."""
    opening = _BLOCK.search(text)
    if opening is None:
        first = _ENTRY.search(text)
        if first:
            yield _entries(text, _Block(first.start(), len(text)), first.start())
        return
    while opening:
        following = _BLOCK.search(text, opening.end())
        end = following.start() if following else len(text)
        closing = text.find(f"[/{opening['name']}]", opening.end(), end)
        if closing >= 0:
            end = closing + len(opening["name"]) + 3
        block = _Block(opening.start(), end, mirrored=opening["name"].startswith("DHJ"))
        yield _entries(text, block, opening.end())
        opening = following


def _entries(text: str, block: _Block, at: int) -> _Block:
    last = at
    for found in _ENTRY.finditer(text, at, block.end):
        key, group = (
            (found["key"], "value") if found["key"] else (found["name"], "single" if found["single"] else "double")
        )
        value, begin = found[group] or "", found.start(group)
        inner = _TAG.match(value)
        if inner:  # in a script the tags may stand inside the quotes
            value, begin = value[inner.end() :].split("[/", 1)[0], begin + inner.end()
        if block.mirrored:
            key = _NUMBERED.get(key, key)
        elif _is_known(key.lower()):
            key = key.lower()
        if value.strip(" \t\r\n\0") and key not in block.entries:
            block.entries[key] = _Entry(value, begin, group != "value" or found["end"] is not None)
        last = found.end()
    if text.find("[/", last, block.end) < 0:
        block.end = last
    return block


def _is_known(key: str) -> bool:
    """Whether a key in small letters has a meaning; others are kept as they are printed."""
    return (
        key in TAGS or key in OF_THE_BOARD or _COMMENT.fullmatch(key) is not None or _MOVES.fullmatch(key) is not None
    )


# ---------------------------------------------------------------- a block as a record


def _record(block: _Block, places: Places, is_page: bool) -> Record:
    def text_of(entry: _Entry) -> str:
        return read_text(html.unescape(entry.text) if is_page else entry.text)

    game = Game(places[block.begin])
    record = Record(game, places, block.begin, block.end, opened=False)
    record.raw = places.text[block.begin : block.end]
    comments: dict[int, dict[int, tuple[str, int]]] = {}  # line, ply -> text and place
    for key, entry in block.entries.items():
        comment = _COMMENT.fullmatch(key)
        if comment:
            comments.setdefault(int(comment[1] or 0), {})[int(comment[2])] = (text_of(entry), entry.at)
        elif not _MOVES.fullmatch(key):
            _take(record, key, text_of(entry), entry.at)
    _start(record, block)
    main = block.entries.get("movelist")
    if main:
        record.words = _words(main, 0, comments.pop(0, {}), block.mirrored)
        digits = "".join(_DIGITS.findall(main.text))
        if len(digits) % 4 or not main.closed:
            record.cut = places[main.at + len(main.text) - 1], "the list of moves breaks off"
    else:
        record.words = []
    record.branches = _branches(block, comments)
    return record


def _take(record: Record, key: str, value: str, at: int) -> None:
    """A header."""
    game = record.game
    if key in OF_THE_BOARD or not value:
        return
    if key == INCOMPLETE:
        record.cut = record.places[at], "its header says so"
        return
    if key == "result" and value.lower() in RESULTS:
        game.result = RESULTS[value.lower()]
        return
    name = "FEN" if key == "fen" else TAGS.get(key, key)
    try:
        why = take_tag(game, Tag(name, plain(value)))
    except FenError as error:
        record.problem = Fault(record.places[at], "bad-fen", str(error))
        return
    if why:
        game.faults.append(Fault(record.places[at], "odd-header", why))


def _start(record: Record, block: _Block) -> None:
    """The position that the game begins in."""
    entry, game = block.entries.get("binit"), record.game
    first = read_point(block.text("movelist").strip()[:2], block.mirrored)
    try:
        if entry:
            board = read_binit("".join(entry.text.split()))
            begin_with(game, board, side_of(board, first))
        elif game.start_fen:
            board, side = read_fen(game.start_fen)
            begin_with(game, board, side_of(board, first, side))
    except FenError as error:
        at = entry.at if entry else block.begin
        record.problem = Fault(record.places[at], "bad-fen", str(error))


def _branches(block: _Block, comments: dict[int, dict[int, tuple[str, int]]]) -> list[Branch]:
    """The variations, each behind the line that it leaves, else in the order of their numbers."""
    found: dict[int, tuple[int, int, _Entry]] = {}
    children: dict[int, list[int]] = {}
    for key, entry in block.entries.items():
        parts = _MOVES.fullmatch(key)
        if parts:
            parent, ply, number = map(int, parts.groups())
            if number not in found:
                found[number] = parent, max(0, ply - 1), entry
                children.setdefault(parent, []).append(number)
    numbers = {0: 0}
    branches: list[Branch] = []
    for number in _in_order(found, children):
        parent, ply, entry = found[number]
        branches.append(
            Branch(numbers.get(parent, -1), ply, _words(entry, ply, comments.get(number, {}), block.mirrored))
        )
        numbers[number] = len(branches)
    return branches


def _in_order(found: dict[int, tuple[int, int, _Entry]], children: dict[int, list[int]]) -> Iterator[int]:
    """By number, but no line before the one that it leaves; those that leave no known line come last."""
    told: set[int] = set()
    waiting = list(children.get(0, []))
    heapq.heapify(waiting)
    while waiting:
        number = heapq.heappop(waiting)
        if number not in told:
            told.add(number)
            yield number
            for child in children.get(number, []):
                heapq.heappush(waiting, child)
    yield from sorted(found.keys() - told)


def _words(entry: _Entry, begin: int, comments: dict[int, tuple[str, int]], mirrored: bool) -> list[Word]:
    """The moves of a line that begins behind some plies, with its comments between them."""
    words: list[Word] = []
    ply = begin
    waiting = sorted(comments.items())
    said = 0

    def say() -> None:
        nonlocal said
        while said < len(waiting) and (waiting[said][0] <= ply):
            words.append(Word("comment", *waiting[said][1]))
            said += 1

    say()
    for found in re.finditer(r"\S{1,4}", entry.text):
        words.append(Word("move", read_move(found[0], mirrored), entry.at + found.start()))
        ply += 1
        say()
    ply = 1 << 40
    say()
    return words
