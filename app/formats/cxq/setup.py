"""The older way to write a start position: `SETUP{ Ke0 ke9 Rd3 MOVE 1 RED }`, the pieces with their points."""

import re

from app.board.fen import KINDS, write_fen
from app.errors import FenError

SETUP = r"(?i:SETUP)[ \t\n]*\{(?P<pieces>[^{}]*)\}"
_PIECE = re.compile(r"([A-Za-z])([a-iA-I])([0-9])")


def read_setup(text: str) -> str:
    """The FEN of what stands between the braces. Raises `FenError`, which names the word that is no piece.

    A piece is its letter, in capitals for Red, its file a to i and its rank 0 to 9; RED or BLACK is to move; MOVE and a
    number say with which number the moves begin.
    """
    board, side = bytearray(90), 0
    words = iter(text.replace(",", " ").split())
    for word in words:
        if word.upper() in ("RED", "BLACK"):
            side = int(word.upper() == "BLACK")
        elif word.upper() == "MOVE":
            next(words, None)
        else:
            piece = _PIECE.fullmatch(word)
            kind = KINDS.get(piece[1].lower()) if piece else None
            if piece is None or kind is None:
                raise FenError(f"{word!r} in SETUP is no piece on a point")
            board[int(piece[3]) * 9 + ord(piece[2].lower()) - 97] = kind + (0 if piece[1].isupper() else 8)
    return write_fen(board, side)
