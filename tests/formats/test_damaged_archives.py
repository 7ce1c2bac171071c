"""Damaged archives by the table: the games, whether they are whole, the faults with their places, and closing sums."""

import io
from pathlib import Path

import pytest

from app.errors import Fault
from app.formats.decoding import Decoder
from app.ingest import Importer
from tests.formats.damaged_archives import ARCHIVES, Verdict
from tests.formats.format_cases import read, read_one

COLUMN_UNKNOWN = 0  # in the table: too far right to count


def told(fault: Fault, unknown: bool) -> tuple[str, int, int, int | None]:
    column = COLUMN_UNKNOWN if unknown else fault.place.column
    return fault.code, fault.place.line, column, fault.ply


@pytest.mark.parametrize(("text", "verdict"), ARCHIVES.values(), ids=ARCHIVES)
def test_a_damaged_archive_gives_what_is_expected(text: str, verdict: Verdict, tmp_path: Path) -> None:
    windows = Decoder().windows(io.BytesIO(text.encode()))
    readings, strays = read("".join(window.text for window in windows))
    games = [(one.game.red.name, one.game.result.value, one.game.plies, one.game.complete) for one in readings]
    assert games == verdict.games
    faults = [fault for one in readings for fault in one.game.faults] + [stray.fault for stray in strays]
    faults.sort(key=lambda fault: fault.place)
    unknown = any(column == COLUMN_UNKNOWN for _, _, column, _ in verdict.faults)
    assert [told(fault, unknown) for fault in faults] == verdict.faults

    (tmp_path / "a.cxq").write_bytes(text.encode())
    with Importer([str(tmp_path / "a.cxq")]) as importer:
        report = importer.look()
    counts = [report.total(name) for name in ("found", "complete", "incomplete", "rejected")]
    assert counts[0] == len(games) == sum(counts[1:])
    assert counts[1] == sum(complete for *_, complete in games)
    assert counts[3] == sum(plies == 0 for *_, plies, _ in games)


@pytest.mark.parametrize("name", [name for name, (_, verdict) in ARCHIVES.items() if verdict.games[-1][2] == 6])
def test_the_moves_of_the_game_behind_the_damage_are_the_right_ones(name: str) -> None:
    readings, _ = read(ARCHIVES[name][0].replace("\r", "\n"))
    whole = read_one("1. C2.5 h8+7 2. H2+3 r9.8 3. R1.2 h2+3").moves
    assert readings[-1].game.moves == whole


def test_nothing_of_a_header_leaks_into_the_next_game() -> None:
    for name, (text, _) in ARCHIVES.items():
        for one in read(text.replace("\r", "\n"))[0]:
            if one.game.red.name == "Chi":
                game = one.game
                assert (game.red.rating, game.black.name, game.ended_by) == (1800, "Du", None), name
                assert game.played is None or game.played.date == "2005-03-12", name


def test_there_are_enough_of_them() -> None:
    assert len(ARCHIVES) >= 45
