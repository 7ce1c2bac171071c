"""Text and pictures to a file, whole or not at all, or to standard output."""

import shutil
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from app.games.game import Game


def write_pieces(pieces: Iterable[str], output: Path | None) -> None:
    """Write pieces of text; a file appears under its name only when it is complete."""
    if output is None:
        sys.stdout.writelines(pieces)
        return
    with _whole(output) as part, part.open("w", encoding="utf-8", newline="\n") as file:
        file.writelines(pieces)


def write_games(games: "Iterable[tuple[int, Game]]", format: str, notation: str, output: Path | None) -> None:
    """Write games with their ids: as one text, or in a format of one file a game as a file or a folder.

    Raises `FormatError` for an unknown format, and where several games would have to go into one file.
    """
    from app.formats import FILE_WRITERS, write_files, write_text

    if format not in FILE_WRITERS:
        write_pieces(write_text(games, format, notation), output)
        return
    from app.errors import FormatError

    ending = f".{format}"
    if output is None:
        raise FormatError(f"a file of {format} holds one game: name it, or a folder for several, with -o")
    files = write_files(games, format)
    if output.suffix.lower() == ending and not output.is_dir():
        first, second = next(files, None), next(files, None)
        if second is not None:
            raise FormatError(f"{output} would hold one game, and there are several: name a folder with -o")
        if first is not None:
            _write_bytes(first[1], output)
        return
    output.mkdir(parents=True, exist_ok=True)
    for name, data in files:
        _write_bytes(data, output / name)


def _write_bytes(data: bytes, output: Path) -> None:
    with _whole(output) as part:
        part.write_bytes(data)


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

        _write_bytes(to_png(svg), output)
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
