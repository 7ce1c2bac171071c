"""How fast it is: whole commands, timed in turn with peers in the same session. Medians; ratios to the first peer.

    python tests/bench/bench.py [--games 30000] [--runs 5] [--json]

The archive is the sample club's 120 real games over and over, each copy with other players. The peer is pyffish, the
Python binding of Fairy-Stockfish (C++), which replays the same games from coordinates: no text read, no database.
"""

import argparse
import json
import os
import platform
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
CLUB = ROOT / "sample_games" / "club-2005-2006.cxq"
KYPHO = [sys.executable, "-m", "app.cli.main"]
PEER_GAMES = 200


def make_archive(path: Path, games: int) -> None:
    """A CXQ file of so many games, no two with the same players."""
    text = CLUB.read_text(encoding="utf-8")
    records = [record + "}END\n\n" for record in text.split("}END")[:-1]]
    with path.open("w", encoding="utf-8", newline="\r\n") as file:
        for n in range(games):
            record, copy = records[n % len(records)].lstrip(), n // len(records)
            lines = []
            for line in record.splitlines():
                if line.startswith(("RED ", "BLACK ")):
                    name, rest = line[8:].split(" ;", 1)
                    line = f"{line[:8]}{name}{copy} ;{rest}"
                elif line.startswith(("GAME ", "RESULT ")):
                    line = "" if line.startswith("GAME ") else line.partition(" (")[0]
                lines.append(line)
            file.write("\n".join(filter(None, lines)) + "\n\n")


def kypho(*words: str, db: Path) -> float:
    """Run a command; its seconds, from process start to end."""
    environment = os.environ | {"KYPHO_DB": str(db), "PYTHONPATH": str(ROOT)}
    begin = time.perf_counter()
    subprocess.run([*KYPHO, *words], env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)
    return time.perf_counter() - begin


def fresh_import(archive: Path, db: Path) -> float:
    """Import into a new file."""
    for end in ("", "-wal", "-shm"):
        Path(f"{db}{end}").unlink(missing_ok=True)
    return kypho("import", str(archive), db=db)


def export_data_set(db: Path, folder: Path) -> float:
    """Export into a folder that is not there."""
    shutil.rmtree(folder, ignore_errors=True)
    return kypho("export", "--format", "parquet", "-o", str(folder), db=db)


def pyffish_replay(lines: list[list[str]]) -> float:
    """Replay games from coordinates with pyffish; seconds."""
    import pyffish

    begin = time.perf_counter()
    for line in lines:
        pyffish.get_fen("xiangqi", pyffish.start_fen("xiangqi"), line)
    return time.perf_counter() - begin


def peer_lines(db: Path) -> list[list[str]]:
    """The first games in pyffish's coordinates."""
    environment = os.environ | {"KYPHO_DB": str(db), "PYTHONPATH": str(ROOT)}
    words = [*KYPHO, "export", "--format", "jsonl", "--notation", "uci", "--limit", str(PEER_GAMES)]
    text = subprocess.run(words, env=environment, capture_output=True, check=True).stdout.decode()
    return [json.loads(line)["moves"] for line in text.splitlines()]


def measure(games: int, runs: int, folder: Path) -> dict[str, float]:
    """Seconds of each job: the median of runs in turn."""
    archive, db, new = folder / "bench.cxq", folder / "bench.db", folder / "new.db"
    make_archive(archive, games)
    fresh_import(archive, db)  # warms the compiled code
    lines = peer_lines(db)
    jobs: dict[str, Callable[[], float]] = {
        "import": lambda: fresh_import(archive, new),
        "import again (all duplicates)": lambda: kypho("import", str(archive), db=db),
        "export moves, vietnamese": lambda: kypho("export", db=db),
        "export moves, wxf": lambda: kypho("export", "--notation", "wxf", db=db),
        "export cxq": lambda: kypho("export", "--format", "cxq", db=db),
        "export parquet": lambda: export_data_set(db, folder / "set"),
        "search by player": lambda: kypho("search", "--player", "longphong3", db=db),
        "show a game": lambda: kypho("show", "1", db=db),
        "--help": lambda: kypho("--help", db=db),
        "peer: pyffish replay": lambda: pyffish_replay(lines),
    }
    seconds: dict[str, list[float]] = {name: [] for name in jobs}
    for _ in range(runs):
        for name, job in jobs.items():
            seconds[name].append(job())
    return {name: statistics.median(times) for name, times in seconds.items()}


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=30_000)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        seconds = measure(options.games, options.runs, Path(folder))
    peer = PEER_GAMES / seconds["peer: pyffish replay"]
    if options.json:
        print(json.dumps({"games": options.games, "seconds": seconds}))
        return
    print(f"{options.games:,} games, medians of {options.runs} runs; {platform.machine()}, {os.cpu_count()} cores,")
    print(f"Python {platform.python_version()}; whole processes\n")
    for name, second in seconds.items():
        if name in ("search by player", "show a game", "--help"):
            print(f"{name:<30} {second * 1000:8,.0f} ms")
            continue
        rate = PEER_GAMES / second if name.startswith("peer") else options.games / second
        print(f"{name:<30} {rate:8,.0f} games/s {rate / peer:8.1f} x pyffish")


if __name__ == "__main__":
    main()
