"""When a game was played, as precisely as the source says."""

import re
from calendar import monthrange
from datetime import UTC, date, datetime, timedelta
from functools import lru_cache
from typing import NamedTuple

# Hours east of UTC. CXQ stamps US Central time: CDT in summer, CST in winter.
ZONES = {"UTC": 0, "GMT": 0, "CDT": -5, "CST": -6, "EDT": -4, "EST": -5, "MDT": -6, "MST": -7, "PDT": -7, "PST": -8}
ZONES |= {"CET": 1, "CEST": 2, "ICT": 7}

_YEAR_FIRST = re.compile(r"(\d{4})(?:[-./](\d{1,2}|\?\?)(?:[-./](\d{1,2}|\?\?))?)?", re.ASCII)
_DAY_FIRST = re.compile(r"(\d{1,2})[-./](\d{1,2})[-./](\d{4})", re.ASCII)
_MONTH_FIRST = re.compile(r"(\d{1,2})[-./](\d{4})", re.ASCII)
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_MONTH = (
    r"(?P<month>jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?"
    r"|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\b\.?"
)
_IN_WORDS = tuple(
    re.compile(pattern, re.ASCII | re.IGNORECASE)
    for pattern in (
        rf"(?:(?P<day>\d{{1,2}})(?:st|nd|rd|th)?[ .-]+)?{_MONTH}[ .,-]+(?P<year>\d{{4}})(?!\d)",
        rf"{_MONTH} (?P<day>\d{{1,2}})(?:st|nd|rd|th)?,? +(?P<year>\d{{4}})(?!\d)",
        r"(?P<year>\d{4}) ?年(?: ?(?P<month>\d{1,2}) ?月(?: ?(?P<day>\d{1,2}) ?[日号號])?)?",
        r"(?:(?:ngày )?(?P<day>\d{1,2}) )?tháng (?P<month>\d{1,2})(?: năm|,)? (?P<year>\d{4})(?!\d)",
        r"năm (?P<year>\d{4})(?!\d)",
    )
)
_CHINESE_CLOCK = re.compile(r"(\d{1,2})[时時点點](?:(\d{1,2})分?)?", re.ASCII)
_EIGHT = re.compile(r"(?P<year>\d{4})(?P<month>\d{2})(?P<day>\d{2})", re.ASCII)
_AMERICAN = re.compile(r"(?P<month>\d{1,2})[-./](?P<day>1[3-9]|2\d|3[01])[-./](?P<year>\d{4})", re.ASCII)
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
    """A date as archives write it: year or day first, `??` for what is unknown, words, a time, a zone. None: not
    understood, or understood in two ways: `3/4/2005` is in March for some and in April for others.
    """
    words = _digits_for_words(text).split()
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


def _digits_for_words(text: str) -> str:
    """A date with the month in words, or in Chinese or Vietnamese, with its year first; any other as it is."""
    for pattern in _IN_WORDS:
        if found := pattern.match(text.strip()):
            parts = {"month": None, "day": None} | found.groupdict()
            month = parts["month"]
            if month and not month.isdecimal():
                month = str(_MONTHS.index(month[:3].lower()) + 1)
            clock = _CHINESE_CLOCK.sub(lambda at: f"{at[1]}:{int(at[2] or 0):02}", text.strip()[found.end() :])
            return "-".join(filter(None, (parts["year"], month, parts["day"]))) + " " + clock
    return text


@lru_cache(maxsize=8192)
def days_apart(first: str, second: str) -> int:
    """How many days lie between two dates at the least: none, where one may be within the other (2007, 2007-10-24)."""
    (first_begin, first_end), (second_begin, second_end) = _span(first), _span(second)
    return max(0, second_begin - first_end, first_begin - second_end)


def _span(text: str) -> tuple[int, int]:
    """The first and the last day that a date may mean, as ordinals."""
    begin = date.fromisoformat(text + "-01-01"[len(text) - 4 :])
    if len(text) == 10:
        return begin.toordinal(), begin.toordinal()
    month = begin.month if len(text) == 7 else 12
    return begin.toordinal(), date(begin.year, month, monthrange(begin.year, month)[1]).toordinal()


@lru_cache(maxsize=8192)
def read_any_date(text: str) -> PlayedAt | None:
    """A date also as Chinese programs write it: `19860113`, or the month first where the day can be no month:
    `11/23/1958`."""
    found = read_date(text)
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
        if "/" in text and int(day) <= 12 and int(month) != int(day):
            if int(month) <= 12:
                return None
            day, month = month, day
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
