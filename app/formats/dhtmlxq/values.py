r"""What stands between two tags of DhtmlXQ: points as two digits, file from Red's left and rank from the top; texts, in
which `||` is a line break and `\uXXXX` a sign."""

import re

from app.errors import FenError
from app.formats.army import BOTH, army_board
from app.formats.nodes import NOWHERE
from app.games.result import Result

ABSENT = "99"

# The keys that a tag of PGN says too.
TAGS = {
    "title": "Title", "event": "Event", "date": "Date", "place": "Site", "round": "Round", "table": "Table",
    "red": "Red", "redname": "Red", "redteam": "RedTeam", "redrating": "RedElo", "redtime": "RedTime",
    "black": "Black", "blackname": "Black", "blackteam": "BlackTeam", "blackrating": "BlackElo",
    "blacktime": "BlackTime", "result": "Result", "open": "Opening", "timerule": "TimeControl",
    "endtype": "Termination", "author": "Annotator", "remark": "Remark", "type": "Type", "class": "Class",
    "gametype": "GameType",
}  # fmt: skip
OF_THE_BOARD = ("ver", "init", "binit", "movelist", "refer", "generator", "firstnum", "gamepreview", "length")

RESULTS = {"w": Result.RED, "l": Result.BLACK, "d": Result.DRAW, "未知": Result.UNKNOWN}  # beside what words say
WRITTEN_RESULTS = {Result.RED: "红胜", Result.BLACK: "黑胜", Result.DRAW: "和局", Result.UNKNOWN: "未知"}

_ESCAPE = re.compile(r"(?:\\u[0-9A-Fa-f]{4}){1,10000}")
_ESCAPABLE = re.compile(r"\\(?=u[0-9A-Fa-f]{4})|\[(?=/?D(?:HJ)?[hH]tmlXQ)|\|(?=\|)|(?<=\|)\||&(?=[#A-Za-z])|<")


def read_text(text: str) -> str:
    """A text as it is meant, without blanks around it."""
    text = text.replace("\r\n", "\n").replace("||", "\n")
    return _ESCAPE.sub(_unescape, text).strip(" \t\r\n\0")


def _unescape(found: re.Match[str]) -> str:
    """Neighbours together: a sign beyond the first plane is two of them."""
    codes = bytes.fromhex(found[0].replace("\\u", ""))
    return codes.decode("utf-16-be", "replace")


def write_text(text: str) -> str:
    """A text so that `read_text` gives it again, and that no tag begins in it."""
    return _ESCAPABLE.sub(lambda found: f"\\u{ord(found[0]):04X}", text).replace("\n", "||")


def read_move(digits: str, mirrored: bool = False) -> str:
    """`7747` as `h2e2`; digits that are no points as they stand. mirrored: ranks are counted from Red's side."""
    if len(digits) != 4 or not digits.isascii() or not digits.isdigit():
        return digits
    first, from_rank, last, to_rank = map(int, digits)
    if not mirrored:
        from_rank, to_rank = 9 - from_rank, 9 - to_rank
    return f"{'abcdefghij'[first]}{from_rank}{'abcdefghij'[last]}{to_rank}"


def write_moves(moves: bytes) -> str:
    """Moves, two bytes a ply, as digits."""
    return "".join(map(_write_point, moves))


def _write_point(point: int) -> str:
    return f"{point % 9}{9 - point // 9}"


def read_point(place: str, mirrored: bool = False) -> int:
    """`77` as a point; `NOWHERE` for what is none. mirrored: ranks are counted from Red's side."""
    if len(place) != 2 or not place.isascii() or not place.isdigit() or place[0] == "9":
        return NOWHERE
    file, row = map(int, place)
    return (row if mirrored else 9 - row) * 9 + file


def read_binit(digits: str) -> bytearray:
    """The board of a binit. Raises `FenError`."""
    if len(digits) != 64 or not digits.isascii() or not digits.isdigit():
        raise FenError(f"the pieces are 64 digits, not {len(digits)}: {digits!r}")
    places = [digits[at : at + 2] for at in range(0, 64, 2)]
    points = list(map(read_point, places))
    for n, (place, point) in enumerate(zip(places, points, strict=True)):
        if place != ABSENT and (point == NOWHERE or point in points[:n]):
            raise FenError(f"{place} is no free point: {digits!r}")
    return army_board(points)


def write_binit(board: bytes | bytearray) -> str:
    """The 64 digits of a board: like pieces from Red's left on."""
    free = {piece: [at for at in range(90) if board[at] == piece] for piece in BOTH}
    for points in free.values():
        points.sort(key=lambda point: point % 9, reverse=True)
    return "".join(_write_point(free[piece].pop()) if free[piece] else ABSENT for piece in BOTH)
