"""Luck and decisions as the page of a past game shows them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from farkle.ai.luck import Decision
from games.replay.results import MOST_ROWS, in_order
from games.replay.steps import ReplayStep
from games.replay.text import Act, act_of, where
from games.templatetags.marks import points

if TYPE_CHECKING:
    from games.replay.page import PastPage

_MOST_MISTAKES = 12
_ALL_MISTAKES = 300


@dataclass(frozen=True)
class Verdict:
    """What a choice was worth beside the best one, in whole points. `alone`: there was no other."""

    chosen: Act
    best: Act
    worth: int
    best_worth: int
    given: int
    alone: bool


def verdict_of(page: PastPage, scene: ReplayStep) -> Verdict | None:
    """On the decision of a scene; None where nothing is decided in it, or it is not known yet."""
    if page.luck is None or scene.table is None or page.scenes.of_step(scene.step) != scene.number:
        return None
    found = next((one for one in page.luck.decisions if one.step == scene.step), None)
    if found is None or (scene.kind == "throw" and found.options == 1):
        return None
    aside = len(scene.table.aside)
    chosen = act_of(found.chosen.action, aside, done=True)
    best = act_of(found.best.action, aside, done=False)
    worth, best_worth = round(found.chosen.value), round(found.best.value)
    return Verdict(chosen, best, worth, best_worth, best_worth - worth, found.options == 1)


def luck_of_page(page: PastPage) -> dict[str, Any] | None:
    """Rows, bars and mistakes; None while they are worked out."""
    if page.luck is None:
        return None
    found = {one.seat: one.account.whole() for one in page.luck.players if one.turns}
    accounts = [(one.seat, found[one.seat]) for one in in_order(page) if one.seat in found]
    shown = accounts[:MOST_ROWS]
    low = min([0, *(min(a.luck, -a.given) for _, a in shown)])
    high = max([0, *(a.luck for _, a in shown)])
    width = (high - low) or 1

    def share(value: float) -> str:
        return f"{100 * value / width:.1f}%"

    rows = [
        {
            "name": page.names[seat],
            "pen": page.pens[seat],
            "start": account.start,
            "offer": account.offer,
            "luck": account.luck,
            "minus_given": -account.given,
            "minus_unplayed": -account.unplayed,
            "points": account.points,
            "minus_penalty": -account.penalty,
            "built": account.built,
            "luck_from": share(min(0, account.luck) - low),
            "luck_wide": share(abs(account.luck)),
            "given_from": share(-account.given - low),
            "given_wide": share(account.given),
        }
        for seat, account in accounts
    ]
    mistakes = [_mistake(page, one) for one in page.luck.mistakes[:_ALL_MISTAKES]]
    more = len(page.luck.mistakes) - _MOST_MISTAKES
    return {
        "drawn": rows[:MOST_ROWS],
        "rows": rows,
        "zero": share(-low),
        "offers": any(account.offer for _, account in shown),
        "unplayed": any(account.unplayed for _, account in shown),
        "penalties": any(account.penalty for _, account in shown),
        "built": any(account.built for _, account in shown),
        "exact": page.luck.exact,
        "decided": bool(page.luck.decisions),
        "mistakes": mistakes[:_MOST_MISTAKES],
        "smaller": mistakes[_MOST_MISTAKES:],
        "more_mistakes": ngettext("and %(count)s smaller one", "and %(count)s smaller ones", more)
        % {"count": points(more)},
    }


def _mistake(page: PastPage, decision: Decision) -> dict[str, Any]:
    table = page.steps[decision.step].before
    aside, rolls = (len(table.aside), table.rolls) if table else (0, 0)
    place = {"where": where(page.names, page.story.turns[decision.turn - 1]), "throw": rolls}
    return {
        "where": _("%(where)s, throw %(throw)s") % place
        if rolls
        else _("%(where)s, before the first throw") % place,
        "chosen": act_of(decision.chosen.action, aside, done=True),
        "best": act_of(decision.best.action, aside, done=False),
        "minus_given": -decision.given,
        **page.jump(decision.step),
    }
