"""Stored rule sets as cached objects of the engine, and values derived from them."""

import json
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from farkle import FIELDS, PRESETS, RulesError, RuleSet
from farkle.rules.codec import Named, nearest
from farkle.rules.odds import first_farkle_chances, later_farkle_chances


def rules_of(data: Mapping[str, Any]) -> RuleSet:
    """Return a stored rule set, one object for equal ones, so that they share a score table."""
    return _rules_of(json.dumps(data, sort_keys=True))


@lru_cache(maxsize=500)
def _rules_of(text: str) -> RuleSet:
    return RuleSet.from_dict(json.loads(text))


def resolve_rules(wanted: str | Mapping[str, Any], base: str = "") -> Named:
    """Return the preset with this key, or a client's rule set compared with the preset `base`.

    The default for `base` is the nearest preset. The rules may be unplayable. Raise RulesError.
    """
    if isinstance(wanted, str):
        if wanted not in PRESETS:
            raise RulesError("There's no rule set {preset}.", preset=repr(wanted[:40]))
        return Named(wanted, PRESETS[wanted])
    rules = RuleSet.from_dict(wanted)
    for name, info in FIELDS.items():
        value = getattr(rules, name)
        numbers = value if info.length else (value,)
        if info.most and min(numbers) < 0:  # `from_dict` accepts negative numbers
            raise RulesError("{field} must be at least 0.", field=name)
    return Named(base if base in PRESETS else nearest(rules), rules)


def preset_of(rules: RuleSet) -> str:
    """Return the key of the preset equal to `rules`, or ""."""
    return next((key for key, preset in PRESETS.items() if preset == rules), "")


@lru_cache(maxsize=500)
def chances(rules: RuleSet) -> tuple[float, ...]:
    """Return the farkle chances of 1, 2, ... dice: within a turn, then on its first roll."""
    each = (*later_farkle_chances(rules), *first_farkle_chances(rules))
    return tuple(round(float(chance), 4) for chance in each)
