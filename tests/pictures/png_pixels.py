"""PNG as pixels, read with the standard library alone: eight bits, red, green, blue and how opaque."""

import struct
import zlib
from dataclasses import dataclass

SIGNATURE = b"\x89PNG\r\n\x1a\n"
Pixel = tuple[int, int, int, int]


@dataclass(frozen=True)
class Pixels:
    width: int
    height: int
    rows: list[bytes]

    def at(self, x: int, y: int) -> Pixel:
        red, green, blue, opacity = self.rows[y][4 * x : 4 * x + 4]
        return red, green, blue, opacity

    def around(self, x: int, y: int, reach: int) -> set[Pixel]:
        return {self.at(a, b) for a in range(x - reach, x + reach + 1) for b in range(y - reach, y + reach + 1)}


def size(data: bytes) -> tuple[int, int]:
    """The width and the height of a PNG that holds eight bits a colour and an alpha channel."""
    assert data.startswith(SIGNATURE) and data[12:16] == b"IHDR" and data[24:29] == bytes((8, 6, 0, 0, 0))
    width, height = struct.unpack(">II", data[16:24])
    return width, height


def decode(data: bytes) -> Pixels:
    """The pixels of such a PNG."""
    width, height = size(data)
    packed, here = b"", len(SIGNATURE)
    while here < len(data):
        length, kind = struct.unpack(">I4s", data[here : here + 8])
        if kind == b"IDAT":
            packed += data[here + 8 : here + 8 + length]
        here += 12 + length
    raw, step, rows, above = zlib.decompress(packed), 4 * width + 1, [], bytes(4 * width)
    for begin in range(0, step * height, step):
        above = _unfiltered(raw[begin], raw[begin + 1 : begin + step], above)
        rows.append(above)
    return Pixels(width, height, rows)


def _unfiltered(way: int, line: bytes, above: bytes) -> bytes:
    """One row as it was before its differences from its neighbours took its place."""
    row, corners = bytearray(4) + line, bytes(4) + above
    for n, (up, corner) in enumerate(zip(above, corners, strict=False), start=4):
        left = row[n - 4]
        if way == 4:
            row[n] = (row[n] + _nearest(left, up, corner)) & 255
        else:
            row[n] = (row[n] + (0, left, up, (left + up) // 2)[way]) & 255
    return bytes(row[4:])


def _nearest(left: int, up: int, corner: int) -> int:
    """The neighbour that is nearest to left + up - corner."""
    from_left, from_up, from_corner = abs(up - corner), abs(left - corner), abs(left + up - 2 * corner)
    if from_left <= from_up and from_left <= from_corner:
        return left
    return up if from_up <= from_corner else corner
