"""What happens in a room without a command, and when."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

import farkle
from games import clock
from games.models import Room
from games.protocol.commands import (
    ComputerMove,
    Done,
    Expire,
    Extend,
    FollowClock,
    Leave,
    Missing,
    Rematch,
    Rename,
    SetAbandon,
    SetRoom,
    SetRules,
)
from games.protocol.events import Stored
from games.realtime.scheduler import due_work
from games.services.tables.deadlines import AtTurn, after_jump, deadlines_after
from games.state.absence import AbsenceState, Pause
from games.state.room_settings import DEFAULTS
from tests.games.conftest import Clock
from tests.support.play.absences import playing
from tests.support.rooms import (
    Place,
    against,
    follow,
    last_events,
    refused,
    seen,
    short,
)

pytestmark = pytest.mark.django_db


def test_a_room_in_which_nothing_was_played_is_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    place = Place(2)
    assert refused(place, None, Expire("idle")) == "not_due"
    assert refused(place, None, Expire("nonsense")) == "not_due"
    due = place.fresh().due_at
    assert due is not None
    assert abs(due - datetime.now(UTC) - timedelta(days=1)) < timedelta(minutes=1)
    monkeypatch.setattr(clock, "now", lambda: due)
    assert isinstance(place.ask(None, Expire("idle")), Done)
    room = place.fresh()
    assert (room.status, room.due_at, room.deadlines) == ("closed", None, {})
    assert last_events(place) == [{"e": "closed", "why": "idle"}]


DAY = 86400


@pytest.mark.parametrize(("days", "notice"), [(7, 6), (90, 89), (1, 0.5)])
def test_an_idle_game_is_abandoned_after_a_notice(days: int, notice: float, moved: Clock) -> None:
    place = Place(2)
    place.start()
    place.does(1, SetAbandon(1, days))
    place.move()
    page = seen(place)
    moved(notice * DAY - 60)
    assert place.tick() == []
    moved(61)
    assert refused(place, None, Expire("abandon")) == "not_due"
    assert isinstance(place.ask(None, Expire("notice")), Done)
    assert last_events(place) == [{"e": "notice"}]
    moved((days - notice) * DAY + 1)
    assert isinstance(place.ask(None, Expire("abandon")), Done)
    assert (place.fresh().status, place.game().status) == ("over", "abandoned")
    assert place.state().ply == 1
    follow(place, page)
    assert place.start().number == 2


def test_a_move_after_the_notice_saves_the_game(moved: Clock) -> None:
    place = Place(2)
    place.start()
    moved(6 * DAY + 1)
    place.ask(None, Expire("notice"))
    place.move()
    moved(DAY + 1)
    assert refused(place, None, Expire("abandon")) == "not_due"
    assert abs(place.due("notice") - 5 * DAY) < 60


def test_that_somebody_is_away_is_no_sign_of_life(moved: Clock) -> None:
    place = Place(2)
    place.start()
    moved(5 * DAY)
    place.there()
    assert isinstance(place.ask(None, Missing(1)), Done)
    assert abs(place.due("notice") - DAY) < 60


def test_a_slow_turn_ends_before_its_game_is_announced_to_be_abandoned() -> None:
    place = Place(2)
    place.does(1, SetRoom(1, timer=14 * DAY))
    place.start()
    turn, notice = place.due("turn"), place.due("notice")
    assert turn is not None
    assert notice is not None
    assert turn <= notice


def test_only_the_host_says_when_a_game_is_abandoned() -> None:
    place = Place(2)
    assert refused(place, place.people[1], SetAbandon(2, 30)) == "not_host"
    for days in (0, 91):
        assert refused(place, place.people[0], SetAbandon(1, days)) == "bad_settings"


def finished(seats: int = 2) -> Place:
    place = Place(seats)
    place.does(1, SetRules(1, short(300)))
    place.start()
    place.play_out()
    return place


def test_a_room_in_which_a_game_was_played_sleeps_until_somebody_comes(moved: Clock) -> None:
    place = finished()
    page = seen(place)
    moved(DAY + 1)
    assert refused(place, None, Expire("idle")) == "not_due"
    assert isinstance(place.ask(None, Expire("sleep")), Done)
    room = place.fresh()
    assert (room.status, room.due_at, room.deadlines) == ("over", None, {})
    moved(400 * DAY)
    assert place.tick() == []
    follow(place, page)
    place.does(1, Rename(1, "Somebody"))
    assert abs(place.due("sleep") - DAY) < 60
    assert place.start().number == 2


def test_nobody_still_asks_for_a_rematch_after_a_day(moved: Clock) -> None:
    place = finished(3)
    page = seen(place)
    place.does(2, Rematch(2))
    assert place.player(2).ready
    moved(DAY + 1)
    assert isinstance(place.ask(None, Expire("sleep")), Done)
    assert not place.player(2).ready
    follow(place, page)  # a page that is still open knows it
    place.does(3, Rematch(3))
    assert place.fresh().status == "over"  # two of three ask now


def test_a_room_that_everybody_has_left_is_closed(moved: Clock) -> None:
    place = finished()
    place.does(2, Leave(2))
    assert place.due("idle") is None
    place.does(1, Leave(1))
    moved(DAY + 1)
    place.ask(None, Expire("idle"))
    assert place.fresh().status == "closed"


@pytest.mark.django_db
@pytest.mark.parametrize(("pace", "ms"), [("slow", 2500), ("normal", 1200), ("quick", 400)])
def test_a_computer_moves_at_the_rooms_pace(pace: str, ms: int, moved: Clock) -> None:
    place = against(pace=pace)
    at = place.fresh().deadlines["computer"]
    assert at == clock.milliseconds() + ms
    moved(0.1)
    place.does(1, Rename(1, "Somebody"))
    assert place.fresh().deadlines["computer"] == at, "talk must not hold it up"
    game, state = place.game(), place.state()
    assert due_work(moved(0.0)).computer_turns == []
    turn = due_work(moved(ms / 1000)).computer_turns[0]
    assert (turn.level, turn.game, turn.state) == ("pip", 1, state)
    place.ask(None, ComputerMove(1, game.ply, farkle.Roll()))
    after = place.events()[-1]
    assert (after.player, after.asker, after.ply) == (2, None, game.ply + 1)


@pytest.mark.parametrize("setting", [{"away_after": 0}, {"timer": 3600}])
def test_there_is_no_countdown_if_the_room_does_not_want_one(setting: dict[str, int]) -> None:
    place = playing(**setting)
    place.ask(None, Missing(1))  # as host
    assert place.due("away") is None


NOW = 1_800_000_000_000


def after(
    *events: Stored, at_turn: AtTurn | None = None, moved: bool = False, **room: Any
) -> dict[str, int]:
    """Deadlines of a room in a game, in seconds from now."""
    absence = AbsenceState(away=room.pop("away", []), paused=room.pop("paused", None))
    settings = {**DEFAULTS, **room.pop("settings", {})}
    made = Room(status=room.pop("status", Room.Status.PLAYING), settings=settings, **room)
    found = deadlines_after(made, absence, at_turn, NOW, events, moved=moved)
    return {kind: (at - NOW) // 1000 for kind, at in found.items()}


NOTICE = 6 * DAY
"""After so many seconds, a game that is abandoned after a week is announced to be so."""
COMPUTER = AtTurn(2, computer=True)
PERSON = AtTurn(1, computer=False)


def test_a_closed_room_has_no_deadlines() -> None:
    assert after(status=Room.Status.CLOSED, deadlines={"idle": NOW}) == {}


def test_a_clock_that_was_set_wakes_nobody() -> None:
    over: dict[str, Any] = {"status": Room.Status.OVER}
    assert after({"e": "clock", "now": NOW}, **over) == {}
    assert after({"e": "clock", "now": NOW}, deadlines={"sleep": NOW + 5000}, **over) == {
        "sleep": 5
    }


def test_the_idle_deadline_moves_only_once_a_minute() -> None:
    old = {"notice": NOW + NOTICE * 1000 - 59_000}
    assert after(deadlines=old) == {"notice": NOTICE - 59}
    old = {"notice": NOW + NOTICE * 1000 - 61_000}
    assert after(deadlines=old) == {"notice": NOTICE}


def test_a_computer_waits_again_only_after_a_move() -> None:
    due = {"notice": NOTICE, "computer": 1}
    old = {"computer": NOW + 500}
    assert after(at_turn=COMPUTER, moved=True, deadlines=old) == due
    assert after(at_turn=COMPUTER, deadlines=old) == {**due, "computer": 0}
    assert after(at_turn=AtTurn(2, computer=True, resting=True), moved=True) == {"notice": NOTICE}


def test_the_time_of_a_turn_runs_from_its_beginning() -> None:
    begins, settings = {"e": "turn", "seat": 0}, {"timer": 90}
    old = {"turn": NOW + 5_000}
    assert after(at_turn=PERSON, settings=settings, deadlines=old)["turn"] == 5
    assert after(begins, at_turn=PERSON, settings=settings, deadlines=old)["turn"] == 90


def test_the_countdown_begins_when_the_absence_is_reported() -> None:
    reported = {"e": "away", "player": 1}
    assert "away" not in after(at_turn=PERSON, away=[1])
    assert after(reported, at_turn=PERSON, away=[1])["away"] == 10
    at_risk = PERSON._replace(at_risk=True)
    assert after(reported, at_turn=at_risk, away=[1])["away"] == 20
    chosen = {"away_after": 300}
    assert after(reported, at_turn=PERSON, away=[1], settings=chosen)["away"] == 150
    assert after(reported, at_turn=at_risk, away=[1], settings=chosen)["away"] == 300
    assert after(at_turn=PERSON, away=[1], deadlines={"away": NOW + 7_000})["away"] == 7
    assert "away" not in after(at_turn=PERSON, deadlines={"away": NOW + 7_000})


def test_an_absent_host_has_two_minutes() -> None:
    reported = {"e": "away", "player": 1}
    assert after(reported, host=1, away=[1])["host"] == 120
    assert "host" not in after(host=1, away=[1])
    passed = {"e": "host", "player": 2}
    assert "host" not in after(passed, host=1, away=[1], deadlines={"host": NOW})


def test_nothing_of_a_turn_is_due_during_a_pause() -> None:
    pause = Pause(1, "", NOW, {})
    assert after(at_turn=COMPUTER, moved=True, paused=pause) == {"notice": NOTICE}
    assert after(at_turn=PERSON, settings={"timer": 90}, paused=pause) == {"notice": NOTICE}


def test_what_is_due_only_because_the_clock_jumped_is_as_far_away_as_it_was() -> None:
    room = Room(status="playing", settings={"timer": 90, "away_after": 30})
    hour, day = 3_600_000, 86_400_000
    before = 1_000 * day
    room.deadlines = {"turn": before + 40_000, "notice": before + 6 * day, "host": before - 1}
    ahead = after_jump(room, AbsenceState(), before, before + 9 * day, None)[0]
    assert ahead == {
        "turn": before + 9 * day + 40_000,
        "notice": before + 15 * day,
        "host": before - 1,  # was due already
    }
    room.deadlines = ahead
    assert after_jump(room, AbsenceState(), before, before + 9 * day, None) == (ahead, {})
    # Set back, nothing is further away than when it begins.
    back = after_jump(room, AbsenceState(), before + 9 * day, before + 9 * day - hour, None)[0]
    assert back["turn"] == before + 9 * day - hour + 90_000
    room.deadlines = {"turn": before + 300_000}
    longer = after_jump(room, AbsenceState(extended=3), before, before - hour, None)[0]
    assert longer["turn"] == before - hour + 4 * 90_000


def test_the_room_is_told_when_its_deadlines_move_with_the_clock(moved: Clock) -> None:
    place = playing(2, timer=90)
    page = seen(place)
    before = clock.milliseconds()
    after = int(moved(9 * 86400).timestamp() * 1000)
    answer = place.ask(None, FollowClock(before, after), "clock:1")
    assert isinstance(answer, Done)
    assert 80 < place.due("turn") <= 90
    assert place.due("notice") > 5 * 86400
    assert place.fresh().due_at > clock.now()
    assert place.events()[-1].events == [{"e": "clock", "now": after}]
    follow(place, page)
    assert refused(place, None, FollowClock(before, after)) == "not_due"
    assert place.tick() == []


def test_more_time_for_a_turn_moves_the_moment_when_something_is_due(moved: Clock) -> None:
    place = playing(2, timer=90)
    moved(30)
    player = place.next_move()[0]
    assert isinstance(place.does(player, Extend(player)), Done)
    room = place.fresh()
    assert room.due_at.timestamp() * 1000 == min(room.deadlines.values())
