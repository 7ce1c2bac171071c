"""When a game was played: dates of any precision, zones, and the moment in UTC."""

import pytest

from app.games.date import ZONES, PlayedAt, read_any_date, read_date

PRECISIONS = {
    "2007": ("2007", "year"),
    "2007.??.??": ("2007", "year"),
    "2007-10": ("2007-10", "month"),
    "2007.10.??": ("2007-10", "month"),
    "2007/10/24": ("2007-10-24", "day"),
    "24.10.2007": ("2007-10-24", "day"),
    "4.1.2007": ("2007-01-04", "day"),
    "24/10/2007": ("2007-10-24", "day"),
    "10/24/2007": ("2007-10-24", "day"),
    "4/4/2007": ("2007-04-04", "day"),
    "12 March 2005": ("2005-03-12", "day"),
    "12-Mar-2005": ("2005-03-12", "day"),
    "March 12, 2005": ("2005-03-12", "day"),
    "1st Sept. 2005": ("2005-09-01", "day"),
    "12 MARCH 2005 20:15:00 GMT": ("2005-03-12", "second"),
    "October 2007": ("2007-10", "month"),
    "2005年3月12日": ("2005-03-12", "day"),
    "2005年3月12日 20:15": ("2005-03-12", "second"),
    "2005 年 3 月": ("2005-03", "month"),
    "2005年": ("2005", "year"),
    "ngày 12 tháng 3 năm 2005": ("2005-03-12", "day"),
    "Tháng 3, 2005": ("2005-03", "month"),
    "năm 2005": ("2005", "year"),
    "2007-10-24 00:55": ("2007-10-24", "second"),
    "2007-10-24 00:55:48 CDT": ("2007-10-24", "second"),
}


@pytest.mark.parametrize("text", PRECISIONS)
def test_a_date_knows_how_precise_it_is(text: str) -> None:
    played = read_date(text)
    assert played is not None
    assert (played.date, played.precision) == PRECISIONS[text]


MOMENTS = {
    "2007-10-24 00:55:48 CDT": "2007-10-24T05:55:48Z",
    "2007-12-31 23:30:00 CST": "2008-01-01T05:30:00Z",
    "2008-02-28 20:00:00 EST": "2008-02-29T01:00:00Z",
    "2026-05-06 03:28:45 CEST": "2026-05-06T01:28:45Z",
    "2026-02-07 10:23:14 CET": "2026-02-07T09:23:14Z",
    "2020-03-01 06:00:00 ICT": "2020-02-29T23:00:00Z",
    "2020-03-01 06:00:00 UTC": "2020-03-01T06:00:00Z",
    "2020-03-01 06:00:00 GMT": "2020-03-01T06:00:00Z",
    "2007-10-24 00:55:48": None,
    "2007-10-24 00:55:48 XYZ": None,
    "2007-10-24": None,
    "2007-10": None,
    "0001-01-01 00:00:00 ICT": None,
    "9999-12-31 23:59:59 PST": None,
}


@pytest.mark.parametrize("text", MOMENTS)
def test_the_moment_is_known_where_time_and_zone_are(text: str) -> None:
    played = read_date(text)
    assert played is not None
    assert played.utc == MOMENTS[text]


def test_summer_time_is_an_hour_ahead() -> None:
    for standard, summer in (("CST", "CDT"), ("EST", "EDT"), ("MST", "MDT"), ("PST", "PDT"), ("CET", "CEST")):
        assert ZONES[summer] == ZONES[standard] + 1


def test_a_zone_is_kept_even_where_it_is_not_known() -> None:
    assert read_date("2007-10-24 00:55:48 XYZ") == PlayedAt("2007-10-24", "00:55:48", "XYZ")


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "2007-00-10",
        "2007-02-29",
        "2007-04-31",
        "32-01-2007",
        "1-13-2007",
        "2007.??.05",
        "07-10-24",
        "2007-10-24T00:55:48",
        "2007-10-24 25:00:00",
        "2007-10-24 00:60:00",
        "2007-10-24 00:00:61",
        "2007-10-24 noon",
        "2007-10 00:55:48",
        "2007-10-24 00:55:48 +07",
        "2007-10-24 00:55:48 CDT CST",
        "4/1/2007",
        "12/3/2005",
        "30 February 2005",
        "12 March",
        "12 Marsh 05",
        "Maybe 2005",
        "2005年13月",
        "tháng 13 năm 2005",
        "20071024",
    ],
)
def test_what_is_no_date_is_none(text: str) -> None:
    assert read_date(text) is None


def test_leap_days_are_days() -> None:
    assert read_date("2008-02-29") == PlayedAt("2008-02-29")
    assert read_date("29-02-2000") == PlayedAt("2000-02-29")
    assert read_date("1900-02-29") is None


def test_hours_and_days_are_padded() -> None:
    assert read_date("2026-5-6 3:28:45") == PlayedAt("2026-05-06", "03:28:45")


@pytest.mark.parametrize(
    ("text", "date"),
    {
        "1956年12月16日": "1956-12-16",
        "1999年5月": "1999-05",
        "1985年": "1985",
        "19860113": "1986-01-13",
        "11/23/1958": "1958-11-23",
        "4/1/2007": None,
        "1997.4": "1997-04",
        "1956年13月1日": None,
        "19861313": None,
        "13/13/1958": None,
        "30年代": None,
        "1989年春": None,
    }.items(),
)
def test_dates_of_chinese_programs(text: str, date: str | None) -> None:
    found = read_any_date(text)
    assert (found and found.date) == date
