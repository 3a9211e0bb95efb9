"""The languages of the site."""

from pathlib import Path
from typing import Final

from django.conf import settings
from django.utils.translation import activate, to_locale

SOURCE: Final = "en"
"""The language of the texts in the code."""

NAMES: Final = {
    SOURCE: "English",
    "de": "Deutsch",
    "fr": "Français",
    "es": "Español",
    "cs": "Čeština",
    "pl": "Polski",
    "ru": "Русский",
    "pt-br": "Português (Brasil)",
    "zh-hans": "简体中文",
}
"""The name of each language in itself."""

DOMAINS: Final = ("django", "djangojs")
"""The two catalogues of a language: texts of pages, and texts of scripts."""


def catalogue(folder: Path, code: str, domain: str) -> Path:
    """Return the file of translations into a language; a built one ends in `.mo` instead."""
    return folder / to_locale(code) / "LC_MESSAGES" / f"{domain}.po"


def offered(folder: Path) -> list[tuple[str, str]]:
    """Return the code and name of each language that readers can choose. `manage.py
    compilemessages` builds the catalogues of those that are complete, and no others."""
    return [
        (code, name)
        for code, name in NAMES.items()
        if code == SOURCE
        or all(catalogue(folder, code, domain).with_suffix(".mo").exists() for domain in DOMAINS)
    ]


def has_choice() -> bool:
    return len(settings.LANGUAGES) > 1


def use(code: str) -> None:
    """Go on in this language, if it is offered."""
    if code in dict(settings.LANGUAGES):
        activate(code)
