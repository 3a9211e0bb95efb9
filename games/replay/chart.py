"""Scores by round as a drawing and as a table. The server makes both, so no script is needed."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from django.utils.formats import number_format

MOST_LINES = 6
MOST_COLUMNS = 200
_STEPS = (1, 2, 2.5, 5, 10)


@dataclass(frozen=True)
class ChartLine:
    """One player's line: its SVG path, and the y of its name."""

    pen: int
    name: str
    path: str
    y: float


@dataclass(frozen=True)
class Frame:
    """The size of a drawing, and where its lines are."""

    kind: str
    width: int
    height: int
    left: int
    right: int
    top: int
    bottom: int
    most_grid: int
    most_ticks: int
    with_totals: bool
    most_letters: int


@dataclass(frozen=True)
class Plot:
    """A drawing with `grid` lines (y, text) and `ticks` (x, text).

    Round r is at `left + r * step`. Numbers are floats; templates write them without a locale.
    """

    frame: Frame
    step: float
    grid: tuple[tuple[float, str], ...]
    ticks: tuple[tuple[float, str], ...]
    lines: tuple[ChartLine, ...]


@dataclass(frozen=True)
class Chart:
    """A drawing for wide pages, one for narrow pages, and the table that says the same.

    `rows` hold the number of a round and the totals in the order of `seats`, None for a player who
    had not joined. `more` players are in the table alone; `beyond` are not even there.
    """

    plots: tuple[Plot, ...]
    seats: tuple[int, ...]
    rows: tuple[tuple[int, tuple[int | None, ...]], ...]
    more: int
    beyond: int


_WIDE = Frame("wide", 760, 300, 58, 606, 14, 270, 5, 12, with_totals=True, most_letters=13)
_NARROW = Frame("narrow", 340, 230, 52, 252, 12, 204, 4, 6, with_totals=False, most_letters=10)


def chart_of(
    turns: Sequence[tuple[int, Sequence[int]]], names: Sequence[str], pens: Sequence[int]
) -> Chart | None:
    """Draw the totals of all seats after each turn, given with its round.

    Of many players only the best are drawn. Returns None if nobody played a turn.
    """
    rounds: dict[int, Sequence[int]] = dict(turns)
    if not rounds:
        return None
    final = rounds[max(rounds)]
    seats = sorted(range(len(final)), key=lambda seat: -final[seat])
    drawn = seats[:MOST_LINES]
    shown = seats[:MOST_COLUMNS]
    return Chart(
        plots=tuple(_plot(frame, rounds, drawn, names, pens) for frame in (_WIDE, _NARROW)),
        seats=tuple(shown),
        rows=tuple(
            (number, tuple(totals[s] if s < len(totals) else None for s in shown))
            for number, totals in sorted(rounds.items())
        ),
        more=len(shown) - len(drawn),
        beyond=len(seats) - len(shown),
    )


def _plot(
    frame: Frame,
    rounds: dict[int, Sequence[int]],
    seats: Sequence[int],
    names: Sequence[str],
    pens: Sequence[int],
) -> Plot:
    last = max(rounds)
    values = [totals[s] for totals in rounds.values() for s in seats if s < len(totals)]
    grid = _scale(min(0, *values), max(0, *values), frame.most_grid)
    low, high = min(grid[0], *values), max(grid[-1], *values)
    step = (frame.right - frame.left) / last

    def x(number: int) -> float:
        return round(frame.left + number * step, 1)

    def y(value: float) -> float:
        share = (value - low) / ((high - low) or 1)
        return round(frame.bottom - share * (frame.bottom - frame.top), 1)

    lines = []
    for seat in seats:
        points = [(n, totals[seat]) for n, totals in sorted(rounds.items()) if seat < len(totals)]
        start = (points[0][0] - 1, 0) if points[0][0] == 1 else None
        path = "M" + " ".join(f"{x(n)} {y(v)}" for n, v in [*([start] if start else []), *points])
        total = points[-1][1]
        text = _short(names[seat], frame.most_letters)
        if frame.with_totals:
            text += f" {_text(total)}"
        lines.append(ChartLine(pens[seat], text, path, y(total)))
    every = -(-last // frame.most_ticks)
    return Plot(
        frame=frame,
        step=round(step, 2),
        grid=tuple((y(value), _text(value)) for value in grid),
        ticks=tuple((x(n), str(n)) for n in range(every, last + 1, every)),
        lines=_apart(lines, frame.top + 4, frame.bottom),
    )


def _scale(low: int, high: int, most: int) -> list[float]:
    """Return round numbers from `low` to at most `high`, no more than `most` of them."""
    size = 50.0
    while True:
        for factor in _STEPS:
            step = size * factor
            first = -(-low // step) * step
            if (high - first) // step < most:
                return [first + n * step for n in range(int((high - first) // step) + 1)]
        size *= 10


def _apart(
    lines: Sequence[ChartLine], top: float, bottom: float, gap: float = 17
) -> tuple[ChartLine, ...]:
    """Return the lines with their names moved apart, so that they can be read."""
    placed: list[ChartLine] = []
    at = top
    for line in sorted(lines, key=lambda one: one.y):
        at = max(at, line.y)
        placed.append(_at(line, at))
        at += gap
    limit = bottom
    for number in range(len(placed) - 1, -1, -1):
        if placed[number].y <= limit:
            break
        placed[number] = _at(placed[number], limit)
        limit -= gap
    return tuple(placed)


def _at(line: ChartLine, y: float) -> ChartLine:
    return replace(line, y=round(y, 1))


def _short(name: str, most: int) -> str:
    return name if len(name) <= most else name[: most - 1].rstrip() + "…"


def _text(value: float) -> str:
    return number_format(round(value), use_l10n=True, force_grouping=True)
