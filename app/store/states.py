"""A game with all that belongs to it, as plain values that a column can hold: to be compared, and brought back."""

from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from app.store.derived import renew
from app.store.tables import copies, games, rejects, stale, variations

PARTS = {"copies": copies, "variations": variations, "rejects": rejects}
DERIVED = ("opening", "lineage")  # columns that are made from the others

# Made once: there are many games to look at.
SELECTED = {
    table.name: sa.select(*(column for column in table.columns if column.name not in DERIVED))
    .where((table.c.id if table is games else table.c.game_id) == sa.bindparam("game"))
    .order_by(*table.primary_key)
    for table in (games, *PARTS.values())
}

State = dict[str, list[dict[str, Any]]]  # table -> its rows of the game; bytes as hexadecimal digits


def state_of(connection: Connection, game_id: int) -> State:
    """What there is of a game."""
    return {
        name: [
            {key: value.hex() if isinstance(value, bytes) else value for key, value in row.items()}
            for row in connection.execute(selected, {"game": game_id}).mappings()
        ]
        for name, selected in SELECTED.items()
    }


def is_unchanged(connection: Connection, game_id: int, state: State) -> bool:
    """Whether a game still is what it was; it may have been found at more places."""
    now = state_of(connection, game_id)
    return all(
        now[name] == state[name] if name != "copies" else all(row in now[name] for row in state[name]) for name in now
    )


def bring_back(connection: Connection, game_id: int, state: State, found_since: list[dict[str, Any]]) -> None:
    """Make a game what it was; and it was found at other places since."""
    for table in PARTS.values():
        connection.execute(table.delete().where(table.c.game_id == game_id))
    (row,) = _values(games, state["games"])
    if connection.execute(sa.select(games.c.id).where(games.c.id == game_id)).first():
        connection.execute(games.update().where(games.c.id == game_id).values(row))
    else:
        connection.execute(games.insert(), [{"opening": None, "lineage": 0} | row])
        connection.execute(stale.insert().prefix_with("OR IGNORE"), [{"game_id": game_id}])
    for name, table in PARTS.items():
        rows = _values(table, state[name] + (found_since if name == "copies" else []))
        if name == "rejects":
            rows = [_with_free_id(connection, one) for one in rows]
        for one in rows:
            connection.execute(table.insert().values(one))
    renew(connection, games.c.id == game_id)


def _values(table: sa.Table, rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Rows as the table takes them."""
    return [
        {
            name: bytes.fromhex(value) if isinstance(table.c[name].type, sa.LargeBinary) else value
            for name, value in row.items()
        }
        for row in rows
    ]


def _with_free_id(connection: Connection, row: dict[str, Any]) -> dict[str, Any]:
    """A reject under its number, or another if that has been given again."""
    taken = connection.execute(sa.select(rejects.c.id).where(rejects.c.id == row["id"])).first()
    return {name: value for name, value in row.items() if name != "id"} if taken else row
