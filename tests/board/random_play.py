"""Random legal play that follows from a start and a seed alone, on every machine and in every version of Python."""

from collections.abc import Callable, Iterator, Sequence

from app.board.fen import read_fen
from tests.board.board_cases import Form, rows

STARTS = {row["name"]: row["fen"] for row in rows("perft.csv")}
LONGEST = 500  # plies of one game

Lister = Callable[[bytearray, int], Sequence[int]]


def numbers(seed: int) -> Iterator[int]:
    """Numbers that look random: Knuth's congruential generator, its upper bits."""
    state = seed
    while True:
        state = (state * 6364136223846793005 + 1442695040888963407) % 2**64
        yield state >> 33


def wander(
    start: str, seed: int, legal: Lister, longest: int = LONGEST
) -> Iterator[tuple[bytes, int, Sequence[int], int]]:
    """A game from a named start: at every ply the board, the side, the legal moves in order and the one played (or -1
    when there is none, and after the longest game)."""
    board, side = read_fen(STARTS[start])
    for ply, number in enumerate(numbers(seed)):
        moves = legal(board, side)
        over = not len(moves) or ply == longest
        move = -1 if over else int(moves[number % len(moves)])
        yield bytes(board), side, moves, move
        if over:
            return
        board[move & 127], board[move >> 7] = board[move >> 7], 0
        side = 1 - side


def lister(form: Form) -> Lister:
    """Who lists the legal moves: this form of the kernel."""
    room = form.room()
    return lambda board, side: form.legal_moves(form.board(board), side, room)


def games(form: Form, start: str, seeds: Sequence[int], longest: int = LONGEST) -> list[bytes]:
    """Random games from a named start, two bytes a ply as the engines take them."""
    legal = lister(form)
    return [
        b"".join(bytes((move >> 7, move & 127)) for *_, move in wander(start, seed, legal, longest) if move >= 0)
        for seed in seeds
    ]
