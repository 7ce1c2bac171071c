"""Whether a game tells its notation: games written in every one, read without a word about it; the confusion table.

    python tests/bench/recognition.py FILE [--games N]

FILE is any file that kypho reads. A game is right if its moves come back, wrong if others do, a tie if it says so.
"""

import argparse
import io
import time
from collections import Counter

from app.board.engine import engine_for
from app.formats import READERS, write_text
from app.formats.decoding import Decoder
from app.formats.interpret import interpret
from app.formats.record import Stray
from app.games.reading import Reading
from app.ingest import Importer
from app.notation import NOTATIONS


def read_back(text: str) -> list[Reading]:
    """The games of a scoresheet, in whatever notation it is."""
    reader, engine = READERS["moves"](), engine_for(10_000)
    try:
        found = (
            record
            for window in Decoder().windows(io.BytesIO(text.encode()))
            for record in reader.read(window.text, "-", window.line)
        )
        return [item for item in interpret(found, reader.again, engine, reader.tongues) if not isinstance(item, Stray)]
    finally:
        engine.close()


def main() -> None:
    """Read, write in every notation, read back, count."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file")
    parser.add_argument("--games", type=int, default=100_000)
    parser.add_argument("--shortest", type=int, default=20, help="plies")
    options = parser.parse_args()
    with Importer([options.file]) as importer:
        games = [pair for pair in importer.games() if pair[1].plies >= options.shortest][: options.games]
    print(f"{len(games):,} games of {options.shortest} plies or more")
    for name in NOTATIONS:
        text = "".join(write_text(games, "moves", name))
        begin = time.perf_counter()
        readings = read_back(text)
        seconds = time.perf_counter() - begin
        assert len(readings) == len(games), f"{name}: {len(readings)} games come back"
        outcome: Counter[str] = Counter()
        told: Counter[str] = Counter()
        for (_, game), reading in zip(games, readings, strict=True):
            right, whole = reading.game.moves == game.moves, reading.game.complete
            outcome["right" if right and whole else "wrong" if whole else "tie"] += 1
            told[reading.notation] += 1
        print(f"{name:<20} {dict(outcome)}  read as {dict(told)}  {len(games) / seconds:,.0f} games/s")


if __name__ == "__main__":
    main()
