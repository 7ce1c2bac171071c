"""The versions of the database: what a new file is, how an older one gets there, which files are refused."""

import re
import shutil
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest
import sqlalchemy as sa
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory

from app.errors import ArchiveError
from app.store import schema
from app.store.archive import Archive
from app.store.tables import metadata
from tests.store.made_games import add, game, line

NEXT = """
import sqlalchemy as sa
from alembic import op

revision = "9999"
down_revision = "{}"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("games", sa.Column("mark", sa.Text()))


def downgrade() -> None:
    op.drop_column("games", "mark")
"""


def shape(path: Path) -> dict[tuple[str, str], tuple[str, ...]]:
    """What a database consists of: the words of each statement, the parts of a table in any order."""
    database = sqlite3.connect(path)
    rows = database.execute("SELECT type, name, sql FROM sqlite_master WHERE sql IS NOT NULL").fetchall()
    database.close()
    # alembic_version is the migration library's own, and says the same in other words.
    return {(kind, name): parts(sql) for kind, name, sql in rows if name != "alembic_version"}


def parts(sql: str) -> tuple[str, ...]:
    words = " ".join(sql.split())
    if not words.startswith("CREATE TABLE"):
        return (words,)
    head, _, body = words.partition("(")
    return (head.strip(), *sorted(part.strip() for part in re.split(r",(?![^()]*\))", body.rpartition(")")[0])))


def ask(path: Path, sql: str, *values: object) -> list[tuple]:
    database = sqlite3.connect(path)
    rows = database.execute(sql, values).fetchall()
    database.commit()
    database.close()
    return rows


def version(path: Path) -> str:
    return ask(path, "SELECT version_num FROM alembic_version")[0][0]


def scripts() -> ScriptDirectory:
    config = Config()
    config.set_main_option("script_location", str(schema.scripts()))
    return ScriptDirectory.from_config(config)


def migrate(path: Path, step: Callable[[Config], None]) -> None:
    engine, config = schema.connect(path), Config()
    config.set_main_option("script_location", str(schema.scripts()))
    with engine.connect() as connection:
        config.attributes["connection"] = connection
        step(config)
        connection.commit()
    engine.dispose()


@pytest.fixture
def made(path: Path) -> Path:
    with Archive.open(path, create=True) as archive:
        add(archive, "a.cxq", game(moves=line(1)))
    return path


@pytest.fixture
def next_version(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A program one version on: one more migration script."""
    shutil.copytree(schema.scripts(), tmp_path / "migrations")
    (tmp_path / "migrations" / "versions" / "9999_marks.py").write_text(NEXT.format(schema.HEAD), encoding="utf-8")
    monkeypatch.setattr(schema, "scripts", lambda: tmp_path / "migrations")
    monkeypatch.setattr(schema, "HEAD", "9999")


# ---------------------------------------------------------------- making


def test_a_new_file_has_the_version_head(path: Path):
    Archive.open(path, create=True).close()
    assert version(path) == schema.HEAD


def test_head_is_the_newest_migration_script():
    assert scripts().get_heads() == [schema.HEAD]


def test_making_and_migrating_give_the_same_database(tmp_path: Path):
    made, migrated = tmp_path / "made.db", tmp_path / "migrated.db"
    schema.create(schema.connect(made))
    schema.upgrade(schema.connect(migrated))
    assert shape(made) == shape(migrated)
    assert version(made) == version(migrated)


@pytest.mark.filterwarnings("ignore:.*expression-based index")  # which the test above compares
@pytest.mark.parametrize("way", [schema.create, schema.upgrade])
def test_the_tables_are_what_the_metadata_says(way: Callable[[sa.Engine], None], path: Path):
    engine = schema.connect(path)
    way(engine)
    with engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True, "compare_server_default": True})
        assert compare_metadata(context, metadata) == []


@pytest.mark.parametrize("revision", [script.revision for script in scripts().walk_revisions()])
def test_each_step_goes_down_and_up_again(revision: str, path: Path):
    migrate(path, lambda config: command.upgrade(config, revision))
    there = shape(path)
    migrate(path, lambda config: command.downgrade(config, "-1"))
    assert shape(path) != there
    migrate(path, lambda config: command.upgrade(config, "+1"))
    assert shape(path) == there


def test_the_way_down_to_nothing_leaves_nothing(path: Path):
    migrate(path, lambda config: command.upgrade(config, "head"))
    migrate(path, lambda config: command.downgrade(config, "base"))
    assert shape(path) == {}


def test_making_twice_changes_nothing(made: Path):
    Archive.open(made, create=True).close()
    assert ask(made, "SELECT count(*) FROM games") == [(1,)]


# ---------------------------------------------------------------- older and newer files


@pytest.mark.usefixtures("next_version")
def test_an_older_archive_is_refused_and_the_remedy_named(made: Path):
    ask(made, "UPDATE alembic_version SET version_num = '0001'")
    with pytest.raises(ArchiveError, match="version 0001, this program uses 9999; run `kypho db upgrade --db "):
        Archive.open(made)


@pytest.mark.parametrize("found", ["0999", "f00dfeed"])
def test_a_newer_or_unknown_archive_is_refused_and_the_remedy_named(found: str, made: Path):
    ask(made, "UPDATE alembic_version SET version_num = ?", found)
    with pytest.raises(ArchiveError, match=f"has version {found}, this program uses .*: update this program"):
        Archive.open(made)


@pytest.mark.usefixtures("next_version")
def test_upgrade_copies_the_file_and_then_migrates_it(tmp_path: Path):
    path = tmp_path / "club.db"
    engine = schema.connect(path)
    migrate(path, lambda config: command.upgrade(config, "0001"))
    with engine.connect() as connection:
        connection.execute(sa.text("INSERT INTO players VALUES (1, 'An', 'an')"))
        connection.commit()
    with Archive(path) as archive:
        copy = archive.upgrade()
    assert copy == tmp_path / "club.db.before-9999-1"
    assert (version(copy), version(path)) == ("0001", "9999")
    assert "mark TEXT" not in shape(copy)["table", "games"]
    assert "mark TEXT" in shape(path)["table", "games"]
    assert ask(copy, "SELECT * FROM players") == ask(path, "SELECT * FROM players") == [(1, "An", "an")]
    Archive.open(path).close()


@pytest.mark.usefixtures("next_version")
def test_a_second_copy_does_not_overwrite_the_first(tmp_path: Path):
    path = tmp_path / "club.db"
    copies = []
    for _ in range(2):
        migrate(path, lambda config: command.upgrade(config, "0001"))
        with Archive(path) as archive:
            copies.append(archive.upgrade())
        migrate(path, lambda config: command.downgrade(config, "0001"))
    assert len(set(copies)) == 2


def test_upgrade_of_an_archive_that_is_up_to_date_does_nothing(made: Path, tmp_path: Path):
    with Archive(made) as archive:
        assert archive.upgrade() is None
    assert not list(tmp_path.glob("*.before-*"))


def test_upgrade_refuses_a_newer_archive_and_leaves_no_copy(made: Path, tmp_path: Path):
    ask(made, "UPDATE alembic_version SET version_num = '0999'")
    with Archive(made) as archive, pytest.raises(ArchiveError, match="0999"):
        archive.upgrade()
    assert not list(tmp_path.glob("*.before-*"))


# ---------------------------------------------------------------- files of others


def sentence_for(path: Path, **how: bool) -> str:
    with pytest.raises(ArchiveError) as refusal:
        Archive.open(path, **how)
    return str(refusal.value)


@pytest.mark.parametrize("create", [False, True])
def test_a_strangers_database_is_refused_in_one_sentence(create: bool, path: Path):
    ask(path, "CREATE TABLE albums (id INTEGER PRIMARY KEY)")
    sentence = sentence_for(path, create=create)
    assert sentence == "the file is a database, but not one of this program; name another with --db"


def test_a_strangers_database_is_left_as_it_was(path: Path, tmp_path: Path):
    ask(path, "CREATE TABLE albums (id INTEGER PRIMARY KEY)")
    before = path.read_bytes()
    sentence_for(path, create=True)
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("create", [False, True])
def test_a_file_that_is_no_database_is_refused_in_one_sentence_and_left_alone(create: bool, path: Path):
    path.write_text("GAME An vs Bình\n" * 100, encoding="utf-8")
    before = path.read_bytes()
    assert sentence_for(path, create=create) == f"{path} cannot be opened: file is not a database"
    assert path.read_bytes() == before


def test_upgrade_refuses_a_file_that_is_no_database(path: Path):
    path.write_text("GAME An vs Bình\n" * 100, encoding="utf-8")
    with Archive(path) as archive, pytest.raises(ArchiveError, match="not a database"):
        archive.upgrade()


def test_a_file_that_is_not_there_is_refused_with_the_command_that_makes_one(path: Path):
    assert sentence_for(path) == f"there is no archive {path}; `kypho import PATH --db {path}` makes one"
    assert not path.exists()


def test_an_empty_file_holds_no_archive_until_something_is_imported(path: Path):
    path.touch()
    assert sentence_for(path) == f"{path} holds no archive yet; `kypho import PATH` makes one"
    Archive.open(path, create=True).close()
    assert version(path) == schema.HEAD


def test_a_folder_is_no_archive(tmp_path: Path):
    assert "cannot be opened" in sentence_for(tmp_path)


def test_a_folder_that_is_not_there_is_named(tmp_path: Path):
    path = tmp_path / "nowhere" / "kypho.db"
    assert sentence_for(path, create=True) == f"{path} cannot be opened: unable to open database file"
