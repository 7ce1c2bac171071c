"""What a notation writes it reads again: over random play, over crowded files, over the seed games."""

from importlib.util import find_spec

import pytest
from hypothesis import Phase, assume, given, settings
from hypothesis import strategies as st

from app.board import kernel
from app.board.engine import LOOPS, PLAIN
from app.board.fen import START_BOARD
from app.errors import AmbiguousMove, NotationError
from app.notation import NOTATIONS, notation_named, write_games
from app.notation.wxf import WXF
from app.position import Position
from tests.board.board_cases import Form
from tests.board.random_play import STARTS, games, numbers
from tests.notation.notation_cases import move, rows

PLIES = 20_000
Ply = tuple[bytes, int, int]  # board, side, move


def quick_form() -> Form:
    """The compiled form, or the plain one where numba is not installed."""
    if find_spec("numba") is None:
        return Form(LOOPS)
    from app.board.compiled import load

    return Form(load())


def plies_of(start: Position, moves: bytes) -> list[Ply]:
    """The plies of a legal game."""
    board, side, plies = bytearray(start.board), start.side, []
    for origin, target in zip(moves[::2], moves[1::2], strict=True):
        plies.append((bytes(board), side, origin * 128 + target))
        board[target], board[origin] = board[origin], 0
        side = 1 - side
    return plies


@pytest.fixture(scope="module")
def played() -> list[tuple[str | None, bytes]]:
    """Random games as `write_games` takes them, half of them from the start, and every other FEN with Black to move."""
    form, found = quick_form(), []
    count = 0
    for seed, name in enumerate(name for _ in range(100) for other in STARTS for name in ("start", other)):
        (moves,) = games(form, name, [seed], 300)
        if name == "start" and seed % 4 == 0:
            found.append((None, moves))
        elif seed % 3 == 0 and len(moves) > 2:
            first = moves[0] * 128 + moves[1]
            found.append((Position.from_fen(STARTS[name]).play(first).fen(), moves[2:]))
        else:
            found.append((STARTS[name], moves))
        count += len(found[-1][1]) // 2
        if count >= PLIES:
            break
    return found


@pytest.fixture(scope="module")
def plies(played: list[tuple[str | None, bytes]]) -> list[Ply]:
    """All plies of the random games."""
    return [
        ply for fen, moves in played for ply in plies_of(Position.from_fen(fen) if fen else Position.from_fen(), moves)
    ]


# ---------------------------------------------------------------- random play


def test_the_random_games_begin_with_either_side(played: list[tuple[str | None, bytes]], plies: list[Ply]) -> None:
    assert len(plies) >= PLIES
    assert {fen.split()[1] for fen, _ in played if fen} == {"w", "b"}
    assert None in {fen for fen, _ in played}


@pytest.mark.parametrize("name", NOTATIONS)
def test_what_is_written_is_read_again(name: str, plies: list[Ply]) -> None:
    notation = notation_named(name)
    for board, side, played_move in plies:
        text = notation.write(bytearray(board), side, played_move)
        assert notation.read(bytearray(board), side, text) == played_move, (text, Position(board, side).fen())


@pytest.mark.parametrize("name", NOTATIONS)
def test_games_are_written_as_their_plies_are(
    name: str, played: list[tuple[str | None, bytes]], plies: list[Ply]
) -> None:
    written = list(write_games(name, played))
    assert [len(texts) for texts in written] == [len(moves) // 2 for _, moves in played]
    singly = [Position(board, side).write(played_move, name) for board, side, played_move in plies]
    assert [text for texts in written for text in texts] == singly


@pytest.mark.parametrize("name", NOTATIONS)
def test_no_games_and_games_without_plies_are_written(name: str) -> None:
    assert list(write_games(name, [])) == []
    assert list(write_games(name, [(None, b""), (STARTS["pos3"], b""), (None, b"")])) == [[], [], []]


# ---------------------------------------------------------------- crowded files

SIGNS = "KAEHRCPNBSXTMGtgsabei0123456789.+-=/– 前后中一二兵炮车平进退１５９\u0301ſK²"

ACROSS = {0: range(45, 90), 1: range(45)}
PALACES = {0: [rank + file for rank in (0, 9, 18) for file in (3, 4, 5)]}
PALACES[1] = [89 - point for point in PALACES[0]]
ADVISOR_POINTS = {0: [3, 5, 13, 21, 23], 1: [66, 68, 76, 84, 86]}
ELEPHANT_POINTS = {0: [2, 6, 18, 22, 26, 38, 42], 1: [47, 51, 63, 67, 71, 83, 87]}


@st.composite
def crowded_positions(draw: st.DrawFn) -> Position:
    """Positions with many tandems: pawns on two files, pairs of other pieces on one."""
    board = bytearray(90)

    def place(points: list[int], piece: int) -> None:
        for point in points:
            if not board[point]:
                board[point] = piece

    for side in (0, 1):
        place([draw(st.sampled_from(PALACES[side]))], side * 8 + kernel.KING)
    for side in (0, 1):
        files = draw(st.lists(st.integers(0, 8), min_size=1, max_size=2, unique=True))
        pawn_points = [point for point in ACROSS[side] if point % 9 in files]
        place(draw(st.lists(st.sampled_from(pawn_points), max_size=5, unique=True)), side * 8 + kernel.PAWN)
        for kind in (kernel.HORSE, kernel.CHARIOT, kernel.CANNON):
            file = draw(st.integers(0, 8))
            place(draw(st.lists(st.sampled_from(range(file, 90, 9)), max_size=2, unique=True)), side * 8 + kind)
        for kind, points in ((kernel.ADVISOR, ADVISOR_POINTS), (kernel.ELEPHANT, ELEPHANT_POINTS)):
            place(draw(st.lists(st.sampled_from(points[side]), max_size=2, unique=True)), side * 8 + kind)
    side = draw(st.integers(0, 1))
    assume(board.count(kernel.KING) == board.count(8 + kernel.KING) == 1)
    assume(not kernel.in_check(board, 1 - side))
    return Position(bytes(board), side)


@settings(derandomize=True, database=None, max_examples=150, deadline=None)
@given(crowded_positions())
def test_every_legal_move_of_a_crowded_position_is_read_again(position: Position) -> None:
    assert Position.from_fen(position.fen()) == position
    for legal in position.legal_moves():
        for name in NOTATIONS:
            text = position.write(legal, name)
            assert position.read(text, name) == legal, (name, text)


@settings(derandomize=True, database=None, max_examples=300, deadline=None)
@given(crowded_positions(), st.sampled_from(sorted(NOTATIONS)), st.text(alphabet=SIGNS, min_size=2, max_size=6))
def test_any_text_is_a_legal_move_or_a_notation_error(position: Position, name: str, text: str) -> None:
    try:
        assert position.read(text, name) in position.legal_moves()
    except NotationError as error:
        assert repr(text) in str(error)


# ---------------------------------------------------------------- the kernel's own reading

MARKS = {str(digit): digit for digit in range(1, 10)} | {"+": kernel.FRONT, "-": kernel.REAR}
WAYS = {"+": kernel.ADVANCE, "-": kernel.RETREAT, ".": kernel.TRAVERSE}
LOOKALIKES = "KAEHRCPkaehrcpNBSMGsXTVgmtabi123456789+-.=/–前后车马炮兵相仕平进退一二三５６"
ALL_SIGNS = [way + value for way in WAYS for value in "123456789"]


def is_crowded(board: bytearray, piece: int) -> bool:
    """Whether three or more of a piece stand on one file: such tandems are the full reader's."""
    return max(board[file::9].count(piece) for file in range(9)) > 2


def agrees(position: Position, text: str) -> None:
    """Whether the kernel and the full reader understand four signs of WXF in the same way."""
    kind = "KAEHRCP".index(text[0]) + 1
    board = bytearray(position.board)
    found = kernel.resolve(board, position.side, kind, MARKS[text[1]], WAYS[text[2]], int(text[3]))
    assert bytes(board) == position.board
    if found >= 0:
        assert position.read(text) == found
    elif found == kernel.AMBIGUOUS and not is_crowded(board, position.side * 8 + kind):
        with pytest.raises(AmbiguousMove):
            position.read(text)
    elif found == kernel.NONE:
        with pytest.raises(NotationError):
            position.read(text)


def is_borne(board: bytearray, piece: int, mark: str) -> bool:
    """Whether some piece stands on the file of a mark, or two on any file where it says front or rear."""
    column = MARKS[mark]
    if column >= kernel.FRONT:
        return max(board[file::9].count(piece) for file in range(9)) > 1
    return piece in board[9 - column if piece < 8 else column - 1 :: 9]


@settings(
    derandomize=True,
    database=None,
    max_examples=25,
    deadline=None,
    phases=[Phase.generate],  # hundreds of texts a position: too many to shrink
)
@given(crowded_positions())
def test_the_kernel_reads_four_signs_as_the_full_reader_does(position: Position) -> None:
    for kind, letter in enumerate("KAEHRCP", 1):
        for mark in MARKS:
            borne = is_borne(bytearray(position.board), position.side * 8 + kind, mark)
            for signs in ALL_SIGNS if borne else ["+1"]:
                agrees(position, letter + mark + signs)


@pytest.mark.parametrize("name", NOTATIONS)
def test_what_the_kernel_accepts_of_a_game_is_what_the_full_reader_reads(name: str) -> None:
    notation, choices = NOTATIONS[name], numbers(17)
    whole = 0
    for moves in games(quick_form(), "start", range(2000, 2060), 200):
        (tokens,) = write_games(name, [(None, moves)])
        for _ in range(next(choices) % 4):  # some tokens become others that look like moves
            ply = next(choices) % len(tokens)
            token, sign = tokens[ply], LOOKALIKES[next(choices) % len(LOOKALIKES)]
            at = next(choices) % len(token)
            tokens[ply] = token[:at] + sign + token[at + 1 :]
        text = notation.shorten(" ".join(tokens)).encode("ascii", "replace")
        answer = PLAIN.replay_all(text, [0, len(text)], notation.lexicon())()
        board, read = bytearray(START_BOARD), bytearray()
        for ply, token in enumerate(tokens[: answer.plies[0]]):
            found = notation.read(bytearray(board), ply % 2, token)
            read += bytes((found >> 7, found & 127))
            board[found & 127], board[found >> 7] = board[found >> 7], 0
        assert answer.moves[: len(read)] == read
        whole += answer.stops[0] == len(text)
    assert whole > 10


@pytest.mark.parametrize("text", ["炮二.五", "炮二-1", "马二+三"])
def test_the_kernel_takes_no_latin_sign_among_chinese_ones(text: str) -> None:
    with pytest.raises(NotationError):
        Position.from_fen().read(text, "chinese")
    signs = NOTATIONS["chinese"].shorten(text).encode("ascii", "replace")
    assert PLAIN.replay_all(signs, [0, len(signs)], NOTATIONS["chinese"].lexicon())().plies == [0]


# ---------------------------------------------------------------- the seed games

SEEDS = rows("seed_games.csv")
COLUMNS = {"cxq": "cxq", "iccs": "ucci", "vietnamese": "vietnamese", "chinese": "chinese"}


@pytest.mark.parametrize("game, plies", [("1", 122), ("2", 192)])
def test_a_seed_game_replays_in_every_column(game: str, plies: int) -> None:
    position, table = Position.from_fen(), [row for row in SEEDS if row["game"] == game]
    assert [int(row["ply"]) for row in table] == list(range(1, plies + 1))
    for row in table:
        known = move(row["iccs"], 0)
        assert {column: position.read(row[column], name) for column, name in COLUMNS.items()} == dict.fromkeys(
            COLUMNS, known
        )
        assert {column: position.write(known, name) for column, name in COLUMNS.items()} == {c: row[c] for c in COLUMNS}
        position = position.play(known)
        assert position.fen() == row["fen_after"]


@pytest.mark.parametrize("game, plies", [("1", 122), ("2", 192)])
def test_the_kernel_reads_a_seed_game_to_its_end(game: str, plies: int) -> None:
    text = " ".join(row["cxq"] for row in SEEDS if row["game"] == game).encode()
    answer = PLAIN.replay_all(text, [0, len(text)], WXF.lexicon())()
    assert (answer.plies, answer.stops) == ([plies], [len(text)])
    known = b"".join(bytes(divmod(move(row["iccs"], 0), 128)) for row in SEEDS if row["game"] == game)
    assert answer.moves[: len(known)] == known
