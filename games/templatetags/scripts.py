"""Template tags for the site's scripts."""

import re
from functools import cache
from pathlib import Path
from posixpath import dirname, join, normpath

from django import template
from django.contrib.staticfiles import finders
from django.templatetags.static import static
from django.utils.html import format_html_join
from django.utils.safestring import SafeString

register = template.Library()

_IMPORT = re.compile(r'^(?:import|export)\s(?:[\w$*{},\s]*\sfrom\s+)?"(\.[^"]+)"', re.MULTILINE)


@register.simple_tag
def preload_imports(entry: str) -> SafeString:
    """Return a modulepreload link for each script that `entry` imports, directly or not.

    Without them the browser would learn of each script only after reading the one that imports it.
    """
    links = ((static(name),) for name in imports_of(entry))
    return format_html_join("\n", '<link rel="modulepreload" href="{}">', links)


@cache
def imports_of(entry: str) -> tuple[str, ...]:
    """Return the static names of all scripts that `entry` imports, directly or not, in order."""
    found = {entry}
    unread = [entry]
    while unread:
        name = unread.pop()
        path = finders.find(name)
        if path is None:
            raise FileNotFoundError(f"{name} is not a static file")
        targets = _IMPORT.findall(Path(path).read_text(encoding="utf-8"))
        new = {normpath(join(dirname(name), target)) for target in targets} - found
        found |= new
        unread += new
    return tuple(sorted(found - {entry}))
