"""The README keeps its promises: its console blocks are what the commands print, its tables what the program does.

`KYPHO_ACCEPT=1 pytest tests/readme` writes the real output into the README.
"""

import doctest
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from app import Position
from app.cli.main import program
from app.notation import NOTATIONS

ROOT = Path(__file__).parent.parent.parent
README = ROOT / "README.md"
ACCEPT = bool(os.environ.get("KYPHO_ACCEPT"))

CONSOLE = re.compile(r"```console\n(.*?)```", re.DOTALL)
TIMING = re.compile(r"\(\d+\.\d s, [\d,]+ games/s\)")


@pytest.fixture(scope="module")
def tour(tmp_path_factory):
    """A folder like a clone, with the samples; the tour runs in it, command after command."""
    folder = tmp_path_factory.mktemp("tour")
    shutil.copytree(ROOT / "sample_games", folder / "sample_games")
    return folder


def run(command: str, folder: Path) -> str:
    bin_folder = Path(sys.executable).parent
    path = f"{bin_folder}{os.pathsep}{os.environ['PATH']}"
    environment = os.environ | {"PATH": path, "KYPHO_DB": "tour.db", "PYTHONPATH": str(ROOT), "PYTHONUTF8": "1"}
    done = subprocess.run(
        ["bash", "-c", command], cwd=folder, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    )
    return done.stdout.decode()


def commands_of(block: str) -> list[tuple[str, str]]:
    """The commands of a console block with the output printed behind each."""
    parts = re.split(r"^\$ (.*)\n", block, flags=re.MULTILINE)[1:]
    return list(zip(parts[0::2], parts[1::2], strict=True))


def test_the_tour_prints_what_the_readme_shows(tour):
    text = README.read_text(encoding="utf-8")

    def fresh(block: re.Match) -> str:
        shown = "".join(f"$ {command}\n{run(command, tour)}" for command, _ in commands_of(block[1]))
        return f"```console\n{shown.rstrip()}\n```"

    new = CONSOLE.sub(fresh, text)
    if ACCEPT:
        README.write_text(new, encoding="utf-8")
        return
    assert TIMING.sub("(TIME)", new) == TIMING.sub("(TIME)", text)


def test_the_picture_is_what_the_tour_draws(tour):
    command, picture = re.search(
        r"\$ (kypho board .* -o board\.svg)\n```\n\n!\[.*\]\((.*)\)", README.read_text("utf-8")
    ).groups()
    if not (tour / "tour.db").exists():
        run("kypho import sample_games", tour)
    assert run(command, tour) == ""
    assert (tour / "board.svg").read_bytes() == (ROOT / picture).read_bytes()


def test_the_python_examples_hold(tour, monkeypatch):
    monkeypatch.chdir(tour)
    if not (tour / "tour.db").exists():
        run("kypho import sample_games", tour)
    if not (tour / "tour-set").exists():
        run("kypho export --format parquet -o tour-set", tour)
    failed, tried = doctest.testfile(str(README), module_relative=False, optionflags=doctest.NORMALIZE_WHITESPACE)
    assert tried > 4
    assert failed == 0


# One position for pieces on one file, one for three pawns, one for four: (FEN, move in UCI).
OPENING = ("rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1", "h3e3")
ANSWER = ("rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b - - 0 1", "h10g8")
REAR = ("3k5/9/9/9/4C4/9/9/4C4/9/5K3 w - - 0 1", "e3d3")
THREE = ("3k5/9/2P6/2P6/2P6/9/9/9/9/5K3 w - - 0 1", "c7b7")
FOUR = ("3k5/2P6/2P6/2P6/2P6/9/9/9/9/5K3 w - - 0 1", "c8b8")


def written(case: tuple[str, str], name: str) -> str:
    position = Position.from_fen(case[0])
    return position.write(position.read(case[1], "uci"), name)


def notation_table() -> str:
    """One row a notation, made by the program."""
    return "\n".join(
        f"| `{name}` | {written(OPENING, name)} {written(ANSWER, name)} "
        f"| {written(REAR, name)} | {written(THREE, name)} | {written(FOUR, name)} |"
        for name in NOTATIONS
    )


def test_the_notation_table_is_made_by_the_program():
    text = README.read_text(encoding="utf-8")
    if ACCEPT:
        head = "|---|---|---|---|---|\n"
        begin = text.index(head, text.index("## Notations")) + len(head)
        README.write_text(text[:begin] + notation_table() + text[text.index("\n\n", begin) :], encoding="utf-8")
        return
    assert notation_table() in text


def fault_codes() -> set[str]:
    """Every fault code that the program can give."""
    found: set[str] = set()
    for path in (ROOT / "app").rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        found |= set(re.findall(r'Fault\([^"\n]*"([a-z-]+)"', text))
        found |= set(re.findall(r'^    code = "([a-z-]+)"', text, re.MULTILINE))
    return found


def test_every_fault_code_stands_in_the_table_and_no_other():
    table = README.read_text(encoding="utf-8").split("## Faults")[1].split("\n## ")[0]
    assert set(re.findall(r"^\| `([a-z-]+)`", table, re.MULTILINE)) == fault_codes()


def test_every_command_stands_in_the_table():
    table = README.read_text(encoding="utf-8").split("## Commands")[1].split("\n## ")[0]
    names = {command.name for command in program.registered_commands} | {
        group.name for group in program.registered_groups
    }
    assert set(re.findall(r"^\| `kypho (\w+)", table, re.MULTILINE)) == names


def test_every_room_of_the_picture_is_there():
    picture = README.read_text(encoding="utf-8").split("## The house")[1].split("```")[1]
    for line in picture.splitlines():
        name = line.split()[0] if line.strip() else ""
        if name:
            inside = ROOT / "app" / name if line.startswith("  ") else ROOT / name
            assert inside.exists(), name
    rooms = {path.name for path in (ROOT / "app").iterdir() if path.is_dir() and path.name != "__pycache__"}
    assert all(f"  {room}/" in picture for room in rooms)
