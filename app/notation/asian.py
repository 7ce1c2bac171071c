"""The signs of Asian and world events: `+` advance, `.` retreat, `=` traverse (law of 2004, article 11.2b)."""

from dataclasses import replace

from app.notation.vietnamese import VIETNAMESE
from app.notation.wxf import ALSO, LETTERS

ASIAN = replace(VIETNAMESE, name="asian", ways=(".", "=", "+"), signs={})

ASIAN_LATIN = replace(ASIAN, name="asian-latin", pieces=(LETTERS, LETTERS), also_pieces=ALSO)
