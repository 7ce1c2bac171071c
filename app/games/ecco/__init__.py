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

from app.board.keys import POINTS
from app.games.ecco.first_moves import FIRST_MOVE
from app.games.ecco.line import PLIES, line_of
from app.games.ecco.steps import Step
from app.games.lines import mirror
from app.position import Position

ECCO_VERSION = "ECCO 2004"
IRREGULAR = "A00"
START = Position.from_fen()


def code_of(moves: bytes, start_fen: str | None = None) -> str:
    """The code of a game: two bytes a ply, all legal; None for the normal start. Other starts are irregular."""
    if not moves or (start_fen is not None and Position.from_fen(start_fen) != START):
        return IRREGULAR
    seen = moves[: 2 * PLIES]
    if max(seen) >= POINTS:  # damage, which others report
        return IRREGULAR
    step: Step = FIRST_MOVE
    line = line_of(mirror(seen) if seen[0] % 9 < 4 else seen)
    while not isinstance(step, str):
        step = step(line)
    return step
