"""The view of a room as of one event, which all sockets that connect together share.

Whoever connects reads the number of the room's newest event first. A view is good for them if it is
no older than that, because nothing in it changes without an event. Only the seats of a closed room
do, when a guest becomes an account; a view of one serves a single socket.
"""

from typing import NamedTuple

from games.realtime.chat import recent_messages
from games.state import places, room_state
from games.state.absence_watch import PresenceNeeds
from games.state.places import Places
from games.state.room_state import LyingDice


class RoomView(NamedTuple):
    """A room as of event `n`."""

    n: int
    frame: str
    """The `sync` frame."""
    places: Places
    needs: PresenceNeeds
    """Whose presence the room needs."""
    dice: LyingDice | None

    def is_good_for(self, head: int) -> bool:
        """Return whether it serves a socket that has read this head."""
        return self.n >= head and not self.places.is_closed


def read_view(room: int, code: str) -> tuple[RoomView, str]:
    """Return a view of the room, and the frame of its recent messages."""
    made = room_state.sync(code)
    if made is None:
        raise LookupError(f"room {code} no longer exists")
    # Read after the frame. What changes later is announced by events.
    view = RoomView(made.n, made.frame, places.places_in(room), made.needs, made.dice)
    return view, recent_messages(room)
