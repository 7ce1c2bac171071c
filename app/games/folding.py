"""How words and names are compared: without case, accents, width; đ is d. In names, punctuation does not count either."""

import string
import unicodedata

NAMES_VERSION = "1"  # of how names are folded; what an archive keeps is made again when it changes

_EXTRA = str.maketrans({"đ": "d", "Đ": "d", "ł": "l", "ø": "o", "ß": "ss"})
_APOSTROPHES = "'`´‘’ʼʻ′"  # inside a word: O'Hara is ohara
_ASCII_SIGNS = str.maketrans(dict.fromkeys(string.punctuation, " ") | dict.fromkeys("'`"))


def fold(text: str) -> str:
    """A word as it is compared: `Đặng`, `ĐẶNG` and their decomposed forms all become `dang`."""
    if text.isascii():
        return " ".join(text.lower().split())
    text = text.encode("utf-8", "replace").decode()  # what a shell passes on may be no text
    bare = unicodedata.normalize("NFKD", text).casefold().translate(_EXTRA)
    return " ".join("".join(sign for sign in bare if not unicodedata.combining(sign)).split())


def fold_name(name: str) -> str:
    """A name as every search compares it, and as the archive keeps it: `gió_đông` and `Gió Đông!` become `gio dong`.

    Signs count as blanks, apostrophes as nothing; a name that consists of nothing else keeps them.
    """
    folded = fold(name)
    if folded.isalnum():
        return folded
    if folded.isascii():
        bare = folded.translate(_ASCII_SIGNS)
    else:
        bare = "".join(map(_counted, folded))
    return " ".join(bare.split()) or folded


def stem(folded: str) -> str:
    """A folded name without the digits behind it, if it has anything before: that of `minh2005` is `minh`."""
    return folded.rstrip(string.digits + " ") or folded


def _counted(sign: str) -> str:
    """What a sign of a name counts as: itself, a blank, or nothing."""
    if sign.isalnum():
        return sign
    kind = unicodedata.category(sign)
    if sign in _APOSTROPHES or kind in ("Cf", "Mn", "Me"):
        return ""
    return " " if kind[0] in "PS" else sign
