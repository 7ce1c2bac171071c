"""Who may import whom: the picture of the house, held against the code."""

import ast

import pytest

from tests.structure.sources import APP, imports, modules, tree_of

BELOW: dict[str, set[str]] = {"errors": set()}
BELOW["board"] = {"errors"}
BELOW["notation"] = {"errors", "board"}
BELOW["position"] = BELOW["notation"] | {"notation"}
BELOW["pictures"] = {"errors", "board", "position"}
BELOW["games"] = BELOW["position"] | {"position"}
BELOW["formats"] = BELOW["store"] = BELOW["games"] | {"games"}
BELOW["ingest"] = BELOW["formats"] | {"formats", "store"}
BELOW["cli"] = BELOW["web"] = BELOW["ingest"] | {"ingest", "pictures"}

# Libraries and the one place that knows them.
HOMES = {
    "sqlalchemy": "store/",
    "alembic": "store/",
    "sqlite3": "store/",
    "pyparsing": "formats/",
    "typer": "cli/",
    "rich": "cli/",
    "numba": "board/compiled.py",
    "llvmlite": "board/compiled.py",
    "rapidfuzz": "games/",
    "resvg_py": "pictures/",
    "pyarrow": "formats/parquet/",
}


def room_of(name: str) -> str:
    """The room of a module, `board/kernel.py` or `app.board.kernel`."""
    return name.removesuffix(".py").replace("/", ".").removeprefix("app.").split(".")[0]


MODULES = [pytest.param(name, tree, id=name) for name, tree in modules()]


def test_every_module_is_in_the_picture():
    rooms = {room_of(name) for name, _ in modules()}
    assert rooms - {"__init__"} <= set(BELOW)
    assert set(BELOW) - {"web"} <= rooms


@pytest.mark.parametrize(("name", "tree"), MODULES)
def test_a_room_imports_only_from_those_below(name: str, tree: ast.Module):
    room = room_of(name)
    if room == "__init__":  # the face shows what lies in all rooms
        return
    used = {room_of(other) for other in imports(tree) if other.startswith("app.")}
    assert used - {room} <= BELOW[room] | {"__version__"}


def test_formats_and_store_never_see_each_other():
    assert "store" not in BELOW["formats"] and "formats" not in BELOW["store"]


@pytest.mark.parametrize(("name", "tree"), MODULES)
def test_imports_say_where_they_lead(name: str, tree: ast.Module):
    assert not [other for other in imports(tree) if other.startswith(".")]


@pytest.mark.parametrize(("name", "tree"), MODULES)
def test_a_library_is_known_in_one_place(name: str, tree: ast.Module):
    for other in imports(tree):
        home = HOMES.get(other.split(".")[0])
        assert home is None or name.startswith(home), other


def test_every_library_that_is_asked_for_is_used():
    used = {other.split(".")[0] for _, tree in modules() for other in imports(tree)}
    assert set(HOMES) <= used


# ---------------------------------------------------------------- the kernel's room

KERNELS = pytest.mark.parametrize("kernel", ["board/kernel.py", "board/tracks.py"])


@KERNELS
def test_the_kernel_is_short(kernel: str):
    assert len((APP / kernel).read_text(encoding="utf-8").splitlines()) <= 480


@KERNELS
def test_the_kernel_imports_nothing(kernel: str):
    assert list(imports(tree_of(kernel))) == []


@KERNELS
def test_the_kernel_knows_integers_and_functions_only(kernel: str):
    tree = tree_of(kernel)
    spoken = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Module | ast.FunctionDef) and isinstance(node.body[0], ast.Expr)
    }
    strings = [
        node for node in ast.walk(tree) if isinstance(node, ast.Constant | ast.JoinedStr) and id(node) not in spoken
    ]
    assert not [node.lineno for node in strings if not isinstance(getattr(node, "value", None), int)]
    forbidden = (
        ast.Dict, ast.DictComp, ast.Set, ast.SetComp, ast.ClassDef, ast.Try, ast.TryStar, ast.Raise, ast.With,
        ast.Lambda, ast.ListComp, ast.GeneratorExp, ast.Yield, ast.Global, ast.Nonlocal, ast.Starred, ast.AsyncFunctionDef,
    )  # fmt: skip
    assert not [(node.lineno, type(node).__name__) for node in ast.walk(tree) if isinstance(node, forbidden)]


@KERNELS
def test_every_function_of_the_kernel_says_its_rule(kernel: str):
    silent = [
        node.name
        for node in ast.walk(tree_of(kernel))
        if isinstance(node, ast.FunctionDef) and not ast.get_docstring(node)
    ]
    assert silent == []
