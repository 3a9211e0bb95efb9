"""Named dice: the host has them on, everybody chooses a set, and the game is played with those."""

import json
from io import StringIO

import pytest
from django.core.management import call_command
from django.test import Client

from farkle.engine.gamefile import GameFile
from games.models import Standing
from games.protocol.commands import AddComputer, ChooseDice, Rematch, SetRoom, SetRules, Start
from games.replay.game import imported_game, past_game
from games.services.imports import NotAGame, import_game
from tests.support.rooms import Place, last_events

pytestmark = pytest.mark.django_db


@pytest.fixture
def place() -> Place:
    place = Place(2, rules="kcd")
    place.does(1, SetRoom(1, own_dice=True))
    return place


def test_the_choice_is_the_seats_and_everybody_hears_of_it(place: Place) -> None:
    place.does(2, ChooseDice(2, 2, "AAOOOS"))
    assert last_events(place) == [{"e": "dice", "player": 2}]
    assert place.player(2).dice == "AAOOOS"
    assert place.player(1).dice == ""


def test_the_game_is_played_with_the_dice_that_were_chosen(place: Place) -> None:
    place.does(2, ChooseDice(2, 2, "AAOOOS"))
    place.start()
    assert place.state().chosen == ("OOOOOO", "AAOOOS")


def test_without_the_setting_dice_are_ordinary() -> None:
    place = Place(2, rules="kcd")
    place.does(2, ChooseDice(2, 2, "AAOOOS"))
    place.start()
    assert place.state().chosen == ()


def test_a_computer_has_a_sensible_set_until_the_host_chooses_another(place: Place) -> None:
    place.does(1, AddComputer(1, "pip"))
    assert place.player(3).dice == "AAASSS"
    assert place.refuses(2, ChooseDice(2, 3, "OOOOOO")) == "not_yours"
    place.does(1, ChooseDice(1, 3, "LLLLLL"))
    place.start()
    assert place.state().chosen[2] == "LLLLLL"


def test_nobody_chooses_for_another_person_nor_during_a_game(place: Place) -> None:
    assert place.refuses(1, ChooseDice(1, 2, "AAAAAA")) == "not_yours"
    assert place.refuses(2, ChooseDice(1, 1, "AAAAAA")) == "not_yours"
    place.start()
    assert place.refuses(1, ChooseDice(1, 1, "AAAAAA")) == "game_on"


@pytest.mark.parametrize("letters", ["", "A", "AAAAAAA", "AAAAA?", "aaaaaa", "AAAAA\0", "ÄAAAAA"])
def test_what_is_no_set_of_dice_is_refused(place: Place, letters: str) -> None:
    assert place.refuses(1, ChooseDice(1, 1, letters)) == "bad_settings"


def test_a_set_is_fitted_to_the_number_of_dice(place: Place) -> None:
    place.does(1, ChooseDice(1, 1, "ASASAS"))
    place.does(1, SetRules(1, "macke"))
    place.start()
    assert place.state().chosen == ("ASASA", "OOOOO")


def test_games_that_named_dice_do_not_fit_are_refused_in_words(place: Place) -> None:
    assert place.refuses(1, SetRoom(1, together=True)) == "same_dice"
    place.does(1, SetRules(1, {**place.fresh().rules, "building": True}))
    assert place.refuses(1, Start(1)) == "bad_rules"
    place.does(1, SetRules(1, {**place.fresh().rules, "building": False, "dice": 7}))
    assert place.refuses(1, Start(1)) == "many_own_dice"


def test_a_rematch_keeps_the_dice(place: Place) -> None:
    place.does(1, SetRules(1, {**place.fresh().rules, "target": 500}))
    place.does(2, ChooseDice(2, 2, "FFFSSS"))
    place.start()
    place.play_out()
    place.does(1, Rematch(1))
    assert place.state().chosen == ("OOOOOO", "FFFSSS")


def test_a_whole_game_agrees_with_its_seed_and_can_be_exported_and_imported(place: Place) -> None:
    place.does(1, ChooseDice(1, 1, "AFSLHU"))
    place.does(2, ChooseDice(2, 2, "XXTTEE"))
    game = place.start()
    place.play_out()
    out = StringIO()
    call_command("check_history", stdout=out)
    assert out.getvalue() == "1 of 1 rooms agree with their events.\n"
    data = past_game(place.code, game.number, None).file().to_dict()
    file = GameFile.from_dict(data)
    assert file.record.chosen == ("AFSLHU", "XXTTEE")
    assert file.proof
    assert file.proof.check(file.record) > 10
    key = import_game(place.people[0], json.dumps(data))
    assert imported_game(key).record == file.record
    data["record"]["start"]["events"][0]["chosen"][0] = "AFSLHX"
    with pytest.raises(NotAGame):
        import_game(place.people[0], json.dumps(data))


def test_the_review_says_that_chances_to_win_are_not_worked_out(place: Place) -> None:
    place.does(1, SetRules(1, {**place.fresh().rules, "target": 500}))
    place.start()
    place.play_out()
    text = Client().get(f"/r/{place.code}/game/1/").content.decode()
    assert "worked out with dice of your own" in text
    assert "data-waiting" not in text


def test_weighted_dice_count_neither_as_luck_nor_as_faces(place: Place) -> None:
    place.does(1, ChooseDice(1, 1, "AAAAAA"))
    place.start()
    place.play_out()
    for standing in Standing.objects.all():
        assert standing.turns
        assert standing.deserved == standing.farkles
        assert standing.throws == standing.ones == 0
