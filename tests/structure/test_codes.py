"""The codes of faults: people write scripts by them, so none comes, goes or changes unnoticed."""

import ast
import re
from collections.abc import Iterator

from tests.structure.sources import modules

CODES = [
    "after-the-end",
    "ambiguous-move",
    "ambiguous-notation",
    "bad-encoding",
    "bad-fen",
    "bad-variation",
    "cut-off",
    "damaged-file",
    "gap",
    "illegal-move",
    "no-moves",
    "odd-header",
    "odd-result",
    "stray-text",
    "too-large",
    "unknown-format",
    "unreadable-file",
    "unreadable-move",
    "wrong-side",
]


def codes(tree: ast.Module) -> Iterator[str]:
    """The second argument of every Fault, and what classes say with `code = ...`, where these are literals."""
    for node in ast.walk(tree):
        values: list[ast.expr] = []
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Fault":
            values = [*node.args[1:2], *(word.value for word in node.keywords if word.arg == "code")]
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            if node.value and any(isinstance(target, ast.Name) and target.id == "code" for target in targets):
                values = [node.value]
        yield from (value.value for value in values if isinstance(value, ast.Constant) and isinstance(value.value, str))


def test_these_are_the_codes_of_faults():
    assert sorted({code for _, tree in modules() for code in codes(tree)}) == CODES


def test_a_code_is_words_with_dashes():
    assert all(re.fullmatch(r"[a-z]+(-[a-z]+)*", code) for code in CODES)
