"""Merging: two names that belong to one person, said with a reason and taken back exactly."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from app.errors import QueryError
from app.store.lineage import renew_lineages
from app.store.names import NAMED, one_name, person
from app.store.seats import SEATS
from app.store.tables import aliases, games, players


@dataclass(frozen=True, slots=True)
class Alias:
    """What was said: this name is another of that player's."""

    alias: str
    player: str
    why: str
    made_at: str | None = None  # ISO 8601, UTC; None: now


def merge(connection: Connection, said: Alias, force: bool = False) -> Alias | None:
    """Make one name an alias of another, as printed; None if it is one already. Raises `QueryError`.

    Two who have met over the board are two people; only force merges them.
    """
    (alias_id, alias), (player_id, player) = one_name(connection, said.alias), one_name(connection, said.player)
    why = said.why.encode("utf-8", "replace").decode()  # what a shell passes on may be no text
    if not why.strip():
        raise QueryError(f"nothing says why {alias!r} is {player!r}")
    if (already := connection.execute(_said().where(aliases.c.player_id == alias_id)).first()) is not None:
        if already.player == player:
            return None
        raise QueryError(f"{alias!r} is an alias of {already.player!r} already; `kypho player unmerge` ends that")
    root_id = _root_of(connection, player_id)
    if root_id == alias_id:
        how = "the same name" if alias_id == player_id else f"an alias of {alias!r} already"
        raise QueryError(f"{player!r} is {how}")
    if not force:
        _refuse_if_met(connection, alias, player)
    made_at = said.made_at or datetime.now(UTC).isoformat(timespec="seconds")
    try:
        datetime.fromisoformat(made_at)
    except ValueError:
        raise QueryError(f"{made_at!r} is no time; write 2026-12-01T10:20:30+00:00, or nothing for now") from None
    connection.execute(aliases.update().where(aliases.c.root_id == alias_id).values(root_id=root_id))
    row = {"player_id": alias_id, "of_id": player_id, "root_id": root_id, "why": why, "made_at": made_at}
    connection.execute(aliases.insert(), [row])
    _renew_lineages(connection, alias_id)
    return Alias(alias, player, why, made_at)


def unmerge(connection: Connection, name: str) -> Alias:
    """Take back a merge: the alias, and whoever is merged into it, is a player of his own again. Raises `QueryError`."""
    alias_id, alias = one_name(connection, name)
    found = connection.execute(_said().where(aliases.c.player_id == alias_id)).first()
    if found is None:
        raise QueryError(f"{alias!r} is no alias; `kypho player aliases` lists them")
    connection.execute(aliases.delete().where(aliases.c.player_id == alias_id))
    theirs = aliases.update().where(aliases.c.player_id.in_(_below(alias_id)))
    connection.execute(theirs.values(root_id=alias_id))
    _renew_lineages(connection, alias_id)
    return Alias(*found)


def list_aliases(connection: Connection) -> list[Alias]:
    """All that was said, by the player's name and the alias's."""
    return [Alias(*row) for row in connection.execute(_said().order_by("player", "alias"))]


def renew_roots(connection: Connection) -> None:
    """Find out again who each alias is in the end."""
    changed = [{"who": player_id, "right": right} for player_id, found, right in _roots(connection) if found != right]
    if changed:
        update = aliases.update().where(aliases.c.player_id == sa.bindparam("who"))
        connection.execute(update.values(root_id=sa.bindparam("right")), changed)


def wrong_roots(connection: Connection) -> list[int]:
    """The aliases of which it is not known any more whose they are in the end."""
    return [player_id for player_id, found, right in _roots(connection) if found != right]


def _roots(connection: Connection) -> Iterator[tuple[int, int, int]]:
    """Each alias, with its root as it is kept and as it is found by following it; within a circle that is itself."""
    columns = (aliases.c.player_id, aliases.c.of_id, aliases.c.root_id)
    rows = connection.execute(sa.select(*columns)).all()
    of = {row.player_id: row.of_id for row in rows}
    known: dict[int, int] = {}
    for player_id, _, kept in rows:
        way, at = dict[int, None](), player_id
        while at in of and at not in known and at not in way:
            way[at] = None
            at = of[at]
        known |= dict.fromkeys(way, known.get(at, at))
        yield player_id, kept, known[player_id]


def _said() -> sa.Select[Any]:
    """The aliases as they were said."""
    one, other = players.alias(), players.alias()
    return sa.select(
        one.c.name.label("alias"), other.c.name.label("player"), aliases.c.why, aliases.c.made_at
    ).select_from(aliases.join(one, one.c.id == aliases.c.player_id).join(other, other.c.id == aliases.c.of_id))


def _root_of(connection: Connection, player_id: int) -> int:
    found = connection.execute(sa.select(aliases.c.root_id).where(aliases.c.player_id == player_id)).scalar()
    return player_id if found is None else found


def _below(player_id: int) -> sa.Select[tuple[int]]:
    """The ids of a player's aliases, of theirs, and so on."""
    below = sa.select(aliases.c.player_id).where(aliases.c.of_id == player_id).cte(recursive=True)
    further = sa.select(aliases.c.player_id).join(below, aliases.c.of_id == below.c.player_id)
    return sa.select(below.union(further).c.player_id)


def _refuse_if_met(connection: Connection, alias: str, player: str) -> None:
    one, other = person(connection, alias), person(connection, player)
    together = sa.or_(*(sa.and_(seat.own.in_(one), seat.other.in_(other)) for seat in SEATS))
    count = connection.execute(sa.select(sa.func.count()).select_from(games).where(together)).scalar_one()
    if count:
        some = connection.execute(sa.select(games.c.id).where(together).order_by(games.c.id).limit(NAMED)).scalars()
        told = ", ".join(map(str, some)) + (f" and {count - NAMED:,} more" if count > NAMED else "")
        raise QueryError(
            f"{alias!r} and {player!r} have met over the board, in game{'s' * (count > 1)} {told}: they are two people;"
            " --force merges them all the same"
        )


def _renew_lineages(connection: Connection, player_id: int) -> None:
    """Games of a player and of all that are merged into him are recognised by who he is now."""
    theirs = sa.union(sa.select(players.c.id).where(players.c.id == player_id), _below(player_id))
    renew_lineages(connection, sa.or_(games.c.red_id.in_(theirs), games.c.black_id.in_(theirs)))
