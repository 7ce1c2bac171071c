"""kypho rejects: the text that did not become a game comes out again, and goes in when it is mended."""

import csv
import io
import json
from pathlib import Path

from app.store.archive import Archive
from tests.cli.conftest import Kypho
from tests.store.made_games import DATA, line, movetext, record

EMPTY = record("An", "Bình", "")
CUT = record("Cúc", "Dũng", movetext(line(1)[:60]), end="")
WRONG = record("Ếch", "Giang", movetext(line(2)[:20]) + " R1.1 h8+7")


def listed(kypho: Kypho, *filters: object) -> list[dict]:
    return json.loads(kypho("rejects", "list", "--json", *filters).out)


def test_list_names_the_place_the_game_and_what_is_wrong(at_club: Kypho):
    run = at_club("rejects", "list")
    assert run.out.splitlines()[0].split() == ["id", "source", "line", "game", "why"]
    file = DATA / "damaged.cxq"
    assert [line.split(maxsplit=4) for line in run.out.splitlines()[1:3]] == [
        ["1", "damaged.cxq", "13", "6", f"{file}:17:33, ply 5: 'R1.5': the chariot would land on a red king [illegal-move]"],
        ["2", "damaged.cxq", "18", f"{file}:18:1:", "the record has no moves [no-moves]"],
    ]  # fmt: skip


def test_list_by_source_and_code_as_json_and_csv(at_club: Kypho):
    assert [row["code"] for row in listed(at_club)] == ["illegal-move", "no-moves", "cut-off"]
    assert [row["id"] for row in listed(at_club, "--code", "no-moves")] == [2]
    assert [row["id"] for row in listed(at_club, "--source", "thienlac.cxq")] == [3]
    assert [row["id"] for row in listed(at_club, "--source", DATA / "damaged.cxq")] == [1, 2]
    assert listed(at_club, "--source", "thienlac.cxq", "--code", "no-moves") == []
    (row,) = csv.DictReader(io.StringIO(at_club("rejects", "list", "--csv", "--code", "no-moves").out))
    assert row == {key: "" if value is None else str(value) for key, value in listed(at_club)[1].items()}


def test_a_limit_says_that_there_are_more(at_club: Kypho):
    run = at_club("rejects", "list", "--limit", 2)
    assert len(run.out.splitlines()) == 3
    assert run.err == "the first 2; --limit N shows more\n"
    assert at_club("rejects", "list", "--limit", 3).err == ""


def test_show_prints_the_message_and_the_text(at_club: Kypho):
    run = at_club("rejects", "show", 1)
    head, message, empty, *text = run.out.splitlines()
    assert head == "Reject 1   damaged.cxq:13   game 6"
    assert message == listed(at_club)[0]["message"]
    assert empty == ""
    assert text == (DATA / "damaged.cxq").read_text(encoding="utf-8").splitlines()[12:17]
    assert json.loads(at_club("rejects", "show", 1, "--json").out)["text"].splitlines() == text


def test_nothing_rejected_is_said(kypho: Kypho):
    kypho("import", DATA / "club.cxq")
    for words in (["list"], ["export"]):
        run = kypho("rejects", *words)
        assert (run.status, run.out, run.err) == (0, "", "nothing was rejected\n")


def test_what_is_exported_is_rejected_again_in_the_same_way(kypho: Kypho, tmp_path: Path):
    (tmp_path / "a.cxq").write_text(EMPTY + CUT + record("H", "I", movetext(line(3))) + WRONG, encoding="utf-8")
    kypho("import", "a.cxq")
    before = [(row["code"], row["game"]) for row in listed(kypho)]
    assert [code for code, _ in before] == ["no-moves", "cut-off", "illegal-move"]
    assert kypho("rejects", "export", "-o", "mend.cxq").status == 0
    run = kypho("check", "mend.cxq")
    assert run.out.startswith("mend.cxq: 3 found = 0 complete + 2 incomplete + 0 duplicate + 1 rejected")
    assert (tmp_path / "mend.cxq").read_text(encoding="utf-8") == kypho("rejects", "export").out
    assert kypho("rejects", "export", 1).out == EMPTY + "\n"


def test_a_file_that_was_exported_and_mended_takes_the_place_of_what_was_cut(kypho: Kypho, tmp_path: Path):
    (tmp_path / "a.cxq").write_text(CUT, encoding="utf-8")
    kypho("import", "a.cxq")
    text = kypho("rejects", "export").out.rstrip()
    (tmp_path / "mend.cxq").write_text(f"{text} }}END", encoding="utf-8")
    assert "1 duplicate" in kypho("import", "mend.cxq").out
    assert listed(kypho) == []
    with Archive.open("kypho.db") as archive:
        assert archive.game(1).game.complete


# ---------------------------------------------------------------- standard input


def test_what_was_rejected_from_standard_input_stays_when_other_text_comes(kypho: Kypho):
    kypho("import", "-", stdin=EMPTY.encode())
    kypho("import", "-", stdin=(EMPTY.replace("An", "Ba")).encode())
    assert [(row["source"], row["line"]) for row in listed(kypho)] == [("-", 1), ("-2", 1)]
    assert [row["id"] for row in listed(kypho, "--source", "-2")] == [2]
    assert "Ba" in kypho("rejects", "show", 2).out


def test_the_same_text_from_standard_input_adds_nothing(kypho: Kypho):
    text = (EMPTY + CUT + record("H", "I", movetext(line(3))) + record("H", "I", movetext(line(3)))).encode()
    kypho("import", "-", stdin=text)
    before, figures = listed(kypho), json.loads(kypho("db", "info", "--json").out)
    kypho("import", "-", stdin=EMPTY.encode())
    kypho("import", "-", stdin=text)
    again = listed(kypho, "--source", "-")
    assert [row | {"id": 0} for row in again] == [row | {"id": 0} for row in before]
    counts = json.loads(kypho("db", "info", "--json").out)
    assert (counts["sources"], counts["games"], counts["copies"]) == (2, figures["games"], figures["copies"])


def test_a_file_named_twice_is_one_source_whose_rejects_are_kept_once(kypho: Kypho, tmp_path: Path):
    (tmp_path / "a.cxq").write_text(EMPTY, encoding="utf-8")
    kypho("import", "a.cxq", "a.cxq")
    assert len(listed(kypho)) == 1
