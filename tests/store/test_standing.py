"""Material and patterns on the board, against playing every game over and counting pieces one by one."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.board.fen import LETTERS
from app.errors import QueryError
from app.games.lines import read_opening
from app.ingest import Importer
from app.store.archive import Archive
from app.store.query import Query
from tests.store.made_games import BLACK_BEGINS, ROOT, add, game, line
from tests.store.test_positions import positions_of

KINDS = "ABNRCP"
MOST = dict(zip(KINDS, (2, 2, 2, 2, 2, 5), strict=True))
RARE = "3ak4/4a4/9/9/2r1c1p2/9/9/4C4/4A4/3K4R b - - 0 1"

Counts = dict[str, tuple[int, int]]


@pytest.fixture(scope="module")
def samples(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Archive, dict[int, list[str]]]]:
    """The sample games and some from other starts; and of each game its boards, a letter or dot for each point."""
    path: Path = tmp_path_factory.mktemp("standing") / "samples.db"
    with Importer([str(ROOT / "sample_games")]) as importer:
        importer.into(path)
    with Archive.open(path) as archive:
        ends = [game("X", f"Y{n}", line(n, 12 + n, fen), start_fen=fen) for n in (2, 3) for fen in (BLACK_BEGINS, RARE)]
        add(archive, "ends.cxq", *ends)
        boards = {}
        for game_id, one in archive.games(Query(ids=[*range(1, 134, 5), *range(131, 138)])):
            boards[game_id] = ["".join(map(letter, board)) for board, _ in positions_of(one)]
        yield archive, boards


def letter(piece: int) -> str:
    return LETTERS[piece & 7] if piece >> 3 else LETTERS[piece & 7].upper()


def has(board: str, red: Counts, black: Counts) -> bool:
    """Whether the sides have as many pieces as these."""
    upper = all(low <= board.count(kind) <= high for kind, (low, high) in red.items())
    return upper and all(low <= board.count(kind.lower()) <= high for kind, (low, high) in black.items())


def shows(board: str, pattern: dict[int, str], mirrored: bool) -> bool:
    """Whether a letter, a dot or any piece (?) stands on each of some points."""
    for point, sign in pattern.items():
        there = board[point - point % 9 + 8 - point % 9 if mirrored else point]
        if there != sign if sign != "?" else there == ".":
            return False
    return True


def longest(yes: list[bool]) -> int:
    """The most in a row."""
    best = now = 0
    for one in yes:
        now = now + 1 if one else 0
        best = max(best, now)
    return best


def written(side: Counts, others: bool) -> str:
    return " ".join([f"{kind}{low}-{high}" for kind, (low, high) in side.items()] or ["K"]) + " *" * others


def full(side: Counts, others: bool) -> Counts:
    """What is meant by the kinds that are not named."""
    return {kind: side.get(kind, (0, MOST[kind] if others else 0)) for kind in KINDS}


@st.composite
def sides(draw: st.DrawFn) -> tuple[Counts, bool]:
    """Some kinds with a least and most number, and whether there may be others."""
    side: Counts = {}
    for kind in sorted(draw(st.sets(st.sampled_from(KINDS)))):
        low, high = sorted(draw(st.tuples(*[st.integers(0, MOST[kind])] * 2)))
        side[kind] = low, high
    return side, draw(st.booleans())


TALES = settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])


@TALES
@given(st.data())
def test_what_is_found_is_what_playing_over_finds(samples: tuple[Archive, dict[int, list[str]]], data: st.DataObject):
    archive, boards = samples
    (one, more), (two, rest) = data.draw(sides()), data.draw(sides())
    chosen = data.draw(st.sampled_from(sorted(boards)))
    seen = data.draw(st.sampled_from(boards[chosen]))
    if data.draw(st.integers(0, 3)):  # numbers that stood on some board
        one = {kind: (seen.count(kind),) * 2 for kind in KINDS if kind in one or not more}
        two = {kind: (seen.count(kind.lower()),) * 2 for kind in KINDS if kind in two or not rest}
    points = data.draw(st.dictionaries(st.integers(0, 89), st.booleans(), max_size=4))
    pattern = {p: "?" if loose and seen[p] != "." else seen[p] for p, loose in points.items()}
    with_material = data.draw(st.booleans()) or not pattern
    colour, mirror = data.draw(st.sampled_from(["", "red ", "black "])), data.draw(st.booleans())
    length = data.draw(st.sampled_from([1, 1, 2, 7, 40]))
    query = Query(
        ids=sorted(boards),
        material=f"{colour}{written(one, more)} vs {written(two, rest)}" if with_material else None,
        pattern=" ".join(f"{sign}{'abcdefghi'[p % 9]}{p // 9}" for p, sign in pattern.items()) or None,
        stands=length,
        mirror=mirror,
        sort="id",
    )
    pairs = [(full(one, more), full(two, rest)), (full(two, rest), full(one, more))]
    ways = {"": pairs, "red ": pairs[:1], "black ": pairs[1:]}[colour] if with_material else [({}, {})]
    expected = [
        game_id
        for game_id, seen_boards in sorted(boards.items())
        if any(
            longest([has(board, *way) and shows(board, pattern, image) for board in seen_boards]) >= length
            for way in ways
            for image in ([False, True] if mirror and pattern else [False])
        )
    ]
    assert [found.id for found in archive.find(query)] == expected


def test_other_questions_hold_too(samples: tuple[Archive, dict[int, list[str]]]):
    archive, _ = samples
    boards = {"pattern": "Ce2 .e4", "material": "P5 * vs *"}
    meeting = {found.id: found for found in archive.find(Query(**boards))}
    assert meeting
    some = archive.find(Query(**boards, opening=read_opening("P2-5 M8.7"), min_plies=60, sort="id"))
    assert [one.id for one in some] == sorted(
        one.id for one in archive.find(Query(opening=read_opening("P2-5 M8.7"), min_plies=60)) if one.id in meeting
    )
    assert 0 < len(some) < len(meeting)
    assert sum(score.games for score in archive.openings(Query(**boards))) == len(meeting)
    assert archive.explore(Query(**boards)).total.games == len(meeting)
    assert [game_id for game_id, _ in archive.games(Query(**boards, sort="id"))] == sorted(meeting)


def test_a_start_that_is_damaged_has_nothing_on_its_board(
    samples: tuple[Archive, dict[int, list[str]]], tmp_path: Path
):
    archive, _ = samples
    copy = tmp_path / "copy.db"
    copy.write_bytes(archive.path.read_bytes())
    with Archive.open(copy) as damaged:
        before = len(damaged.find(Query(pattern="[?.]e0", limit=None)))
        with damaged._writing() as connection:
            connection.exec_driver_sql("UPDATE games SET start_fen = 'nonsense' WHERE id = 3")
            connection.exec_driver_sql(
                "UPDATE games SET moves = CAST(X'FFFF' || substr(moves, 3) AS BLOB) WHERE id = 4"
            )
        assert len(damaged.find(Query(pattern="[?.]e0", limit=None))) == before - 1


def test_what_cannot_stand_is_refused(samples: tuple[Archive, dict[int, list[str]]]):
    archive, _ = samples
    for query, why in (
        (Query(material="R3"), "at most 2"),
        (Query(pattern="zz"), "no piece on a point"),
        (Query(pattern="Ce2", stands=0), "at least 1 ply"),
        (Query(pattern="Ce2", stands=1 << 70), "at least 1 ply"),
        (Query(stands=5), "--stands needs"),
    ):
        with pytest.raises(QueryError, match=why):
            archive.find(query)
