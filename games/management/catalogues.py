"""The translations of the site: how complete they are, and which are wrong."""

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from django.conf import settings
from polib import POEntry, POFile, pofile  # type: ignore[import-untyped]

from games.languages import DOMAINS, NAMES, SOURCE, catalogue

MISSING_AT_MOST = 0.01
"""A language is offered while no larger share of its messages is missing: a text that has just
changed is in English until it is translated."""

# %(name)s, %s, {name} or {name:,}.
_HOLE = re.compile(r"%\(\w+\)[sd]|%[sd]|\{\w*(?::[^}]*)?\}")
_NUMBERS = {"%(count)s", "{count}"}
_TAG = re.compile(r"</?[a-zA-Z][^>]*>|&\w+;")


class Count(NamedTuple):
    """The messages of a language."""

    messages: int
    missing: int
    fuzzy: int

    @property
    def is_complete(self) -> bool:
        return (self.missing + self.fuzzy) <= self.messages * MISSING_AT_MOST


def folder() -> Path:
    return Path(settings.LOCALE_PATHS[0])


def translations() -> Iterator[tuple[str, list[POFile]]]:
    """Yield each language that has catalogues, with these."""
    for code in NAMES:
        paths = [catalogue(folder(), code, domain) for domain in DOMAINS]
        if code != SOURCE and all(path.exists() for path in paths):
            yield code, [pofile(str(path), encoding="utf-8") for path in paths]


def count(files: list[POFile]) -> Count:
    entries = [entry for file in files for entry in file if not entry.obsolete]
    fuzzy = sum(entry.fuzzy for entry in entries)
    done = sum(entry.translated() for entry in entries)
    return Count(len(entries), len(entries) - done - fuzzy, fuzzy)


def mistakes(entry: POEntry, forms: int) -> list[str]:
    """Return the mistakes of a translation into a language with so many plural forms."""
    sources = [entry.msgid, entry.msgid_plural] if entry.msgid_plural else [entry.msgid]
    targets = list(entry.msgstr_plural.values()) if entry.msgid_plural else [entry.msgstr]
    found = []
    if entry.msgid_plural and len(targets) != forms:
        found.append(f"{len(targets)} plural forms instead of {forms}")
    allowed, wanted = _holes(sources[-1]), _holes(sources[0]) & _holes(sources[-1])
    for text in targets:
        holes = _holes(text)
        if holes - allowed:
            found.append(f"unknown placeholders {sorted(holes - allowed)}")
        # A form for one need not write the number.
        if (not entry.msgid_plural and holes != allowed) or wanted - holes - _NUMBERS:
            found.append(f"other placeholders than {sorted(allowed)}")
        if Counter(_TAG.findall(text)) != Counter(_TAG.findall(sources[-1])):
            found.append("other HTML")
        if _edges(text) != _edges(sources[0]):
            found.append("other blanks at the beginning or end")
    return found


def wrong_messages(file: POFile) -> list[str]:
    """Return a line about each wrong translation."""
    match = re.search(r"nplurals=(\d+)", file.metadata.get("Plural-Forms", ""))
    forms = int(match[1]) if match else 0
    return [
        f"{entry.msgid!r}: {', '.join(found)}"
        for entry in file.translated_entries()
        if (found := mistakes(entry, forms))
    ]


def _holes(text: str) -> set[str]:
    return set(_HOLE.findall(text))


def _edges(text: str) -> tuple[str, str]:
    bare = text.strip()
    start = text.find(bare) if bare else 0
    return text[:start], text[start + len(bare) :]
