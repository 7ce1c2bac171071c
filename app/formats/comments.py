"""What is said of a move: remarks (`!`, `?!`), which stand at it, and comments without the marks around them."""

import re
from typing import NamedTuple

_PART = re.compile(
    r"\s*(?:(?P<remark>[!?]+)(?=\s|\{|/\*|\Z)|\{(?P<braces>[^{}]*)\}|/\*(?P<stars>.*?)\*/|\#(?P<line>[^\n]*))",
    re.DOTALL,
)


class Said(NamedTuple):
    """Remarks as one text, and comments in their order."""

    remarks: str
    comments: list[str]


def split_comment(text: str) -> Said:
    """The parts of a comment as a game keeps it; behind the last part in marks it is taken as it stands."""
    remarks, comments, at = "", [], 0
    while part := _PART.match(text, at):
        at = part.end()
        if part["remark"]:
            remarks += part["remark"]
        else:
            comments.append(part[part.lastgroup or 0].strip())
    comments.append(text[at:].strip())
    return Said(remarks, list(filter(None, comments)))
