"""The write path: one intent one effect, the right seat, the right ply, nothing half done."""

from typing import Any

import pytest
from django.db import IntegrityError, OperationalError, transaction
from pytest_django import Settings

from farkle import GameState
from farkle.engine.fairness import commitment_of
from games import broadcast
from games.models import DiceSecret, Event, Game, Player, Room, Standing, Turn
from games.people.identity import new_guest
from games.protocol.commands import (
    Bank,
    Close,
    Command,
    Done,
    Leave,
    No,
    Remove,
    Rename,
    Roll,
    SetRules,
    Sit,
    Start,
)
from games.services import executor, persistence, table_cache
from games.services.create_room import open_room
from games.services.table_cache import TableCache
from games.state.dice import DiceSource
from tests.support.rooms import Place, fresh_id

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True, params=["raw statements", "orm"])
def _statements(request: pytest.FixtureRequest, settings: Settings) -> None:
    """The write path does the same with its own statements and without."""
    settings.RAW_STATEMENTS = request.param == "raw statements"


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


def test_the_dice_are_those_that_were_committed_to() -> None:
    place = Place(2)
    place.start()
    place.play_out()
    game = place.game()
    seed = bytes(DiceSecret.objects.get(game=game).seed)
    assert commitment_of(seed) == game.commitment
    cup = DiceSource(seed, game.strings, 0)
    for event in place.events():
        for happened in event.events:
            if happened["e"] in ("rolled", "rolled_off"):
                assert list(cup(len(happened["dice"]))) == happened["dice"]
    assert cup.thrown == game.thrown
    revealed = [e for event in place.events() for e in event.events if e["e"] == "ended"]
    assert revealed == [{"e": "ended", "status": "over", "seed": seed.hex()}]


def test_the_next_game_has_another_seed() -> None:
    place = Place(2, rules="kcd")
    first = place.start()
    place.play_out()
    second = place.start()
    assert second.number == 2
    assert second.commitment != first.commitment


def test_the_same_command_again_has_the_same_answer_and_no_effect() -> None:
    place = Place(2)
    place.start()
    player, body = place.opening()
    first = place.does(player, body, "the-same-id")
    after = place.state()
    again = place.does(player, body, "the-same-id")
    executor.forget_tables()
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


def test_an_id_belongs_to_who_used_it_and_for_what() -> None:
    place = Place(2)
    assert place.does(1, Rename(1, "Mara"), "the-same-id") == Done(3)
    assert place.does(2, Rename(2, "Mara"), "the-same-id") == No(
        "id_taken", "This request was used before for something else."
    )
    other_intent = place.does(1, Rename(1, "Teo"), "the-same-id")
    assert isinstance(other_intent, No)
    assert other_intent.code == "id_taken"
    assert place.player(1).name == "Mara"


def test_two_rolls_with_two_ids_are_one_roll() -> None:
    place = Place(2)
    place.start()
    player, body = place.opening()
    assert isinstance(place.does(player, body), Done)
    assert place.refuses(player, body) == "stale"


def test_only_who_holds_the_seat_moves_it() -> None:
    place = Place(2)
    place.start()
    player, body = place.opening()
    other = 3 - player
    assert place.refuses(other, body) == "not_yours"
    stranger = new_guest()[0]
    for nobody in (stranger, None):
        answer = place.ask(nobody, body)
        assert isinstance(answer, No)
        assert answer.code == "not_yours"


def test_only_the_player_at_turn_moves() -> None:
    place = Place(2)
    place.start()
    player, body = place.opening()
    other = 3 - player
    wrong = Roll(other, body.game, body.ply, ())
    answer = place.does(other, wrong)
    assert answer == No("not_your_turn", f"It is Player {player}'s turn.")


def test_the_engine_says_no() -> None:
    place = Place(2)
    place.start()
    player, body = place.opening()
    assert place.refuses(player, Bank(player, body.game, body.ply, ())) == "not_rolled"
    assert place.refuses(player, Roll(player, body.game, body.ply, (1,))) == "nothing_to_keep"


def test_games_that_are_not_on() -> None:
    place = Place(2, rules="kcd")
    assert place.refuses(1, Roll(1, 1, 0, ())) == "no_game"
    place.start()
    assert place.refuses(1, Roll(1, 2, 0, ())) == "stale"
    place.play_out()
    ply = place.game().ply
    for number, code in ((1, "game_over"), (2, "no_game")):
        assert place.refuses(1, Roll(1, number, ply, ())) == code
    place.start()
    assert place.refuses(1, Roll(1, 1, ply, ())) == "stale"


def test_who_sat_down_later_has_no_part_in_the_game() -> None:
    place = Place(2)
    place.start()
    late = new_guest()[0]
    assert place.ask(late, Sit("Late")) == Done(4, 3)
    answer = place.ask(late, Roll(3, 1, 0, ()))
    assert isinstance(answer, No)
    assert answer.code == "not_playing"


def test_sitting_down_and_names_make_no_move_stale() -> None:
    place = Place(2)
    place.start()
    player, body = place.opening()
    place.ask(new_guest()[0], Sit("Late"))
    place.does(1, Rename(1, "Mara"))
    assert isinstance(place.does(player, body), Done)


def test_leaving_a_game_of_three_and_then_of_two() -> None:
    place = Place(3)
    place.start()
    assert isinstance(place.does(2, Leave(2)), Done)
    game = place.game()
    assert game.status == "playing"
    assert place.state().left[game.players.index(2)]
    assert place.refuses(2, Leave(2)) == "gone"
    assert isinstance(place.does(3, Leave(3)), Done)
    game = place.game()
    assert game.status == "over"
    assert [game.players[seat] for seat in game.winners] == [1]
    assert place.fresh().status == "over"


def test_a_removed_person_is_out_for_good() -> None:
    place = Place(3)
    place.start()
    assert isinstance(place.does(1, Remove(1, 3)), Done)
    assert place.state().left[place.game().players.index(3)]
    assert place.refuses(3, Sit("Again")) == "removed"
    assert place.refuses(3, Rename(3, "Again")) == "removed"


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
    assert answer == No("no_room", "There is no such room.")


def test_rooms_perform_together_and_a_no_hurts_nobody() -> None:
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


def test_a_command_that_breaks_takes_nobody_with_it(
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

    seed = bytes(DiceSecret.objects.get(game=broken.game()).seed)
    broken_now = True
    monkeypatch.setattr(GameState, "apply", apply)
    head = broken.fresh().head
    commands = []
    for place in (broken, fine):
        player, body = place.opening()
        commands.append(Command(place.code, place.people[player - 1].pk, fresh_id(), body))
    answers = executor.perform_many(commands)
    assert answers[0] == No("broken", "That went wrong on our side. Nothing was changed.")
    assert isinstance(answers[1], Done)
    assert broken.fresh().head == head
    assert "ZeroDivisionError" in caplog.text
    assert caplog.records[-1].__dict__["command"] == commands[0].id
    broken_now = False
    assert isinstance(broken.does(bad, commands[0].body), Done)  # and the table is as it was


def test_a_database_that_will_not_is_asked_four_times(monkeypatch: pytest.MonkeyPatch) -> None:
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


def test_nobody_hears_before_the_commit(monkeypatch: pytest.MonkeyPatch) -> None:
    place = Place(2)
    told: list[broadcast.RoomUpdate] = []

    def publish(stories: list[broadcast.RoomUpdate]) -> None:
        for story in stories:
            assert Room.objects.get(pk=story.room).head >= story.events[-1].n
            told.append(story)

    monkeypatch.setattr(broadcast, "publish", publish)
    place.start()
    assert [one.n for story in told for one in story.events] == [3]


def test_what_is_kept_in_memory_is_used_only_while_nothing_else_happened() -> None:
    place = Place(2)
    place.start()
    player, body = place.opening()
    assert isinstance(place.does(player, body), Done)
    mine = table_cache.current()
    elsewhere = TableCache(most=10)
    for tables in (elsewhere, mine, elsewhere, mine):  # two processes, in turns
        table_cache.install(tables)
        assert isinstance(place.move(), Done)
    table_cache.install(mine)
    stored = place.state()
    kept = mine._tables[place.room.pk].running
    assert kept is not None
    assert kept.state == stored


def test_a_snapshot_is_never_far() -> None:
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


def test_a_long_turn_is_kept_after_20_plies() -> None:
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


def test_only_one_next_game_can_be() -> None:
    place = Place(2)
    with pytest.raises(IntegrityError), transaction.atomic():
        Game.objects.create(room=place.room, number=9, commitment="")


def test_what_could_be_done_again_is_done_once() -> None:
    """A name may be taken again and again: nothing but the id says that it was asked before."""
    place = Place(2)
    guest = place.people[1]
    body = Rename(2, "Teo")
    first = place.ask(guest, body, "one-intent")
    head = place.fresh().head
    executor.forget_tables()
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


def test_opening_twice_with_one_request_opens_one_room() -> None:
    person = new_guest()[0]
    first = open_room(person, "request-1", name="Mara")
    second = open_room(person, "request-1", name="Mara")
    other = open_room(person, "request-2", name="Mara")
    stranger = open_room(new_guest()[0], "request-1", name="Mara")
    assert first.pk == second.pk
    assert len({first.code, other.code, stranger.code}) == 3
    assert Player.objects.filter(room=first).count() == 1


def test_rules_are_frozen_in_a_game_that_is_on() -> None:
    place = Place(2, rules="kcd")
    place.start()
    assert isinstance(place.does(1, SetRules(1, "classic")), Done)
    assert place.state().rules.target == 4000
    assert place.fresh().preset == "classic"
    place.play_out()
    place.start()
    assert place.state().rules.target == 10000


def test_a_game_begun_in_the_batch_that_ended_the_one_before() -> None:
    place = Place(2)
    place.start()
    answers: list[Any] = []
    while not answers or isinstance(answers[1], No):  # a game is on still
        player, body = place.next_move()
        asked = (place.people[player - 1], body), (place.people[0], Start(1))
        answers = executor.perform_many(
            [Command(place.code, person.pk, fresh_id(), what) for person, what in asked]
        )
    assert answers[1] == Done(place.fresh().head)
    assert place.game().number == 2
    assert place.events()[-1].game == place.game()
    executor.forget_tables()
    assert isinstance(place.move(), Done)
