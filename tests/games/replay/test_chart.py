"""The chart: where lines go, which round numbers stand beside it, names that can be read."""

import re
from itertools import pairwise

from games.replay.chart import MOST_LINES, chart_of

PENS = [1, 2, 3, 4, 5, 6, 1, 2]
NAMES = ["Mara", "Ines", "Teo", "Ravi", "Abacus", "Lea", "Jo", "Kim"]


def test_lines_end_at_the_totals_and_the_table_says_them() -> None:
    chart = chart_of([(1, (500, 0)), (1, (500, 300)), (2, (500, 1300))], NAMES, PENS)
    assert chart is not None
    assert chart.seats == (1, 0)
    assert chart.rows == ((1, (300, 500)), (2, (1300, 500)))
    plot = chart.plots[0]
    heights = {line.name: float(re.findall(r"[\d.]+", line.path)[-1]) for line in plot.lines}
    assert heights["Ines 1,300"] < heights["Mara 500"]
    assert all(plot.frame.top <= height <= plot.frame.bottom for height in heights.values())


def test_who_came_later_has_no_line_before() -> None:
    chart = chart_of([(1, (500, 0)), (2, (900, 0, 250)), (3, (900, 350, 700))], NAMES, PENS)
    assert chart is not None
    assert chart.rows[0][1] == (500, None, 0)
    starts = {line.name.split()[0]: line.path.split()[0] for line in chart.plots[0].lines}
    assert starts["Teo"] != starts["Mara"]


def test_totals_below_zero_stay_inside() -> None:
    chart = chart_of([(n, (-1000 * n, 400 * n)) for n in range(1, 6)], NAMES, PENS)
    assert chart is not None
    for plot in chart.plots:
        for line in plot.lines:
            numbers = list(map(float, re.findall(r"-?[\d.]+", line.path)))
            assert all(plot.frame.top <= y <= plot.frame.bottom for y in numbers[1::2])
        assert any(text.startswith("-") for _, text in plot.grid)


def test_names_of_equals_are_set_apart_and_of_many_the_best_are_drawn() -> None:
    chart = chart_of([(1, (1000,) * 8)], NAMES, PENS)
    assert chart is not None
    assert chart.more == 8 - MOST_LINES
    assert len(chart.rows[0][1]) == 8
    for plot in chart.plots:
        heights = sorted(line.y for line in plot.lines)
        assert len(heights) == MOST_LINES
        assert all(b - a >= 16 for a, b in pairwise(heights))
        assert plot.frame.top <= heights[0]
        assert heights[-1] <= plot.frame.bottom


def test_a_game_without_a_turn_has_no_chart() -> None:
    assert chart_of([], NAMES, PENS) is None


def test_the_scale_is_of_round_numbers() -> None:
    for most in (50, 350, 1000, 4000, 10_000, 99_950):
        chart = chart_of([(1, (most, 0))], NAMES, PENS)
        assert chart is not None
        for plot in chart.plots:
            values = [int(text.replace(",", "")) for _, text in plot.grid]
            assert 2 <= len(values) <= 6, (most, values)
            assert values[0] == 0
            assert len({b - a for a, b in pairwise(values)}) == 1
