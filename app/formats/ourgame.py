"""The text that 联众 (Ourgame) exports: a fixed Chinese form, one game after another.

中 国 象 棋 对 局 记 录
对局名称：title
比赛日期：2016年12月27日20时  比赛地点：site
红    方：name(account)  耗时：  2分 24秒
黑    方：name(account)  耗时：  4分  1秒
比赛结果：result  裁判员：referee
棋谱   红方           黑方
  1.  炮二平五       马２进３
"""

import re
from collections.abc import Iterator
from itertools import pairwise

from app.errors import Fault
from app.formats.moves.headers import read_header
from app.formats.record import Places, Record, Stray, stray_between
from app.games.game import Game

FORM = re.compile(r"^[ \t]*中 ?国 ?象 ?棋 ?对 ?局 ?记 ?录", re.MULTILINE)
_TABLE = re.compile(r"^[ \t]*棋谱[ \t]+红方[ \t]+黑方[^\n]*\n", re.MULTILINE)
_KEY = re.compile(r"(对局名称|比赛日期|比赛地点|红[ \t]{0,20}方|黑[ \t]{0,20}方|耗时|比赛结果|裁判员)：|\n")
_NAME = re.compile(r"(.*?)\(([^()]*)\)")
_KEPT = {"对局名称": "Title", "裁判员": "Referee"}
_HEADERS = {"比赛日期": "Date", "比赛结果": "Result"}


def read(text: str, file: str, line: int = 1) -> Iterator[Record | Stray]:
    """The games of a text whose first line has this number, and what belongs to none, in order."""
    begins = [found.start() for found in FORM.finditer(text)]
    places = Places(text, 0, len(text), file, line, 1)
    yield from stray_between(places, 0, begins[0] if begins else len(text))
    for begin, end in zip(begins, [*begins[1:], len(text)], strict=True):
        yield _read_form(text, begin, end, places)


def _read_form(text: str, begin: int, end: int, places: Places) -> Record:
    table = _TABLE.search(text, begin, end)
    game = Game.blank(places[begin])
    start = table.end() if table else end
    record = Record(game, places, start, end, opened=False, raw=text[begin:end])
    side = "Red"
    marks = [*_KEY.finditer(text, begin, table.start() if table else end)]
    for found, following in pairwise(marks):
        if not found[1]:
            continue
        key = "".join(found[1].split())
        value = " ".join(text[found.end() : following.start()].split())
        if key in ("红方", "黑方"):
            side = "Red" if key == "红方" else "Black"
            name = _NAME.fullmatch(value)
            seat = game.red if side == "Red" else game.black
            seat.name = name[1] if name else value
            if name:
                game.headers[f"{side}Account"] = name[2]
        elif not value:
            continue
        elif key == "耗时":
            game.headers[f"{side}Time"] = value
        elif key == "比赛地点":
            game.site = value
        elif key in _KEPT:
            game.headers[_KEPT[key]] = value
        elif why := read_header(game, _HEADERS[key], value):
            place = places[found.end()]
            game.faults.append(Fault(place, "odd-header", why))
    return record
