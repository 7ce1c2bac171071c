"""The program's own text as syntax trees."""

import ast
from collections.abc import Iterator
from pathlib import Path

APP = Path(__file__).parent.parent.parent / "app"


def modules() -> Iterator[tuple[str, ast.Module]]:
    """Each module as `board/kernel.py`, and its tree. What a build leaves beside them is not looked at."""
    for path in sorted(APP.rglob("*.py")):
        yield path.relative_to(APP).as_posix(), ast.parse(path.read_text(encoding="utf-8"))


def tree_of(name: str) -> ast.Module:
    """The tree of one module."""
    return dict(modules())[name]


def imports(tree: ast.Module) -> Iterator[str]:
    """Every module that is imported anywhere, as a dotted name; relative ones keep their dots."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            start = "." * node.level + (node.module or "")
            if start == "app":
                yield from (f"app.{name.name}" for name in node.names)
            else:
                yield start
