"""An open room: events in order, each to every socket that can take it."""

import pytest

from games.realtime.room import UNKNOWN, OpenRoom
from games.state.absence import NOBODY, PresenceNeeds
from games.state.room_state import OutboundEvent


class Socket:
    """What a room needs of a socket."""

    def __init__(
        self, n: int = 0, *, is_behind: bool = False, players: tuple[int, ...] = ()
    ) -> None:
        self.n = n
        self.is_behind = is_behind
        self.person: int | None = None
        self.players = list(players)
        self.lost: list[int] = []
        self.session: str | None = None
        self.is_screen = False
        self.frames: list[str] = []

    def push(self, *frames: str) -> None:
        self.frames += frames

    def dismiss(self, why: str, after: int | None = None) -> None:
        self.frames.append(f"bye {why} {after}")


def event(n: int, *, seats_changed: bool = False) -> OutboundEvent:
    return OutboundEvent(n, f"frame {n}", seats_changed)


@pytest.fixture
def room() -> OpenRoom:
    made = OpenRoom(1, "K7M2PQ9R")
    made.start_at(0)
    return made


def test_an_early_event_waits_for_its_predecessor(room: OpenRoom) -> None:
    socket = Socket()
    room.subscribers.add(socket)
    assert not room.send_events([event(2), event(3)])
    assert socket.frames == []
    assert room.send_events([event(1, seats_changed=True)])
    assert socket.frames == ["frame 1", "frame 2", "frame 3"]
    assert not room.send_events([event(2)])
    assert (socket.n, room.head, len(socket.frames)) == (3, 3, 3)


def test_a_socket_gets_only_what_follows_what_it_has(room: OpenRoom) -> None:
    ready, behind, new = Socket(), Socket(is_behind=True), Socket(UNKNOWN)
    room.subscribers |= {ready, behind, new}
    room.send_events([event(1)])
    room.send_to_all("hint")
    assert (ready.frames, behind.frames, new.frames) == (["frame 1", "hint"], [], [])


def test_nothing_is_sent_before_the_head_is_known() -> None:
    room = OpenRoom(1, "K7M2PQ9R")
    room.send_events([event(4), event(6), event(7)])
    room.start_at(6)
    room.send_events(())
    assert (room.head, [one.n for one in room.recent], room.early) == (7, [7], {})


def test_missed_events_are_known_only_so_far_back(room: OpenRoom) -> None:
    room.send_events([event(n) for n in range(1, 151)])
    missed = room.events_after(148)
    assert missed is not None
    assert [one.n for one in missed] == [149, 150]
    assert room.events_after(150) == []
    assert room.events_after(10) is None


def test_presence_needs_belong_to_the_head(room: OpenRoom) -> None:
    needs = PresenceNeeds([1], [2])
    room.send_events([OutboundEvent(1, "frame 1", False, needs)])
    assert room.presence_needs() == needs
    room.send_events([event(2)])
    assert room.presence_needs() is None
    room.stored_needs = (2, NOBODY)
    assert room.presence_needs() == NOBODY


def test_spectators_are_sockets_without_a_seat(room: OpenRoom) -> None:
    room.subscribers |= {Socket(), Socket(players=(1,)), Socket()}
    room.count_spectators()
    assert room.local_presence.watching == 2


def test_a_room_says_when_it_is_to_be_looked_at() -> None:
    changed = set[OpenRoom]()
    room = OpenRoom(1, "K7M2PQ9R", changed)
    for change in (
        lambda: None,  # it is new
        lambda: room.start_at(1),
        lambda: room.send_events([event(2)]),
        lambda: room.mark_present(Socket(players=(1,))),
        lambda: room.note_left(Socket(players=(1,)), closed=True),
        room.share_presence,
    ):
        change()
        assert changed == {room}
        changed.clear()


def test_a_dismissed_socket_hears_no_more(room: OpenRoom) -> None:
    socket, other = Socket(players=(2,)), Socket()
    room.subscribers = {socket, other}
    room.dismiss(socket, "removed")
    room.send_events([event(1)])
    room.send_to_all("hint")
    assert socket.frames == ["bye removed None"]
    assert socket.players == []
    assert other.frames == ["frame 1", "hint"]
