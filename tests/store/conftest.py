"""An empty archive for each test that asks for one."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from app.store.archive import Archive


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "kypho.db"


@pytest.fixture
def archive(path: Path) -> Iterator[Archive]:
    with Archive.open(path, create=True) as opened:
        yield opened
