"""What the command line says of mistakes: one line, the remedy, a status; never a traceback."""

import re
import sqlite3
from pathlib import Path

import pytest

from app.cli import player
from app.cli.main import program
from tests.cli.conftest import Kypho, Run

READERS = [
    "search", "show 1", "export", "players", "player An", "rejects list", "rejects show 1", "rejects export", "dedupe",
    "dedupe --undo", "db info",
    "db check",
]  # fmt: skip
WRITERS = ["import a.cxq", "db upgrade"]
COMMANDS = [
    *(command.name for command in program.registered_commands),
    *(
        f"{group.name} {command.name or command.callback.__name__}"
        for group in program.registered_groups
        for command in group.typer_instance.registered_commands
        if command.name != player.NAME
    ),
    "player",
]


def assert_refused(run: Run, sentence: str) -> None:
    assert run.err == f"kypho: {sentence}\n"
    assert (run.status, run.out) == (1, "")


# ---------------------------------------------------------------- words that mean nothing


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["show", 99], "there is no game 99 in "),
        (["show", 1, "-n", "wfx"], "no notation 'wfx'; there are wxf, wxf2018, xqbase, cxq, axf, vietnamese, "),
        (["export", "-n", "wfx"], "no notation 'wfx'; there are "),
        (["export", "-f", "pdf"], "no format 'pdf' to write; there are moves, cxq, jsonl, csv"),
        (["search", "--sort", "elo"], "cannot sort by 'elo'; there are id, date, rating, plies, red, black, event, "),
        (["export", "--sort", "elo"], "cannot sort by 'elo'; there are "),
        (["search", "--since", "soon"], "'soon' is no date; write 2007, 2007-10 or 2007-10-24"),
        (["search", "--until", "2007-02-30"], "'2007-02-30' is no date; write 2007, 2007-10 or 2007-10-24"),
        (["search", "--result", "3-0"], "no result '3-0'; there are 1-0, 0-1, 1/2-1/2, *"),
        (["search", "--ending", "ko"], "no ending 'ko'; there are resignation, mate, "),
        (["search", "--player", "An", "--outcome", "lost"], "no outcome 'lost'; there are win, loss and draw"),
        (["search", "--outcome", "win"], "--outcome needs --player: whose win, loss or draw?"),
        (["search", "--opponent", "An"], "--opponent needs --player; for one side alone there are --red and --black"),
        (["search", "--opening", "zzz"], "no notation reads 'zzz' from the start: "),
        (["rejects", "show", 99], "there is no reject 99; `kypho rejects list` lists them"),
        (["rejects", "export", 1, 99], "there is no reject 99; `kypho rejects list` lists them"),
        (
            ["rejects", "list", "--source", "x.cxq"],
            "nothing was imported from 'x.cxq'; there are damaged.cxq, thienlac.cxq",
        ),
        (
            ["rejects", "export", "--code", "gone"],
            "nothing was rejected as 'gone'; there are cut-off, illegal-move, no-moves",
        ),
        (
            ["player", "nobody"],
            "no player is called 'nobody'; `kypho players nob` lists those whose names contain that",
        ),
        (["player", "n"], "several players are called like 'n': An, Bình, "),
    ],
)
def test_a_word_that_means_nothing_is_answered_with_those_that_do(words: list[object], sentence: str, at_club: Kypho):
    run = at_club(*words)
    assert run.err.startswith(f"kypho: {sentence}")
    assert (run.status, run.out) == (1, "")
    assert run.err.count("\n") == 1


@pytest.mark.parametrize("words", [["show", 10**30], ["search", "--min-plies", 10**30], ["search", "--limit", 10**30]])
def test_numbers_beyond_all_numbers_are_no_reason_for_a_traceback(words: list[object], at_club: Kypho):
    assert at_club(*words).status in (0, 1, 2)


def test_bytes_that_are_no_text_are_no_reason_for_a_traceback(at_club: Kypho):
    assert at_club("search", "--player", "\udcff").status in (0, 1)


def test_a_file_whose_name_is_no_utf_8_can_be_imported(kypho: Kypho, tmp_path: Path):
    name = b"v\xe1n.cxq".decode("utf-8", "surrogateescape")
    (tmp_path / name).write_text("GAME x\n", encoding="utf-8")
    assert kypho("import", name).status == 0


def test_an_output_in_a_folder_that_is_not_there_is_refused(at_club: Kypho):
    run = at_club("export", "-o", "nowhere/out.txt")
    assert run.status == 1
    assert run.err.startswith("kypho: ") and run.err.count("\n") == 1


@pytest.mark.parametrize("words", [["fly"], ["show"], ["show", "one"], ["import"], ["search", "--limit", "-1"]])
def test_usage_ends_with_status_2(words: list[str], kypho: Kypho):
    run = kypho(*words)
    assert run.status == 2
    assert run.err.startswith("Usage: ") and "\nError: " in run.err


# ---------------------------------------------------------------- files that are no archives


@pytest.mark.parametrize("words", READERS)
def test_an_archive_that_is_not_there_is_not_made(words: str, kypho: Kypho, tmp_path: Path):
    run = kypho(*words.split())
    assert_refused(run, "there is no archive kypho.db; `kypho import PATH --db kypho.db` makes one")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("words", [*READERS, *WRITERS])
def test_a_file_that_is_no_database_is_refused(words: str, kypho: Kypho, tmp_path: Path):
    (tmp_path / "a.cxq").write_text("GAME x\n", encoding="utf-8")
    (tmp_path / "kypho.db").write_text("GAME An vs Bình\n" * 100, encoding="utf-8")
    assert_refused(kypho(*words.split()), "kypho.db cannot be opened: file is not a database")


@pytest.mark.parametrize("words", [*READERS, *WRITERS])
def test_a_strangers_database_is_refused(words: str, kypho: Kypho, tmp_path: Path):
    (tmp_path / "a.cxq").write_text("GAME x\n", encoding="utf-8")
    database = sqlite3.connect(tmp_path / "kypho.db")
    database.execute("CREATE TABLE albums (id INTEGER PRIMARY KEY)")
    database.close()
    assert_refused(kypho(*words.split()), "the file is a database, but not one of this program; name another with --db")


@pytest.mark.parametrize("words", [*READERS, *WRITERS])
def test_the_archive_of_a_newer_program_is_refused(words: str, kypho: Kypho, tmp_path: Path):
    (tmp_path / "a.cxq").write_text("GAME x\n", encoding="utf-8")
    kypho("import", "a.cxq")
    database = sqlite3.connect(tmp_path / "kypho.db")
    database.execute("UPDATE alembic_version SET version_num = '0999'")
    database.commit()
    database.close()
    run = kypho(*words.split())
    assert run.err.startswith("kypho: kypho.db has version 0999, this program uses ")
    assert run.err.endswith("a newer kypho made it: update this program\n")
    assert (run.status, run.out) == (1, "")


# ---------------------------------------------------------------- db, version, help


def test_db_upgrade_with_nothing_to_do_says_so(kypho: Kypho, tmp_path: Path):
    assert_refused(kypho("db", "upgrade"), "there is no archive kypho.db")
    (tmp_path / "a.cxq").write_text("GAME x\n", encoding="utf-8")
    kypho("import", "a.cxq")
    assert kypho("db", "upgrade").out == "kypho.db is up to date, nothing to do\n"


def test_db_check_tells_what_is_wrong_and_ends_with_status_1(kypho: Kypho, club: Path, tmp_path: Path):
    assert kypho("db", "check", "--db", club).out == "7 games replay, all counts agree\n"
    source, database = sqlite3.connect(club), sqlite3.connect(tmp_path / "kypho.db")
    source.backup(database)
    database.execute("UPDATE games SET moves = CAST(x'0000' || substr(moves, 3) AS BLOB) WHERE id = 3")
    database.commit()
    source.close()
    database.close()
    run = kypho("db", "check")
    assert (run.status, run.out) == (1, "game 3: ply 1 is not legal\n")


def test_db_info_is_figures(at_club: Kypho, club: Path):
    lines = [line.split() for line in at_club("db", "info").out.splitlines()]
    assert [line[0] for line in lines] == [
        "events", "players", "sources", "aliases", "games", "copies", "rejects", "variations", "incomplete", "plies", "first",
        "last", "version", "bytes",
    ]  # fmt: skip
    figures = {line[0]: line[1] for line in lines}
    assert (figures["games"], figures["plies"], figures["players"]) == ("7", "243", "9")
    assert figures["bytes"] == f"{club.stat().st_size:,}"


def test_the_version_is_that_of_the_package(kypho: Kypho):
    import app

    assert kypho("--version").out == f"kypho {app.__version__}\n"


@pytest.mark.parametrize("command", COMMANDS)
def test_the_help_of_every_command_has_an_example(command: str, kypho: Kypho):
    run = kypho(*command.split(), "-h")
    assert run.status == 0
    assert f"Example: kypho {command}" in run.out
    assert run.out == kypho(*command.split(), "--help").out


def test_the_help_lists_every_command(kypho: Kypho):
    listed = kypho("-h").out.partition("Commands:\n")[2].splitlines()
    named = {line.split()[0] for line in listed if re.match("  [a-z]", line)}
    assert named == {command.split()[0] for command in COMMANDS}
    assert named >= {"import", "search", "show", "export", "move", "players", "player", "check", "db"}
