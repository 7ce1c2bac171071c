"""Patterns mean the same in every Python from 3.11.0 on."""

import ast
import re

from tests.structure.sources import modules

# A group repeated possessively, which `re` takes wrongly before 3.11.5 (CPython issue 106052).
POSSESSIVE_GROUP = re.compile(r"\)(?:[*+?]|\{\{?[0-9,]+\}?\})\+")


def test_the_check_sees_what_it_looks_for():
    assert POSSESSIVE_GROUP.search(r"(?:a|b)*+c") and POSSESSIVE_GROUP.search(r"(a){1,2}+")
    assert not POSSESSIVE_GROUP.search(r"(?>(?:a|b)*)[^x]*+")


def test_no_group_is_repeated_possessively():
    texts = [
        (name, node.value)
        for name, tree in modules()
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    ]
    assert [name for name, text in texts if POSSESSIVE_GROUP.search(text)] == []
