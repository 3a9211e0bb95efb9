"""Tell which turns of a past game, and which players who left, changed the chances to win most."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from farkle import Join, Leave
from farkle.ai.review import PlayedTurn
from farkle.ai.winning import Vector, Winning
from farkle.engine.events import Rolled
from games.replay.context import ReplayContext
from games.replay.percents import both
from games.replay.text import where
from games.templatetags.marks import points

_MOST: Final = 3
_LEAST: Final = 0.05
"""A smaller change of a chance is no turning point."""


@dataclass(frozen=True)
class Swing:
    """A turn, or a player who left, and the chances of all sides before and after it.

    What others who left or joined during a turn changed is not part of it. `last` is its last
    action.
    """

    seat: int
    last: int
    where: str
    words: str
    before: Vector
    after: Vector


def swings(context: ReplayContext) -> Iterator[Swing]:
    """Yield every turn of a game and every player who left in the turn of another; nothing while
    the chances are unknown."""
    winning, actions = context.winning, context.folded.actions
    if winning is None:
        return
    for turn in context.folded.summary.turns:
        before = winning.moments[turn.first - 1].after
        for number in range(turn.first, turn.last + 1):
            action = actions[number].action
            if not isinstance(action, Leave | Join) or actions[number].seat == turn.seat:
                continue
            old, new = winning.moments[number - 1].after, winning.moments[number].after
            before = tuple(
                min(1.0, max(0.0, one + now - was))
                for one, was, now in zip(before, old, new, strict=True)
            )
            if isinstance(action, Leave):
                place = where(context.names, replace(turn, seat=action.seat))
                yield Swing(action.seat, number, place, _("leaves the game"), old, new)
        after, place = winning.moments[turn.last].after, where(context.names, turn)
        yield Swing(turn.seat, turn.last, place, turn_words(context, turn), before, after)


def turning_points(context: ReplayContext) -> list[dict[str, Any]]:
    """Return what changed the chance of its player most, in the order of play."""
    winning = context.winning
    if winning is None:
        return []
    found = [one for one in swings(context) if _size(winning, one) >= _LEAST]
    most = sorted(found, key=lambda one: -_size(winning, one))[:_MOST]
    return [
        _point(context, winning, "ABC"[at], one)
        for at, one in enumerate(sorted(most, key=lambda one: one.last))
    ]


def _size(winning: Winning, swing: Swing) -> float:
    side = winning.sides[swing.seat]
    return abs(swing.after[side] - swing.before[side])


def _point(context: ReplayContext, winning: Winning, letter: str, swing: Swing) -> dict[str, Any]:
    side = winning.sides[swing.seat]
    before, after = both(swing.before[side], swing.after[side])
    scene = context.folded.last_step_of(swing.last)
    return {
        "letter": letter,
        "where": swing.where,
        "words": swing.words,
        "before": before,
        "after": after,
        "scene": scene,
        "url": context.links.step(scene),
    }


def turn_words(context: ReplayContext, turn: PlayedTurn) -> str:
    """Tell a turn in words, such as "farkle on 2 dice with 800 at risk"."""
    match turn.outcome:
        case "banked":
            won = context.folded.actions[turn.last].after.phase == "over"
            said = _("banks %(points)s and wins") if won else _("banks %(points)s")
            return said % {"points": points(turn.points)}
        case "farkled":
            return _farkle_words(context, turn)
        case "left":
            return _("leaves the game")
        case "skipped":
            return _("is skipped")
        case "ran_out":
            return _("doesn't get on the board")
        case _:
            return _("unfinished")


def _farkle_words(context: ReplayContext, turn: PlayedTurn) -> str:
    action = context.folded.actions[turn.last]
    dice = len(next(e.dice for e in reversed(action.events) if isinstance(e, Rolled)))
    farkle = ngettext("farkle on %(count)s die", "farkle on %(count)s dice", dice) % {"count": dice}
    values = {"farkle": farkle, "lost": points(turn.lost), "penalty": points(turn.penalty)}
    if turn.penalty:
        return _("%(farkle)s, the third in a row: −%(penalty)s") % values
    return _("%(farkle)s with %(lost)s at risk") % values if turn.lost else farkle
