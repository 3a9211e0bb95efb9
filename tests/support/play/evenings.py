"""Random evenings in a room: games, and everything that people do around them.

`Evening` performs one random thing after the other and notes every frame that the server pushes
for it. Most of what is tried is allowed; what is refused leaves no trace.
"""

import random
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import pytest

from farkle import PRESETS
from farkle.ai import players
from games import broadcast, clock
from games.models import Game, Person, Player, Room
from games.protocol import commands as c
from games.protocol.commands import Body, Command, Done
from games.services import executor
from games.services.accounts import people
from games.services.commands import seat_transfer
from games.state.absence import AbsenceState
from games.state.room_state import OutboundEvent
from tests.support.guests import new_guest
from tests.support.rooms import Place, careful, fresh_id

Clock = Callable[[float], Any]

LEVELS = ("pip", "magpie", "penny")
MOST_PEOPLE = 9


class _Recorder(broadcast.Broadcaster):
    """Notes the events that would be sent."""

    def __init__(self, pushed: list[OutboundEvent]) -> None:
        super().__init__()
        self._pushed = pushed

    def publish(self, updates: Sequence[broadcast.RoomUpdate]) -> None:
        for update in updates:
            self._pushed += update.events


class Evening:
    """See the module. `moved` lets the server's clock go on."""

    def __init__(self, seed: int, moved: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
        self.rng = random.Random(seed)
        self._moved = moved
        self.pushed: list[OutboundEvent] = []
        monkeypatch.setattr(broadcast, "current", _Recorder(self.pushed))
        self.place = Place(self.rng.choice((1, 2, 2, 3, 4)))
        self.short_games()
        self.in_days = self.rng.random() < 0.4
        if self.in_days:  # a turn may take days
            self.does(1, c.SetRoom(1, timer=259_200))

    def short_games(self) -> None:
        """Choose rules with which a game takes some thirty moves."""
        rules = {
            **PRESETS[self.rng.choice(("family", "kcd", "entry", "patch", "specials"))].to_dict(),
            "first_player": self.rng.choice(("seat", "roll_off")),
            "entry_min": self.rng.choice((0, 0, 300)),
            "bank_min": 0,
            "building": self.rng.random() < 0.3,
            "second_chance": self.rng.random() < 0.3,
            "hot_dice_bonus": self.rng.choice((0, 500)),
            "late_start": self.rng.choice(("zero", "lowest")),
        }
        short = {"rounds": self.rng.choice((1, 2, 3))}
        long = {"target": self.rng.choice((800, 1500))}
        rules.update(self.rng.choice((short, long)))
        self.does(1, c.SetRules(1, rules))

    def steps(self, number: int) -> Iterator[list[OutboundEvent]]:
        """Do so many random things; yield the frames pushed for each."""
        for _ in range(number):
            self.pushed.clear()
            self._moved(self.rng.choice((0, 0.4, 1, 1, 3, 8, 20)))
            self.something()
            if self.pushed:
                yield list(self.pushed)
            if self.place.fresh().status == Room.Status.CLOSED:
                return
        self.pushed.clear()
        self.host(c.Close)
        yield list(self.pushed)

    # Who can be asked

    @property
    def seated(self) -> list[Player]:
        found = Player.objects.filter(room=self.place.room, left=False).order_by("seat")
        return list(found.select_related("person"))

    def anybody(self, *, computers: bool = False) -> Player | None:
        found = [one for one in self.seated if computers or one.person_id is not None]
        return self.rng.choice(found) if found else None

    def does(self, seat: int, *bodies: Body) -> list[c.Answer]:
        """Perform commands of the person in this seat, all in one batch."""
        player = Player.objects.get(room=self.place.room, seat=seat)
        given = [Command(self.place.code, player.person_id, fresh_id(), body) for body in bodies]
        return executor.perform_many(given)

    def host(self, *bodies: Callable[[int], Body]) -> None:
        seat = self.place.fresh().host
        if seat is not None:
            self.does(seat, *(body(seat) for body in bodies))

    # What happens

    def something(self) -> None:
        playing = self.place.fresh().status == Room.Status.PLAYING
        chances: dict[Callable[[], None], int] = {
            self.move: 90 if playing else 0,
            self.begin: 3 if playing else 40,
            self.ready: 1 if playing else 12,
            self.come: 4,
            self.go: 2,
            self.personal: 3,
            self.rules: 1 if playing else 3,
            self.run: 4,
            self.teams: 1 if playing else 3,
            self.order: 1 if playing else 2,
            self.computer: 1 if playing else 2,
            self.turn_out: 1,
            self.door: 1,
            self.hand_over: 2,
            self.absence: 12 if playing else 3,
            self.wait: 6,
            self.votes: 10 if playing else 1,
            self.pauses: 4 if playing else 1,
            self.device: 2,
            self.give: 4,
            self.account: 1,
            self.slow: 20 if self.in_days else 1,
            self.without: 1 if playing else 6,
            self.clock_jumps: 1,
        }
        [act] = self.rng.choices(list(chances), list(chances.values()))
        act()

    def move(self) -> None:
        """Make the next move; sometimes two of them are committed together."""
        for _ in range(self.rng.choice((1, 1, 1, 4))):
            self._move()

    def _move(self) -> None:
        game = self.place.game()
        if game.status != Game.Status.PLAYING:
            return
        state = self.place.state()
        player = Player.objects.get(room=self.place.room, seat=game.players[state.current])
        absence = AbsenceState.from_dict(self.place.fresh().absence)
        level = absence.stand_in_level(player.seat) or player.level
        if level and (player.person_id is None or self.rng.random() < 0.8):
            action = players.decide(state, "pip")
            weaker = "pip" if self.rng.random() < 0.05 else ""
            body = c.ComputerMove(game.number, state.ply, action, weaker)
            self.place.ask(None, body)
            return
        if self.rng.random() < 0.2 and not state.legal.build and state.legal.choices:
            keep = self.rng.choice(state.legal.choices).keep
            self.does(player.seat, c.Roll(player.seat, game.number, state.ply, keep))
            return
        extra: list[Body] = []
        if self.rng.random() < 0.1:
            extra = [c.Colour(player.seat, self.rng.randrange(6))]
        self.does(player.seat, careful(state, player.seat, game.number), *extra)

    def begin(self) -> None:
        if self.rng.random() < 0.5 and (one := self.anybody()):
            self.does(one.seat, c.Rematch(one.seat))
        else:
            self.host(c.Start)

    def ready(self) -> None:
        yes = self.rng.random() < 0.8
        for one in self.rng.sample(self.seated, self.rng.randint(0, len(self.seated))):
            self.does(one.seat, c.Ready(one.seat, yes))

    def come(self) -> None:
        """Seat a newcomer, or somebody who is or was here, alone or with a friend."""
        if self.rng.random() < 0.5 or len(self.place.people) > MOST_PEOPLE:
            person = self.rng.choice(self.place.people)
        else:
            person = new_guest()[0]
            self.place.people.append(person)
        another = self.rng.random() < 0.3
        self.place.ask(person, c.Sit(self.rng.choice(("Teo", "Nora", "Zoë", "Ben")), another))
        if knocks := [one for one in self.place.fresh().knocks if "no" not in one]:
            knock, yes = self.rng.choice(knocks), self.rng.random() < 0.7
            self.host(lambda host: c.LetIn(host, knock["id"], yes))

    def go(self) -> None:
        if len(self.seated) > 2 and (one := self.anybody()):
            self.does(one.seat, c.Leave(one.seat))

    def personal(self) -> None:
        if one := self.anybody():
            name = self.rng.choice(("Ada", "Bea", "Teo", "Player 1"))
            colour = c.Colour(one.seat, self.rng.randrange(6))
            self.does(one.seat, self.rng.choice((c.Rename(one.seat, name), colour)))

    def rules(self) -> None:
        if self.rng.random() < 0.5:
            fields = {"farkle_penalty": self.rng.choice((0, 500, 1000))}
            self.host(lambda host: c.ChangeRules(host, fields))
        else:
            self.short_games()

    def run(self) -> None:
        choices: dict[str, Sequence[Any]] = {
            "name": ("Friday", "", "Tea"),
            "away": ("bank", "skip", "computer"),
            "timer": (0, 30, 60, 3600),
            "late": ("play", "play", "wait"),
            "starts": ("rules", "rotate", "winner", "loser"),
            "hints": (True, False),
            "away_after": (0, 10, 30),
        }
        changes = {name: self.rng.choice(choices[name]) for name in self.rng.sample([*choices], 2)}
        self.host(lambda host: c.SetRoom(host, **changes))

    def teams(self) -> None:
        if self.rng.random() < 0.5:
            self.host(lambda host: c.SetTeams(host, self.rng.choice((0, 0, 2, 3))))
        elif one := self.anybody():
            self.does(one.seat, c.SetTeam(one.seat, one.seat, self.rng.randrange(3)))

    def order(self) -> None:
        seats = [one.seat for one in self.seated]
        self.rng.shuffle(seats)
        self.host(lambda host: c.SetOrder(host, tuple(seats)))

    def computer(self) -> None:
        self.host(lambda host: c.AddComputer(host, self.rng.choice(LEVELS)))

    def turn_out(self) -> None:
        one = self.anybody(computers=True)
        if one is None or len(self.seated) <= 2:
            return
        chance = self.rng.random()
        if chance < 0.2:
            self.host(lambda host: c.RemoveMember(host, one.seat))
            if chance < 0.15:
                self.host(lambda host: c.Readmit(host, one.seat, chance < 0.1))
        elif chance < 0.3:
            self.host(lambda host: c.RemoveNew(host, self.rng.choice((1, 5))))
        else:
            self.host(lambda host: c.Remove(host, one.seat))

    def door(self) -> None:
        door = self.rng.choice(("open", "open", "knock", "locked"))
        watch = self.rng.random() < 0.7
        self.host(lambda host: c.SetDoor(host, door, watch))

    def hand_over(self) -> None:
        if self.rng.random() < 0.5 and (one := self.anybody()):
            self.host(lambda host: c.HandOver(host, one.seat))
        elif (one := self.anybody()) is not None:
            self.does(one.seat, c.TakeHost(one.seat))

    def absence(self) -> None:
        """Let some people go and some come back, and let the hub report it."""
        seats = [one.seat for one in self.seated if one.person_id is not None]
        there = [one for one in seats if self.rng.random() < 0.6] or seats[:1]
        self.place.there(*there)
        for seat in seats:
            self.place.ask(None, c.Back(seat) if seat in there else c.Missing(seat))

    def wait(self) -> None:
        """Let the next deadline come, unless it closes the room."""
        times = [at for kind, at in self.place.fresh().deadlines.items() if kind != "idle"]
        if times:
            self._moved(max(0.0, (min(times) - clock.milliseconds()) / 1000))
            self.place.tick()

    def votes(self) -> None:
        about = self.rng.choice(("go_on", "go_on", "pause", "resume"))
        if about == "go_on" and self.rng.random() < 0.3:
            self._moved(self.rng.choice((30, 130)))
        if about == "resume" and self.rng.random() < 0.3:
            self._moved(300)
        for one in self.rng.sample(self.seated, self.rng.randint(0, len(self.seated))):
            self.does(one.seat, c.Vote(one.seat, about, self.rng.random() < 0.8))
        if (one := self.anybody()) is not None:
            self.does(one.seat, c.Extend(one.seat))

    def pauses(self) -> None:
        if self.rng.random() < 0.4:
            self.host(lambda host: c.PauseGame(host, "Tea"))
        else:
            self.host(c.Resume)

    def device(self) -> None:
        """A seat moves to another device, or is held on two."""
        one = self.anybody()
        if one is None or one.person is None:
            return
        code, _ = seat_transfer.make_code(
            one.person, self.place.room, one.seat, self.rng.choice(("move", "double"))
        )
        phone = new_guest()[0]
        if isinstance(self.place.ask(phone, c.UseCode(code)), Done):
            self.place.people.append(phone)

    def give(self) -> None:
        """The host gives away the seat of somebody who is away, and that one may object."""
        lost = Player.objects.filter(room=self.place.room, before__isnull=False).first()
        if lost is not None and lost.before is not None and self.rng.random() < 0.6:
            self.place.ask(lost.before, c.TakeBack(lost.seat))
            return
        seats = [one.seat for one in self.seated if one.person_id is not None]
        if len(seats) >= 2:
            away, *others = self.rng.sample(seats, len(seats))
            self.place.there(*others)
            self.host(lambda host: c.Give(host, away, self.rng.choice(others)))

    def account(self) -> None:
        """A guest logs in, or an account is deleted."""
        one = self.anybody()
        if one is None or one.person is None:
            return
        if self.rng.random() < 0.7 or len(self.seated) <= 2:
            account = new_guest()[0]
            self._replace(one.person, account)
            people.merge(one.person, account)
        else:
            self._replace(one.person, new_guest()[0])
            people.forget(one.person, "Somebody")

    def _replace(self, person: Person, by: Person) -> None:
        self.place.people = [by if one == person else one for one in self.place.people]

    def slow(self) -> None:
        """Do what people do in games over days."""
        for one in self.rng.sample(self.seated, self.rng.randint(0, len(self.seated))):
            holiday = c.TakeHoliday(one.seat, self.rng.choice((0, 1, 3, 9)))
            self.does(one.seat, self.rng.choice((holiday, holiday, c.GiveTime(one.seat))))
        if self.rng.random() < 0.3:
            self.host(lambda host: c.SetHolidayDays(host, self.rng.choice((0, 7, 14, 90))))
        if self.rng.random() < 0.2:
            number = len(self.place.fresh().seasons or [1]) + self.rng.randint(0, 1)
            self.host(lambda host: c.SetSeason(host, number, self.rng.choice(("", "Winter"))))

    def without(self) -> None:
        """The host starts without some who are away."""
        seats = [one.seat for one in self.seated if one.person_id is not None]
        there = [one for one in seats if self.rng.random() < 0.6] or seats[:1]
        self.place.there(*there)
        missing = tuple(one for one in seats if one not in there)
        self.host(lambda host: c.StartWithout(host, missing))

    def clock_jumps(self) -> None:
        before = clock.milliseconds()
        self._moved(self.rng.choice((-3600, 3600, 9 * 86400)))
        self.place.ask(None, c.FollowClock(before, clock.milliseconds()))
