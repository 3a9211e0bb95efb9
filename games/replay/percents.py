"""Write chances to win as whole percents, with a decimal where two would look the same."""

from collections.abc import Sequence

from django.utils.formats import number_format

_TENTHS = 1000
_CLOSE = 0.015


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


def both(one: float, other: float) -> tuple[str, str]:
    """Return two chances that can be told apart, if they differ at all."""
    decimals = 1 if 0.0005 <= abs(one - other) < _CLOSE else 0
    return chance(one, decimals), chance(other, decimals)


def change(value: float) -> str:
    """Return -0.0612 as a loss of 6.1%, with its sign."""
    tenths = round(value * _TENTHS)
    sign = "+" if tenths > 0 else "−" if tenths < 0 else ""
    return f"{sign}{number_format(abs(tenths) / 10, 1, use_l10n=True)}%"


def rounded(parts: Sequence[float], total: float) -> list[float]:
    """Round parts to tenths of a percent so that they still add up to the rounded total.

    The largest part takes what is left over.
    """
    found = [round(part * _TENTHS) for part in parts]
    at = max(range(len(parts)), key=lambda one: abs(parts[one]))
    found[at] += round(total * _TENTHS) - sum(found)
    return [tenths / _TENTHS for tenths in found]
