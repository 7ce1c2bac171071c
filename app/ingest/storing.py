"""Parts of sources to an archive: large sources part by part, small ones many together, for a transaction takes long."""

from collections.abc import Mapping

from app.games.reading import Reading
from app.ingest.parts import PART, Part
from app.ingest.report import SourceReport
from app.store.archive import Archive, Whole

TOGETHER = 500  # sources


class Storing:
    """Takes the parts as they come. `flush` at the end: until then the last small sources are only here.

    digests: of sources that are read again, their SHA-256 (see `Archive.add_source`); these are written one by one.
    """

    def __init__(self, archive: Archive, digests: Mapping[str, str | None]):
        self._archive, self._digests = archive, digests
        self._begun: dict[str, int] = {}  # sources of which a part is written; their ids
        self._readings: list[Reading] = []  # of the source that is being read
        self._whole: list[tuple[Whole, SourceReport]] = []  # sources that are read, and not yet written

    def __call__(self, part: Part, source: SourceReport) -> None:
        """Take a part, and write it or keep it for a while."""
        if part.ended and part.ended.error:
            return
        self._readings += part.readings
        if part.ended and part.ended.digest and part.file not in self._begun and part.file not in self._digests:
            if any(one.path == part.file for one, _ in self._whole):  # it is named twice: read again
                self.flush()
            whole = Whole(part.file, self._readings, part.ended.digest, part.ended.size)
            self._whole.append((whole, source))
            self._readings = []
            if len(self._whole) >= TOGETHER or sum(len(one.readings) for one, _ in self._whole) >= PART:
                self.flush()
        elif part.ended or len(self._readings) >= PART:
            self.flush()
            self._write(part, source)

    def flush(self) -> None:
        """Write the small sources that wait."""
        waiting, self._whole = self._whole, []
        if waiting:
            outcomes = self._archive.add_whole([one for one, _ in waiting])
            for (_, source), counts in zip(waiting, outcomes, strict=True):
                source.count(*counts)

    def _write(self, part: Part, source: SourceReport) -> None:
        """Write a part of a large source."""
        readings, self._readings = self._readings, []
        if part.file not in self._begun:
            self._begun[part.file] = self._archive.add_source(part.file, self._digests.get(part.file))
        if readings:
            source.count(*self._archive.add(self._begun[part.file], readings))
        if part.ended and part.ended.digest:
            self._archive.finish_source(self._begun.pop(part.file), part.ended.digest, part.ended.size)
