"""Prepare the account by points of a game that one player played alone, for its page."""

from typing import Any, Final

from django.utils.translation import gettext as _

from farkle.ai.review.winning import round_accuracy
from games.formats import points, points_change
from games.replay.context import ReplayContext
from games.replay.verdicts import mistake_row

_MOST_MISTAKES: Final = 8
_ONLY: Final = 0


def points_table(context: ReplayContext) -> dict[str, Any] | None:
    """Return the accuracy, the costliest choices and the account of the only player's turns; None
    while they are unknown, and for a game of several players."""
    luck = context.luck
    if luck is None or not context.game.is_alone:
        return None
    account, percent = luck.accounts[_ONLY], luck.accuracy(_ONLY)
    return {
        "accuracy": None if percent is None else round_accuracy(percent),
        "exact": luck.exact,
        "mistakes": [mistake_row(context, choice) for choice in luck.mistakes[:_MOST_MISTAKES]],
        "account": (
            (_("Best play on average"), points(account.start)),
            (_("Luck"), points_change(account.luck)),
            (_("Choices"), points_change(-account.loss)),
        ),
    }
