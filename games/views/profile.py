"""A profile, for several pages: a curve, streaks, and the dice of the best turn."""

from typing import Any

from django.utils.translation import gettext as _

from games.models import Person
from games.replay.chart import Chart, Turn, chart_of
from games.selectors.statistics import Profile, profile_of


def profile_for(person: Person | None) -> dict[str, Any]:
    """Return the context of `history/profile.html`, empty before the first game."""
    profile = None if person is None else profile_of(person)
    if person is None or profile is None:
        return {}
    return {"profile": profile, "curve": _curve(profile)}


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
