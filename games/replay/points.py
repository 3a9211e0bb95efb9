"""Prepare the account by points of a game that one player played alone, for its page."""

from collections.abc import Sequence
from typing import Any, Final

from django.utils.translation import gettext as _

from farkle.ai.review.winning import Judgement, round_accuracy
from games.formats import points
from games.replay.choices import act_of, place_of, with_risk
from games.replay.context import ReplayContext

_MOST_MISTAKES: Final = 8
_ONLY: Final = 0


def points_table(context: ReplayContext) -> dict[str, Any] | None:
    """Return the accuracy, the costliest choices and the account of the only player's turns; None
    while they are unknown, and for a game of several players."""
    luck = context.luck
    if luck is None:
        return None
    account, percent = luck.accounts[_ONLY], luck.accuracy(_ONLY)
    return {
        "accuracy": None if percent is None else round_accuracy(percent),
        "exact": luck.exact,
        "mistakes": _mistakes(context, luck.mistakes[:_MOST_MISTAKES]),
        "account": (
            (_("Best play on average"), points(account.start)),
            (_("Luck"), _change(account.luck)),
            (_("Choices"), _change(-account.loss)),
        ),
    }


def _mistakes(context: ReplayContext, mistakes: Sequence[Judgement]) -> list[dict[str, Any]]:
    rows = []
    for decision in mistakes:
        state = context.folded.actions[decision.step].before
        aside = len(state.aside) if state else 0
        best, chosen = decision.best, decision.chosen
        rows.append(
            {
                "where": place_of(context, decision),
                "cost": _change(-decision.loss),
                "chosen": act_of(chosen.action, aside, context.folded.rules.dice, done=True),
                "chosen_worth": with_risk(context, chosen.action, aside, _average(chosen.value)),
                "best": act_of(best.action, aside, context.folded.rules.dice, done=False),
                "best_worth": with_risk(context, best.action, aside, _average(best.value)),
                **context.link_to(decision.step),
            }
        )
    return rows


def _average(value: float) -> str:
    return _("%(points)s points on average") % {"points": points(value)}


def _change(value: float) -> str:
    return f"+{points(value)}" if round(value) > 0 else points(value)
