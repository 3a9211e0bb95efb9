"""What will happen by itself in a room, and when: a deadline for each kind, in ms since 1970.

They are stored with the room and worked out anew with each event; the ticker performs them.

- `idle`: the room closes.
- `computer`: the computer at turn moves.
- `away`: the countdown for a player at turn who is not there ends.
- `turn`: the turn's time ends.
- `host`: the role of a host who is not there passes on.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final

from games.models import Room
from games.protocol import events as room_events
from games.state.room_settings import PACE_MS, counts_down, settings_of

if TYPE_CHECKING:
    from games.services.table import Table

_DAY_MS: Final = 24 * 60 * 60 * 1000

IDLE_AFTER_MS: Final[Mapping[str, int]] = {
    Room.Status.LOBBY: _DAY_MS,
    Room.Status.OVER: _DAY_MS,
    Room.Status.PLAYING: 7 * _DAY_MS,
}
"""A room in which nothing happens for so long is closed; a game in it ends as abandoned."""

IDLE_WITHIN_MS: Final = 60 * 1000
"""An idle room is closed up to so much too early, which saves a write with every move."""

HOST_AFTER_MS: Final = 2 * 60 * 1000

TOLD: Final = ("away", "turn", "host")
"""The kinds that everybody is told."""


def told(deadlines: Mapping[str, int]) -> dict[str, int]:
    """What pages show of them."""
    return {kind: deadlines[kind] for kind in TOLD if kind in deadlines}


def deadlines_after(
    table: Table, now: int, events: Sequence[room_events.Stored], *, moved: bool
) -> dict[str, int]:
    """The room's deadlines after `events` at `now`, which `moved` the game or did not."""
    room, old = table.room, table.room.deadlines
    idle_after = IDLE_AFTER_MS.get(room.status)
    if idle_after is None:
        return {}
    found = {"idle": now + idle_after}
    if abs(found["idle"] - old.get("idle", 0)) <= IDLE_WITHIN_MS:
        found["idle"] = old["idle"]
    names = {event["e"] for event in events}
    reported = [event["player"] for event in events if event["e"] == "away"]
    found |= _host(table, now, reported, passed="host" in names)
    player = table.at_turn
    if player is None or table.waits.paused:
        return found
    if not table.mind_of(player):
        return found | _of_the_turn(table, now, player.seat, reported, begins="turn" in names)
    if not table.rests:
        pace = now + PACE_MS[settings_of(room)["pace"]]
        found["computer"] = pace if moved else old.get("computer", pace)
    return found


def _host(table: Table, now: int, reported: Sequence[int], *, passed: bool) -> dict[str, int]:
    host, due = table.room.host, table.room.deadlines.get("host")
    if host is None or passed or host not in table.waits.away:
        return {}
    if due is None and host in reported:
        due = now + HOST_AFTER_MS
    return {} if due is None else {"host": due}


def _of_the_turn(
    table: Table, now: int, player: int, reported: Sequence[int], *, begins: bool
) -> dict[str, int]:
    """Of a person at turn: how long the turn may take, and until when an absent one is awaited."""
    settings, old = settings_of(table.room), {} if begins else table.room.deadlines
    found = {}
    if settings["timer"]:
        found["turn"] = old.get("turn", now + settings["timer"] * 1000)
    if player in table.waits.away and counts_down(settings):
        if begins or player in reported:
            found["away"] = old.get("away", now + settings["away_after"] * 1000)
        elif "away" in old:
            found["away"] = old["away"]
    return found
