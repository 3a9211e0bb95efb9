"""Names that look the same: letters of other alphabets, or a figure for a letter.

Which characters look alike says Unicode's table of confusables (Unicode Technical Standard 39),
which comes with the library confusable_homoglyphs.
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
    """Return one text for all characters that look alike, by character.

    The library lists the characters in both directions. Those that are connected look alike. Where
    a group has a text of several characters, such as rn for m, that is the one, else a letter that
    has capitals, if there is one.
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
    """Return the text without the direction marks that the table has around some characters."""
    return "".join(one for one in text if unicodedata.category(one) != "Cf")
