"""The rules of a room's next game. A running game keeps its own.

While the host edits them, a room may hold rules that cannot be played: then no game starts.
"""

from collections.abc import Mapping
from typing import Any

from farkle import RulesError, RuleSet
from farkle.rules.codec import Named
from games.models import Player
from games.protocol.commands import ChangeRules, SetRules
from games.protocol.errors import Refused
from games.protocol.events import Stored
from games.rules.catalogue import preset_of, resolve_rules
from games.rules.fields import LABELS
from games.rules.messages import error_in, error_text
from games.services.tables.handlers import handles
from games.services.tables.table import Table


@handles(SetRules, by="host")
def set_rules(table: Table, body: SetRules, _host: Player) -> list[Stored]:
    """Replace the rules by a preset or a whole rule set."""
    return _set(table, read(body.rules, body.base))


@handles(ChangeRules, by="host")
def change_rules(table: Table, body: ChangeRules, _host: Player) -> list[Stored]:
    """Change some fields. Two changes of different fields at the same time both take effect."""
    rules = read({**table.room.rules, **body.fields}, table.room.base).rules
    return _set(table, Named(table.room.base, rules))


def _set(table: Table, rules: Named) -> list[Stored]:
    base, rule_set = rules
    preset = preset_of(rule_set)
    table.change_room(rules=rule_set.to_dict(), preset=preset, base=base)
    return [{"e": "rules", "rules": table.room.rules, "preset": preset or None, "base": base}]


def read(rules: str | Mapping[str, Any], base: str = "") -> Named:
    """Return the preset with this key, or the rule set of this dict. Raise Refused."""
    try:
        return resolve_rules(rules, base)
    except RulesError as error:
        raise Refused("bad_rules", problem=error_text(error, LABELS)) from error


def require_playable(rules: RuleSet) -> RuleSet:
    """Return `rules` if a game can be played by them. Raise Refused."""
    if problem := error_in(rules):
        raise Refused("bad_rules", problem=problem)
    return rules
