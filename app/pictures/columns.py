"""How much room a text takes in a terminal."""

import unicodedata


def width(text: str) -> int:
    """How many columns of a terminal a text takes."""
    return sum(
        0 if unicodedata.combining(sign) else 2 if unicodedata.east_asian_width(sign) in "WF" else 1 for sign in text
    )


def pad(text: str, columns: int, right: bool = False) -> str:
    """A text with blanks up to so many columns, after it or, set to the right, before it."""
    blanks = " " * (columns - width(text))
    return blanks + text if right else text + blanks


def cut(text: str, columns: int) -> str:
    """A text that takes no more than so many columns."""
    if width(text) <= columns:
        return text
    room, short = columns - 1, ""
    for sign in text:
        room -= width(sign)
        if room < 0:
            break
        short += sign
    return short + "…"
