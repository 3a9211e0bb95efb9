"""The rules of a room's next game. A running game keeps its own.

While the host edits them, a room may hold rules that cannot be played: then no game starts.
"""

from collections.abc import Mapping
from typing import Any

from farkle import RulesError
from farkle.rules.codec import Named
from games.protocol.commands import ChangeRules, Command, SetRules
from games.protocol.errors import Refused
from games.protocol.events import PendingEvent, Stored
from games.rules.catalogue import named, preset_of
from games.rules.fields import LABELS
from games.rules.messages import error_in, unreadable
from games.services.tables.handlers import handles
from games.services.tables.table import Table


@handles(SetRules)
def set_rules(table: Table, command: Command, body: SetRules) -> PendingEvent:
    """Replace the rules by a preset or a whole rule set."""
    host = table.require_host(command, body.player)
    return table.record(command, [_set(table, read(body.rules, body.base))], player=host.seat)


@handles(ChangeRules)
def change_rules(table: Table, command: Command, body: ChangeRules) -> PendingEvent:
    """Change some fields. Two changes of different fields at the same time both take effect."""
    host = table.require_host(command, body.player)
    rules = read({**table.room.rules, **body.fields}, table.room.base).rules
    event = _set(table, Named(table.room.base, rules))
    return table.record(command, [event], player=host.seat)


def _set(table: Table, found: Named) -> Stored:
    base, rules = found
    preset = preset_of(rules)
    table.change_room(rules=rules.to_dict(), preset=preset, base=base)
    return {"e": "rules", "rules": table.room.rules, "preset": preset or None, "base": base}


def read(wanted: str | Mapping[str, Any], base: str = "") -> Named:
    """Return the preset with this key, or the rule set of this dict. Raise Refused."""
    try:
        return named(wanted, base)
    except RulesError as error:
        raise Refused("bad_rules", problem=unreadable(error, LABELS)) from error


def playable(wanted: str | Mapping[str, Any], base: str = "") -> Named:
    """Return the rules for a new room. Raise Refused also if they cannot be played."""
    found = read(wanted, base)
    problem = error_in(found.rules)
    if problem:
        raise Refused("bad_rules", problem=problem)
    return found
