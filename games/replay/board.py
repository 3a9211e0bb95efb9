"""What a scene of a replay shows: tray, sum, words and pad, ready for the template."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from django.utils.translation import gettext as _

from farkle import Dice, GameState, keeps
from farkle.engine.events import Banked, Built, Farkled, HotDice, Kept, Over, Rolled, RolledOff
from farkle.text.turn_narration import team_letter
from games.replay.steps import ReplayStep
from games.replay.text import team_name
from games.rules.messages import said

_MOST_ROLLERS = 12
_MOST_ROWS = 8
_ALL_SIX = 6


@dataclass(frozen=True)
class Die:
    """A die of the throw. `can`: it scores; `kept`: it is what was set aside."""

    face: int
    can: bool
    kept: bool

    @property
    def label(self) -> str:
        """What a reader hears of it."""
        template = _("%(face)s, set aside") if self.kept else _("%(face)s, scores")
        if not self.can and not self.kept:
            template = _("%(face)s, does not score")
        return template % {"face": self.face}


@dataclass(frozen=True)
class Row:
    """A line of the pad. `entry`: the points that are needed to get in, 0 for who is."""

    name: str
    pen: int
    score: int
    strikes: int
    now: bool
    left: bool
    won: bool
    entry: int
    side: str

    @property
    def boxes(self) -> tuple[bool, ...]:
        """The three strike boxes, whether each is crossed."""
        return tuple(self.strikes > box for box in range(3))


@dataclass(frozen=True)
class Board:
    """A scene as it is shown. `seat` is -1 where nobody acts; `aside` what lies on the shelf.

    `risk` of a decision: points set aside before, those of the dice kept, and both together.
    """

    seat: int
    name: str
    round: int
    playoff: bool
    detail: str
    moment: Literal["", "farkle", "hot"]
    dice: tuple[Die, ...]
    rollers: tuple[tuple[str, int, bool], ...]
    aside: Dice
    hot: int
    risk: tuple[int, int, int] | None
    aside_points: int
    lost: int
    said: tuple[str, ...]
    rows: tuple[Row, ...]
    sides: tuple[tuple[str, int], ...]
    more: int
    thrown: bool
    over: bool

    @property
    def slots(self) -> range:
        """The empty places of the shelf."""
        return range(_ALL_SIX - len(self.aside))


def stage_of(
    scene: ReplayStep, names: Sequence[str], pens: Sequence[int], mine: Sequence[int] = ()
) -> Board:
    """`names` and `pens` (1 to 6) by seat of the engine; `mine`: the reader's seats."""
    rolled = scene.find(Rolled)
    kept = scene.find(Kept)
    farkled = scene.find(Farkled)
    table = scene.table or scene.after
    hot = table.hot if rolled or kept else scene.after.hot
    aside = table.aside if len(table.aside) < _ALL_SIX else ()
    if (built := scene.find(Built)) is not None:
        aside = built.aside
    return Board(
        seat=scene.seat,
        name=seat_name(names, scene.seat),
        round=table.round,
        playoff=table.phase == "playoff",
        detail=_detail(scene, table),
        moment="farkle" if farkled else "hot" if scene.find(HotDice) else "",
        dice=_dice(scene, table),
        rollers=_rollers(scene, names),
        aside=aside,
        hot=hot,
        risk=(table.turn_points, kept.points, table.turn_points + kept.points) if kept else None,
        aside_points=table.turn_points,
        lost=farkled.lost if farkled else 0,
        said=tuple(map(said, scene.told(names))),
        rows=(rows := _rows(scene, names, pens, mine)),
        sides=_sides(scene.after),
        more=len(scene.after.scores) - len(rows),
        thrown=rolled is not None,
        over=scene.find(Over) is not None,
    )


def seat_name(names: Sequence[str], seat: int) -> str:
    """The name of a seat; empty for none."""
    if seat < 0:
        return ""
    known = names[seat] if seat < len(names) else ""
    return known or _("Seat %(number)s") % {"number": seat + 1}


def _detail(scene: ReplayStep, table: GameState) -> str:
    """The small words beside the heading: which throw, what was decided."""
    if scene.kind == "start":
        return _("the highest goes first")
    if scene.find(Banked):
        return _("banks")
    if scene.kind == "throw":
        return _("throw %(number)s") % {"number": table.rolls + 1}
    if scene.kind == "keep":
        return _("keeps, after throw %(number)s") % {"number": table.rolls}
    return ""


def _dice(scene: ReplayStep, table: GameState) -> tuple[Die, ...]:
    rolled, kept = scene.find(Rolled), scene.find(Kept)
    lying = rolled.dice if rolled else table.throw if kept else ()
    scoring = {face for keep in keeps(table.rules, lying) for face in keep} if lying else set()
    left = Counter(kept.dice if kept else ())
    dice = []
    for face in lying:
        taken = left[face] > 0
        left[face] -= taken
        dice.append(Die(face, face in scoring, taken))
    return tuple(dice)


def _rollers(scene: ReplayStep, names: Sequence[str]) -> tuple[tuple[str, int, bool], ...]:
    """(name, die, whether it is the highest) of the last roll-off; of many, the highest."""
    off = scene.find(RolledOff)
    if off is None:
        return ()
    best = max(off.dice)
    each = list(zip(off.seats, off.dice, strict=True))
    if len(each) > _MOST_ROLLERS:
        each = sorted(each, key=lambda one: -one[1])[:_MOST_ROLLERS]
    return tuple((seat_name(names, seat), die, die == best) for seat, die in each)


def _rows(
    scene: ReplayStep, names: Sequence[str], pens: Sequence[int], mine: Sequence[int]
) -> tuple[Row, ...]:
    """Everybody; of many the leader, the reader, and those who throw about now."""
    state = scene.after
    seats = list(range(len(state.scores)))
    if len(seats) > _MOST_ROWS:
        leader = max(seats, key=lambda seat: state.scores[seat])
        always = {leader, *mine[:1]}
        first = max(0, min(scene.seat - 3, len(seats) - _MOST_ROWS))
        near = [seat for seat in seats[first : first + _MOST_ROWS] if seat not in always]
        seats = sorted([*always, *near[: _MOST_ROWS - len(always)]])
    return tuple(
        Row(
            name=seat_name(names, seat),
            pen=pens[seat] if seat < len(pens) else seat % 6 + 1,
            score=state.scores[seat],
            strikes=state.streaks[seat],
            now=seat == scene.seat,
            left=state.left[seat],
            won=seat in state.winners,
            entry=state.rules.entry_min if _waits(state, seat) else 0,
            side=team_letter(state.teams[seat]) if state.teams is not None else "",
        )
        for seat in seats
    )


def _sides(state: GameState) -> tuple[tuple[str, int], ...]:
    """The teams and what each stands at, the best first."""
    if state.teams is None:
        return ()
    totals = {team: state.total(seat) for seat, team in enumerate(state.teams)}
    best = sorted(totals.items(), key=lambda one: (-one[1], one[0]))
    return tuple((team_name(team), total) for team, total in best)


def _waits(state: GameState, seat: int) -> bool:
    """Whether a seat is not in yet and has no points, so that there is nothing else to say."""
    return not (state.entered[seat] or state.left[seat] or state.scores[seat])
