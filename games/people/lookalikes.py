"""Find names that look the same: letters of other alphabets, or a digit in place of a letter.

The list of lookalikes is Unicode's table of confusables (Unicode Technical Standard 39), from the
library confusable_homoglyphs.
"""

import json
import unicodedata
from functools import cache, lru_cache
from importlib.resources import files


@lru_cache(maxsize=4096)
def looks_of(name: str) -> frozenset[str]:
    """Return keys of how a name looks. Two names look the same if they have a key in common.

    Capitals do not count. There are two keys because I looks like l, and i does not.
    """
    return frozenset({_skeleton(name.casefold()), _skeleton(name).casefold()})


def _skeleton(text: str) -> str:
    prototypes = _prototypes()
    letters = unicodedata.normalize("NFKD", text)  # full-width letters are the usual ones
    return unicodedata.normalize("NFD", "".join(prototypes.get(one, one) for one in letters))


@cache
def _prototypes() -> dict[str, str]:
    """Map each character to one text that stands for its whole group of lookalikes.

    The library lists pairs in both directions; connected characters form a group. The text is one
    of several characters if the group has one (rn for m), else a letter that has a capital form if
    possible.
    """
    data = files("confusable_homoglyphs").joinpath("confusables.json").read_text("utf-8")
    alike: dict[str, set[str]] = {}
    for key, others in json.loads(data).items():
        group = {_visible(key), *(_visible(other["c"]) for other in others)}
        for known in [alike[one] for one in group if one in alike]:
            group |= known
        alike.update(dict.fromkeys(group, group))
    first: dict[str, str] = {}
    for one, group in alike.items():
        if one not in first:
            first.update(dict.fromkeys(group, max(group, key=_rank)))
    return {
        one: "".join(first.get(letter, letter) for letter in text) if len(text) > 1 else text
        for one, text in first.items()
        if len(one) == 1
    }


def _rank(text: str) -> tuple[int, bool, str]:
    return len(text), text.isascii(), text


def _visible(text: str) -> str:
    """Return the text without the direction marks that surround some characters in the table."""
    return "".join(one for one in text if unicodedata.category(one) != "Cf")
