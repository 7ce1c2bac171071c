"""A board as SVG, drawn of paths alone: it looks the same everywhere, and its reader needs no font."""

from collections.abc import Iterator

from app.board.fen import LETTERS, write_fen
from app.board.kernel import BLACK, RED
from app.pictures.glyphs import centred
from app.pictures.pieces import CHARACTERS, WXF_LETTERS, Signs, of_style

MESH, MARGIN = 64, 74
WIDTH, HEIGHT = 8 * MESH + 2 * MARGIN, 9 * MESH + 2 * MARGIN
PALACE = 2 * MESH
DISC = 28  # the radius of a piece
RIVER = tuple(zip("楚河漢界", (1.3, 2.7, 5.3, 6.7), strict=True))  # its signs, and across how many meshes they stand

SIZES = {"characters": (40, 40), "letters": (39, 47)}  # of Red's and of Black's signs: small letters are set larger
NUMERALS, DIGITS = ("一二三四五六七八九", "123456789"), ("123456789", "123456789")
INK = ("#a81e16", "#1c1b1a")  # of Red and of Black
LINE, MARK = "#6d4a22", "#0b7285"

# Where cannons and pawns stand at the start.
STARS = [(file, rank) for rank in (2, 7) for file in (1, 7)] + [
    (file, rank) for rank in (3, 6) for file in range(0, 9, 2)
]


def draw(board: bytes, side: int = RED, last: int | None = None, *, style: str = "characters", below: int = RED) -> str:
    """A standalone SVG of a position; its title is the FEN. The last move stands between corners.

    Letters are those of WXF, small ones for Black. Raises `FormatError` for an unknown style.
    """
    signs = of_style(style, CHARACTERS, WXF_LETTERS)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" width="{WIDTH}" height="{HEIGHT}"'
        f' viewBox="0 0 {WIDTH} {HEIGHT}">',
        f"<title>{write_fen(board, side)}</title>",
        f"<defs>{''.join(_definitions(board, signs, style))}</defs>",
        *_table(),
        *_columns(style, side, below),
        *_last_move(last, below),
        *_pieces(board, style, below),
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def _spot(point: int, below: int) -> tuple[int, int]:
    """Where a point lies in the picture."""
    rank, file = divmod(point, 9)
    across, down = (file, 9 - rank) if below == RED else (8 - file, rank)
    return MARGIN + across * MESH, MARGIN + down * MESH


# ---------------------------------------------------------------- the board


def _table() -> Iterator[str]:
    """The wood, the frame, the lines, the river."""
    yield _box(1, 'rx="14" fill="url(#wood)" stroke="#b98f52" stroke-width="2"')
    yield _box(MARGIN - 6, f'fill="none" stroke="{LINE}" stroke-width="2.6"')
    yield f'<path d="{"".join((*_lines(), *_stars()))}" fill="none" stroke="{LINE}" stroke-width="1.5"/>'
    yield f'<g fill="{LINE}" opacity=".75">'
    for sign, across in RIVER:
        yield centred(sign, MARGIN + across * MESH, HEIGHT / 2, 44)
    yield "</g>"


def _box(inset: int, look: str) -> str:
    return f'<rect x="{inset}" y="{inset}" width="{WIDTH - 2 * inset}" height="{HEIGHT - 2 * inset}" {look}/>'


def _lines() -> Iterator[str]:
    """Ranks from edge to edge, files up to the river, the diagonals of the palaces."""
    right, bottom = MARGIN + 8 * MESH, MARGIN + 9 * MESH
    for rank in range(10):
        yield f"M{MARGIN} {MARGIN + rank * MESH}H{right}"
    for x in (MARGIN, right):
        yield f"M{x} {MARGIN}V{bottom}"
    for x in range(MARGIN + MESH, right, MESH):
        yield f"M{x} {MARGIN}v{4 * MESH}m0 {MESH}V{bottom}"
    for y in (MARGIN, bottom - PALACE):
        yield f"M{MARGIN + 3 * MESH} {y}l{PALACE} {PALACE}m0-{PALACE}l-{PALACE} {PALACE}"


def _stars() -> Iterator[str]:
    """Small corners around the points where cannons and pawns start, as far as there is board."""
    for file, rank in STARS:
        x, y = MARGIN + file * MESH, MARGIN + rank * MESH
        for way in (-1, 1):
            if 0 <= file + way <= 8:
                yield f"M{x + way * 5} {y - 15}v10h{way * 10}m0 10h{way * -10}v10"


def _columns(style: str, side: int, below: int) -> Iterator[str]:
    """The numbers by which the players call the files, each from his own right; a dot beside whoever is to move."""
    numerals = of_style(style, NUMERALS, DIGITS)
    for player in (RED, BLACK):
        y = HEIGHT - 25 if player == below else 25
        yield f'<g fill="{INK[player]}" stroke="{INK[player]}" stroke-width="14">'
        for column, numeral in enumerate(numerals[player]):
            across = 8 - column if player == below else column
            yield centred(numeral, MARGIN + across * MESH, y, 22)
        if player == side:
            yield f'<circle cx="27" cy="{y}" r="6" stroke="none"/>'
        yield "</g>"


def _last_move(last: int | None, below: int) -> Iterator[str]:
    """Corners around both ends of the last move, a dot where it began."""
    if last is None:
        return
    start, end = (_spot(point, below) for point in divmod(last, 128))
    path = ""
    for x, y in (start, end):
        for across, down in ((-1, -1), (1, -1), (-1, 1), (1, 1)):
            path += f"M{x + across * 17} {y + down * 27}h{across * 10}v{down * -10}"
    yield f'<path d="{path}" fill="none" stroke="{MARK}" stroke-width="3.4"/>'
    yield f'<circle cx="{start[0]}" cy="{start[1]}" r="6" fill="{MARK}"/>'


# ---------------------------------------------------------------- the pieces


def _definitions(board: bytes, signs: Signs, style: str) -> Iterator[str]:
    """Each piece that stands on the board once. Names hold the style: several pictures can share a page."""
    yield (
        '<linearGradient id="wood" x2=".4" y2="1"><stop stop-color="#f7e6c1"/><stop offset="1" stop-color="#ecd0a0"/>'
        "</linearGradient>"
    )
    for piece in sorted(set(board) - {0}):
        sign, ink = signs[piece >> 3][piece & 7], INK[piece >> 3]
        yield (
            f'<g id="{_name(piece, style)}"><circle cx="1" cy="2.2" r="{DISC}" fill="#4a2c0a" opacity=".35"/>'
            f'<circle r="{DISC}" fill="#fdf3dc" stroke="#c39a60"/>'
            f'<circle r="{DISC - 3.6:g}" fill="none" stroke="{ink}" stroke-width="1.6"/>'
            f'<g fill="{ink}" stroke="{ink}" stroke-width="20">{centred(sign, 0, 0, SIZES[style][piece >> 3])}</g></g>'
        )


def _pieces(board: bytes, style: str, below: int) -> Iterator[str]:
    for point, piece in enumerate(board):
        if piece:
            x, y = _spot(point, below)
            yield f'<use href="#{_name(piece, style)}" x="{x}" y="{y}"/>'


def _name(piece: int, style: str) -> str:
    letter = LETTERS[piece & 7]
    return f"{style}-{letter if piece >> 3 else letter.upper()}"
