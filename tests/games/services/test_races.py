"""Two commands at once have one effect. They run in threads, on the database of this run."""

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from games.models import Event, Game, Person, Player, Room, Turn
from games.protocol.commands import Answer, Bank, Command, Done, Leave, No, Roll, Sit, Start
from games.services import executor
from games.services.create_room import open_room
from tests.support.at_once import at_once
from tests.support.guests import new_guest
from tests.support.rooms import Place, fresh_id

pytestmark = pytest.mark.django_db(transaction=True)


def sorted_out(answers: Sequence[Answer]) -> tuple[int, list[str]]:
    """How many were done, and the codes of the refusals."""
    done = sum(isinstance(answer, Done) for answer in answers)
    return done, sorted(answer.code for answer in answers if isinstance(answer, No))


def asks(place: Place, player: int, body: Any, command_id: str = "") -> Callable[[], Answer]:
    person, command_id = place.people[player - 1].pk, command_id or fresh_id()
    return lambda: executor.perform(Command(place.code, person, command_id, body))


def whole(place: Place) -> None:
    """The story has no hole, and the head is its end."""
    numbers = [event.number for event in place.events()]
    assert numbers == list(range(1, place.fresh().head + 1))


@pytest.mark.parametrize("_round", range(5))
def test_two_threads_rolling(_round: int) -> None:
    place = Place(2)
    place.start()
    player, body = place.next_move()
    head = place.fresh().head
    answers = at_once(*(asks(place, player, body) for _ in range(4)))
    assert sorted_out(answers) == (1, ["stale"] * 3)
    assert place.fresh().head == head + 1
    assert place.state().ply == 1
    whole(place)


@pytest.mark.parametrize("_round", range(5))
def test_two_threads_sending_one_command(_round: int) -> None:
    place = Place(2)
    place.start()
    player, body = place.next_move()
    answers = at_once(*(asks(place, player, body, "one-intent") for _ in range(4)))
    assert answers == [Done(4)] * 4
    assert place.fresh().head == 4
    assert place.state().ply == 1


def test_two_threads_that_open_a_practice_game() -> None:
    person = new_guest()[0]
    rooms = at_once(
        *(
            lambda at=at: open_room(person, f"request-{at}", name="Mara", against="penny")
            for at in range(3)
        )
    )
    assert len({room.pk for room in rooms}) == Room.objects.count() == 1


@pytest.mark.parametrize("_round", range(3))
def test_two_threads_banking(_round: int) -> None:
    place = Place(2, rules="classic")
    place.start()
    player, body = place.next_move()
    while not isinstance(body, Bank):
        place.move()
        player, body = place.next_move()
    answers = at_once(*(asks(place, player, body) for _ in range(3)))
    assert sorted_out(answers) == (1, ["stale"] * 2)
    assert Turn.objects.filter(outcome="banked").count() == 1
    whole(place)


def test_one_banks_while_the_other_tab_rolls_on() -> None:
    place = Place(2, rules="classic")
    place.start()
    player, body = place.next_move()
    while not isinstance(body, Bank):
        place.move()
        player, body = place.next_move()
    roll = Roll(body.player, body.game, body.ply, body.keep)
    answers = at_once(asks(place, player, body), asks(place, player, roll))
    assert sorted_out(answers) == (1, ["stale"])


def sits(code: str, person: Person, **more: Any) -> Callable[[], Answer]:
    command = Command(code, person.pk, fresh_id(), Sit("Mara", **more))
    return lambda: executor.perform(command)


@pytest.mark.parametrize("_round", range(3))
def test_many_people_sitting_down_at_once(_round: int) -> None:
    place = Place(1)
    people = [new_guest()[0] for _ in range(6)]
    answers = at_once(*(sits(place.code, person) for person in people))
    assert sorted(answer.player for answer in answers) == [2, 3, 4, 5, 6, 7]
    names = list(Player.objects.filter(room=place.room).values_list("name", flat=True))
    assert len(set(names)) == 7
    whole(place)


@pytest.mark.parametrize("_round", range(3))
def test_one_person_sitting_down_in_two_tabs(_round: int) -> None:
    place = Place(1)
    person = new_guest()[0]
    answers = at_once(*(sits(place.code, person) for _ in range(4)))
    assert [answer.player for answer in answers] == [2] * 4
    assert Player.objects.filter(room=place.room).count() == 2
    whole(place)


def test_one_request_opens_one_room_from_two_threads() -> None:
    person = new_guest()[0]
    rooms = at_once(*(lambda: open_room(person, "one-request", name="Mara") for _ in range(4)))
    assert {room.code for room in rooms} == {Room.objects.get().code}
    assert Player.objects.count() == 1


def test_a_game_is_started_once_from_two_threads() -> None:
    place = Place(3)
    answers = at_once(*(asks(place, 1, Start(1)) for _ in range(3)))
    assert sorted_out(answers) == (1, ["game_on"] * 2)
    assert Game.objects.filter(room=place.room).count() == 1


def test_leaving_while_at_turn() -> None:
    for _ in range(3):
        place = Place(3)
        place.start()
        player, body = place.next_move()
        answers = at_once(asks(place, player, body), asks(place, player, Leave(player)))
        done, codes = sorted_out(answers)
        assert (done, codes) in [(2, []), (1, ["gone"])]
        assert place.state().left[place.game().players.index(player)]
        whole(place)


def test_batches_that_lock_the_same_rooms_do_not_deadlock() -> None:
    places = [Place(2) for _ in range(4)]
    for place in places:
        place.start()

    def batch(order: list[Place]) -> Callable[[], list[Answer]]:
        commands = []
        for place in order:
            player, body = place.next_move()
            person = place.people[player - 1].pk
            commands.append(Command(place.code, person, fresh_id(), body))
        return lambda: executor.perform_many(commands)

    for _ in range(5):
        forth, back = batch(places), batch(places[::-1])
        answers, reversed_answers = at_once(forth, back)
        for one, other in zip(answers, reversed_answers[::-1], strict=True):
            assert sorted_out([one, other]) == (1, ["stale"])
    for place in places:
        whole(place)


def test_a_whole_game_with_every_command_sent_from_two_threads() -> None:
    place = Place(2, rules="kcd")
    place.start()
    asked = 0
    while place.game().status == "playing":
        player, body = place.next_move()
        command_id = fresh_id()
        first, second = at_once(*(asks(place, player, body, command_id) for _ in range(2)))
        assert first == second
        assert isinstance(first, Done)
        asked += 1
    assert place.game().ply == asked
    whole(place)
    assert Event.objects.filter(room=place.room, ply__gt=0).count() == asked
