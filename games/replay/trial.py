"""Choices of a past game that a reader decides again: the position, and each choice's worth."""

from itertools import chain
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from farkle.ai.review.winning import Judgement, option_of
from farkle.engine.actions import action_from_dict
from games.protocol import events, frames
from games.protocol.errors import reasons
from games.replay.board import rows_of, sides_of
from games.replay.choices import act_of, place_of, with_risk
from games.replay.context import ReplayContext
from games.replay.steps import ReplayStep
from games.replay.verdicts import scale_of
from games.rules.catalogue import chances


def trial_of(context: ReplayContext, step: ReplayStep, decision: Judgement) -> dict[str, Any]:
    """Return the position before a choice, without what the choices are worth. `position` is for
    the table's scripts: the state before the turn, and the turn's events up to the choice."""
    game, actions, rules = context.game, context.folded.actions, context.folded.rules
    table, turn = actions[decision.step].before, context.folded.summary.turns[decision.turn - 1]
    first = actions[turn.first].before
    if table is None or first is None:
        raise ValueError("Nothing is decided before the start.")
    played = chain.from_iterable(action.events for action in actions[turn.first : decision.step])
    return {
        "where": place_of(context, decision),
        "rows": rows_of(table, decision.seat, game.names, context.pens, game.own_seats),
        "sides": sides_of(table),
        "rules": rules,
        "reasons": reasons(),
        "position": {
            "step": step.number,
            "state": frames.position(first),
            "events": events.to_wire([event.to_dict() for event in played]),
            "may": frames.may(table),
            "rules": rules.to_dict(),
            "chances": [] if table.chosen else chances(rules),
            "names": game.names,
            "pens": context.pens,
            "mine": decision.seat in game.own_seats,
        },
    }


def answer_to(
    context: ReplayContext, decision: Judgement, do: str, keep: str
) -> dict[str, Any] | None:
    """Compare a choice with the best one and with that in the game. None if it was not possible."""
    try:
        data: dict[str, Any] = {"do": do} | ({"keep": list(map(int, keep))} if keep else {})
        tried = option_of(action_from_dict(data), decision.options)
    except (ValueError, KeyError):
        return None
    best, chosen, table = decision.best, decision.chosen, context.folded.actions[decision.step]
    aside = len(table.before.aside) if table.before else 0
    scale, loss = scale_of(context), best.value - tried.value
    if tried == best:
        words = _("The best move.")
    elif loss < scale.mistake:
        words = _("About as good as the best move.")
    elif tried == chosen:
        words = _("The same as in the game. There is something better.")
    else:
        words = _("There is something better.")
    options = {_("You, now"): tried}
    if tried != best:
        options[_("Best, as in the game") if best == chosen else pgettext("a choice", "Best")] = (
            best
        )
    if chosen not in (tried, best):
        options[_("As in the game")] = chosen
    worths = scale.worths([option.value for option in options.values()])
    return {
        "words": words,
        "found": loss < scale.mistake,
        "cost": scale.change(-loss) if loss >= scale.mistake else "",
        "rows": [
            {
                "label": label,
                "act": act_of(option.action, aside, table.after.rules.dice, done=False),
                "worth": with_risk(context, option.action, aside, worth),
            }
            for (label, option), worth in zip(options.items(), worths, strict=True)
        ],
    }
