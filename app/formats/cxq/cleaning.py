"""Take from a text what forums, mail and editors put around it, leaving every character where it stood.

What is struck out becomes blanks of the same length (NUL inside a word), so that lines and columns stay true.
"""

import html
import re

_QUOTE = re.compile(r"^(?:[ \t\0]*(?:>|&gt;)){1,100}", re.MULTILINE)
_TAG = re.compile(r"\[/?(?:quote|code|pre|b|i|u|size|color|font|spoiler|url)(?:=[^\[\]\n]{0,200})?\]", re.IGNORECASE)
_HTML = re.compile(
    r"</?(?:br|p|div|span|pre|code|b|i|u|em|strong|tt|td|tr|blockquote|font)(?:\s[^<>\n]{0,200})?/?>", re.IGNORECASE
)
_ENTITY = re.compile(r"&(?:[A-Za-z]{2,8}|#\d{1,6}|#x[0-9A-Fa-f]{1,5});")
_WORD = re.compile(r"\S+")
_WIDE = re.compile("[０-９．、）]")
_WIDE_NUMBER = re.compile(r"(?<!\S)(?=\d{0,3}[０-９．、）])\d{1,4}[.．、)）](?!\d)")  # 1． １、
_NARROW = str.maketrans("０１２３４５６７８９．、）", "0123456789..)")
_SIGNS = dict.fromkeys(
    "\xa0\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u202f\u3000\x1a\x0b\x0c", " "
) | dict.fromkeys("\xad\u200b\u200c\u200d\u200e\u200f\u2060\ufeff", "\0")
_SIGN = re.compile(f"[{''.join(_SIGNS)}]")


def clean(text: str) -> str:
    """The text without quote marks, tags, entities and invisible signs, character for character in place."""
    if "\r" in text:
        text = text.replace("\r\n", " \n").replace("\r", "\n")
    if "&" in text:
        text = _ENTITY.sub(_plain_entity, text)
    if ">" in text:
        text = _QUOTE.sub(_blanks, text)
        text = _HTML.sub(_blanks, text)
    if "[" in text:
        text = _TAG.sub(_blanks, text)
    text = _SIGN.sub(lambda found: _SIGNS[found[0]], text)
    if not text.isascii() and _WIDE.search(text):
        text = _WIDE_NUMBER.sub(_narrow, text)
    return _WORD.sub(_mended, text) if "\0" in text else text


def _mended(found: re.Match[str]) -> str:
    """A word without the signs that were struck out of it; they stand behind it."""
    if "\0" not in found[0]:
        return found[0]
    word = found[0].replace("\0", "")
    return word + "\0" * (len(found[0]) - len(word))


def _blanks(found: re.Match[str]) -> str:
    return " " * len(found[0])


def _narrow(found: re.Match[str]) -> str:
    return found[0].translate(_NARROW)


def _plain_entity(found: re.Match[str]) -> str:
    """The sign an entity stands for, filled up with NUL to the entity's length."""
    sign = html.unescape(found[0])
    return found[0] if len(sign) != 1 or sign == "\n" else sign + "\0" * (len(found[0]) - 1)
