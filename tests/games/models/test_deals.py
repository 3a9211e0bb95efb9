"""Constraints on deals and tries."""

from datetime import date

import pytest
from django.db import IntegrityError, transaction

from games.models import Deal
from tests.support.deals import new_deal

pytestmark = pytest.mark.django_db


def test_only_a_daily_deal_has_a_day() -> None:
    deal = new_deal()
    for values in ({"day": date(2031, 5, 14)}, {"kind": Deal.Kind.DAILY}):
        with pytest.raises(IntegrityError), transaction.atomic():
            Deal.objects.filter(pk=deal.pk).update(**values)


def test_a_day_has_one_deal() -> None:
    keys = [new_deal().pk, new_deal().pk]
    daily = {"kind": Deal.Kind.DAILY, "day": date(2031, 5, 14)}
    Deal.objects.filter(pk=keys[0]).update(**daily)
    with pytest.raises(IntegrityError), transaction.atomic():
        Deal.objects.filter(pk=keys[1]).update(**daily)
