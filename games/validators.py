"""Check the names and texts that people type, so that they can be shown anywhere."""

import unicodedata

CODE_ALPHABET = "23456789ABCDEFGHJKMNPQRSTVWXYZ"
"""The characters of room codes and seat codes. None looks like another."""

CODE_LENGTH = 8
NAME_LENGTH = 24
ROOM_NAME_LENGTH = 40

# Characters of these categories can make text run backwards, overlap its neighbours or look like
# another name: Cc control, Cf format (bidirectional overrides, zero-width), Cs surrogates,
# Co private, Cn unassigned, Zl and Zp line and paragraph separators.
_UNFIT = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
_MOST_MARKS = 2

# Characters that look like a space, whatever their category says: the fillers of Hangul and the
# empty pattern of Braille.
_BLANKS = "\u115f\u1160\u2800\u3164\uffa0"
# Default-ignorable characters that are not refused above: they are invisible. They are removed,
# because keyboards and other programs put them into names without being asked.
_IGNORABLE = (
    "\u034f\u17b4\u17b5\u180b\u180c\u180d\u180f",
    *(map(chr, range(0xFE00, 0xFE0F))),
    *(map(chr, range(0xE0100, 0xE01F0))),
)
_CLEANING = str.maketrans(_BLANKS, " " * len(_BLANKS), "".join(_IGNORABLE))
# Two that belong to some emoji and some letters.
_JOINER = "\u200d"
_EMOJI_STYLE = "\ufe0f"
_VIRAMA_CLASS = 9


class UnfitName(ValueError):
    """A name is empty, too long, or holds characters that are not text."""


def fit_name(raw: str, *, longest: int = NAME_LENGTH) -> str:
    """Return `raw` as it may be stored: in NFC, with single spaces and without invisible
    characters. Raise UnfitName.

    `longest` counts code points after normalising. More than two combining marks on a letter are
    refused because they overlap the rows above and below.
    """
    if len(raw) > longest * 4:  # too long in any form; do not waste time normalising it
        raise UnfitName
    # Tabs and line breaks in a pasted text count as spaces.
    seen = _without_idle_joiners(" ".join(raw.translate(_CLEANING).split()))
    name = unicodedata.normalize("NFC", seen)
    if not name or len(name) > longest:
        raise UnfitName
    marks = 0
    for character in name:
        category = unicodedata.category(character)
        if category in _UNFIT and character != _JOINER:
            raise UnfitName
        marks = marks + 1 if category in {"Mn", "Me"} else 0
        if marks > _MOST_MARKS:
            raise UnfitName
    if not any(unicodedata.category(c)[0] in "LNPS" for c in name):
        raise UnfitName  # nothing in it can be seen
    return name


def _without_idle_joiners(text: str) -> str:
    """Return the text without joiners that join nothing, and without style selectors after anything
    but an emoji."""
    if _JOINER not in text and _EMOJI_STYLE not in text:
        return text
    kept = ""
    for at, character in enumerate(text):
        before, after = kept[-1:], text[at + 1 : at + 2]
        if character == _EMOJI_STYLE and not _is_symbol(before):
            continue
        if character == _JOINER and not _are_joined(before, after):
            continue
        kept += character
    return kept


def _are_joined(before: str, after: str) -> bool:
    """Return whether a zero-width joiner means something here: it makes one emoji of two, or shapes
    a letter after a virama, as in Sinhala."""
    if before and unicodedata.combining(before) == _VIRAMA_CLASS:
        return after.isalpha()
    return (before == _EMOJI_STYLE or _is_symbol(before)) and _is_symbol(after)


def _is_symbol(character: str) -> bool:
    """Return whether this may be part of an emoji: a symbol, a tone of skin or an arrow."""
    if not character:
        return False
    is_tone = "\U0001f3fb" <= character <= "\U0001f3ff"
    is_arrow = "\u2194" <= character <= "\u2199"
    return is_tone or is_arrow or unicodedata.category(character) == "So"
