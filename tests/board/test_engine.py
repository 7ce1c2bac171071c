"""The engines: plain, compiled and in threads give the same answers, over whole and broken games."""

from collections.abc import Callable, Iterator
from itertools import accumulate
from types import SimpleNamespace
from typing import Any

import pytest

from app.board import kernel
from app.board.engine import LOOPS, PLAIN, WORTH_COMPILING, WORTH_LOADING, Engine, Local, Threads, engine_for
from app.board.fen import START_BOARD, read_fen
from app.board.shapes import ANYTHING, Shape
from app.notation import NOTATIONS, Notation, write_games
from app.notation.coordinates import UCCI_FLIPPED, UCI_FLIPPED
from app.notation.wxf import WXF
from tests.board.board_cases import Form
from tests.board.random_play import STARTS, games, numbers

LEXICON = WXF.lexicon()
FROM_BLACK = "3k5/9/9/4p4/9/9/4P4/4C4/4A4/3AK4 b"


class Checked:
    """Flat memory that no index leaves; compiled code would read and write what lies beside."""

    def __init__(self, memory: Any):
        self.memory = memory

    def __len__(self) -> int:
        return len(self.memory)

    def __getitem__(self, at: int) -> int:
        assert 0 <= at < len(self.memory)
        return self.memory[at]

    def __setitem__(self, at: int, value: int) -> None:
        assert 0 <= at < len(self.memory)
        self.memory[at] = value


class CheckedLoops:
    """The plain loops over checked memory."""

    def __getattr__(self, name: str) -> Callable[..., Any]:
        loop = getattr(LOOPS, name)
        return lambda *given: loop(*(thing if isinstance(thing, int) else Checked(thing) for thing in given))


@pytest.fixture(scope="module")
def engines() -> Iterator[list[Engine]]:
    """Plain, compiled, in threads, in this order; last, plain again with every index into memory checked."""
    pytest.importorskip("numba")
    from app.board.compiled import load

    threads = Threads()
    yield [PLAIN, Local(load()), threads, Local(CheckedLoops())]
    threads.close()


@pytest.fixture(scope="module")
def played(compiled: Form) -> list[bytes]:
    """Random legal games from the start, two bytes a ply, without the tandems that are left to the full reader."""
    return [moves for moves in games(compiled, "start", range(1000, 1060), 150) if not first_great_tandem(moves)]


@pytest.fixture(scope="module")
def written(played: list[bytes]) -> list[list[str]]:
    """The same games in WXF."""
    return list(write_games("wxf", [(None, moves) for moves in played]))


def first_great_tandem(moves: bytes) -> int | None:
    """The first ply of a game by a pawn of a tandem of three or more, or of tandems on two files."""
    codes = PLAIN.describe_all(moves, [0, len(moves)])()
    return next((ply for ply, code in enumerate(codes) if code >> 16 & 7 > 2 or code >> 19), None)


def joined(texts: list[str]) -> SimpleNamespace:
    """Texts as one memory, with the offsets where each ends."""
    return SimpleNamespace(text="".join(texts).encode("ascii"), ends=[0, *accumulate(map(len, texts))])


def ends_of(games: list[bytes]) -> list[int]:
    """The offsets where each of several games ends when they lie one behind the other."""
    return [0, *accumulate(map(len, games))]


def numbered(plies: list[str]) -> str:
    """A game as books print it: `1. C2.5 H8+7`, a line a pair."""
    pairs = [" ".join(plies[n : n + 2]) for n in range(0, len(plies), 2)]
    return "".join(f"{n}. {pair}\n" for n, pair in enumerate(pairs, 1))


def all_the_same(answers: list[Any]) -> Any:
    """The one answer that all engines give."""
    first, *others = answers
    for other in others:
        assert other == first
    return first


def replayed(engines: list[Engine], texts: list[str], lexicon: bytes = LEXICON) -> list[tuple[bytes, int]]:
    """What every engine reads: for each text its moves, and the offset in it where reading stopped."""
    memory = joined(texts)
    answer = all_the_same([engine.replay_all(memory.text, memory.ends, lexicon)() for engine in engines])
    found = []
    for begin, plies, stop in zip(memory.ends, answer.plies, answer.stops, strict=False):
        room = (begin + 3) // 4 * 2
        found.append((answer.moves[room : room + 2 * plies], stop - begin))
    return found


# ---------------------------------------------------------------- reading games from text


@pytest.mark.parametrize("layout", [" ".join, "\r\n".join, numbered, lambda plies: numbered(plies).replace(". ", ".")])
def test_whole_games_are_read_whole(
    engines: list[Engine], played: list[bytes], written: list[list[str]], layout: Callable[[list[str]], str]
) -> None:
    texts = [layout(plies) for plies in written]
    assert replayed(engines, texts) == [(moves, len(text)) for moves, text in zip(played, texts, strict=True)]


@pytest.mark.parametrize("notation", [*NOTATIONS.values(), UCCI_FLIPPED, UCI_FLIPPED], ids=lambda known: known.name)
def test_whole_games_are_read_whole_in_every_notation(
    engines: list[Engine], played: list[bytes], notation: Notation
) -> None:
    lines = notation.write_games(b"".join(played), ends_of(played), START_BOARD, kernel.RED, PLAIN)
    texts = [notation.shorten(numbered(plies)).encode("ascii", "replace").decode() for plies in lines]
    lexicon = notation.lexicon()
    assert replayed(engines, texts, lexicon) == [(moves, len(text)) for moves, text in zip(played, texts, strict=True)]
    noise = numbers(13)
    for game, text in enumerate(texts):
        at = next(noise) % len(text)
        texts[game] = text[:at] + "KPh+2?-. \x7f"[next(noise) % 10] + text[at + 1 :]
    stops = [stop for _, stop in replayed(engines, texts, lexicon)]
    assert any(stop < len(text) for stop, text in zip(stops, texts, strict=True))


def test_case_names_the_side_where_both_cases_occur(engines: list[Engine], played: list[bytes]) -> None:
    lines = [" ".join(plies) for plies in write_games("cxq", [(None, moves) for moves in played])]
    assert replayed(engines, lines) == [(moves, len(line)) for moves, line in zip(played, lines, strict=True)]
    assert [moves for moves, _ in replayed(engines, [line.swapcase() for line in lines])] == [b""] * len(lines)
    assert replayed(engines, [line.lower() for line in lines]) == replayed(engines, lines)


def test_a_cut_text_is_read_up_to_the_cut(engines: list[Engine], played: list[bytes], written: list[list[str]]) -> None:
    texts, expected = [], []
    for moves, plies, number in zip(played, written, numbers(5), strict=False):
        ply = number % len(plies)
        before = "".join(token + " " for token in plies[:ply])
        texts.append(before + plies[ply][: number % 3 + 1])
        expected.append((moves[: 2 * ply], len(before)))
    assert replayed(engines, texts) == expected


@pytest.mark.parametrize(
    "damage",
    [
        pytest.param(lambda token: "R5+9", id="an illegal move"),
        pytest.param(lambda token: token[0] + token, id="a doubled piece"),
        pytest.param(lambda token: token + "!", id="a remark glued"),
        pytest.param(lambda token: token + token, id="two moves glued"),
        pytest.param(lambda token: token + "(S)", id="a remark in brackets"),
        pytest.param(lambda token: token[:3], id="a lost value"),
        pytest.param(lambda token: token[0] + "x" + token[2:], id="a column misread"),
        pytest.param(lambda token: token[:2] + "?" + token[3:], id="a way misread"),
        pytest.param(lambda token: "1-0", id="a result"),
        pytest.param(lambda token: "1. " + token, id="the first number of another game"),
        pytest.param(lambda token: "{!?}", id="a comment"),
    ],
)
def test_a_broken_move_stops_its_game_and_no_other(
    engines: list[Engine], played: list[bytes], written: list[list[str]], damage: Callable[[str], str]
) -> None:
    texts, expected = [], []
    for game, (moves, plies, number) in enumerate(zip(played, written, numbers(9), strict=False)):
        ply = 1 + number % (len(plies) - 1)
        if game % 3 == 0:
            texts.append(" ".join(plies))
            expected.append((moves, len(texts[-1])))
            continue
        before = "".join(token + " " for token in plies[:ply])
        texts.append(before + " ".join([damage(plies[ply]), *plies[ply + 1 :]]))
        expected.append((moves[: 2 * ply], len(before)))
    assert replayed(engines, texts) == expected


def test_a_tandem_of_three_pawns_is_left_to_the_full_reader(engines: list[Engine], compiled: Form) -> None:
    played = games(compiled, "start", range(1000, 1300), 250)
    firsts = {moves: ply for moves in played if (ply := first_great_tandem(moves))}
    assert firsts
    lines = list(write_games("wxf", [(None, moves) for moves in firsts]))
    expected = [
        (moves[: 2 * ply], sum(len(token) + 1 for token in line[:ply]))
        for (moves, ply), line in zip(firsts.items(), lines, strict=True)
    ]
    assert replayed(engines, [" ".join(line) for line in lines]) == expected


def test_noise_stops_all_engines_at_the_same_place(engines: list[Engine], written: list[list[str]]) -> None:
    noise = numbers(3)
    texts = []
    for plies in written * 4:
        text = list(numbered(plies))
        for _ in range(1 + next(noise) % 3):
            text[next(noise) % len(text)] = chr(next(noise) % 128)
        texts.append("".join(text))
    stops = [stop for _, stop in replayed(engines, texts)]
    assert any(stop < len(text) for stop, text in zip(stops, texts, strict=True))


def test_empty_texts_are_games_of_no_plies(engines: list[Engine]) -> None:
    assert replayed(engines, ["", "C2.5", "", " \n", "1. ", "12. "]) == [
        (b"", 0),
        (bytes((25, 22)), 4),
        (b"", 0),
        (b"", 2),
        (b"", 3),
        (b"", 0),  # a number out of its order
    ]


# ---------------------------------------------------------------- describing and verifying moves


def test_all_engines_describe_the_same(engines: list[Engine], compiled: Form) -> None:
    for start, fen in STARTS.items():
        board, _ = read_fen(fen)
        played = games(compiled, start, range(5), 100)
        ends = ends_of(played)
        codes = all_the_same([list(engine.describe_all(b"".join(played), ends, bytes(board))()) for engine in engines])
        fresh = []
        for moves in played:
            cells = bytearray(board)
            for start_point, end_point in zip(moves[::2], moves[1::2], strict=True):
                fresh.append(kernel.describe(cells, start_point, end_point))
                cells[end_point], cells[start_point] = cells[start_point], 0
        assert codes == fresh


def test_legal_games_are_found_legal(engines: list[Engine], compiled: Form) -> None:
    for start, fen in STARTS.items():
        board, side = read_fen(fen)
        played = games(compiled, start, range(5), 100)
        ends = ends_of(played)
        for engine in engines:
            assert list(engine.verify_all(b"".join(played), ends, bytes(board), side)()) == [-1] * len(played)
            assert set(engine.verify_all(b"".join(played), ends, bytes(board), 1 - side)()) == {0}


@pytest.mark.parametrize(
    "wrong",
    [
        pytest.param((0, 0), id="a move to its own start"),
        pytest.param((0, 89), id="a move across the board"),
        pytest.param((90, 0), id="a start off the board"),
        pytest.param((0, 90), id="an end off the board"),
        pytest.param((255, 255), id="bytes that are no points"),
    ],
)
def test_a_corrupted_ply_is_found(engines: list[Engine], played: list[bytes], wrong: tuple[int, int]) -> None:
    corrupted, expected = [], []
    for game, (moves, number) in enumerate(zip(played, numbers(11), strict=False)):
        ply = number % (len(moves) // 2)
        whole = game % 3 == 0
        corrupted.append(moves if whole else moves[: 2 * ply] + bytes(wrong) + moves[2 * ply + 2 :])
        expected.append(-1 if whole else ply)
    ends = ends_of(corrupted)
    for engine in engines:
        assert list(engine.verify_all(b"".join(corrupted), ends)()) == expected


def test_a_ply_left_out_is_found_at_its_place(engines: list[Engine], played: list[bytes]) -> None:
    shortened = [moves[:20] + moves[22:] for moves in played]
    ends = ends_of(shortened)
    for engine in engines:
        assert list(engine.verify_all(b"".join(shortened), ends)()) == [10] * len(shortened)


def test_a_game_may_begin_with_black(engines: list[Engine]) -> None:
    board, side = read_fen(FROM_BLACK)
    pawn_forward, king_aside = bytes((58, 49)), bytes((4, 5))
    moves, ends = pawn_forward + king_aside, [0, 4]
    for engine in engines:
        assert list(engine.verify_all(moves, ends, bytes(board), side)()) == [-1]
        assert list(engine.verify_all(king_aside + pawn_forward, ends, bytes(board), side)()) == [0]


# ---------------------------------------------------------------- trees


def combed(moves: bytes, seed: int) -> tuple[bytes, list[int]]:
    """A game as a tree in preorder, its later plies repeated as rivals, some of them spoilt: moves and depths."""
    count, dice = len(moves) // 2, numbers(seed)
    nodes = [(ply, moves[2 * ply - 2 : 2 * ply]) for ply in range(1, count + 1)]
    for ply in range(count, 0, -1 - next(dice) % 9):
        for rival in range(ply, min(count, ply + next(dice) % 5) + 1):
            move = moves[2 * rival - 2 : 2 * rival]
            nodes.append(
                (rival, bytes(((200, 255, move[0])[next(dice) % 3], move[1])) if next(dice) % 7 == 0 else move)
            )
    return b"".join(move for _, move in nodes), [ply for ply, _ in nodes]


def sure_by_playing_each(moves: bytes, depths: list[int]) -> bytes:
    """What `verify_trees` answers, told by playing every node's line from the start."""
    sure, line = bytearray(), list[bytes]()
    for node, depth in enumerate(depths):
        line[depth - 1 :] = [moves[2 * node : 2 * node + 2]]
        (wrong,) = PLAIN.verify_all(b"".join(line), [0, 2 * depth])()
        sure.append(wrong < 0)
    return bytes(sure)


def test_trees_are_verified_as_if_every_line_were_played_from_the_start(
    engines: list[Engine], played: list[bytes]
) -> None:
    trees = [combed(moves[:80], seed) for seed, moves in enumerate(played[:12])]
    depths = [depth for _, tree in trees for depth in tree]
    ends = ends_of([bytes(len(tree)) for _, tree in trees])
    memory = b"".join(moves for moves, _ in trees)
    boards, sides = START_BOARD * len(trees), bytes(len(trees))
    sure = all_the_same([engine.verify_trees(memory, depths, ends, boards, sides)() for engine in engines])
    expected = b"".join(sure_by_playing_each(moves, tree) for moves, tree in trees)
    assert sure == expected
    assert 0 in sure and sure.count(1) > len(sure) // 2


def test_trees_have_starts_of_their_own(engines: list[Engine]) -> None:
    board, side = read_fen(FROM_BLACK)
    moves, depths = bytes((58, 49, 4, 5)) + bytes((25, 22)), [1, 2, 1]
    boards, sides = bytes(board) + START_BOARD, bytes((side, kernel.RED))
    for engine in engines:
        assert engine.verify_trees(moves, depths, [0, 2, 3], boards, sides)() == b"\1\1\1"
        assert engine.verify_trees(moves, depths, [0, 2, 3], boards, bytes((kernel.RED, 1)))() == b"\0\0\0"
        assert engine.verify_trees(b"", [], [0, 0], START_BOARD, b"\0")() == b""


def test_no_games_give_no_answers(engines: list[Engine]) -> None:
    for engine in engines:
        answer = engine.replay_all(b"", [0], LEXICON)()
        assert (answer.plies, answer.stops) == ([], [])
        assert list(engine.describe_all(b"", [0])()) == []
        assert list(engine.verify_all(b"", [0])()) == []
        assert list(engine.verify_all(b"", [0, 0])()) == [-1]


# ---------------------------------------------------------------- which engine


def test_answers_of_threads_belong_to_their_calls(engines: list[Engine], played: list[bytes]) -> None:
    threads = engines[2]
    waiting = [(moves, threads.describe_all(moves, [0, len(moves)])) for moves in played]
    for moves, answer in reversed(waiting):
        assert list(answer()) == list(PLAIN.describe_all(moves, [0, len(moves)])())


@pytest.mark.parametrize("wish, kind", [("plain", Local), ("compiled", Threads)])
def test_the_environment_chooses_the_engine(monkeypatch: pytest.MonkeyPatch, wish: str, kind: type) -> None:
    pytest.importorskip("numba")
    monkeypatch.setenv("KYPHO_KERNEL", wish)
    assert type(chosen(10**6 if wish == "plain" else 1)) is kind


@pytest.mark.parametrize(
    "games, made_before, kind",
    [
        (WORTH_LOADING - 1, True, Local),
        (WORTH_LOADING, True, Threads),
        (WORTH_COMPILING - 1, False, Local),
        (WORTH_COMPILING, False, Threads),
    ],
)
def test_few_games_do_not_wait_for_compiled_code(
    monkeypatch: pytest.MonkeyPatch, games: int, made_before: bool, kind: type
) -> None:
    pytest.importorskip("numba")
    from app.board import compiled

    compiled.load()
    monkeypatch.delenv("KYPHO_KERNEL", raising=False)
    if not made_before:
        monkeypatch.setattr(compiled, "kept_at", lambda: None)
    assert type(chosen(games)) is kind


@pytest.mark.parametrize("wish", ["compiled", ""])
def test_without_numba_all_games_are_played_in_plain_python(monkeypatch: pytest.MonkeyPatch, wish: str) -> None:
    monkeypatch.setattr("app.board.engine.find_spec", {"llvmlite": True}.get)
    monkeypatch.setenv("KYPHO_KERNEL", wish)
    assert chosen(10**6) is PLAIN


def chosen(games: int) -> Engine:
    engine = engine_for(games)
    engine.close()
    return engine


# ---------------------------------------------------------------- material and patterns


def test_shapes_are_found_at_the_same_plies_and_as_seen_on_the_boards(
    engines: list[Engine], played: list[bytes]
) -> None:
    """Every engine, against looking at all positions one by one."""
    noise = numbers(29)
    sought = [
        [Shape(masks=tuple(ANYTHING if next(noise) % 30 else next(noise) & ANYTHING | 1 for _ in range(90)))]
        for _ in range(20)
    ]
    for shapes in sought:
        fewest = [next(noise) % 3 for _ in range(16)]
        shapes.append(
            Shape(
                least=tuple(low if piece & 7 > 1 else 0 for piece, low in enumerate(fewest)),
                most=tuple(max(low, 3 + next(noise) % 3) if n & 7 else 90 for n, low in enumerate(fewest)),
            )
        )
        shapes.append(shapes[0].mirrored())
        for length in (1, 4):
            answers = [engine.standing_all(b"".join(played), ends_of(played), shapes, length) for engine in engines]
            found = [list(answer()) for answer in answers]
            assert all_the_same(found) == [first_standing(moves, shapes, length) for moves in played]


def first_standing(moves: bytes, shapes: list[Shape], length: int) -> int:
    """The first ply from which a shape stands so long, by looking at every board."""
    board, boards = bytearray(START_BOARD), [START_BOARD]
    for start, end in zip(moves[0::2], moves[1::2], strict=True):
        board[end], board[start] = board[start], 0
        boards.append(bytes(board))
    stood = [[shape.stands_on(seen) for shape in shapes] for seen in boards]
    for ply in range(len(boards) - length + 1):
        if any(all(stood[at][n] for at in range(ply, ply + length)) for n in range(len(shapes))):
            return ply
    return -1
