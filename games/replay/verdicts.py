"""Judge the choices and the throws of a past game: by the chance to win or, in a game that one
player played alone, by the average points of the turn."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from django.utils.translation import gettext as _

from farkle import Bank
from farkle.ai.review.luck import MISTAKE_POINTS
from farkle.ai.review.winning import MISTAKE, Judgement
from games.formats import chance, change, close_chances, points, points_change
from games.replay.choices import Act, act_of, place_of, risk_of, with_risk
from games.replay.context import ReplayContext
from games.replay.steps import ReplayStep


@dataclass(frozen=True)
class Scale:
    """How choices are judged. `mistake` is the least loss that counts, and `shown` the least that
    is seen; `worths` and `change` word values and their changes."""

    mistake: float
    shown: float
    worths: Callable[[Sequence[float]], list[str]]
    change: Callable[[float], str]


def _average_points(values: Sequence[float]) -> list[str]:
    return [_("%(points)s points on average") % {"points": points(value)} for value in values]


BY_CHANCE: Final = Scale(MISTAKE, 0.0005, close_chances, change)
BY_POINTS: Final = Scale(MISTAKE_POINTS, MISTAKE_POINTS, _average_points, points_change)


def scale_of(context: ReplayContext) -> Scale:
    return BY_CHANCE if context.winning else BY_POINTS


@dataclass(frozen=True)
class Verdict:
    """The effect of a choice, or of a throw's dice. `cost` is what was lost, or the luck, as text;
    `risk` is the farkle risk of the best choice. `can_try`: there was a choice, and the reader may
    decide again."""

    kind: str
    cost: str
    words: str
    chosen: Act | None = None
    best: Act | None = None
    risk: str = ""
    can_try: bool = False


def verdict_of(context: ReplayContext, step: ReplayStep) -> Verdict | None:
    """Judge a step by its choice or by the luck of its dice; None if that is unknown."""
    decision = _decision_of(context, step)
    if decision is None or step.table is None:
        return None
    name = context.names[decision.seat]
    is_choice = context.folded.step_of(step.action) == step.number
    if step.kind == "throw" and (len(decision.options) == 1 or not is_choice):
        return _judge_luck(context, decision, name)
    if not is_choice:
        return None
    aside = len(step.table.aside)
    verdict = _judge_choice(context, decision, aside, name)
    risk = risk_of(context, decision.best.action, aside) if verdict.best else ""
    return replace(verdict, risk=risk, can_try=choice_of(context, step) is not None)


def choice_of(context: ReplayContext, step: ReplayStep) -> Judgement | None:
    """Return the decision that a step shows, if there was a choice and its worth is known."""
    decision = _decision_of(context, step)
    if decision is None or context.folded.step_of(step.action) != step.number:
        return None
    return decision if len(decision.options) > 1 else None


def _decision_of(context: ReplayContext, step: ReplayStep) -> Judgement | None:
    judged = context.winning or context.luck
    decisions = judged.decisions if judged and step.table else ()
    return next((taken for taken in decisions if taken.step == step.action), None)


def mistake_row(context: ReplayContext, decision: Judgement) -> dict[str, Any]:
    """Describe a costly choice: its place, the choice, and the best one."""
    table, scale = context.folded.actions[decision.step].before, scale_of(context)
    aside, every = len(table.aside) if table else 0, context.folded.rules.dice
    best, chosen = decision.best, decision.chosen
    best_worth, chosen_worth = scale.worths((best.value, chosen.value))
    return {
        "where": place_of(context, decision),
        "cost": scale.change(-decision.loss),
        "chosen": act_of(chosen.action, aside, every, done=True),
        "chosen_worth": with_risk(context, chosen.action, aside, chosen_worth),
        "best": act_of(best.action, aside, every, done=False),
        "best_worth": with_risk(context, best.action, aside, best_worth),
        **context.link_to(decision.step),
    }


def _judge_luck(context: ReplayContext, decision: Judgement, name: str) -> Verdict:
    scale, chosen = scale_of(context), decision.chosen.value
    if scale is BY_POINTS:
        values = {"before": points(chosen), "after": points(chosen + decision.luck)}
        words = _("The turn's average went from %(before)s to %(after)s points.")
        if values["before"] == values["after"]:
            words = _("The turn's average stayed at %(after)s points.")
    else:
        before, after = close_chances((chosen, chosen + decision.luck))
        values = {"name": name, "before": before, "after": after}
        words = _("%(name)s's chance to win went from %(before)s to %(after)s.")
        if before == after:
            words = _("%(name)s's chance to win stayed at %(after)s.")
    return Verdict("luck", scale.change(decision.luck), words % values)


def _judge_choice(context: ReplayContext, decision: Judgement, aside: int, name: str) -> Verdict:
    every, scale = context.folded.rules.dice, scale_of(context)
    chosen = act_of(decision.chosen.action, aside, every, done=True)
    words = _words_by_points if scale is BY_POINTS else _words_by_chance
    kind = _kind_of(decision, scale)
    best, cost = None, ""
    if kind == "mistake":
        best = act_of(decision.best.action, aside, every, done=False)
        cost = scale.change(-decision.loss)
    return Verdict(kind, cost, words(kind, decision, name), chosen, best)


def _kind_of(decision: Judgement, scale: Scale) -> str:
    if decision.loss >= scale.mistake:
        return "mistake"
    if decision.loss >= scale.shown:
        return "even"
    return "only" if decision.other is None else "best"


def _words_by_chance(kind: str, decision: Judgement, name: str) -> str:
    other = decision.best if kind in ("mistake", "even") else decision.other
    if other is None:
        return _("Only move: %(chance)s to win.") % {"chance": chance(decision.chosen.value)}
    there, here = close_chances((other.value, decision.chosen.value))
    if kind == "mistake":
        words = _("%(there)s chance to win before, %(here)s after.")
    elif kind == "even":
        words = _("About as good as the best move: %(here)s to win instead of %(there)s.")
    elif here == there:
        words = _("About as good as the next best: %(here)s to win.")
    elif _are_alike(decision):
        words = _("Best move: %(here)s to win. The next best was %(there)s.")
    elif isinstance(decision.chosen.action, Bank):
        words = _("Banking keeps %(name)s at %(here)s; rolling would have been %(there)s.")
    else:
        words = _("Rolling keeps %(name)s at %(here)s; banking would have been %(there)s.")
    return words % {"name": name, "here": here, "there": there}


def _words_by_points(kind: str, decision: Judgement, _name: str) -> str:
    other = decision.best if kind == "mistake" else decision.other
    here = points(decision.chosen.value)
    if other is None:
        return _("Only move: %(here)s points on average.") % {"here": here}
    there = points(other.value)
    if kind == "mistake":
        words = _(
            "The turn averages %(here)s points after this, and %(there)s after the best move."
        )
    elif here == there:
        words = _("About as good as the next best: %(here)s points on average.")
    elif _are_alike(decision):
        words = _("Best move: %(here)s points on average. The next best was %(there)s.")
    elif isinstance(decision.chosen.action, Bank):
        words = _("Banking makes %(here)s points; rolling would have averaged %(there)s.")
    else:
        words = _("Rolling averages %(here)s points; banking would have made %(there)s.")
    return words % {"here": here, "there": there}


def _are_alike(decision: Judgement) -> bool:
    """Return True if the choice made and the other one are both to bank, or both to roll."""
    other = decision.other
    banks = isinstance(decision.chosen.action, Bank)
    return other is not None and banks == isinstance(other.action, Bank)
