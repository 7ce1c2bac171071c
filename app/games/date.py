"""When a game was played, as precisely as the source says."""

import re
from datetime import UTC, date, datetime, timedelta
from functools import lru_cache
from typing import NamedTuple

# Hours east of UTC. CXQ stamps US Central time: CDT in summer, CST in winter.
ZONES = {"UTC": 0, "GMT": 0, "CDT": -5, "CST": -6, "EDT": -4, "EST": -5, "MDT": -6, "MST": -7, "PDT": -7, "PST": -8}
ZONES |= {"CET": 1, "CEST": 2, "ICT": 7}

_YEAR_FIRST = re.compile(r"(\d{4})(?:[-./](\d{1,2}|\?\?)(?:[-./](\d{1,2}|\?\?))?)?", re.ASCII)
_DAY_FIRST = re.compile(r"(\d{1,2})[-./](\d{1,2})[-./](\d{4})", re.ASCII)
_MONTH_FIRST = re.compile(r"(\d{1,2})[-./](\d{4})", re.ASCII)
_CHINESE = re.compile(r"(\d{4})年(?:(\d{1,2})月(?:(\d{1,2})[日号號])?)?", re.ASCII)
_EIGHT = re.compile(r"(?P<year>\d{4})(?P<month>\d{2})(?P<day>\d{2})", re.ASCII)
_AMERICAN = re.compile(r"(?P<month>\d{1,2})[-./](?P<day>\d{1,2})[-./](?P<year>\d{4})", re.ASCII)
_CLOCK = re.compile(r"(\d{1,2}):(\d{2})(?::(\d{2}))?", re.ASCII)


class PlayedAt(NamedTuple):
    """A date of known precision ("2007", "2007-10" or "2007-10-24"), a time of day and a zone, as far as known."""

    date: str
    time: str | None = None  # HH:MM:SS, local
    zone: str | None = None

    @property
    def precision(self) -> str:
        """What the date says: year, month, day or second."""
        return "second" if self.time else ("year", "month", "day")[self.date.count("-")]

    @property
    def utc(self) -> str | None:
        """The moment as ISO 8601 in UTC, where date, time and zone are known."""
        if self.time is None or self.zone not in ZONES or len(self.date) != 10:
            return None
        local = datetime.fromisoformat(f"{self.date}T{self.time}").replace(tzinfo=UTC)
        try:
            return (local - timedelta(hours=ZONES[self.zone])).isoformat().replace("+00:00", "Z")
        except OverflowError:
            return None


def read_date(text: str) -> PlayedAt | None:
    """A date as archives write it: year or day first, `??` for what is unknown, a time, a zone. None: not understood."""
    words = text.split()
    day = _read_day(words[0]) if words else None
    if day is None or len(words) > 3:
        return None
    if len(words) == 1:
        return PlayedAt(day)
    time = _read_time(words[1])
    if time is None or len(day) != 10:
        return None
    zone = words[2] if len(words) == 3 else None
    if zone is not None and not (zone.isascii() and zone.isalpha()):
        return None
    return PlayedAt(day, time, zone)


@lru_cache(maxsize=8192)
def read_any_date(text: str) -> PlayedAt | None:
    """A date also as Chinese programs write it: `1956年12月16日`, `19860113`, or the month first where the day can be no
    month: `11/23/1958`."""
    found = read_date(text)
    if found is None and (parts := _CHINESE.fullmatch(text)):
        found = read_date("-".join(filter(None, parts.groups())))
    if found is None and (parts := _EIGHT.fullmatch(text) or _AMERICAN.fullmatch(text)):
        found = read_date(f"{parts['year']}-{parts['month']}-{parts['day']}")
    return found


@lru_cache(maxsize=8192)
def is_day(text: str) -> bool:
    """Whether YYYY-MM-DD is a day of the calendar."""
    return _read_day(text) == text


def _read_day(text: str) -> str | None:
    day: str | None
    if parts := _YEAR_FIRST.fullmatch(text):
        year, month, day = parts.groups()
    elif parts := _DAY_FIRST.fullmatch(text):
        day, month, year = parts.groups()
    elif parts := _MONTH_FIRST.fullmatch(text):
        day, (month, year) = None, parts.groups()
    else:
        return None
    known_month = month if month and month != "??" else None
    known_day = day if day and day != "??" else None
    if known_day and not known_month:
        return None
    try:
        whole = date(int(year), int(known_month or 1), int(known_day or 1)).isoformat()
    except ValueError:
        return None
    return whole[: 10 if known_day else 7 if known_month else 4]


def _read_time(text: str) -> str | None:
    parts = _CLOCK.fullmatch(text)
    if parts is None or int(parts[1]) > 23 or int(parts[2]) > 59 or int(parts[3] or 0) > 59:
        return None
    return f"{int(parts[1]):02}:{parts[2]}:{parts[3] or '00'}"
