"""Tell which moments of a past game changed the chances to win most: rolls, choices, and players
who left."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import islice
from typing import TYPE_CHECKING, Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from farkle import Build, Leave, Roll, Skip
from farkle.ai.review.review import Step
from farkle.ai.review.winning import MISTAKE, Winning
from farkle.engine.events import Banked, Farkled, Penalised, RanOut, Rolled
from farkle.text.message import faces
from games.formats import points
from games.replay.context import ReplayContext
from games.replay.percents import both
from games.replay.text import dice_of, where

if TYPE_CHECKING:  # it imports numpy
    from farkle.ai.review.worth import Vector

_MOST: Final = 3
_LEAST: Final = 0.05
"""A smaller change of a chance is no turning point."""


@dataclass(frozen=True)
class Swing:
    """A choice, a roll or a player who left, and the chances of all sides before and after it.

    `seat` is who did it, `scene` the step that shows it.
    """

    seat: int
    scene: int
    where: str
    words: str
    before: Vector
    after: Vector


def swings(context: ReplayContext) -> Iterator[Swing]:
    """Yield every moment that changed the chances; nothing while they are unknown.

    A choice and the roll after it are two. Of choices there are only those that were mistakes.
    """
    winning, folded = context.winning, context.folded
    if winning is None:
        return
    losses = {one.step: one.loss for one in winning.decisions}
    for step in islice(folded.actions, 1, None):
        old, moment = winning.moments[step.number - 1].after, winning.moments[step.number]
        place = _where(context, step)
        if step.number not in losses:
            words = _left_out(step)
            if words and place:
                scene = folded.last_step_of(step.number)
                yield Swing(step.seat, scene, place, words, old, moment.after)
            continue
        if losses[step.number] >= MISTAKE:
            scene = folded.step_of(step.number)
            yield Swing(step.seat, scene, place, _mistake(step), old, moment.chosen)
        if any(isinstance(one, Rolled) for one in step.events):
            scene, words = folded.last_step_of(step.number), _roll(step)
            yield Swing(step.seat, scene, place, words, moment.chosen, moment.thrown)


def turning_points(context: ReplayContext) -> list[dict[str, Any]]:
    """Return the largest changes of a chance in the order of play, the very largest as `most`.

    It is the reader's own chance; for those who did not play, that of whoever did it.
    """
    found = [one for one in swings(context) if _size(context, one) >= _LEAST]
    most = sorted(found, key=lambda one: -_size(context, one))[:_MOST]
    return [
        {
            "letter": "ABC"[at],
            "most": one is most[0],
            "scene": one.scene,
            "url": context.links.step(one.scene),
            **_words(context, one),
        }
        for at, one in enumerate(sorted(most, key=lambda one: one.scene))
    ]


def biggest_swing(context: ReplayContext) -> dict[str, Any] | None:
    """Return the largest of the turning points as {where, words, seat, mine, before, after}; None
    if there is none. `seat` is one whose chance it tells, `mine` whether that is the reader's."""
    found = [one for one in swings(context) if _size(context, one) >= _LEAST]
    if not found:
        return None
    most = max(found, key=lambda one: _size(context, one))
    mine = my_side(context)
    seat = most.seat if mine is None else context.game.mine[0]
    return {**_words(context, most), "seat": seat, "mine": mine is not None}


def my_side(context: ReplayContext) -> int | None:
    """Return the side of the reader; None who did not play, or played for more than one."""
    winning = context.winning
    sides = {winning.sides[seat] for seat in context.game.mine} if winning else set()
    return sides.pop() if len(sides) == 1 else None


def _side(context: ReplayContext, winning: Winning, swing: Swing) -> int:
    mine = my_side(context)
    return winning.sides[swing.seat] if mine is None else mine


def _size(context: ReplayContext, swing: Swing) -> float:
    if context.winning is None:
        return 0.0
    side = _side(context, context.winning, swing)
    return abs(swing.after[side] - swing.before[side])


def _words(context: ReplayContext, swing: Swing) -> dict[str, str]:
    if context.winning is None:
        return {}
    side = _side(context, context.winning, swing)
    before, after = both(swing.before[side], swing.after[side])
    return {"where": swing.where, "words": swing.words, "before": before, "after": after}


def _where(context: ReplayContext, step: Step) -> str:
    """Return whose moment it was, and when; nothing outside of turns and for who joined."""
    if not step.turn or step.seat < 0:
        return ""
    turn = context.folded.summary.turns[step.turn - 1]
    return where(context.names, replace(turn, seat=step.seat))


def _left_out(step: Step) -> str:
    match step.action:
        case Leave():
            return _("leaves the game")
        case Skip():
            return _("is skipped")
        case _:
            return ""


def _mistake(step: Step) -> str:
    banked = next((one.points for one in step.events if isinstance(one, Banked)), None)
    match step.action:
        case Build():
            return _("mistake: continues the previous turn")
        case Roll() if banked is None:
            dice = dice_of(step.action, len(step.before.aside) if step.before else 0)
            template = ngettext(
                "mistake: rolls %(count)s die", "mistake: rolls %(count)s dice", dice
            )
            return template % {"count": dice}
        case _:
            return _("mistake: banks %(points)s") % {"points": points(banked or 0)}


def _roll(step: Step) -> str:
    """Tell a roll, such as "rolls 1 1 5" or "farkle on 2 dice with 800 at risk"."""
    events = {type(one): one for one in step.events}
    dice = next(one.dice for one in reversed(step.events) if isinstance(one, Rolled))
    if RanOut in events:
        return _("doesn't get on the board")
    farkled, penalty = events.get(Farkled), events.get(Penalised)
    if not isinstance(farkled, Farkled):
        return _("rolls %(dice)s") % {"dice": faces(dice).replace(" ", "\u00a0")}
    template = ngettext("farkle on %(count)s die", "farkle on %(count)s dice", len(dice))
    farkle = template % {"count": len(dice)}
    if isinstance(penalty, Penalised):
        values = {"farkle": farkle, "penalty": points(penalty.points)}
        return _("%(farkle)s, the third in a row: −%(penalty)s") % values
    if not farkled.lost:
        return farkle
    return _("%(farkle)s with %(lost)s at risk") % {"farkle": farkle, "lost": points(farkled.lost)}
