"""Localised numbers and lists: points, percentages, chances to win, durations, names."""

import math
from collections.abc import Sequence
from functools import reduce
from itertools import combinations
from typing import Any, Final

from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, ngettext_lazy

from farkle.ai.review.winning import round_accuracy

_TENTHS: Final = 1000  # tenths of a percent in 1
_CLOSE: Final = 0.015  # difference below which two chances are shown with a decimal
_Units = tuple[tuple[int, Any], ...]
"""Units in seconds, and a sentence for each, with %(count)s."""
_UNITS: Final[_Units] = (
    (86_400, ngettext_lazy("%(count)s day", "%(count)s days", "count")),
    (3600, ngettext_lazy("%(count)s hour", "%(count)s hours", "count")),
    (60, ngettext_lazy("%(count)s minute", "%(count)s minutes", "count")),
    (1, ngettext_lazy("%(count)s second", "%(count)s seconds", "count")),
)
_AGO: Final[_Units] = (
    (86_400, ngettext_lazy("%(count)s day ago", "%(count)s days ago", "count")),
    (3600, ngettext_lazy("%(count)s hour ago", "%(count)s hours ago", "count")),
    (60, ngettext_lazy("%(count)s minute ago", "%(count)s minutes ago", "count")),
)
_LEFT: Final[_Units] = (
    (86_400, ngettext_lazy("%(count)s day left", "%(count)s days left", "count")),
    (3600, ngettext_lazy("%(count)s hour left", "%(count)s hours left", "count")),
    (60, ngettext_lazy("%(count)s minute left", "%(count)s minutes left", "count")),
)


def points(value: float) -> str:
    """Return a localised whole number, such as 1,750, with a true minus sign (U+2212)."""
    whole_number = round(value)
    digits = number_format(abs(whole_number), use_l10n=True, force_grouping=True)
    return f"\u2212{digits}" if whole_number < 0 else digits


def points_change(value: float) -> str:
    """Return a change of points, such as +50."""
    return f"+{points(value)}" if round(value) > 0 else points(value)


def listed(items: Sequence[str]) -> str:
    """Return "a, b, c"."""
    return _chained(items, _("{first}, {second}"))


def together(sentences: Sequence[str]) -> str:
    """Return "A. B."; Chinese has no blanks between sentences."""
    return _chained(sentences, _("{first} {second}"))


def _chained(parts: Sequence[str], template: str) -> str:
    return reduce(lambda first, second: template.format(first=first, second=second), parts or [""])


def joined(items: Sequence[str]) -> str:
    """Return "a", "a and b" or "a, b and c"."""
    if len(items) < 2:
        return "".join(items)
    return _("{several} and {last}").format(several=listed(items[:-1]), last=items[-1])


def list_names(names: Sequence[str], most: int) -> str:
    """Return the names as a list, of many the first `most` and the number of the others."""
    shown, more = listed(names[:most]), len(names) - most
    if more <= 0:
        return joined(names)
    template = ngettext("%(names)s and %(more)s other", "%(names)s and %(more)s others", more)
    return template % {"names": shown, "more": more}


def accuracy(percent: float) -> str:
    """Return an accuracy (0 to 100), rounded the same way on every page."""
    return points(round_accuracy(percent))


def percent(share: float) -> str:
    """Return 0.283 as 28; below one percent, with two decimals."""
    decimals = 2 if 0 < share < 0.01 else 0
    # `number_format` truncates, so round first.
    return number_format(round(share * 100, decimals), decimals, use_l10n=True)


def percentage(hundredths: float, decimals: int = 0) -> str:
    """Return 7.7 with one decimal as "7.7%", in German as "7,7 %"."""
    return with_percent_sign(number_format(hundredths, decimals, use_l10n=True))


def with_percent_sign(number: str) -> str:
    """Return 28 as "28%", in German as "28 %"."""
    return _("{number}%").format(number=number)


def decimal(value: float) -> str:
    return number_format(math.floor(value * 10 + 0.5) / 10, 1, use_l10n=True, force_grouping=True)


def chance(value: float, decimals: int = 0) -> str:
    """Return 0.7175 as 72%. Only exact 0 and 1 are 0% and 100%: 0.997 is >99%."""
    hundred, least, sign = round(100 * value, decimals), 10.0**-decimals, ""
    if value in (0, 1):
        decimals = 0
    elif hundred <= 0 <= value:
        hundred, sign = least, "<"
    elif hundred >= 100 and value < 1:
        hundred, sign = 100 - least, ">"
    return sign + percentage(hundred, decimals)


def two_chances(first: float, second: float) -> tuple[str, str]:
    """Return two chances, with a decimal if they would otherwise look alike."""
    first_text, second_text = close_chances((first, second))
    return first_text, second_text


def close_chances(values: Sequence[float]) -> list[str]:
    """Return chances, with a decimal if two of them would otherwise look alike."""
    gaps = (abs(first - second) for first, second in combinations(values, 2))
    decimals = 1 if any(0.0005 <= gap < _CLOSE for gap in gaps) else 0
    return [chance(value, decimals) for value in values]


def change(value: float) -> str:
    """Return -0.0612 as −6.1%."""
    tenths = round(value * _TENTHS)
    sign = "+" if tenths > 0 else "−" if tenths < 0 else ""
    return sign + percentage(abs(tenths) / 10, 1)


def duration(seconds: int) -> str:
    """Return "12 hours" or "3 days": in the largest unit that gives a whole number, as
    `lib/time.js` does."""
    size, words = next(unit for unit in _UNITS if seconds % unit[0] == 0)
    return str(words % {"count": seconds // size})


def time_ago(seconds: int) -> str:
    """Return "5 minutes ago"."""
    return _in_units(seconds, _AGO) or _("just now")


def time_left(seconds: int) -> str:
    """Return "2 days left"."""
    return _in_units(seconds, _LEFT) or _("less than a minute left")


def _in_units(seconds: int, units: _Units) -> str:
    for size, words in units:
        if seconds >= size:
            return str(words % {"count": seconds // size})
    return ""


def round_parts(parts: Sequence[float], total: float) -> list[float]:
    """Round parts to tenths of a percent that add up to the rounded total."""
    tenths = [round(part * _TENTHS) for part in parts]
    largest = max(range(len(parts)), key=lambda at: abs(parts[at]))
    tenths[largest] += round(total * _TENTHS) - sum(tenths)
    return [count / _TENTHS for count in tenths]
