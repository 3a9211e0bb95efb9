"""Chances to win and scores, step by step, as a drawing and as tables, which need no script."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Any

from farkle.text.turn_narration import team_letter
from games.formats import chance, points

MOST_LINES = 6
MOST_COLUMNS = 200
_MOST_TURNS = 300
_STEPS = (1, 2, 2.5, 5, 10)
_LEAST_BAND = 22
"""Minimum height of a band that shows its name."""
_APART = 22
"""Minimum distance between the numbers of turning points."""
_KEYS_APART = 12
"""Minimum distance between the keys at the ends of lines, and minimum height of a band with one."""
_BELOW = 26
"""Room for the numbers of the rounds."""


@dataclass(frozen=True)
class Turn:
    """A turn: its round, its last step, and all totals after it."""

    round: int
    step: int
    totals: Sequence[int]


@dataclass(frozen=True)
class Bands:
    """The chances of sides after every step, (name, step) of turns, (number, step) of `marks`."""

    names: Sequence[str]
    keys: Sequence[str]
    pens: Sequence[int]
    chances: Sequence[Sequence[float]]
    turns: Sequence[tuple[str, int]]
    marks: Sequence[tuple[int, int]]


@dataclass(frozen=True)
class Mark:
    """A path or a text of one player."""

    pen: int
    name: str
    path: str = ""
    x: float = 0
    y: float = 0
    key: str = ""


@dataclass(frozen=True)
class Frame:
    """The sizes of two drawings of one width: bands from `top` to `base` in one, lines from `upper`
    to `bottom` in the other. Below each are the numbers of the rounds."""

    kind: str
    width: int
    left: int
    right: int
    most_ticks: int
    most_letters: int
    top: int = 26
    base: int = 110
    upper: int = 40
    bottom: int = 144

    @property
    def half(self) -> float:
        """The height of an even chance."""
        return (self.top + self.base) / 2

    @property
    def view_of_bands(self) -> str:
        """The viewBox of the bands."""
        return f"0 0 {self.width} {self.base + _BELOW}"

    @property
    def view_of_lines(self) -> str:
        """The viewBox of the lines."""
        return f"0 0 {self.width} {self.bottom + _BELOW}"


@dataclass(frozen=True)
class Chart:
    """Drawings for wide pages, the same for narrow pages, and tables of the same data.

    `rows` are (round, totals of the `columns`), None for a player who had not joined; `columns` and
    `sides` are (name, pen). `legend` has (key, name, pen) of the lines. `more` players are only in
    the table, `beyond` not even there. `chances` are those of the `sides` after each turn, `steps`
    those at each step, as texts; `odds` are (key, name, pen, chance) at the step on show.
    """

    plots: tuple["Plot", ...]
    legend: tuple[tuple[str, str, int], ...]
    columns: tuple[tuple[str, int], ...]
    rows: tuple[tuple[int, tuple[int | None, ...]], ...]
    more: int
    beyond: int
    sides: tuple[tuple[str, int], ...]
    odds: tuple[tuple[str, str, int, str], ...]
    chances: tuple[tuple[str, tuple[str, ...]], ...]
    steps: tuple[tuple[str, ...], ...]

    @property
    def facts(self) -> dict[str, Any]:
        """What the page's script says about a step."""
        return {"names": [name for name, _pen in self.sides], "steps": self.steps}


_WIDE = Frame("wide", 760, 54, 738, 14, 13)
_NARROW = Frame("narrow", 346, 46, 326, 6, 10, base=92)


def chart_of(
    turns: Sequence[Turn],
    names: Sequence[str],
    pens: Sequence[int],
    last: int,
    bands: Bands | None = None,
    goal: int | None = None,
    now: int = 0,
    keys: Sequence[str] = (),
) -> Chart | None:
    """Draw the totals of all seats, of many only the best, up to step `last`, the target `goal` if
    there is one, and the chances; mark step `now`. `keys` tell the lines apart where colours
    do not. Return None if there are no turns."""
    if not turns:
        return None
    final = turns[-1].totals
    rounds = {turn.round: turn.totals for turn in turns}
    seats = sorted(range(len(final)), key=lambda seat: -final[seat])
    drawn, shown = sorted(seats[:MOST_LINES]), seats[:MOST_COLUMNS]
    players = list(zip(names, pens, strict=False))
    lines = {seat: (keys[seat] if keys else "", *players[seat]) for seat in drawn}
    steps = tuple(tuple(map(chance, each)) for each in bands.chances) if bands else ()
    return Chart(
        plots=tuple(
            Plot(frame, last, turns, lines, bands, goal, now) for frame in (_WIDE, _NARROW)
        ),
        legend=tuple(lines.values()),
        columns=tuple(players[seat] for seat in shown),
        rows=tuple(
            (number, tuple(totals[s] if s < len(totals) else None for s in shown))
            for number, totals in sorted(rounds.items())
        ),
        more=len(shown) - len(drawn),
        beyond=len(seats) - len(shown),
        sides=tuple(zip(bands.names, bands.pens, strict=True)) if bands else (),
        odds=tuple(zip(bands.keys, bands.names, bands.pens, steps[now], strict=True))
        if bands
        else (),
        chances=tuple(
            (name, tuple(map(chance, bands.chances[step])))
            for name, step in bands.turns[:_MOST_TURNS]
        )
        if bands
        else (),
        steps=steps,
    )


def keys_of_seats(count: int, teams: Sequence[int] | None = None) -> list[str]:
    """Return a letter for each seat, or in a game of teams its team's letter and a number."""
    if teams is None:
        return [team_letter(seat) for seat in range(count)]
    return [
        f"{team_letter(team)}{teams[: seat + 1].count(team)}" for seat, team in enumerate(teams)
    ]


class Plot:
    """A drawing of the chances: `bands` (the last one fills everything), their `labels`, and the
    `marks` (x, x of the number, number); and one of the scores: `lines`, the `keys` at their ends,
    their `grid` (y, text), and the height of the target or None, `goal`. Both have `ticks` of
    rounds (x, text), and the step on show at x = `now`.

    Step s is at `left + (right - left) * s / last`. Numbers are floats; templates write them
    without a locale.
    """

    def __init__(
        self,
        frame: Frame,
        last: int,
        turns: Sequence[Turn],
        players: Mapping[int, tuple[str, str, int]],
        bands: Bands | None,
        goal: int | None,
        now: int,
    ) -> None:
        """`players` are the keys, names and pens of the drawn seats."""
        self.frame, self.last = frame, max(1, last)
        values = [turn.totals[s] for turn in turns for s in players if s < len(turn.totals)]
        values += [] if goal is None else [goal]
        grid = _scale(min(0, *values), max(0, *values), 4)
        self._low, self._high = min(grid[0], *values), max(grid[-1], *values)
        ends = {turn.round: turn.step for turn in turns}
        every = -(-len(ends) // frame.most_ticks)
        self.bands = self._bands(bands) if bands else ()
        self.labels = self._labels(bands) if bands else ()
        self.marks = self._marks(bands) if bands else ()
        self.grid = tuple((self._y(value), points(value)) for value in grid)
        self.ticks = tuple((self._x(ends[n]), str(n)) for n in sorted(ends) if n % every == 0)
        self.lines = tuple(
            Mark(pen, name, self._line(_totals(turns, seat)), key=key)
            for seat, (key, name, pen) in players.items()
        )
        self.keys = self._keys(players, turns[-1].totals)
        self.goal = None if goal is None else self._y(goal)
        self.now = self._x(now)

    def _x(self, step: float) -> float:
        frame = self.frame
        return round(frame.left + (frame.right - frame.left) * step / self.last, 1)

    def _y(self, value: float) -> float:
        part = (value - self._low) / ((self._high - self._low) or 1)
        return round(self.frame.bottom - part * (self.frame.bottom - self.frame.upper), 1)

    def _marks(self, bands: Bands) -> tuple[tuple[float, float, int], ...]:
        """Return the marks, whose numbers are spread where steps are close to each other."""
        here = [self._x(step) for _number, step in bands.marks]
        beside = _spread(here, _APART, self.frame.right)
        numbers = (number for number, _step in bands.marks)
        return tuple(zip(here, beside, numbers, strict=True))

    def _keys(
        self, players: Mapping[int, tuple[str, str, int]], totals: Sequence[int]
    ) -> tuple[Mark, ...]:
        """Return the keys at the ends of the lines, spread where totals are close to each other."""
        seats = sorted(players, key=lambda seat: -totals[seat])
        heights = _spread([self._y(totals[s]) for s in seats], _KEYS_APART, self.frame.bottom)
        return tuple(
            Mark(pen, name, x=self.frame.right + 5, y=y + 4, key=key)
            for y, (key, name, pen) in zip(heights, (players[s] for s in seats), strict=True)
            if key
        )

    def _line(self, totals: Sequence[tuple[int, int]]) -> str:
        return "M" + "L".join(f"{self._x(step)} {self._y(total)}" for step, total in totals)

    def _bands(self, bands: Bands) -> tuple[Mark, ...]:
        """Return the areas under the cumulative sums of the sides, the highest first."""
        frame = self.frame
        tall = frame.base - frame.top
        sums = [list(accumulate(each)) for each in bands.chances]
        areas = []
        for side in range(len(bands.names) - 1, -1, -1):
            heights = [round(frame.base - tall * min(1.0, each[side]), 1) for each in sums]
            points = [
                f"{self._x(step)} {at}"
                for step, at in enumerate(heights)
                # No points are needed within a level stretch.
                if not 0 < step < len(heights) - 1
                or not heights[step - 1] == at == heights[step + 1]
            ]
            edge = "L".join(points)
            path = f"M{edge}V{frame.base}H{frame.left}Z"
            areas.append(Mark(bands.pens[side], bands.names[side], path))
        return tuple(areas)

    def _labels(self, bands: Bands) -> tuple[Mark, ...]:
        """Return the names of bands that are tall enough, of lower ones their keys, placed where
        they are tallest."""
        frame, labels = self.frame, []
        tall = frame.base - frame.top
        steps = range(self.last // 10, self.last - self.last // 10 + 1)
        for side, name in enumerate(bands.names):
            step = max(steps, key=lambda step: bands.chances[step][side])
            share = bands.chances[step][side]
            text = _short(name, frame.most_letters)
            if share * tall < _LEAST_BAND:
                text = bands.keys[side] if share * tall >= _KEYS_APART else ""
            if text:
                below = sum(bands.chances[step][:side])
                middle = frame.base - tall * (below + share / 2)
                room = 4.5 * len(text)
                x = min(max(self._x(step), frame.left + room), frame.right - room)
                labels.append(Mark(bands.pens[side], text, "", round(x, 1), round(middle + 4, 1)))
        return tuple(labels)


def _totals(turns: Sequence[Turn], seat: int) -> list[tuple[int, int]]:
    """Return the steps at which the total of a seat changes, and those before them. A line whose
    first value is at step 0 begins there, others at 0."""
    here = [turn for turn in turns if seat < len(turn.totals)]
    changes = [(here[0].step, here[0].totals[seat])]
    if len(here) == len(turns) and here[0].step:
        changes.insert(0, (0, 0))
    before = here[0]
    for turn in here[1:]:
        if turn.totals[seat] != before.totals[seat]:
            changes += [(before.step, before.totals[seat]), (turn.step, turn.totals[seat])]
        before = turn
    changes.append((before.step, before.totals[seat]))
    return list(dict.fromkeys(changes))


def _scale(low: int, high: int, most: int) -> list[float]:
    """Return at most `most` round numbers from `low` to `high`."""
    size = 50.0
    while True:
        for factor in _STEPS:
            step = size * factor
            first = -(-low // step) * step
            if (high - first) // step < most:
                return [first + n * step for n in range(int((high - first) // step) + 1)]
        size *= 10


def _spread(places: Sequence[float], apart: float, most: float) -> list[float]:
    """Return ascending `places` moved so that neighbours are `apart`, up to `most`."""
    spread = list(accumulate(places, lambda before, place: max(place, before + apart)))
    for at in reversed(range(len(spread))):
        spread[at] = min(spread[at], most)
        most = spread[at] - apart
    return spread


def _short(name: str, most: int) -> str:
    return name if len(name) <= most else name[: most - 1].rstrip() + "…"
