"""ECCO 2004, the Encyclopedia of Chinese Chess Openings: the code of a game, A00 to E48.

ECCO looks at moves, never at positions, and at the first ten rounds only. Every move is named as its player names it,
`C2.5` or `H8+7`; a move by one of two like pieces on a file has a name that no rule lists. If Red's first move begins
on a column above 5, everything is mirrored first, so that a game and its mirror image have one code.

From Red's first move on, one rule leads to the next until a code is reached. There are five kinds of rule (`steps.py`):
one move decides; the next plies are exactly these; some moves of one side are these, in any order; they are all among
these; or a scan, which walks along the moves of one side, skips those that mean nothing and stops at the first that
tells. A position reached by an order of moves that the rules do not foresee is not recognised: that is ECCO's way, and
a cleverer search would give codes that no other program gives.

The rules: `first_moves.py` (A and E), `cannon.py` (B and D), `screen.py` (C). Two habits of the original are kept:
after 2. R1+1 against cannons in the same direction D04 and D05 are out of reach, and where both of Red's pawns are
exchanged (C25) one order is taken for C24. C85 and C86 mean what their names say; the first program exchanged them.
"""

from collections.abc import Sequence
from itertools import accumulate

from app.board.engine import PLAIN, Engine
from app.board.fen import START_BOARD
from app.board.kernel import RED
from app.board.keys import POINTS
from app.games.ecco.first_moves import FIRST_MOVE
from app.games.ecco.line import PLIES, Line, line_of
from app.games.ecco.steps import Step
from app.games.lines import mirror
from app.notation.wxf import WXF
from app.position import Position

ECCO_VERSION = "ECCO 2004"
IRREGULAR = "A00"
START = Position.from_fen()


def code_of(moves: bytes, start_fen: str | None = None) -> str:
    """The code of a game: two bytes a ply, all legal; None for the normal start. Other starts are irregular."""
    seen = _seen(moves, start_fen)
    return _walk(line_of(seen)) if seen else IRREGULAR


def codes_of(games: Sequence[tuple[bytes, str | None]], engine: Engine) -> list[str]:
    """`code_of` many games, with the help of an engine.

    WXF names a move as ECCO does, and one of two like pieces on a file in a way that no rule lists.
    """
    if engine is PLAIN:  # which is slower at this than `line_of`
        return [code_of(moves, start_fen) for moves, start_fen in games]
    seen = [_seen(moves, start_fen) for moves, start_fen in games]
    lines = WXF.write_games(b"".join(seen), [0, *accumulate(map(len, seen))], START_BOARD, RED, engine)
    return [_walk(line + [""] * (PLIES - len(line))) if line else IRREGULAR for line in lines]


def _seen(moves: bytes, start_fen: str | None) -> bytes:
    """What ECCO looks at, mirrored if need be; nothing of a game that is irregular or damaged."""
    seen = moves[: 2 * PLIES]
    if not seen or (start_fen is not None and Position.from_fen(start_fen) != START) or max(seen) >= POINTS:
        return b""
    return mirror(seen) if seen[0] % 9 < 4 else seen


def _walk(line: Line) -> str:
    step: Step = FIRST_MOVE
    while not isinstance(step, str):
        step = step(line)
    return step
