"""Whom a name means: names are compared folded, and the aliases of a player are that player.

A person is a player who is no alias, with all aliases of his; `aliases.root_id` says who that is for each of them.
"""

import re

import sqlalchemy as sa
from sqlalchemy.engine import Connection
from sqlalchemy.sql import ColumnElement

from app.errors import QueryError
from app.games.folding import fold_name
from app.store.tables import aliases, players

People = sa.CompoundSelect[int]  # selects the ids of players: of some persons, all
NAMED = 12  # names or games told in a refusal


def named(connection: Connection, name: str) -> People:
    """The players a name means: those who bear it (folded), or if nobody does, whose names contain it; all of each."""
    bear_it = players.c.folded == fold_name(name)
    return people(bear_it if _any(connection, bear_it) else contains(players.c.folded, name))


def person(connection: Connection, name: str) -> People:
    """The one player a name means, or several who are called alike but for case, accents and signs.

    The printed name wins over the folded one, that over a part. Raises `QueryError` for nobody and for several.
    """
    name = name.encode("utf-8", "replace").decode()  # what a shell passes on may be no text
    for means in (players.c.name == name, players.c.folded == fold_name(name)):
        if _any(connection, means):
            return people(means)
    found = people(contains(players.c.folded, name))
    meant = sa.select(players.c.folded).where(players.c.id.in_(_only_roots(found)))
    alike = connection.execute(meant.distinct().limit(2)).scalars().all() if name.strip() else []
    if not alike:
        raise QueryError(
            f"no player is called {name!r}; `kypho players {name[:3]}` lists those whose names contain that"
        )
    if len(alike) > 1:
        some = ", ".join(sorted(names_of(connection, found)[0])[:NAMED])
        raise QueryError(f"several players are called like {name!r}: {some}; write one of these names in full")
    return found


def one_name(connection: Connection, name: str) -> tuple[int, str]:
    """The id and printed name of the one name that is meant: as printed, or but for case, accents and signs.

    Raises `QueryError` for none and for several.
    """
    name = name.encode("utf-8", "replace").decode()
    for means in (players.c.name == name, players.c.folded == fold_name(name)):
        found = connection.execute(sa.select(players.c.id, players.c.name).where(means).limit(NAMED)).all()
        if len(found) == 1:
            return found[0].id, found[0].name
        if found:
            some = ", ".join(repr(row.name) for row in found)
            raise QueryError(f"{name!r} may be {some}: write the name as it is printed")
    raise QueryError(f"no player is called {name!r}; `kypho players --like {name!r}` lists the names near it")


def contains(folded: ColumnElement[str], text: str) -> ColumnElement[bool]:
    """Whether a folded name contains the words of a text, in order; what stands between them does not matter."""
    words = (re.sub(r"([\\%_])", r"\\\1", word) for word in fold_name(text).split())
    return folded.like(f"%{'%'.join(words)}%", escape="\\")


def people(means: ColumnElement[bool]) -> People:
    """All ids of the persons of whom one name, at least, is meant."""
    roots = sa.select(root(players.c.id).label("id")).select_from(with_root(players, players.c.id)).where(means).cte()
    theirs = sa.select(aliases.c.player_id).join(roots, roots.c.id == aliases.c.root_id)
    return sa.union(sa.select(roots.c.id), theirs)


def with_root(table: sa.FromClause, player_id: ColumnElement[int]) -> sa.Join:
    """A table beside the aliases, for `root`."""
    return table.outerjoin(aliases, aliases.c.player_id == player_id)


def root(player_id: ColumnElement[int]) -> ColumnElement[int]:
    """Who a player is: himself, or the one whose alias he is."""
    return sa.func.coalesce(aliases.c.root_id, player_id)


def names_of(connection: Connection, ids: People) -> tuple[list[str], list[str]]:
    """The printed names of persons, and of their aliases."""
    is_alias = aliases.c.player_id.is_not(None)
    rows = (
        sa.select(players.c.name, is_alias).select_from(with_root(players, players.c.id)).where(players.c.id.in_(ids))
    )
    found: tuple[list[str], list[str]] = ([], [])
    for name, other in connection.execute(rows.order_by(players.c.name)):
        found[other].append(name)
    return found


def _only_roots(ids: People) -> sa.Select[tuple[int]]:
    there = ids.subquery()
    return sa.select(there.c[0]).where(there.c[0].not_in(sa.select(aliases.c.player_id)))


def _any(connection: Connection, means: ColumnElement[bool]) -> bool:
    return connection.execute(sa.select(players.c.id).where(means).limit(1)).first() is not None
