"""Events by what is printed of them."""

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from app.games.folding import fold_name
from app.store.rows import inserted
from app.store.tables import events

COLUMNS = ("name", "site", "author", "time_control")
NONE = ("", "", "", "")

Event = tuple[str, str, str, str]  # as `COLUMNS`


class Events:
    """Knows the ids of the events that it has met."""

    def __init__(self) -> None:
        self._ids: dict[Event, int | None] = {NONE: None}

    def id_of(self, connection: Connection, event: Event) -> int | None:
        """The id of an event, written if it is new; None if nothing is said of it."""
        try:
            return self._ids[event]
        except KeyError:
            self._ids[event] = found = _meet(connection, event)
            return found


def _meet(connection: Connection, event: Event) -> int:
    values = dict(zip(COLUMNS, event, strict=True))
    same = [events.c[column] == value for column, value in values.items()]
    found = connection.execute(sa.select(events.c.id).where(*same)).scalar()
    if found is not None:
        return int(found)
    return inserted(connection, events.insert().values(folded=fold_name(event[0]), **values))
