"""Template tags for icons and dice. static/js/lib/dom.js and static/js/table/dice.js
draw the same."""

import re
from collections.abc import Iterable
from typing import Any

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from games import assets
from games.formats import listed

register = template.Library()

_ALONG = frozenset({"back", "first", "last", "next", "prev"})
"""The icons that point forwards or backwards in the direction of writing."""

_GRADIENT = re.compile(r"<(?:linear|radial)Gradient.*?Gradient>", re.DOTALL)


@register.simple_tag
def sprite(name: str = "") -> str:
    """Return the URL of the sprite, or of one of its drawings."""
    url = assets.url(assets.SPRITE)
    return f"{url}#{name}" if name else url


@register.simple_tag
def icon(name: str) -> SafeString:
    """Draw an icon. It is decoration: the text stands beside it."""
    classes, url = "ico along" if name in _ALONG else "ico", sprite(f"i-{name}")
    return format_html('<svg class="{}" aria-hidden="true"><use href="{}" /></svg>', classes, url)


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
def dice(faces: str, *, off: str = "") -> SafeString:
    """Draw dice with these faces. Those with a face in `off` look as if they do not score."""
    drawn = (("dim" if face in off else "", die(int(face))) for face in faces)
    return format_html_join("", '<span class="{}">{}</span>', drawn)


@register.simple_tag
def die_drawing(face: int) -> SafeString:
    """Draw the face of a die, without a word about it."""
    return format_html(
        '<svg class="drawn" viewBox="0 0 120 128" aria-hidden="true"><use href="{}" /></svg>',
        sprite(f"die-{face}"),
    )


@register.simple_tag
def die_gradients() -> SafeString:
    """Repeat the gradients of the sprite's dice in a page that shows dice. WebKit looks for them
    there; other browsers find them in the sprite."""
    gradients = "".join(_GRADIENT.findall(assets.sprite_source()))
    return mark_safe(f'<svg class="sprite" aria-hidden="true"><defs>{gradients}</defs></svg>')  # noqa: S308


@register.simple_tag
def inline_sprite() -> SafeString:
    """Put the whole sprite into a picture, which can't load files."""
    return mark_safe(assets.sprite_source())  # noqa: S308  a file of ours


@register.simple_tag
def dots(dice: Iterable[int], *, silent: bool = False) -> SafeString:
    """Draw small flat dice for use in text; `silent` if the text names them."""
    faces = [(face,) for face in dice]
    drawn = format_html_join("", '<span class="dot" data-face="{}"></span>', faces)
    if silent:
        return format_html('<span class="dots" aria-hidden="true">{}</span>', drawn)
    names = listed([str(face) for (face,) in faces])
    return format_html('<span class="dots" role="img" aria-label="{}">{}</span>', names, drawn)


@register.simple_tag
def choice(act: Any) -> SafeString:
    """Return the words of an `Act` (games/replay/choices.py), with its dice drawn."""
    before, hole, after = act.words.partition("{dice}")
    dice = format_html('{}<span class="vh">{}</span>', dots(act.keep, silent=True), act.dice)
    return format_html("{}{}{}", before, dice if hole else "", after)
