"""Rooms with people in them, for tests that run in this process."""

import json
from itertools import count

from django.core.cache import cache

import farkle
from farkle import Bank as BankAction
from farkle import Build as BuildAction
from farkle import GameState
from games import clock
from games.models import DiceSecret, Event, Game, Person, Player, Room
from games.people import presence
from games.protocol.commands import (
    AddComputer,
    Answer,
    Bank,
    Body,
    Build,
    Command,
    Done,
    No,
    Roll,
    SetRoom,
    SetRules,
    Sit,
    Start,
)
from games.realtime.scheduler import due_work
from games.services import executor
from games.services.create_room import open_room
from games.services.tables import table_cache
from games.state import room_state
from games.state.room_state import position_of
from games.state.running import RunningGame
from games.state.sealing import unseal
from tests.support.guests import new_guest
from tests.support.protocol import fold

_ids = count(1)


def forget_tables() -> None:
    """Empty the table cache, as a new process would start."""
    table_cache.current.clear()


def fresh_id() -> str:
    """Return a command id that no other command has."""
    return f"command-{next(_ids):08}"


class Place:
    """A room with so many people, each with a seat. Player 1 is the host."""

    def __init__(self, seats: int = 2, rules: str = "family") -> None:
        self.people: list[Person] = [new_guest()[0] for _ in range(seats)]
        self.room: Room = open_room(self.people[0], fresh_id(), name="Player 1", rules=rules)
        self.code = self.room.code
        for number, person in enumerate(self.people[1:], 2):
            answer = self.ask(person, Sit(f"Player {number}"))
            assert answer == Done(number, number)

    def ask(self, person: Person | None, body: Body, command_id: str = "") -> Answer:
        """Send a command of `person`."""
        pk = None if person is None else person.pk
        return executor.perform(Command(self.code, pk, command_id or fresh_id(), body))

    def does(self, player: int, body: Body, command_id: str = "") -> Answer:
        """Send a command of the person who was the n-th to sit down."""
        return self.ask(self.people[player - 1], body, command_id)

    def refuses(self, player: int, body: Body) -> str:
        """Send a command that must be refused, and return the code. Nothing may change."""
        before = self.fresh().head
        answer = self.does(player, body)
        assert isinstance(answer, No), answer
        assert answer.text
        assert self.fresh().head == before
        return answer.code

    def start(self) -> Game:
        """Begin a game with everybody, and return it."""
        answer = self.does(1, Start(1))
        assert isinstance(answer, Done), answer
        return self.game()

    def fresh(self) -> Room:
        return Room.objects.get(pk=self.room.pk)

    def game(self) -> Game:
        """Return the newest game that has started."""
        started = Game.objects.filter(room=self.room).exclude(status=Game.Status.WAITING)
        return started.order_by("-number")[0]

    def seed(self) -> bytes:
        """Return the seed of the newest game that has started."""
        game = self.game()
        return unseal(bytes(DiceSecret.objects.get(game=game).seed), game.commitment)

    def state(self) -> GameState:
        return position_of(self.game()).state

    def there(self, *players: int) -> None:
        """Make these players present, and nobody else. The site knows that for long."""
        now = clock.now().timestamp()
        cache.set(presence.SINCE, 0.0)
        heard = presence.LocalPresence(dict.fromkeys(players, now), 0)
        cache.delete(f"here:{self.room.pk}")
        presence.exchange({self.room.pk: heard}, "test", now)

    def due(self, kind: str) -> float | None:
        """Return in how many seconds a deadline comes."""
        at = self.fresh().deadlines.get(kind)
        return None if at is None else (at - clock.milliseconds()) / 1000

    def tick(self) -> list[Answer]:
        """Carry out the deadlines that have come, as the ticker would."""
        return executor.perform_many(list(due_work(clock.now()).commands))

    def last(self) -> list[str]:
        """Return the names of the newest events."""
        return [event["e"] for event in self.events()[-1].events]

    def player(self, seat: int) -> Player:
        return Player.objects.get(room=self.room, seat=seat)

    def events(self) -> list[Event]:
        return list(Event.objects.filter(room=self.room).order_by("number"))

    def opening(self) -> tuple[int, Roll]:
        """Return who is at turn at the start of a game, and the only possible move."""
        game = self.game()
        state = position_of(game).state
        player = game.players[state.current]
        return player, Roll(player, game.number, state.ply, ())

    def next_move(self) -> tuple[int, Roll | Bank | Build]:
        """Return who is at turn in the newest game, and what a careful player would do.

        Fails if the game is over, so that no test waits for ever for something in it.
        """
        game = self.game()
        assert game.status == Game.Status.PLAYING, "the game is over"
        state = position_of(game).state
        player = game.players[state.current]
        return player, careful(state, player, game.number)

    def move(self) -> Answer:
        """Make the next move."""
        player, body = self.next_move()
        return self.does(player, body)

    def play_out(self) -> int:
        """Play to the end, and return how many moves it took. Reading the game again before each
        move would take most of the time."""
        running = RunningGame.read(self.game())
        for moves in range(5000):
            if running is None:
                assert self.game().status != Game.Status.PLAYING
                return moves
            player = running.game.players[running.state.current]
            answer = self.does(player, careful(running.state, player, running.game.number))
            assert isinstance(answer, Done), answer
            table = table_cache.current.pop(self.room.pk)
            assert table is not None
            table_cache.current.put(table)
            running = table.running
        raise AssertionError("the game does not end")


def careful(state: GameState, player: int, game: int) -> Roll | Bank | Build:
    """Return the move of one who banks as soon as possible, else keeps the most and rolls."""
    actions = state.legal.actions
    banks = [action for action in actions if isinstance(action, BankAction)]
    if banks:
        return Bank(player, game, state.ply, banks[-1].keep)
    points = {choice.keep: choice.points for choice in state.legal.choices}
    rolls = [action for action in actions if not isinstance(action, BankAction | BuildAction)]
    if not rolls:
        return Build(player, game, state.ply)
    best = max(rolls, key=lambda action: points[action.keep])
    return Roll(player, game, state.ply, best.keep)


def playing(seats: int = 2, rules: dict[str, object] | None = None, **settings: str) -> Place:
    """Return a room with a game, in which seat 1 begins."""
    place = Place(seats)
    chosen = {**farkle.PRESETS["kcd"].to_dict(), "first_player": "seat", **(rules or {})}
    place.does(1, SetRules(1, chosen))
    place.does(1, SetRoom(1, **settings))  # type: ignore[arg-type]  # only texts are given
    place.start()
    return place


def short(target: int) -> dict[str, object]:
    """Return rules by which a game is soon over."""
    return {**farkle.PRESETS["kcd"].to_dict(), "first_player": "seat", "target": target}


def against(level: str = "pip", *, pace: str = "normal", target: int = 10000) -> Place:
    """Return a room with a person and a computer, in a game in which the computer is at turn."""
    place = Place(1)
    place.does(1, AddComputer(1, level))
    place.does(1, SetRoom(1, pace=pace))
    place.does(1, SetRules(1, short(target)))
    place.start()
    while place.next_move()[0] == 1:
        assert isinstance(place.move(), Done)
    return place


def stranger() -> Person:
    """Return somebody who has no seat anywhere."""
    return new_guest()[0]


def refused(place: Place, person: Person | None, body: Body) -> str:
    """Send a command that must be refused, and return the code."""
    answer = place.ask(person, body)
    assert isinstance(answer, No), answer
    return answer.code


def last_events(place: Place) -> list[dict[str, object]]:
    """Return what the newest command did, as it is stored."""
    events: list[dict[str, object]] = place.events()[-1].events
    return events


def seen(place: Place) -> fold.Room:
    """Return the room as a page has it that connects now."""
    return fold.Room(json.loads((room_state.sync(place.code) or (0, ""))[1]))


def follow(place: Place, room: fold.Room) -> None:
    """Fold the newer events of the room, and compare the result with a new connection."""
    while events := room_state.events_after(place.room.pk, room.n):
        for event in events:
            room.apply(json.loads(event.frame))
    assert room.compared() == seen(place).compared()
