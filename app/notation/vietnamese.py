"""Vietnamese notation: `P2-5 M8.7` in signs, `Pháo 2 bình 5` in words.

`.` tiến (advance), `/` thoái (retreat), `-` bình (traverse); t trước (front), g giữa (middle), s sau (rear). The law
of 2004, article 11, covers tandems of two and three; the names for four and five pawns and for tandems on two files
are this program's own extension. Advisors and elephants are named by their column, t and s are read too.
"""

import unicodedata
from dataclasses import replace

from app.notation.relative import Relative
from app.notation.shorthand import Shorthand

LETTERS = ("Tg", "S", "T", "M", "X", "P", "B")
ALSO = {3: ("V",), 7: ("C",)}

MARKS = {2: ("t", "s"), 3: ("t", "g", "s"), 4: ("t", "tg", "sg", "s"), 5: ("t", "tg", "g", "sg", "s")}
BY_MARK = {size: tuple("{piece}" + mark for mark in marks) for size, marks in MARKS.items()}
BY_MARK_AND_FILE = {size: tuple("{piece}" + mark + "{column}" for mark in marks) for size, marks in MARKS.items()}

KERNEL_LETTERS = ("K", "S", "TV", "M", "X", "P", "BC")


def one_sign_a_king(text: str) -> str:
    """`Tg5.1` as `K5.1`, and every dash as the hyphen."""
    return text.replace("Tg", "K").replace("tg", "K").replace("\N{EN DASH}", "-")


VIETNAMESE = Relative(
    name="vietnamese",
    pieces=(LETTERS, LETTERS),
    ways=("/", "-", "."),
    tandems=BY_MARK,
    twins=BY_MARK_AND_FILE,
    shorthand=Shorthand(KERNEL_LETTERS, ("t", "s"), ("/", "-", "."), prepare=one_sign_a_king),
    also_pieces=ALSO,
    signs={"–": "-", "—": "-", "−": "-"},
)

NAMES = ("Tướng", "Sĩ", "Tượng", "Mã", "Xe", "Pháo", "Binh")
SPOKEN = {"t": "trước", "g": "giữa", "s": "sau", "tg": "trước giữa", "sg": "sau giữa"}
BY_WORD = {size: tuple("{piece} " + SPOKEN[mark] for mark in marks) for size, marks in MARKS.items()}
BY_WORD_AND_FILE = {size: tuple(name + " cột {column}" for name in names) for size, names in BY_WORD.items()}
WORD_FIRST = {size: tuple(SPOKEN[mark] + " {piece}" for mark in MARKS[size]) for size in (2, 3)}

WORDS = {
    "tấn": "tiến",
    "thối": "thoái",
    "lui": "thoái",
    "lùi": "thoái",
    "tiền": "trước",
    "trên": "trước",
    "trung": "giữa",
    "hậu": "sau",
    "dưới": "sau",
    "nhất": "1",
    "một": "1",
    "nhị": "2",
    "hai": "2",
    "tam": "3",
    "ba": "3",
    "tứ": "4",
    "bốn": "4",
    "ngũ": "5",
    "năm": "5",
    "lục": "6",
    "sáu": "6",
    "thất": "7",
    "bảy": "7",
    "bát": "8",
    "tám": "8",
    "cửu": "9",
    "chín": "9",
}


def one_sign_a_word(text: str) -> str:
    """`Pháo 2 bình 5` as `P2-5`, `Xe sau thoái 1` as `Xs/1`."""
    if text.isascii():  # no game is spoken without accents
        return ""
    text = unicodedata.normalize("NFC", text).casefold()
    if not any(way in text for way in _SPOKEN_WAYS):
        return ""
    return "".join(map(_SIGN_OF.__getitem__, text.split()))


class _Signs(dict[str, str]):
    """A word -> its sign, a blank before what begins a move; other words stay, apart."""

    def __missing__(self, word: str) -> str:
        return f" {word}"


_SPOKEN_WAYS = {"tiến": ".", "bình": "-", "thoái": "/", "tấn": ".", "thối": "/", "lui": "/", "lùi": "/"}
_SIGN_OF = _Signs(
    {digit: digit for digit in "123456789"}
    | _SPOKEN_WAYS
    | {"trước": "t", "sau": "s"}
    | {"tướng": " K", "sĩ": " S", "sỹ": " S", "tượng": " V", "mã": " M", "xe": " X", "pháo": " P"}
    | dict.fromkeys(("binh", "tốt", "chốt"), " B")
)

VIETNAMESE_WORDS = replace(
    VIETNAMESE,
    name="vietnamese-words",
    pieces=(NAMES, NAMES),
    ways=("thoái", "bình", "tiến"),
    gap=" ",
    alone="{piece} {column}",
    tandems=BY_WORD,
    twins=BY_WORD_AND_FILE,
    shorthand=Shorthand(KERNEL_LETTERS, ("t", "s"), ("/", "-", "."), exact=True, prepare=one_sign_a_word),
    also_pieces={1: ("Soái",), 2: ("Sỹ",), 3: ("Tịnh", "Bồ", "Voi"), 5: ("Xa",), 7: ("Tốt", "Chốt")},
    also_names=(WORD_FIRST,),
    signs={},
    words=WORDS,
)


def without_accents(text: str) -> str:
    """`tướng` and `tượng` as `tuong`, đ as d."""
    bare = unicodedata.normalize("NFD", text.replace("đ", "d"))
    return "".join(sign for sign in bare if not unicodedata.combining(sign))


# As people type: `phao 2 binh 5`. Never written; tuong is king or elephant, whichever can make the move. The number
# words tam and sau would be two things each, and stay out.
VIETNAMESE_BARE = replace(
    VIETNAMESE_WORDS,
    name="vietnamese-bare",
    shorthand=replace(VIETNAMESE_WORDS.shorthand, prepare=lambda text: ""),
    words=WORDS
    | {
        without_accents(word): meaning
        for word, meaning in WORDS.items()
        if without_accents(word) not in ("tam", "sau", "tien")
    },
    swap=without_accents,
)
