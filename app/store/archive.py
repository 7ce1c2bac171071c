"""The archive: the one door to the database."""

from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from types import TracebackType
from typing import NamedTuple

import sqlalchemy as sa
from sqlalchemy.engine import Connection
from sqlalchemy.exc import DatabaseError, OperationalError

from app.board.engine import PLAIN, Engine
from app.errors import ArchiveError, QueryError
from app.games.game import Game
from app.games.reading import Reading
from app.store import aliases, dedupe, derived, people, profiles, schema, search
from app.store.aliases import Alias
from app.store.checking import problems
from app.store.explorer import Explored, explore
from app.store.given import Given
from app.store.intake import Intake, Outcomes
from app.store.openings import OpeningScore, list_openings
from app.store.positions import Indexing
from app.store.query import ALL, HUGE, Found, Query
from app.store.rejects import Reject, Rejected, find_rejects
from app.store.rows import to_game, whole_games
from app.store.sources import Ended, begin_sources, finish_sources
from app.store.statistics import Statistics, statistics
from app.store.tables import MACHINERY, copies, games, metadata, rejects, sources
from app.store.variations import grown

STREAMED = 2000  # rows fetched at a time
LARGE = 4 << 20  # bytes of text; less is not worth making indexes anew


@dataclass(frozen=True, slots=True)
class Stored:
    """A game of the archive: also where else it was found, and why it is incomplete, if it is."""

    id: int
    game: Game
    copies: list[tuple[str, int]]  # (source, line)
    faults: list[str]


class Whole(NamedTuple):
    """What a source holds, with the SHA-256 and the number of its bytes."""

    path: str
    readings: Sequence[Reading]
    digest: str
    size: int


class Archive:
    """A database of games, used in a `with` block.

    >>> with Archive.open("kypho.db") as archive:           # doctest: +SKIP
    ...     for found in archive.find(Query(player="dang")):
    ...         print(found.id, found.red, found.black)
    """

    def __init__(self, path: str | Path):
        self.path = Path(path)
        self._engine = schema.connect(self.path)
        self._intake = Intake()
        self._given: tuple[int, Given] | None = None  # of the source that is read again, what it gave before
        self._beside: ThreadPoolExecutor | None = None
        self._written: Future[None] | None = None
        self._indexing: Indexing | None = None  # of positions, during a load
        self._player: Engine = PLAIN  # who plays games, during a load
        self._trusted = False  # in a large load: the ids are our own, nobody need look them up row by row

    @classmethod
    def open(cls, path: str | Path, create: bool = False) -> "Archive":
        """The archive in a file; with create, a file that is not there is made. Raises `ArchiveError`."""
        path = Path(path)
        if not path.exists() and not create:
            raise ArchiveError(f"there is no archive {path}; `kypho import PATH --db {path}` makes one")
        archive = cls(path)
        try:
            with archive._engine.connect() as connection:
                new = create and schema.version(connection) is None
            if new:
                schema.create(archive._engine, derived.sign)
            with archive._reading() as connection:
                schema.require_head(connection, path)
        except DatabaseError as error:
            archive.close()
            raise ArchiveError(f"{path} cannot be opened: {error.orig}") from error
        except ArchiveError:
            archive.close()
            raise
        return archive

    def __enter__(self) -> "Archive":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the file."""
        self._engine.dispose()

    # ------------------------------------------------------------ writing

    @contextmanager
    def loading(self, size: int, engine: Engine = PLAIN) -> Iterator[None]:
        """While so many bytes of text are imported: into an empty archive, indexes are made once, at the end.

        The positions are indexed meanwhile, with the help of the engine.
        """
        with self._writing() as connection:
            empty = connection.execute(sa.select(games.c.id).limit(1)).first() is None
            self._trusted = empty and size > LARGE
            if self._trusted:
                schema.drop_indexes(connection)
            else:
                schema.make_indexes(connection)
        self._player = engine
        self._indexing = indexing = Indexing(engine)
        try:
            with ThreadPoolExecutor(1) as self._beside:
                yield
        finally:
            was_empty, self._trusted, self._beside = self._trusted, False, None
            self._indexing, self._player = None, PLAIN
            with self._writing() as connection:
                if was_empty:
                    indexing.begin_rest(connection)
                schema.make_indexes(connection)
                indexing.finish(connection)

    def add_source(self, path: str, digest: str | None = None) -> int:
        """Begin (or begin again) to import a source; its id. What was rejected from it before is forgotten.

        Standard input, `-`, is another source each time, until it turns out to be one that was read before. digest is
        given to read a file again: if the source was read with that SHA-256 before, each game takes the place of the
        one that stood in its line.
        """
        with self._writing() as connection:
            (source_id,) = begin_sources(connection, [path])
            self._given = None
            if (
                digest
                and connection.execute(sa.select(sources.c.digest).where(sources.c.id == source_id)).scalar() == digest
            ):
                self._given = source_id, Given(connection, source_id)
            return source_id

    def add(self, source_id: int, readings: Sequence[Reading]) -> Outcomes:
        """Write a batch of readings from one source, all of it or nothing."""
        with self._writing_batch() as connection:
            (outcomes,) = self._add(connection, [(source_id, readings)])
        return outcomes

    def add_whole(self, found: Sequence[Whole]) -> list[Outcomes]:
        """Write what sources hold that were read to their ends, all of it or nothing; of each what became of it."""
        with self._writing_batch() as connection:
            ids = begin_sources(connection, [one.path for one in found])
            outcomes = self._add(
                connection, [(source_id, one.readings) for source_id, one in zip(ids, found, strict=True)]
            )
            ended = [Ended(source_id, one.digest, one.size) for source_id, one in zip(ids, found, strict=True)]
            finish_sources(connection, ended)
        return outcomes

    def finish_source(self, source_id: int, digest: str, size: int) -> None:
        """A source was read to its end."""
        with self._writing() as connection:
            finish_sources(connection, [Ended(source_id, digest, size)])

    @contextmanager
    def _writing_batch(self) -> Iterator[Connection]:
        try:
            with self._writing() as connection:
                yield connection
        except BaseException:
            self._given = None
            self._intake.forget()
            if self._indexing:
                self._indexing.forget_fresh()
            raise
        if self._beside and (self._written is None or self._written.done()):
            self._written = self._beside.submit(self._write_back)

    def _add(self, connection: Connection, found: Sequence[tuple[int, Sequence[Reading]]]) -> list[Outcomes]:
        given = self._given[1] if self._given and [self._given[0]] == [source_id for source_id, _ in found] else None
        outcomes = self._intake.add(connection, found, self._player, given)
        if self._indexing:
            self._indexing.advance(connection, self._intake.written)
        return outcomes

    def _write_back(self) -> None:
        """Bring what the write-ahead log holds into the file, while the next games are read: the disk is slow."""
        with self._engine.connect() as connection:
            connection.exec_driver_sql("PRAGMA wal_checkpoint(PASSIVE)")

    def duplicates(self) -> list[dedupe.Pair]:
        """The games that are one, and why."""
        with self._reading() as connection:
            return dedupe.find_pairs(connection)

    def dedupe(self) -> list[dedupe.Pair]:
        """Join the games that are one, all of them or none; what was joined."""
        with self._writing() as connection:
            found = dedupe.find_pairs(connection)
            dedupe.join_pairs(connection, found)
            return found

    def undo_dedupe(self) -> list[tuple[int, int]]:
        """Take apart what was joined last: the ids that were kept and those that are back. Raises `ArchiveError`."""
        with self._writing() as connection:
            return dedupe.undo(connection)

    def rebuild(self) -> int:
        """Make again what is derived from the games; how many games there are."""
        with self._writing() as connection:
            return derived.rebuild(connection)

    def merge(self, said: Iterable[Alias], force: bool = False) -> list[Alias | QueryError | None]:
        """Make names aliases of players, all in one transaction.

        Of each what was done: the alias; None: it is one already; why not: for one, that they have met over the board,
        which force overrides.
        """
        outcomes: list[Alias | QueryError | None] = []
        with self._writing() as connection:
            for one in said:
                try:
                    outcomes.append(aliases.merge(connection, one, force))
                except QueryError as refusal:
                    outcomes.append(refusal)
        self._intake.forget()
        return outcomes

    def unmerge(self, name: str) -> Alias:
        """Make an alias a player of his own again; what was said of it. Raises `QueryError`."""
        with self._writing() as connection:
            ended = aliases.unmerge(connection, name)
        self._intake.forget()
        return ended

    def upgrade(self) -> Path | None:
        """Migrate an older file after copying it; the copy's path, or None if there was nothing to do."""
        try:
            with self._reading() as connection:
                found = schema.version(connection)
                if found is None or not schema.is_older(found):
                    schema.require_head(connection, self.path)
                    return None
            copy = schema.copy_of(self.path)
            schema.upgrade(self._engine)
            self.rebuild()
        except DatabaseError as error:
            raise ArchiveError(f"{self.path} cannot be opened: {error.orig}") from error
        return copy

    # ------------------------------------------------------------ reading

    def find(self, query: Query) -> list[Found]:
        """The games that meet a query, in its order."""
        with self._reading() as connection:
            return list(search.find(connection, query))

    def games(self, query: Query) -> Iterator[tuple[int, Game]]:
        """The same, each with everything it has, streamed."""
        with self._reading() as connection:
            statement = search.ordered(whole_games().where(*search.clauses(connection, query)), query)
            for part in connection.execute(statement.execution_options(yield_per=STREAMED)).partitions():
                yield from grown(connection, list(map(to_game, part)))

    def has(self, query: Query) -> bool:
        """Whether any game meets a query. Raises `QueryError` for an id that is not there."""
        with self._reading() as connection:
            for game_id in query.ids:
                if connection.execute(sa.select(games.c.id).where(games.c.id == game_id)).first() is None:
                    raise QueryError(f"there is no game {game_id} in {self.path}")
            return bool(list(search.find(connection, replace(query, limit=1, sort="id"))))

    def game(self, game_id: int) -> Stored:
        """One game by its id. Raises `QueryError`."""
        if not 0 < game_id < HUGE:
            raise QueryError(f"there is no game {game_id} in {self.path}")
        with self._reading() as connection:
            row = connection.execute(whole_games().where(games.c.id == game_id)).first()
            if row is None:
                kept = dedupe.joined_with(connection, game_id)
                now = "" if kept is None else f"; it was joined with game {kept}"
                raise QueryError(f"there is no game {game_id} in {self.path}{now}")
            places = sa.select(sources.c.name, copies.c.line).join(copies, copies.c.source_id == sources.c.id)
            also = connection.execute(places.where(copies.c.game_id == game_id).order_by(sources.c.id, copies.c.line))
            why = connection.execute(sa.select(rejects.c.message).where(rejects.c.game_id == game_id)).scalars()
            ((_, game),) = grown(connection, [to_game(row)])
            return Stored(game_id, game, [(name, line) for name, line in also], list(why))

    def rejects(self, query: Rejected) -> Iterator[Reject]:
        """The texts that did not become a game, or not all of one. Raises `QueryError`."""
        with self._reading() as connection:
            yield from find_rejects(connection, query)

    def players(self, text: str | None = None, limit: int | None = None) -> list[people.Player]:
        """The players whose names contain a text, most games first."""
        with self._reading() as connection:
            return people.list_players(connection, text, limit)

    def players_like(self, name: str, limit: int | None = None) -> list[people.Namesake]:
        """The names near a name, best first: as printed, but for case, accents and signs, and by their likeness."""
        with self._reading() as connection:
            return people.near_players(connection, name, limit)

    def player(self, name: str, query: Query = ALL) -> profiles.Profile:
        """One player's games that meet a query in figures. Raises `QueryError`."""
        with self._reading() as connection:
            return profiles.profile(connection, name, query)

    def versus(self, name: str, opponent: str, query: Query = ALL) -> profiles.Versus:
        """Two players' games against each other that meet a query, seen from the first. Raises `QueryError`."""
        with self._reading() as connection:
            return profiles.versus(connection, name, opponent, query)

    def aliases(self) -> list[Alias]:
        """The names that are other names of players."""
        with self._reading() as connection:
            return aliases.list_aliases(connection)

    def explore(self, query: Query) -> Explored:
        """What was played from the query's position, or the start, in the games that meet the rest of it."""
        with self._reading() as connection:
            return explore(connection, query)

    def openings(self, query: Query) -> list[OpeningScore]:
        """The openings of the games that meet a query, most games first."""
        with self._reading() as connection:
            return list_openings(connection, query)

    def statistics(self, query: Query = ALL) -> Statistics:
        """The games that meet a query in figures."""
        with self._reading() as connection:
            return statistics(connection, query)

    def counts(self) -> dict[str, int | str | None]:
        """What is in the archive, in figures."""
        with self._reading() as connection:
            found: dict[str, int | str | None] = {}
            for table in (table for table in metadata.sorted_tables if table not in MACHINERY):
                found[table.name] = connection.execute(sa.select(sa.func.count()).select_from(table)).scalar()
            incomplete = sa.select(sa.func.count()).where(games.c.complete.is_(False))
            found["incomplete"] = connection.execute(incomplete).scalar()
            sums = sa.select(
                sa.func.coalesce(sa.func.sum(games.c.plies), 0), sa.func.min(games.c.date), sa.func.max(games.c.date)
            )
            found["plies"], found["first"], found["last"] = connection.execute(sums).one()
            found["version"] = schema.version(connection)
            return found

    def check(self) -> list[str]:
        """What is wrong with the file, in words; nothing if all games replay and all counts agree."""
        with self._reading() as connection:
            return list(problems(connection))

    # ------------------------------------------------------------ transactions

    @contextmanager
    def _reading(self) -> Iterator[Connection]:
        with self._engine.connect() as connection:
            connection.exec_driver_sql("BEGIN")
            try:
                yield connection
            except OperationalError:
                raise
            except DatabaseError as error:
                raise ArchiveError(f"{self.path} is damaged: {error.orig}") from error
            finally:
                connection.rollback()

    def _cannot_write(self, why: str) -> ArchiveError:
        return ArchiveError(f"{self.path} cannot be written: {schema.why_read_only(self.path) or why}")

    @contextmanager
    def _writing(self) -> Iterator[Connection]:
        with self._engine.connect() as connection:
            try:
                connection.exec_driver_sql(f"PRAGMA foreign_keys = {'OFF' if self._trusted else 'ON'}")
                connection.exec_driver_sql("BEGIN IMMEDIATE")
            except OperationalError as error:
                raise self._cannot_write(f"{error.orig}; is another import running?") from error
            try:
                yield connection
                connection.commit()
            except OperationalError as error:
                connection.rollback()
                raise self._cannot_write(str(error.orig)) from error
            except BaseException:
                connection.rollback()
                raise
