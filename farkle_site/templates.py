"""Load templates without the white space that is only there to make their source readable.

As in JSX, a line break and the indentation after it are removed, so that each element can have a
line of its own at no cost in bytes. Within text and between attributes they are one space. A space
that must show at the end of a line is written `{{ " " }}`. The content of `{% blocktranslate %}`,
`<pre>`, `<script>`, `<style>` and `<textarea>` stays as it is.
"""

import re

from django.template import Origin
from django.template.loaders import filesystem

_TEMPLATE_TAG = r"\{%.*?%\}|\{\{.*?\}\}"
_ATTRIBUTES = (
    rf"""(?:{_TEMPLATE_TAG}|"(?:{_TEMPLATE_TAG}|[^"])*"|'(?:{_TEMPLATE_TAG}|[^'])*'|[^"'>])*"""
)
_PART = re.compile(
    rf"""
    (?P<space> \{{\{{\s"\s"\s\}}\}} )
    | (?P<kept> \{{%\s*(?P<block>blocktranslate|comment)\b.*?\{{%\s*end(?P=block)\s*%\}}
        | \{{\#.*?\#\}} | {_TEMPLATE_TAG} )
    | (?P<raw> <(?P<element>pre|script|style|textarea)\b{_ATTRIBUTES}>.*?</(?P=element)> )
    | (?P<tag> <[a-z!/]{_ATTRIBUTES}> )
    | (?P<words> (?<=[^\s>}}])\s*\n\s*(?=[^\s<{{]) )
    | (?P<line_break> \s*\n\s* )
    """,
    re.DOTALL | re.IGNORECASE | re.VERBOSE,
)
_OPENING_TAG = re.compile(f"<{_ATTRIBUTES}>", re.DOTALL)
_LINE_BREAK = re.compile(r"\s*\n\s*")
_BEFORE_END = re.compile(r"\s+(?=/?>$)")


def squeeze(source: str) -> str:
    """Return the source of a template without this white space."""
    return _PART.sub(_squeezed, source)


def _squeezed(part: re.Match[str]) -> str:
    match part.lastgroup:
        case "space" | "words":
            return " "
        case "line_break":
            return ""
        case "tag":
            return _squeezed_tag(part)
        case "raw":
            return _OPENING_TAG.sub(_squeezed_tag, part[0], count=1)
        case _:
            return part[0]


def _squeezed_tag(tag: re.Match[str]) -> str:
    return _BEFORE_END.sub("", _LINE_BREAK.sub(" ", tag[0]))


class Loader(filesystem.Loader):
    """Django's loader of the files in `DIRS`, each squeezed once, when it is compiled."""

    def get_contents(self, origin: Origin) -> str:
        return squeeze(super().get_contents(origin))
