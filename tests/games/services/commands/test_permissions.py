"""Who may give which command: every command there is, from everybody there can be."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta

import pytest
from django.db import transaction

from games import clock
from games.models import Person, Player
from games.protocol import commands as c
from games.protocol.commands import Body, Command, Done, No
from games.protocol.errors import Refused
from games.protocol.requests import BODIES, SHAPES
from games.services import chat, executor
from games.state.rights import STAND_IN_MAY
from tests.support.rooms import Place, forget_tables, fresh_id, stranger

pytestmark = pytest.mark.django_db

OLD, NEW, GONE, BARRED = 3, 4, 5, 6
"""The seats of a member of long ago, a newcomer, somebody who left, and somebody removed."""

Make = Callable[[int], Body]

FOR_HOSTS: dict[type[Body], Make] = {
    c.Start: c.Start,
    c.StartWithout: lambda host: c.StartWithout(host, (OLD,)),
    c.Remove: lambda host: c.Remove(host, NEW),
    c.RemoveNew: lambda host: c.RemoveNew(host, 60),
    c.RemoveMember: lambda host: c.RemoveMember(host, NEW),
    c.Readmit: lambda host: c.Readmit(host, BARRED),
    c.ShutOut: lambda host: c.ShutOut(host, NEW),
    c.HandOver: lambda host: c.HandOver(host, OLD),
    c.SetDoor: lambda host: c.SetDoor(host, "locked"),
    c.ShowOdds: lambda host: c.ShowOdds(host, odds=True),
    c.LetIn: lambda host: c.LetIn(host, 0, yes=True),  # the number is filled in below
    c.AddComputer: lambda host: c.AddComputer(host, "pip"),
    c.Give: lambda host: c.Give(host, OLD, NEW),
    c.SetRules: lambda host: c.SetRules(host, "kcd"),
    c.ChangeRules: lambda host: c.ChangeRules(host, {"target": 5000}),
    c.SetTeams: lambda host: c.SetTeams(host, 2),
    c.SetRoom: lambda host: c.SetRoom(host, past="players"),
    c.SetAbandon: lambda host: c.SetAbandon(host, 1),
    c.SetHolidayDays: lambda host: c.SetHolidayDays(host, 0),
    c.SetOrder: lambda host: c.SetOrder(host, (NEW, OLD, 2, 1)),
    c.SetSeason: lambda host: c.SetSeason(host, 1, "Spring"),
    c.NewLink: c.NewLink,
    c.Close: c.Close,
}
DURING_A_GAME: dict[type[Body], Make] = {
    c.PauseGame: lambda host: c.PauseGame(host, ""),
    c.Resume: c.Resume,
}
DURING_A_RACE: dict[type[Body], Make] = {c.EndRace: c.EndRace}
FOR_SEATS: dict[type[Body], Make] = {
    c.Roll: lambda seat: c.Roll(seat, 1, 0, ()),
    c.Bank: lambda seat: c.Bank(seat, 1, 0, ()),
    c.Build: lambda seat: c.Build(seat, 1, 0),
    c.Leave: c.Leave,
    c.Join: c.Join,
    c.Rename: lambda seat: c.Rename(seat, "Mine"),
    c.Colour: lambda seat: c.Colour(seat, 2),
    c.Material: lambda seat: c.Material(seat, "bone"),
    c.ChooseDice: lambda seat: c.ChooseDice(seat, seat, "AAOOOS"),
    c.Ready: lambda seat: c.Ready(seat, yes=True),
    c.Rematch: c.Rematch,
    c.AddString: lambda seat: c.AddString(seat, 1, "abcdefgh"),
    c.SetTeam: lambda seat: c.SetTeam(seat, seat, 0),
    c.TakeHost: c.TakeHost,
    c.TakeBack: c.TakeBack,
    c.Extend: c.Extend,
    c.GiveTime: c.GiveTime,
    c.TakeHoliday: lambda seat: c.TakeHoliday(seat, 1),
    c.Vote: lambda seat: c.Vote(seat, "pause", yes=True),
}
IN_CHAT: dict[type[Body], Make] = {
    c.Say: lambda seat: c.Say(seat, "hello"),
    c.React: lambda seat: c.React("clap", seat),
    c.Toss: c.Toss,
}
WITHOUT_A_SEAT = {c.Sit, c.SitAgain, c.UseCode}
"""These ask for a seat. Their own tests say who gets one."""
OF_THE_SERVER = {c.ComputerMove, c.BecomeAnother, c.Missing, c.Back, c.Expire, c.FollowClock} | {
    c.Moderate,
    c.Expel,
    c.EndTry,
    c.FinishRace,
}


class Company(Place):
    """A room with everybody there can be, and somebody who knocks."""

    def __init__(self) -> None:
        super().__init__(6)
        long_ago = clock.now() - timedelta(hours=2)
        Player.objects.filter(room=self.room, seat=OLD).update(since=long_ago)
        forget_tables()
        self.does(GONE, c.Leave(GONE))
        self.does(1, c.Remove(1, BARRED))
        self.does(1, c.SetDoor(1, "knock"))
        self.ask(stranger(), c.Sit("Knocks"))
        self.there(1, 2, NEW)
        [self.knock] = [knock["id"] for knock in self.fresh().knocks]

    def others(self, *hosts: int) -> list[tuple[Person | None, int, str]]:
        """Return everybody but these players, with a seat to ask as and what they are told."""
        seats = [number for number in range(1, 5) if number not in hosts]
        return [
            *((self.people[seat - 1], seat, "not_host") for seat in seats),
            *((self.people[seat - 1], hosts[0], "not_yours") for seat in seats),
            (self.people[GONE - 1], GONE, "gone"),
            (self.people[BARRED - 1], BARRED, "removed"),
            (self.people[BARRED - 1], hosts[0], "not_yours"),
            (stranger(), hosts[0], "not_yours"),
            (None, hosts[0], "not_yours"),
        ]

    def body(self, make: Make, seat: int) -> Body:
        made = make(seat)
        return c.LetIn(seat, self.knock, yes=True) if isinstance(made, c.LetIn) else made


def code_of(place: Place, person: Person | None, body: Body) -> str:
    answer = place.ask(person, body)
    return answer.code if isinstance(answer, No) else ""


def test_every_command_is_in_a_table() -> None:
    tables = {*FOR_HOSTS, *DURING_A_GAME, *DURING_A_RACE, *FOR_SEATS, *IN_CHAT, *WITHOUT_A_SEAT}
    tables |= OF_THE_SERVER
    assert tables == set(BODIES)
    assert OF_THE_SERVER.isdisjoint(body for body in BODIES if body in SHAPES.values())


@pytest.mark.parametrize("host", [1, 2])
def test_only_a_host_gives_the_commands_of_hosts(host: int) -> None:
    place = Company()
    place.does(1, c.HandOver(1, host))
    before, others = place.fresh().head, place.others(host)
    for kind, make in FOR_HOSTS.items():
        for person, seat, code in others:
            if kind is c.ShutOut and person == place.people[0] and seat == 1:
                continue  # a founder's block counts whoever is host
            assert code_of(place, person, place.body(make, seat)) == code
    assert place.fresh().head == before


def test_a_stand_in_changes_nothing_that_lasts() -> None:
    place = Company()
    place.does(1, c.HandOver(1, 2))
    before = place.fresh()
    for kind in FOR_HOSTS.keys() - STAND_IN_MAY:
        assert place.refuses(2, place.body(FOR_HOSTS[kind], 2)) == "not_founder"
    after = place.fresh()
    for field in ("head", "settings", "name", "rules", "code", "seasons", "knocks"):
        assert getattr(after, field) == getattr(before, field)


@contextmanager
def undone() -> Iterator[None]:
    """Undo what the block does, so that one company serves many commands."""
    point = transaction.savepoint()
    yield
    transaction.savepoint_rollback(point)
    forget_tables()


def test_a_stand_in_keeps_the_game_going() -> None:
    place = Company()
    place.does(1, c.HandOver(1, 2))
    for kind, make in FOR_HOSTS.items():
        if kind in STAND_IN_MAY:
            with undone():
                assert code_of(place, place.people[1], place.body(make, 2)) == "", kind


@pytest.mark.parametrize("founder", ["is host", "has left"])
def test_the_founder_or_an_heir_may_do_everything(founder: str) -> None:
    place, host = Company(), 1
    if founder == "has left":
        place.does(1, c.HandOver(1, 2))
        place.does(1, c.Leave(1))
        host = 2
    for kind, make in FOR_HOSTS.items():
        body = place.body(make, host)
        if isinstance(body, c.SetOrder) and host == 2:
            body = c.SetOrder(host, (NEW, OLD, 2))
        with undone():
            assert code_of(place, place.people[host - 1], body) == "", kind


@pytest.mark.parametrize("host", [1, 2])
def test_hosts_pause_and_resume_a_game(host: int) -> None:
    place = Company()
    place.start()
    place.does(1, c.HandOver(1, host))
    for make in DURING_A_GAME.values():
        for person, seat, code in place.others(host):
            assert code_of(place, person, make(seat)) == code
        assert code_of(place, place.people[host - 1], make(host)) == ""


def test_only_the_founder_ends_a_race() -> None:
    place = Company()
    place.does(1, c.SetRoom(1, together=True))
    place.does(1, c.Start(1))
    for make in DURING_A_RACE.values():
        for person, seat, code in place.others(1):
            assert code_of(place, person, make(seat)) == code
        place.does(1, c.HandOver(1, 2))
        assert code_of(place, place.people[1], make(2)) == "not_founder"
        place.does(1, c.TakeHost(1))
        assert code_of(place, place.people[0], make(1)) == ""


@pytest.mark.parametrize("host", [1, 2])
def test_nobody_acts_for_another_seat(host: int) -> None:
    place = Company()
    place.start()
    place.does(1, c.HandOver(1, host))
    before = place.fresh().head
    strangers = [place.people[number - 1] for number in (1, 2, GONE, BARRED)]
    others = [*strangers, stranger(), None]
    for make in FOR_SEATS.values():
        for person in others:
            assert code_of(place, person, make(OLD)) == "not_yours"
        assert code_of(place, place.people[GONE - 1], make(GONE)) in ("gone", "not_yours")
        assert code_of(place, place.people[BARRED - 1], make(BARRED)) in ("removed", "not_yours")
    assert place.fresh().head == before


@pytest.mark.parametrize("kind", IN_CHAT, ids=lambda kind: kind.__name__)
def test_nobody_speaks_for_another_seat(kind: type[Body]) -> None:
    place, make = Company(), IN_CHAT[kind]
    speak = {c.Say: chat.say, c.React: chat.react, c.Toss: chat.toss}[kind]

    def code(person: Person | None, seat: int) -> str:
        key = None if person is None else person.pk
        try:
            speak(Command(place.code, key, fresh_id(), make(seat)), make(seat))  # type: ignore[arg-type]
        except Refused as refused:
            return refused.code
        return ""

    for person in (place.people[0], place.people[1], place.people[GONE - 1], stranger(), None):
        assert code(person, OLD) == "not_yours"
    assert code(place.people[GONE - 1], GONE) == "gone"
    assert code(place.people[BARRED - 1], BARRED) == "gone"
    assert code(place.people[OLD - 1], OLD) == ""


def test_a_stand_in_removes_newcomers_only() -> None:
    place = Company()
    place.does(1, c.HandOver(1, 2))
    assert place.refuses(2, c.Remove(2, OLD)) == "not_newcomer"
    assert place.refuses(2, c.Remove(2, 1)) == "not_founder"
    assert isinstance(place.does(2, c.Remove(2, NEW)), Done)
    place.does(1, c.TakeHost(1))
    assert isinstance(place.does(1, c.Remove(1, OLD)), Done)


def test_closed_rooms_take_no_command() -> None:
    place = Company()
    place.does(1, c.Close(1))
    for make in [*FOR_HOSTS.values(), *DURING_A_GAME.values(), *FOR_SEATS.values()]:
        for person in (place.people[0], place.people[1], stranger(), None):
            assert code_of(place, person, place.body(make, 1)) == "room_closed"


def test_a_batch_knows_who_asks() -> None:
    place = Company()
    place.does(1, c.HandOver(1, 2))
    bodies = [(2, c.Close(2)), (1, c.TakeHost(1)), (2, c.Close(2)), (1, c.Close(1))]
    asked = [
        Command(place.code, place.people[seat - 1].pk, fresh_id(), body) for seat, body in bodies
    ]
    answers = executor.perform_many(asked)
    codes = [one.code if isinstance(one, No) else "" for one in answers]
    assert codes == ["not_founder", "", "not_host", ""]
