"""Template filters for numbers: drawn in pencil, with a sign, in percent, as a place."""

import math
from typing import Any

from django import template
from django.contrib.humanize.templatetags.humanize import ordinal
from django.utils.formats import localize, number_format

from farkle.ai.players import LEVELS
from farkle.ai.review.winning import ACCURACIES, whole

register = template.Library()
register.filter(ordinal)  # "4th" in the reader's language

_WIDTHS = {"1": 12.4, "7": 14.4, ",": 6.2, ".": 6.2}
_GAP = 6.2  # where a language writes a space between thousands
_OTHER = 15.0
_SHAPES = {"0": ("d0", "d0b", "d0c"), "5": ("d5", "d5b"), ",": ("dc",), ".": ("dd",), "-": ("dm",)}


@register.inclusion_tag("partials/pencil.html")
def pencil(value: int, *, bold: bool = False) -> dict[str, Any]:
    """Draw `value` with the strokes of the sprite, as static/js/lib/pencil.js does.

    The text stays in the page for screen readers.
    """
    seen: dict[str, int] = {}
    strokes: list[tuple[str, str]] = []
    x = 0.0
    for letter in points(value).replace("\u2212", "-"):
        if letter not in _SHAPES and not letter.isdigit():
            x += _GAP
            continue
        # Some digits alternate between shapes, so that 10,000 does not look typed.
        shapes = _SHAPES.get(letter, (f"d{letter}",))
        nth = seen[letter] = seen.get(letter, -1) + 1
        strokes.append((shapes[nth % len(shapes)], f"{x:.1f}"))
        x += _WIDTHS.get(letter, _OTHER)
    return {"text": points(value), "strokes": strokes, "width": f"{x - 0.6:.1f}", "bold": bold}


@register.filter
def points(value: float) -> str:
    """Return a whole number as the reader's language writes it, such as 1,750, and a minus sign as
    wide as a plus."""
    whole_number = round(value)
    digits = number_format(abs(whole_number), use_l10n=True, force_grouping=True)
    return f"\u2212{digits}" if whole_number < 0 else digits


@register.filter
def accuracy(percent: float) -> str:
    """Return an accuracy from 0 to 100, the same whole number on every page."""
    return points(whole(percent))


@register.inclusion_tag("partials/accuracy_scale.html")
def accuracy_scale() -> dict[str, Any]:
    """Say what an accuracy means, and which the computers reach."""
    computers = (f"{LEVELS[key].name} {localize(value)}" for key, value in ACCURACIES.items())
    return {"computers": ", ".join(computers)}


@register.filter
def signed(value: float) -> str:
    """Return a whole number with its sign, such as +1,750. Zero has none."""
    whole = round(value)
    sign = "+" if whole > 0 else "\u2212" if whole < 0 else ""
    return sign + points(abs(whole))


@register.filter
def percent(share: float) -> str:
    """Return 0.283 as 28; below one percent, with two decimals."""
    decimals = 2 if 0 < share < 0.01 else 0
    # Django cuts decimals off, so the number is rounded before.
    return number_format(round(share * 100, decimals), decimals, use_l10n=True)


@register.filter
def decimal(value: float) -> str:
    """Return a number with one decimal, such as 2.4."""
    return number_format(math.floor(value * 10 + 0.5) / 10, 1, use_l10n=True, force_grouping=True)
