"""What the database itself knows: the view of plies, its references, its conditions."""

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.board.fen import START_FEN
from app.notation import write_games
from app.store.archive import Archive
from tests.store.made_games import BLACK_BEGINS, add, game, line

POINTS = {point: f"{'abcdefghi'[point % 9]}{point // 9}" for point in range(90)}


@pytest.fixture
def database(archive: Archive, path: Path) -> Iterator[sqlite3.Connection]:
    add(archive, "a.cxq", game(moves=line(1), at=1), game(moves=line(2, 9), complete=False, at=50))
    add(archive, "b.cxq", game(moves=line(1), at=7))
    opened = sqlite3.connect(path)
    opened.execute("PRAGMA foreign_keys = ON")
    yield opened
    opened.close()


def plies(path: Path, game_id: int) -> list[tuple[int, str, str]]:
    opened = sqlite3.connect(path)
    rows = opened.execute("SELECT ply, side, move FROM plies WHERE game_id = ? ORDER BY ply", (game_id,)).fetchall()
    opened.close()
    return rows


def test_the_view_of_plies_is_empty_in_an_empty_archive(archive: Archive, path: Path):
    assert plies(path, 1) == []


@pytest.mark.parametrize(
    ("fen", "first", "second"),
    [(None, "red", "black"), (BLACK_BEGINS, "black", "red"), (BLACK_BEGINS.replace(" b ", " w "), "red", "black")],
)
def test_the_view_of_plies_shows_ply_side_and_coordinates(
    fen: str | None, first: str, second: str, archive: Archive, path: Path
):
    moves = line(3, 31, fen or START_FEN)
    add(archive, "a.cxq", game(moves=line(4, 44)), game(start_fen=fen, moves=moves, at=9))
    ((texts),) = write_games("iccs", [(fen, moves)])
    sides = [first, second] * 16
    assert plies(path, 2) == [(n + 1, sides[n], text.lower()) for n, text in enumerate(texts)]


def test_the_view_of_plies_names_every_point(archive: Archive, path: Path):
    moves = bytes(point for point in range(90) for _ in range(2))
    add(archive, "a.cxq", game(moves=moves))
    assert [move for _, _, move in plies(path, 1)] == [f"{POINTS[point]}-{POINTS[point]}" for point in range(90)]


def test_the_view_has_as_many_rows_as_the_games_have_plies(database: sqlite3.Connection):
    assert database.execute("SELECT count(*) FROM plies").fetchone() == (69,)
    assert database.execute("SELECT sum(plies) FROM games").fetchone() == (69,)


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE games SET red_id = 99",
        "UPDATE games SET black_id = 99",
        "UPDATE games SET event_id = 99",
        "UPDATE games SET source_id = 99",
        "UPDATE copies SET game_id = 99",
        "UPDATE rejects SET source_id = 99",
        "DELETE FROM players",
        "DELETE FROM sources",
    ],
)
def test_no_row_may_refer_to_one_that_is_not_there(change: str, database: sqlite3.Connection):
    with pytest.raises(sqlite3.IntegrityError, match="FOREIGN KEY"):
        database.execute(change)


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE games SET result = '2-0'",
        "UPDATE games SET plies = plies + 1",
        "UPDATE games SET moves = x'0000'",
        "UPDATE games SET moves = NULL",
        "UPDATE players SET name = 'An'",
        "INSERT INTO sources (path, name, imported_at, version) SELECT path, name, imported_at, version FROM sources",
    ],
)
def test_no_row_may_say_what_cannot_be(change: str, database: sqlite3.Connection):
    with pytest.raises(sqlite3.IntegrityError):
        database.execute(change)


def test_the_archive_minds_references(archive: Archive):
    with archive._writing() as connection:
        assert connection.exec_driver_sql("PRAGMA foreign_keys").scalar() == 1


def test_what_is_known_of_a_game_goes_with_it(database: sqlite3.Connection):
    assert [row[0] for row in database.execute("SELECT game_id FROM copies UNION SELECT game_id FROM rejects")] == [
        1,
        2,
    ]
    database.execute("DELETE FROM games")
    assert (
        database.execute("SELECT * FROM copies").fetchall()
        == database.execute("SELECT * FROM rejects").fetchall()
        == []
    )
