"""How the database answers, as it says itself."""

import sqlite3
from collections.abc import Callable
from typing import Any

import sqlalchemy as sa

from app.store.archive import Archive


def statements(archive: Archive, ask: Callable[[], object]) -> list[tuple[str, Any]]:
    """Everything that is said to the database while something is asked, with its parameters."""
    asked: list[tuple[str, Any]] = []

    def note(_connection: object, _cursor: object, statement: str, parameters: Any, *_: object) -> None:
        asked.append((statement, parameters))

    sa.event.listen(archive._engine, "before_cursor_execute", note)
    try:
        ask()
    finally:
        sa.event.remove(archive._engine, "before_cursor_execute", note)
    return asked


def plans(archive: Archive, ask: Callable[[], object]) -> list[str]:
    """The steps by which the database answers what is asked of games."""
    asked = statements(archive, ask)
    database = sqlite3.connect(archive.path)
    steps = [
        row[3]
        for statement, parameters in asked
        if statement.startswith(("SELECT", "WITH")) and "games" in statement
        for row in database.execute(f"EXPLAIN QUERY PLAN {statement}", parameters)
    ]
    database.close()
    return steps
