"""What computers make of each deal, worked out once and stored with it: the newest deals first.

It follows from the secret seed. A page may show it to a person who has ended a try of the deal, and
to everybody once the deal is closed.
"""

import logging
from typing import Any, Final, NamedTuple

from django.core.cache import cache
from django.db.models import BooleanField, ExpressionWrapper, Q

from farkle import RuleSet
from games.models import Deal
from games.rules.catalogue import rules_of
from games.state.sealing import CannotUnseal, unseal

logger = logging.getLogger(__name__)

LOOKED_AT: Final = 200
"""Number of the newest deals that are checked for a missing spread."""
CLAIM_SECONDS: Final = 30
"""Time after which another process tries, unless the first one renews its claim: it has died."""
FAILED_SECONDS: Final = 24 * 3600
"""Pause after work that failed."""


class Unplayed(NamedTuple):
    """A deal that no computer has played yet: its primary key, its rules and its open seed."""

    deal: int
    rules: RuleSet
    seed: bytes


def claim_deal() -> Unplayed | None:
    """Return the newest deal without a spread that no process is working on, those of races after
    the others; None without one."""
    newest = Deal.objects.order_by("-pk")[:LOOKED_AT]
    missing = Deal.objects.filter(pk__in=newest.values("pk"), spread__isnull=True)
    is_race = ExpressionWrapper(Q(kind=Deal.Kind.ROOM), output_field=BooleanField())
    for deal in missing.order_by(is_race, "-pk"):
        if not cache.add(_claim_on(deal.pk), True, CLAIM_SECONDS):
            continue
        try:
            seed = unseal(bytes(deal.seed), deal.commitment)
        except CannotUnseal:
            give_up(deal.pk)
            continue
        return Unplayed(deal.pk, rules_of(deal.rules), seed)
    return None


def renew_claim(deal: int) -> None:
    """Keep other processes from a deal that the computers are still playing."""
    cache.set(_claim_on(deal), True, CLAIM_SECONDS)


def keep_spread(deal: int, spread: dict[str, Any]) -> bool:
    """Store the spread of a deal (`farkle.ai.deals.spread.Spread.to_dict`). Return False if it has
    one already."""
    missing = Deal.objects.filter(pk=deal, spread__isnull=True)
    return bool(missing.update(spread=spread))


def give_up(deal: int) -> None:
    """Leave a deal alone for a day, because the work on it fails."""
    cache.set(_claim_on(deal), True, FAILED_SECONDS)


def _claim_on(deal: int) -> str:
    return f"spread:{deal}"
