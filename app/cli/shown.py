"""What is shown on a terminal: no sign that moves its cursor, whatever the archives hold."""

import io

_CONTROL = {code: "\N{REPLACEMENT CHARACTER}" for code in (*range(32), *range(127, 160)) if chr(code) not in "\t\n"}


class Shown(io.TextIOWrapper):
    """Standard output on a terminal."""

    def write(self, text: str, /) -> int:
        """Write a text without control characters."""
        super().write(text.translate(_CONTROL) if not text.isprintable() else text)
        return len(text)
