"""What lies under the paths that a user names: files, folders, what zip files hold, standard input.

A member of a zip file is only ever a name and a number: nothing is unpacked to the disk, wherever the name points.
"""

import os
import re
import zipfile
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from app.errors import FormatError
from app.games.signs import UNSHOWN
from app.ingest.unpacking import BROKEN, HEAD, STANDARD_INPUT, begins_as_zip

PACKED = (".gz", ".xz", ".bz2")  # behind such a suffix, or alone
USUAL_RATIO = 6  # of a text to what it is packed into
OF_THIS_PROCESS = ("/dev/", "/proc/")  # where a path may mean a file that only this process has open
_IN_A_NAME = dict.fromkeys((*UNSHOWN, *range(0xD800, 0xE000)), "?")  # halves of characters, too
_NOWHERE = ("", ".", "..")


class Input(NamedTuple):
    """Something to read: its name as it is shown, the file that holds it, and in a zip file the member's number there."""

    name: str
    path: str
    member: int | None = None
    size: int = 0  # bytes, as far as progress counts them
    text: int = 0  # bytes of text, about

    @property
    def is_everywhere(self) -> bool:
        """Whether another process finds the same under the path: not with standard input or what a shell hands over."""
        return os.path.isfile(self.path) and not os.path.abspath(self.path).startswith(OF_THIS_PROCESS)


class Inputs(NamedTuple):
    """What was found, and how many files of which suffixes were not taken."""

    taken: list[Input]
    passed_over: Counter[str]


def find_inputs(paths: Iterable[str]) -> Inputs:
    """What lies under some paths, in order. What is named outright is taken, whatever its suffix.

    Raises `FormatError` for a path that is not there.
    """
    found = Inputs([], Counter())
    for path in paths:
        if path == STANDARD_INPUT:
            found.taken.append(Input(path, path))
        elif os.path.isdir(path):
            for file in sorted(_inside(path, found)):
                _take(str(file), found, False)
        elif os.path.exists(path):
            _take(path, found, True)
        else:
            raise FormatError(f"there is no file or folder {path}")
    return found


def _inside(folder: str, found: Inputs) -> Iterator[Path]:
    """The files of a folder and of those in it, hidden ones and links to folders left out."""

    def cannot(error: OSError) -> None:
        found.taken.append(Input(str(error.filename), str(error.filename)))  # said when it is opened

    for where, folders, files in os.walk(folder, onerror=cannot):
        linked = [name for name in folders if os.path.islink(os.path.join(where, name))]
        if linked:
            found.passed_over["linked folder"] += len(linked)
        folders[:] = [name for name in folders if not name.startswith(".")]
        yield from (file for name in files if (file := Path(where, name)).is_file())


def _take(path: str, found: Inputs, is_named: bool) -> None:
    """A file, or what a zip file holds."""
    if os.path.basename(path).startswith(".") and not is_named:
        return
    if _is_zip(path, is_named):
        found.taken.extend(_members(path, found))
    elif is_named or _is_taken(path):
        size = os.path.getsize(path)
        ratio = USUAL_RATIO if path.lower().endswith(PACKED) else 1
        found.taken.append(Input(path, path, None, size, size * ratio))
    elif os.path.basename(path) != "SOURCE.txt":
        found.passed_over[_suffix(path)] += 1


def _is_zip(path: str, is_named: bool) -> bool:
    """Whether a file is to be read as a zip file: by its suffix, or by its first bytes if it was named."""
    is_called_so = path.lower().endswith(".zip")
    if not (is_called_so or is_named) or not os.path.isfile(path):  # a pipe can be read only once
        return False
    try:
        with open(path, "rb") as file:
            return begins_as_zip(file.read(HEAD)) or (is_called_so and zipfile.is_zipfile(path))
    except OSError:  # said when it is opened
        return False


def _members(path: str, found: Inputs) -> Iterator[Input]:
    """What a zip file holds; other packed files, too, so that they are named as what is not read."""
    try:
        with zipfile.ZipFile(path) as archive:
            members = archive.infolist()
    except BROKEN:  # said when it is opened
        yield Input(path, path, None, os.path.getsize(path))
        return
    names: Counter[str] = Counter()
    for number, member in enumerate(members):
        name = _safe(member.filename)
        base = os.path.basename(name)
        if member.filename.endswith(("/", "\\")) or base.startswith("."):
            continue
        if _is_taken(name) or name.lower().endswith(".zip"):
            names[name] += 1
            shown = name if names[name] == 1 else f"{name} ({names[name]})"
            yield Input(f"{path}/{shown}", path, number, member.file_size, member.file_size)
        elif base != "SOURCE.txt":
            found.passed_over[_suffix(name)] += 1


def _safe(name: str) -> str:
    """A member's name without what leads out of its zip file and what a terminal would not print."""
    steps = [step for step in re.split(r"[/\\]", name) if step not in _NOWHERE]
    return "/".join(steps).translate(_IN_A_NAME) or "?"


def _is_taken(name: str) -> bool:
    """Whether a file that nobody named is taken for an archive."""
    from app.formats import SUFFIXES

    stem, suffix = os.path.splitext(name.lower())
    if suffix in PACKED:
        suffix = os.path.splitext(stem)[1] or ".cxq"
    return suffix in SUFFIXES and os.path.basename(name) != "SOURCE.txt"


def _suffix(name: str) -> str:
    return os.path.splitext(name)[1].lower().translate(_IN_A_NAME) or "without a suffix"
