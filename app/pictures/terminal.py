"""A board as text."""

from app.board.fen import LETTERS, SIDES

RIVER = 4  # the rank below the river


def board_text(board: bytes, side: int, last: int | None = None) -> str:
    """Ten ranks from Black's side, capitals for Red, both players' columns, the last move in brackets."""
    marked = {last >> 7, last & 127} if last is not None else set()
    lines = ["    " + "   ".join("123456789")]
    for rank in range(9, -1, -1):
        cells = []
        for file in range(9):
            point = rank * 9 + file
            sign = _sign(board[point])
            cells.append(f"[{sign}]" if point in marked else f" {sign} ")
        lines.append(f" {rank} " + " ".join(cells) + f" {rank}")
        if rank == RIVER + 1:
            lines.append("   " + "~" * 35)
    lines.append("    " + "   ".join("987654321"))
    lines.append(f"    {SIDES[side]} to move")
    return "\n".join(line.rstrip() for line in lines)


def _sign(piece: int) -> str:
    if not piece:
        return "·"
    letter = LETTERS[piece & 7]
    return letter if piece >> 3 else letter.upper()
