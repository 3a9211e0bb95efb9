"""The absences of a room: stored as JSON, changed by events, reported by hubs, ended by votes."""

import json

import pytest

from farkle import PRESETS
from games import clock
from games.models import Player, Room
from games.protocol.commands import Back, Missing, SetRules
from games.state import room_state
from games.state.absence import (
    GRACE_SECONDS,
    JUST_MOVED_MS,
    LEAST_GONE_MS,
    REPEAT_SECONDS,
    STALLED_MS,
    STAND_IN,
    AbsenceReporter,
    AbsenceState,
    Pause,
    go_on_from,
    stalled_from,
    waited_since,
)
from tests.games.conftest import Clock
from tests.support.rooms import Place

EVERYTHING: dict[str, object] = {
    "away": [2],
    "autoplay_this_turn": 2,
    "extended": 1,
    "votes": {"go_on": [1], "pause": [1]},
    "pauses": 3,
    "clock_restarted_at": 900,
}


def without(*names: str) -> dict[str, object]:
    return {name: value for name, value in EVERYTHING.items() if name not in names}


def test_a_new_room_stores_nothing() -> None:
    assert AbsenceState().to_dict() == {}
    assert AbsenceState.from_dict({}) == AbsenceState()


def test_it_comes_back_from_json_as_it_was() -> None:
    absence = AbsenceState(
        away=[2],
        autoplay=[3],
        autoplay_this_turn=1,
        missed={2: 1},
        extended=1,
        votes={"pause": [1]},
        paused=Pause(1, "Tea", 1000, {"turn": 500}, again=301_000),
        pauses=2,
        clock_restarted_at=900,
    )
    again = AbsenceState.from_dict(json.loads(json.dumps(absence.to_dict())))
    assert again == absence
    again.away.append(4)
    again.votes["pause"].append(2)
    assert (absence.away, absence.votes) == ([2], {"pause": [1]})


def test_a_computer_plays_for_who_stays_away_and_for_the_present_turn() -> None:
    absence = AbsenceState(away=[4], autoplay=[3], autoplay_this_turn=1)
    assert [absence.stand_in_level(player) for player in (1, 2, 3, 4)] == [
        STAND_IN,
        "",
        STAND_IN,
        "",
    ]
    assert [absence.is_absent(player) for player in (1, 2, 3, 4)] == [True, False, True, True]


def test_an_absence_ends_with_an_event_that_says_what_was_missed() -> None:
    absence = AbsenceState(away=[2], missed={2: 3})
    assert absence.end(1) == []
    assert absence.end(2) == [{"e": "back", "player": 2, "turns": 3}]
    assert absence == AbsenceState()


@pytest.mark.parametrize(
    ("event", "left"),
    [
        ({"e": "turn"}, {"away": [2], "votes": {"pause": [1]}, "pauses": 3}),
        ({"e": "rolled"}, {**without("clock_restarted_at"), "votes": {"pause": [1]}}),
        ({"e": "waited"}, {**EVERYTHING, "votes": {"pause": [1]}}),
        ({"e": "gone", "player": 2}, without("away", "autoplay_this_turn")),
        ({"e": "paused"}, without("votes")),
        ({"e": "ended"}, {"away": [2], "extended": 1}),
    ],
)
def test_events_end_what_they_settle(event: dict[str, object], left: dict[str, object]) -> None:
    absence = AbsenceState.from_dict(EVERYTHING)
    absence.update([event])
    assert absence.to_dict() == left


@pytest.mark.django_db
def test_absences_are_reported_after_a_grace_period_and_not_too_often(moved: Clock) -> None:
    place = Place(2)
    place.does(1, SetRules(1, {**PRESETS["kcd"].to_dict(), "first_player": "seat"}))
    place.start()
    needs = room_state.presence_needs(place.room.pk)
    assert (needs.needed, needs.awaited) == ([1], [])
    begin = clock.now().timestamp()
    reporter = AbsenceReporter(begin)
    later = begin + GRACE_SECONDS
    assert reporter.reports(needs, {2}, later - 1) == []
    assert reporter.reports(needs, set(), later) == []
    assert reporter.reports(needs, {1, 2}, later) == []
    assert reporter.reports(needs, {2}, later) == [Missing(1)]
    assert reporter.reports(needs, {2}, later + 1) == [], "once is enough"
    assert reporter.reports(needs, {2}, later + REPEAT_SECONDS) == [Missing(1)]
    place.ask(None, Missing(1))
    needs = room_state.presence_needs(place.room.pk)
    assert (needs.needed, needs.awaited) == ([], [1])
    assert AbsenceReporter(begin).reports(needs, {1, 2}, begin) == [Back(1)]


def from_when(
    since: int,
    timer: int = 0,
    absence: AbsenceState | None = None,
    level: str = "",
    **deadlines: int,
) -> int | None:
    """Return the time from the last move of player 1 until the others may go on, in ms."""
    room = Room(settings={"timer": timer}, deadlines=deadlines)
    player = Player(seat=1, level=level)
    at = go_on_from(room, absence or AbsenceState(), player, lambda: since)
    return None if at is None else at - since


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
    assert from_when(since, absence=AbsenceState(autoplay=[1])) is None
    assert from_when(since, absence=AbsenceState(autoplay_this_turn=1)) is None
    assert from_when(since, absence=AbsenceState(paused=Pause(1, "", since, {}))) is None
    assert from_when(since, absence=AbsenceState(autoplay_this_turn=2)) == STALLED_MS
    assert from_when(since, timer=86400) is None, "without a deadline of the turn"
    assert go_on_from(Room(), AbsenceState(), None, lambda: since) is None


def test_a_move_in_the_future_counts_as_new(moved: Clock) -> None:
    now = clock.milliseconds()
    moved(10)
    assert waited_since(AbsenceState(), lambda: now) == now
    assert waited_since(AbsenceState(clock_restarted_at=now + 5000), lambda: now) == now + 5000
    assert waited_since(AbsenceState(), lambda: now + 60_000) == clock.milliseconds()
