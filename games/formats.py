"""Numbers as people read them: points, in percent, with a decimal."""

import math

from django.utils.formats import number_format

from farkle.ai.review.winning import whole


def points(value: float) -> str:
    """Return a whole number as the reader's language writes it, such as 1,750, and a minus sign as
    wide as a plus."""
    whole_number = round(value)
    digits = number_format(abs(whole_number), use_l10n=True, force_grouping=True)
    return f"\u2212{digits}" if whole_number < 0 else digits


def accuracy(percent: float) -> str:
    """Return an accuracy from 0 to 100, the same whole number on every page."""
    return points(whole(percent))


def percent(share: float) -> str:
    """Return 0.283 as 28; below one percent, with two decimals."""
    decimals = 2 if 0 < share < 0.01 else 0
    # Django cuts decimals off, so the number is rounded before.
    return number_format(round(share * 100, decimals), decimals, use_l10n=True)


def decimal(value: float) -> str:
    """Return a number with one decimal, such as 2.4."""
    return number_format(math.floor(value * 10 + 0.5) / 10, 1, use_l10n=True, force_grouping=True)
