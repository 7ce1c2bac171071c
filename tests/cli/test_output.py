"""Where `-o FILE` writes: whole files under their names, through links, into pipes; rights stay."""

import os
from collections.abc import Iterator
from pathlib import Path
from threading import Thread

import pytest

from app.cli.output import write_pieces
from tests.cli.conftest import Kypho


def breaking() -> Iterator[str]:
    yield "a beginning"
    raise ValueError


def test_a_file_appears_only_when_it_is_whole(tmp_path: Path):
    file = tmp_path / "out.txt"
    file.write_text("as it was")
    with pytest.raises(ValueError):
        write_pieces(breaking(), file)
    assert file.read_text() == "as it was"
    assert list(tmp_path.iterdir()) == [file]


def test_what_a_link_leads_to_is_written(tmp_path: Path):
    (tmp_path / "there").mkdir()
    file, link = tmp_path / "there" / "games.txt", tmp_path / "link.txt"
    link.symlink_to(file)
    write_pieces(["Mã 8 tiến 7\n"], link)
    assert link.is_symlink()
    assert file.read_text(encoding="utf-8") == "Mã 8 tiến 7\n"
    assert list(tmp_path.joinpath("there").iterdir()) == [file]


def test_a_file_keeps_its_rights(tmp_path: Path):
    file = tmp_path / "out.txt"
    file.touch()
    file.chmod(0o600)
    write_pieces(["a"], file)
    assert (file.read_text(), file.stat().st_mode & 0o777) == ("a", 0o600)


def test_a_new_file_has_the_rights_of_any_other(tmp_path: Path):
    write_pieces(["a"], tmp_path / "out.txt")
    (tmp_path / "other.txt").touch()
    assert (tmp_path / "out.txt").stat().st_mode == (tmp_path / "other.txt").stat().st_mode


def test_nobodys_file_is_in_the_way(tmp_path: Path):
    (tmp_path / "out.txt.part").write_text("mine")
    write_pieces(["a"], tmp_path / "out.txt")
    assert (tmp_path / "out.txt.part").read_text() == "mine"
    assert len(list(tmp_path.iterdir())) == 2


def test_two_who_write_one_file_do_not_mix(tmp_path: Path):
    file = tmp_path / "out.txt"

    def slow() -> Iterator[str]:
        yield "one "
        write_pieces(["other"], file)
        yield "whole"

    write_pieces(slow(), file)
    assert file.read_text() == "one whole"
    assert list(tmp_path.iterdir()) == [file]


def test_a_link_that_leads_nowhere_yet_is_followed_and_one_that_leads_to_itself_refused(tmp_path: Path):
    (tmp_path / "link.txt").symlink_to(tmp_path / "new.txt")
    write_pieces(["a"], tmp_path / "link.txt")
    assert (tmp_path / "new.txt").read_text() == "a"
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    with pytest.raises(OSError, match="Too many levels of symbolic links"):
        write_pieces(["a"], tmp_path / "loop")


def test_the_archive_itself_is_not_written_over(kypho: Kypho, tmp_path: Path):
    (tmp_path / "a.cxq").write_text("RED a\nBLACK b\nSTART{\n1. C2.5 h8+7\n}END\n")
    kypho("import", "a.cxq")
    (tmp_path / "link").symlink_to("kypho.db")
    for name in ("kypho.db", "link"):
        assert kypho("export", "-o", name).err == f"kypho: {name} is the archive itself: name another file with -o\n"
    assert kypho("db", "check").status == 0


def test_a_folder_is_no_file(kypho: Kypho, tmp_path: Path):
    (tmp_path / "a.cxq").write_text("RED a\nBLACK b\nSTART{\n1. C2.5 h8+7\n}END\n")
    (tmp_path / "there").mkdir()
    run = kypho("convert", "a.cxq", "-o", "there")
    assert (run.status, run.err) == (1, "kypho: Is a directory: there\n")


def test_a_pipe_is_written_into(tmp_path: Path):
    pipe, got = tmp_path / "pipe", []
    os.mkfifo(pipe)
    reader = Thread(target=lambda: got.append(pipe.read_text()))
    reader.start()
    write_pieces(["a", "b"], pipe)
    reader.join()
    assert got == ["ab"]
    assert pipe.is_fifo()


def test_a_device_stays_a_device():
    write_pieces(["a"], Path("/dev/null"))
    assert Path("/dev/null").is_char_device()
