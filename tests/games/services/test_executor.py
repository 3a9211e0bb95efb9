"""Performing commands: each takes effect once, as a whole, and is published after that."""

import json
from dataclasses import dataclass
from typing import Any

import pytest
from django.db import OperationalError

from farkle import GameState
from games import broadcast
from games.models import DiceSecret, Event, Room, Standing, Turn
from games.protocol import parser
from games.protocol.commands import (
    Answer,
    Close,
    Command,
    Done,
    Leave,
    No,
    Rename,
    Sit,
    Start,
)
from games.protocol.fields import shape_of
from games.protocol.requests import BODIES
from games.services import executor
from games.services.tables import persistence
from games.services.tables.handlers import HANDLERS
from tests.support.guests import new_guest
from tests.support.rooms import Place, forget_tables, fresh_id

pytestmark = pytest.mark.django_db


def test_whole_game_is_stored() -> None:
    place = Place(3)
    place.start()
    moves = place.play_out()
    game = place.game()
    room = place.fresh()
    assert (game.status, game.ply, room.status, room.played) == ("over", moves, "over", 1)
    assert [event.number for event in place.events()] == list(range(1, room.head + 1))
    state = place.state()
    assert state.phase == "over"
    assert list(state.winners) == game.winners
    turns = list(Turn.objects.filter(game=game).order_by("number"))
    assert [turn.number for turn in turns] == list(range(1, len(turns) + 1))
    for seat, score in enumerate(state.scores):
        own = [turn for turn in turns if turn.seat == seat]
        assert sum(turn.points - turn.penalty for turn in own) == score == own[-1].total
        standing = Standing.objects.get(game=game, seat=seat)
        assert (standing.score, standing.turns) == (score, len(own))
        assert standing.farkles == sum(turn.outcome == "farkled" for turn in own)
        assert (standing.rank == 1) == (seat in state.winners)


def test_a_command_that_is_sent_again_gets_the_same_answer_and_has_no_effect() -> None:
    place = Place(2)
    place.start()
    player, body = place.opening()
    first = place.does(player, body, "the-same-id")
    after = place.state()
    again = place.does(player, body, "the-same-id")
    forget_tables()
    in_another_process = place.does(player, body, "the-same-id")
    assert first == again == in_another_process
    assert isinstance(first, Done)
    assert place.state() == after
    assert Event.objects.filter(command="the-same-id").count() == 1


def test_the_same_command_twice_at_once() -> None:
    place = Place(2)
    place.start()
    player, body = place.opening()
    command = Command(place.code, place.people[player - 1].pk, "the-same-id", body)
    head = place.fresh().head
    assert executor.perform_many([command, command]) == [Done(head + 1), Done(head + 1)]
    assert place.fresh().head == head + 1


def test_an_id_cannot_be_used_by_somebody_else_or_for_something_else() -> None:
    place = Place(2)
    assert place.does(1, Rename(1, "Mara"), "the-same-id") == Done(3)
    assert place.does(2, Rename(2, "Mara"), "the-same-id") == No(
        "id_taken", "Something went wrong. Reload and try again."
    )
    other_intent = place.does(1, Rename(1, "Teo"), "the-same-id")
    assert isinstance(other_intent, No)
    assert other_intent.code == "id_taken"
    assert place.player(1).name == "Mara"


def test_a_resend_is_recognised_by_a_version_with_a_new_field(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    place = Place(2)
    frame = {"type": "rename", "id": "the-same-id", "player": 1, "name": "Mara"}

    def sends(**fields: Any) -> Answer:
        asked = parser.parse(json.dumps({**frame, **fields}))
        assert isinstance(asked, parser.CommandFrame)
        return place.does(1, asked.body, asked.id)

    first = sends()
    assert first == Done(3)

    @dataclass(frozen=True, slots=True)
    class NewRename(Rename):
        quietly: bool = False

    forget_tables()
    monkeypatch.setitem(parser.SHAPES, "rename", shape_of(NewRename))  # type: ignore[arg-type]
    monkeypatch.setitem(BODIES, NewRename, BODIES[Rename])
    monkeypatch.setitem(HANDLERS, NewRename, HANDLERS[Rename])
    assert sends() == sends(quietly=False) == first
    for other in ({"quietly": True}, {"name": "Teo"}):
        answer = sends(**other)
        assert isinstance(answer, No)
        assert answer.code == "id_taken"
    assert place.fresh().head == 3


def test_two_rolls_with_two_ids_are_one_roll() -> None:
    place = Place(2)
    place.start()
    player, body = place.opening()
    assert isinstance(place.does(player, body), Done)
    assert place.refuses(player, body) == "stale"


def test_closing_ends_the_game_and_reveals_its_seed() -> None:
    place = Place(2, rules="specials")  # where a first throw is never a farkle
    place.start()
    player, body = place.opening()
    place.does(player, body)
    assert isinstance(place.does(1, Close(1)), Done)
    game = place.game()
    assert (game.status, place.fresh().status) == ("abandoned", "closed")
    seed = bytes(DiceSecret.objects.get(game=game).seed).hex()
    last = place.events()[-1].events
    assert last == [
        {"e": "ended", "status": "abandoned", "seed": seed},
        {"e": "closed", "why": "host"},
    ]
    assert Turn.objects.get(game=game).outcome == "cut"
    results = Standing.objects.filter(game=game).values_list("result", flat=True)
    assert list(results) == ["abandoned", "abandoned"]
    for body_after in (body, Start(1), Sit("Late"), Close(1)):
        assert place.refuses(player, body_after) == "room_closed"


def test_a_room_that_does_not_exist() -> None:
    person = new_guest()[0]
    answer = executor.perform(Command("22222222", person.pk, fresh_id(), Sit("Mara")))
    assert answer == No("no_room", "This room doesn't exist.")


def test_a_refusal_does_not_hurt_the_other_commands_of_a_batch() -> None:
    places = [Place(2) for _ in range(3)]
    commands = []
    for place in places:
        place.start()
        player, body = place.opening()
        pk = place.people[player - 1].pk
        commands.append(Command(place.code, pk, fresh_id(), body))
        commands.append(Command(place.code, pk, fresh_id(), body))
    answers = executor.perform_many(commands)
    assert [type(answer) for answer in answers] == [Done, No] * 3


def test_a_command_that_fails_takes_no_other_with_it(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    fine, broken = Place(2), Place(2)
    for place in (fine, broken):
        place.start()
    bad = broken.game().players[broken.state().current]
    real = GameState.apply

    def apply(state: GameState, *arguments: Any) -> Any:
        done = real(state, *arguments)
        if broken_now and arguments[1]._seed == seed:
            raise ZeroDivisionError  # after the engine has done its part
        return done

    seed = broken.seed()
    broken_now = True
    monkeypatch.setattr(GameState, "apply", apply)
    head = broken.fresh().head
    commands = []
    for place in (broken, fine):
        player, body = place.opening()
        commands.append(Command(place.code, place.people[player - 1].pk, fresh_id(), body))
    answers = executor.perform_many(commands)
    assert answers[0] == No("broken", "Something went wrong on our side. Nothing changed.")
    assert isinstance(answers[1], Done)
    assert broken.fresh().head == head
    assert "ZeroDivisionError" in caplog.text
    assert caplog.records[-1].__dict__["command"] == commands[0].id
    broken_now = False
    assert isinstance(broken.does(bad, commands[0].body), Done)  # and the table is as it was


def test_a_database_error_is_retried_three_times(monkeypatch: pytest.MonkeyPatch) -> None:
    place = Place(2)
    place.start()
    player, body = place.opening()
    real, tries = persistence.store, []

    def store(tables: Any) -> None:
        tries.append(1)
        if len(tries) <= failures:
            raise OperationalError("database is locked")
        real(tables)

    monkeypatch.setattr(persistence, "store", store)
    failures = 3
    assert isinstance(place.does(player, body), Done)
    assert len(tries) == 4
    tries.clear()
    failures = 4
    player, body = place.next_move()  # type: ignore[assignment]  # any move will do
    assert place.refuses(player, body) == "busy"
    tries.clear()
    failures = 0
    assert isinstance(place.does(player, body), Done)


def test_nothing_is_published_before_the_commit(monkeypatch: pytest.MonkeyPatch) -> None:
    place = Place(2)
    told: list[broadcast.RoomUpdate] = []

    def publish(stories: list[broadcast.RoomUpdate]) -> None:
        for story in stories:
            assert Room.objects.get(pk=story.room).head >= story.events[-1].n
            told.append(story)

    monkeypatch.setattr(broadcast.current, "publish", publish)
    place.start()
    assert [one.n for story in told for one in story.events] == [3]


def test_a_snapshot_is_never_older_than_twenty_plies() -> None:
    place = Place(2)
    place.start()
    plies = []
    while place.game().status == "playing":
        place.move()
        game = place.game()
        assert game.snapshot is not None
        plies.append(game.ply - game.snapshot["state"]["ply"])
        if game.status == "playing" and not place.state().rolls:
            assert plies[-1] == 0  # at the end of each turn
    assert max(plies) < 20
    assert plies[-1] == 0  # and at the end of the game


def test_a_long_turn_gets_a_snapshot_after_twenty_plies() -> None:
    place = Place(26, rules="specials")  # where a first throw is never a farkle
    place.start()
    player, body = place.opening()
    place.does(player, body)
    started = place.game().snapshot
    others = [seat for seat in range(1, 27) if seat != player]
    for seat in others[:19]:
        assert isinstance(place.does(seat, Leave(seat)), Done)
    assert place.game().ply == 20
    kept = place.game().snapshot
    assert started is not None
    assert kept is not None
    assert (started["state"]["ply"], kept["state"]["ply"]) == (0, 20)


@dataclass(frozen=True, slots=True)
class LaterRename(Rename):
    """A command as a later version declares it, with a field that today's has not."""

    style: str = ""


def test_a_version_with_a_new_field_recognises_what_is_sent_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(BODIES, LaterRename, BODIES[Rename])
    monkeypatch.setitem(HANDLERS, LaterRename, HANDLERS[Rename])
    place = Place(2)
    guest = place.people[1]
    first = place.ask(guest, Rename(2, "Teo"), "one-intent")
    head = place.fresh().head
    forget_tables()
    assert place.ask(guest, LaterRename(2, "Teo"), "one-intent") == first == Done(head)
    other = place.ask(guest, LaterRename(2, "Teo", "bold"), "one-intent")
    assert isinstance(other, No)
    assert other.code == "id_taken"
    assert place.fresh().head == head


def test_a_command_that_could_be_repeated_is_done_once() -> None:
    """A player may choose the same name again: only the id shows that this is the same command."""
    place = Place(2)
    guest = place.people[1]
    body = Rename(2, "Teo")
    first = place.ask(guest, body, "one-intent")
    head = place.fresh().head
    forget_tables()
    assert place.ask(guest, body, "one-intent") == first == Done(head)
    other = Command(place.code, place.people[0].pk, fresh_id(), Rename(1, "Mia"))
    again = Command(place.code, guest.pk, "one-intent", body)
    stolen = Command(place.code, place.people[0].pk, "one-intent", Rename(1, "Lea"))
    answers = executor.perform_many([other, again, stolen, again])
    assert answers[:2] == [Done(head + 1), first]
    assert isinstance(answers[2], No)
    assert (answers[2].code, answers[3]) == ("id_taken", first)
    assert place.fresh().head == head + 1
    assert [place.player(seat).name for seat in (1, 2)] == ["Mia", "Teo"]
