"""The versions of the database: made on first use, migrated on request, never guessed at."""

import logging
import os
import shutil
import sqlite3
from collections.abc import Callable
from pathlib import Path

import sqlalchemy as sa
from sqlalchemy.engine import Connection, Engine
from sqlalchemy.schema import CreateIndex, DropIndex

import app
from app.errors import ArchiveError
from app.store.tables import games, metadata

HEAD = "0006"  # a test holds it equal to the newest script
PAGE = 16384  # bytes: a row of the index of positions, or ten games and more
logging.getLogger("sqlalchemy").addHandler(logging.NullHandler())  # what goes wrong is raised, not printed beside it

LOADED_AFTERWARDS = list(games.indexes)  # what a large load need not keep up row by row


def scripts() -> Path:
    """The migration scripts: inside an installed app, beside it in a checkout."""
    here = Path(app.__file__).parent
    inside = here / "migrations"
    return inside if inside.is_dir() else here.parent / "migrations"


def connect(path: Path) -> Engine:
    """An engine over a SQLite file: foreign keys on, patient with other writers.

    The driver is kept out of transactions: who writes says BEGIN IMMEDIATE (see `Archive`). Raises `ArchiveError` where a
    file that cannot be written would be read without what was written last.
    """
    url = sa.URL.create("sqlite", database=str(path.absolute()))
    if why_read_only(path):
        url = sa.URL.create("sqlite", database=path.absolute().as_uri(), query={"uri": "true", **_read_only(path)})
    engine = sa.create_engine(url, connect_args={"timeout": 30})

    @sa.event.listens_for(engine, "connect")
    def prepare(driver: sqlite3.Connection, _record: object) -> None:
        driver.isolation_level = None
        for pragma in (
            "foreign_keys = ON",
            "synchronous = NORMAL",
            "cache_size = -65536",
            "mmap_size = 268435456",
            "wal_autocheckpoint = 16384",
        ):
            driver.execute(f"PRAGMA {pragma}")

    return engine


def why_read_only(path: Path) -> str | None:
    """Why a file that is there cannot be written: SQLite needs its folder, too, for the log beside it."""
    if not path.exists():
        return None
    if not os.access(path.absolute().parent, os.W_OK):
        return "its folder is read-only"
    return None if os.access(path, os.W_OK) else "the file is read-only"


def _read_only(path: Path) -> dict[str, str]:
    """How SQLite is to open a file that cannot be written. Raises `ArchiveError`.

    Where nobody else has it open, as it lies: so nothing needs to be made beside it. But while another user writes it,
    and after a crash, the last games are in the log, which can be read only with its index.
    """
    log, index = (path.with_name(f"{path.name}{suffix}") for suffix in ("-wal", "-shm"))
    if index.exists():
        return {"mode": "ro"}
    if not log.exists() or not log.stat().st_size:
        return {"immutable": "1"}
    if os.access(path.absolute().parent, os.W_OK):
        return {"mode": "ro"}
    raise ArchiveError(
        f"{path} has games that are still in {log.name}, and its folder cannot be written;"
        " copy both files to where they can be"
    )


def version(connection: Connection) -> str | None:
    """The version a database says it has; None: an empty file. Raises `ArchiveError` for a stranger."""
    names = set(connection.execute(sa.text("SELECT name FROM sqlite_master WHERE type = 'table'")).scalars())
    if "alembic_version" in names:
        return connection.execute(sa.text("SELECT version_num FROM alembic_version")).scalar()
    if names:
        raise ArchiveError("the file is a database, but not one of this program; name another with --db")
    return None


def require_head(connection: Connection, path: Path) -> None:
    """Raise `ArchiveError`, with the remedy, unless the database has this program's version."""
    found = version(connection)
    if found is None:
        raise ArchiveError(f"{path} holds no archive yet; `kypho import PATH` makes one")
    if found != HEAD:
        remedy = (
            f"run `kypho db upgrade --db {path}`" if is_older(found) else "a newer kypho made it: update this program"
        )
        raise ArchiveError(f"{path} has version {found}, this program uses {HEAD}; {remedy}")


def is_older(found: str) -> bool:
    """Whether a version is one that this program can migrate from."""
    return found != HEAD and any(
        script.name.startswith(f"{found}_") for script in (scripts() / "versions").glob("*.py")
    )


def create(engine: Engine, sign: Callable[[Connection], None] = lambda connection: None) -> None:
    """Make the tables of an empty database at this program's version: what all the scripts together would make.

    A test holds the two equal; this way no first use waits for the migration library. sign writes what a new archive
    holds, in the same transaction.
    """
    with engine.connect() as connection:
        if version(connection) is None:
            connection.exec_driver_sql(f"PRAGMA page_size = {PAGE}")
            connection.exec_driver_sql("PRAGMA journal_mode = WAL")  # both stay with the file
        connection.exec_driver_sql("BEGIN IMMEDIATE")
        if version(connection) is None:
            metadata.create_all(connection, checkfirst=False)
            connection.exec_driver_sql("CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL PRIMARY KEY)")
            connection.execute(sa.text("INSERT INTO alembic_version VALUES (:head)"), {"head": HEAD})
            sign(connection)
        connection.commit()


def upgrade(engine: Engine) -> None:
    """Bring an older database to this program's version by the migration scripts, in one transaction."""
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(scripts()).replace("%", "%%"))
    with engine.connect() as connection:
        connection.exec_driver_sql("BEGIN IMMEDIATE")
        config.attributes["connection"] = connection
        command.upgrade(config, "head")
        connection.commit()


def drop_indexes(connection: Connection) -> None:
    """Take away the indexes that a large load would have to keep up row by row."""
    for index in LOADED_AFTERWARDS:
        connection.execute(DropIndex(index, if_exists=True))


def make_indexes(connection: Connection) -> None:
    """Make the indexes that are not there: at the end of a large load, or after one that did not get there."""
    for index in LOADED_AFTERWARDS:
        connection.execute(made(index))


def made(index: sa.Index) -> CreateIndex:
    """What makes an index, unless it is there."""
    return CreateIndex(index, if_not_exists=True)


def copy_of(path: Path) -> Path:
    """Copy a database beside itself before it is changed; the copy's path."""
    number = 1
    while (copy := path.with_name(f"{path.name}.before-{HEAD}-{number}")).exists():
        number += 1
    with sqlite3.connect(path) as old:
        old.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    old.close()
    shutil.copy2(path, copy)
    return copy
