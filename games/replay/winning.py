"""Prepare chances to win for the page of a past game: choices, accuracy, and accounts."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from farkle import Bank
from farkle.ai.review.winning import MISTAKE, Judgement, WinAccount, Winning, round_accuracy
from games.formats import chance, change, points, round_parts, two_chances
from games.replay.chart import Bands
from games.replay.choices import Act, act_of, place_of, risk_of, with_risk
from games.replay.context import ReplayContext
from games.replay.steps import ReplayStep
from games.rules.messages import side_name

_MOST_MISTAKES: Final = 8
_MOST_OF_OTHERS: Final = 3
_ALL_MISTAKES: Final = 200
_SHOWN: Final = 0.0005


@dataclass(frozen=True)
class Verdict:
    """The effect of a choice, or of a throw's dice, on the chance to win. `cost` is the chance
    lost, or the luck, as text; `risk` is the farkle risk of the best choice. `can_try`: there was
    a choice, and the reader may decide again."""

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
        return _judge_luck(decision, name)
    if not is_choice:
        return None
    aside = len(step.table.aside)
    verdict = _judge_choice(decision, aside, context.folded.rules.dice, name)
    risk = risk_of(context, decision.best.action, aside) if verdict.best else ""
    return replace(verdict, risk=risk, can_try=choice_of(context, step) is not None)


def choice_of(context: ReplayContext, step: ReplayStep) -> Judgement | None:
    """Return the decision that a step shows, if there was a choice and its chances are known."""
    decision = _decision_of(context, step)
    if decision is None or context.folded.step_of(step.action) != step.number:
        return None
    return decision if len(decision.options) > 1 else None


def _decision_of(context: ReplayContext, step: ReplayStep) -> Judgement | None:
    decisions = context.winning.decisions if context.winning and step.table else ()
    return next((taken for taken in decisions if taken.step == step.action), None)


def _judge_luck(decision: Judgement, name: str) -> Verdict:
    before, after = two_chances(decision.chosen.value, decision.chosen.value + decision.luck)
    words = _("%(name)s's chance to win went from %(before)s to %(after)s.")
    if before == after:
        words = _("%(name)s's chance to win stayed at %(after)s.")
    values = {"name": name, "before": before, "after": after}
    return Verdict("luck", change(decision.luck), words % values)


def _judge_choice(decision: Judgement, aside: int, every: int, name: str) -> Verdict:
    chosen = act_of(decision.chosen.action, aside, every, done=True)
    best = act_of(decision.best.action, aside, every, done=False)
    if decision.loss >= MISTAKE:
        before, after = two_chances(decision.best.value, decision.chosen.value)
        words = _("%(before)s chance to win before, %(after)s after.")
        words %= {"before": before, "after": after}
        return Verdict("mistake", change(-decision.loss), words, chosen, best)
    if decision.loss >= _SHOWN:
        best_chance, here = two_chances(decision.best.value, decision.chosen.value)
        words = _("About as good as the best move: %(here)s to win instead of %(best)s.")
        return Verdict("even", "", words % {"here": here, "best": best_chance}, chosen)
    if decision.other is None:
        words = _("Only move: %(chance)s to win.") % {"chance": chance(decision.chosen.value)}
        return Verdict("only", "", words, chosen)
    here, there = two_chances(decision.chosen.value, decision.other.value)
    banks = isinstance(decision.chosen.action, Bank)
    if here == there:
        words = _("About as good as the next best: %(here)s to win.")
    elif banks == isinstance(decision.other.action, Bank):
        words = _("Best move: %(here)s to win. The next best was %(there)s.")
    elif banks:
        words = _("Banking keeps %(name)s at %(here)s; rolling would have been %(there)s.")
    else:
        words = _("Rolling keeps %(name)s at %(here)s; banking would have been %(there)s.")
    return Verdict("best", "", words % {"name": name, "here": here, "there": there}, chosen)


def winning_table(
    context: ReplayContext, turning: Sequence[dict[str, Any]]
) -> dict[str, Any] | None:
    """Return mistakes, accuracies and accounts beside the `turning` points, or None."""
    winning = context.winning
    if winning is None:
        return None
    return {
        "exact": winning.exact,
        "solvable": context.solvable,
        "least": chance(MISTAKE),
        "decided": any(len(decision.options) > 1 for decision in winning.decisions),
        "mistakes": _mistakes(context, winning),
        "turning": turning,
        "mine": context.side is not None,
        "accuracies": _accuracies(context, winning),
        **_accounts(context, winning),
    }


def _mistakes(context: ReplayContext, winning: Winning) -> list[dict[str, Any]]:
    """Return lists of mistakes, worst first: the reader's own before the others'; one list, without
    a title, for a reader who did not play, or played all seats."""
    own = context.game.own_seats
    mine = [decision for decision in winning.mistakes if decision.seat in own]
    theirs = [decision for decision in winning.mistakes if decision.seat not in own]
    if not own or {decision.seat for decision in winning.decisions} <= set(own):
        return [_listed(context, "", winning.mistakes, _MOST_MISTAKES)]
    return [
        _listed(context, _("Your choices"), mine, _MOST_MISTAKES),
        _listed(context, _("Others' choices"), theirs, _MOST_OF_OTHERS),
    ]


def _listed(
    context: ReplayContext, title: str, mistakes: Sequence[Judgement], most: int
) -> dict[str, Any]:
    """Return a list of mistakes, of which all but the first `most` fold out."""
    rows = [_mistake(context, decision) for decision in mistakes[:_ALL_MISTAKES]]
    count = len(rows) - most
    more = ngettext("and %(count)s smaller one", "and %(count)s smaller ones", count)
    return {
        "title": title,
        "rows": rows[:most],
        "smaller": rows[most:],
        "more": more % {"count": points(count)},
    }


def _mistake(context: ReplayContext, decision: Judgement) -> dict[str, Any]:
    """Describe a costly choice: its place, the choice, and the best one."""
    table = context.folded.actions[decision.step].before
    aside, every = len(table.aside) if table else 0, context.folded.rules.dice
    best, chosen = decision.best, decision.chosen
    best_chance, chosen_chance = two_chances(best.value, chosen.value)
    return {
        "where": place_of(context, decision),
        "cost": change(-decision.loss),
        "chosen": act_of(chosen.action, aside, every, done=True),
        "chosen_worth": with_risk(context, chosen.action, aside, chosen_chance),
        "best": act_of(best.action, aside, every, done=False),
        "best_worth": with_risk(context, best.action, aside, best_chance),
        **context.link_to(decision.step),
    }


def bands_of(context: ReplayContext, turning: Sequence[dict[str, Any]]) -> Bands | None:
    """Return the chances of all sides after every step; None without chances."""
    winning, folded = context.winning, context.folded
    if winning is None:
        return None
    sides = _sides(context, winning)
    chances = []
    for number in range(context.last + 1):
        action = folded.action_of(number)
        moment = winning.moments[action]
        # If another step of the same action follows, this one was the choice alone.
        is_last = number == context.last or folded.action_of(number + 1) != action
        vector = moment.after if is_last else moment.chosen
        chances.append(tuple(vector[side] for side in sides))
    return Bands(
        names=[name for name, _pen in sides.values()],
        pens=[pen for _name, pen in sides.values()],
        chances=chances,
        turns=[
            (context.where(turn), folded.last_step_of(turn.last)) for turn in folded.summary.turns
        ],
        marks=[(point["letter"], point["scene"]) for point in turning],
    )


def _sides(context: ReplayContext, winning: Winning) -> dict[int, tuple[str, int]]:
    sides: dict[int, tuple[str, int]] = {}
    for seat, side in enumerate(winning.sides):
        name = side_name(seat, context.game.teams, context.names)
        sides.setdefault(side, (name, context.pens[seat]))
    return sides


def _accuracies(context: ReplayContext, winning: Winning) -> list[dict[str, Any]]:
    mistakes = [decision.seat for decision in winning.mistakes]
    rows = [
        {
            "name": context.names[player.seat],
            "pen": context.pens[player.seat],
            "percent": round_accuracy(percent),
            "mistakes": mistakes.count(player.seat),
        }
        for player in context.players
        if (percent := winning.accuracies[player.seat].percent) is not None
    ]
    return sorted(rows, key=lambda row: -int(str(row["percent"])))


def _accounts(context: ReplayContext, winning: Winning) -> dict[str, Any]:
    """Return the parts of each side's chance, rounded so that they add up."""
    order = dict.fromkeys(winning.sides[player.seat] for player in context.players)
    sides = _sides(context, winning)
    accounts = [winning.accounts[side] for side in order]
    rest = any(abs(account.rest) >= _SHOWN for account in winning.accounts)
    titles = [
        _("At the start"),
        _("Own luck"),
        _("Others' luck"),
        _("Own choices"),
        _("Others' choices"),
        *([_("Other changes")] if rest else []),
    ]
    columns = map(_account_texts, accounts)
    sums = {
        "sides": [sides[side] for side in order],
        "rows": list(zip(titles, zip(*columns, strict=True), strict=False)),
        "ends": [chance(account.end, 0 if account.end in (0, 1) else 1) for account in accounts],
    }
    return {"sums": sums, "rest": rest}


def account_parts(account: WinAccount) -> list[float]:
    """Return the parts of a side's chance as they are shown everywhere: at the start, its own and
    the others' luck, its own and the others' choices, and the rest."""
    parts = (
        *(account.start, account.luck, account.their_luck),
        *(-account.loss, account.their_loss, account.rest),
    )
    return round_parts(parts, account.end)


def _account_texts(account: WinAccount) -> list[str]:
    start, *changes = account_parts(account)
    return [chance(start, 1), *map(change, changes)]
