r"""What stands between two tags of DhtmlXQ: points as two digits, file from Red's left and rank from the top; texts, in
which `||` is a line break and `\uXXXX` a sign."""

import re

from app.board.fen import read_fen, write_fen
from app.board.kernel import EMPTY
from app.errors import FenError
from app.games.result import Result

# The order of the pieces of a side in binit, as the kinds of `board.fen`: R N B A K A B N R C C P P P P P.
ORDER = (5, 4, 3, 2, 1, 2, 3, 4, 5, 6, 6, 7, 7, 7, 7, 7)
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

RESULTS = {
    "红胜": Result.RED, "紅勝": Result.RED, "红先胜": Result.RED, "w": Result.RED,
    "黑胜": Result.BLACK, "黑勝": Result.BLACK, "红先负": Result.BLACK, "l": Result.BLACK,
    "和局": Result.DRAW, "和棋": Result.DRAW, "红先和": Result.DRAW, "d": Result.DRAW,
    "未知": Result.UNKNOWN,
}  # fmt: skip
WRITTEN_RESULTS = {Result.RED: "红胜", Result.BLACK: "黑胜", Result.DRAW: "和局", Result.UNKNOWN: "未知"}

_ESCAPE = re.compile(r"(?:\\u[0-9A-Fa-f]{4})+")
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


def read_binit(digits: str, movelist: str) -> str:
    """The FEN of a binit; the side to move is that of the first moved piece. Raises `FenError`."""
    if len(digits) != 64 or not digits.isascii() or not digits.isdigit():
        raise FenError(f"the pieces are 64 digits, not {len(digits)}: {digits!r}")
    board = bytearray(90)
    for n, piece in enumerate((*ORDER, *(8 + kind for kind in ORDER))):
        place = digits[2 * n : 2 * n + 2]
        if place == ABSENT:
            continue
        file, row = map(int, place)
        point = (9 - row) * 9 + file
        if file == 9 or board[point] != EMPTY:
            raise FenError(f"{place} is no free point: {digits!r}")
        board[point] = piece
    return write_fen(*read_fen(write_fen(board, first_side(board, movelist[:2]))))


def first_side(board: bytes | bytearray, place: str, mirrored: bool = False) -> int:
    """The side of the piece on the point with which the moves begin."""
    if len(place) < 2 or not place.isascii() or not place.isdigit() or place[0] == "9":
        return 0
    row = int(place[1])
    return board[(row if mirrored else 9 - row) * 9 + int(place[0])] >> 3


def write_binit(board: bytes | bytearray) -> str:
    """The 64 digits of a board."""
    places = []
    for side in (0, 8):
        free = {kind: [at for at in range(90) if board[at] == side + kind] for kind in set(ORDER)}
        for at in free.values():
            at.sort(key=lambda point: point % 9, reverse=True)
        places += [_write_point(free[kind].pop()) if free[kind] else ABSENT for kind in ORDER]
    return "".join(places)
