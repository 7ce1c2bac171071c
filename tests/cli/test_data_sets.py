"""kypho export --format parquet: what DuckDB and Polars answer is what the archive answers; a set is whole or not there."""

import sqlite3
from collections import Counter
from pathlib import Path

import duckdb
import polars as pl
import pytest

import app.formats
from app.board.fen import START_FEN, read_fen
from app.board.keys import key_of, mirror_board
from app.position import Position
from app.store.archive import Archive
from app.store.query import ALL, Query
from tests.cli.conftest import Kypho
from tests.formats.program_cases import DATA as PROGRAMS
from tests.store.made_games import ROOT


@pytest.fixture(scope="module")
def samples(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An archive of the samples."""
    from app.ingest import Importer

    path = tmp_path_factory.mktemp("samples") / "samples.db"
    with Importer([str(ROOT / "sample_games")]) as importer:
        importer.into(path)
    return path


@pytest.fixture
def at_samples(kypho: Kypho, samples: Path, monkeypatch: pytest.MonkeyPatch) -> Kypho:
    """Runs a command with that archive as the default one; `set` is a data set of all its games."""
    monkeypatch.setenv("KYPHO_DB", str(samples))
    assert kypho("export", "-f", "parquet", "-o", "set").status == 0
    return kypho


def parquet(table: str) -> str:
    return f"read_parquet('set/{table}/*/*.parquet', hive_partitioning = true)"


# ---------------------------------------------------------------- answers


def test_the_plies_are_those_of_the_view(at_samples: Kypho, samples: Path):
    asked = "SELECT game_id, ply, side, move FROM {} ORDER BY game_id, ply"
    with sqlite3.connect(samples) as database:
        expected = database.execute(asked.format("plies")).fetchall()
    database.close()
    assert duckdb.sql(asked.format(parquet("plies"))).fetchall() == expected
    columns = pl.scan_parquet("set/plies").select("game_id", "ply", "side", "move").sort("game_id", "ply").collect()
    assert columns.rows() == expected


def test_openings_score_the_same(at_samples: Kypho, samples: Path):
    with Archive.open(samples) as archive:
        expected = {(one.code, one.games, one.red_wins, one.draws, one.black_wins) for one in archive.openings(ALL)}
    won = "count(*) FILTER (result = '{}')"
    counts = ", ".join(won.format(result) for result in ("1-0", "1/2-1/2", "0-1"))
    assert (
        set(duckdb.sql(f"SELECT opening, count(*), {counts} FROM {parquet('games')} GROUP BY 1").fetchall()) == expected
    )
    results = [(pl.col("result") == result).sum().alias(result) for result in ("1-0", "1/2-1/2", "0-1")]
    found = pl.scan_parquet("set/games").group_by("opening").agg(pl.len(), *results).collect()
    assert set(found.rows()) == expected


def test_years_are_the_same_those_without_a_date_too(at_samples: Kypho, samples: Path):
    with Archive.open(samples) as archive:
        years = {year and int(year): count for year, count in archive.statistics().years if count}
        lengths: dict[int | None, list[int]] = {}
        for one in archive.find(ALL):
            lengths.setdefault(one.date and int(one.date[:4]), []).append(one.plies)
    expected = {year: (len(each), sum(each) / len(each)) for year, each in lengths.items()}
    assert None in years and len(years) > 3
    assert {year: count for year, (count, _) in expected.items()} == years
    found = duckdb.sql(f"SELECT year, count(*), avg(plies) FROM {parquet('games')} GROUP BY 1").fetchall()
    assert {year: (count, pytest.approx(mean)) for year, count, mean in found} == expected
    table = pl.scan_parquet("set/games", hive_partitioning=True)
    rows = table.group_by("year").agg(pl.len(), pl.col("plies").mean()).collect().rows()
    assert {year: (count, pytest.approx(mean)) for year, count, mean in rows} == expected


def test_opponents_are_the_same(at_samples: Kypho, samples: Path):
    with Archive.open(samples) as archive:
        counts = Counter(name for one in archive.find(ALL) for name in (one.red, one.black))
        name = next(name for name, _ in counts.most_common() if name)
        expected = Counter({opponent: score.games for opponent, score in archive.player(name).opponents})
    asked = f"""SELECT if(red = $1, black, red), count(*) FROM {parquet("games")} WHERE $1 IN (red, black) GROUP BY 1"""
    assert Counter(dict(duckdb.execute(asked, [name]).fetchall())) == expected
    games = pl.scan_parquet("set/games").filter((pl.col("red") == name) | (pl.col("black") == name))
    opponent = pl.when(pl.col("red") == name).then("black").otherwise("red").alias("opponent")
    assert Counter(dict(games.group_by(opponent).agg(pl.len()).collect().rows())) == expected


@pytest.mark.parametrize("moves", ["", "h2e2", "h2e2 h9g7", "b2e2 b9c7", "h2e2 h9g7 h0g2"])
@pytest.mark.parametrize("mirror", [True, False])
def test_the_games_that_had_a_position_are_the_same(at_samples: Kypho, samples: Path, moves: str, mirror: bool):
    position = Position.from_fen(START_FEN)
    for move in moves.split():
        position = position.play(position.read(move, "ucci"))
    with Archive.open(samples) as archive:
        expected = {one.id for one in archive.find(Query(position=position.fen(), mirror=mirror))}
    board, side = read_fen(position.fen())
    key, image = key_of(board, side), key_of(mirror_board(board), side)
    clause = "key = $1" if mirror else f"key = $1 AND mirrored = {image < key}"
    found = duckdb.execute(f"SELECT DISTINCT game_id FROM {parquet('positions')} WHERE {clause}", [min(key, image)])
    assert {game_id for (game_id,) in found.fetchall()} == expected
    assert expected


def test_every_filter_of_export_counts(at_samples: Kypho):
    some = at_samples("search", "--result", "1-0", "--min-plies", "40", "--json").out.splitlines()
    assert at_samples("export", "--result", "1-0", "--min-plies", "40", "-f", "parquet", "-o", "some").status == 0
    games, plies = (pl.scan_parquet(f"some/{table}").collect() for table in ("games", "plies"))
    assert 0 < len(games) < len(pl.scan_parquet("set/games").collect())
    assert set(games["result"]) == {"1-0"} and games["plies"].min() >= 40
    assert set(plies["game_id"]) == set(games["id"]) and some


# ---------------------------------------------------------------- whole or not there


def test_a_folder_with_something_in_it_is_refused(at_club: Kypho):
    Path("kept").mkdir()
    Path("kept/letter.txt").write_text("dear")
    run = at_club("export", "-f", "parquet", "-o", "kept")
    assert (run.status, run.out) == (1, "")
    assert run.err == "kypho: kept is not empty: name a new folder with -o, or remove that one first\n"
    assert [path.name for path in Path().iterdir()] == ["kept"]
    assert Path("kept/letter.txt").read_text() == "dear"


def test_a_file_is_refused_and_nothing_named_too(at_club: Kypho):
    Path("a.parquet").write_text("mine")
    run = at_club("export", "-f", "parquet", "-o", "a.parquet")
    assert run.status == 1 and "a.parquet is a file, and parquet a folder" in run.err
    assert Path("a.parquet").read_text() == "mine"
    run = at_club("export", "-f", "parquet")
    assert (run.status, run.err) == (1, "kypho: parquet is a folder of files: name a new one with -o\n")


def test_an_empty_folder_and_one_that_is_not_there_are_taken(at_club: Kypho):
    Path("empty").mkdir()
    for name in ("empty", "new/deep"):
        assert at_club("export", "-f", "parquet", "-o", name).status == 0
        assert {path.name for path in Path(name).iterdir()} == {"games", "plies", "positions"}
    assert {path.name for path in Path().iterdir()} == {"empty", "new"}


@pytest.mark.parametrize(("broken", "status"), [(KeyboardInterrupt, 130), (OSError(28, "No space left on device"), 1)])
def test_what_is_interrupted_leaves_nothing(at_club: Kypho, broken: BaseException, status: int, monkeypatch):
    games = Archive.games

    def some(archive: Archive, query: Query):
        for number, one in enumerate(games(archive, query)):
            if number == 5:
                raise broken
            yield one

    monkeypatch.setattr(Archive, "games", some)
    assert at_club("export", "-f", "parquet", "-o", "set").status == status
    assert list(Path().iterdir()) == []


def test_without_pyarrow_it_is_said_what_to_install(at_club: Kypho, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(app.formats, "find_spec", lambda name: None)
    run = at_club("export", "-f", "parquet", "-o", "set")
    assert (run.status, run.out) == (1, "")
    assert run.err == "kypho: to write parquet takes pyarrow: pip install 'kypho[parquet]'\n"
    assert list(Path().iterdir()) == []


def test_no_game_is_a_set_that_can_be_asked(at_club: Kypho):
    run = at_club("export", "--player", "nobody at all", "-f", "parquet", "-o", "set")
    assert run.status == 0
    assert duckdb.sql(f"SELECT count(*), max(year) FROM {parquet('games')}").fetchall() == [(0, None)]


def test_variations_are_left_out_and_counted(kypho: Kypho):
    run = kypho("convert", PROGRAMS / "v12-tree.xqf", "-f", "parquet", "-o", "set")
    assert run.status == 0
    assert "left out: " in run.err and "variation" in run.err and "the format parquet cannot carry them" in run.err
