"""Where games come from: files by their paths, and what was read from standard input, each time another source."""

import os
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any, NamedTuple

import sqlalchemy as sa
from sqlalchemy.engine import Connection

import app
from app.store.positions import among
from app.store.rows import next_id
from app.store.tables import copies, games, rejects, sources

STANDARD_INPUT = "-"  # the first; those after it are -2, -3 ...


def path_of(source: str) -> str:
    """The path by which a file is known, absolute."""
    return os.fsencode(os.path.abspath(source)).decode("utf-8", "replace")


def begin_sources(connection: Connection, paths: Sequence[str]) -> list[int]:
    """The ids of sources that are to be read (again). What was rejected from them before is forgotten."""
    values = {"imported_at": datetime.now(UTC).isoformat(timespec="seconds"), "version": app.__version__}
    keys = [_another(connection) if path == STANDARD_INPUT else path_of(path) for path in paths]
    there = sa.select(sources.c.path, sources.c.id).where(sources.c.path.in_(among(keys)))
    ids = {path: int(source_id) for path, source_id in connection.execute(there)}
    if old := list(ids.values()):
        connection.execute(sources.update().where(sources.c.id.in_(among(old))).values(**values))
        _forget_rejected(connection, old)
    if new := [key for key in dict.fromkeys(keys) if key not in ids]:
        ids |= {key: source_id for source_id, key in enumerate(new, start=next_id(connection, sources))}
        rows = [{"id": ids[key], "path": key, "name": os.path.basename(key), **values} for key in new]
        connection.execute(sources.insert(), rows)
    return [ids[key] for key in keys]


class Ended(NamedTuple):
    """A source that was read to its end."""

    id: int
    digest: str
    size: int


def finish_sources(connection: Connection, ended: Sequence[Ended]) -> None:
    """Sources were read to their ends. Standard input that was read before, byte by byte, is that source again."""
    known = sources.update().where(sources.c.id == sa.bindparam("key"))
    sums: dict[str, Any] = {"digest": sa.bindparam("sum"), "size": sa.bindparam("bytes")}
    connection.execute(known.values(sums), [{"key": one.id, "sum": one.digest, "bytes": one.size} for one in ended])
    inputs = sa.select(sources).where(sources.c.id.in_(among(one.id for one in ended)), _is_input())
    for one in connection.execute(inputs).all():
        same = (_is_input(), sources.c.digest == one.digest, sources.c.size == one.size)
        first = connection.execute(sa.select(sa.func.min(sources.c.id)).where(*same)).scalar_one()
        if first != one.id:
            _become(connection, one.id, first)


def _become(connection: Connection, source_id: int, first: int) -> None:
    """All that was found in a source was found in another, in the same lines."""
    _forget_rejected(connection, [first])
    for table in (games, rejects):
        connection.execute(table.update().where(table.c.source_id == source_id).values(source_id=first))
    again = sa.select(copies.c.game_id, sa.literal(first), copies.c.line).where(copies.c.source_id == source_id)
    insert = copies.insert().prefix_with("OR IGNORE")
    connection.execute(insert.from_select(["game_id", "source_id", "line"], again))
    connection.execute(copies.delete().where(copies.c.source_id == source_id))
    itself = sa.exists().where(
        games.c.id == copies.c.game_id, games.c.source_id == first, games.c.line == copies.c.line
    )
    connection.execute(copies.delete().where(copies.c.source_id == first, itself))
    newest = sa.select(sources.c.imported_at, sources.c.version).where(sources.c.id == source_id)
    imported_at, version = connection.execute(newest).one()
    connection.execute(sources.delete().where(sources.c.id == source_id))
    connection.execute(sources.update().where(sources.c.id == first).values(imported_at=imported_at, version=version))


def _forget_rejected(connection: Connection, ids: Sequence[int]) -> None:
    """Those that became no game; those of incomplete games stay with these."""
    connection.execute(rejects.delete().where(rejects.c.source_id.in_(among(ids)), rejects.c.game_id.is_(None)))


def _is_input() -> sa.ColumnElement[bool]:
    """Whether a source is standard input: files have absolute paths."""
    return sources.c.path.like("-%")


def _another(connection: Connection) -> str:
    """A name for standard input that no source has yet."""
    taken = set(connection.execute(sa.select(sources.c.path).where(_is_input())).scalars())
    number = len(taken) + 1
    while (name := STANDARD_INPUT if number == 1 else f"{STANDARD_INPUT}{number}") in taken:
        number += 1
    return name
