"""The tags of PGN: what they say of a game, and how a game says it again. Names are told apart without their case."""

import re
import unicodedata
from collections.abc import Callable, Iterator
from typing import NamedTuple

from app.board.fen import START_FEN, read_fen, write_fen
from app.board.kernel import BLACK, RED
from app.errors import FenError
from app.formats.moves.headers import HEADERS
from app.formats.pgn.grammar import BETWEEN
from app.formats.wording import not_understood
from app.games.date import read_any_date, read_date
from app.games.game import Game, Seat
from app.games.result import SCORES, Result, ending_named

INCOMPLETE = "Incomplete"  # what a game that is cut off says of itself
UNKNOWN = "?？.-/ \t"  # what a value is made of that says nothing
_ESCAPE = re.compile(r'\\(["\\])')
_CLOCK = re.compile(r"(-?)(\d{1,3}):(\d{2}):(\d{2})", re.ASCII)
_BY = re.compile(r"(.*) by (red|black)", re.IGNORECASE)
_RATING = re.compile(r"\d{1,6}", re.ASCII)


class Tag(NamedTuple):
    """A tag: its name in capitals as it is written, and its value."""

    key: str
    value: str


def split_value(key: str, value: str) -> Iterator[Tag]:
    """The tags of a line that was taken for one: a value may hold quotes, and a line several tags."""
    at = 0
    for found in BETWEEN.finditer(value):
        yield Tag(key, plain(value[at : found.start()]))
        key, at = found[1], found.end()
    yield Tag(key, plain(value[at:]))


def plain(value: str) -> str:
    """A value without escapes, in Unicode's composed form, on one line."""
    return unicodedata.normalize("NFC", " ".join(_ESCAPE.sub(r"\1", value).split()))


# ---------------------------------------------------------------- reading

Take = Callable[[Game, str], bool]  # whether all of the value was understood


def _nothing(game: Game, value: str) -> bool:
    """What the format or the game says itself."""
    return True


def _variant(game: Game, value: str) -> bool:
    return value.lower() in ("xiangqi", "chinese chess", "cchess")


def _text(name: str) -> Take:
    def take(game: Game, value: str) -> bool:
        setattr(game, name, value)
        return True

    return take


def _name(side: int) -> Take:
    def take(game: Game, value: str) -> bool:
        game.seats[side].name = value
        return True

    return take


def _rating(side: int) -> Take:
    def take(game: Game, value: str) -> bool:
        if not _RATING.fullmatch(value):
            return False
        game.seats[side].rating = int(value) or None
        return True

    return take


def _clock(side: int) -> Take:
    def take(game: Game, value: str) -> bool:
        parts = _CLOCK.fullmatch(value)
        if parts is None:
            game.headers[f"{('Red', 'Black')[side]}Time"] = value
            return True
        seconds = int(parts[2]) * 3600 + int(parts[3]) * 60 + int(parts[4])
        game.seats[side].clock = -seconds if parts[1] else seconds
        return True

    return take


def _result(game: Game, value: str) -> bool:
    return HEADERS["Result"].read(game, value)


def _date(game: Game, value: str) -> bool:
    game.played = read_any_date(value)
    return game.played is not None


def _time(game: Game, value: str) -> bool:
    """The time of day and its zone, which a Date before it needs."""
    played = read_date(f"{game.played.date} {value}") if game.played else None
    if played is None:
        game.headers["Time"] = value
    else:
        game.played = played
    return True


def _termination(game: Game, value: str) -> bool:
    by = _BY.fullmatch(value)
    game.ending = ending_named(by[1] if by else value)
    if game.ending is None:
        game.headers["Termination"] = value
    elif by:
        game.ended_by = RED if by[2].lower() == "red" else BLACK
    return True


def _fen(game: Game, value: str) -> bool:
    """Raises `FenError`."""
    fen = write_fen(*read_fen(value))
    game.start_fen = None if fen == START_FEN else fen
    return True


TAKE: dict[str, Take] = {
    "game": _nothing, "format": _nothing, "setup": _nothing, "variant": _variant, "fen": _fen,
    "event": _text("event"), "site": _text("site"), "timecontrol": _text("time_control"),
    "annotator": _text("author"), "date": _date, "time": _time, "result": _result, "termination": _termination,
    "red": _name(RED), "white": _name(RED), "redname": _name(RED),
    "black": _name(BLACK), "blackname": _name(BLACK),
    "redelo": _rating(RED), "whiteelo": _rating(RED), "redrating": _rating(RED),
    "blackelo": _rating(BLACK), "blackrating": _rating(BLACK),
    "redtime": _clock(RED), "whitetime": _clock(RED), "blacktime": _clock(BLACK),
}  # fmt: skip

_OF_THE_FORMAT = ("game", "format", "setup", "fen")

# Tags that are kept as they are printed, under the name they are written with.
KEPT = {name.lower(): name for name in ("RedTeam", "BlackTeam", "Round", "Opening", "Variation", "ECCO")} | {
    "whiteteam": "RedTeam",
    "eco": "ECCO",
}


def take_tag(game: Game, tag: Tag) -> str:
    """Put a tag into a game; why it is not understood, if so, and then it stays as written. Raises `FenError`."""
    key, value = tag
    if not value.strip(UNKNOWN):
        return ""
    lower = key.lower()
    take = TAKE.get(lower)
    if take is None:
        game.headers[KEPT.get(lower, key)] = value
        return ""
    try:
        if take(game, value):
            return ""
    except FenError:
        game.headers[key] = value
        raise
    game.headers[key] = value
    return not_understood(key, value)


def score(game: Game, text: str) -> str:
    """Take the result behind the moves; what is wrong if the tag says another."""
    found = SCORES[text]
    if game.result is Result.UNKNOWN:
        game.result = found
    if found in (game.result, Result.UNKNOWN):
        return ""
    return f"behind the moves stands {text}, but the tag says {game.result.value}; the tag is kept"


# ---------------------------------------------------------------- writing


def tags_of(game: Game, seats: tuple[str, str] = ("Red", "Black")) -> Iterator[Tag]:
    """The tags of a game in the order of XQBase, behind those that its dialect begins with.

    seats are the words for the two sides. Headers that no field says come out as they were printed.
    """
    rest = {_key(key): value for key, value in game.headers.items()}
    written = {"red", "black", "white", *_OF_THE_FORMAT}
    for tag in _known_tags(game, seats, rest):
        written.add(tag.key.lower())
        yield tag
    for key, value in rest.items():
        if key.lower() not in written:
            yield Tag(key, value)
    if not game.complete:
        yield Tag(INCOMPLETE, f"{game.plies} plies are known")


def _known_tags(game: Game, seats: tuple[str, str], rest: dict[str, str]) -> Iterator[Tag]:
    played = game.played
    yield Tag("Event", game.event or "?")
    yield Tag("Site", game.site or "?")
    yield Tag("Date", _written_date(played.date) if played else rest.pop("Date", "????.??.??"))
    yield Tag("Round", rest.pop("Round", "?"))
    for side, (seat, word) in enumerate(zip(game.seats, seats, strict=True)):
        yield from _seat_tags(seat, word, rest.pop(f"{('Red', 'Black')[side]}Team", ""))
    yield Tag("Result", rest.pop("Result", game.result.value))
    if played and played.time:
        yield Tag("Time", " ".join(filter(None, (played.time, played.zone))))
    if game.ending:
        by = "" if game.ended_by is None else f" by {('Red', 'Black')[game.ended_by]}"
        yield Tag("Termination", game.ending.value + by)
    for key, value in (("TimeControl", game.time_control), ("Annotator", game.author)):
        if value:
            yield Tag(key, value)
    for key in ("Opening", "Variation", "ECCO"):
        if key in rest:
            yield Tag(key, rest.pop(key))


def _key(name: str) -> str:
    """A header's name as that of a tag: a letter, then letters and digits."""
    key = re.sub(r"\W", "_", name)
    return key if key[:1].isalpha() else f"X{key}"


def _written_date(date: str) -> str:
    """`2007-10` as `2007.10.??`."""
    return ".".join([*date.split("-"), "??", "??"][:3])


def _seat_tags(seat: Seat, word: str, team: str) -> Iterator[Tag]:
    if team:
        yield Tag(f"{word}Team", team)
    yield Tag(word, seat.name or "?")
    if seat.rating is not None:
        yield Tag(f"{word}Elo", str(seat.rating))
    if seat.clock is not None:
        minutes, seconds = divmod(abs(seat.clock), 60)
        sign = "-" if seat.clock < 0 else ""
        yield Tag(f"{word}Time", f"{sign}{minutes // 60}:{minutes % 60:02}:{seconds:02}")


def tag_line(tag: Tag) -> str:
    """`[Event "..."]`, with quotes and backslashes escaped."""
    value = " ".join(tag.value.split()).replace("\\", "\\\\").replace('"', '\\"')
    return f'[{tag.key} "{value}"]'
