"""Where `-o FILE` writes: whole files under their names, through links, into pipes; rights stay."""

import os
from collections.abc import Iterator
from pathlib import Path
from threading import Thread

import pytest

from app.cli.output import write_pieces


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
