"""Binary layouts as tables: where each field lies and what it is, once, for reading and for writing."""

import struct
from collections.abc import Mapping
from typing import Any


class Layout:
    """A stretch of bytes in little-endian order: (name, offset, code of `struct`) a field.

    `p` is a string with its length before it, which `struct` never reads beyond its field; `s` a field filled with NULs.

    >>> Layout(4, ("side", 1, "B"), ("step", 2, "H")).read(bytes((0, 1, 5, 0)))
    {'side': 1, 'step': 5}
    """

    def __init__(self, size: int, *fields: tuple[str, int, str]):
        self.size = size
        self.names = tuple(name for name, _, _ in fields)
        self.offsets = {name: offset for name, offset, _ in fields}
        code, at = "<", 0
        for name, offset, kind in fields:
            if offset < at:
                raise ValueError(f"{name} overlaps the field before it")
            code += f"{offset - at}x{kind}"
            at = offset + struct.calcsize(f"<{kind}")
        self._struct = struct.Struct(f"{code}{size - at}x")

    def read(self, data: bytes, begin: int = 0) -> dict[str, Any]:
        """The fields by their names. Raises `ValueError` where the bytes are too few."""
        if begin < 0 or len(data) - begin < self.size:
            raise ValueError(
                f"{self.size} bytes are needed from byte {begin} on, {max(0, len(data) - begin)} are there"
            )
        return dict(zip(self.names, self._struct.unpack_from(data, begin), strict=True))

    def write(self, fields: Mapping[str, Any]) -> bytes:
        """The bytes; fields that are not given are 0 or empty, text too long for its field is cut by the caller."""
        empty = self._struct.unpack(bytes(self.size))
        return self._struct.pack(*(fields.get(name, none) for name, none in zip(self.names, empty, strict=True)))


def utf_16(field: bytes) -> str:
    """The text of a field in UTF-16, up to its first NUL."""
    text = field.decode("utf-16-le", "replace")
    return text.partition("\0")[0]
