"""Template tags for icons and dice. static/js/lib/dom.js and static/js/table/dice.js
draw the same."""

from collections.abc import Iterable

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

register = template.Library()


@register.simple_tag
def icon(name: str) -> SafeString:
    """Draw an icon. It is decoration: the text stands beside it."""
    return format_html('<svg class="ico" aria-hidden="true"><use href="#i-{}" /></svg>', name)


@register.simple_tag
def close_button() -> SafeString:
    """Draw the button that closes a dialog."""
    return format_html(
        '<button class="tool" type="button" data-close aria-label="{}">{}</button>',
        _("Close"),
        icon("close"),
    )


@register.simple_tag
def die(face: int) -> SafeString:
    """Draw a die that cannot be selected."""
    return format_html(
        '<span class="die" data-face="{face}" role="img" aria-label="{face}">{drawing}</span>',
        face=face,
        drawing=die_drawing(face),
    )


@register.simple_tag
def die_drawing(face: int) -> SafeString:
    """Draw the face of a die, without a word about it."""
    return format_html(
        '<svg class="drawn" viewBox="0 0 120 128" aria-hidden="true"><use href="#die-{}" /></svg>',
        face,
    )


@register.simple_tag
def dots(dice: Iterable[int], *, silent: bool = False) -> SafeString:
    """Draw small flat dice for use in text; `silent` if the text names them."""
    faces = [(face,) for face in dice]
    drawn = format_html_join("", '<span class="dot" data-face="{}"></span>', faces)
    if silent:
        return format_html('<span class="dots" aria-hidden="true">{}</span>', drawn)
    names = format_html_join(", ", "{}", faces)
    return format_html('<span class="dots" role="img" aria-label="{}">{}</span>', names, drawn)
