"""Past games: who may see them, what is known of them, and what is kept in memory."""

import pytest
from django.core.exceptions import PermissionDenied
from django.http import Http404
from django.test import Client

from games.models import Game, Holder, Player, Standing
from games.protocol.commands import Close, SetRoom
from games.replay.analysis import analysis_of
from games.replay.game import fold, past_game
from tests.support.guests import new_guest
from tests.support.rooms import Place

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_game_is_found_whole(place: Place) -> None:
    game = past_game(place.code, 1, place.people[1])
    assert (game.code, game.number, game.status, game.preset) == (place.code, 1, "over", "kcd")
    assert game.names == ("Player 1", "Player 2")
    assert (game.players, game.own_seats, game.levels) == ((1, 2), (1,), ("", ""))
    assert game.rules_name == "Tavern (Kingdom Come)"
    assert len(game.times) == len(game.record.steps) + 1
    assert game.started
    assert game.finished
    assert list(game.times) == sorted(game.times)
    assert game.times[-1] >= game.finished > game.started
    found = fold(game)
    stored = Game.objects.get(room=place.room, number=1)
    assert [turn.number for turn in found.summary.turns] == list(
        stored.turns.order_by("number").values_list("number", flat=True)
    )
    assert found.last.winners == game.winners
    assert fold(game) is found  # kept


def test_what_is_not_there(place: Place) -> None:
    for code, number in (("NOSUCHRM", 1), (place.code, 2), (place.code, 3)):
        with pytest.raises(Http404):
            past_game(code, number, None)


def test_a_game_that_is_on_has_no_proof_yet(place: Place) -> None:
    place.start()
    place.move()
    game = past_game(place.code, 2, None)
    assert (game.status, game.proof, game.key) == ("playing", None, "")
    assert len(fold(game).actions) == 2
    assert analysis_of(game) is None
    assert Client().get(f"/r/{place.code}/game/2/game.json").status_code == 404


def test_the_host_may_keep_games_to_the_players(place: Place) -> None:
    stranger, _ = new_guest()
    assert past_game(place.code, 1, stranger).own_seats == ()
    place.does(1, SetRoom(1, past="players"))
    for nobody in (stranger, None):
        with pytest.raises(PermissionDenied):
            past_game(place.code, 1, nobody)
    assert past_game(place.code, 1, place.people[1]).own_seats == (1,)
    phone, _ = new_guest()
    Holder.objects.create(player=place.player(1), person=phone)
    lost, _ = new_guest()
    Player.objects.filter(room=place.room, seat=2).update(before=lost)
    had, _ = new_guest()
    Standing.objects.filter(game__room=place.room, seat=1).update(person=had)
    for somebody in (phone, lost, had):
        assert past_game(place.code, 1, somebody)
    for page in ("game/1/", "game/1/0/", "game/1/dice/", "game/1/luck.json", "result/1/"):
        assert Client().get(f"/r/{place.code}/{page}").status_code == 403
    for ending in ("json", "csv", "txt"):
        assert Client().get(f"/r/{place.code}/game/1/game.{ending}").status_code == 403
    assert place.refuses(1, SetRoom(1, past="everybody")) == "bad_settings"


def test_a_seat_is_mine_on_a_second_device_too(place: Place) -> None:
    phone, _ = new_guest()
    Holder.objects.create(player=place.player(2), person=phone)
    assert past_game(place.code, 1, phone).own_seats == (1,)


def test_a_game_that_was_given_up(place: Place) -> None:
    place.start()
    place.move()
    place.does(1, Close(1))
    game = past_game(place.code, 2, None)
    assert (game.status, game.winners) == ("abandoned", ())
    assert game.file().check().throws
    assert fold(game).summary.turns[-1].outcome in ("cut", "farkled")
