"""What will happen by itself in a room, and when: a deadline for each kind, in ms since 1970.

They are stored with the room and worked out anew with each event; the ticker performs them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from games.models import Room
from games.room_settings import PACE_MS, settings_of

if TYPE_CHECKING:
    from games.play_table import Table

_DAY_MS: Final = 24 * 60 * 60 * 1000

IDLE_AFTER_MS: Final = {
    Room.Status.LOBBY: _DAY_MS,
    Room.Status.OVER: _DAY_MS,
    Room.Status.PLAYING: 7 * _DAY_MS,
}
"""A room in which nothing happens for so long is closed; a game in it ends as abandoned."""

IDLE_WITHIN_MS: Final = 60 * 1000
"""An idle room is closed up to so much too early, which saves a write with every move."""


def deadlines_after(table: Table, now: int, *, moved: bool) -> dict[str, int]:
    """The room's deadlines after an event at `now`, which `moved` the game or did not."""
    room, old = table.room, table.room.deadlines
    idle_after = IDLE_AFTER_MS.get(Room.Status(room.status))
    if idle_after is None:
        return {}
    found = {"idle": now + idle_after}
    if abs(found["idle"] - old.get("idle", 0)) <= IDLE_WITHIN_MS:
        found["idle"] = old["idle"]
    player = table.at_turn
    if player is not None and table.mind_of(player):
        pace = now + PACE_MS[settings_of(room)["pace"]]
        found["computer"] = pace if moved else old.get("computer", pace)
    return found
