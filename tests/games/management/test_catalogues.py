"""Translations keep the placeholders, plural forms, tags and blanks of the text."""

import pytest
from polib import POEntry  # type: ignore[import-untyped]

from games.languages import NAMES
from games.management.catalogues import Count, count, mistakes, translations, wrong_messages


def _entry(text: str, *translated: str, many: str = "") -> POEntry:
    if many:
        return POEntry(msgid=text, msgid_plural=many, msgstr_plural=dict(enumerate(translated)))
    return POEntry(msgid=text, msgstr=translated[0])


@pytest.mark.parametrize(
    "entry",
    [
        _entry("%(name)s banks {points:,}", "{points:,} für %(name)s"),
        _entry("one die", "ein Würfel", "%(count)s Würfel", many="%(count)s dice"),
        _entry("%(count)s die", "%(count)s Würfel", "%(count)s Würfel", many="%(count)s dice"),
        _entry(" and ", " und "),
        _entry("<b>Roll</b>", "<b>Würfeln</b>"),
        _entry("40% or more", "40 % und mehr"),
    ],
)
def test_a_good_translation(entry: POEntry) -> None:
    assert mistakes(entry, 2) == []


@pytest.mark.parametrize(
    ("entry", "why"),
    [
        (_entry("%(name)s banks", "%(nom)s sichert"), "unknown placeholders"),
        (_entry("%(name)s banks", "sichert"), "other placeholders"),
        (_entry("{points:,} at risk", "{points} auf dem Spiel"), "unknown placeholders"),
        (_entry("Roll", "Würfeln "), "blanks"),
        (_entry("Roll", "<b>Würfeln</b>"), "HTML"),
        (
            _entry("%(a)s, %(count)s die", "%(a)s", "%(count)s", many="%(a)s, %(count)s dice"),
            "placeholders",
        ),
        (_entry("%(count)s die", "%(count)s kostka", many="%(count)s dice"), "plural forms"),
    ],
)
def test_a_broken_translation(entry: POEntry, why: str) -> None:
    assert why in " ".join(mistakes(entry, 2))


def test_every_translation_of_the_site_is_sound() -> None:
    for code, files in translations():
        assert code in NAMES
        for file in files:
            assert wrong_messages(file) == [], code


def test_a_language_is_complete_when_hardly_a_message_is_missing() -> None:
    assert Count(1000, 6, 4).is_complete
    assert not Count(1000, 6, 5).is_complete


def test_fuzzy_messages_are_missing() -> None:
    fuzzy = _entry("Roll", "Rollen")
    fuzzy.flags.append("fuzzy")
    entries = [_entry("Bank", "Sichern"), _entry("Keep", ""), fuzzy]
    assert count([entries]) == Count(3, 1, 1)  # type: ignore[list-item]
