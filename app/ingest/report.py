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
    encodings: dict[str, int] = field(default_factory=dict)  # of how many games; those in ASCII are in none

    def count(self, complete: int, incomplete: int, duplicate: int, rejected: int) -> None:
        """Add a batch."""
        self.complete += complete
        self.incomplete += incomplete
        self.duplicate += duplicate
        self.rejected += rejected
        self.found += complete + incomplete + duplicate + rejected


@dataclass(slots=True)
class Report:
    """What came of an import: its sources, its faults, its time."""

    sources: list[SourceReport] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)
    seconds: float = 0.0
    interrupted: bool = False

    def total(self, name: str) -> int:
        """The sum of one of `COUNTS` over all sources."""
        return sum(getattr(source, name) for source in self.sources)

    @property
    def damaged(self) -> bool:
        """Whether anything was less than whole."""
        return bool(self.faults or self.total("incomplete") or self.total("rejected"))

    def as_json(self) -> dict[str, Any]:
        """The report as plain values."""
        faults = [
            {
                "file": fault.place.file,
                "line": fault.place.line,
                "column": fault.place.column,
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
            "seconds": round(self.seconds, 3),
            "games_per_second": round(self.total("found") / self.seconds) if self.seconds else 0,
            "interrupted": self.interrupted,
        }
