"""Describe choices of a past game in words: their place, their dice, and their risk."""

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from farkle import Action, Bank, Build, Dice, Roll
from farkle.ai.review.winning import Judgement
from farkle.rules.odds import farkle_chance
from farkle.text.message import Sentence, name_dice
from games.formats import chance
from games.replay.context import ReplayContext
from games.rules.messages import translate


@dataclass(frozen=True)
class Act:
    """A choice in words, with the hole {dice} if there are dice to keep."""

    keep: Dice
    words: str

    @property
    def dice(self) -> str:
        """The dice to keep in words, such as "two 5s"."""
        words = name_dice(self.keep)
        return translate(words) if isinstance(words, Sentence) else ""


def act_of(action: Action, aside: int, every: int, *, done: bool) -> Act:
    """Describe an action that was made (`done`) or is advised, before which `aside` of `every` dice
    were set aside."""
    keep = action.keep if isinstance(action, Roll | Bank) else ()
    if isinstance(action, Build):
        words = _("Continued the previous turn") if done else _("continue the previous turn")
    elif isinstance(action, Bank):
        words = _("Kept {dice} and banked") if done else _("keep {dice} and bank")
    elif keep:
        rest = dice_of(action, aside, every)
        template = (
            ngettext(
                "Kept {dice} and rolled %(count)s die",
                "Kept {dice} and rolled %(count)s dice",
                rest,
            )
            if done
            else ngettext(
                "keep {dice} and roll %(count)s die", "keep {dice} and roll %(count)s dice", rest
            )
        )
        words = template % {"count": rest}
    else:
        words = _("Rolled all dice") if done else _("roll all dice")
    return Act(keep, words)


def dice_of(action: Action, aside: int, every: int) -> int:
    """Return the number of dice that an action rolls with `aside` of `every` dice set aside before
    it. It is 0 for a bank and for piggybacking, whose action does not have the dice."""
    if not isinstance(action, Roll):
        return 0
    return every - (aside + len(action.keep)) % every


def place_of(context: ReplayContext, decision: Judgement) -> str:
    """Return, for example, "Ines, round 9, roll 2"."""
    table = context.folded.actions[decision.step].before
    rolls = table.rolls if table else 0
    turn = context.folded.summary.turns[decision.turn - 1]
    values = {"where": context.where(turn), "throw": rolls}
    template = _("%(where)s, roll %(throw)s") if rolls else _("%(where)s, before the first roll")
    return template % values


def with_risk(context: ReplayContext, action: Action, aside: int, worth: str) -> str:
    """Return the worth of an action, and its farkle risk if it rolls dice."""
    risk = risk_of(context, action, aside)
    return _("%(worth)s, %(risk)s") % {"worth": worth, "risk": risk} if risk else worth


def risk_of(context: ReplayContext, action: Action, aside: int) -> str:
    """Return the chance that an action farkles, in words; "" for one that rolls no dice, and with
    named dice, of which the number says too little."""
    dice = dice_of(action, aside, context.folded.rules.dice)
    if not dice or context.folded.last.chosen:
        return ""
    risk = chance(float(farkle_chance(context.folded.rules, dice)))
    return _("%(risk)s farkle risk") % {"risk": risk}
