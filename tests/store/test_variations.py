"""Games that are trees, in the archive: there and back, joined where two records are one game, checked."""

import random
import sqlite3
from dataclasses import replace
from pathlib import Path

import pytest

from app.board.fen import START_FEN
from app.errors import ArchiveError, Place, QueryError
from app.games.game import Game, Variation
from app.notation import write_games
from app.store.archive import Archive
from app.store.query import Query
from app.store.variations import joined, joined_comments
from tests.store.contents import contents, rows
from tests.store.made_games import BLACK_BEGINS, add, game, line, tree

MOVES = line(1)
TREE = tree(1, MOVES, 12)


def put(path: Path, sql: str) -> None:
    database = sqlite3.connect(path)
    database.execute("PRAGMA ignore_check_constraints = ON")
    database.execute(sql)
    database.commit()
    database.close()


def lines(one: Game) -> set[bytes]:
    """All moves from the start to the end of each line."""
    return {one.line(number) for number in range(len(one.variations) + 1)}


# ---------------------------------------------------------------- there and back


@pytest.mark.parametrize("fen", [None, BLACK_BEGINS])
def test_a_tree_comes_out_as_it_went_in(fen: str | None, archive: Archive):
    moves = line(4, 30, fen or START_FEN)
    one = game(moves=moves, start_fen=fen, variations=tree(3, moves, 40, fen or START_FEN), comments={0: "a", 7: "!"})
    add(archive, "made.cxq", one)
    assert archive.game(1).game == one
    assert list(archive.games(Query())) == [(1, one)]
    assert archive.check() == []


def test_trees_stay_with_their_games(archive: Archive):
    some = [game(f"p{n}", moves=line(n), at=n, variations=tree(n, line(n), n % 4 * 5)) for n in range(12)]
    add(archive, "made.cxq", *some)
    assert [one for _, one in archive.games(Query(sort="id"))] == some
    assert [one for _, one in archive.games(Query(ids=(3, 5), sort="-id"))] == [some[4], some[2]]
    assert archive.counts()["variations"] == sum(len(one.variations) for one in some)
    assert archive.check() == []


def test_variations_go_with_their_game(archive: Archive, path: Path):
    add(archive, "made.cxq", game(moves=MOVES, variations=TREE))
    database = sqlite3.connect(path)
    database.execute("PRAGMA foreign_keys = ON")
    database.execute("DELETE FROM games")
    database.commit()
    database.close()
    assert rows(path, "SELECT * FROM variations") == []


@pytest.mark.parametrize("fen", [None, BLACK_BEGINS])
def test_any_sql_client_sees_one_row_a_ply(fen: str | None, archive: Archive, path: Path):
    moves = line(4, 9, fen or START_FEN)
    one = game(moves=moves, start_fen=fen, variations=tree(8, moves, 9, fen or START_FEN))
    add(archive, "other.cxq", game("Cúc", moves=MOVES, variations=TREE))
    add(archive, "made.cxq", one)
    expected = []
    for number, variation in enumerate(one.variations, start=1):
        (texts,) = write_games("iccs", [(fen, one.line(number))])
        for ply in range(variation.ply, len(texts)):
            expected.append((number, ply + 1, ("red", "black")[(ply + (fen is not None)) % 2], texts[ply].lower()))
    question = "SELECT variation, ply, side, move FROM variation_plies WHERE game_id = 2 ORDER BY variation, ply"
    assert rows(path, question) == expected


# ---------------------------------------------------------------- two records of one game


def test_an_equal_record_with_a_tree_gives_it_to_the_known_game(archive: Archive):
    add(archive, "a.cxq", game(moves=MOVES))
    assert add(archive, "b.cxq", game(moves=MOVES, variations=TREE, comments={3: "hay"})).duplicate == 1
    found = archive.game(1).game
    assert (found.variations, found.comments, found.place.file) == (TREE, {3: "hay"}, "a.cxq")


def test_a_fuller_record_without_a_tree_leaves_that_of_the_known_game(archive: Archive):
    short = [one for one in TREE if one.parent == 0 and one.ply <= 25]
    add(archive, "a.cxq", game(moves=MOVES[:50], complete=False, variations=short, comments={25: "cắt ở đây"}))
    add(archive, "b.cxq", game(moves=MOVES))
    found = archive.game(1).game
    assert (found.moves, found.variations, found.comments) == (MOVES, short, {25: "cắt ở đây"})
    assert short


def test_two_trees_of_one_game_are_one_tree_with_the_lines_of_both(archive: Archive):
    other = tree(2, MOVES, 15)
    one, two = game(moves=MOVES, variations=TREE), game(moves=MOVES, variations=[*TREE[:3], *shifted(other, TREE, 3)])
    add(archive, "a.cxq", one)
    add(archive, "b.cxq", two)
    found = archive.game(1).game
    assert found.variations[: len(TREE)] == TREE
    assert lines(found) == lines(one) | lines(two)
    assert len(found.variations) == len(lines(found)) - 1
    assert archive.check() == []


def shifted(some: list[Variation], before: list[Variation], by: int) -> list[Variation]:
    """Variations that stand behind some others which they do not leave."""
    return [replace(one, parent=one.parent and one.parent + by) for one in some]


def test_comments_of_both_records_stay(archive: Archive):
    add(archive, "a.cxq", game(moves=MOVES, comments={1: "!", 5: "đổi xe"}))
    add(archive, "b.cxq", game(moves=MOVES, comments={0: "ván 3", 1: "?!", 5: "đổi xe"}))
    assert archive.game(1).game.comments == {0: "ván 3", 1: "! ?!", 5: "đổi xe"}


def test_what_several_records_say_in_any_order_and_batch_is_all_there(tmp_path: Path):
    records = [
        game(moves=MOVES[:60], complete=False, at=1, comments={1: "một"}, variations=tree(5, MOVES[:60], 5)),
        game(moves=MOVES, at=2, comments={2: "hai"}, variations=tree(6, MOVES, 5)),
        game(moves=MOVES, at=3, comments={2: "ba"}),
        game(moves=MOVES, at=4, variations=tree(7, MOVES, 5)),
        game(moves=MOVES, at=5),
    ]
    expected = set().union(*map(lines, records)) - {MOVES[:60]}
    for number in range(20):
        chance = random.Random(number)
        order = chance.sample(records, len(records))
        with Archive.open(tmp_path / f"{number}.db", create=True) as archive:
            while order:
                count = chance.randint(1, len(order))
                add(archive, f"{len(order)}.cxq", *order[:count])
                del order[:count]
            found = archive.game(1).game
            assert archive.counts()["games"] == 1 and archive.check() == []
            assert lines(found) == expected
            assert found.moves == MOVES and sorted(found.comments) == [1, 2]
            assert sorted(found.comments[2].split()) == ["ba", "hai"]


def test_importing_a_tree_again_changes_nothing(archive: Archive, path: Path):
    twins = [*TREE, *shifted(TREE, TREE, len(TREE))]
    some = [game(moves=MOVES, variations=twins, comments={1: "! !", 2: "?"}), game("Cúc", moves=line(2), at=9)]
    add(archive, "a.cxq", *some)
    before = contents(path)
    assert add(archive, "a.cxq", *some).duplicate == 2
    assert contents(path) == before


def test_joining_is_the_same_twice():
    for seed in range(20):
        one, two = tree(seed, MOVES[:8], 12, longest=2), tree(seed + 50, MOVES[:8], 12, longest=2)
        both = joined(one, two)
        assert joined(both, two) == joined(both, one) == both
        assert lines(game(moves=MOVES[:8], variations=both)) == lines(game(moves=MOVES[:8], variations=one)) | lines(
            game(moves=MOVES[:8], variations=two)
        )


def test_a_remark_within_a_word_is_not_said_already():
    assert joined_comments({1: "Hay quá!"}, {1: "!"}) == {1: "Hay quá! !"}
    assert joined_comments({1: "Hay quá! !"}, {1: "!"}) == {1: "Hay quá! !"}


# ---------------------------------------------------------------- asked for


def test_games_are_asked_for_by_what_they_have(archive: Archive):
    silent = [replace(one, comments={}) for one in TREE]
    some = [
        game("Một", moves=MOVES),
        game("Hai", moves=MOVES, comments={1: "!"}, at=2),
        game("Ba", moves=MOVES, variations=silent, at=3),
        game("Bốn", moves=MOVES, variations=TREE, at=4),
    ]
    add(archive, "a.cxq", *some)
    for has, ids in {
        (): [1, 2, 3, 4],
        ("variations",): [3, 4],
        ("comments",): [2, 4],
        ("comments", "variations"): [4],
    }.items():
        assert [found.id for found in archive.find(Query(has=has, sort="id"))] == ids


@pytest.mark.parametrize(
    ("query", "why"),
    [
        (Query(has=("puns",)), "games are not asked for 'puns'; there are variations and comments"),
        (Query(variations=True), "--variations needs --position or --after: what is to be found in them?"),
    ],
)
def test_what_cannot_be_asked_is_refused(query: Query, why: str, archive: Archive):
    with pytest.raises(QueryError) as refusal:
        archive.find(query)
    assert str(refusal.value) == why


def test_the_explorer_counts_what_was_played(archive: Archive):
    with pytest.raises(QueryError, match="--variations goes with a search"):
        archive.explore(Query(position=START_FEN, variations=True))


# ---------------------------------------------------------------- damage


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ("UPDATE variations SET moves = x'0000' WHERE number = 3", "game 1: ply {ply} of variation 3 is not legal"),
        ("UPDATE variations SET moves = x'005A' WHERE number = 3", "game 1: variation 3 does not leave"),
        ("UPDATE variations SET moves = x'00' WHERE number = 3", "game 1: variation 3 does not leave"),
        ("UPDATE variations SET parent = 3 WHERE number = 3", "game 1: variation 3 does not leave"),
        ("UPDATE variations SET parent = -1 WHERE number = 3", "game 1: variation 3 does not leave"),
        ("UPDATE variations SET ply = 61 WHERE number = 1", "game 1: variation 1 does not leave"),
        ("UPDATE variations SET ply = -1 WHERE number = 1", "game 1: variation 1 does not leave"),
        ("DELETE FROM variations WHERE number = 1", "game 1: variation 1 does not leave"),
        ("DELETE FROM variations WHERE number = 5", "game 1: variation 5 does not leave"),
        ("UPDATE variations SET game_id = 7 WHERE number = 12", "variations refers to a row of games"),
    ],
)
def test_check_finds_damaged_variations(change: str, problem: str, archive: Archive, path: Path):
    add(archive, "a.cxq", game(moves=MOVES, variations=TREE))
    assert archive.check() == []
    put(path, change)
    *constraints, found = archive.check()
    assert all("CHECK constraint failed in variations" in each for each in constraints)
    assert found.startswith(problem.format(ply=TREE[2].ply + 1))
    if "does not leave" in found:
        in_variations = Query(position=BLACK_BEGINS, variations=True)
        for ask in (
            lambda: archive.game(1),
            lambda: list(archive.games(Query())),
            lambda: archive.find(in_variations),
        ):
            with pytest.raises(ArchiveError, match="the moves or variations of game 1 are damaged"):
                ask()


def test_a_search_in_variations_of_a_damaged_game_says_so(archive: Archive, path: Path):
    add(archive, "a.cxq", game(moves=MOVES, variations=TREE))
    put(path, "UPDATE games SET moves = CAST(x'FF5A' || substr(moves, 3) AS BLOB)")
    with pytest.raises(ArchiveError, match="the moves or variations of game 1 are damaged"):
        archive.find(Query(position=BLACK_BEGINS, variations=True))


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE variations SET parent = 2 WHERE number = 2",
        "UPDATE variations SET parent = -1 WHERE number = 2",
        "UPDATE variations SET moves = x'00'",
    ],
)
def test_the_database_refuses_what_cannot_be(change: str, archive: Archive, path: Path):
    add(archive, "a.cxq", game(moves=MOVES, variations=TREE))
    database = sqlite3.connect(path)
    with pytest.raises(sqlite3.IntegrityError):
        database.execute(change)
    database.close()


def test_a_tree_in_the_same_batch_as_a_fuller_record_of_its_game(archive: Archive):
    short = game(moves=MOVES[:80], complete=False, variations=tree(1, MOVES[:80], 4), comments={80: "?"}, at=5)
    add(archive, "a.cxq", short, game(moves=MOVES, at=80), game(moves=MOVES, comments={80: "?"}, at=160))
    found = archive.game(1).game
    assert (found.place, found.variations, found.comments) == (Place("a.cxq", 80), short.variations, {80: "?"})
