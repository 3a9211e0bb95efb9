"""Prepare chances to win for the page of a past game: choices, accuracy, and accounts."""

from collections.abc import Sequence
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from farkle.ai.review.winning import MISTAKE, Judgement, WinAccount, Winning, round_accuracy
from farkle.text.turn_narration import team_letter
from games.formats import chance, change, points, round_parts
from games.replay.chart import Bands
from games.replay.context import ReplayContext
from games.replay.verdicts import mistake_row
from games.rules.messages import side_name

_MOST_MISTAKES: Final = 8
_MOST_OF_OTHERS: Final = 3
_ALL_MISTAKES: Final = 200
_SHOWN: Final = 0.0005


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
    rows = [mistake_row(context, decision) for decision in mistakes[:_ALL_MISTAKES]]
    count = len(rows) - most
    more = ngettext("and %(count)s smaller one", "and %(count)s smaller ones", count)
    return {
        "title": title,
        "rows": rows[:most],
        "smaller": rows[most:],
        "more": more % {"count": points(count)},
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
        names=[name for _key, name, _pen in sides.values()],
        keys=[key for key, _name, _pen in sides.values()],
        pens=[pen for _key, _name, pen in sides.values()],
        chances=chances,
        turns=[
            (context.where(turn), folded.last_step_of(turn.last)) for turn in folded.summary.turns
        ],
        marks=[(point["number"], point["scene"]) for point in turning],
    )


def _sides(context: ReplayContext, winning: Winning) -> dict[int, tuple[str, str, int]]:
    """Return key, name and pen of every side."""
    sides: dict[int, tuple[str, str, int]] = {}
    for seat, side in enumerate(winning.sides):
        name = side_name(seat, context.game.teams, context.names)
        key = "" if context.game.teams else team_letter(seat)
        sides.setdefault(side, (key, name, context.pens[seat]))
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
        "sides": [sides[side][1:] for side in order],
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
