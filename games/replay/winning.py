"""Prepare the chance to win for the page of a past game: choices, accuracy, and where the chance
came from."""

from dataclasses import dataclass, replace
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from farkle import Action, Bank
from farkle.ai.review.winning import MISTAKE, WinAccount, WinDecision, Winning, whole
from farkle.rules.odds import farkle_chance
from games.formats import points
from games.replay.context import ReplayContext
from games.replay.percents import both, chance, change, rounded
from games.replay.results import in_order
from games.replay.steps import ReplayStep
from games.replay.text import Act, act_of, dice_of, where
from games.replay.turning import my_side, turning_points
from games.rules.messages import side_name

_MOST_MISTAKES: Final = 8
_ALL_MISTAKES: Final = 200
_SHOWN: Final = 0.0005


@dataclass(frozen=True)
class Verdict:
    """What a choice, or the dice of a throw, did to the chance to win: `cost` is the chance lost,
    or the luck, as text; `risk` is how likely the best choice farkles."""

    kind: str
    cost: str
    words: str
    chosen: Act | None = None
    best: Act | None = None
    risk: str = ""


def verdict_of(context: ReplayContext, step: ReplayStep) -> Verdict | None:
    """Judge a step by its choice or by the luck of its dice; return None while that is not
    known."""
    winning = context.winning
    if winning is None or step.table is None:
        return None
    found = next((one for one in winning.decisions if one.step == step.action), None)
    if found is None:
        return None
    name = context.names[found.seat]
    if step.kind == "throw" and (found.options == 1 or not _is_first(context, step)):
        return _luck(found, name)
    if not _is_first(context, step):
        return None
    aside = len(step.table.aside)
    verdict = _choice(found, aside, name)
    if verdict.best is None:
        return verdict
    return replace(verdict, risk=_risk(context, found.best.action, aside))


def _is_first(context: ReplayContext, step: ReplayStep) -> bool:
    return context.folded.step_of(step.action) == step.number


def _luck(found: WinDecision, name: str) -> Verdict | None:
    before, after = both(found.chosen.chance, found.chosen.chance + found.luck)
    words = _("%(name)s's chance to win went from %(before)s to %(after)s.")
    if before == after:
        words = _("%(name)s's chance to win stayed at %(after)s.")
    values = {"name": name, "before": before, "after": after}
    return Verdict("luck", change(found.luck), words % values)


def _choice(found: WinDecision, aside: int, name: str) -> Verdict:
    chosen = act_of(found.chosen.action, aside, done=True)
    best = act_of(found.best.action, aside, done=False)
    if found.loss >= MISTAKE:
        before, after = both(found.best.chance, found.chosen.chance)
        words = _("%(before)s chance to win before, %(after)s after.")
        words %= {"before": before, "after": after}
        return Verdict("mistake", change(-found.loss), words, chosen, best)
    if found.loss >= _SHOWN:
        best_chance, here = both(found.best.chance, found.chosen.chance)
        words = _("About as good as the best move: %(here)s to win instead of %(best)s.")
        return Verdict("even", "", words % {"here": here, "best": best_chance}, chosen)
    if found.other is None:
        words = _("Only move: %(chance)s to win.") % {"chance": chance(found.chosen.chance)}
        return Verdict("only", "", words, chosen)
    here, there = both(found.chosen.chance, found.other.chance)
    banks, would_bank = (isinstance(one.action, Bank) for one in (found.chosen, found.other))
    if here == there:
        words = _("About as good as the next best: %(here)s to win.")
    elif banks == would_bank:
        words = _("Best move: %(here)s to win. The next best was %(there)s.")
    elif banks:
        words = _("Banking keeps %(name)s at %(here)s; rolling would have been %(there)s.")
    else:
        words = _("Rolling keeps %(name)s at %(here)s; banking would have been %(there)s.")
    return Verdict("best", "", words % {"name": name, "here": here, "there": there}, chosen)


def winning_table(context: ReplayContext) -> dict[str, Any] | None:
    """Return mistakes, turning points, accuracies and accounts; None while there are none."""
    winning = context.winning
    if winning is None:
        return None
    mistakes = [_mistake(context, decision) for decision in winning.mistakes[:_ALL_MISTAKES]]
    more = len(mistakes) - _MOST_MISTAKES
    return {
        "exact": winning.exact,
        "solvable": context.analysis is not None and context.analysis.solvable,
        "least": chance(MISTAKE),
        "decided": any(one.options > 1 for one in winning.decisions),
        "mistakes": mistakes[:_MOST_MISTAKES],
        "smaller": mistakes[_MOST_MISTAKES:],
        "more_mistakes": ngettext("and %(count)s smaller one", "and %(count)s smaller ones", more)
        % {"count": points(more)},
        "turning": turning_points(context),
        "mine": my_side(context) is not None,
        "accuracies": _accuracies(context, winning),
        "sums": _sums(context, winning),
        "rest": _has_rest(winning),
    }


def _mistake(context: ReplayContext, decision: WinDecision) -> dict[str, Any]:
    """Return where a costly choice was made, what was chosen, and what was best."""
    table = context.folded.actions[decision.step].before
    aside, rolls = (len(table.aside), table.rolls) if table else (0, 0)
    turn = context.folded.summary.turns[decision.turn - 1]
    place = {"where": where(context.names, turn), "throw": rolls}
    best_chance, chance_left = both(decision.best.chance, decision.chosen.chance)
    return {
        "where": _("%(where)s, roll %(throw)s") % place
        if rolls
        else _("%(where)s, before the first roll") % place,
        "cost": change(-decision.loss),
        "chosen": act_of(decision.chosen.action, aside, done=True),
        "chosen_worth": _with_risk(context, decision.chosen.action, aside, chance_left),
        "best": act_of(decision.best.action, aside, done=False),
        "best_worth": _with_risk(context, decision.best.action, aside, best_chance),
        **context.link_to(decision.step),
    }


def _with_risk(context: ReplayContext, action: Action, aside: int, worth: str) -> str:
    risk = _risk(context, action, aside)
    return _("%(worth)s, %(risk)s") % {"worth": worth, "risk": risk} if risk else worth


def _risk(context: ReplayContext, action: Action, aside: int) -> str:
    """Return how likely an action farkles, in words; nothing for one that rolls no dice."""
    dice = dice_of(action, aside)
    if not dice:
        return ""
    risk = chance(float(farkle_chance(context.folded.rules, dice)))
    return _("%(risk)s farkle risk") % {"risk": risk}


def side_names(context: ReplayContext, winning: Winning) -> dict[int, tuple[str, int]]:
    """Return the name and the pen of each side, in the order of seats."""
    found: dict[int, tuple[str, int]] = {}
    for seat, side in enumerate(winning.sides):
        name = side_name(seat, context.game.teams, context.names)
        found.setdefault(side, (name, context.pens[seat]))
    return found


def _accuracies(context: ReplayContext, winning: Winning) -> list[dict[str, Any]]:
    mistakes = [one.seat for one in winning.mistakes]
    rows = []
    for one in in_order(context):
        percent = winning.accuracies[one.seat].percent
        if percent is not None:
            rows.append(
                {
                    "name": context.names[one.seat],
                    "pen": context.pens[one.seat],
                    "percent": whole(percent),
                    "mistakes": mistakes.count(one.seat),
                }
            )
    return sorted(rows, key=lambda row: -int(str(row["percent"])))


def _has_rest(winning: Winning) -> bool:
    return any(abs(one.rest) >= _SHOWN for one in winning.accounts)


def _sums(context: ReplayContext, winning: Winning) -> dict[str, Any]:
    """Return the parts of each side's chance, which add up as they are shown."""
    order = dict.fromkeys(winning.sides[one.seat] for one in in_order(context))
    names = side_names(context, winning)
    accounts = [winning.accounts[side] for side in order]
    columns = [_parts(one) for one in accounts]
    titles = [
        _("At the start"),
        _("Own luck"),
        _("Others' luck"),
        _("Own choices"),
        _("Others' choices"),
        *([_("Other changes")] if _has_rest(winning) else []),
    ]
    return {
        "sides": [names[side] for side in order],
        "rows": [(title, [column[at] for column in columns]) for at, title in enumerate(titles)],
        "ends": [chance(one.end, 0 if one.end in (0, 1) else 1) for one in accounts],
    }


def _parts(one: WinAccount) -> list[str]:
    parts = (one.start, one.luck, one.their_luck, -one.loss, one.their_loss, one.rest)
    start, *changes = rounded(parts, one.end)
    return [chance(start, 1), *map(change, changes)]
