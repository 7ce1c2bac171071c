"""The signs of Asian and world events: `+` advance, `.` retreat, `=` traverse (law of 2004, article 11.2b)."""

from dataclasses import replace

from app.notation.shorthand import Shorthand
from app.notation.vietnamese import KERNEL_LETTERS, VIETNAMESE, one_sign_a_king
from app.notation.wxf import ALSO, LETTERS

WAYS = (".", "=", "+")

ASIAN = replace(
    VIETNAMESE,
    name="asian",
    ways=WAYS,
    signs={},
    shorthand=Shorthand(KERNEL_LETTERS, ("t", "s"), WAYS, prepare=one_sign_a_king),
)

ASIAN_LATIN = replace(
    ASIAN,
    name="asian-latin",
    pieces=(LETTERS, LETTERS),
    also_pieces=ALSO,
    shorthand=Shorthand(("K", "A", "EBM", "HN", "R", "C", "P"), ("t", "s"), WAYS, cased=True),
)
