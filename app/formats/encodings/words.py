"""The lists of words and signs that tell languages apart; each file says of each list what it is."""

from pathlib import Path


def word_lists(name: str) -> list[list[str]]:
    """The lists of a file beside this one, in order."""
    text = Path(__file__).with_name(name).read_text(encoding="utf-8")
    return [block.split() for block in text.split("\n\n") if not block.startswith("#")]
