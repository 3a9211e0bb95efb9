"""Say in one sentence whether luck or choices decided a past game."""

from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _

from farkle import Leave, Skip
from farkle.ai.review.winning import Winning
from games.replay.context import ReplayContext
from games.replay.turning import my_side
from games.rules.messages import team_name

_MAINLY: Final = 0.6
"""What makes up this share of all that helped, or hurt, is called the main reason."""
_LEAST: Final = 0.05
"""Where a chance changed by less in all, there is nothing to explain."""


@dataclass(frozen=True)
class _Reasons:
    """What moved the chance of a side in one direction, in words, the most first, and the sum of
    all that did, also of what has no words."""

    words: tuple[tuple[float, str], ...]
    total: float
    order: tuple[str, ...]
    """The words as a sentence names them: "good luck" first, which would else be anybody's."""

    def main(self) -> str:
        """Return the main reason or the two main ones; nothing if they are not clear."""
        first, second = (*self.words, (0.0, ""), (0.0, ""))[:2]
        if first[0] >= _MAINLY * self.total:
            return first[1]
        if first[0] + second[0] >= _MAINLY * self.total:
            one, other = sorted((first[1], second[1]), key=self.order.index)
            return _("%(one)s and %(other)s") % {"one": one, "other": other}
        return ""


def was_it_luck(context: ReplayContext) -> list[str]:
    """Return a sentence for the winner, and one for a reader who lost against more than one side:
    what decided the game. There is none without chances, or for a game that nobody won."""
    winning = context.winning
    sides = {context.folded.last.side(seat) for seat in context.folded.last.winners}
    if winning is None or len(sides) != 1:
        return []
    (won,), mine = sides, my_side(context)
    told = [won]
    if mine is not None and mine != won and len(winning.accounts) > 2:
        told.append(mine)
    return [said for side in told if (said := _sentence(context, winning, side, won=side == won))]


def _sentence(context: ReplayContext, winning: Winning, side: int, *, won: bool) -> str:
    found = _reasons(context, winning, side, won=won)
    you = _is_you(context, side)
    if found.total < _LEAST:
        return ""
    values = {"name": _name(context, winning, side), "why": found.main()}
    if not values["why"]:
        return _("Nothing stands out: several things decided this game.") if won else ""
    if you:
        said = _("You won mainly because of %(why)s.")
        return (said if won else _("You lost mainly because of %(why)s.")) % values
    said = _("%(name)s won mainly because of %(why)s.")
    return (said if won else _("%(name)s lost mainly because of %(why)s.")) % values


def _reasons(context: ReplayContext, winning: Winning, side: int, *, won: bool) -> _Reasons:
    one, sign = winning.accounts[side], 1 if won else -1
    away = _away(context, winning, side)
    others = _others(context, winning, side)
    parts = [
        (one.luck, _("good luck") if won else _("bad luck")),
        (one.their_luck, others[0] if won else others[1]),
        (-one.loss, _("your own choices") if _is_you(context, side) else _("their own choices")),
        (one.their_loss, others[2]),
        (away, _("players who left or missed turns")),
        (one.rest - away, ""),
    ]
    moved = [(sign * part, words) for part, words in parts if sign * part > 0]
    named = sorted((part for part in moved if part[1]), key=lambda part: -part[0])
    total = sum(part for part, _words in moved)
    return _Reasons(tuple(named), total, tuple(words for _part, words in parts))


def _others(context: ReplayContext, winning: Winning, side: int) -> tuple[str, str, str]:
    """Return bad luck, good luck and choices of the others."""
    if len(winning.accounts) > 2:
        return _("the others' bad luck"), _("the others' good luck"), _("the others' choices")
    if _is_you(context, 1 - side):
        return _("your bad luck"), _("your good luck"), _("your choices")
    values = {"name": _name(context, winning, 1 - side)}
    return (
        _("%(name)s's bad luck") % values,
        _("%(name)s's good luck") % values,
        _("%(name)s's choices") % values,
    )


def _is_you(context: ReplayContext, side: int) -> bool:
    return context.game.teams is None and my_side(context) == side


def _name(context: ReplayContext, winning: Winning, side: int) -> str:
    if context.game.teams is not None:
        return team_name(side)
    return context.names[winning.sides.index(side)]


def _away(context: ReplayContext, winning: Winning, side: int) -> float:
    """Return what skipped turns and players who left changed."""
    return sum(
        winning.moments[step.number].after[side] - winning.moments[step.number - 1].after[side]
        for step in context.folded.actions
        if isinstance(step.action, Leave | Skip)
    )
