"""Checks of names and texts that people type, so that they can be shown anywhere."""

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
# The zero-width joiner combines several signs into one emoji.
_HARMLESS_JOINERS = {"\u200d"}
_MOST_MARKS = 2


class UnfitName(ValueError):
    """A name is empty, too long, or holds characters that are not text."""


def fit_name(raw: str, *, longest: int = NAME_LENGTH) -> str:
    """Return `raw` as it may be stored: in NFC, with single spaces. Raise UnfitName.

    `longest` counts code points after normalising. More than two combining marks on a letter are
    refused because they overlap the rows above and below.
    """
    if len(raw) > longest * 4:  # too long in any form; do not waste time normalising it
        raise UnfitName
    # Tabs and line breaks in a pasted text count as spaces.
    name = unicodedata.normalize("NFC", " ".join(raw.split()))
    if not name or len(name) > longest:
        raise UnfitName
    marks = 0
    for character in name:
        category = unicodedata.category(character)
        if category in _UNFIT and character not in _HARMLESS_JOINERS:
            raise UnfitName
        marks = marks + 1 if category in {"Mn", "Me"} else 0
        if marks > _MOST_MARKS:
            raise UnfitName
    if not any(unicodedata.category(c)[0] in "LNPS" for c in name):
        raise UnfitName  # nothing in it can be seen
    return name
