"""Who is missing and who is back: what hubs, which see presence, have to tell `play`.

Nobody is missed while he holds nobody up, nor while nobody else is there.
"""

from collections.abc import Collection
from typing import Final, NamedTuple

from games.models import Player, Room
from games.protocol.commands import Back, Missing
from games.state.absence import AbsenceState
from games.state.room_settings import counts_down, settings_of

GRACE_SECONDS: Final = 20.0
"""So long after a room was opened in this process nobody is missed: pages are still coming back."""

AGAIN_SECONDS: Final = 5.0
"""What was not believed is said again after so long."""


class PresenceNeeds(NamedTuple):
    """On whom the room waits if they are not there, and whose return it waits for."""

    needed: Collection[int] = ()
    awaited: Collection[int] = ()


NOBODY: Final = PresenceNeeds()


def look_at(room: Room, waits: AbsenceState, at_turn: Player | None) -> PresenceNeeds:
    """What is to be looked for after the room's newest event; `at_turn` whose turn it is."""
    if room.status == Room.Status.CLOSED:
        return NOBODY
    needed = set()
    if room.host is not None and "host" not in room.deadlines:
        needed.add(room.host)
    if (
        at_turn is not None
        and not at_turn.level
        and not waits.paused
        and not waits.mind_for(at_turn.seat)
        and "away" not in room.deadlines
        and counts_down(settings_of(room))
    ):
        needed.add(at_turn.seat)
    awaited = sorted({*waits.away, *waits.warm}) if waits.away or waits.warm else []
    return PresenceNeeds(sorted(needed), awaited)


class Attendance:
    """What was said about one room, so that it is not said every second."""

    def __init__(self, opened: float) -> None:
        self._opened = opened
        self._said: dict[Missing | Back, float] = {}

    def news(self, look: PresenceNeeds, here: Collection[int], now: float) -> list[Missing | Back]:
        """Who is missing, and who is back, at `now` (s since 1970)."""
        news: list[Missing | Back] = [Back(one) for one in look.awaited if one in here]
        if here and now - self._opened >= GRACE_SECONDS:
            news += [Missing(one) for one in look.needed if one not in here]
        said = {body: at for body, at in self._said.items() if now - at < AGAIN_SECONDS}
        fresh = [body for body in news if body not in said]
        self._said = {**said, **dict.fromkeys(fresh, now)}
        return fresh
