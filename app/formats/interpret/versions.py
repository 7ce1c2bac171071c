"""A game as one notation reads it, and which of several readings is the game."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from app.board import kernel
from app.board.fen import SIDES
from app.errors import AmbiguousMove, InvalidMove, NotationError
from app.formats.interpret.plays import Play
from app.formats.interpret.sides import Side, sides_of
from app.formats.interpret.tongues import Tongues
from app.games.game import Game
from app.games.replay import board_along
from app.notation import Notation
from app.notation.following import Candidates, Followed, follow
from app.notation.hindrance import can_move
from app.notation.recognition import Attempt


@dataclass(slots=True)
class Version:
    """A game as one notation reads it, with the full reader."""

    notation: Notation
    moves: bytes
    stop: int  # of the written moves
    words: list[tuple[int, str]]  # written moves, each with the number of its first word
    error: NotationError | None


def read_on(game: Game, play: Play, attempt: Attempt) -> Version:
    """The whole of a game in one notation: behind what the kernel is sure of, by the full reader."""
    notation = attempt.notation
    words = notation.join([word.text for word in play.words])
    done = len(attempt.moves) // 2
    if done > len(words):  # the kernel took for moves what are not even words here
        return Version(
            notation, b"", 0, words, InvalidMove(f"{words[0][1]!r} is no move in the notation {notation.name}")
        )
    rest = Followed(b"", 0, None)
    if done < len(words):
        rest = _go_on(game, attempt.moves, [word for _, word in words[done:]], notation, words)
    return Version(notation, attempt.moves + rest.moves, done + rest.stop, words, rest.error)


def _go_on(
    game: Game, moves: bytes, texts: list[str], notation: Notation, game_words: Iterable[tuple[int, str]]
) -> Followed:
    """Written moves followed by the full reader from where a game stands behind some moves."""
    board, side = board_along(game.start_fen, moves)
    return follow(texts, board, side, candidates_in(notation, sides_of(notation, [word for _, word in game_words])))


def up_to_the_wrong_side(version: Version, first_side: int) -> Version:
    """A version without what its kernel has read of the wrong side, which does not know all signs of a side."""
    side_of = sides_of(version.notation, [word for _, word in version.words])
    if side_of is None:
        return version
    for ply, (_, word) in enumerate(version.words[: len(version.moves) // 2]):
        mover = (first_side + ply) % 2
        if side_of(word) == 1 - mover:
            return Version(version.notation, version.moves[: 2 * ply], ply, version.words, WrongSide(word, mover))
    return version


def candidates_in(notation: Notation, side_of: Side | None) -> Candidates:
    """What a word may mean in a notation; a word with the other side's signs, or behind the end, is a fault of its own."""

    def candidates(board: bytearray, mover: int, word: str) -> list[int]:
        fits: list[int] = []
        try:
            fits = notation.candidates(board, mover, word)
        except InvalidMove:
            raise
        except NotationError as error:
            if not can_move(board, mover):
                how = "mated" if kernel.in_check(board, mover) else "stalemated"
                raise AfterTheEnd(f"{word!r} comes after the end: {SIDES[mover]} is {how}") from error
            if not (side_of and side_of(word) == 1 - mover):
                raise
        if side_of and side_of(word) == 1 - mover:
            raise WrongSide(word, mover)
        return fits

    return candidates


def best_of(versions: Sequence[Version], tongues: Tongues) -> Version:
    """The version that is legal to the end, else the one that gets furthest; a tie between different moves is a fault."""
    whole = [version for version in versions if version.error is None]
    furthest = max(version.stop for version in versions)
    rivals = whole or [version for version in versions if version.stop == furthest]
    believed = [version for version in rivals if version.notation in tongues.first and len(tongues.first) == 1]
    telling = [version for version in rivals if not isinstance(version.error, InvalidMove)]
    best = (believed or telling or rivals)[0]
    different = [version for version in rivals if version.moves != best.moves]
    if believed or not different or not best.moves:
        return best
    sure = _common(version.moves for version in rivals)
    names = ", ".join(version.notation.name for version in (best, *different))
    word = best.words[len(sure) // 2][1]
    error = AmbiguousNotation(
        f"from {word!r} on the game is legal in several notations ({names}): say which with --from"
    )
    return Version(best.notation, sure, len(sure) // 2, best.words, error)


def _common(lines: Iterable[bytes]) -> bytes:
    """The moves that several lines have in common."""
    first, *others = lines
    length = min(map(len, (first, *others)))
    for n in range(0, length, 2):
        if any(line[n : n + 2] != first[n : n + 2] for line in others):
            return first[:n]
    return first[:length]


# ---------------------------------------------------------------- what may be wrong with a game


class WrongSide(NotationError):
    """A move printed with the other side's signs, in a game that uses both."""

    code = "wrong-side"

    def __init__(self, word: str, mover: int):
        super().__init__(
            f"{word!r} is written for {SIDES[1 - mover]}, but {SIDES[mover]} is to move: a move is missing"
        )


class AfterTheEnd(NotationError):
    """A move of a side that has none left."""

    code = "after-the-end"


class AmbiguousNotation(AmbiguousMove):
    """A game that two notations read differently, both to the end."""

    code = "ambiguous-notation"


class FirstMoveMissing(AmbiguousNotation):
    """A game in coordinates that is legal only as seen from Black's side, or without Red's first move."""

    def __init__(self, notation: Notation, word: str):
        super().__init__(
            f"{word!r} is Black's move: Red's first one is missing, or the ranks are counted from Black's side "
            f"(--from {notation.name})"
        )
