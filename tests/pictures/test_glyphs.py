"""Signs as outlines, and text that they cannot write."""

import re
import unicodedata
from collections.abc import Iterator

import pytest

from app.pictures.glyphs import centred, glyphs, legible, measure, number, written

NEEDED = "帥仕相傌俥炮兵將士象馬車砲卒楚河漢界一二三四五六七八九123456789KAEHRCPkaehrcp"
VIETNAMESE = "ăâđêôơưàảãáạằẳẵắặầẩẫấậèẻẽéẹềểễếệìỉĩíịòỏõóọồổỗốộờởỡớợùủũúụừửữứựỳỷỹýỵ"
SIGNS = NEEDED + VIETNAMESE + VIETNAMESE.upper()


def ends(path: str) -> Iterator[tuple[int, int]]:
    """Where each command of a relative path leads."""
    x = y = 0
    begin = (0, 0)
    for command, numbers in re.findall(r"([mlqz])([-\d ]*)", path):
        if command == "z":
            x, y = begin
            continue
        across, down = map(int, re.findall(r"-?\d+", numbers)[-2:])
        x, y = x + across, y + down
        begin = (x, y) if command == "m" else begin
        yield x, y


@pytest.mark.parametrize("sign", SIGNS)
def test_an_outline_lies_in_its_box(sign: str):
    _, (left, top, right, bottom), path = glyphs()[sign]
    assert left < right and top < bottom
    assert re.fullmatch(r"(m[-\d ]+([lq][-\d ]+)+z)+", path)
    assert all(left <= x <= right and top <= y <= bottom for x, y in ends(path))


def test_a_sign_is_centred_by_its_box_and_not_by_its_advance():
    left, top, right, bottom = glyphs()["p"].box
    place = re.search(r"translate\((\S+) (\S+)\)scale\(0.1\)", centred("p", 50, 60, 100))
    assert place is not None
    assert float(place[1]) + (left + right) / 20 == pytest.approx(50, abs=0.001)
    assert float(place[2]) + (top + bottom) / 20 == pytest.approx(60, abs=0.001)


@pytest.mark.parametrize(("anchor", "left"), [("start", 100), ("middle", 87), ("end", 74)])
def test_a_line_of_text_begins_where_its_anchor_says(anchor: str, left: int):
    assert measure("26", 20) == pytest.approx(24) and measure("2 6", 20) == pytest.approx(31)
    begin = re.search(r"translate\((\S+) 7\)", written("2 6", 100, 7, 26000 / 1550, anchor))
    assert begin is not None and float(begin[1]) == left


def test_a_text_is_one_path_each_sign_where_the_one_before_ends():
    first, second = glyphs()["M"], glyphs()["ã"]
    expected = f'd="M0 0{first.path}M{first.advance} 0{second.path}"/>'
    assert written("Mã", 0, 0, 20).endswith(expected)


def test_a_text_with_a_sign_that_has_no_outline_is_left_to_fonts():
    svg = written("許銀川 <a> & b", 1, 2, 20, "end")
    assert svg.startswith('<text x="1" y="2" font-size="20" text-anchor="end" font-family="')
    assert svg.endswith(">許銀川 &lt;a&gt; &amp; b</text>")


def test_accents_are_put_into_their_letters():
    apart = unicodedata.normalize("NFD", "Đặng Sông Cầu")
    assert len(apart) > len("Đặng Sông Cầu")
    assert legible(apart) == "Đặng Sông Cầu"


@pytest.mark.parametrize("sign", ["\0", "\x07", "\n", "\ud800", "\uffff"])
def test_what_xml_forbids_is_replaced(sign: str):
    assert legible(f"a{sign}b") == "a\N{REPLACEMENT CHARACTER}b"


@pytest.mark.parametrize(
    ("value", "short"), [(3.0, "3"), (-0.0001, "0"), (0.0625, "0.062"), (-1.5, "-1.5"), (1234.5678, "1234.568")]
)
def test_numbers_are_short(value: float, short: str):
    assert number(value) == short
