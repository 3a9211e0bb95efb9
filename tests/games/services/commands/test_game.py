"""A game from its start to its end."""

import json
from typing import Any

import pytest
from django.db import IntegrityError, transaction
from pytest_django import Settings

from farkle.engine.fairness import commitment_of
from games.management.integrity import disagreements
from games.models import DiceSecret, Game
from games.protocol.commands import (
    AddString,
    Bank,
    Close,
    Command,
    Done,
    Leave,
    No,
    Rematch,
    Remove,
    Rename,
    Roll,
    SetRules,
    Sit,
    Start,
)
from games.services import executor
from games.state.room_state import sync
from games.state.running import DiceSource
from tests.support.guests import new_guest
from tests.support.rooms import Place, follow, forget_tables, fresh_id, seen

pytestmark = pytest.mark.django_db


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


def test_no_seed_lies_open_in_the_database_before_its_game_is_over() -> None:
    place = Place(2)
    waiting = DiceSecret.objects.get(game__room=place.room)
    place.start()
    running = DiceSecret.objects.get(game=place.game())
    assert bytes(running.seed) == bytes(waiting.seed)
    assert commitment_of(bytes(running.seed)) != place.game().commitment
    assert len(running.seed) > len(place.seed())
    place.play_out()
    over = DiceSecret.objects.get(game=place.game())
    assert commitment_of(bytes(over.seed)) == place.game().commitment


def test_without_the_key_a_game_stands_still_and_can_be_closed(
    settings: Settings, caplog: pytest.LogCaptureFixture
) -> None:
    place = Place(2)
    place.start()
    settings.SECRET_KEY = "another key"
    forget_tables()
    player, body = place.opening()
    assert place.refuses(player, body) == "no_dice"
    assert not [line for line in caplog.records if line.exc_info]
    assert isinstance(place.does(1, Close(1)), Done)
    ended = place.events()[-1].events[0]
    assert ended == {"e": "ended", "status": "abandoned", "seed": None}
    forget_tables()
    found = sync(place.code)
    assert found is not None
    assert json.loads(found[1])["game"]["seed"] is None


def test_without_the_key_players_still_leave_a_game(settings: Settings) -> None:
    place = Place(3)
    place.start()
    settings.SECRET_KEY = "another key"
    forget_tables()
    assert isinstance(place.does(2, Leave(2)), Done)
    assert isinstance(place.does(1, Remove(1, 3)), Done)
    ended = place.events()[-1].events[-2]
    assert ended == {"e": "ended", "status": "abandoned", "seed": None}
    forget_tables()
    place.people += [new_guest()[0]]
    assert isinstance(place.does(4, Sit("New")), Done)
    place.start()  # its dice are of the new key
    place.play_out()


@pytest.mark.parametrize("ask", [Start(1), Rematch(1)])
def test_a_waiting_game_whose_key_is_lost_gets_new_dice(
    settings: Settings, ask: Start | Rematch
) -> None:
    """It is refused once, so that everybody can add to the new dice."""
    place = Place(2, rules="kcd")
    place.start()
    place.play_out()
    assert place.does(2, AddString(2, 2, "known-too-early")) == Done(None)
    settings.SECRET_KEY = "another key"
    forget_tables()
    page, head, same = seen(place), place.fresh().head, fresh_id()
    answer = place.does(1, ask, same)
    assert answer == No("stale", "The game has moved on.")
    [renewed] = place.events()[head:]
    assert renewed.asker is None
    follow(place, page)
    waiting = Game.objects.get(room=place.room, status=Game.Status.WAITING)
    assert renewed.events == [
        {"e": "next", "number": waiting.number, "commitment": waiting.commitment}
    ]
    assert place.does(1, AddString(1, 2, "known-too-early")) == No("stale", answer.text)
    assert place.does(1, AddString(1, 3, "known-in-time")) == Done(None)
    assert isinstance(place.does(1, ask, same), Done)
    game = place.game()
    assert (game.number, game.strings) == (3, ["known-in-time", ""])
    assert game.commitment == waiting.commitment == commitment_of(place.seed())
    place.play_out()
    follow(place, page)
    assert list(disagreements(place.fresh())) == []


def test_two_who_start_at_once_renew_lost_dice_once(settings: Settings) -> None:
    place = Place(2)
    settings.SECRET_KEY = "another key"
    forget_tables()
    starts = [Command(place.code, place.people[0].pk, fresh_id(), Start(1)) for _ in range(2)]
    page, refused = seen(place), No("stale", "The game has moved on.")
    assert executor.perform_many(starts) == [refused, refused]
    assert place.last() == ["next"]
    follow(place, page)
    place.start()
    assert place.game().number == 2
    assert place.game().commitment == commitment_of(place.seed())


def test_the_next_game_has_another_seed() -> None:
    place = Place(2, rules="kcd")
    first = place.start()
    place.play_out()
    second = place.start()
    assert second.number == 2
    assert second.commitment != first.commitment


def test_only_the_holder_of_a_seat_moves() -> None:
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
    assert answer == No("not_your_turn", f"It's Player {player}'s turn.")


def test_the_engine_refuses_a_move() -> None:
    place = Place(2)
    place.start()
    player, body = place.opening()
    assert place.refuses(player, Bank(player, body.game, body.ply, ())) == "not_rolled"
    assert place.refuses(player, Roll(player, body.game, body.ply, (1,))) == "nothing_to_keep"


def test_moves_in_games_that_are_not_running_are_refused() -> None:
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


def test_a_player_who_sat_down_later_has_no_part_in_the_game() -> None:
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


def test_a_room_has_only_one_next_game() -> None:
    place = Place(2)
    with pytest.raises(IntegrityError), transaction.atomic():
        Game.objects.create(room=place.room, number=9, commitment="")


def test_a_running_game_keeps_its_rules() -> None:
    place = Place(2, rules="kcd")
    place.start()
    assert isinstance(place.does(1, SetRules(1, "classic")), Done)
    assert place.state().rules.target == 4000
    assert place.fresh().preset == "classic"
    place.play_out()
    place.start()
    assert place.state().rules.target == 10000


def test_a_game_can_begin_in_the_batch_that_ended_the_last_one() -> None:
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
    forget_tables()
    assert isinstance(place.move(), Done)


def test_every_seat_can_add_a_string_to_the_dice() -> None:
    place = Place(3, rules="kcd")
    head = place.fresh().head
    assert place.does(1, AddString(1, 1, "first-string")) == Done(None)
    assert place.does(1, AddString(1, 1, "second-string")) == Done(None)
    assert place.does(3, AddString(3, 1, "another_one")) == Done(None)
    assert place.fresh().head == head
    assert place.refuses(1, AddString(1, 2, "too-early")) == "stale"
    assert place.refuses(1, AddString(1, 1, "short")) == "bad_string"
    assert place.refuses(1, AddString(1, 1, "with,comma,")) == "bad_string"
    game = place.start()
    assert game.strings == ["second-string", "", "another_one"]
    assert place.refuses(1, AddString(1, 1, "while-playing")) == "stale"
    place.play_out()
    assert place.start().strings == ["", "", ""]


def test_nobody_plays_alone() -> None:
    place = Place(1)
    assert place.refuses(1, Start(1)) == "too_few"
    place = Place(2)
    place.does(2, Leave(2))
    assert place.refuses(1, Start(1)) == "too_few"
