"""Which notations the games of a file may be written in."""

from dataclasses import dataclass

from app.notation import Notation
from app.notation.coordinates import Coordinates
from app.notation.recognition import DIALECTS
from app.notation.wxf import WXF


@dataclass(frozen=True)
class Tongues:
    """Which notations a file may be written in: first is tried first and believed where it is legal; then the others."""

    first: tuple[Notation, ...]
    others: tuple[Notation, ...] = ()

    @property
    def all(self) -> tuple[Notation, ...]:
        """Both, in order."""
        return self.first + tuple(notation for notation in self.others if notation not in self.first)


MOSTLY_WXF = Tongues((WXF,), DIALECTS)  # CXQ and its relatives: FORMAT WXF is evidence, not proof
ANY = Tongues(DIALECTS)


def is_flipped(notation: Notation, tongues: Tongues) -> bool:
    """Whether a notation may be mistaken for another one without the first ply."""
    return isinstance(notation, Coordinates) and notation.flipped and len(tongues.all) > 1
