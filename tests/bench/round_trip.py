"""Random legal play, written in every notation and read back: how many plies differ.

    python tests/bench/round_trip.py [--plies 2000000]

The kernel reads what it is sure of, the full reader the rest: tandems of three and more, pawns on two files.
"""

import argparse
import random
import time
from array import array

from app.board.compiled import load
from app.board.engine import Local
from app.board.fen import START_BOARD
from app.notation import NOTATIONS, write_games
from app.notation.following import follow
from app.notation.recognition import attempt_all

LONGEST = 400  # plies of one game
GAMES = 500  # at a time


def random_game(kernel, numbers: random.Random) -> bytes:
    """A game of random legal moves from the start, two bytes a ply."""
    board, side, moves, room = bytearray(START_BOARD), 0, bytearray(), array("i", bytes(4 * 128))
    for _ in range(LONGEST):
        count = kernel.legal_moves(board, side, room)
        if not count:
            break
        move = int(room[numbers.randrange(count)])
        board[move & 127], board[move >> 7] = board[move >> 7], 0
        moves += bytes((move >> 7, move & 127))
        side = 1 - side
    return bytes(moves)


def differing(name: str, games: list[bytes], engine: Local) -> int:
    """How many of these games do not come back as they were."""
    notation, wrong = NOTATIONS[name], 0
    plies = list(write_games(name, [(None, moves) for moves in games], engine))
    answers = attempt_all([" ".join(texts) for texts in plies], engine, (notation,))()
    for moves, texts, attempts in zip(games, plies, answers, strict=True):
        read = attempts[0].moves if attempts else b""
        if len(read) < len(moves):
            board = bytearray(START_BOARD)
            for start, end in zip(read[0::2], read[1::2], strict=True):
                board[end], board[start] = board[start], 0
            done = len(read) // 2
            read += follow(texts[done:], board, done % 2, notation.candidates).moves
        wrong += read != moves
    return wrong


def main() -> None:
    """Play, write, read, compare."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--plies", type=int, default=2_000_000)
    options = parser.parse_args()
    kernel, numbers, done, begin = load(), random.Random(5), 0, time.perf_counter()
    engine, wrong = Local(kernel), array("q", [0] * len(NOTATIONS))
    while done < options.plies:
        games = [random_game(kernel, numbers) for _ in range(GAMES)]
        done += sum(map(len, games)) // 2
        for n, name in enumerate(NOTATIONS):
            wrong[n] += differing(name, games, engine)
        print(f"{done:,} plies, {time.perf_counter() - begin:.0f} s, games that differ: {sum(wrong)}", flush=True)
    for name, count in zip(NOTATIONS, wrong, strict=True):
        print(f"{name:<20} {count}")


if __name__ == "__main__":
    main()
