"""Explain a past game: its turning points, and a sentence on whether luck or choices decided it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from farkle import Build, Leave, Roll, Skip
from farkle.ai.review.review import Step
from farkle.ai.review.winning import MISTAKE, Winning
from farkle.engine.events import Banked, Farkled, Penalised, RanOut, Rolled
from farkle.text.message import faces
from games.formats import points, two_chances
from games.replay.choices import dice_of
from games.replay.context import ReplayContext
from games.rules.messages import team_name

_MOST: Final = 3
_LEAST: Final = 0.05
"""A smaller change of a chance is neither a turning point nor a reason."""
_MAINLY: Final = 0.6
"""Minimum share of a main reason, of everything that helped (or hurt)."""

_Part = tuple[float, str]
"""A change of a chance, and the words for its cause."""


@dataclass(frozen=True)
class Swing:
    """A choice, a roll or a player who left, with a chance to win before and after it: that of the
    reader's side, or of the acting player's (`seat`) if the reader did not play."""

    seat: int
    scene: int
    where: str
    words: str
    before: float
    after: float

    @property
    def size(self) -> float:
        return abs(self.after - self.before)

    @property
    def texts(self) -> dict[str, str]:
        before, after = two_chances(self.before, self.after)
        return {"where": self.where, "words": self.words, "before": before, "after": after}


def swings(context: ReplayContext) -> Iterator[Swing]:
    """Yield every moment that changed the chances; nothing while they are unknown. A choice and the
    roll after it are separate; the only choices are mistakes."""
    winning, folded = context.winning, context.folded
    if winning is None:
        return
    losses = {decision.step: decision.loss for decision in winning.decisions}
    for step in islice(folded.actions, 1, None):
        if not step.turn or step.seat < 0:
            continue
        old, moment = winning.moments[step.number - 1].after, winning.moments[step.number]
        first, last = folded.step_of(step.number), folded.last_step_of(step.number)
        changes = []
        if step.number not in losses:
            if isinstance(step.action, Leave | Skip):
                words = _("leaves the game") if isinstance(step.action, Leave) else _("is skipped")
                changes.append((last, words, old, moment.after))
        else:
            if losses[step.number] >= MISTAKE:
                changes.append((first, _mistake(step), old, moment.chosen))
            if any(isinstance(event, Rolled) for event in step.events):
                changes.append((last, _roll(step), moment.chosen, moment.thrown))
        side = winning.sides[step.seat] if context.side is None else context.side
        where = context.where(replace(folded.summary.turns[step.turn - 1], seat=step.seat))
        for scene, words, before, after in changes:
            yield Swing(step.seat, scene, where, words, before[side], after[side])


def turning_points(context: ReplayContext) -> list[dict[str, Any]]:
    """Return the largest swings in the order of play, the very largest as `most`."""
    largest = sorted(swings(context), key=lambda swing: -swing.size)[:_MOST]
    largest = [swing for swing in largest if swing.size >= _LEAST]
    return [
        {
            "number": number,
            "most": swing is largest[0],
            "scene": swing.scene,
            "url": context.link_to_step(swing.scene),
            **swing.texts,
        }
        for number, swing in enumerate(sorted(largest, key=lambda swing: swing.scene), 1)
    ]


def _mistake(step: Step) -> str:
    banked = next((event.points for event in step.events if isinstance(event, Banked)), None)
    match step.action:
        case Build():
            return _("mistake: continues the previous turn")
        case Roll() if banked is None:
            before, every = step.before, step.after.rules.dice
            dice = dice_of(step.action, len(before.aside) if before else 0, every)
            template = ngettext(
                "mistake: rolls %(count)s die", "mistake: rolls %(count)s dice", dice
            )
            return template % {"count": dice}
        case _:
            return _("mistake: banks %(points)s") % {"points": points(banked or 0)}


def _roll(step: Step) -> str:
    """Describe a roll, such as "rolls 1 1 5" or "farkle on 2 dice with 800 at risk"."""
    events = {type(event): event for event in step.events}
    dice = next(event.dice for event in reversed(step.events) if isinstance(event, Rolled))
    if RanOut in events:
        return _("counts nothing")
    farkled, penalty = events.get(Farkled), events.get(Penalised)
    if not isinstance(farkled, Farkled):
        return _("rolls %(dice)s") % {"dice": faces(dice).replace(" ", "\u00a0")}
    template = ngettext("farkle on %(count)s die", "farkle on %(count)s dice", len(dice))
    farkle = template % {"count": len(dice)}
    if isinstance(penalty, Penalised):
        values = {"farkle": farkle, "penalty": points(penalty.points)}
        return _("%(farkle)s: −%(penalty)s") % values
    if not farkled.lost:
        return farkle
    return _("%(farkle)s with %(lost)s at risk") % {"farkle": farkle, "lost": points(farkled.lost)}


def was_it_luck(context: ReplayContext) -> list[str]:
    """Return sentences on what decided the game: for the winner, and for a reader who lost against
    more than one side. There are none without chances, or for a game that was not won."""
    winning = context.winning
    sides = {context.folded.last.side(seat) for seat in context.folded.last.winners}
    if winning is None or len(sides) != 1:
        return []
    won, own = sides.pop(), context.side
    sentences = [_sentence(context, winning, won, won=True)]
    if own is not None and own != won and len(winning.accounts) > 2:
        sentences.append(_sentence(context, winning, own, won=False))
    return list(filter(None, sentences))


def _sentence(context: ReplayContext, winning: Winning, side: int, *, won: bool) -> str:
    sign = 1 if won else -1
    parts = [
        (sign * part, words)
        for part, words in _parts(context, winning, side, won=won)
        if sign * part > 0
    ]
    total = sum(part for part, _words in parts)
    if total < _LEAST:
        return ""
    why = _main_reason(parts, _MAINLY * total)
    if not why:
        return _("Nothing stands out: several things decided this game.") if won else ""
    if _is_you(context, side):
        template = _("You won mainly because of %(why)s.")
        return (template if won else _("You lost mainly because of %(why)s.")) % {"why": why}
    template = _("%(name)s won mainly because of %(why)s.")
    values = {"name": _name(context, winning, side), "why": why}
    return (template if won else _("%(name)s lost mainly because of %(why)s.")) % values


def _main_reason(parts: Sequence[_Part], enough: float) -> str:
    """Return the main reason or the two main ones, in the order of `parts`; "" if none is clear."""
    named = sorted((part for part in parts if part[1]), key=lambda part: -part[0])
    for count in (1, 2):
        main = named[:count]
        if sum(part for part, _words in main) >= enough:
            first, *second = (words for part, words in parts if (part, words) in main)
            values = {"one": first, "other": "".join(second)}
            return _("%(one)s and %(other)s") % values if second else first
    return ""


def _parts(context: ReplayContext, winning: Winning, side: int, *, won: bool) -> list[_Part]:
    """Return all changes of a side's chance. The side's own luck comes first: later in a sentence,
    "good luck" alone might be any player's."""
    account = winning.accounts[side]
    away = _effect_of_absence(context, winning, side)
    bad_luck, good_luck, choices = _of_others(context, winning, side)
    return [
        (account.luck, _("good luck") if won else _("bad luck")),
        (account.their_luck, bad_luck if won else good_luck),
        (
            -account.loss,
            _("your own choices") if _is_you(context, side) else _("their own choices"),
        ),
        (account.their_loss, choices),
        (away, _("players who left or missed turns")),
        (account.rest - away, ""),
    ]


def _of_others(context: ReplayContext, winning: Winning, side: int) -> tuple[str, str, str]:
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
    return context.game.teams is None and context.side == side


def _name(context: ReplayContext, winning: Winning, side: int) -> str:
    if context.game.teams is not None:
        return team_name(side)
    return context.names[winning.sides.index(side)]


def _effect_of_absence(context: ReplayContext, winning: Winning, side: int) -> float:
    """Return the change of a side's chance by skipped turns and players who left."""
    return sum(
        winning.moments[step.number].after[side] - winning.moments[step.number - 1].after[side]
        for step in context.folded.actions
        if isinstance(step.action, Leave | Skip)
    )
