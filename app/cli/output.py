"""Text and pictures to a file, whole or not at all, or to standard output."""

import codecs
import os
import shutil
import stat
import sys
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from app.cli.shown import for_programs

if TYPE_CHECKING:
    from app.formats import LeftOut
    from app.games.game import Game


def write_pieces(pieces: Iterable[str], output: Path | None, encoding: str = "utf-8") -> None:
    """Write pieces of text; a file appears under its name only when it is complete. Raises `FormatError` if the encoding
    is none, or has no code for a sign."""
    codec = _codec(encoding)
    if output is None and codec == "utf-8":
        for_programs()
        sys.stdout.writelines(pieces)
        sys.stdout.flush()  # before what is said of it
    elif output is None:
        for data in _encoded(pieces, codec):
            sys.stdout.buffer.write(data)
    else:
        with _whole(output) as part, part.open("wb") as file:
            file.writelines(_encoded(pieces, codec))


def _codec(encoding: str) -> str:
    from app.errors import FormatError

    try:
        name = codecs.lookup(encoding).name
        "".encode(name)  # some codecs turn bytes into bytes
    except LookupError:
        raise FormatError(f"no encoding {encoding!r} to write") from None
    return "gb18030" if name in ("gb2312", "gbk") else "cp950" if name == "big5" else name


def _encoded(pieces: Iterable[str], codec: str) -> Iterator[bytes]:
    from app.errors import FormatError

    encoder = codecs.getincrementalencoder(codec)()
    try:
        for piece in pieces:
            yield encoder.encode(piece)
        yield encoder.encode("", final=True)
    except UnicodeEncodeError as error:
        sign = error.object[error.start]
        raise FormatError(f"{codec} has no code for {sign!r} (U+{ord(sign):04X}); utf-8 and gb18030 have") from None


def write_games(
    games: "Iterable[tuple[int, Game]]",
    format: str,
    notation: str | None,
    output: Path | None,
    encoding: str,
    left_out: "LeftOut",
) -> None:
    """Write games with their ids: as one text, in a format of one file a game as a file or a folder, or as a data set.

    What the format cannot carry is counted in left_out. Raises `FormatError` for an unknown format or encoding, and where
    several games would have to go into one file.
    """
    from app.formats import FILE_WRITERS, FOLDER_WRITERS, write_files, write_folder, write_text

    if format in FOLDER_WRITERS:
        with _whole_folder(output, format) as part:
            write_folder(games, format, part, left_out)
        return
    if format not in FILE_WRITERS:
        write_pieces(write_text(games, format, notation, left_out), output, encoding)
        return
    from app.errors import FormatError

    ending = f".{format}"
    if output is None:
        raise FormatError(f"a file of {format} holds one game: name it, or a folder for several, with -o")
    files = write_files(games, format, left_out)
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
    try:
        mode: int | None = os.stat(output).st_mode
    except FileNotFoundError:
        mode = None
    if mode is not None and not stat.S_ISREG(mode):
        yield output
        return
    file = Path(os.path.realpath(output))
    try:
        number, name = tempfile.mkstemp(prefix=".kypho-", suffix=".part", dir=file.parent)
    except OSError as error:  # not with the name of a file that nobody asked for
        raise type(error)(error.errno, error.strerror, str(output)) from error
    os.close(number)
    part = Path(name)
    try:
        part.chmod(stat.S_IMODE(mode) if mode is not None else 0o666 & ~_umask())
        yield part
        part.replace(file)
    finally:
        part.unlink(missing_ok=True)


@contextmanager
def _whole_folder(output: Path | None, format: str) -> Iterator[Path]:
    """A new folder beside where it is to stand, which is put there at the end if nothing went wrong.

    Raises `FormatError` where nothing is named, or there is something already: an empty folder gives way.
    """
    from app.errors import FormatError

    if output is None:
        raise FormatError(f"{format} is a folder of files: name a new one with -o")
    place = Path(os.path.realpath(output))
    if place.exists() and not place.is_dir():
        raise FormatError(f"{output} is a file, and {format} a folder: name a new one with -o")
    if place.is_dir() and any(place.iterdir()):
        raise FormatError(f"{output} is not empty: name a new folder with -o, or remove that one first")
    place.parent.mkdir(parents=True, exist_ok=True)
    part = Path(tempfile.mkdtemp(prefix=".kypho-", suffix=".part", dir=place.parent))
    try:
        part.chmod(0o777 & ~_umask())
        yield part
        if place.is_dir():  # and empty: not every system puts a folder in its place
            place.rmdir()
        part.replace(place)
    finally:
        if part.exists():
            shutil.rmtree(part)


def _umask() -> int:
    """The rights that new files are not given; they can be read only by setting them."""
    mask = os.umask(0o077)
    os.umask(mask)
    return mask
