"""What the headers of program files say, put into a game; and the board they begin with."""

from collections.abc import Mapping, Sequence

from app.board.fen import START_BOARD, read_fen, write_fen
from app.board.kernel import ADVISOR, BLACK, CANNON, CHARIOT, ELEPHANT, EMPTY, HORSE, KING, PAWN, RED
from app.errors import Fault, Place
from app.games.date import read_date
from app.games.game import Game
from app.games.result import Result

# The 16 pieces of a side as programs number them.
ARMY = (
    CHARIOT, HORSE, ELEPHANT, ADVISOR, KING, ADVISOR, ELEPHANT, HORSE, CHARIOT, CANNON, CANNON, PAWN, PAWN, PAWN, PAWN,
    PAWN,
)  # fmt: skip
RESULTS = (Result.UNKNOWN, Result.RED, Result.BLACK, Result.DRAW)  # by the number that programs give them


def fill(game: Game, values: Mapping[str, str], where: Mapping[str, Place]) -> None:
    """Put values into a game by the names of its fields; others are kept as headers: red_team as RedTeam.

    where: the places of the values, for what is not understood and stays as written.
    """
    for name, value in values.items():
        if not value:
            continue
        if name == "red":
            game.red.name = value
        elif name == "black":
            game.black.name = value
        elif name in ("event", "site", "author", "time_control"):
            setattr(game, name, value)
        elif name == "date":
            game.played = read_date(value)
            if game.played is None:
                _keep(game, "Date", value, where[name])
        elif name in ("red_rating", "black_rating"):
            seat = game.red if name == "red_rating" else game.black
            if value.isascii() and value.isdigit() and len(value) <= 6:
                seat.rating = int(value) or None
            else:
                _keep(game, header_named(name), value, where[name])
        else:
            game.headers[header_named(name)] = value


def header_named(name: str) -> str:
    """The header that keeps a field: RedTeam for red_team."""
    return "".join(word[:1].upper() + word[1:] for word in name.split("_"))


def _keep(game: Game, key: str, value: str, place: Place) -> None:
    game.headers[key] = value
    game.faults.append(Fault(place, "odd-header", f"{key} {value!r} is not wholly understood; it is kept as written"))


def army_board(points: Sequence[int]) -> bytearray:
    """A board with the 32 pieces of two armies, Red's first, on these points; what is beyond the board is absent."""
    board = bytearray(90)
    for number, point in enumerate(points):
        if point < 90:
            board[point] = ARMY[number % 16] + (8 if number >= 16 else 0)
    return board


def army_points(board: bytes | bytearray, absent: int) -> list[int]:
    """The points of the 32 pieces in their order, `absent` for those that are not there."""
    points = []
    for side in (RED, BLACK):
        left = list(board)
        for kind in ARMY:
            piece = side * 8 + kind
            points.append(left.index(piece) if piece in left else absent)
            if piece in left:
                left[left.index(piece)] = EMPTY
    return points


def begin_with(game: Game, board: bytes | bytearray, side: int) -> None:
    """Give a game its start. Raises `FenError` for a board that is no position."""
    if side != RED or board != START_BOARD:
        game.start_fen = write_fen(*read_fen(write_fen(board, side)))


def side_of(board: bytes | bytearray, start: int, otherwise: int = RED) -> int:
    """The side whose piece stands on a point: who moves it moves first, whatever a header says."""
    piece = board[start] if start < 90 else EMPTY
    return otherwise if piece == EMPTY else int(piece >> 3)
