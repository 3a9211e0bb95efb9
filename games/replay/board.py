"""Prepare a step of a past game for the template: tray, points, sentences and score pad."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _

from farkle import GameState, keeps
from farkle.engine.events import Banked, Built, Farkled, HotDice, Kept, Over, Rolled, RolledOff
from farkle.text.turn_narration import team_letter
from games.formats import points
from games.replay.steps import ReplayStep
from games.rules.messages import team_name, translate

_MOST_ROLLERS = 12
_MOST_ROWS = 8


def board_of(
    step: ReplayStep, names: Sequence[str], pens: Sequence[int], own_seats: Sequence[int] = ()
) -> dict[str, Any]:
    """Return the board of a step. `names` and `pens` (1 to 6) go by seat; `own_seats` are the
    reader's. `aside` are the dice on the shelf, `slots` its empty places. `risk`, for a decision,
    has the points set aside before, those of the dice kept, and the sum."""
    rolled, kept, farkled = step.find(Rolled), step.find(Kept), step.find(Farkled)
    table = step.table or step.after
    aside = table.aside if len(table.aside) < table.rules.dice else ()
    if (built := step.find(Built)) is not None:
        aside = built.aside
    rows = rows_of(step.after, step.seat, names, pens, own_seats)
    return {
        "name": names[step.seat] if step.seat >= 0 else "",
        "dice_colour": pens[step.seat] if step.seat >= 0 else 0,
        "round": table.round,
        "playoff": table.phase == "playoff",
        "detail": _detail(step, table),
        "moment": "farkle" if farkled else "hot" if step.find(HotDice) else "",
        "dice": _dice(step, table),
        "rollers": _rollers(step, names),
        "aside": aside,
        "many": table.rules.dice > 6,
        "slots": range(table.rules.dice - len(aside)),
        "hot": table.hot if rolled or kept else step.after.hot,
        "risk": (table.turn_points, kept.points, table.turn_points + kept.points) if kept else None,
        "aside_points": table.turn_points,
        "lost": farkled.lost if farkled else 0,
        "said": [translate(sentence) for sentence in step.sentences(names)],
        "rows": rows,
        "sides": sides_of(step.after),
        "more": len(step.after.scores) - len(rows),
        "thrown": rolled is not None,
        "over": step.find(Over) is not None,
    }


def _detail(step: ReplayStep, table: GameState) -> str:
    """Return the caption, such as "roll 2" or "banks"."""
    if step.kind == "start":
        return _("highest goes first")
    if step.find(Banked):
        return _("banks")
    if step.kind == "throw":
        return _("roll %(number)s") % {"number": table.rolls + 1}
    if step.kind == "keep":
        return _("keeps, after roll %(number)s") % {"number": table.rolls}
    return ""


def _dice(step: ReplayStep, table: GameState) -> list[dict[str, Any]]:
    """Return the dice of the throw. `can`: the die scores; `kept`: it was set aside."""
    rolled, kept = step.find(Rolled), step.find(Kept)
    lying = rolled.dice if rolled else table.throw if kept else ()
    scoring = {face for keep in keeps(table.rules, lying) for face in keep} if lying else set()
    left = Counter(kept.dice if kept else ())
    dice = []
    for face in lying:
        is_kept, can = left[face] > 0, face in scoring
        left[face] -= is_kept
        label = _("%(face)s, scores") if can else _("%(face)s, doesn't score")
        if is_kept:
            label = _("%(face)s, set aside")
        dice.append({"face": face, "can": can, "kept": is_kept, "label": label % {"face": face}})
    return dice


def _rollers(step: ReplayStep, names: Sequence[str]) -> tuple[tuple[str, int, bool], ...]:
    """Return (name, die, is highest) by player in the last roll-off; of many, only the highest."""
    off = step.find(RolledOff)
    if off is None:
        return ()
    best = max(off.dice)
    each = list(zip(off.seats, off.dice, strict=True))
    if len(each) > _MOST_ROLLERS:
        each = sorted(each, key=lambda roll: -roll[1])[:_MOST_ROLLERS]
    return tuple((names[seat], die, die == best) for seat, die in each)


def rows_of(
    state: GameState,
    acting: int,
    names: Sequence[str],
    pens: Sequence[int],
    own_seats: Sequence[int],
) -> list[dict[str, Any]]:
    """Return the players' rows; of many, the leader's, the reader's, and those near the seat that
    is `acting`."""
    seats = list(range(len(state.scores)))
    if len(seats) > _MOST_ROWS:
        leader = max(seats, key=lambda seat: state.scores[seat])
        always = {leader, *own_seats[:1]}
        first = max(0, min(acting - 3, len(seats) - _MOST_ROWS))
        near = [seat for seat in seats[first : first + _MOST_ROWS] if seat not in always]
        seats = sorted([*always, *near[: _MOST_ROWS - len(always)]])
    return [
        {
            "name": names[seat],
            "pen": pens[seat],
            "score": state.scores[seat],
            "strikes": state.streaks[seat],
            "boxes": range(state.rules.farkle_streak),
            "now": seat == acting,
            "left": state.left[seat],
            "won": seat in state.winners,
            "entry": _entry(state, seat),
            "side": team_letter(state.teams[seat]) if state.teams is not None else "",
        }
        for seat in seats
    ]


def sides_of(state: GameState) -> tuple[tuple[str, int], ...]:
    """Return the teams and their totals, the best first."""
    if state.teams is None:
        return ()
    totals = {team: state.total(seat) for seat, team in enumerate(state.teams)}
    best = sorted(totals.items(), key=lambda total: (-total[1], total[0]))
    return tuple((team_name(team), total) for team, total in best)


def _entry(state: GameState, seat: int) -> str:
    """Return what a seat still needs to get on the board, if anything."""
    needed = state.rules.entry_min
    if not needed or state.entered[seat] or state.left[seat] or state.scores[seat]:
        return ""
    return _("needs %(points)s to get on the board") % {"points": points(needed)}
