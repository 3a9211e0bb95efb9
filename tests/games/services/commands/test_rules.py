"""The rules of the next game, changed field by field; rules that cannot be played."""

from typing import Any

import pytest

from farkle import PRESETS
from games.models import Game, Room
from games.protocol.commands import (
    Answer,
    ChangeRules,
    Done,
    HandOver,
    No,
    Rematch,
    SetRules,
    Start,
    TakeHost,
)
from tests.support.rooms import Place, forget_tables

pytestmark = pytest.mark.django_db(transaction=True)


def rules(place: Place) -> dict[str, Any]:
    found: dict[str, Any] = place.fresh().rules
    return found


def last(place: Place) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = place.events()[-1].events
    return found


def teams(place: Place) -> list[int | None]:
    return [place.player(seat).team for seat in range(1, len(place.people) + 1)]


def text_of(answer: Answer) -> str:
    assert isinstance(answer, No), answer
    return answer.text


def test_fields_change_one_by_one_and_the_others_stay() -> None:
    place = Place(2)
    place.does(1, ChangeRules(1, {"three_pairs": 750}))
    forget_tables()  # as another process would
    place.does(1, ChangeRules(1, {"entry_min": 500, "building": True}))
    expected = {"three_pairs": 750, "entry_min": 500, "building": True}
    assert rules(place) == {**PRESETS["family"].to_dict(), **expected}
    room = place.fresh()
    assert (room.preset, room.base) == ("", "family")
    said = {"e": "rules", "rules": rules(place), "preset": None, "base": "family"}
    assert last(place) == [said]


def test_a_change_keeps_the_preset_it_is_compared_with() -> None:
    place = Place(1)
    place.does(1, ChangeRules(1, {"bank_min": 350}))  # which is `absolute`, to the point
    assert (place.fresh().preset, place.fresh().base) == ("absolute", "family")
    place.does(1, SetRules(1, "kcd"))
    assert (place.fresh().preset, place.fresh().base) == ("kcd", "kcd")


@pytest.mark.parametrize(
    ("wanted", "base", "found"),
    [
        ({"target": 4500}, "family", "family"),
        ({"target": 4500}, "kcd", "kcd"),
        ({"target": 4500}, "", "family"),
        ({"bank_min": 350, "target": 4500}, "", "absolute"),
        ({"target": 4500}, "no such preset", "family"),
    ],
)
def test_a_rule_set_is_compared_with_the_named_or_the_nearest_preset(
    wanted: dict[str, Any], base: str, found: str
) -> None:
    place = Place(1)
    whole = {**PRESETS["family"].to_dict(), **wanted}
    assert isinstance(place.does(1, SetRules(1, whole, base)), Done)
    assert place.fresh().base == found
    assert rules(place) == whole


@pytest.mark.parametrize(
    "fields",
    [
        {"target": "much"},
        {"target": -5},
        {"target": 10**9},
        {"fixed_kinds": [1, 2]},
        {"fixed_kinds": [1, 2, -3]},
        {"fixed_kinds": [[1], 2, 3]},
        {"building": 1},
        {"ending": "never"},
        {"nothing": 1},
        {"version": 2},
        {"target": {"deep": [1]}},
        {"target": 1.5},
        {"target": None},
    ],
)
def test_unknown_fields_and_values_change_nothing(fields: dict[str, Any]) -> None:
    place = Place(1)
    before = rules(place)
    assert place.refuses(1, ChangeRules(1, fields)) == "bad_rules"
    assert rules(place) == before


def test_only_the_founder_as_host_changes_rules() -> None:
    place = Place(2)
    assert place.refuses(2, ChangeRules(2, {"target": 5000})) == "not_host"
    assert place.refuses(2, ChangeRules(1, {"target": 5000})) == "not_yours"
    place.does(1, HandOver(1, 2))
    assert place.refuses(1, ChangeRules(1, {"target": 5000})) == "not_host"
    assert place.refuses(2, ChangeRules(2, {"target": 5000})) == "not_founder"
    place.does(1, TakeHost(1))
    assert isinstance(place.does(1, ChangeRules(1, {"target": 5000})), Done)


def test_a_change_sent_twice_is_made_once() -> None:
    place = Place(1)
    change = ChangeRules(1, {"target": 5000})
    first = place.does(1, change, "same-command-id")
    place.does(1, ChangeRules(1, {"target": 6000}))
    assert place.does(1, change, "same-command-id") == first
    assert rules(place)["target"] == 6000
    other = place.does(1, ChangeRules(1, {"target": 7000}), "same-command-id")
    assert isinstance(other, No)
    assert other.code == "id_taken"


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"target": 0}, "The game needs a winning score or a round limit."),
        ({"entry_min": 50_000}, "Almost nobody would ever get on the board"),
        ({"bank_min": 1000, "farkle_penalty": 50_000}, "cost more than careful play earns"),
    ],
)
def test_a_room_may_hold_unplayable_rules_but_no_game_starts(
    fields: dict[str, Any], sentence: str
) -> None:
    place = Place(2)
    assert isinstance(place.does(1, ChangeRules(1, fields)), Done)
    answer = place.does(1, Start(1))
    assert text_of(answer).startswith("These rules can't be played: ")
    assert sentence in text_of(answer)
    assert place.fresh().status == Room.Status.LOBBY
    assert Game.objects.filter(room=place.room).count() == 1  # the one that waits
    place.does(1, SetRules(1, "family"))
    assert place.start().status == Game.Status.PLAYING


def test_no_rematch_starts_with_unplayable_rules() -> None:
    place = Place(2, rules="kcd")
    place.start()
    place.play_out()
    place.does(1, ChangeRules(1, {"target": 0}))
    assert place.refuses(1, Rematch(1)) == "bad_rules"
    place.does(1, SetRules(1, "kcd"))
    assert isinstance(place.does(1, Rematch(1)), Done)


def test_unusual_but_playable_rules_start() -> None:
    place = Place(2)
    place.does(1, ChangeRules(1, {"bank_min": 1050, "blank_scope": "any_six"}))
    assert place.start().rules["bank_min"] == 1050


def test_a_game_keeps_its_rules_and_the_next_has_others() -> None:
    place = Place(2)
    game = place.start()
    place.does(1, ChangeRules(1, {"target": 500}))
    game.refresh_from_db()
    assert game.rules["target"] == place.state().rules.target == 10_000
