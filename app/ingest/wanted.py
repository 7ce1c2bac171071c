"""What is to be read."""

from typing import NamedTuple

from app.ingest.inputs import Input


class Wanted(NamedTuple):
    """What to read: inputs, and the notation and the encoding they are in, where the games are not to be asked."""

    inputs: list[Input]
    notation: str | None = None
    encoding: str | None = None
