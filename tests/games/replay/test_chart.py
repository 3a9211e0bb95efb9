"""The chart: where lines go, which round numbers stand beside it, names that can be read."""

import re
from itertools import pairwise

import pytest

from games.replay.chart import MOST_LINES, Bands, Chart, Turn, chart_of, keys_of_seats

PENS = [1, 2, 3, 4, 5, 6, 1, 2]
NAMES = ["Mara", "Ines", "Teo", "Ravi", "Abacus", "Lea", "Jo", "Kim"]


def drawn(*turns: tuple[int, tuple[int, ...]], bands: Bands | None = None) -> Chart:
    """Draw turns, each two steps long."""
    played = [Turn(number, 2 * at, totals) for at, (number, totals) in enumerate(turns, 1)]
    chart = chart_of(played, NAMES, PENS, 2 * len(turns), bands)
    assert chart is not None
    return chart


def test_lines_end_at_the_totals_and_the_table_says_them() -> None:
    chart = drawn((1, (500, 0)), (1, (500, 300)), (2, (500, 1300)))
    assert chart.columns == (("Ines", 2), ("Mara", 1))
    assert chart.rows == ((1, (300, 500)), (2, (1300, 500)))
    plot = chart.plots[0]
    heights = {line.name: float(re.findall(r"[\d.]+", line.path)[-1]) for line in plot.lines}
    assert heights["Ines"] < heights["Mara"]
    assert all(plot.frame.upper <= height <= plot.frame.bottom for height in heights.values())


def test_the_goal_has_a_line_that_the_scores_reach_or_not() -> None:
    turns = [Turn(1, 2, (500, 300)), Turn(2, 4, (4050, 3450))]
    for goal, reached in ((4000, True), (10_000, False)):
        chart = chart_of(turns, NAMES, PENS, 4, None, goal)
        assert chart
        for plot in chart.plots:
            assert plot.goal is not None
            ends = {one.name: float(re.findall(r"[\d.]+", one.path)[-1]) for one in plot.lines}
            assert plot.frame.upper <= plot.goal < ends["Ines"] <= plot.frame.bottom
            assert (ends["Mara"] <= plot.goal) == reached
    assert all(plot.goal is None for plot in drawn((1, (500, 0))).plots)


def test_who_came_later_has_no_line_before() -> None:
    chart = drawn((1, (500, 0)), (2, (900, 0, 250)), (3, (900, 350, 700)))
    assert chart.rows[0][1] == (500, None, 0)
    starts = {line.name: line.path.split()[0] for line in chart.plots[0].lines}
    assert starts["Teo"] != starts["Mara"]


def test_keys_stand_apart_at_the_ends_of_lines() -> None:
    turns = [Turn(1, 2, (500, 2000, 480, 490, 2000, 0))]
    keys = keys_of_seats(6)
    assert keys == ["A", "B", "C", "D", "E", "F"]
    chart = chart_of(turns, NAMES, PENS, 2, keys=keys)
    assert chart
    assert chart.legend[1] == ("B", "Ines", 2)
    for plot in chart.plots:
        assert [mark.key for mark in plot.keys] == ["B", "E", "A", "D", "C", "F"]
        assert all(below.y - above.y >= 12 for above, below in pairwise(plot.keys))
        assert all(plot.frame.right < mark.x < plot.frame.width - 8 for mark in plot.keys)
    assert keys_of_seats(4, [0, 1, 0, 1]) == ["A1", "B1", "A2", "B2"]


def test_totals_below_zero_stay_inside() -> None:
    chart = drawn(*((n, (-1000 * n, 400 * n)) for n in range(1, 6)))
    for plot in chart.plots:
        for line in plot.lines:
            numbers = list(map(float, re.findall(r"-?[\d.]+", line.path)))
            assert all(plot.frame.upper <= y <= plot.frame.bottom for y in numbers[1::2])
        assert any(text.startswith("\u2212") for _, text in plot.grid)


def test_of_many_the_best_are_drawn() -> None:
    chart = drawn((1, (1000,) * 8))
    assert chart.more == 8 - MOST_LINES
    assert len(chart.rows[0][1]) == 8
    assert all(len(plot.lines) == MOST_LINES for plot in chart.plots)


def test_bands_fill_the_whole_height_and_are_named_where_they_are_highest() -> None:
    chances = [(0.5, 0.5), (0.6, 0.4), (0.6, 0.4), (0.6, 0.4), (1.0, 0.0)]
    turns = [("Mara, round 1", 2), ("Ines", 4)]
    bands = Bands(NAMES[:2], ["A", "B"], PENS[:2], chances, turns, [(1, 2)])
    chart = drawn((1, (500, 0)), (2, (500, 300)), bands=bands)
    steps = (("50%", "50%"), *[("60%", "40%")] * 3, ("100%", "0%"))
    assert chart.facts == {"names": ["Mara", "Ines"], "steps": steps}
    assert chart.chances == (("Mara, round 1", ("60%", "40%")), ("Ines", ("100%", "0%")))
    assert chart.odds == (("A", "Mara", 1, "50%"), ("B", "Ines", 2, "50%"))
    for plot in chart.plots:
        frame = plot.frame
        middle = (frame.left + frame.right) / 2
        assert plot.marks == ((middle, middle, 1),)
        above, below = plot.bands
        assert [above.name, below.name] == ["Ines", "Mara"]
        heights = re.findall(r" ([\d.]+)", above.path)
        assert set(map(float, heights)) == {frame.top}
        heights = re.findall(r" ([\d.]+)", below.path)
        assert float(heights[0]) == (frame.top + frame.base) / 2
        assert float(heights[-1]) == frame.top
        mara, ines = plot.labels
        assert mara.x > ines.x
        assert mara.y > ines.y


@pytest.mark.parametrize("steps", [(0, 1, 2), (98, 99, 100), (0, 50, 51), (40, 90, 100)])
def test_numbers_of_turning_points_stand_side_by_side(steps: tuple[int, ...]) -> None:
    marks = list(zip((1, 2, 3), steps, strict=True))
    bands = Bands(NAMES[:2], ["A", "B"], PENS[:2], [(0.5, 0.5)] * 101, [], marks)
    chart = chart_of([Turn(1, 100, (500, 0))], NAMES, PENS, 100, bands)
    assert chart
    for plot in chart.plots:
        numbers = [beside for _x, beside, _number in plot.marks]
        # Two radii and a line.
        assert all(other - one > 21.5 for one, other in pairwise(numbers))
        assert numbers[0] >= plot.frame.left
        assert numbers[-1] <= plot.frame.right
        assert [number for _x, _beside, number in plot.marks] == [1, 2, 3]


def test_the_step_on_show_is_marked_and_has_its_chances() -> None:
    bands = Bands(NAMES[:2], ["A", "B"], PENS[:2], [(0.5, 0.5), (0.6, 0.4), (1.0, 0.0)], [], [])
    for now, share in enumerate(("50%", "60%", "100%")):
        chart = chart_of([Turn(1, 2, (500, 300))], NAMES, PENS, 2, bands, now=now)
        assert chart
        assert chart.odds[0] == ("A", "Mara", 1, share)
        for plot in chart.plots:
            frame = plot.frame
            assert plot.now == frame.left + (frame.right - frame.left) * now / 2


def test_a_game_without_a_turn_has_no_chart() -> None:
    assert chart_of([], NAMES, PENS, 0) is None


def test_the_scale_is_of_round_numbers() -> None:
    for most in (50, 350, 1000, 4000, 10_000, 99_950):
        chart = drawn((1, (most, 0)))
        for plot in chart.plots:
            values = [int(text.replace(",", "")) for _, text in plot.grid]
            assert 2 <= len(values) <= 6, (most, values)
            assert values[0] == 0
            assert len({b - a for a, b in pairwise(values)}) == 1
