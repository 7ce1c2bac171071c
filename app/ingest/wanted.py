"""What is to be read."""

from typing import NamedTuple


class Wanted(NamedTuple):
    """What to read: files, and the notation and the encoding they are in, where the games are not to be asked."""

    files: list[str]
    notation: str | None = None
    encoding: str | None = None
