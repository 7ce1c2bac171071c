"""The headers of a scoresheet, in English, Vietnamese and Chinese: `Key: value`, one a line."""

import re
import unicodedata
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import NamedTuple

from app.board.fen import START_FEN, read_start, write_fen
from app.errors import FenError
from app.formats.wording import not_understood
from app.games.date import read_date
from app.games.folding import fold
from app.games.game import Game, Seat
from app.games.result import ENDINGS, SCORES, Result, ending_named, result_named

_SEAT = re.compile(r"(.*?)\s*(?:[(（\[](\d{1,6})[)）\]])?")
_SCORE = re.compile(r"(1-0|0-1|1/2-1/2|0\.5-0\.5|1/2|½-½|\*)\s*(?:\(([^()]+)\))?")


class Header(NamedTuple):
    """The words for a header (folded; the first is written), and how its value is read and written."""

    words: tuple[str, ...]
    read: Callable[[Game, str], bool]
    write: Callable[[Game], str]


def _read_seat(seat: Seat, value: str) -> bool:
    parts = _SEAT.fullmatch(" ".join(value.split()))
    assert parts is not None
    seat.name = parts[1]
    if parts[2]:
        seat.rating = int(parts[2])
    return True


def _write_seat(seat: Seat) -> str:
    return seat.name + (f" ({seat.rating})" if seat.rating is not None else "")


def _read_result(game: Game, value: str) -> bool:
    """`0-1 (resignation)`, or who won in words."""
    parts = _SCORE.fullmatch(value)
    if parts is None:
        game.result = result_named(value) or Result.UNKNOWN
        return game.result is not Result.UNKNOWN
    game.result = SCORES[parts[1]]
    if parts[2]:
        game.ending = ENDINGS.get(parts[2].lower()) or ending_named(parts[2])
        return game.ending is not None
    return True


def _write_result(game: Game) -> str:
    return game.result.value + (f" ({game.ending.value})" if game.ending else "")


def _read_event(game: Game, value: str) -> bool:
    name, _, control = value.partition(";")
    game.event, game.time_control = name.strip(), control.strip()
    return True


def _write_event(game: Game) -> str:
    return "; ".join(filter(None, (game.event, game.time_control)))


def _read_played(game: Game, value: str) -> bool:
    game.played = read_date(value)
    return game.played is not None


def _write_played(game: Game) -> str:
    played = game.played
    return " ".join(filter(None, (played.date, played.time, played.zone))) if played else ""


def _read_site(game: Game, value: str) -> bool:
    game.site = value
    return True


def _read_start(game: Game, value: str) -> bool:
    """Raises `FenError`."""
    fen = write_fen(*read_start(value))
    game.start_fen = None if fen == START_FEN else fen
    return True


HEADERS: Mapping[str, Header] = {
    "Red": Header(
        ("red", "trang", "do", "quan do", "ben trang", "ben do", "红方", "紅方", "红", "紅", "先手", "di tien", "tien"),
        lambda game, value: _read_seat(game.red, value),
        lambda game: _write_seat(game.red),
    ),
    "Black": Header(
        ("black", "den", "quan den", "ben den", "黑方", "黑", "后手", "後手", "di hau", "hau"),
        lambda game, value: _read_seat(game.black, value),
        lambda game: _write_seat(game.black),
    ),
    "Result": Header(("result", "ket qua", "结果", "結果"), _read_result, _write_result),
    "Event": Header(
        ("event", "giai", "giai dau", "赛事", "賽事", "比赛", "比賽", "对局名称"), _read_event, _write_event
    ),
    "Date": Header(("date", "ngay", "日期", "比赛日期"), _read_played, _write_played),
    "Place": Header(("place", "site", "noi", "dia diem", "地点", "地點"), _read_site, lambda game: game.site),
    "Start": Header(("start", "fen", "the co", "局面"), _read_start, lambda game: game.start_fen or ""),
}
INCOMPLETE = "Incomplete"  # what a game that is cut off says of itself
_BY_WORD = {fold(word): key for key, header in HEADERS.items() for word in header.words} | {"incomplete": INCOMPLETE}


@lru_cache(maxsize=256)
def header_named(words: str) -> str | None:
    """The header that a key means, in whatever language; None for others."""
    return _BY_WORD.get(fold(words))


def read_header(game: Game, key: str, value: str) -> str | None:
    """Put a value into a game; why it is not understood, if so, and then it stays as written. Raises `FenError`."""
    value = unicodedata.normalize("NFC", value).strip()
    if not value:
        return None
    try:
        if HEADERS[key].read(game, value):
            return None
    except FenError:
        game.headers[key] = value
        raise
    game.headers[key] = value
    return not_understood(key, value)
