"""The forms of the kernel as fixtures; tests of the compiled form are left out where numba is not installed."""

import pytest

from app.board.engine import LOOPS
from tests.board.board_cases import Form


@pytest.fixture(scope="session")
def plain() -> Form:
    return Form(LOOPS)


@pytest.fixture(scope="session")
def compiled() -> Form:
    pytest.importorskip("numba")
    from app.board.compiled import load

    return Form(load())


@pytest.fixture(params=["plain", "compiled"])
def form(request: pytest.FixtureRequest) -> Form:
    return request.getfixturevalue(request.param)
