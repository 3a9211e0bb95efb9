"""A profile, for several pages: a curve, streaks, and the dice of the best turn."""

from typing import Any, Final

from django.core.cache import cache
from django.core.exceptions import PermissionDenied
from django.http import Http404
from django.utils.translation import gettext as _

from games.models import Person
from games.replay.chart import Chart, Turn, chart_of
from games.replay.context import ReplayContext
from games.replay.ending import dice_of_best_turn
from games.replay.game import past_game
from games.selectors.statistics import BestTurn, Profile, profile_of
from games.state.archive import BrokenArchive

_KEPT_SECONDS: Final = 24 * 60 * 60


def profile_for(person: Person | None) -> dict[str, Any]:
    """Return the context of `history/profile.html`, empty before the first game."""
    profile = None if person is None else profile_of(person)
    if person is None or profile is None:
        return {}
    dice = _dice_of(profile.best, person)
    return {"profile": profile, "best_dice": dice, "curve": _curve(profile)}


def _curve(profile: Profile) -> Chart | None:
    """Return the chart of the points per turn; None for a single game."""
    if len(profile.curve) < 2:
        return None
    turns = [
        Turn(number, number - 1, tuple(map(round, values)))
        for number, values in enumerate(profile.curve, 1)
    ]
    names = [_("Each game"), _("Average of ten games")]
    return chart_of(turns, names, [6, 1], len(turns) - 1)


def _dice_of(best: BestTurn, person: Person) -> list[list[int]]:
    """Return the dice kept in a turn, roll by roll; none if its game can't be read."""

    def replayed() -> list[list[int]]:
        try:
            game = past_game(best.code, best.number, person)
        except (BrokenArchive, Http404, PermissionDenied):
            return []
        return dice_of_best_turn(ReplayContext.of(game, None), best.seat)

    key = f"best-turn:{best.game}:{best.seat}"
    dice: list[list[int]] = cache.get_or_set(key, replayed, _KEPT_SECONDS) or []
    return dice
