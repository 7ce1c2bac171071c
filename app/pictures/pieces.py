"""The pieces as signs: characters, which are not the same for both sides, or letters."""

from app.board.fen import LETTERS
from app.errors import FormatError

# Red's and Black's; pieces by kind, from 1: king, advisor, elephant, horse, chariot, cannon, pawn.
Signs = tuple[str, str]

CHARACTERS = (".帥仕相傌俥炮兵", ".將士象馬車砲卒")
WXF_LETTERS = (".KAEHRCP", ".kaehrcp")
FEN_LETTERS = (LETTERS.upper(), LETTERS)

STYLES = ("characters", "letters")


def of_style(style: str, characters: Signs, letters: Signs) -> Signs:
    """The signs that belong to a style. Raises `FormatError`, which names the styles."""
    if style not in STYLES:
        raise FormatError(f"no style {style!r}; there are {', '.join(STYLES)}")
    return characters if style == "characters" else letters
