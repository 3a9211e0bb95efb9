"""What the parts of a past game's page share: the folded game, names, pens, links."""

import json

import pytest

from games.people.identity import new_guest
from games.replay.context import ReplayContext
from games.replay.game import imported_game, past_game
from games.services.imports import import_game
from tests.support.rooms import Place

pytestmark = pytest.mark.django_db(transaction=True)


def test_requests_for_one_game_share_one_folded_game(place: Place) -> None:
    first, second = (ReplayContext.of(past_game(place.code, 1, None), None) for _ in range(2))
    assert first.folded is second.folded


def test_requests_for_one_imported_game_share_one_folded_game(place: Place) -> None:
    file = past_game(place.code, 1, None).file()
    key = import_game(new_guest()[0], json.dumps(file.to_dict()))
    first, second = (ReplayContext.of(imported_game(key), None) for _ in range(2))
    assert first.folded is second.folded


def test_a_game_that_is_still_on_is_folded_as_it_grows(place: Place) -> None:
    place.start()
    before = ReplayContext.of(past_game(place.code, 2, None), None)
    place.move()
    after = ReplayContext.of(past_game(place.code, 2, None), None)
    assert len(after.folded.actions) == len(before.folded.actions) + 1


def test_a_link_leads_to_the_step_in_which_an_action_begins(place: Place) -> None:
    context = ReplayContext.of(past_game(place.code, 1, None), None)
    for action in (0, 1, len(context.folded.actions) - 1):
        link = context.link_to(action)
        assert context.folded[link["scene"]].action == action
        assert link["url"] == f"/r/{place.code}/game/1/{link['scene']}/"


def test_names_and_pens_go_by_seat(place: Place) -> None:
    context = ReplayContext.of(past_game(place.code, 1, None), None)
    assert context.names == ("Player 1", "Player 2")
    assert len(set(context.pens)) == 2
    assert set(context.pens) <= set(range(1, 7))
