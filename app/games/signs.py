"""Signs that are no writing: they move a terminal's cursor, turn the direction of the text, or part its lines."""

_CONTROL = (*range(32), *range(127, 160))
_TURNING = (0x61C, 0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x206A))
_LINE_ENDS = (0x2028, 0x2029)

UNSHOWN = frozenset((*_CONTROL, *_TURNING, *_LINE_ENDS))
