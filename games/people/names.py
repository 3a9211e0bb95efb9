"""Check the names and texts that people type, and find names that look the same.

The lookalikes are Unicode's table of confusables (Unicode Technical Standard 39), from the library
confusable_homoglyphs.
"""

import json
import re
import unicodedata
from functools import cache, lru_cache
from importlib.resources import files
from typing import Final

from django.utils.translation import gettext, gettext_lazy

CODE_ALPHABET = "23456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Characters of room codes and seat codes. No two look alike."""

CODE_LENGTH = 8
NAME_LENGTH = 24
ROOM_NAME_LENGTH = 40

# Reasons for refused characters, by Unicode category.
_REFUSALS: Final = {
    "Cc": gettext_lazy("%(letter)s is a control character, not a letter."),
    "Cf": gettext_lazy("%(letter)s can't be seen. Type the name again instead of pasting it."),
    "Cs": gettext_lazy("%(letter)s is half a character. Type the name again."),
    "Co": gettext_lazy("%(letter)s looks different on every device."),
    "Cn": gettext_lazy("%(letter)s isn't a character that every device knows."),
    "Zl": gettext_lazy("Names can't have line breaks."),
    "Zp": gettext_lazy("Names can't have line breaks."),
}
_OVERRIDES: Final = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
"""Characters that reverse the text after them. Names in Arabic or Hebrew do not need them."""
_WIDE: Final = frozenset("\ufdfa\ufdfd\U00012031\U0001242b\u2e3b")
"""Characters as wide as a whole name."""
_MOST_MARKS: Final = 2
"""Maximum accents on one Latin, Greek or Cyrillic letter. More would overlap other lines."""
_MOST_OWN_MARKS: Final = 4
"""Maximum signs on one letter of a script that writes vowels and tones with them, as Thai does."""
_COMMON_MARKS: Final = re.compile(
    "[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]"
)

# Characters of other categories that look like a space: Hangul fillers and the empty Braille cell.
_BLANKS = "\u115f\u1160\u2800\u3164\uffa0"
# Invisible (default-ignorable) characters, and direction marks, which have no effect inside a name.
# They are removed rather than refused, because keyboards and other programs insert them.
_IGNORABLE = (
    "\u034f\u17b4\u17b5\u180b\u180c\u180d\u180f\u061c\u200e\u200f",
    *(map(chr, range(0xFE00, 0xFE0F))),
    *(map(chr, range(0xE0100, 0xE01F0))),
)
_CLEANUP = str.maketrans(_BLANKS, " " * len(_BLANKS), "".join(_IGNORABLE))
# Invisible characters of some emoji and letters; tags of the flags of England, Scotland and Wales.
_JOINER = "\u200d"
_NON_JOINER = "\u200c"
_EMOJI_STYLE = "\ufe0f"
_TAGS: Final = re.compile(
    "(?<=\U0001f3f4)[\U000e0030-\U000e0039\U000e0061-\U000e007a]{1,6}\U000e007f"
)
_VIRAMA_CLASS = 9


class UnfitName(ValueError):
    """A refused name, with a message for the person who typed it."""


def fit_name(raw: str, *, longest: int = NAME_LENGTH) -> str:
    """Return `raw` in NFC, with single spaces and without invisible characters. Raise UnfitName if
    it cannot be shown, or has more than `longest` code points then."""
    if len(raw) > longest * 4:  # too long in any form: do not waste time normalising it
        raise UnfitName(_wrong_length(longest))
    # Tabs and line breaks in a pasted text count as spaces.
    seen = _without_idle_joiners(" ".join(raw.translate(_CLEANUP).split()))
    name = unicodedata.normalize("NFC", seen)
    if not name:
        raise UnfitName(_wrong_length(longest))
    _check_letters(_TAGS.sub("", name))
    if not any(unicodedata.category(c)[0] in "LNPS" for c in name):
        raise UnfitName(gettext("Nothing of that name can be seen."))
    if len(name) > longest:
        raise UnfitName(_wrong_length(longest))
    return name


def _wrong_length(longest: int) -> str:
    return gettext("Names must be 1–%(longest)s characters.") % {"longest": longest}


def _check_letters(name: str) -> None:
    """Raise UnfitName for the first character that names may not have."""
    letter, marks = "", ""
    for character in name:
        category = unicodedata.category(character)
        values = {"letter": _readable(character)}
        if character in _OVERRIDES:
            text = gettext("%(letter)s turns the direction of the text. Names work without it.")
            raise UnfitName(text % values)
        if category in _REFUSALS and character not in (_JOINER, _NON_JOINER):
            raise UnfitName(str(_REFUSALS[category]) % values)
        if character in _WIDE:
            raise UnfitName(gettext("%(letter)s is too wide for a name.") % values)
        if category not in {"Mn", "Me"}:
            letter, marks = character, ""
            continue
        common = len(_COMMON_MARKS.findall(marks + character))
        if character in marks or common > _MOST_MARKS or len(marks) >= _MOST_OWN_MARKS:
            text = gettext("“%(letter)s” has too many accents or signs.")
            raise UnfitName(text % {"letter": letter + marks[:1]})
        marks += character


def _readable(character: str) -> str:
    """Return a character for a sentence: its code point if it is invisible."""
    if unicodedata.category(character)[0] in "CZ":
        return f"U+{ord(character):04X}"
    return f"“{character}”"


def _without_idle_joiners(text: str) -> str:
    """Drop joiners that join nothing, and style selectors that do not follow an emoji."""
    if not any(mark in text for mark in (_JOINER, _NON_JOINER, _EMOJI_STYLE)):
        return text
    kept = ""
    for at, character in enumerate(text):
        before, after = kept[-1:], text[at + 1 : at + 2]
        if character == _EMOJI_STYLE and not _is_symbol(before):
            continue
        if character == _JOINER and not _are_joined(before, after):
            continue
        if character == _NON_JOINER and not _are_letters_that_join(before, after):
            continue
        kept += character
    return kept


def _are_joined(before: str, after: str) -> bool:
    """Return True if a zero-width joiner has an effect here: it makes one emoji of two, or shapes a
    letter after a virama, as in Sinhala."""
    if before and unicodedata.combining(before) == _VIRAMA_CLASS:
        return after.isalpha()
    return (before == _EMOJI_STYLE or _is_symbol(before)) and _is_symbol(after)


def _are_letters_that_join(before: str, after: str) -> bool:
    """Return True if a zero-width non-joiner has an effect here: between letters that would else be
    joined, as in Persian names, or after a virama."""
    if before and unicodedata.combining(before) == _VIRAMA_CLASS:
        return after.isalpha()
    return all(c != "" and unicodedata.bidirectional(c) == "AL" for c in (before, after))


def _is_symbol(character: str) -> bool:
    """Return True if this may be part of an emoji: a symbol, a skin tone or an arrow."""
    if not character:
        return False
    is_tone = "\U0001f3fb" <= character <= "\U0001f3ff"
    is_arrow = "\u2194" <= character <= "\u2199"
    return is_tone or is_arrow or unicodedata.category(character) == "So"


@lru_cache(maxsize=4096)
def looks_of(name: str) -> frozenset[str]:
    """Return keys of a name's looks. Two names look the same if they share a key.

    Case is ignored. There are two keys because I looks like l, but i does not.
    """
    return frozenset({_skeleton(name.casefold()), _skeleton(name).casefold()})


def _skeleton(text: str) -> str:
    prototypes = _prototypes()
    letters = unicodedata.normalize("NFKD", text)  # full-width letters are the usual ones
    return unicodedata.normalize("NFD", "".join(prototypes.get(c, c) for c in letters))


@cache
def _prototypes() -> dict[str, str]:
    """Map each character to the representative of its group of lookalikes.

    The library lists pairs; connected characters form a group. Its representative is its longest
    text (rn for m), and preferably ASCII.
    """
    data = files("confusable_homoglyphs").joinpath("confusables.json").read_text("utf-8")
    alike: dict[str, set[str]] = {}
    for key, others in json.loads(data).items():
        group = {_visible(key), *(_visible(other["c"]) for other in others)}
        for known in [alike[text] for text in group if text in alike]:
            group |= known
        alike.update(dict.fromkeys(group, group))
    first: dict[str, str] = {}
    for text, group in alike.items():
        if text not in first:
            first.update(dict.fromkeys(group, max(group, key=_rank)))
    return {
        character: "".join(first.get(c, c) for c in text) if len(text) > 1 else text
        for character, text in first.items()
        if len(character) == 1
    }


def _rank(text: str) -> tuple[int, bool, str]:
    return len(text), text.isascii(), text


def _visible(text: str) -> str:
    """Drop the direction marks that surround some characters in the table."""
    return "".join(c for c in text if unicodedata.category(c) != "Cf")
