"""Binary layouts: tables that read and write."""

import pytest

from app.formats.programs.layout import Layout, utf_16

HEAD = Layout(20, ("kind", 1, "B"), ("count", 4, "I"), ("name", 8, "6p"), ("mark", 14, "4s"))


def test_fields_lie_where_the_table_says() -> None:
    data = bytes.fromhex("00 07 0000 01020000 03") + b"abcde" + b"mark" + bytes(2)
    assert HEAD.read(data) == {"kind": 7, "count": 513, "name": b"abc", "mark": b"mark"}
    assert HEAD.read(b"??" + data, 2) == HEAD.read(data)


def test_what_is_written_is_read_again() -> None:
    fields = {"kind": 1, "count": 99, "name": b"abcde", "mark": b"abcd"}
    assert len(HEAD.write(fields)) == 20
    assert HEAD.read(HEAD.write(fields)) == fields
    assert HEAD.write({}) == bytes(20)


def test_a_length_beyond_its_field_reads_no_further() -> None:
    data = bytearray(HEAD.write({"name": b"abcde", "mark": b"more"}))
    data[8] = 255
    assert HEAD.read(bytes(data))["name"] == b"abcde"


def test_too_few_bytes_are_an_error_that_says_how_many() -> None:
    with pytest.raises(ValueError, match="20 bytes are needed from byte 5 on, 14 are there"):
        HEAD.read(bytes(19), 5)
    with pytest.raises(ValueError, match="20 bytes are needed from byte 30 on, 0 are there"):
        HEAD.read(bytes(19), 30)


def test_fields_do_not_overlap() -> None:
    with pytest.raises(ValueError, match="b overlaps the field before it"):
        Layout(8, ("a", 0, "I"), ("b", 2, "B"))


def test_text_in_utf_16_ends_at_its_nul() -> None:
    assert utf_16("红方\0rest".encode("utf-16-le")) == "红方"
    assert utf_16("abc".encode("utf-16-le") + b"x") == "abc\ufffd"
