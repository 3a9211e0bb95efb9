"""Template tags and filters for numbers."""

from typing import Any, Literal

from django import template
from django.contrib.humanize.templatetags.humanize import ordinal
from django.utils.formats import localize
from django.utils.translation import gettext as _

from farkle.ai.players import LEVELS
from farkle.ai.review.winning import ACCURACIES
from games.formats import accuracy, decimal, listed, percent, points, together, with_percent_sign

register = template.Library()
register.filter(ordinal)  # "4th" in the reader's language
for _format in (accuracy, decimal, listed, percent, points, together, with_percent_sign):
    register.filter(_format)

_WIDTHS = {"1": 12.4, "7": 14.4, ",": 6.2, ".": 6.2}
_GAP = 6.2  # where a language writes a space between thousands
_OTHER = 15.0
_SHAPES = {"0": ("d0", "d0b", "d0c"), "5": ("d5", "d5b"), ",": ("dc",), ".": ("dd",), "-": ("dm",)}
_SHAPES |= {"+": ("dp",), "=": ("de",)}


@register.inclusion_tag("partials/pencil.html")
def pencil(value: int | Literal["+", "=", ""], *, bold: bool = False) -> dict[str, Any]:
    """Draw `value` with strokes of the sprite, as static/js/lib/pencil.js does, or leave its place
    empty for a script.

    The text stays in the page for screen readers.
    """
    if value == "":
        return {}
    written = value if isinstance(value, str) else points(value)
    text = {"+": _("plus"), "=": _("equals")}.get(written, written)
    seen: dict[str, int] = {}
    strokes: list[tuple[str, str]] = []
    x = 0.0
    for letter in written.replace("\u2212", "-"):
        if letter not in _SHAPES and not letter.isdigit():
            x += _GAP
            continue
        # Some characters alternate between shapes, so that 10,000 does not look typed.
        shapes = _SHAPES.get(letter, (f"d{letter}",))
        nth = seen[letter] = seen.get(letter, -1) + 1
        strokes.append((shapes[nth % len(shapes)], f"{x:.1f}"))
        x += _WIDTHS.get(letter, _OTHER)
    return {"text": text, "strokes": strokes, "width": f"{x - 0.6:.1f}", "bold": bold}


@register.inclusion_tag("partials/term.html")
def term(value: int, label: str, *, total: bool = False) -> dict[str, Any]:
    """Draw a number of the sum on the slip, as static/js/table/slip.js does."""
    return {"value": value, "label": label, "total": total}


@register.inclusion_tag("partials/accuracy_scale.html")
def accuracy_scale() -> dict[str, Any]:
    """List the accuracies of the computer players, for comparison."""
    computers = [f"{LEVELS[key].name} {localize(value)}" for key, value in ACCURACIES.items()]
    return {"computers": listed(computers)}


@register.inclusion_tag("deals/bars.html")
def histogram(bars: list[Any], results: int, guests: int) -> dict[str, Any]:
    """Draw how many made how many points, as `games.selectors.deal_results` prepares it."""
    return {"bars": bars, "results": results, "guests": guests}
