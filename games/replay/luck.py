"""Prepare luck and decisions for the page of a past game."""

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from farkle import Action
from farkle.ai.review.luck import Choice, Decision
from farkle.ai.review.winning import WinDecision
from farkle.rules.odds import farkle_chance
from games.formats import points
from games.replay.context import ReplayContext
from games.replay.percents import chance
from games.replay.results import MOST_ROWS, in_order
from games.replay.steps import ReplayStep
from games.replay.text import Act, act_of, dice_of, where

_MOST_MISTAKES = 12
_ALL_MISTAKES = 300


@dataclass(frozen=True)
class Verdict:
    """What a choice was worth beside the best one, in points. `alone`: it was the only one."""

    chosen: Act
    best: Act
    worth: int
    best_worth: int
    given: int
    alone: bool


def verdict_of(context: ReplayContext, step: ReplayStep) -> Verdict | None:
    """Judge the decision of a step; return None if there is none, or while it is not known."""
    if context.luck is None or step.table is None:
        return None
    if context.folded.step_of(step.action) != step.number:
        return None
    found = next((one for one in context.luck.decisions if one.step == step.action), None)
    if found is None or (step.kind == "throw" and found.options == 1):
        return None
    aside = len(step.table.aside)
    chosen = act_of(found.chosen.action, aside, done=True)
    best = act_of(found.best.action, aside, done=False)
    worth, best_worth = round(found.chosen.value), round(found.best.value)
    return Verdict(chosen, best, worth, best_worth, best_worth - worth, found.options == 1)


def luck_table(context: ReplayContext) -> dict[str, Any] | None:
    """Return rows, bars and mistakes; None until they have been worked out."""
    if context.luck is None:
        return None
    found = {one.seat: one.account.whole() for one in context.luck.players if one.turns}
    accounts = [(one.seat, found[one.seat]) for one in in_order(context) if one.seat in found]
    shown = accounts[:MOST_ROWS]
    low = min([0, *(min(a.luck, -a.loss) for _, a in shown)])
    high = max([0, *(a.luck for _, a in shown)])
    width = (high - low) or 1

    def share(value: float) -> str:
        return f"{100 * value / width:.1f}%"

    rows = [
        {
            "name": context.names[seat],
            "pen": context.pens[seat],
            "start": account.start,
            "offer": account.offer,
            "luck": account.luck,
            "minus_given": -account.loss,
            "minus_unplayed": -account.unplayed,
            "points": account.points,
            "minus_penalty": -account.penalty,
            "built": account.built,
            "luck_from": share(min(0, account.luck) - low),
            "luck_wide": share(abs(account.luck)),
            "given_from": share(-account.loss - low),
            "given_wide": share(account.loss),
        }
        for seat, account in accounts
    ]
    mistakes = [
        {
            **mistake(context, one, (_points_words(one.best), _points_words(one.chosen))),
            "minus_given": -one.loss,
        }
        for one in context.luck.mistakes[:_ALL_MISTAKES]
    ]
    more = len(context.luck.mistakes) - _MOST_MISTAKES
    return {
        "drawn": rows[:MOST_ROWS],
        "rows": rows,
        "zero": share(-low),
        "offers": any(account.offer for _, account in shown),
        "unplayed": any(account.unplayed for _, account in shown),
        "penalties": any(account.penalty for _, account in shown),
        "built": any(account.built for _, account in shown),
        "exact": context.luck.exact,
        "decided": bool(context.luck.decisions),
        "mistakes": mistakes[:_MOST_MISTAKES],
        "smaller": mistakes[_MOST_MISTAKES:],
        "more_mistakes": ngettext("and %(count)s smaller one", "and %(count)s smaller ones", more)
        % {"count": points(more)},
    }


def mistake(
    context: ReplayContext, decision: Decision | WinDecision, worths: tuple[str, str]
) -> dict[str, Any]:
    """Return where a costly choice was made, what was chosen, and what was best, with `worths`, in
    words, of what was best and of what was chosen."""
    table = context.folded.actions[decision.step].before
    aside, rolls = (len(table.aside), table.rolls) if table else (0, 0)
    place = {
        "where": where(context.names, context.folded.summary.turns[decision.turn - 1]),
        "throw": rolls,
    }
    return {
        "where": _("%(where)s, roll %(throw)s") % place
        if rolls
        else _("%(where)s, before the first roll") % place,
        "chosen": act_of(decision.chosen.action, aside, done=True),
        "chosen_worth": _with_risk(context, decision.chosen.action, aside, worths[1]),
        "best": act_of(decision.best.action, aside, done=False),
        "best_worth": _with_risk(context, decision.best.action, aside, worths[0]),
        **context.link_to(decision.step),
    }


def risk_of(context: ReplayContext, action: Action, aside: int) -> str:
    """Return how likely an action farkles, in words; nothing for one that rolls no dice."""
    dice = dice_of(action, aside)
    if not dice:
        return ""
    risk = chance(float(farkle_chance(context.folded.rules, dice)))
    return _("%(risk)s farkle risk") % {"risk": risk}


def _with_risk(context: ReplayContext, action: Action, aside: int, worth: str) -> str:
    risk = risk_of(context, action, aside)
    return _("%(worth)s, %(risk)s") % {"worth": worth, "risk": risk} if risk else worth


def _points_words(choice: Choice) -> str:
    worth = round(choice.value)
    template = ngettext("%(count)s point", "%(count)s points", worth)
    return template % {"count": points(worth)}
