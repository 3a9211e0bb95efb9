"""Template tags for the script and the style sheet of a page."""

from django import template
from django.conf import settings
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from games import assets

register = template.Library()


@register.simple_tag
def style_sheet(source: str) -> SafeString:
    """Return the link to a page's style sheet, or to those it was not yet built from."""
    links = ((url,) for url in assets.sheets(source))
    return format_html_join("", '<link rel="stylesheet" href="{}">', links)


@register.simple_tag
def script(source: str, *, before_paint: bool = False) -> SafeString:
    """Return the element that loads a page's script, after its texts in the reader's language.

    A script that runs before the first paint is no module, and has no texts.
    """
    if before_paint:
        return format_html('<script src="{}"></script>', assets.url(source))
    module = format_html('<script type="module" src="{}"></script>', assets.url(source))
    if get_language() in {None, settings.LANGUAGE_CODE}:
        return module  # the script's texts are in this language
    catalogue = format_html('<script src="{}" defer></script>', reverse("javascript-catalog"))
    return catalogue + module


@register.simple_tag
def prefetch(source: str) -> SafeString:
    """Return the link that prefetches the script of a page that is likely to be next."""
    return format_html('<link rel="prefetch" href="{}">', assets.url(source))
