"""The encodings in which Vietnamese was written before Unicode: TCVN3 (ABC), VNI, VISCII and Windows-1258.

Each is a row of codes beside the 67 accented letters in their order here. Reading gives Unicode's composed form; a byte
that means nothing comes out escaped, as `surrogateescape` does it. Writing raises `UnicodeEncodeError`.
"""

import codecs
import re
import unicodedata
from functools import lru_cache

LETTERS = "àảãáạăằẳẵắặâầẩẫấậđèẻẽéẹêềểễếệìỉĩíịòỏõóọôồổỗốộơờởỡớợùủũúụưừửữứựỳỷỹýỵ"
CAPITALS = LETTERS.upper()

_ESCAPE = 0xDC00  # added to a byte that means nothing


def _table(*rows: tuple[str, bytes]) -> str:
    """What each of the 256 bytes means: ASCII, but for the letters of some rows."""
    signs = [chr(byte) if byte < 0x80 else chr(_ESCAPE + byte) for byte in range(256)]
    for letters, row in rows:
        for letter, byte in zip(letters, row, strict=True):
            signs[byte] = letter
    return "".join(signs)


def _by_table(data: bytes, table: str) -> str:
    return codecs.charmap_decode(data, "strict", table)[0]


def _written(text: str, codes: dict[str, bytes], name: str) -> bytes:
    """A text letter by letter."""
    text = unicodedata.normalize("NFC", text)
    pieces = []
    for n, letter in enumerate(text):
        code = letter.encode() if letter.isascii() else codes.get(letter)
        if code is None:
            raise UnicodeEncodeError(name, text, n, n + 1, "there is no code for it")
        pieces.append(code)
    return b"".join(pieces)


# ---------------------------------------------------------------- VISCII (RFC 1456)

_VISCII = bytes.fromhex(
    "E0 E4 E3 E1 D5 E5 A2 C6 C7 A1 A3 E2 A5 A6 E7 A4 A7 F0 E8 EB A8 E9 A9 EA AB AC AD AA AE EC EF EE ED B8"
    "F2 F6 F5 F3 F7 F4 B0 B1 B2 AF B5 BD B6 B7 DE BE FE F9 FC FB FA F8 DF D7 D8 E6 D1 F1 CF D6 DB FD DC"
)
_VISCII_CAPITALS = bytes.fromhex(
    "C0 C4 C3 C1 80 C5 82 02 05 81 83 C2 85 86 06 84 87 D0 C8 CB 88 C9 89 CA 8B 8C 8D 8A 8E CC 9B CE CD 98"
    "D2 99 A0 D3 9A D4 90 91 92 8F 93 B4 96 97 B3 95 94 D9 9C 9D DA 9E BF BB BC FF BA B9 9F 14 19 DD 1E"
)
_VISCII_TABLE = _table((LETTERS, _VISCII), (CAPITALS, _VISCII_CAPITALS))
_VISCII_CODES = {
    letter: bytes([code]) for letter, code in zip(LETTERS + CAPITALS, _VISCII + _VISCII_CAPITALS, strict=True)
}


def read_viscii(data: bytes) -> str:
    """VISCII: one byte a letter, six capitals among the control codes."""
    return _by_table(data, _VISCII_TABLE)


def write_viscii(text: str) -> bytes:
    """A text in VISCII."""
    return _written(text, _VISCII_CODES, "viscii")


# ---------------------------------------------------------------- TCVN3 (ABC; TCVN 5712:1993)

_TCVN3 = bytes.fromhex(
    "B5 B6 B7 B8 B9 A8 BB BC BD BE C6 A9 C7 C8 C9 CA CB AE CC CE CF D0 D1 AA D2 D3 D4 D5 D6 D7 D8 DC DD DE"
    "DF E1 E2 E3 E4 AB E5 E6 E7 E8 E9 AC EA EB EC ED EE EF F1 F2 F3 F4 AD F5 F6 F7 F8 F9 FA FB FC FD FE"
)
# TCVN3 itself has only ĂÂĐÊÔƠƯ; the others are those of the wider tables of the same standard, VN1 and VN2.
_TCVN3_CAPITALS = bytes.fromhex(
    "80 81 82 83 84 A1 AF BA BF C0 85 A2 C1 C2 C3 C4 86 A7 87 88 89 8A 8B A3 C5 CD D9 DA 8C 8D 8E 8F 90 91"
    "92 93 94 95 96 A4 DB E0 F0 FF 97 A5 98 99 9A 9B 9C 9D 9E 9F 01 02 A6 04 05 06 11 12 13 14 15 16 17"
)
_TCVN3_TABLE = _table(("\xa0", b"\xa0"), (LETTERS, _TCVN3), (CAPITALS, _TCVN3_CAPITALS))
_PLAIN = "ăâđêôơư"  # the letters with capitals of their own
_TCVN3_CODES = {letter: bytes([code]) for letter, code in zip(LETTERS + CAPITALS, _TCVN3 * 2, strict=True)} | {
    letter: bytes([_TCVN3_CAPITALS[CAPITALS.index(letter)]]) for letter in _PLAIN.upper()
}

_WORD = r"[^\W\d_]{1,20}(?![^\W\d_])"
_NAME = re.compile(rf"(?<![^\W\d_])(?!vs ){_WORD}(?: {_WORD}){{0,7}}")
_TONED = frozenset(LETTERS) - frozenset(_PLAIN)


def read_tcvn3(data: bytes) -> str:
    """TCVN3: one byte a letter. A capital with a tone has no code of its own: another font shows the small letter's as
    a capital. So among capitals it is read as one, and at the head of a word whose neighbours begin with capitals."""
    return _NAME.sub(lambda found: _with_capitals(found[0]), _by_table(data, _TCVN3_TABLE))


@lru_cache(maxsize=1 << 12)
def _with_capitals(name: str) -> str:
    """Some words with the capitals that the font would have shown."""
    words = name.split(" ")
    capital = [_may_be_capitals(word) for word in words]
    if any(may and sum(map(str.isupper, word)) > 1 for may, word in zip(capital, words, strict=True)):
        return " ".join(word.upper() if may else word for may, word in zip(capital, words, strict=True))
    heads = [word for word in words if word[0] not in _TONED]
    if heads and all(word[0].isupper() for word in heads):
        return " ".join(word[0].upper() + word[1:] for word in words)
    return name


def _may_be_capitals(word: str) -> bool:
    """Whether a word may be in capitals: one of them is seen to be, and no small letter is but with a tone."""
    return any(map(str.isupper, word)) and all(letter.isupper() or letter in _TONED for letter in word)


def write_tcvn3(text: str) -> bytes:
    """A text in TCVN3; capitals with a tone as small letters, which is all it has."""
    return _written(text, _TCVN3_CODES, "tcvn3")


# ---------------------------------------------------------------- VNI

_TONES, _BREVES, _CIRCUMFLEXES = "øûõùï", "êèúüéë", "âàåãáä"  # as Windows shows them


def _behind(letter: str, marks: str) -> list[str]:
    return [letter + mark for mark in marks]


_VNI = [
    *_behind("a", _TONES), *_behind("a", _BREVES), *_behind("a", _CIRCUMFLEXES), "ñ",
    *_behind("e", _TONES), *_behind("e", _CIRCUMFLEXES), *"ìæóíò",
    *_behind("o", _TONES), *_behind("o", _CIRCUMFLEXES), "ô", *_behind("ô", _TONES),
    *_behind("u", _TONES), "ö", *_behind("ö", _TONES), *_behind("y", "øûõù"), "î",
]  # fmt: skip
_VNI_CODES = {letter: code.encode("latin-1") for letter, code in zip(LETTERS, _VNI, strict=True)} | {
    letter: code.upper().encode("latin-1") for letter, code in zip(CAPITALS, _VNI, strict=True)
}
_VNI_LETTERS = {code.decode("latin-1"): letter for letter, code in _VNI_CODES.items()} | {
    code[0].upper() + code[1]: letter for letter, code in zip(CAPITALS, _VNI, strict=True) if len(code) == 2
}
_VNI_SIGN = re.compile("|".join(sorted(_VNI_LETTERS, key=len, reverse=True)) + "|[À-ÿ]")


def read_vni(data: bytes) -> str:
    """VNI: a letter, and behind it a byte for its accents; other signs as Windows has them."""
    return _VNI_SIGN.sub(_vni_letter, data.decode("cp1252", "surrogateescape"))


def _vni_letter(found: re.Match[str]) -> str:
    return _VNI_LETTERS.get(found[0]) or chr(_ESCAPE + ord(found[0]))


def write_vni(text: str) -> bytes:
    """A text in VNI."""
    return _written(text, _VNI_CODES, "vni")


# ---------------------------------------------------------------- Windows-1258

_TONE = re.compile("[\u0300\u0301\u0303\u0309\u0323]")


def read_windows_1258(data: bytes) -> str:
    """Windows-1258: letters, a tone behind the letter where there is none for both."""
    return unicodedata.normalize("NFC", data.decode("cp1258", "surrogateescape"))


def _letter_and_tone(letter: str) -> bytes:
    """One byte if there is one, else the letter's and its tone's."""
    parts = unicodedata.normalize("NFD", letter)
    base = unicodedata.normalize("NFC", _TONE.sub("", parts))
    try:
        return letter.encode("cp1258")
    except UnicodeEncodeError:
        return (base + "".join(_TONE.findall(parts))).encode("cp1258")


_WINDOWS_1258_CODES = {letter: _letter_and_tone(letter) for letter in LETTERS + CAPITALS}


def write_windows_1258(text: str) -> bytes:
    """A text in Windows-1258."""
    return _written(text, _WINDOWS_1258_CODES, "windows-1258")
