"""Every event of a room can be folded as docs/develop/protocol.md says: afterwards a client knows
what a fresh `sync` says. The page's own scripts fold the same frames (tests/support/protocol)."""

import json
from collections.abc import Callable
from typing import Any, get_type_hints

import pytest

from farkle import PRESETS
from farkle.ai import players
from games import clock
from games.protocol import events
from games.protocol.commands import (
    AddComputer,
    Back,
    Body,
    ChangeRules,
    ChooseDice,
    Close,
    Colour,
    ComputerMove,
    Done,
    EndRace,
    Expire,
    Extend,
    FinishRace,
    FollowClock,
    Give,
    HandOver,
    Leave,
    LetIn,
    Material,
    Missing,
    NewLink,
    PauseGame,
    Readmit,
    Ready,
    Rematch,
    Remove,
    RemoveMember,
    Rename,
    Resume,
    SetDoor,
    SetHolidayDays,
    SetOrder,
    SetRoom,
    SetRules,
    SetSeason,
    SetTeam,
    SetTeams,
    ShowOdds,
    Sit,
    Start,
    TakeBack,
    TakeHoliday,
    TakeHost,
    UseCode,
    Vote,
)
from games.protocol.requests import BODIES
from games.services.accounts.people import merge
from games.services.commands import seat_transfer
from games.services.tables.handlers import HANDLERS
from games.state import room_state
from tests.games.conftest import Clock
from tests.support.guests import new_guest
from tests.support.protocol import fold
from tests.support.rooms import Place

pytestmark = pytest.mark.django_db

RULES = {**PRESETS["kcd"].to_dict(), "first_player": "seat", "target": 1000}


def sync(place: Place) -> fold.Room:
    return fold.Room(json.loads((room_state.sync(place.code) or (0, ""))[1]))


class Watched:
    """A room, and a client that follows it."""

    def __init__(self, seats: int) -> None:
        self.place = Place(seats)
        self.room = sync(self.place)
        self.seen: set[str] = set()

    def does(self, *bodies: Body) -> None:
        """Perform each command for the person of its player."""
        for body in bodies:
            player: Any = getattr(body, "player", None)
            answer = self.place.does(player, body)
            assert isinstance(answer, Done), (body, answer)
            self.follows()

    def follows(self) -> None:
        """Fold the new events, and compare with a fresh `sync`."""
        while told := room_state.events_after(self.place.room.pk, self.room.n):
            for one in told:
                frame = json.loads(one.frame)
                self.seen.update(event[0] for event in frame["events"])
                self.room.apply(frame)
        assert self.room.compared() == sync(self.place).compared()

    def comes(self, name: str) -> None:
        """Seat one more person."""
        self.place.people.append(new_guest()[0])
        assert isinstance(self.place.ask(self.place.people[-1], Sit(name)), Done)
        self.follows()

    def plays_out(self) -> None:
        self.place.play_out()
        self.follows()


def test_every_event_of_a_room_is_folded(moved: Clock) -> None:
    watched = Watched(3)
    place = watched.place

    # Before a game.
    watched.does(SetRules(1, RULES, "kcd"), ChangeRules(1, {"target": 3000}))
    watched.does(SetRoom(1, name="Friday", late="play", timer=60, away="skip"))
    watched.does(SetRoom(1, timer=3600), TakeHoliday(2, 3), TakeHoliday(1, 1), TakeHoliday(2, 0))
    watched.does(SetHolidayDays(1, 20), SetSeason(1, 1, "Autumn"), SetRoom(1, timer=60))
    watched.does(Rename(2, "Teo"), Colour(2, 4), Material(2, "dark"))
    watched.does(ChooseDice(2, 2, "AAOOOS"))
    watched.does(Ready(2, yes=True), Ready(3, yes=True))
    watched.does(SetOrder(1, (3, 1, 2)), SetOrder(1, (1, 2, 3)), AddComputer(1, "pip"))
    watched.does(SetTeams(1, 2), SetTeam(1, 2, 0), SetTeam(1, 4, 1), SetTeams(1, 0), Remove(1, 4))
    watched.does(HandOver(1, 2), TakeHost(1))
    watched.does(SetDoor(1, "knock", spectators=False), ShowOdds(1, odds=True))
    for number in range(3):
        assert isinstance(place.ask(new_guest()[0], Sit(f"Knocks {number}")), Done)
        watched.follows()
    watched.does(HandOver(1, 2))
    for (knock, _), yes in zip(watched.room.room["knocks"][:2], (True, False), strict=True):
        watched.does(LetIn(2, knock, yes))
    assert [what for what, *_ in watched.room.room["stood_in"]] == ["sat", "declined"]
    watched.does(TakeHost(1))
    assert [name for _, name in watched.room.room["knocks"]] == ["Knocks 2"]
    watched.does(SetDoor(1, door="open"), Remove(1, 5), Readmit(1, 5), RemoveMember(1, 5))
    assert watched.room.room["knocks"] == []
    account = new_guest()[0]
    merge(place.people[1], account)
    place.people[1] = account
    watched.follows()
    phone = new_guest()[0]
    code, _ = seat_transfer.make_code(place.people[1], place.room, 2, "double")
    assert isinstance(place.ask(phone, UseCode(code)), Done)
    watched.follows()

    # In a game: nobody is ready for the next one any more.
    watched.does(Start(1))
    assert not any(player["ready"] for player in watched.room.players.values())
    watched.does(Extend(1), PauseGame(1, "Tea"), Resume(1), Vote(2, "pause", yes=True))
    watched.does(Vote(2, "pause", yes=False))
    place.there(2, 3)
    assert isinstance(place.ask(None, Missing(1)), Done)
    watched.follows()
    moved(15)
    watched.does(Vote(2, "go_on", yes=True))
    for _ in range(3):  # after the third turn without her a computer plays for her
        moved(30)
        place.there(2, 3)
        place.tick()
        watched.follows()
        while "autoplay" not in watched.seen and place.next_move()[0] != 1:
            place.move()
        watched.follows()
    place.there(1, 2)
    assert isinstance(place.ask(None, Back(1)), Done)
    watched.follows()
    watched.does(SetRoom(1, away="computer"))
    moved(60)
    place.there(1, 2, 3)
    place.tick()  # the turn's time is up
    watched.follows()
    place.people += place.people[:2]  # for the computer and for who was let in, players 4 and 5
    watched.comes("Nora")
    place.there(1, 2, 6)
    watched.does(Give(1, 3, 2), TakeBack(3), Give(1, 3, 2))
    assert isinstance(place.does(2, Leave(3)), Done)
    watched.follows()
    watched.does(Leave(3))
    watched.plays_out()

    # The next game: a computer plays a whole turn, and the room is closed during another.
    watched.does(Rematch(1))
    wants_to_go_on(watched, moved)
    player = place.next_move()[0]
    while place.next_move()[0] == player:
        place.move()
        watched.follows()
    overdue(watched, moved)
    player = place.next_move()[0]
    while place.next_move()[0] == player:
        state = place.state()
        place.ask(None, ComputerMove(2, state.ply, players.decide(state, "pip"), "magpie"))
        watched.follows()
    overdue(watched, moved)
    before = clock.milliseconds()
    after = int(moved(30 * 86400).timestamp() * 1000)
    assert isinstance(place.ask(None, FollowClock(before, after)), Done)
    watched.follows()

    # Nobody plays on, and the link went astray.
    for kind in ("notice", "abandon", "sleep"):
        moved((place.due(kind) or 0) + 1)
        assert isinstance(place.ask(None, Expire(kind)), Done)
        watched.follows()
    watched.does(SetRoom(1, together=True), Rematch(1), EndRace(1))
    assert isinstance(place.ask(None, FinishRace()), Done)
    watched.follows()
    assert isinstance(place.does(1, NewLink(1)), Done)
    watched.seen.update(place.last())
    place.code = place.fresh().code
    watched.room = sync(place)  # every page comes anew
    watched.does(Close(1))

    assert set(events.ROOM_EVENTS) - watched.seen - left_by_simple_commands() == set()


def left_by_simple_commands() -> set[str]:
    """Send every command that names nothing but its player, each in a room of its own, and return
    the events it leaves. Nobody needs to add such a command here."""
    seen: set[str] = set()
    for kind in BODIES:
        if get_type_hints(kind) == {"player": int} and kind in HANDLERS:
            watched = Watched(2)
            command: Callable[[int], Body] = kind
            watched.place.does(2, command(2))
            watched.follows()
            seen |= watched.seen
    return seen


def wants_to_go_on(watched: Watched, moved: Clock) -> None:
    """Let one of the waiting players vote to go on, which takes more votes."""
    moved(30)
    at_turn = watched.place.next_move()[0]
    watched.does(Vote(next(one for one in (1, 2, 6) if one != at_turn), "go_on", yes=True))
    assert len(watched.room.room["votes"]["go_on"]) == 1


def overdue(watched: Watched, moved: Clock) -> None:
    """Let the time of the player at turn run out, so that a computer plays."""
    place = watched.place
    player = place.next_move()[0]
    wants_to_go_on(watched, moved)
    moved(30)
    place.there(1, 2, 6)
    place.tick()
    watched.follows()
    assert watched.room.room["autoplay_this_turn"] == player


def test_what_ends_with_a_room_or_a_seat_is_folded(moved: Clock) -> None:
    watched = Watched(3)
    watched.does(SetRules(1, RULES, "kcd"), SetOrder(1, (2, 1, 3)), Start(1))
    watched.place.there(1, 3)
    assert isinstance(watched.place.ask(None, Missing(2)), Done)
    watched.follows()
    assert watched.room.room["away"] == [2]
    watched.does(Remove(1, 2))
    watched.plays_out()
    assert watched.room.room["next"] is not None
    watched.does(Close(1))
