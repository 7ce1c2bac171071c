"""What people have on their disks: folders, packed files, zip files; damaged ones, and those that swell."""

import bz2
import gzip
import io
import lzma
import os
import random
import re
import sys
import tarfile
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from app.errors import FormatError
from app.ingest import Importer, Report
from app.ingest.inputs import find_inputs
from app.ingest.unpacking import Opener

SAMPLES = Path(__file__).parent.parent.parent / "sample_games"
CLUB = (SAMPLES / "club-2005-2006.cxq").read_bytes()
GAMES = 120
PACKERS: dict[str, Callable[[bytes], bytes]] = {".gz": gzip.compress, ".xz": lzma.compress, ".bz2": bz2.compress}


def looked_at(*paths: object) -> Report:
    with Importer(map(str, paths)) as importer:
        return importer.look()


def zipped(path: Path, members: dict[str, bytes]) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in members.items():
            archive.writestr(name, data)
    return path


# ---------------------------------------------------------------- what is read


@pytest.mark.parametrize("suffix", PACKERS)
def test_a_packed_file_is_read_as_the_file_itself(suffix: str, tmp_path: Path):
    (tmp_path / f"club.cxq{suffix}").write_bytes(PACKERS[suffix](CLUB))
    report = looked_at(tmp_path)
    assert [source.file for source in report.sources] == [str(tmp_path / f"club.cxq{suffix}")]
    assert (report.total("complete"), report.faults) == (GAMES, [])


@pytest.mark.parametrize("suffix", PACKERS)
def test_what_is_packed_shows_by_its_bytes_and_not_by_its_name(suffix: str, tmp_path: Path):
    (tmp_path / "club.cxq").write_bytes(PACKERS[suffix](CLUB))
    assert looked_at(tmp_path / "club.cxq").total("complete") == GAMES


def test_a_zip_file_is_read_member_by_member(tmp_path: Path):
    files = {
        "a/one.cxq": CLUB,
        "two.TXT": CLUB[:2000],
        "read me.pdf": b"%PDF",
        "a/.hidden.cxq": CLUB,
        "SOURCE.txt": b"x",
    }
    archive = zipped(tmp_path / "games.zip", files)
    report = looked_at(tmp_path)
    assert [source.file for source in report.sources] == [f"{archive}/a/one.cxq", f"{archive}/two.TXT"]
    assert [source.found for source in report.sources] == [GAMES, 3]
    assert report.passed_over == {".pdf": 1}
    assert report.faults[0].place.file == f"{archive}/two.TXT"


def test_members_of_a_zip_file_are_sources_of_their_own(tmp_path: Path):
    archive = zipped(tmp_path / "games.zip", {"one.cxq": CLUB, "two.cxq": CLUB})
    with Importer([str(archive)]) as importer:
        report = importer.into(tmp_path / "a.db")
    assert [(source.complete, source.duplicate) for source in report.sources] == [(GAMES, 0), (0, GAMES)]


@pytest.mark.parametrize("suffix", ["", *PACKERS])
def test_standard_input_may_be_packed(suffix: str, monkeypatch: pytest.MonkeyPatch):
    data = PACKERS[suffix](CLUB) if suffix else CLUB
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))
    assert looked_at("-").total("complete") == GAMES


def test_files_of_a_folder_that_are_not_taken_are_counted(tmp_path: Path):
    for name in ("a.cxq", "b.jpg", "c.JPG", "d", "e.pdf.gz", "f.gz", ".hidden.jpg", "SOURCE.txt"):
        (tmp_path / name).write_bytes(CLUB[:1000])
    report = looked_at(tmp_path)
    assert [os.path.basename(source.file) for source in report.sources] == ["a.cxq", "f.gz"]
    assert report.passed_over == {".jpg": 2, "without a suffix": 1, ".gz": 1}


def test_a_file_named_outright_is_taken_whatever_its_suffix(tmp_path: Path):
    (tmp_path / "games.old").write_bytes(CLUB)
    assert looked_at(tmp_path / "games.old").total("complete") == GAMES


def test_a_zip_file_named_outright_needs_no_suffix(tmp_path: Path):
    zipped(tmp_path / "games.old", {"one.cxq": CLUB})
    assert looked_at(tmp_path / "games.old").total("complete") == GAMES


def test_folders_that_are_hidden_are_not_entered_and_links_to_folders_are_counted(tmp_path: Path):
    for name in (".git", "there"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "a.cxq").write_bytes(CLUB)
    (tmp_path / "round").symlink_to(tmp_path)
    report = looked_at(tmp_path)
    assert [source.file for source in report.sources] == [str(tmp_path / "there" / "a.cxq")]
    assert report.passed_over == {"linked folder": 1}


def test_a_folder_that_may_not_be_read_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    (tmp_path / "a.cxq").write_bytes(CLUB)
    (tmp_path / "shut").mkdir()
    scan = os.scandir

    def shut(path: str) -> object:
        if os.path.basename(path) == "shut":
            raise PermissionError(13, "Permission denied", path)
        return scan(path)

    monkeypatch.setattr(os, "scandir", shut)
    assert str(tmp_path / "shut") in [source.file for source in looked_at(tmp_path).sources if source.error]


def test_what_only_this_process_can_open_is_read_beside_a_large_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("app.ingest.beside.WORTH_IT", 0)
    (tmp_path / "a.cxq").write_bytes(CLUB)
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(CLUB)))
    assert [source.complete for source in looked_at(tmp_path, "-").sources] == [GAMES, GAMES]
    with open(tmp_path / "a.cxq", "rb") as file:
        assert looked_at(f"/dev/fd/{file.fileno()}").total("complete") == GAMES


def test_all_bytes_that_progress_counts_are_told_of(tmp_path: Path):
    (tmp_path / "club.cxq.gz").write_bytes(gzip.compress(CLUB))
    (tmp_path / "club.cxq").write_bytes(CLUB)
    zipped(tmp_path / "games.zip", {"one.cxq": CLUB})
    told: list[int] = []
    with Importer([str(tmp_path)]) as importer:
        importer.look(told.append)
    assert sum(told) == importer.size


# ---------------------------------------------------------------- what is damaged


@pytest.mark.parametrize("suffix", PACKERS)
def test_of_a_packed_file_cut_off_all_that_is_there_is_read(suffix: str, tmp_path: Path):
    packed = PACKERS[suffix](CLUB * 40)
    (tmp_path / f"club.cxq{suffix}").write_bytes(packed[: len(packed) * 2 // 3])
    report = looked_at(tmp_path)
    assert report.faults[-1].code in ("unreadable-file", "cut-off", "illegal-move", "unreadable-move", "no-moves")
    assert [fault.code for fault in report.faults].count("unreadable-file") == 1
    assert report.total("found") == report.total("complete") + report.total("incomplete") + report.total("rejected")
    assert report.total("complete") >= (0 if suffix == ".bz2" else GAMES // 2)  # bz2 packs 900 kB at a time


def test_a_member_whose_sum_is_wrong_is_kept_up_to_there(tmp_path: Path):
    archive = tmp_path / "games.zip"
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_STORED) as made:
        made.writestr("one.cxq", CLUB)
        made.writestr("two.cxq", CLUB)
    data = bytearray(archive.read_bytes())
    data[data.find(b"ThienLac", 0) if b"ThienLac" in data else 300] ^= 1
    archive.write_bytes(data)
    report = looked_at(archive)
    assert [fault.code for fault in report.faults if "Bad CRC" in fault.message] == ["unreadable-file"]
    assert report.sources[1].complete == GAMES


def test_a_member_with_a_password_does_not_stop_the_others(tmp_path: Path):
    archive = zipped(tmp_path / "games.zip", {"one.cxq": CLUB, "two.cxq": CLUB})
    data = bytearray(archive.read_bytes())
    data[6] |= 1  # the first member's flag, here and in the directory
    data[data.find(b"PK\x01\x02") + 8] |= 1
    archive.write_bytes(data)
    report = looked_at(archive)
    assert "password" in (report.sources[0].error or "")
    assert report.sources[1].complete == GAMES


def test_a_file_that_may_not_be_read_does_not_stop_the_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    for name in ("a.cxq", "b.cxq"):
        (tmp_path / name).write_bytes(CLUB)
    inputs = find_inputs([str(tmp_path)])
    (tmp_path / "a.cxq").unlink()  # gone between the look and the reading
    monkeypatch.setattr("app.ingest.find_inputs", lambda paths: inputs)
    report = looked_at(tmp_path)
    assert [source.error for source in report.sources] == ["No such file or directory", None]
    assert report.total("complete") == GAMES


def test_a_path_that_is_not_there_is_refused(tmp_path: Path):
    with pytest.raises(FormatError, match="there is no file or folder"):
        looked_at(tmp_path / "nothing.cxq")


# ---------------------------------------------------------------- what is hostile


def tarred(data: bytes) -> bytes:
    made = io.BytesIO()
    with tarfile.open(fileobj=made, mode="w") as archive:
        info = tarfile.TarInfo("club.cxq")
        info.size = len(data)
        archive.addfile(info, io.BytesIO(data))
    return made.getvalue()


@pytest.mark.parametrize(
    ("name", "data", "why"),
    [
        ("a.cxq.gz", gzip.compress(gzip.compress(CLUB)), "is packed twice; unpack it once"),
        ("a.cxq.xz", lzma.compress(bz2.compress(CLUB)), "is packed twice; unpack it once"),
        ("a.txt", tarred(CLUB), "is a tar archive; unpack it and import the folder"),
        ("a.txt.gz", gzip.compress(tarred(CLUB)), "is a tar archive; unpack it and import the folder"),
        ("a.zip", b"PK\x03\x04" + bytes(100), "is a zip file that is broken"),
        ("a.gz", b"\x1f\x8b\x08", "Compressed file ended before the end-of-stream marker was reached"),
    ],
)
def test_what_is_packed_in_a_way_that_is_not_read_is_said(name: str, data: bytes, why: str, tmp_path: Path):
    (tmp_path / name).write_bytes(data)
    (source,) = looked_at(tmp_path / name).sources
    assert why in (source.error or "")


def test_a_zip_file_in_a_zip_file_is_not_read(tmp_path: Path):
    inner = zipped(tmp_path / "inner.zip", {"one.cxq": CLUB}).read_bytes()
    outer = zipped(tmp_path / "outer.zip", {"inner.zip": inner, "inner.txt": inner, "two.cxq": CLUB})
    report = looked_at(outer)
    assert report.passed_over == {}
    assert ["is packed twice" in (source.error or "") for source in report.sources] == [True, True, False]
    assert report.sources[2].complete == GAMES


def test_a_name_that_climbs_out_of_a_zip_file_is_only_a_name(tmp_path: Path):
    archive = zipped(tmp_path / "games.zip", {"../../evil\x1b[31m.cxq": CLUB})
    report = looked_at(archive)
    assert report.sources[0].file == f"{archive}/evil?[31m.cxq"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["games.zip"]


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("/etc/games.cxq", "etc/games.cxq"),
        ("a/./../b/..\\c.cxq", "a/b/c.cxq"),
        ("\u202eqxc.cxq", "?qxc.cxq"),
        ("Ván cờ.cxq", "Ván cờ.cxq"),
    ],
)
def test_the_name_of_a_member_leads_nowhere_and_can_be_printed(name: str, shown: str, tmp_path: Path):
    archive = zipped(tmp_path / "games.zip", {name: CLUB})
    assert looked_at(archive).sources[0].file == f"{archive}/{shown}"


@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_members_of_one_name_are_all_read(tmp_path: Path):
    archive = tmp_path / "games.zip"
    with zipfile.ZipFile(archive, "w") as made:
        for data in (CLUB, CLUB[:2000]):
            made.writestr("one.cxq", data)
        made.writestr("../one.cxq", CLUB)
    sources = looked_at(archive).sources
    assert [source.file for source in sources] == [f"{archive}/one.cxq{n}" for n in ("", " (2)", " (3)")]
    assert [source.found for source in sources] == [GAMES, 3, GAMES]


def test_zip_files_with_any_damage_are_told_of_in_words(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    chance = random.Random(3)
    whole = zipped(tmp_path / "games.zip", {"ván.cxq": CLUB[:900], "two.txt": CLUB[:900]}).read_bytes()
    for _ in range(200):
        data = bytearray(whole)
        for _ in range(chance.choice((1, 3, 20))):
            at = chance.choice(
                (chance.randrange(len(data)), chance.randrange(60), len(data) - chance.randrange(1, 200))
            )
            data[at] = chance.choice((0, 255, chance.randrange(256)))
        if chance.random() < 0.2:
            del data[chance.randrange(len(data)) :]
        (tmp_path / "games.zip").write_bytes(data)
        report = looked_at(tmp_path / "games.zip")
        assert report.total("found") == sum(map(report.total, ("complete", "incomplete", "rejected")))
        assert report.sources or report.passed_over or not report.total("found")


@pytest.mark.parametrize("suffix", [".zip", *PACKERS])
def test_what_swells_beyond_measure_is_not_read_on(suffix: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("app.ingest.unpacking.SWOLLEN", 4 << 20)
    monkeypatch.setattr("app.ingest.beside.WORTH_IT", 1 << 30)
    bomb = CLUB + b" " * (24 << 20)
    path = tmp_path / f"bomb.cxq{suffix}"
    if suffix == ".zip":
        zipped(path, {"bomb.cxq": bomb})
    else:
        path.write_bytes(PACKERS[suffix](bomb))
    report = looked_at(path)
    assert "holds more than 100 times its size; the rest is not read" in report.faults[-1].message
    assert report.total("complete") == GAMES


def test_what_all_members_hold_is_bounded_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("app.ingest.unpacking.SWOLLEN", 4 << 20)
    monkeypatch.setattr("app.ingest.beside.WORTH_IT", 1 << 30)
    members = {"first.cxq": CLUB, **{f"{n}.cxq": b" " * (2 << 20) for n in range(20)}}
    archive = zipped(tmp_path / "bomb.zip", members)
    (tmp_path / "other.cxq").write_bytes(CLUB)
    report = looked_at(tmp_path)
    (error,) = (source.error for source in report.sources if source.error)
    assert re.fullmatch(r"it holds more than 100 times its size; 1\d of the files in it are not read", error)
    assert [source.file for source in report.sources if source.error] == [str(archive)]
    assert [source.complete for source in report.sources if source.complete] == [GAMES, GAMES]
    assert "holds more than 100 times its size" in report.faults[-1].message


def test_a_text_that_packs_well_is_read_whole(tmp_path: Path):
    (tmp_path / "same.cxq.xz").write_bytes(lzma.compress(CLUB * 30))
    (wanted,) = find_inputs([str(tmp_path)]).taken
    with Opener() as opener, opener.opened(wanted) as (stream, _):
        assert len(stream.read()) == 30 * len(CLUB)
