"""Prepare what a step of a past game shows, for the template: tray, points, sentences and score
pad."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from django.utils.translation import gettext as _

from farkle import Dice, GameState, keeps
from farkle.engine.events import Banked, Built, Farkled, HotDice, Kept, Over, Rolled, RolledOff
from farkle.text.turn_narration import team_letter
from games.replay.steps import ReplayStep
from games.rules.messages import said, team_name

_MOST_ROLLERS = 12
_MOST_ROWS = 8
_ALL_SIX = 6


@dataclass(frozen=True)
class Die:
    """A die of the throw. `can`: it scores; `kept`: it was set aside."""

    face: int
    can: bool
    kept: bool

    @property
    def label(self) -> str:
        """The label for screen readers."""
        template = _("%(face)s, set aside") if self.kept else _("%(face)s, scores")
        if not self.can and not self.kept:
            template = _("%(face)s, doesn't score")
        return template % {"face": self.face}


@dataclass(frozen=True)
class Row:
    """A row of the score pad. `entry`: the points still needed to get on the board, or 0."""

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
        """The three strike boxes: True for a crossed one."""
        return tuple(self.strikes > box for box in range(3))


@dataclass(frozen=True)
class Board:
    """A step, ready to be shown.

    `seat` is -1 where no player acts. `aside` are the dice on the shelf. `risk` belongs to a
    decision: the points set aside before, those of the dice kept, and the sum.
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
    def dice_colour(self) -> int:
        """The pen (1 to 6) of the player who rolls, or 0 where no player does."""
        return next((row.pen for row in self.rows if row.now), 0)

    @property
    def slots(self) -> range:
        """The empty places on the shelf."""
        return range(_ALL_SIX - len(self.aside))


def board_of(
    step: ReplayStep, names: Sequence[str], pens: Sequence[int], mine: Sequence[int] = ()
) -> Board:
    """Return the board of a step. `names` and `pens` (1 to 6) go by seat; `mine` are the reader's
    seats."""
    rolled = step.find(Rolled)
    kept = step.find(Kept)
    farkled = step.find(Farkled)
    table = step.table or step.after
    hot = table.hot if rolled or kept else step.after.hot
    aside = table.aside if len(table.aside) < _ALL_SIX else ()
    rows = _rows(step, names, pens, mine)
    if (built := step.find(Built)) is not None:
        aside = built.aside
    return Board(
        seat=step.seat,
        name=names[step.seat] if step.seat >= 0 else "",
        round=table.round,
        playoff=table.phase == "playoff",
        detail=_detail(step, table),
        moment="farkle" if farkled else "hot" if step.find(HotDice) else "",
        dice=_dice(step, table),
        rollers=_rollers(step, names),
        aside=aside,
        hot=hot,
        risk=(table.turn_points, kept.points, table.turn_points + kept.points) if kept else None,
        aside_points=table.turn_points,
        lost=farkled.lost if farkled else 0,
        said=tuple(map(said, step.sentences(names))),
        rows=rows,
        sides=_sides(step.after),
        more=len(step.after.scores) - len(rows),
        thrown=rolled is not None,
        over=step.find(Over) is not None,
    )


def _detail(step: ReplayStep, table: GameState) -> str:
    """Return the words beside the heading, such as "roll 2" or "banks"."""
    if step.kind == "start":
        return _("highest goes first")
    if step.find(Banked):
        return _("banks")
    if step.kind == "throw":
        return _("roll %(number)s") % {"number": table.rolls + 1}
    if step.kind == "keep":
        return _("keeps, after roll %(number)s") % {"number": table.rolls}
    return ""


def _dice(step: ReplayStep, table: GameState) -> tuple[Die, ...]:
    rolled, kept = step.find(Rolled), step.find(Kept)
    lying = rolled.dice if rolled else table.throw if kept else ()
    scoring = {face for keep in keeps(table.rules, lying) for face in keep} if lying else set()
    left = Counter(kept.dice if kept else ())
    dice = []
    for face in lying:
        taken = left[face] > 0
        left[face] -= taken
        dice.append(Die(face, face in scoring, taken))
    return tuple(dice)


def _rollers(step: ReplayStep, names: Sequence[str]) -> tuple[tuple[str, int, bool], ...]:
    """Return name, die and whether it is the highest for each player in the last roll-off; of many
    players, only the highest."""
    off = step.find(RolledOff)
    if off is None:
        return ()
    best = max(off.dice)
    each = list(zip(off.seats, off.dice, strict=True))
    if len(each) > _MOST_ROLLERS:
        each = sorted(each, key=lambda roll: -roll[1])[:_MOST_ROLLERS]
    return tuple((names[seat], die, die == best) for seat, die in each)


def _rows(
    step: ReplayStep, names: Sequence[str], pens: Sequence[int], mine: Sequence[int]
) -> tuple[Row, ...]:
    """Return the players' rows; of many players those of the leader, the reader, and those near the
    turn."""
    state = step.after
    seats = list(range(len(state.scores)))
    if len(seats) > _MOST_ROWS:
        leader = max(seats, key=lambda seat: state.scores[seat])
        always = {leader, *mine[:1]}
        first = max(0, min(step.seat - 3, len(seats) - _MOST_ROWS))
        near = [seat for seat in seats[first : first + _MOST_ROWS] if seat not in always]
        seats = sorted([*always, *near[: _MOST_ROWS - len(always)]])
    return tuple(
        Row(
            name=names[seat],
            pen=pens[seat],
            score=state.scores[seat],
            strikes=state.streaks[seat],
            now=seat == step.seat,
            left=state.left[seat],
            won=seat in state.winners,
            entry=_entry(state, seat),
            side=team_letter(state.teams[seat]) if state.teams is not None else "",
        )
        for seat in seats
    )


def _sides(state: GameState) -> tuple[tuple[str, int], ...]:
    """Return the teams and their totals, the best first."""
    if state.teams is None:
        return ()
    totals = {team: state.total(seat) for seat, team in enumerate(state.teams)}
    best = sorted(totals.items(), key=lambda total: (-total[1], total[0]))
    return tuple((team_name(team), total) for team, total in best)


def _entry(state: GameState, seat: int) -> int:
    """Return the opening score for a seat that is not on the board yet, else 0."""
    is_on = state.entered[seat] or state.left[seat] or state.scores[seat]
    return 0 if is_on else state.rules.entry_min
