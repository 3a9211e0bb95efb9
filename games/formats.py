"""Numbers as people read them: points, percents, chances to win."""

import math
from collections.abc import Sequence
from typing import Final

from django.utils.formats import number_format

from farkle.ai.review.winning import whole

_TENTHS: Final = 1000
"""The number of tenths of a percent in 1."""
_CLOSE: Final = 0.015
"""The difference below which two chances have a decimal."""


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


def chance(value: float, decimals: int = 0) -> str:
    """Return 0.7175 as 72%. Only what is certain is 0% or 100%: 0.997 is >99%."""
    hundred, least, sign = round(100 * value, decimals), 10.0**-decimals, ""
    if value in (0, 1):
        decimals = 0
    elif hundred <= 0 <= value:
        hundred, sign = least, "<"
    elif hundred >= 100 and value < 1:
        hundred, sign = 100 - least, ">"
    # Django cuts decimals off, so the number is rounded before.
    return f"{sign}{number_format(hundred, decimals, use_l10n=True)}%"


def two_chances(first: float, second: float) -> tuple[str, str]:
    """Return two chances so that they can be told apart, if they differ at all."""
    decimals = 1 if 0.0005 <= abs(first - second) < _CLOSE else 0
    return chance(first, decimals), chance(second, decimals)


def change(value: float) -> str:
    """Return -0.0612 as a loss of 6.1%, with its sign."""
    tenths = round(value * _TENTHS)
    sign = "+" if tenths > 0 else "−" if tenths < 0 else ""
    return f"{sign}{number_format(abs(tenths) / 10, 1, use_l10n=True)}%"


def round_parts(parts: Sequence[float], total: float) -> list[float]:
    """Round parts to tenths of a percent so that they still add up to the rounded total.

    The largest part takes the rest.
    """
    tenths = [round(part * _TENTHS) for part in parts]
    largest = max(range(len(parts)), key=lambda at: abs(parts[at]))
    tenths[largest] += round(total * _TENTHS) - sum(tenths)
    return [count / _TENTHS for count in tenths]
