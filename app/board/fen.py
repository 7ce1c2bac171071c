"""FEN: a position as one line of text. Lenient in, standard out.

Ten ranks from Black's back rank, files a to i, then the side to move; what follows is not used.
Read: b, e, m for the elephant, n, h for the horse, k, g for the king, any dash, `w`, `r` or no side for Red, `b`.
"""

import re

from app.board import kernel
from app.board.kernel import BLACK, EMPTY, KING, PAWN, RED, in_palace
from app.errors import FenError

START_FEN = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1"

LETTERS = ".kabnrcp"
KINDS = {letter: kind for kind, letter in enumerate(LETTERS) if kind} | {"e": 3, "m": 3, "h": 4, "g": 1}
NAMES = ("", "king", "advisor", "elephant", "horse", "chariot", "cannon", "pawn")
SIDES = ("red", "black")


def read_fen(text: str) -> tuple[bytearray, int]:
    """The board and the side to move of a FEN. Raises `FenError`, which names what is wrong."""
    fields = text.split()
    if not fields:
        raise FenError("the FEN is empty")
    placement, side = fields[0], fields[1].lower() if len(fields) > 1 else "w"
    glued = re.fullmatch(r"(.*[A-Za-z0-9])([wW])[-–—0-9]*", placement)
    if glued:
        placement, side = glued[1], "w"
    ranks = placement.split("/")
    if len(ranks) != 10:
        raise FenError(f"a FEN has 10 ranks, this one {len(ranks)}: {text!r}")
    board = bytearray(90)
    for row, rank in enumerate(ranks):
        _read_rank(board, 9 - row, rank, text)
    _check_pieces(board, text)
    if side[0] not in "wrb-–—":
        raise FenError(f"the side to move is w or b, not {side!r}: {text!r}")
    return board, BLACK if side[0] == "b" else RED


def read_start(text: str) -> tuple[bytearray, int]:
    """The same of a FEN that a game begins from: no side may have left its king to be taken. Raises `FenError`."""
    board, side = read_fen(text)
    red, black = kernel.king_point(board, RED), kernel.king_point(board, BLACK)
    if red % 9 == black % 9 and kernel.screens(board, red, black) == 0:
        raise FenError(f"the kings face each other: {text!r}")
    if kernel.in_check(board, 1 - side):
        raise FenError(f"{SIDES[side]} is to move and could take the {SIDES[1 - side]} king: {text!r}")
    return board, side


def write_fen(board: bytes | bytearray, side: int) -> str:
    """The standard FEN of a board: letters b and n, `w` or `b`, counters `- - 0 1`."""
    ranks = []
    for rank in range(9, -1, -1):
        text, empty = "", 0
        for piece in board[rank * 9 : rank * 9 + 9]:
            if piece == EMPTY:
                empty += 1
                continue
            letter = LETTERS[piece & 7]
            text += (str(empty) if empty else "") + (letter if piece >> 3 else letter.upper())
            empty = 0
        ranks.append(text + (str(empty) if empty else ""))
    return "/".join(ranks) + (" b" if side else " w") + " - - 0 1"


def _read_rank(board: bytearray, rank: int, text: str, fen: str) -> None:
    file = 0
    for letter in text:
        if letter in "123456789":
            file += int(letter)
            continue
        kind = KINDS.get(letter.lower())
        if kind is None:
            raise FenError(f"{letter!r} in rank {rank} is no piece: {fen!r}")
        if file < 9:
            board[rank * 9 + file] = kind if letter.isupper() else 8 + kind
        file += 1
    if file != 9 and text:
        raise FenError(f"rank {rank} ({text!r}) has {file} files, not 9: {fen!r}")


def _check_pieces(board: bytearray, fen: str) -> None:
    for side in (RED, BLACK):
        for kind in range(KING, PAWN + 1):
            count = board.count(side * 8 + kind)
            most = 5 if kind == PAWN else 1 if kind == KING else 2
            if count > most:
                raise FenError(f"{count} {SIDES[side]} {NAMES[kind]}s, at most {most}: {fen!r}")
        king = board.find(side * 8 + KING)
        if king < 0:
            raise FenError(f"no {SIDES[side]} king: {fen!r}")
        if not in_palace(king) or (king < 45) != (side == RED):
            raise FenError(f"the {SIDES[side]} king stands outside his palace: {fen!r}")


START_BOARD = bytes(read_fen(START_FEN)[0])
