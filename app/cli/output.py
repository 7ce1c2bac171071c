"""Text and pictures to a file, whole or not at all, or to standard output."""

import shutil
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path


def write_pieces(pieces: Iterable[str], output: Path | None) -> None:
    """Write pieces of text; a file appears under its name only when it is complete."""
    if output is None:
        sys.stdout.writelines(pieces)
        return
    with _whole(output) as part, part.open("w", encoding="utf-8", newline="\n") as file:
        file.writelines(pieces)


def write_picture(svg: str, output: Path) -> None:
    """Write an SVG, as a PNG if the file is called so; `-` is standard output. Raises `FormatError` for other names."""
    from app.errors import FormatError

    suffix = output.suffix.lower()
    if str(output) == "-":
        write_pieces([svg], None)
    elif suffix == ".svg":
        write_pieces([svg], output)
    elif suffix == ".png":
        from app.pictures.png import to_png

        with _whole(output) as part:
            part.write_bytes(to_png(svg))
    else:
        raise FormatError(f"a picture is a .svg or a .png file, not {str(output)!r}")


@contextmanager
def _whole(output: Path) -> Iterator[Path]:
    """A file beside another, which takes its place at the end if nothing went wrong.

    What a link leads to is written, the link stays; a pipe or a device is written into; rights stay as they were.
    """
    if output.exists() and not output.is_file():
        yield output
        return
    output = output.resolve() if output.is_symlink() else output
    part = output.parent / f"{output.name}.part"
    try:
        yield part
        if output.exists():
            shutil.copymode(output, part)
        part.replace(output)
    finally:
        part.unlink(missing_ok=True)
