"""The built wheel carries the migrations and the tables, and can make and migrate an archive, far from any checkout."""

import os
import subprocess
import sys
import zipfile
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.store.made_games import ROOT

MAKE = """
import app
from pathlib import Path
from app.store import schema
from app.store.archive import Archive

schema.upgrade(schema.connect(Path("migrated.db")))
for path in ("made.db", "migrated.db"):
    with Archive.open(path, create=True) as archive:
        assert archive.upgrade() is None
        assert archive.counts()["version"] == schema.HEAD
print(app.__file__)
print(schema.scripts())
"""

needs_hatchling = pytest.mark.skipif(
    find_spec("hatchling") is None, reason="hatchling, which builds the wheel, is not installed"
)


@pytest.fixture(scope="module")
def unpacked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    built = subprocess.run(build, cwd=ROOT, capture_output=True, text=True)
    assert built.returncode == 0, built.stderr
    (wheel,) = folder.glob("*.whl")
    zipfile.ZipFile(wheel).extractall(folder / "site")
    return folder / "site"


@needs_hatchling
def test_the_wheel_holds_the_migrations_and_the_command(unpacked: Path):
    inside = unpacked / "app" / "migrations"
    scripts = {script.name for script in (ROOT / "migrations" / "versions").glob("*.py")}
    assert scripts and {script.name for script in (inside / "versions").glob("*.py")} == scripts
    assert (inside / "env.py").is_file()
    (entry,) = unpacked.glob("*.dist-info/entry_points.txt")
    assert "kypho = app.cli.main:entry" in entry.read_text(encoding="utf-8")
    assert not (unpacked / "tests").exists()


@needs_hatchling
def test_the_wheel_holds_the_names_of_openings(unpacked: Path):
    tables = {table.name for table in (ROOT / "app" / "games").glob("*.csv")}
    assert tables and {table.name for table in (unpacked / "app" / "games").glob("*.csv")} == tables


@needs_hatchling
def test_the_wheel_holds_the_outlines_of_signs_with_their_licence(unpacked: Path):
    for name in ("glyphs.json", "glyphs.OFL.txt"):
        assert (unpacked / "app" / "pictures" / name).read_bytes() == (ROOT / "app" / "pictures" / name).read_bytes()
    (metadata,) = unpacked.glob("*.dist-info/METADATA")
    assert "License-Expression: MIT AND OFL-1.1\n" in metadata.read_text(encoding="utf-8")


@needs_hatchling
def test_the_unpacked_wheel_makes_and_migrates_an_archive(unpacked: Path, tmp_path: Path):
    environment = os.environ | {"PYTHONPATH": str(unpacked)}
    made = subprocess.run(
        [sys.executable, "-W", "error", "-c", MAKE], cwd=tmp_path, env=environment, capture_output=True, text=True
    )
    assert made.returncode == 0, made.stderr
    assert made.stdout.splitlines() == [str(unpacked / "app" / "__init__.py"), str(unpacked / "app" / "migrations")]
