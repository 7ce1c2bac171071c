"""A data set holds the games as they are, row by row, however its files are cut."""

import random
from collections.abc import Iterator
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from app.board.engine import PLAIN, Engine, engine_for
from app.board.fen import SIDES, START_FEN, read_fen
from app.board.keys import key_of, mirror_board
from app.formats.parquet import writer
from app.formats.parquet.columns import tables_of
from app.formats.parquet.schema import TABLES
from app.formats.parquet.writer import UNDATED, write_folder
from app.games.game import Game
from app.games.result import Ending, Result
from tests.store.made_games import BLACK_BEGINS, after, game, line

Numbered = list[tuple[int, Game]]


def made_games() -> Numbered:
    """Games of nine years and none, short and long, from two starts, without moves too."""
    chance, found = random.Random(5), []
    for number in range(1, 121):
        fen = BLACK_BEGINS if number % 7 == 0 else None
        moves = line(number % 10, chance.randrange(24), fen or START_FEN)
        date = None if number % 10 == 0 else f"{2000 + number % 10}-03-{number % 28 + 1:02}"
        found.append((2 * number, game(f"red{number % 5}", "Bình", moves, date, start_fen=fen)))
    return found


def rows_of(folder: Path, table: str) -> list[dict]:
    """The rows of all files of a table, each with its year as the folder says, by game and ply."""
    rows = []
    for file in sorted((folder / table).rglob("*.parquet")):
        year = file.parent.name.removeprefix("year=")
        rows += [{"year": year, **row} for row in pq.ParquetFile(file).read().to_pylist()]
    return sorted(rows, key=lambda row: (row.get("id") or row["game_id"], row.get("ply", 0)))


def positions_of(found: Game) -> Iterator[tuple[int, bool]]:
    """The key of each position or its image, whichever is less, and whether it is the image's: counted on the board."""
    board, side = read_fen(found.start_fen or START_FEN)
    for ply in range(found.plies + 1):
        if ply:
            board, side = after(board, found.moves[2 * ply - 2], found.moves[2 * ply - 1]), 1 - side
        key, image = key_of(board, side), key_of(mirror_board(board), side)
        yield min(key, image), image < key


def check(folder: Path, games: Numbered) -> None:
    """Hold all tables against the games."""
    years = {number: one.played.date[:4] if one.played else UNDATED for number, one in games}
    assert [(row["id"], row["year"], row["red"], row["plies"]) for row in rows_of(folder, "games")] == [
        (number, years[number], one.red.name, one.plies) for number, one in games
    ]
    assert [tuple(row.values()) for row in rows_of(folder, "plies")] == [
        (years[number], number, ply + 1, SIDES[(one.first_side + ply) % 2], move)
        for number, one in games
        for ply, move in enumerate(texts(one))
    ]
    assert [tuple(row.values()) for row in rows_of(folder, "positions")] == [
        (years[number], number, ply, *position)
        for number, one in games
        for ply, position in enumerate(positions_of(one))
    ]


def texts(found: Game) -> list[str]:
    points = [f"{'abcdefghi'[point % 9]}{point // 9}" for point in found.moves]
    return [f"{start}-{end}" for start, end in zip(points[0::2], points[1::2], strict=True)]


def test_each_table_holds_the_games(tmp_path: Path):
    write_folder(made_games(), tmp_path)
    check(tmp_path, made_games())
    assert len(list(tmp_path.rglob("*.parquet"))) == 3 * 10  # one file a table and year


@pytest.mark.parametrize(
    ("name", "value"), [("BATCH", 7), ("GROUP", 5), ("HELD", 2000), ("HELD", 1), ("OPEN", 0), ("OPEN", 2)]
)
def test_however_small_the_pieces_no_row_is_lost(
    name: str, value: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(writer, "BATCH", 7)
    monkeypatch.setattr(writer, name, value)
    if name == "OPEN":
        monkeypatch.setattr(writer, "HELD", 1)
    write_folder(made_games(), tmp_path)
    check(tmp_path, made_games())


def test_a_file_ends_after_so_many_row_groups(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    for name, value in (("BATCH", 7), ("HELD", 1), ("GROUPS", 2)):
        monkeypatch.setattr(writer, name, value)
    write_folder(made_games(), tmp_path)
    check(tmp_path, made_games())
    files = list((tmp_path / "plies").rglob("*.parquet"))
    assert len(files) > 10
    assert max(pq.ParquetFile(file).num_row_groups for file in files) == 2


def test_a_row_group_is_no_larger_than_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(writer, "GROUP", 50)
    write_folder(made_games(), tmp_path)
    for file in tmp_path.rglob("*.parquet"):
        meta = pq.ParquetFile(file).metadata
        assert max(meta.row_group(n).num_rows for n in range(meta.num_row_groups)) <= 50


def test_files_are_closed_when_games_fail_to_come(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(writer, "BATCH", 7)

    def broken() -> Iterator[tuple[int, Game]]:
        yield from made_games()
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write_folder(broken(), tmp_path)


def test_no_games_are_tables_without_rows(tmp_path: Path):
    write_folder([], tmp_path)
    for name, kept in TABLES.items():
        (file,) = (tmp_path / name).rglob("*.parquet")
        assert file.parent.name == f"year={UNDATED}"
        assert pq.ParquetFile(file).schema_arrow.names == kept.schema.names
        assert rows_of(tmp_path, name) == []


def test_all_of_a_game_is_in_its_row():
    one = game("An", "Bình", line(1, 9), "2007-10", ratings=(2100, None))
    one.result, one.ending, one.ended_by = Result.RED, Ending.TIME, 1
    one.event, one.site, one.author, one.time_control = "Giải", "Huế", "PlayOK", "10m+5s"
    one.black.clock, one.headers, one.comments = -3, {"Đài": "một"}, {0: "trước", 4: "hay"}
    (row,) = tables_of([(3, one)], PLAIN)["games"].to_pylist()
    assert str(row.pop("date")) == "2007-10-01"
    assert row == {
        "id": 3, "red": "An", "black": "Bình", "red_rating": 2100, "black_rating": None, "result": "1-0",
        "ending": "time", "ended_by": "black", "date_precision": "month", "time": None, "zone": None, "event": "Giải",
        "site": "Huế", "author": "PlayOK", "time_control": "10m+5s", "red_clock": None, "black_clock": -3, "plies": 9,
        "complete": True, "opening": row["opening"], "source": one.place.file, "line": one.place.line,
        "start_fen": None, "headers": [("Đài", "một")], "comments": [(0, "trước"), (4, "hay")],
    }  # fmt: skip


@pytest.mark.parametrize(
    ("date", "day", "precision"), [("1987", "1987-01-01", "year"), ("0987-02-28", "0987-02-28", "day")]
)
def test_a_date_is_its_first_day_and_says_how_much_is_known(date: str, day: str, precision: str):
    (row,) = tables_of([(1, game(moves=line(1, 2), date=date))], PLAIN)["games"].to_pylist()
    assert (str(row["date"]), row["date_precision"]) == (day, precision)


def test_both_forms_of_the_kernel_make_the_same_columns(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("KYPHO_KERNEL", "compiled")
    compiled: Engine = engine_for(1)
    try:
        found = tables_of(made_games(), compiled)
    finally:
        compiled.close()
    assert found == tables_of(made_games(), PLAIN)


def test_columns_are_what_the_schema_says():
    for name, rows in tables_of(made_games(), PLAIN).items():
        assert isinstance(rows, pa.Table)
        rows.validate(full=True)
        assert rows.schema == TABLES[name].schema
