r"""Comments between braces. A brace in one is written `\u007B` or `\u007D`, for most readers take the first that closes;
a round bracket that has no partner as `\u0028` or `\u0029`, for XQBase counts those too; what would look like a tag or
an escape at the beginning of a line as `\u005B` or `\u0025`."""

import re

_OUTER = " \t\r\n\0"  # not the wide blank with which a Chinese paragraph begins
_CODES = "(?:007[BDbd]|002[589]|005[BCbc])"
_ESCAPED = re.compile(rf"\\u({_CODES})")
_ESCAPABLE = re.compile(rf"\\(?=u{_CODES})|[{{}}]|(?<=\n)%|(?<=\n)[ \t]*\[")
_ROUND = re.compile(r"[()]")


def read_comment(text: str) -> str:
    """What stands between the brackets of a comment, without blanks around it."""
    if "\\" in text:
        text = _ESCAPED.sub(lambda found: chr(int(found[1], 16)), text)
    if "\0" in text:
        text = text.replace("\0", "")
    if " \n" in text:
        text = re.sub(r"[ \t]+\n", "\n", text)
    return text.strip(_OUTER)


def write_comment(text: str) -> str:
    """A comment between braces, so that every reader finds its end."""
    text = _ESCAPABLE.sub(_escape, text.strip(_OUTER))
    if "(" in text or ")" in text:
        lonely = _without_partner(text)
        text = _ROUND.sub(lambda found: _escape(found) if found.start() in lonely else found[0], text)
    return f"{{{text}}}"


def _escape(found: re.Match[str]) -> str:
    return f"{found[0][:-1]}\\u{ord(found[0][-1]):04X}"


def _without_partner(text: str) -> set[int]:
    waiting: list[int] = []
    lonely: set[int] = set()
    for found in _ROUND.finditer(text):
        if found[0] == "(":
            waiting.append(found.start())
        elif waiting:
            waiting.pop()
        else:
            lonely.add(found.start())
    return lonely | set(waiting)
