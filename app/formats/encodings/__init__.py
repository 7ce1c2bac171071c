"""The encodings of old archives. Which one a file is in, nothing in it says: `guess` tells it by the names.

A new encoding is a line here, and its table if Python has none.
"""

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from app.errors import FormatError
from app.formats.encodings.tables import read_tcvn3, read_viscii, read_vni, read_windows_1258


class Encoding(NamedTuple):
    """How bytes are read, those that mean nothing coming out escaped; and the tongue that is mostly written so."""

    name: str
    read: Callable[[bytes], str]
    tongue: str = "any"


def _read(codec: str, data: bytes) -> str:
    return data.decode(codec, "surrogateescape")


def _python(codec: str) -> Callable[[bytes], str]:
    """What Python reads itself."""
    return partial(_read, codec)


UTF_8 = Encoding("utf-8", _python("utf-8"))
UTF_16 = Encoding("utf-16", _python("utf-16"))  # of whole files only, and told by their beginning

# In the order in which they are believed where several read the same.
GUESSED = (
    UTF_8,
    Encoding("windows-1258", read_windows_1258, "vietnamese"),
    Encoding("tcvn3", read_tcvn3, "vietnamese"),
    Encoding("vni", read_vni, "vietnamese"),
    Encoding("viscii", read_viscii, "vietnamese"),
    Encoding("gb18030", _python("gb18030"), "chinese"),
    Encoding("big5", _python("cp950"), "chinese"),
    Encoding("windows-1252", _python("cp1252"), "western"),
)
ENCODINGS = {encoding.name: encoding for encoding in (*GUESSED, UTF_16)}

_OTHER_NAMES = {
    "abc": "tcvn3", "tcvn": "tcvn3", "cp1258": "windows-1258", "gb2312": "gb18030", "gbk": "gb18030",
    "cp950": "big5", "cp1252": "windows-1252", "iso-8859-1": "windows-1252", "latin-1": "windows-1252",
    "latin1": "windows-1252", "utf8": "utf-8", "utf16": "utf-16",
}  # fmt: skip


def encoding_named(name: str) -> Encoding:
    """The encoding of a name, in capitals or not. Raises `FormatError`."""
    low = name.lower().replace("_", "-")
    try:
        return ENCODINGS[_OTHER_NAMES.get(low, low)]
    except KeyError:
        raise FormatError(f"no encoding {name!r}; there are {', '.join(ENCODINGS)}") from None
