"""kypho import, kypho check: what they read, what they say, how they end."""

import json
import re
import shutil
from pathlib import Path

import pytest

from app.formats.encodings.tables import write_tcvn3
from app.store.archive import Archive
from tests.cli.conftest import Kypho
from tests.store.made_games import DATA, ROOT, line, movetext, record

KEYS = [
    "found", "complete", "incomplete", "duplicate", "rejected", "repaired", "faults", "sources", "passed_over",
    "seconds",
    "games_per_second", "interrupted",
]  # fmt: skip
CLUB, DAMAGED, CUT = DATA / "club.cxq", DATA / "damaged.cxq", DATA / "thienlac.cxq"
WHOLE = record("An", "Bình", movetext(line(1)), "2009-01-05")


def games(path: str = "kypho.db") -> int:
    with Archive.open(path) as archive:
        return int(archive.counts()["games"] or 0)


def test_import_prints_a_line_for_each_source_and_the_sum(kypho: Kypho):
    run = kypho("import", CLUB, DAMAGED, CUT)
    lines = run.out.splitlines()
    assert lines[:3] == [
        f"{CLUB}: 4 found = 4 complete + 0 incomplete + 0 duplicate + 0 rejected",
        f"{DAMAGED}: 4 found = 1 complete + 1 incomplete + 1 duplicate + 1 rejected",
        f"{CUT}: 1 found = 0 complete + 1 incomplete + 0 duplicate + 0 rejected",
    ]
    total = r"9 found = 5 complete \+ 2 incomplete \+ 1 duplicate \+ 1 rejected   \(\d+\.\d s, [\d,]+ games/s\)"
    assert re.fullmatch(total, lines[3])
    assert len(lines) == 4
    assert run.status == 0
    assert games() == 7


def test_import_tells_each_fault_with_its_place_and_code(kypho: Kypho):
    run = kypho("import", DAMAGED)
    assert run.err.splitlines() == [
        f"{DAMAGED}:17:33, ply 5: 'R1.5': the chariot would land on a red king [illegal-move]",
        f"{DAMAGED}:18:1: the record has no moves [no-moves]",
    ]


def test_importing_again_finds_duplicates(kypho: Kypho):
    kypho("import", CLUB)
    run = kypho("import", CLUB)
    assert run.out.startswith(f"{CLUB}: 4 found = 0 complete + 0 incomplete + 4 duplicate + 0 rejected\n")
    assert games() == 4


@pytest.mark.parametrize("verb", ["import", "check"])
def test_json_has_these_keys_and_no_others(verb: str, kypho: Kypho):
    run = kypho(verb, "--json", DAMAGED)
    report = json.loads(run.out)
    assert list(report) == KEYS
    keys = ["file", "line", "column", "byte", "ply", "code", "message"]
    assert [list(fault) for fault in report["faults"]] == [keys] * 2
    assert [list(source) for source in report["sources"]] == [["file", *KEYS[:6], "format", "encodings", "error"]]
    assert run.out.count("\n") == 1


def test_json_says_what_the_report_says(kypho: Kypho):
    report = json.loads(kypho("import", DAMAGED, CUT, "--json").out)
    assert {key: report[key] for key in KEYS[:5]} == {
        "found": 5, "complete": 1, "incomplete": 2, "duplicate": 1, "rejected": 1,
    }  # fmt: skip
    assert report["interrupted"] is False
    assert report["seconds"] > 0 and report["games_per_second"] >= 0
    assert [source["file"] for source in report["sources"]] == [str(DAMAGED), str(CUT)]
    assert report["faults"][0] == {
        "file": str(DAMAGED), "line": 17, "column": 33, "byte": None, "ply": 5, "code": "illegal-move",
        "message": "'R1.5': the chariot would land on a red king",
    }  # fmt: skip
    assert [fault["code"] for fault in report["faults"]] == ["illegal-move", "no-moves", "cut-off"]


@pytest.mark.parametrize("verb", ["import", "check"])
@pytest.mark.parametrize(("file", "status"), [(CLUB, 0), (DAMAGED, 1), (CUT, 1)])
def test_strict_ends_with_status_1_where_anything_was_damaged(verb: str, file: Path, status: int, kypho: Kypho):
    assert kypho(verb, file).status == 0
    assert kypho(verb, file, "--strict").status == status


def test_strict_imports_what_is_sound_all_the_same(kypho: Kypho):
    kypho("import", DAMAGED, "--strict")
    assert games() == 2


def in_tcvn3(*names: str) -> bytes:
    """An archive of games that these play against An."""
    games = (record(name, "An", movetext(line(n))) for n, name in enumerate(names))
    return b"".join(map(write_tcvn3, games))


def test_sources_of_several_formats_are_summed_by_format(kypho: Kypho):
    game = next((ROOT / "tests" / "data" / "formats" / "programs").glob("*.xqf"))
    lines = kypho("import", CLUB, DAMAGED, game).out.splitlines()
    assert lines[3].startswith("cxq, 2 files: ")
    assert lines[4].startswith("xqf, 1 file: 1 found = ")
    assert lines[5].startswith("9 found = ")
    assert len(kypho("import", CLUB, DAMAGED).out.splitlines()) == 3


def test_the_encodings_of_names_are_counted_by_games(kypho: Kypho, tmp_path: Path):
    (tmp_path / "old.cxq").write_bytes(in_tcvn3("Đặng Sông Cầu", "Lê Thị Hương", "Bao") + WHOLE.encode())
    assert json.loads(kypho("check", "old.cxq", "--json").out)["sources"][0]["encodings"] == {"tcvn3": 2, "utf-8": 1}
    run = kypho("import", "old.cxq")
    assert run.out.splitlines()[0].endswith("0 rejected; names in tcvn3 (2 games), utf-8 (1 game)")
    assert run.err == ""
    assert "Đặng Sông Cầu" in kypho("search", "--player", "dang song cau").out


def test_usual_encodings_are_not_spoken_of(kypho: Kypho, tmp_path: Path):
    (tmp_path / "new.cxq").write_text(WHOLE, encoding="utf-8")
    assert "utf-8" not in kypho("import", "new.cxq").out


@pytest.mark.parametrize("verb", ["import", "check", "convert"])
def test_an_encoding_may_be_said(verb: str, kypho: Kypho, tmp_path: Path):
    (tmp_path / "old.cxq").write_bytes(in_tcvn3("Lờ"))
    doubt = "old.cxq:1:1: 'GAME Lê () vs An ()': windows-1258 is likely, the next is tcvn3; --encoding decides"
    assert kypho(verb, "old.cxq").err == f"{doubt} [bad-encoding]\n"
    run = kypho(verb, "old.cxq", "--encoding", "abc")
    assert run.err == ""
    assert verb != "convert" or "Red: Lờ" in run.out


@pytest.mark.parametrize("verb", ["import", "check", "convert"])
def test_an_encoding_that_is_not_known_is_refused(verb: str, kypho: Kypho, tmp_path: Path):
    run = kypho(verb, CLUB, "--encoding", "klingon")
    assert (run.status, run.out) == (1, "")
    assert run.err.startswith("kypho: no encoding 'klingon'; there are utf-8, windows-1258, tcvn3, vni, viscii, ")
    assert list(tmp_path.iterdir()) == []


def test_a_path_that_is_not_there_is_named_and_nothing_is_made(kypho: Kypho, tmp_path: Path):
    run = kypho("import", CLUB, "nowhere.cxq")
    assert (run.status, run.out, run.err) == (1, "", "kypho: there is no file or folder nowhere.cxq\n")
    assert list(tmp_path.iterdir()) == []


def test_of_a_folder_the_archives_of_games_are_taken(kypho: Kypho, tmp_path: Path):
    folder = tmp_path / "games"
    (folder / "old" / "older").mkdir(parents=True)
    taken = ["a.cxq", "old/b.WXF", "old/older/c.txt"]
    for number, name in enumerate([*taken, "d.pdf", ".hidden.cxq", "e", "old/SOURCE.txt"]):
        (folder / name).write_text(record("An", f"p{number}", movetext(line(number))), encoding="utf-8")
    report = json.loads(kypho("import", folder, "--json").out)
    assert [source["file"] for source in report["sources"]] == [str(folder / name) for name in taken]
    assert report["complete"] == 3


def test_a_file_that_is_named_is_taken_whatever_it_is_called(kypho: Kypho, tmp_path: Path):
    shutil.copy(CLUB, tmp_path / "games of the club")
    assert json.loads(kypho("import", "games of the club", "--json").out)["complete"] == 4


def test_a_dash_is_standard_input(kypho: Kypho):
    run = kypho("import", "-", stdin=CLUB.read_bytes())
    assert run.out.startswith("-: 4 found = 4 complete + ")
    assert games() == 4
    assert "Source   -:1\n" in kypho("show", 1).out


def test_an_empty_input_has_no_games(kypho: Kypho):
    assert kypho("import", "-").out.startswith("-: 0 found = 0 complete + 0 incomplete + 0 duplicate + 0 rejected\n")


@pytest.mark.parametrize("options", [["--db", "there.db"], []])
def test_the_archive_is_that_of_the_option_or_the_environment(
    options: list[str], kypho: Kypho, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("KYPHO_DB", "environment.db")
    kypho("import", CLUB, *options)
    assert [path.name for path in tmp_path.glob("*.db")] == ["there.db" if options else "environment.db"]


def test_check_reads_and_writes_nothing(kypho: Kypho, tmp_path: Path):
    run = kypho("check", DAMAGED)
    assert run.status == 0
    assert run.out.startswith(f"{DAMAGED}: 4 found = 2 complete + 1 incomplete + 0 duplicate + 1 rejected\n")
    assert len(run.err.splitlines()) == 2
    assert list(tmp_path.iterdir()) == []


def test_the_first_twenty_faults_are_printed_and_the_others_counted(kypho: Kypho, tmp_path: Path):
    (tmp_path / "empty.cxq").write_text(record("An", "Bình", "") * 25 + WHOLE, encoding="utf-8")
    few = kypho("check", "empty.cxq").err.splitlines()
    assert len(few) == 21
    assert few[20] == "... and 5 more faults (--all-faults prints them)"
    every = kypho("check", "empty.cxq", "--all-faults").err.splitlines()
    assert every[:20] == few[:20] and len(every) == 25


def test_an_archive_in_a_folder_that_is_not_there_is_refused(kypho: Kypho):
    run = kypho("import", CLUB, "--db", "nowhere/a.db")
    assert (run.status, run.err) == (1, "kypho: nowhere/a.db cannot be opened: unable to open database file\n")


def test_a_repaired_game_is_a_duplicate_that_the_report_tells_of(kypho: Kypho, tmp_path: Path):
    (tmp_path / "cut.cxq").write_text(WHOLE.replace(" }END", ""), encoding="utf-8")
    (tmp_path / "whole.cxq").write_text(WHOLE, encoding="utf-8")
    assert "repaired" not in kypho("import", "cut.cxq").out
    run = kypho("import", "whole.cxq")
    assert run.out.splitlines()[0] == (
        "whole.cxq: 1 found = 0 complete + 0 incomplete + 1 duplicate + 0 rejected, 1 repaired"
    )
    assert "1 duplicate + 0 rejected, 1 repaired   (" in run.out
    assert json.loads(kypho("import", "whole.cxq", "--json").out)["repaired"] == 0
    assert kypho("rejects", "list").err == "nothing was rejected\n"


def test_import_again_reads_anew_what_was_read_wrongly(kypho: Kypho, tmp_path: Path):
    (tmp_path / "a.txt").write_text("Red: An\nBlack: Ba\n\n1. P2-5 M8.7 2. M2.3 X9-8\n", encoding="utf-8")
    assert "0 complete" in kypho("import", "a.txt", "--from", "wxf").out
    assert "1 complete" in kypho("import", "a.txt", "--again").out
    assert "1 duplicate" in kypho("import", "a.txt", "--again").out
    assert games() == 1
    run = kypho("import", "-", "--again")
    assert (run.status, run.out) == (1, "")
    assert run.err == "kypho: --again reads files that were imported before; standard input is another each time\n"
