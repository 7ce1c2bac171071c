"""Ratings over time and counts as bars, as SVG and as lines of text."""

import re

import pytest

from app.pictures.chart import BOTTOM, LEFT, RIGHT, TOP, bar_chart, rating_chart
from app.pictures.columns import width
from app.pictures.glyphs import written
from app.pictures.plot import bar_lines, rating_lines, spark_line
from tests.pictures.pictured import SVG, parsed, same_as_golden, title

SERIES = [("2005-01-18", 2036), ("2005-03", 2010), ("2005-06-01", 1989), ("2006", 2012), ("2006-11-30", 2040)]
COUNTS = [("2005", 120), ("2006", 1342), ("Giải Mùa Xuân", 831), ("許銀川", 0)]


def spots(svg: str) -> list[tuple[float, float]]:
    """Where the ratings are drawn."""
    return [(float(x), float(y)) for x, y in re.findall(r'<circle cx="(\S+)" cy="(\S+)" r="2.8"/>', svg)]


# ---------------------------------------------------------------- as SVG


def test_a_chart_looks_as_it_was_accepted():
    assert same_as_golden(rating_chart(SERIES, "Đặng Sông Cầu"), "ratings.svg")
    assert same_as_golden(bar_chart(COUNTS[:3], "Ván cờ"), "bars.svg")


def test_the_title_of_a_chart_says_what_it_shows():
    assert title(rating_chart(SERIES, "A & B <c>")) == "Ratings of A & B <c>, 2005-01-18 to 2006-11-30: 1989 to 2040"
    assert title(bar_chart(COUNTS, "\x07 & Co")) == "\N{REPLACEMENT CHARACTER} & Co"


def test_ratings_are_placed_in_time_wherever_they_stand_in_the_list():
    assert spots(rating_chart(SERIES[::-1], "An")) == spots(rating_chart(SERIES, "An"))
    across = [x for x, _ in spots(rating_chart(SERIES, "An"))]
    assert across == sorted(across) and len(set(across)) == 5
    assert all(LEFT < x < RIGHT and TOP <= y <= BOTTOM for x, y in spots(rating_chart(SERIES, "An")))


def test_several_ratings_of_one_day_keep_their_order():
    svg = rating_chart([("2005-01-01", 2000), ("2005-01-01", 1900), ("2005-01-02", 2100)], "An")
    heights = [y for _, y in spots(svg)]
    assert heights[1] > heights[0] > heights[2]


def test_the_highest_rating_is_ringed_and_named():
    svg = rating_chart(SERIES, "An")
    (ring,) = re.findall(r'<circle cx="(\S+)" cy="(\S+)" r="5.5"', svg)
    x, y = map(float, ring)
    assert (x, y) == spots(svg)[-1]
    assert written("2040", RIGHT - 24, y - 12, 15, "middle") in svg


@pytest.mark.parametrize("plays", [1, 3000])
def test_a_chart_of_one_rating_and_of_thousands(plays: int):
    series = [(f"{1985 + n % 30}-{1 + n % 12:02}", 2000 + n % 97) for n in range(plays)]
    svg = rating_chart(series, "An")
    assert parsed(svg).tag == f"{SVG}svg"
    assert len(svg) < 200_000


def test_a_name_too_long_for_the_sheet_is_cut():
    name = "Đặng Sông Cầu " * 100_000
    svg = rating_chart(SERIES, name)
    assert written("Đặng Sông Cầu " * 3 + "Đặng...", 28, 44, 26) in svg
    assert str(title(svg)).startswith(f"Ratings of {name}, ")


def test_bars_are_as_long_as_their_counts():
    lengths = [float(length) for length in re.findall(r'width="(\S+)" height="22"', bar_chart(COUNTS, "Games"))]
    assert lengths[1] == max(lengths) > 300
    assert lengths == pytest.approx([lengths[1] * count / 1342 for _, count in COUNTS], abs=0.01)


def test_bars_of_nothing_at_all():
    assert parsed(bar_chart([("", 0)], "")).tag == f"{SVG}svg"
    assert bar_lines([("", 0)]) == ["  0"]


# ---------------------------------------------------------------- as text


def test_ratings_are_drawn_in_dots():
    assert rating_lines(SERIES, 46, 4) == [
        "2040  ⠢⡀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⣀⠤⠒⠉",
        "      ⠀⠈⢆⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⢀⡠⠔⠊⠉",
        "      ⠀⠀⠀⠑⠤⡀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⢀⣀⣀⡠⠤⠤⠤⠒⠒⠒⠉⠉⠁",
        "1989  ⠀⠀⠀⠀⠀⠈⠑⠤⣀⣀⠤⠤⠤⠒⠒⠒⠊⠉⠉⠁",
        "      2005-01-18                    2006-11-30",
    ]


@pytest.mark.parametrize("columns", [10, 30, 72, 200])
@pytest.mark.parametrize("height", [2, 7])
def test_a_plot_has_the_size_that_was_asked_for(columns: int, height: int):
    lines = rating_lines(SERIES, columns, height)
    assert len(lines) == height + 1
    assert max(map(width, lines)) == max(columns, 28)
    assert lines[0].startswith("2040  ") and lines[height - 1].startswith("1989  ")


def test_one_rating_is_a_dot_and_equal_ones_a_line():
    one, equal = rating_lines([("2007-10-24", 2747)], 40), rating_lines([("2007", 2747), ("2008-01", 2747)], 40)
    assert [line for line in one if line] == ["2747  " + "⠀" * 17 + "⠄", "      2007-10-24"]
    assert [line for line in equal if line] == ["2747  " + "⠤" * 34, "      2007" + " " * 23 + "2008-01"]


def test_bars_of_text_are_as_long_as_their_counts():
    assert bar_lines(COUNTS, 40) == [
        "2005             120  █▋",
        "2006           1,342  ██████████████████",
        "Giải Mùa Xuân    831  ███████████▏",
        "許銀川             0",
    ]


def test_bars_fit_into_the_terminal():
    lines = bar_lines([*COUNTS, ("x" * 100, 5)], 50)
    assert max(map(width, lines)) == 50
    assert lines[-1].startswith("x" * 15 + "…  ")


def test_a_row_of_bars_has_zero_half_way_up():
    assert spark_line([0, 1, 2, 3, -1, -2, -3]) == "▄▅▆▇▃▂▁"
    assert spark_line([0]) == spark_line([0.0], 1) == "▄"
    assert spark_line([1, -1], least=9) == "▄▄"


@pytest.mark.parametrize("columns", [1, 2, 40])
def test_of_many_values_the_first_and_the_last_are_shown(columns: int):
    row = spark_line([-5, *[0] * 998, 5], columns)
    assert len(row) == columns
    assert columns == 1 or (row[0], row[-1], set(row[1:-1]) <= {"▄"}) == ("▁", "▇", True)
