"""Dates and numbers on an axis."""

from datetime import date

import pytest

from app.pictures.scale import beginnings, day_of, in_order, round_numbers, share


@pytest.mark.parametrize(
    ("text", "day"),
    [("2007-10-24", date(2007, 10, 24)), ("2007-10", date(2007, 10, 16)), ("2007", date(2007, 7, 2))],
)
def test_a_date_that_is_known_in_part_lies_in_the_middle_of_what_is_known(text: str, day: date):
    assert day_of(text) == day.toordinal()


def test_the_first_and_the_last_year_of_the_calendar_have_a_middle():
    assert day_of("0001") < day_of("9999") and beginnings(day_of("0001"), day_of("9999"), 8)


def test_dated_values_come_in_order_of_time():
    assert in_order([("2007-12", 1), ("2007", 2), ("2007-01-31", 3), ("2007", 4)]) == [
        ("2007-01-31", 3), ("2007", 2), ("2007", 4), ("2007-12", 1),
    ]  # fmt: skip


def test_a_share_of_nothing_is_the_middle():
    assert [share(value, 10, 20) for value in (10, 15, 20)] == [0, 0.5, 1]
    assert share(10, 10, 10) == 0.5


@pytest.mark.parametrize(
    ("low", "high", "numbers"),
    [
        (1989, 2040, [1980, 2000, 2020, 2040]),
        (2000, 2050, [2000, 2010, 2020, 2030, 2040, 2050]),
        (2747, 2747, [2740, 2750]),
        (2100, 2100, [2090, 2100, 2110]),
        (0, 3000, [0, 1000, 2000, 3000]),
        (-15, 5, [-20, -10, 0, 10]),
    ],
)
def test_round_numbers_enclose_what_is_shown(low: int, high: int, numbers: list[int]):
    assert round_numbers(low, high, 6) == numbers


@pytest.mark.parametrize("high", [10**6, 10**18, 2**63 - 1])
def test_there_are_never_many_numbers(high: int):
    assert 2 <= len(round_numbers(0, high, 6)) <= 8


@pytest.mark.parametrize(
    ("first", "last", "names"),
    [
        ("2005-01-18", "2005-04-02", ["2005-02", "2005-03", "2005-04"]),
        ("2005-01-01", "2006-06-30", ["2005-01", "2005-04", "2005-07", "2005-10", "2006-01", "2006-04"]),
        ("2004-12-31", "2009-02-01", ["2005", "2006", "2007", "2008", "2009"]),
        ("1985-03-03", "2015-03-03", ["1990", "1995", "2000", "2005", "2010", "2015"]),
        ("2005-01-18", "2005-01-20", []),
    ],
)
def test_years_or_months_are_named_where_they_begin(first: str, last: str, names: list[str]):
    found = beginnings(day_of(first), day_of(last), 8)
    assert [name for _, name in found] == names
    assert all(day_of(first) <= day <= day_of(last) for day, _ in found)
    assert all(date.fromordinal(day).day == 1 for day, _ in found)


def test_there_are_never_many_years():
    assert len(beginnings(day_of("0001"), day_of("9999"), 8)) <= 8
