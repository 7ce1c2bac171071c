"""The data set written as games come, in whatever order, with as much memory for a billion as for a million.

Rows are held for each table and year until they make a row group; where many years come mixed, the largest group is
written sooner. Files end after so many row groups, and where too many would be open at once: then a year has several.
"""

from collections.abc import Iterable
from concurrent.futures import Future, ThreadPoolExecutor
from itertools import islice
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

from app.board.engine import PLAIN, Engine, engine_for
from app.formats.parquet.columns import tables_of
from app.formats.parquet.schema import TABLES, Kept
from app.games.game import Game

BATCH = 4096  # games whose columns are made together
GROUP = 131_072  # rows: what engines read as one piece of work
GROUPS = 64  # in a file
HELD = 32 << 20  # bytes of all rows that wait
OPEN = 96  # files
UNDATED = "__HIVE_DEFAULT_PARTITION__"

Year = str


def write_folder(games: Iterable[tuple[int, Game]], folder: Path) -> None:
    """Games with their ids as a data set in an empty folder; without any, as tables without rows."""
    stream = iter(games)
    engine: Engine = PLAIN
    parts = Partitions(folder)
    try:
        with ThreadPoolExecutor(1) as beside:  # writes a batch while the next one is read
            written: Future[None] | None = None
            while batch := list(islice(stream, BATCH)):
                if engine is PLAIN:
                    engine = engine_for(len(batch))
                made = [(year, tables_of(games, engine)) for year, games in _by_year(batch).items()]
                if written:
                    written.result()
                written = beside.submit(parts.add_all, made)
            if written:
                written.result()
        parts.finish()
    finally:
        engine.close()
        parts.close()


def _by_year(games: list[tuple[int, Game]]) -> dict[Year, list[tuple[int, Game]]]:
    years: dict[Year, list[tuple[int, Game]]] = {}
    for one in games:
        played = one[1].played
        years.setdefault(played.date[:4] if played else UNDATED, []).append(one)
    return years


class Partitions:
    """The folders of each table and year, and the rows that wait for them."""

    def __init__(self, folder: Path):
        self._folder = folder
        self._parts: dict[tuple[str, Year], Partition] = {}
        self._held = 0

    def add_all(self, made: Iterable[tuple[Year, dict[str, pa.Table]]]) -> None:
        """Take the rows of all tables, year by year."""
        for year, tables in made:
            for table, rows in tables.items():
                self.add(table, year, rows)

    def add(self, table: str, year: Year, rows: pa.Table) -> None:
        """Take rows; write what is enough for a row group."""
        part = self._parts.get((table, year))
        if part is None:
            part = self._parts[table, year] = Partition(self._folder / table / f"year={year}", TABLES[table])
        part.hold(rows)
        self._held += rows.nbytes
        if part.rows >= GROUP:
            self._write(part)
        while self._held > HELD:
            self._write(max(self._parts.values(), key=lambda one: one.size))

    def finish(self) -> None:
        """Write all that waits."""
        if not self._parts:
            for table, kept in TABLES.items():
                self.add(table, UNDATED, kept.schema.empty_table())
        for part in self._parts.values():
            self._write(part)

    def close(self) -> None:
        """End all files."""
        for part in self._parts.values():
            part.close()

    def _write(self, part: "Partition") -> None:
        self._held -= part.size
        part.write()
        opened = [one for one in self._parts.values() if one.is_open]
        if len(opened) > OPEN:
            min(opened, key=lambda one: one.written).close()


class Partition:
    """One table and year: rows that wait, and the files of those that do not."""

    _clock = 0

    def __init__(self, folder: Path, kept: Kept):
        self._folder, self._kept = folder, kept
        self._waiting: list[pa.Table] = []
        self._writer: pq.ParquetWriter | None = None
        self._files = self._groups = 0
        self.rows = self.size = 0  # that wait, and their bytes
        self.written = 0  # when, counted in row groups of all

    @property
    def is_open(self) -> bool:
        """Whether one of its files is open."""
        return self._writer is not None

    def hold(self, rows: pa.Table) -> None:
        """Take rows that are to wait."""
        self._waiting.append(rows)
        self.rows += rows.num_rows
        self.size += rows.nbytes

    def write(self) -> None:
        """Write what waits as row groups."""
        if not self._waiting:
            return
        rows = pa.concat_tables(self._waiting)
        self._waiting.clear()
        self.rows = self.size = 0
        Partition._clock += 1
        self.written = Partition._clock
        if self._writer is None:
            self._writer = self._next_file()
        self._writer.write_table(rows, row_group_size=GROUP)
        self._groups += 1
        if self._groups == GROUPS:
            self.close()

    def close(self) -> None:
        """End the file that is open; the next rows begin another."""
        if self._writer is not None:
            self._writer.close()
            self._writer = None

    def _next_file(self) -> pq.ParquetWriter:
        self._folder.mkdir(parents=True, exist_ok=True)
        file = self._folder / f"part-{self._files}.parquet"
        self._files, self._groups = self._files + 1, 0
        return pq.ParquetWriter(
            file,
            self._kept.schema,
            compression="zstd",
            use_dictionary=list(self._kept.dictionary),
            column_encoding=dict.fromkeys(self._kept.differences, "DELTA_BINARY_PACKED"),
        )
