"""From when the others may go on without the player at turn."""

import pytest

from games import clock
from games.models import Player, Room
from games.state.absence import AbsenceState, Pause
from games.state.going_on import (
    JUST_MOVED_MS,
    LEAST_GONE_MS,
    STALLED_MS,
    go_on_from,
    stalled_from,
    waited_since,
)
from tests.games.conftest import Clock


def from_when(
    since: int,
    timer: int = 0,
    absence: AbsenceState | None = None,
    level: str = "",
    **deadlines: int,
) -> int | None:
    """Return from how many ms after the last move of player 1 the others may go on."""
    room = Room(settings={"timer": timer}, deadlines=deadlines)
    player = Player(seat=1, level=level)
    found = go_on_from(room, absence or AbsenceState(), player, lambda: since)
    return None if found is None else found - since


def test_after_two_minutes_without_a_move(moved: Clock) -> None:
    since = clock.milliseconds()
    moved(1000)
    assert from_when(since) == STALLED_MS
    assert from_when(since, timer=3599, turn=since + 3_599_000) == STALLED_MS
    assert from_when(since, timer=3600, turn=since + 3_600_000) == 1_800_000
    assert stalled_from(Room(settings={"timer": 3600}), since) is None


@pytest.mark.parametrize(("timer", "gone"), [(30, 30), (50, 30), (100, 50), (200, 100)])
def test_when_most_of_the_time_is_gone(timer: int, gone: int) -> None:
    since = clock.milliseconds()
    assert gone * 1000 >= LEAST_GONE_MS
    assert from_when(since, timer=timer, turn=since + timer * 1000) == gone * 1000


def test_during_a_countdown_but_not_right_after_a_move() -> None:
    since = clock.milliseconds()
    assert from_when(since, away=since + 30_000) == JUST_MOVED_MS
    assert from_when(since, timer=60, turn=since + 10_000) == JUST_MOVED_MS


def test_never_when_a_computer_plays_or_in_a_pause() -> None:
    since = clock.milliseconds()
    assert from_when(since, level="pip") is None
    assert from_when(since, absence=AbsenceState(warm=[1])) is None
    assert from_when(since, absence=AbsenceState(stand_in=1)) is None
    assert from_when(since, absence=AbsenceState(paused=Pause(1, "", since, {}))) is None
    assert from_when(since, absence=AbsenceState(stand_in=2)) == STALLED_MS
    assert from_when(since, timer=86400) is None, "without a deadline of the turn"
    assert go_on_from(Room(), AbsenceState(), None, lambda: since) is None


def test_a_move_in_the_future_counts_as_new(moved: Clock) -> None:
    now = clock.milliseconds()
    moved(10)
    assert waited_since(AbsenceState(), lambda: now) == now
    assert waited_since(AbsenceState(fresh=now + 5000), lambda: now) == now + 5000
    assert waited_since(AbsenceState(), lambda: now + 60_000) == clock.milliseconds()
