"""A board as text."""

from app.board.fen import SIDES
from app.board.kernel import RED
from app.pictures.pieces import CHARACTERS, FEN_LETTERS, of_style

RIVER = 6  # its line, after five ranks of either side
DIGITS = ("123456789", "123456789")
WIDE_NUMERALS = ("一二三四五六七八九", "１２３４５６７８９")


def board_text(board: bytes, side: int, last: int | None = None, *, style: str = "letters", below: int = RED) -> str:
    """Ten ranks seen from the side below, both players' columns, the last move in brackets.

    Letters are those of a FEN, capitals for Red. Characters take two columns of a terminal each; so does then all that
    stands in line with them. Raises `FormatError` for an unknown style.
    """
    signs = _signs(board, style)
    numerals = of_style(style, WIDE_NUMERALS, DIGITS)
    gap, space = ("", "  ") if style == "characters" else (" ", "   ")
    if last is not None:
        for point in divmod(last, 128):
            signs[point] = f"[{signs[point][1:-1]}]"
    seen = slice(None) if below == RED else slice(None, None, -1)
    lines = ["    " + space.join(numerals[1 - below])]
    for rank in range(9, -1, -1)[seen]:
        lines.append(f" {rank} {gap.join(signs[rank * 9 : rank * 9 + 9][seen])} {rank}")
    lines.insert(RIVER, "   " + "~" * 35)
    lines.append("    " + space.join(reversed(numerals[below])))
    lines.append(f"    {SIDES[side]} to move")
    return "\n".join(line.rstrip() for line in lines)


def _signs(board: bytes, style: str) -> list[str]:
    """What stands on each point, a blank on either side."""
    pieces = of_style(style, CHARACTERS, FEN_LETTERS)
    empty = "・" if style == "characters" else "·"
    return [f" {pieces[piece >> 3][piece & 7] if piece else empty} " for piece in board]
