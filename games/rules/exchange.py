"""Import and export of rule sets as a code, a link or a file."""

import json
import re
from typing import Any, NamedTuple
from unicodedata import category, normalize

from django.utils.translation import gettext as _

from farkle import FIELDS, PRESETS, RulesError, RuleSet
from farkle.rules import codec
from farkle.rules.ruleset import VERSION
from games.people.names import ROOM_NAME_LENGTH, UnfitName, fit_name
from games.rules.catalogue import resolve_rules
from games.rules.messages import error_text

LONGEST = 8 * 1024
"""Maximum number of characters of a pasted text or a file."""

FORMAT = "farkle rules"
_VALUE = r"(?:\d{1,3}(?:[.,\s]\d{3})+(?!\d)|\w+)"
_FIELDS = "|".join(
    rf"{name}\s*-\s*{_VALUE}(?:\s*-\s*{_VALUE}){{{max(info.length - 1, 0)}}}(?!-?\w)"
    for name, info in FIELDS.items()
)
_CODE = re.compile(
    rf"""(?<!\d){VERSION}\s*\.\s*(?:{"|".join(PRESETS)})\b
    (?:[\s.,;]+(?:{_FIELDS}))*
    (?:\.\w[\w.-]*)?  # what the code cannot have there: its reader says so""",
    re.IGNORECASE | re.VERBOSE,
)
"""A rules code in a text. Phones may put spaces around its dots, and capitals after them."""
_FIELD = re.compile(rf"\b(?:{_FIELDS})", re.IGNORECASE)
_NEARLY = re.compile(r"(?<!\d)\d+\.(?=[0-9_]*[a-z])[a-z0-9_.-]+", re.IGNORECASE)
"""What looks like a code; a number such as 8.30 does not."""
_PAGE = re.compile(rf"/rules/({'|'.join(PRESETS)})\b", re.IGNORECASE)
"""The link of a preset's page."""


class Unreadable(Exception):
    """The input is not a rule set; the message is for the reader."""


class Imported(NamedTuple):
    """A rule set, the preset it is compared with, and its name in the file."""

    base: str
    rules: RuleSet
    name: str = ""


def parse_rules(text: str) -> Imported:
    """Read a rules code (alone, in a link or a message) or `to_json`'s JSON. Raise Unreadable."""
    if len(text) > LONGEST:
        raise Unreadable(_("That's too long for a rule set."))
    words = "".join(char for char in text if category(char) != "Cf").strip()
    if any(category(char) == "Cc" and not char.isspace() for char in words):
        raise Unreadable(_("There's a character in it that isn't text. Copy the rules again."))
    if not words:
        raise Unreadable(_("There's nothing in it."))
    if words.startswith(("{", "[", '"')):
        return _from_json(words)
    words = normalize("NFKC", words)
    words = "".join("-" if category(char) == "Pd" or char == "\u2212" else char for char in words)
    found = list(_CODE.finditer(words))
    codes = {_tidy(code.group()) for code in found}
    codes |= {f"{VERSION}.{preset.lower()}" for preset in _PAGE.findall(words)}
    if len(codes) > 1:
        raise Unreadable(_("There's more than one rules code in it. Paste one of them."))
    if found and (left := _FIELD.search(_CODE.sub("", words[found[0].start() :]))):
        raise Unreadable(
            _("%(field)s is not part of the code. Put it right behind it.")
            % {"field": left.group()}
        )
    if not (codes := codes or set(_NEARLY.findall(words)[-1:])):
        raise Unreadable(
            _("There's no rule set in it. A rules code looks like 1.family.three_pairs-750.")
        )
    return parse_code(codes.pop())


def _tidy(code: str) -> str:
    """Return the code as `codec` writes it."""
    code = re.sub(r"(?<=\d)[.,\s](?=\d{3}(?!\d))", "", code)
    code = re.sub(r"[\s.,;]+", ".", re.sub(r"\s*-\s*", "-", code))
    return code.rstrip(".-").lower()


def parse_code(text: str) -> Imported:
    """Read a rules code. Raise Unreadable."""
    try:
        return Imported(*codec.read(text.lower()))
    except RulesError as error:
        raise Unreadable(error_text(error)) from error


def _from_json(words: str) -> Imported:
    try:
        data = json.loads(words, object_pairs_hook=_unique_names)
    except _RepeatedName as twice:
        raise Unreadable(_("%(name)s comes twice in it.") % {"name": twice}) from twice
    except (ValueError, RecursionError) as error:
        if not isinstance(error, json.JSONDecodeError):
            raise Unreadable(_("This isn't valid JSON.")) from error
        place = {"line": error.lineno, "column": error.colno}
        words = _("This isn't valid JSON: line %(line)s, column %(column)s.") % place
        raise Unreadable(words) from error
    if not isinstance(data, dict):
        raise Unreadable(_("A rule set must be an object with named fields."))
    whole = data if "rules" in data else {"rules": data}
    kind, rules = whole.get("format", FORMAT), whole["rules"]
    if kind != FORMAT or not isinstance(rules, dict):
        raise Unreadable(_("This JSON isn't a rule set."))
    base = whole.get("preset")
    try:
        base, rules = resolve_rules(rules, base if isinstance(base, str) else "")
    except RulesError as error:
        raise Unreadable(error_text(error)) from error
    return Imported(base, rules, name_in_file(whole.get("name")))


class _RepeatedName(Exception):
    """A name comes twice in one object of a JSON text."""


def _unique_names(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return the object with these pairs. Raise _RepeatedName for a repeated name."""
    data = dict[str, Any]()
    for name, value in pairs:
        if name in data:
            raise _RepeatedName(name[:40])
        data[name] = value
    return data


def name_in_file(value: object) -> str:
    """Return a name of rules or a room from a file, or "" if it is not allowed."""
    try:
        return fit_name(value, longest=ROOM_NAME_LENGTH) if isinstance(value, str) else ""
    except UnfitName:
        return ""


def to_json(rules: RuleSet, base: str, name: str) -> dict[str, Any]:
    """Return the data of a file with a rule set."""
    return {"format": FORMAT, "name": name, "preset": base, "rules": rules.to_dict()}
