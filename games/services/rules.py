"""What `play` does with the rules of the next game; a game that is on keeps its own.

A room may hold rules that nobody can play, while somebody is at them: a game then does not start.
"""

from collections.abc import Mapping
from typing import Any

from farkle import RulesError
from farkle.rules.codec import Named
from games.protocol import commands as c
from games.protocol import events
from games.protocol.commands import Command
from games.protocol.errors import Refused
from games.protocol.events import PendingEvent
from games.rules.catalogue import named, preset_of
from games.rules.fields import LABELS
from games.rules.messages import error_in, unreadable
from games.services.handlers import handles
from games.services.table import Table


@handles(c.SetRules)
def set_rules(table: Table, command: Command, body: c.SetRules) -> PendingEvent:
    """A preset, or a whole rule set, in place of what there was."""
    host = table.host(command, body.player)
    return table.record(command, [_put(table, read(body.rules, body.base))], player=host.seat)


@handles(c.ChangeRules)
def change_rules(table: Table, command: Command, body: c.ChangeRules) -> PendingEvent:
    """Some fields. Two that change different ones at once both have their will."""
    host = table.host(command, body.player)
    rules = read({**table.room.rules, **body.fields}, table.room.base).rules
    event = _put(table, Named(table.room.base, rules))
    return table.record(command, [event], player=host.seat)


def _put(table: Table, found: Named) -> events.Stored:
    base, rules = found
    preset = preset_of(rules)
    table.change_room(rules=rules.to_dict(), preset=preset, base=base)
    return {"e": "rules", "rules": table.room.rules, "preset": preset or None, "base": base}


def read(wanted: str | Mapping[str, Any], base: str = "") -> Named:
    """A preset by its key, or a rule set from its dict. Raises Refused where it is none."""
    try:
        return named(wanted, base)
    except RulesError as error:
        raise Refused("bad_rules", problem=unreadable(error, LABELS)) from error


def playable(wanted: str | Mapping[str, Any], base: str = "") -> Named:
    """The same, for a room that is to be opened: refused as well where nobody can play it."""
    found = read(wanted, base)
    problem = error_in(found.rules)
    if problem:
        raise Refused("bad_rules", problem=problem)
    return found
