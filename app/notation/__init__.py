"""How a move is written. A new notation is one table in a module here and one line in `NOTATIONS`."""

from collections.abc import Iterator, Sequence
from itertools import accumulate

from app.board.engine import PLAIN, Engine
from app.board.fen import START_BOARD, read_fen
from app.errors import FormatError
from app.notation import asian, chinese, coordinates, san, vietnamese, wxf
from app.notation.coordinates import Coordinates
from app.notation.relative import Relative
from app.notation.san import San

Notation = Relative | Coordinates | San

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

# What belongs to PGN: the kernel does not read it, and no scoresheet is looked through for it.
OF_PGN: dict[str, Notation] = {notation.name: notation for notation in (san.SAN, san.SAN_XBOARD)}
WRITABLE = NOTATIONS | OF_PGN

# What is read, but never written: words without accents, ranks counted from the top.
READABLE: dict[str, Notation] = WRITABLE | {
    notation.name: notation
    for notation in (vietnamese.VIETNAMESE_BARE, coordinates.UCCI_FLIPPED, coordinates.UCI_FLIPPED)
}


def notation_named(name: str, to_write: bool = False) -> Notation:
    """A notation by its name, to read or to write. Raises `FormatError`, which lists the names."""
    notation = (WRITABLE if to_write else READABLE).get(name.lower())
    if notation is None:
        raise FormatError(f"no notation {name!r}; there are {', '.join(WRITABLE)}")
    return notation


def write_games(name: str, games: Sequence[tuple[str | None, bytes]], engine: Engine = PLAIN) -> Iterator[list[str]]:
    """The written plies of many games, each (FEN or None for the normal start, moves as two bytes a ply).

    The engine begins at once; the texts are made as they are asked for.
    """
    notation = notation_named(name, to_write=True)
    normal = [moves for fen, moves in games if fen is None]
    ends = [0, *accumulate(map(len, normal))]
    texts = notation.write_games(b"".join(normal), ends, START_BOARD, 0, engine)

    def in_order() -> Iterator[list[str]]:
        for fen, moves in games:
            if fen is None:
                yield next(texts)
            else:
                board, side = read_fen(fen)
                yield from notation.write_games(moves, [0, len(moves)], bytes(board), side, PLAIN)

    return in_order()
