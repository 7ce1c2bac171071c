"""What readers say of what they cannot take as it is meant: one wording for every format."""

from app.errors import Fault, Place

SHOWN = 100  # signs of a value


def not_understood(key: str, value: str) -> str:
    """Of a header that stays in the game as it was written."""
    shown = value if len(value) <= SHOWN else value[:SHOWN] + "..."
    return f"{key} {shown!r} is not wholly understood; it is kept as written"


PARENT_ENDS = "the line that it leaves ends before it"


def bad_variation(place: Place, why: str) -> Fault:
    """Of a variation that cannot be played from a place on."""
    return Fault(place, "bad-variation", f"{why}; the variation is kept as a comment from here on")
