"""Work out whose presence a room needs, and which absences and returns a hub must report.

A player is reported missing only while the room waits for them and somebody else is present.
"""

from collections.abc import Collection
from typing import Final, NamedTuple

from games.models import Player, Room
from games.protocol.commands import Back, Missing
from games.state.absence import AbsenceState
from games.state.room_settings import counts_down, settings_of

GRACE_SECONDS: Final = 20.0
"""How long after a room was opened in this process nobody is reported missing, because pages are
still reconnecting."""

REPEAT_SECONDS: Final = 5.0
"""How long until a report that had no effect is repeated."""


class PresenceNeeds(NamedTuple):
    """The players the room cannot go on without, and the absent ones whose return it awaits."""

    needed: Collection[int] = ()
    awaited: Collection[int] = ()


NOBODY: Final = PresenceNeeds()


def presence_needs(room: Room, absence: AbsenceState, at_turn: Player | None) -> PresenceNeeds:
    """Return whose presence matters after the room's newest event; `at_turn` is the player at
    turn."""
    if room.status == Room.Status.CLOSED:
        return NOBODY
    needed = set()
    if room.host is not None and "host" not in room.deadlines:
        needed.add(room.host)
    if (
        at_turn is not None
        and not at_turn.level
        and not absence.paused
        and not absence.stand_in_level(at_turn.seat)
        and "away" not in room.deadlines
        and counts_down(settings_of(room))
    ):
        needed.add(at_turn.seat)
    awaited = sorted({*absence.away, *absence.warm}) if absence.away or absence.warm else []
    return PresenceNeeds(sorted(needed), awaited)


class AbsenceReporter:
    """Remembers what was reported about one room, so that it is not reported every second."""

    def __init__(self, opened: float) -> None:
        self._opened = opened
        self._reported: dict[Missing | Back, float] = {}

    def reports(
        self, needs: PresenceNeeds, present: Collection[int], now: float
    ) -> list[Missing | Back]:
        """Return the commands to perform at `now` (s since 1970)."""
        found: list[Missing | Back] = [Back(one) for one in needs.awaited if one in present]
        if present and now - self._opened >= GRACE_SECONDS:
            found += [Missing(one) for one in needs.needed if one not in present]
        recent = {body: at for body, at in self._reported.items() if now - at < REPEAT_SECONDS}
        new = [body for body in found if body not in recent]
        self._reported = {**recent, **dict.fromkeys(new, now)}
        return new


def is_settled(needs: PresenceNeeds, present: Collection[int]) -> bool:
    """Return whether there will be nothing to report until something changes."""
    if any(one in present for one in needs.awaited):
        return False
    return not present or all(one in present for one in needs.needed)
