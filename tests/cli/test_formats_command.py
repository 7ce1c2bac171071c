"""kypho formats, and files of programs at the command line: imported, checked, exported."""

import json
from pathlib import Path

import pytest

from app.formats import CARRIED, FILE_WRITERS, FOLDER_WRITERS, READERS, SUFFIXES, WRITERS, write_files, write_text
from app.games.game import Game
from tests.cli.conftest import Kypho
from tests.formats.program_cases import DATA, found_in, game_in, game_of
from tests.store.made_games import BLACK_BEGINS, game, line


def test_every_format_stands_in_the_list(kypho: Kypho):
    known = json.loads(kypho("formats", "--json").out)
    assert {one["name"] for one in known} == {*READERS, *WRITERS, *FILE_WRITERS, *FOLDER_WRITERS}
    assert all(one["about"] for one in known)
    assert {suffix for one in known for suffix in one["suffixes"]} == SUFFIXES
    assert {word for one in known for word in (one["reads"] or []) + (one["writes"] or [])} == set(CARRIED)


def test_the_list_is_a_table(kypho: Kypho):
    lines = kypho("formats").out.splitlines()
    assert lines[0].split() == ["format", "suffixes", "is", *CARRIED, "of"]
    (xqf,) = (line for line in lines if line.startswith("xqf "))
    assert xqf.split()[:6] == ["xqf", ".xqf", "rw", "rw", "rw", "rw"]


def full_game() -> Game:
    """A game with everything that a format may be able to say."""
    made = game("An", "Ba", line(1, 20, BLACK_BEGINS), ratings=(2100, 2200), start_fen=BLACK_BEGINS)
    made.comments = {3: "said"}
    return made


@pytest.mark.parametrize("name", ["cxq", "moves", "xqf"])
def test_what_is_said_of_a_format_that_is_read_and_written_holds(name: str):
    known, made = READERS[name], full_game()
    if name in FILE_WRITERS:
        ((_, data),) = write_files([(1, made)], name)
        written = FILE_WRITERS[name]().carries.split()
    else:
        data = "".join(write_text([(1, made), (2, made)], name, "iccs")).encode()
        written = WRITERS[name]().carries.split()
    readings, _ = found_in(data, "a" + known.suffixes[0])
    again = readings[0].game
    both = set(written) & set(known.carries.split())
    assert ("games" in both) == (len(readings) == 2)
    assert ("comments" in both) == any("said" in text for text in again.comments.values())
    assert ("start" in both) == (again.start_fen == made.start_fen)
    assert ("ratings" in both) == (again.red.rating == 2100)


@pytest.mark.parametrize("path", [*sorted(DATA.glob("tree.*")), DATA / "v12-tree.xqf"], ids=lambda path: path.name)
def test_what_is_said_of_a_format_that_is_only_read_holds(path: Path):
    read, carries = game_of(path.name), READERS[path.suffix[1:]].carries.split()
    assert ("variations" in carries) == bool(read.variations)
    assert ("comments" in carries) == bool(read.comments)
    assert ("ratings" in carries) == (read.red.rating is not None)


# ---------------------------------------------------------------- import


def test_a_folder_of_program_files_is_imported(kypho: Kypho):
    run = kypho("import", DATA)
    assert "21 found = 18 complete + 1 incomplete + 1 duplicate + 1 rejected" in run.out.splitlines()[-1]
    assert f"{DATA / 'line.che'}:byte 1354, ply 61: 'E1-F2': leaves the king attacked [illegal-move]" in run.err
    again = kypho("import", DATA).out.splitlines()[-1]
    assert "0 complete" in again


def test_the_json_of_a_fault_in_a_binary_file_has_a_byte_and_no_line(kypho: Kypho):
    report = json.loads(kypho("check", "--json", DATA / "line.che").out)
    (fault,) = report["faults"]
    assert (fault["line"], fault["column"], fault["byte"], fault["ply"]) == (None, None, 1354, 61)


def test_a_file_in_no_format_is_one_line_and_damage_only_if_that_matters(kypho: Kypho):
    Path("a.bin").write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(range(32)) * 4)
    run = kypho("import", "a.bin")
    assert run.err == (
        "a.bin:byte 0: no format that is read begins with the bytes 89 50 4E 47 0D 0A 1A 0A;"
        " `kypho formats` names those that are [unknown-format]\n"
    )
    assert run.status == 0
    assert kypho("check", "a.bin", "--strict").status == 1


def test_the_encoding_of_names_in_a_binary_file_may_be_said(kypho: Kypho):
    run = kypho("convert", DATA / "v18-opening.xqf", "--encoding", "big5")
    assert "红方甲" not in run.out and "H2" not in run.out
    assert "红方甲" in kypho("convert", DATA / "v18-opening.xqf").out


# ---------------------------------------------------------------- export


def test_one_game_is_written_as_a_file(at_club: Kypho):
    assert at_club("export", 1, "--format", "xqf", "-o", "one.xqf").status == 0
    assert game_in(Path("one.xqf").read_bytes(), "one.xqf").plies > 0


def test_several_games_are_written_into_a_folder(at_club: Kypho):
    assert at_club("export", "--format", "xqf", "-o", "games").status == 0
    names = sorted(path.name for path in Path("games").iterdir())
    ids = [json.loads(one)["id"] for one in at_club("export", "--format", "jsonl").out.splitlines()]
    assert names == sorted(f"{number}.xqf" for number in ids)
    assert f" {len(ids)} complete" in at_club("check", "games").out.splitlines()[-1].replace("=", "")


def test_several_games_do_not_go_into_one_file(at_club: Kypho):
    run = at_club("export", "--format", "xqf", "-o", "one.xqf")
    assert (run.status, run.err) == (
        1,
        "kypho: one.xqf would hold one game, and there are several: name a folder with -o\n",
    )
    assert not Path("one.xqf").exists()


def test_a_format_of_one_game_a_file_does_not_go_to_standard_output(at_club: Kypho):
    run = at_club("export", 1, "--format", "xqf")
    assert run.status == 1
    assert run.err == "kypho: a file of xqf holds one game: name it, or a folder for several, with -o\n"


def test_a_library_of_another_program_becomes_xqf_files(kypho: Kypho):
    assert kypho("convert", DATA / "tree.cbr", DATA / "tree.cbf", "--format", "xqf", "-o", "out").status == 0
    read = game_in(Path("out/1.xqf").read_bytes(), "1.xqf")
    assert (read.moves, read.variations) == (game_of("tree.cbr").moves, game_of("tree.cbr").variations)
    assert sorted(path.name for path in Path("out").iterdir()) == ["1.xqf", "2.xqf"]
