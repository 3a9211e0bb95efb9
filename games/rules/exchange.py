"""Rule sets that come from outside (a short text, a link, a file) and go there."""

import json
import re
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from farkle import ALTERNATIVES, PRESETS, RulesError, RuleSet
from farkle.rules import codec
from games.rules.catalogue import named
from games.rules.messages import unreadable
from games.validators import ROOM_NAME_LENGTH, UnfitName, fit_name

LONGEST = 8 * 1024
"""Characters of what somebody pastes, or of a file."""

FORMAT = "farkle rules"
_TEXT = re.compile(r"\d+\.[A-Za-z0-9_.-]+")


class Unreadable(Exception):
    """What was given is no rule set; the message says what is wrong with it."""


class Read(NamedTuple):
    """A rule set, the preset it is told by, and the name it had where it came from."""

    base: str
    rules: RuleSet
    name: str = ""


def from_outside(given: str) -> Read:
    """A rule set in `given`: the short text (alone, in a link, or somewhere in a message), or JSON
    as `to_json` writes it. Raises Unreadable."""
    if len(given) > LONGEST:
        raise Unreadable(_("That is too long for a rule set."))
    words = given.strip().removeprefix("\ufeff")
    if not words:
        raise Unreadable(_("There is nothing in it."))
    if words.startswith(("{", "[", '"')):
        return _from_json(words)
    found = _TEXT.findall(words)
    if not found:
        raise Unreadable(_("There is no rule set in it. One looks like 1.family.three_pairs-750."))
    return from_text(found[-1].rstrip(".-"))


def from_text(text: str) -> Read:
    """A rule set in its short text alone. Raises Unreadable."""
    try:
        return Read(*codec.read(text))
    except RulesError as error:
        raise Unreadable(unreadable(error)) from error


def _from_json(words: str) -> Read:
    try:
        data = json.loads(words)
    except (ValueError, RecursionError) as error:
        place = f": {error}" if isinstance(error, json.JSONDecodeError) else ""
        raise Unreadable(_("This is no JSON%(place)s.") % {"place": place}) from error
    if not isinstance(data, dict):
        raise Unreadable(_("A rule set must be an object with named fields."))
    whole = data if "rules" in data else {"rules": data}
    kind, rules = whole.get("format", FORMAT), whole["rules"]
    if kind != FORMAT or not isinstance(rules, dict):
        raise Unreadable(_("This JSON is something else than a rule set."))
    base = whole.get("preset")
    try:
        found = named(rules, base if isinstance(base, str) else "")
    except RulesError as error:
        raise Unreadable(unreadable(error)) from error
    return Read(*found, _name(whole.get("name")))


def _name(value: object) -> str:
    try:
        return fit_name(value, longest=ROOM_NAME_LENGTH) if isinstance(value, str) else ""
    except UnfitName:
        return ""


def rule_sets_for_editor() -> dict[str, Any]:
    """By preset: every value it has, and those its document offers beside them."""
    return {
        key: {
            "rules": rules.to_dict(),
            "also": {name: list(values) for name, values in ALTERNATIVES[key].items()},
        }
        for key, rules in PRESETS.items()
    }


def to_json(rules: RuleSet, base: str, name: str) -> dict[str, Any]:
    """A rule set for a file; `from_outside` reads it."""
    return {"format": FORMAT, "name": name, "preset": base, "rules": rules.to_dict()}
