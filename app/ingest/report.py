"""What came of an import."""

from dataclasses import asdict, dataclass, field
from typing import Any

from app.errors import Fault

COUNTS = ("found", "complete", "incomplete", "duplicate", "rejected", "repaired")


@dataclass(slots=True)
class SourceReport:
    """What came of one source: found = complete + incomplete + duplicate + rejected.

    repaired counts those duplicates that took the place of an incomplete record.
    """

    file: str
    found: int = 0
    complete: int = 0
    incomplete: int = 0
    duplicate: int = 0
    rejected: int = 0
    repaired: int = 0
    format: str | None = None
    encodings: dict[str, int] = field(default_factory=dict)  # of how many games; those in ASCII are in none
    error: str | None = None  # why it could not be opened

    def count(self, complete: int, incomplete: int, duplicate: int, rejected: int, repaired: int = 0) -> None:
        """Add a batch."""
        self.complete += complete
        self.incomplete += incomplete
        self.duplicate += duplicate
        self.rejected += rejected
        self.repaired += repaired
        self.found += complete + incomplete + duplicate + rejected


@dataclass(slots=True)
class Report:
    """What came of an import: its sources, its faults, its time."""

    sources: list[SourceReport] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)
    passed_over: dict[str, int] = field(default_factory=dict)  # by suffix: files of folders that were not taken
    seconds: float = 0.0
    interrupted: bool = False

    def total(self, name: str) -> int:
        """The sum of one of `COUNTS` over all sources."""
        return sum(getattr(source, name) for source in self.sources)

    def by_format(self) -> dict[str, list[SourceReport]]:
        """The sources of each format, in the order of their names."""
        found: dict[str, list[SourceReport]] = {}
        for source in sorted(self.sources, key=lambda source: source.format or ""):
            if source.format:
                found.setdefault(source.format, []).append(source)
        return found

    @property
    def damaged(self) -> bool:
        """Whether anything was less than whole."""
        return bool(self.faults or self.unopened or self.total("incomplete") or self.total("rejected"))

    @property
    def unopened(self) -> list[SourceReport]:
        """The sources that could not be opened."""
        return [source for source in self.sources if source.error]

    def as_json(self) -> dict[str, Any]:
        """The report as plain values."""
        faults = [
            {
                "file": fault.place.file,
                "line": fault.place.line if fault.place.byte is None else None,
                "column": fault.place.column if fault.place.byte is None else None,
                "byte": fault.place.byte,
                "ply": fault.ply,
                "code": fault.code,
                "message": fault.message,
            }
            for fault in self.faults
        ]
        return {
            **{name: self.total(name) for name in COUNTS},
            "faults": faults,
            "sources": [asdict(source) for source in self.sources],
            "passed_over": self.passed_over,
            "seconds": round(self.seconds, 3),
            "games_per_second": round(self.total("found") / self.seconds) if self.seconds else 0,
            "interrupted": self.interrupted,
        }
