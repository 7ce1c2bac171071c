"""kypho convert: from any file to any notation and format, without an archive."""

import csv
import io
import json
from pathlib import Path

from tests.cli.conftest import Kypho
from tests.store.made_games import DATA

CLUB, DAMAGED = DATA / "club.cxq", DATA / "damaged.cxq"


def test_games_are_written_one_after_another_and_no_archive_is_made(kypho: Kypho, tmp_path: Path):
    run = kypho("convert", CLUB, "--format", "jsonl", "--notation", "uci")
    games = [json.loads(line) for line in run.out.splitlines()]
    assert [game["id"] for game in games] == [1, 2, 3, 4]
    assert games[3]["moves"] == ["e10f10", "d1e1", "e9f8", "i1i6", "f8e9"]
    assert (run.status, run.err) == (0, "")
    assert list(tmp_path.iterdir()) == []


def test_faults_are_told_beside_the_games(kypho: Kypho):
    run = kypho("convert", DAMAGED, "-f", "csv", "-n", "wxf")
    rows = list(csv.DictReader(io.StringIO(run.out)))
    assert [(row["black"], row["complete"], row["moves"]) for row in rows][2] == ("Cúc", "0", "C2.5 H8+7 H2+3 R9.8")
    assert [line.rpartition(" ")[2] for line in run.err.splitlines()] == ["[illegal-move]", "[no-moves]"]


def test_standard_input_is_read_and_a_file_written(kypho: Kypho, tmp_path: Path):
    run = kypho("convert", "-", "-n", "chinese", "-o", "out.txt", stdin=b"1. C2.5 h8+7 2. P7+1\n")
    assert (run.status, run.out, run.err) == (0, "", "")
    assert (tmp_path / "out.txt").read_text(encoding="utf-8").strip() == "1. 炮二平五 马８进７  2. 兵七进一"
    assert [path.name for path in tmp_path.iterdir()] == ["out.txt"]


def test_there_and_back_is_the_same_text(kypho: Kypho, tmp_path: Path):
    chinese = kypho("convert", CLUB, "-n", "chinese").out
    (tmp_path / "chinese.txt").write_text(chinese, encoding="utf-8")
    assert kypho("convert", "chinese.txt").out == kypho("convert", CLUB).out


def test_what_is_not_there_is_named(kypho: Kypho):
    assert kypho("convert", "nowhere").err == "kypho: there is no file or folder nowhere\n"
    assert kypho("convert", CLUB, "-f", "pdf").err.startswith("kypho: no format 'pdf' to write; there are moves, cxq, ")
    assert kypho("convert", CLUB, "-n", "wfx").err.startswith("kypho: no notation 'wfx'; there are wxf, ")
    assert kypho("convert", CLUB, "--from", "wfx").err.startswith("kypho: no notation 'wfx'; there are wxf, ")


TREE = b'[Event "x"]\n[Red "\xe6\xb4\xaa\xe6\x99\xba"]\n1. C2.5 {a} H8+7 (1... H2+3 {b} 2. H2+3) (1... C8.5) 2. H2+3\n'


def test_what_a_format_cannot_carry_is_told_at_the_end(kypho: Kypho):
    run = kypho("convert", "-", "-n", "wxf", stdin=TREE)
    assert run.err == "left out: 2 variations, 2 comments (the format moves cannot carry them)\n"
    assert kypho("convert", "-", "-f", "pgn", stdin=TREE).err == ""


def test_pgn_is_in_chinese_unless_another_notation_is_named(kypho: Kypho):
    assert "\n1. 炮二平五 {a} 1... 马８进７ (" in kypho("convert", "-", "-f", "pgn", stdin=TREE).out
    assert "\n1. H2-E2 {a} 1... H9-G7 (" in kypho("convert", "-", "-f", "pgn", "-n", "iccs", stdin=TREE).out
    assert "\n1. Che2 {a} 1... Hg7 (" in kypho("convert", "-", "-f", "pgn-xboard", stdin=TREE).out


def test_a_file_is_written_in_another_encoding(kypho: Kypho, tmp_path: Path):
    run = kypho("convert", "-", "-f", "pgn", "--write-encoding", "gbk", "-o", "a.pgn", stdin=TREE)
    assert (run.status, run.err) == (0, "")
    assert '[Red "洪智"]' in (tmp_path / "a.pgn").read_text(encoding="gb18030")
    assert kypho("convert", "a.pgn", "-f", "pgn").out == kypho("convert", "-", "-f", "pgn", stdin=TREE).out


def test_a_sign_without_a_code_is_named_and_no_file_left(kypho: Kypho, tmp_path: Path):
    run = kypho("convert", "-", "-f", "pgn", "--write-encoding", "latin-1", "-o", "a.pgn", stdin=TREE)
    assert run.status == 1
    assert run.err == "kypho: iso8859-1 has no code for '洪' (U+6D2A); utf-8 and gb18030 have\n"
    assert list(tmp_path.iterdir()) == []
    assert kypho("convert", CLUB, "--write-encoding", "klingon").err == "kypho: no encoding 'klingon' to write\n"
    assert kypho("convert", CLUB, "--write-encoding", "base64").status == 1
