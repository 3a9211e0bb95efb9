"""Two languages that nobody speaks, made from English as a page is read: one with accents, 40 %
longer, and one that is written from right to left. Each message stands in brackets."""

import gettext
import json
import re
from string import ascii_lowercase

from django.conf import settings
from django.utils.translation import trans_real

LONG, MIRRORED = "eo", "he"
OPEN, CLOSE = "\u27e6", "\u27e7"

_ACCENTED = dict(zip("aceghijosuyz", "äčéĝĥíĵöšüýž", strict=True))
_ALEPH = 0x5D0
_HEBREW = {letter: chr(_ALEPH + at % 22) for at, letter in enumerate(ascii_lowercase)}
_KEPT = r"%\(\w+\)[sd]|%[sd%]|\{[^}]*\}|<[^>]*>|&\w+;"
"""What a translation leaves as it is: placeholders, tags, entities."""

_CATALOGUE = r"""
{
  const kept = new RegExp(KEPT), letters = LETTERS, isLong = IS_LONG;
  const letter = (one) => letters[one.toLowerCase()] ?? one;
  const word = (part) => isLong
    ? [...part].map((one) => (/[aeo]/i.test(one) ? letter(one).repeat(2) : letter(one))).join("")
    : [...part].map(letter).join("");
  const parts = (text) => text.split(kept).map((part, at) => (at % 2 ? part : word(part)));
  const pseudo = (text) => text && `OPEN${parts(text).join("")}CLOSE`;
  globalThis.gettext = pseudo;
  globalThis.pgettext = (_context, text) => pseudo(text);
  globalThis.ngettext = (one, many, count) => pseudo(count === 1 ? one : many);
}
"""


def translate(text: str, language: str) -> str:
    """Return a message in one of the two languages."""
    if not text:
        return ""
    parts = re.split(f"({_KEPT})", text)
    parts[::2] = [_word(part, language) for part in parts[::2]]
    return f"{OPEN}{''.join(parts)}{CLOSE}"


def _word(part: str, language: str) -> str:
    if language == MIRRORED:
        return "".join(_HEBREW.get(letter.lower(), letter) for letter in part)
    return "".join(_ACCENTED.get(letter, letter) * (2 if letter in "aeo" else 1) for letter in part)


def catalogue(language: str) -> str:
    """Return the script that gives pages the texts of scripts."""
    letters = _HEBREW if language == MIRRORED else _ACCENTED
    values = {
        "KEPT": json.dumps(f"({_KEPT})"),
        "LETTERS": json.dumps(letters),
        "IS_LONG": json.dumps(language == LONG),
        "OPEN": OPEN,
        "CLOSE": CLOSE,
    }
    return re.sub("|".join(values), lambda match: values[match[0]], _CATALOGUE)


class Pseudo(gettext.NullTranslations):
    domain = "django"

    def __init__(self, language: str) -> None:
        super().__init__()
        self._language = language

    def gettext(self, message: str) -> str:
        return translate(message.rpartition(chr(4))[2], self._language)

    def ngettext(self, one: str, many: str, count: int) -> str:
        return self.gettext(one if count == 1 else many)

    def to_language(self) -> str:
        return self._language


def offer() -> None:
    """Offer both languages beside English in this process."""
    settings.LANGUAGES = [("en", "English"), (LONG, "Long"), (MIRRORED, "Mirrored")]
    for language in (LONG, MIRRORED):
        trans_real._translations[language] = Pseudo(language)  # type: ignore[assignment]
