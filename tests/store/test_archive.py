"""What goes into an archive comes out of it; its players in figures; what its check finds."""

import sqlite3
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from app.board.fen import START_FEN
from app.errors import ArchiveError, Place, QueryError
from app.games.date import PlayedAt
from app.games.game import Game, Seat
from app.games.result import Ending, Result
from app.ingest import Importer
from app.store.archive import Archive
from app.store.people import Player
from app.store.profiles import Score
from app.store.query import Query
from tests.store.made_games import BLACK_BEGINS, DATA, add, game, line, read

FULL = Game(
    Place("a.cxq", 12),
    Seat("Đặng Văn An", 2720, -1),
    Seat("gackiem_____", 99999, 5999999),
    Result.BLACK,
    Ending.RESIGNATION,
    0,
    PlayedAt("2007-10-24", "00:55:48", "CDT"),
    "Giải Hà Nội",
    "http://www.clubxiangqi.com",
    "CXQ",
    "25m/300s/30s",
    BLACK_BEGINS,
    line(4, 30, BLACK_BEGINS),
    True,
    {"TABLE": "14", "RESULT": '0-1 (weather:"x")', "REFEREE": "Trần\tƯớc"},
    {0: "before", 1: "nước hay", 30: "đầu hàng 🏆"},
)


def put(path: Path, sql: str) -> None:
    """Change a row behind the archive's back."""
    database = sqlite3.connect(path)
    database.execute(sql)
    database.commit()
    database.close()


# ---------------------------------------------------------------- there and back


@pytest.mark.parametrize(
    "one",
    [
        FULL,
        game("", "", line(1)),
        game("2386", "vs", line(1), date="2007"),
        game("An", "An", line(1), date="2007-10", ratings=(0, None), ended_by=1, ending=Ending.LIMIT),
        *(game(moves=line(1), result=result) for result in Result),
        *(game(moves=line(1), ending=ending) for ending in Ending),
    ],
)
def test_a_game_comes_out_as_it_went_in(one: Game, archive: Archive):
    add(archive, "folder/made.cxq", one)
    name = Place("made.cxq", one.place.line)
    assert archive.game(1).game == replace(one, place=name)
    assert list(archive.games(Query())) == [(1, replace(one, place=name))]


@pytest.mark.parametrize("file", sorted(DATA.glob("*.cxq")), ids=lambda file: file.stem)
def test_games_of_a_file_come_out_as_they_were_read(file: Path, path: Path):
    with Importer([str(file)]) as importer:
        importer.into(path)
    expected = [one for one in read(file.read_text(encoding="utf-8"), file.name) if one.moves]
    with Archive.open(path) as archive:
        found = [one for _, one in archive.games(Query(sort="id"))]
    for one in expected:
        one.faults = []
    # A game that comes twice comes out once.
    assert found == [
        one for number, one in enumerate(expected) if one.moves not in [e.moves for e in expected[:number]]
    ]


def test_a_search_says_the_same_as_the_game(archive: Archive):
    add(archive, "a.cxq", FULL)
    (found,) = archive.find(Query())
    assert (found.red, found.red_rating, found.black, found.black_rating) == (
        "Đặng Văn An",
        2720,
        "gackiem_____",
        99999,
    )
    assert (found.result, found.ending, found.date, found.event) == ("0-1", "resignation", "2007-10-24", "Giải Hà Nội")
    assert (found.plies, found.complete, found.source, found.line) == (30, True, "a.cxq", 12)


def test_a_game_that_is_not_there_is_named(archive: Archive, path: Path):
    with pytest.raises(QueryError) as refusal:
        archive.game(7)
    assert str(refusal.value) == f"there is no game 7 in {path}"


@pytest.mark.parametrize("number", [10**30, -(10**30)])
def test_a_number_beyond_all_numbers_is_a_game_that_is_not_there(number: int, archive: Archive):
    with pytest.raises(QueryError, match=f"there is no game {number}"):
        archive.game(number)


def test_counts_are_those_of_the_rows(archive: Archive):
    assert archive.counts() == {
        "events": 0, "players": 0, "aliases": 0, "sources": 0, "games": 0, "copies": 0, "rejects": 0, "variations": 0,
        "incomplete": 0, "plies": 0,
        "first": None, "last": None, "version": archive.counts()["version"],
    }  # fmt: skip
    add(archive, "a.cxq", FULL, game(moves=line(1, 20), complete=False, date="2009-01"), game())
    add(archive, "b.cxq", replace(FULL, place=Place("b.cxq", 1)))
    assert archive.counts() == {
        "events": 1, "players": 4, "aliases": 0, "sources": 2, "games": 2, "copies": 1, "rejects": 2, "variations": 0,
        "incomplete": 1, "plies": 50,
        "first": "2007-10-24", "last": "2009-01", "version": archive.counts()["version"],
    }  # fmt: skip


# ---------------------------------------------------------------- players

RESULTS = (Result.RED, Result.RED, Result.BLACK, Result.DRAW, Result.UNKNOWN)


@pytest.fixture
def club(archive: Archive) -> list[Game]:
    """Forty games of five players, two of whom are called alike."""
    names = ["Đặng An", "dang an", "Nguyễn Bình", "Cúc", "Dung_1"]
    games = []
    for number in range(40):
        red, black = names[number % 5], names[(number * 3 + 1) % 5]
        if {red, black} <= {"Đặng An", "dang an"}:
            black = "Cúc"
        if red == black:
            black = "Đặng An"
        date = [None, "2007", "2007-10", f"2008-01-{number % 28 + 1:02}"][number % 4]
        ratings = (1900 + number * 7 % 300 if number % 3 else None, 2000 - number * 11 % 200)
        result = RESULTS[number % 5]
        games.append(game(red, black, line(number % 9, 20), date, at=number, ratings=ratings, result=result))
    for one in games:
        add(archive, f"{one.place.line}.cxq", one)
    assert archive.counts()["copies"] == 0
    return games


def score(results: list[tuple[Result, int]]) -> tuple[int, int, int, int]:
    """Wins, draws, losses and unknown of results seen from a side."""
    won = sum(result == (Result.RED, Result.BLACK)[side] for result, side in results)
    drawn = sum(result is Result.DRAW for result, _ in results)
    unknown = sum(result is Result.UNKNOWN for result, _ in results)
    return won, drawn, len(results) - won - drawn - unknown, unknown


def seats_of(games: list[Game], names: set[str]) -> list[tuple[Game, int]]:
    """Each game of a player with the side he sat on."""
    return [(one, side) for one in games for side in (0, 1) if one.seats[side].name in names]


def dates(seats: list[tuple[Game, int]]) -> list[str]:
    return sorted(one.played.date for one, _ in seats if one.played)


def test_the_list_of_players_counts_what_a_loop_counts(archive: Archive, club: list[Game]):
    expected = []
    for name in {seat.name for one in club for seat in one.seats}:
        seats = seats_of(club, {name})
        won, drawn, lost, _ = score([(one.result, side) for one, side in seats])
        rating = max(one.seats[side].rating or 0 for one, side in seats)
        expected.append(Player(name, len(seats), won, drawn, lost, rating, dates(seats)[0], dates(seats)[-1]))
    found = archive.players()
    assert sorted(found, key=str) == sorted(expected, key=str)
    assert [player.games for player in found] == sorted((player.games for player in found), reverse=True)


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("DANG", {"Đặng An", "dang an"}),
        ("_", set()),
        ("g_1", {"Dung_1"}),
        ("%", set()),
        ("ú", {"Cúc", "Dung_1", "Nguyễn Bình"}),
        ("", {"Đặng An", "dang an", "Nguyễn Bình", "Cúc", "Dung_1"}),
    ],
)
@pytest.mark.usefixtures("club")
def test_the_list_of_players_may_be_of_those_with_a_text_in_their_names(text: str, names: set[str], archive: Archive):
    assert {player.name for player in archive.players(text)} == names


@pytest.mark.usefixtures("club")
def test_the_list_of_players_ends_where_it_is_told_to(archive: Archive):
    assert archive.players(limit=2) == archive.players()[:2]
    assert archive.players(limit=0) == []


@pytest.mark.parametrize(
    ("asked", "names"),
    [
        ("Đặng An", {"Đặng An"}),
        ("dang an", {"dang an"}),
        ("DANG AN", {"Đặng An", "dang an"}),
        ("bình", {"Nguyễn Bình"}),
        ("cuc", {"Cúc"}),
    ],
)
def test_a_player_in_figures_is_what_a_loop_finds(asked: str, names: set[str], archive: Archive, club: list[Game]):
    profile, seats = archive.player(asked), seats_of(club, names)
    assert profile.names == sorted(names)
    for side, found in enumerate((profile.as_red, profile.as_black)):
        results = [(one.result, own) for one, own in seats if own == side]
        assert (found.wins, found.draws, found.losses, found.unknown) == score(results)
        assert found.games == len(results)
    assert (profile.first, profile.last) == (dates(seats)[0], dates(seats)[-1])
    rated = [(one.played.date, one.seats[side].rating) for one, side in seats if one.played]
    assert sorted(profile.ratings) == sorted((date, rating) for date, rating in rated if rating is not None)
    assert [date for date, _ in profile.ratings] == sorted(date for date, _ in profile.ratings)
    met = {one.seats[1 - side].name for one, side in seats}
    expected = {
        other: score([(one.result, side) for one, side in seats if one.seats[1 - side].name == other]) for other in met
    }
    assert dict(profile.opponents) == {other: Score(*figures) for other, figures in expected.items()}
    numbers = [found.games for _, found in profile.opponents]
    assert numbers == sorted(numbers, reverse=True)


def test_opponents_are_the_ten_most_frequent(archive: Archive):
    for number in range(12):
        add(archive, f"{number}.cxq", *(game("An", f"p{number}", line(seed)) for seed in range(number % 4 + 1)))
    assert [name for name, _ in archive.player("An").opponents][:3] == ["p3", "p7", "p11"]
    assert len(archive.player("An").opponents) == 10


@pytest.mark.usefixtures("club")
def test_a_player_who_is_not_there_is_answered_with_the_command_that_lists_them(archive: Archive):
    with pytest.raises(QueryError) as refusal:
        archive.player("Zhao Xin")
    assert str(refusal.value).startswith("no player is called 'Zhao Xin'; `kypho players Zha` lists those ")


@pytest.mark.usefixtures("club")
def test_a_name_that_several_players_share_is_answered_with_their_names(archive: Archive):
    with pytest.raises(QueryError) as refusal:
        archive.player("n")
    assert str(refusal.value) == (
        "several players are called like 'n': Dung_1, Nguyễn Bình, dang an, Đặng An; write one of these names in full"
    )


# ---------------------------------------------------------------- check


@pytest.fixture
def sound(archive: Archive) -> Archive:
    add(archive, "a.cxq", FULL, game(moves=line(1), at=50, event="Cúp"), game("Cúc", "Dung", line(2), at=99))
    add(archive, "b.cxq", game(moves=line(1), at=9), game("Em", "An", line(3, 9), complete=False, at=70))
    assert archive.check() == []
    return archive


def test_an_empty_archive_is_sound(archive: Archive):
    assert archive.check() == []


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        (
            "UPDATE games SET moves = CAST(moves || x'0009' AS BLOB), plies = plies + 1 WHERE id = 2",
            "game 2: ply 61 is not legal",
        ),
        (
            "UPDATE games SET moves = CAST(x'0000' || substr(moves, 3) AS BLOB) WHERE id = 2",
            "game 2: ply 1 is not legal",
        ),
        (
            "UPDATE games SET moves = CAST(x'FF5A' || substr(moves, 3) AS BLOB) WHERE id = 3",
            "game 3: ply 1 is not legal",
        ),
        (
            "UPDATE games SET moves = CAST(x'0000' || substr(moves, 3) AS BLOB) WHERE id = 1",
            "game 1: ply 1 is not legal",
        ),
        ("UPDATE games SET start_fen = 'nonsense' WHERE id = 1", "game 1: a FEN has 10 ranks, this one 1: 'nonsense'"),
        (
            "UPDATE players SET folded = 'cuc_' WHERE name = 'Cúc'",
            "players {Cúc} ('Cúc') is folded as 'cuc_', not 'cuc'",
        ),
        ("UPDATE events SET folded = 'cop' WHERE name = 'Cúp'", "events {Cúp} ('Cúp') is folded as 'cop', not 'cup'"),
        ("UPDATE games SET red_id = 77 WHERE id = 3", "games 3 refers to a row of players that is not there"),
        ("UPDATE games SET event_id = 77 WHERE id = 3", "games 3 refers to a row of events that is not there"),
        (
            "UPDATE games SET lineage = lineage + 1 WHERE id = 3",
            "game 3 has not the lineage of its players and moves: run `kypho db rebuild`",
        ),
        (
            "INSERT INTO aliases VALUES ((SELECT id FROM players WHERE name = 'Em'), "
            "(SELECT id FROM players WHERE name = 'An'), (SELECT id FROM players WHERE name = 'Dung'), 'x', '')",
            "players {Em} is an alias of somebody else than the archive thinks: run `kypho db rebuild`",
        ),
        ("UPDATE rejects SET source_id = 77", "rejects 1 refers to a row of sources that is not there"),
    ],
)
def test_check_finds_what_is_wrong_and_nothing_else(change: str, problem: str, sound: Archive, path: Path):
    database = sqlite3.connect(path)
    ids = dict(
        database.execute("SELECT '{' || name || '}', id FROM players UNION SELECT '{' || name || '}', id FROM events")
    )
    database.close()
    for name, number in ids.items():
        problem = problem.replace(name, str(number))
    put(path, change)
    assert sound.check() == [problem]


def test_check_finds_moves_that_are_not_as_many_as_is_said(sound: Archive, path: Path):
    database = sqlite3.connect(path)
    database.execute("PRAGMA ignore_check_constraints = ON")
    database.execute("UPDATE games SET plies = 3 WHERE id = 2")
    database.commit()
    database.close()
    assert "game 2 has 120 bytes of moves for 3 plies" in sound.check()


def test_check_finds_all_that_is_wrong(sound: Archive, path: Path):
    put(path, "UPDATE games SET moves = CAST(x'0000' || substr(moves, 3) AS BLOB)")
    put(path, "UPDATE players SET folded = 'x'")
    assert len(sound.check()) == 4 + 7


def test_check_finds_a_damaged_page(archive: Archive, path: Path):
    for seed in range(40):
        add(archive, "a.cxq", game(f"name{seed}", "Bình", line(seed % 10), at=seed))
    archive.close()
    put(path, "PRAGMA wal_checkpoint(TRUNCATE)")
    database = sqlite3.connect(path)
    ((page,),) = database.execute("SELECT rootpage FROM sqlite_master WHERE name = 'ix_players_folded'")
    ((size,),) = database.execute("PRAGMA page_size")
    database.close()
    with open(path, "r+b") as file:
        file.seek((page - 1) * size + size - 40)
        file.write(b"\0" * 40)
    with Archive.open(path) as opened:
        assert any("the file is damaged" in problem for problem in opened.check())


def test_the_start_itself_needs_no_fen(archive: Archive):
    (one,) = read(f"RED An\nFEN {START_FEN}\nSTART{{\n1. C2.5 h8+7 }}END\n")
    assert one.start_fen is None
    add(archive, "a.cxq", one)
    assert archive.check() == []


def each(archive: Archive) -> list[Callable[[], object]]:
    return [
        archive.players,
        archive.counts,
        archive.check,
        lambda: archive.find(Query()),
        lambda: list(archive.games(Query())),
    ]


def test_reading_leaves_the_file_as_it_is(sound: Archive, path: Path):
    put(path, "PRAGMA wal_checkpoint(TRUNCATE)")
    before = path.read_bytes()
    for ask in each(sound):
        ask()
    assert path.read_bytes() == before


def test_an_archive_is_made_whole_or_not_at_all(path: Path, monkeypatch: pytest.MonkeyPatch):
    def killed(connection: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr("app.store.derived.sign", killed)
        with pytest.raises(KeyboardInterrupt):
            Archive.open(path, create=True)
    with Archive.open(path, create=True) as archive:
        assert archive.check() == []


# ---------------------------------------------------------------- a folder that cannot be written


@pytest.fixture
def shut(monkeypatch: pytest.MonkeyPatch, path: Path) -> Path:
    """The archive's folder as one that cannot be written; whoever runs the tests may be root, whom nothing stops."""
    monkeypatch.setattr("app.store.schema.os.access", lambda folder, mode: folder != path.parent)
    return path


def test_an_archive_in_a_folder_that_cannot_be_written_is_read(archive: Archive, shut: Path):
    add(archive, "a.cxq", game("An", "Bình", line(1)))
    archive.close()
    before = sorted(shut.parent.iterdir())
    with Archive.open(shut) as opened:
        assert [found.red for found in opened.find(Query(player="an"))] == ["An"]
        assert sorted(shut.parent.iterdir()) == before
        with pytest.raises(ArchiveError, match="cannot be written: its folder is read-only"):
            add(opened, "a.cxq", game("An", "Cường", line(2)))


def test_while_somebody_else_writes_it_what_was_written_last_is_read(archive: Archive, shut: Path):
    add(archive, "a.cxq", game("An", "Bình", line(1)))
    assert shut.with_name(f"{shut.name}-wal").stat().st_size
    with Archive.open(shut) as opened:
        assert [found.red for found in opened.find(Query())] == ["An"]
        add(archive, "b.cxq", game("Cúc", "Dung", line(2)))
        assert sorted(found.red for found in opened.find(Query())) == ["An", "Cúc"]


def test_a_file_that_cannot_be_written_is_read_and_named(archive: Archive, path: Path, monkeypatch: pytest.MonkeyPatch):
    add(archive, "a.cxq", game("An", "Bình", line(1)))
    archive.close()
    monkeypatch.setattr("app.store.schema.os.access", lambda file, mode: file != path)
    with Archive.open(path) as opened:
        assert len(opened.find(Query())) == 1
        assert list(path.parent.iterdir()) == [path]
        with pytest.raises(ArchiveError, match="cannot be written: the file is read-only"):
            add(opened, "a.cxq", game("An", "Cường", line(2)))


def test_games_that_are_not_merged_are_not_left_out_in_silence(archive: Archive, shut: Path):
    archive.close()
    shut.with_name(f"{shut.name}-wal").write_bytes(b"games")
    with pytest.raises(ArchiveError, match=r"still in .*-wal, and its folder cannot be written; copy both files"):
        Archive.open(shut)
