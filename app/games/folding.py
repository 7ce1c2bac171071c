"""How names are compared: without case, accents, width; đ is d."""

import unicodedata

_EXTRA = str.maketrans({"đ": "d", "Đ": "d", "ł": "l", "ø": "o", "ß": "ss"})


def fold(name: str) -> str:
    """A name as searches compare it: `Đặng`, `ĐẶNG` and their decomposed forms all become `dang`."""
    if name.isascii():
        return " ".join(name.lower().split())
    name = name.encode("utf-8", "replace").decode()  # what a shell passes on may be no text
    bare = unicodedata.normalize("NFKD", name).casefold().translate(_EXTRA)
    return " ".join("".join(sign for sign in bare if not unicodedata.combining(sign)).split())
