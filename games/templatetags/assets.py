"""Template tags for scripts, their data, and style sheets."""

from typing import Any

from django import template
from django.conf import settings
from django.core.serializers.json import DjangoJSONEncoder
from django.template import Context
from django.urls import reverse
from django.utils.html import format_html, format_html_join, json_script
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from games import assets
from games.languages import SOURCE, has_choice

register = template.Library()


@register.simple_tag
def style_sheet(source: str) -> SafeString:
    """Return the link to a page's style sheet."""
    return format_html('<link rel="stylesheet" href="{}">', assets.url(source))


@register.simple_tag
def script(source: str, *, before_paint: bool = False) -> SafeString:
    """Return the elements for a page's script and its texts, which a bundle has in it.

    A script that runs before the first paint is no module and has no translations.
    """
    if before_paint:
        return format_html('<script src="{}"></script>', assets.url(source))
    module = format_html('<script type="module" src="{}"></script>', assets.url(source))
    if assets.has_texts(source):
        return module
    texts = reverse("catalogue", args=[get_language()])
    return format_html('<script src="{}" defer></script>', texts) + module


class _Letters(DjangoJSONEncoder):
    """Writes letters of all languages as they are: escaped, they take three times the bytes."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**{**options, "ensure_ascii": False})


@register.filter
def page_data(value: object, element: str) -> SafeString:
    """Return the element with the data that static/js/lib/page-data.js reads."""
    return json_script(value, element, _Letters)


@register.simple_tag
def language_link(classes: str = "") -> SafeString:
    """Return the link to the page of languages, if there is a choice."""
    if not has_choice():
        return SafeString()
    words = _("Language: %(name)s") % {"name": dict(settings.LANGUAGES)[get_language() or SOURCE]}
    return format_html('<a class="{}" href="{}">{}</a>', classes, reverse("language"), words)


@register.simple_tag(takes_context=True)
def alternates(context: Context) -> SafeString:
    """Return the links by which search engines find a page in the other languages."""
    if not has_choice():
        return SafeString()
    url = context["request"].build_absolute_uri(context["request"].path)
    rows = [("x-default", url), *((code, f"{url}?lang={code}") for code, _ in settings.LANGUAGES)]
    return format_html_join("", '<link rel="alternate" hreflang="{}" href="{}">', rows)


@register.simple_tag
def prefetch(source: str) -> SafeString:
    """Return the link that prefetches the script of a likely next page."""
    return format_html('<link rel="prefetch" href="{}">', assets.url(source))
