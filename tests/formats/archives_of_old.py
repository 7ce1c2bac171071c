"""Archives in old encodings, made for the tests: names in, bytes out."""

import io
import unicodedata
from collections.abc import Callable, Iterable, Iterator

from app.board.engine import PLAIN
from app.errors import Fault
from app.formats.cxq import reader
from app.formats.decoding import Decoder
from app.formats.encodings import encoding_named
from app.formats.encodings.guess import Tally, weigh
from app.formats.encodings.tables import write_tcvn3, write_viscii, write_vni, write_windows_1258
from app.formats.interpret import interpret
from app.games.game import Game
from app.games.reading import Reading
from tests.formats.format_cases import START

Write = Callable[[str], bytes]


def _in(codec: str) -> Write:
    return lambda text: text.encode(codec)


VIETNAMESE: dict[str, Write] = {
    "utf-8": _in("utf-8"),
    "windows-1258": write_windows_1258,
    "tcvn3": write_tcvn3,
    "vni": write_vni,
    "viscii": write_viscii,
}
ALL = VIETNAMESE | {"gb18030": _in("gb18030"), "big5": _in("cp950"), "windows-1252": _in("cp1252")}

FAMILY = (
    "Nguyễn Trần Lê Phạm Hoàng Huỳnh Phan Vũ Võ Đặng Bùi Đỗ Hồ Ngô Dương Lý Đinh Đoàn Trịnh Trương Lâm Mai Đào Cao Lưu "
    "Lương Tô Tạ Tống Hà Châu Triệu Vương Thái Quách Tăng Kiều Tôn Trềnh Uông"
)
GIVEN = (
    "An Ánh Anh Bảo Bích Bình Cường Chí Công Diễm Dũng Duyên Đại Đạt Đông Đức Giang Hải Hạnh Hân Hiếu Hiền Hòa Hồng Hùng "
    "Huệ Hương Khánh Khôi Kiên Lan Liễu Linh Lộc Long Mạnh Minh Mỹ Nam Nga Ngọc Nhân Như Phúc Phương Quân Quỳnh Sáng Sơn "
    "Tài Tâm Thắng Thảo Thịnh Thủy Tỵ Trí Tuấn Việt Yến"
)
NAMES = [f"{family} {given}" for family in FAMILY.split() for given in GIVEN.split()]
ACCENTED = [name for name in NAMES if not name.isascii()]


def record(red: bytes, black: bytes = b"other", event: bytes = b"CXQ Game") -> bytes:
    """A record with names as bytes."""
    headers = b"RED     %b ; 2100 ;;\nBLACK   %b ; 2000 ;;\nEVENT   %b\n" % (red, black, event)
    return headers + f"START{{\n{START} }}END\n\n".encode()


def tones_apart(text: str) -> bytes:
    """Windows-1258 with all tones behind their letters, as its own keyboard types them."""
    return b"".join(map(_tone_apart, text))


def _tone_apart(letter: str) -> bytes:
    parts = unicodedata.normalize("NFD", letter)
    tone = "".join(sign for sign in parts if sign in "\u0300\u0301\u0303\u0309\u0323")
    return (unicodedata.normalize("NFC", "".join(sign for sign in parts if sign not in tone)) + tone).encode("cp1258")


def decomposed(text: str) -> bytes:
    """UTF-8 with accents behind their letters."""
    return unicodedata.normalize("NFD", text).encode()


def pairs(names: list[str]) -> Iterator[tuple[str, str]]:
    """Names two by two."""
    return zip(names[0::2], names[1::2], strict=True)


class Archive:
    """What is read of an archive's bytes."""

    def __init__(self, data: bytes, encoding: str | None = None):
        self.faults: list[Fault] = []
        decoder = Decoder("games.cxq", self.faults, encoding_named(encoding) if encoding else None)
        windows = list(decoder.windows(io.BytesIO(data)))
        self.text = "".join(window.text for window in windows)
        found = (item for window in windows for item in reader.read(window.text, "games.cxq", window.line))
        read = [item for item in interpret(found, reader.read_again, PLAIN) if isinstance(item, Reading)]
        self.games: list[Game] = [item.game for item in read]
        self.encodings = [decoder.encoding_of(game) for game in self.games]

    @property
    def names(self) -> list[str]:
        """The players' names, red and black in turn."""
        return [seat.name for game in self.games for seat in game.seats]


def reds(data: Iterable[bytes]) -> list[str]:
    """Who plays red in some records."""
    return [game.red.name for game in Archive(b"".join(data)).games]


def right_alone(encoding: str, names: Iterable[str]) -> int:
    """How many of some Vietnamese names come out right where each is the only one of its file."""
    read = {name: VIETNAMESE[encoding](name) for name in names}
    return sum(Tally().judge(weigh(data)).encoding.read(data) == name for name, data in read.items())


def decoded(data: bytes) -> str:
    """The text of some bytes."""
    return "".join(window.text for window in Decoder().windows(io.BytesIO(data)))
