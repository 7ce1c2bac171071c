"""How a move is written. A new notation is one table in a module here and one line in `NOTATIONS`."""

from collections.abc import Iterator, Sequence

from app.board.engine import engine_for
from app.board.fen import START_BOARD, read_fen
from app.errors import FormatError
from app.notation import asian, chinese, coordinates, vietnamese, wxf
from app.notation.coordinates import Coordinates
from app.notation.relative import Relative

Notation = Relative | Coordinates

NOTATIONS: dict[str, Notation] = {
    notation.name: notation
    for notation in (
        wxf.WXF,
        wxf.WXF_2018,
        wxf.XQBASE,
        wxf.CXQ,
        wxf.AXF,
        vietnamese.VIETNAMESE,
        vietnamese.VIETNAMESE_WORDS,
        asian.ASIAN,
        asian.ASIAN_LATIN,
        chinese.CHINESE,
        chinese.CHINESE_TRADITIONAL,
        coordinates.ICCS,
        coordinates.UCCI,
        coordinates.UCI,
    )
}


def notation_named(name: str) -> Notation:
    """A notation by its name. Raises `FormatError`, which lists the names."""
    notation = NOTATIONS.get(name.lower())
    if notation is None:
        raise FormatError(f"no notation {name!r}; there are {', '.join(NOTATIONS)}")
    return notation


def write_games(name: str, games: Sequence[tuple[str | None, bytes]]) -> Iterator[list[str]]:
    """The written plies of many games, each (FEN or None for the normal start, moves as two bytes a ply)."""
    notation, engine = notation_named(name), engine_for(len(games))
    run: list[bytes] = []

    def normal() -> Iterator[list[str]]:
        ends = [0]
        for moves in run:
            ends.append(ends[-1] + len(moves))
        yield from notation.write_games(b"".join(run), ends, START_BOARD, 0, engine)
        run.clear()

    for fen, moves in games:
        if fen is None:
            run.append(moves)
            continue
        yield from normal()
        board, side = read_fen(fen)
        yield from notation.write_games(moves, [0, len(moves)], bytes(board), side, engine)
    yield from normal()
