"""Marks for templates: pencilled figures, numbers with their sign, shares of a hundred."""

import math
from typing import Any

from django import template
from django.utils.formats import number_format

register = template.Library()

_WIDTHS = {"1": 12.4, "7": 14.4, ",": 6.2}
_OTHER = 15.0
_SHAPES = {"0": ("d0", "d0b", "d0c"), "5": ("d5", "d5b"), ",": ("dc",), "-": ("dm",)}


@register.inclusion_tag("partials/pencil.html")
def pencil(value: int, *, bold: bool = False) -> dict[str, Any]:
    """`value` drawn with the strokes of the sprite, as static/js/lib/pencil.js draws it; the text
    stays in the page for readers."""
    seen: dict[str, int] = {}
    strokes: list[tuple[str, str]] = []
    x = 0.0
    for letter in f"{value:,}":
        # Some figures have more than one shape, in turn, so that 10,000 does not look typed.
        shapes = _SHAPES.get(letter, (f"d{letter}",))
        nth = seen[letter] = seen.get(letter, -1) + 1
        strokes.append((shapes[nth % len(shapes)], f"{x:.1f}"))
        x += _WIDTHS.get(letter, _OTHER)
    return {"text": points(value), "strokes": strokes, "width": f"{x - 0.6:.1f}", "bold": bold}


@register.filter
def points(value: float) -> str:
    """1,750; a whole number in the reader's language."""
    return number_format(round(value), use_l10n=True, force_grouping=True)


@register.filter
def signed(value: float) -> str:
    """+1,750, or 40 with a minus before it; what comes to nothing has no sign."""
    whole = round(value)
    sign = "+" if whole > 0 else "\u2212" if whole < 0 else ""
    return sign + points(abs(whole))


@register.filter
def percent(share: float) -> str:
    """0.283 as 28; more exactly below one in a hundred."""
    hundred = share * 100
    return number_format(hundred, 2 if 0 < hundred < 1 else 0, use_l10n=True)


@register.filter
def decimal(value: float) -> str:
    """2.4: one figure after the point."""
    return number_format(math.floor(value * 10 + 0.5) / 10, 1, use_l10n=True, force_grouping=True)
