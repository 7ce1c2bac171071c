"""PGN as this program writes it, read by programs that are not this one: cchess, and Fairy-Stockfish over SAN."""

import re
from pathlib import Path

import cchess
import pyffish
import pytest

from app.formats import write_text
from app.games.game import Game
from app.notation import write_games
from tests.formats.format_cases import random_moves
from tests.formats.program_cases import found_in
from tests.store.made_games import game, line

CLUB = Path(__file__).parent.parent.parent / "sample_games" / "club-2005-2006.cxq"
ON_ONE_FILE = (2, 8)  # games in which an advisor moves that stands behind the other: cchess knows no name for it
PLAYED = [
    reading.game.moves
    for n, reading in enumerate(found_in(CLUB.read_bytes(), CLUB.name)[0][:12])
    if n not in ON_ONE_FILE
]
LINES = [*random_moves(1, 60), line(5, 2), line(7, 1)]
BRACKETS = re.compile(r"\s*\{[^{}]*\}")


def made(moves: bytes) -> Game:
    """A game with a comment, which a reader must pass over."""
    one = game("An", "Bình", moves)
    one.comments = {len(moves) // 4: "hay (lắm)"}
    return one


def pgn(moves: bytes, format: str, notation: str | None = None) -> str:
    return "".join(write_text([(1, made(moves))], format, notation))


def movetext(text: str) -> list[str]:
    """The moves of a PGN by the standard's own rules: tags, comments, numbers and the result left out."""
    body = BRACKETS.sub(" ", text[text.rindex("]\n") + 2 :])
    return [word for word in body.split() if not re.fullmatch(r"\d+\.+|\*|1-0|0-1|1/2-1/2", word)]


def points(moves: bytes) -> list[str]:
    ((texts),) = write_games("ucci", [(None, moves)])
    return list(texts)


@pytest.mark.parametrize("notation", ["chinese", "iccs"])
@pytest.mark.parametrize("moves", PLAYED, ids=range(len(PLAYED)))
def test_cchess_reads_the_moves(moves: bytes, notation: str, tmp_path: Path):
    text = BRACKETS.sub("", pgn(moves, "pgn", notation))  # it would take a comment for moves
    (tmp_path / "a.pgn").write_text(text, encoding="utf-8")
    read = cchess.read_from_pgn(str(tmp_path / "a.pgn"))
    assert [" ".join(found) for found in read.dump_iccs_moves()] == [" ".join(points(moves))]


@pytest.mark.parametrize("moves", LINES, ids=range(len(LINES)))
def test_fairy_stockfish_knows_the_moves_in_san(moves: bytes):
    """Each word is what it calls exactly one legal move, which leads on."""
    played: list[str] = []
    start = pyffish.start_fen("xiangqi")
    for word in movetext(pgn(moves, "pgn-xboard")):
        fen = pyffish.get_fen("xiangqi", start, played)
        (named,) = (move for move in pyffish.legal_moves("xiangqi", fen, []) if called_by_xboard(fen, move) == word)
        played.append(named)
    assert list(map(from_zero, played)) == points(moves)


def called_by_xboard(fen: str, move: str) -> str:
    """A move in Fairy-Stockfish's SAN as XBoard has it: ranks from 0; of a pawn the file, and no letter."""
    san = from_zero(pyffish.get_san("xiangqi", fen, move).rstrip("+#"))
    pawn = san.removeprefix("P")
    return san if pawn == san else move[0] + pawn if pawn.startswith("x") else pawn


def from_zero(move: str) -> str:
    """`h3e3` as `h2e2`."""
    return re.sub(r"\d+", lambda rank: str(int(rank[0]) - 1), move)
