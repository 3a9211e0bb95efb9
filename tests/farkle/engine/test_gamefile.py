"""Exported games: round trips, verification, and files that are refused."""

import json

import pytest

from farkle import Disagreement, RecordError
from farkle.engine.fairness import Unproven
from farkle.engine.gamefile import GameFile, games_in
from tests.support.engine.proved_game import forged, played, text


def test_a_game_file_round_trips():
    game, thrown = played()
    again = GameFile.from_dict(json.loads(text(game)))
    assert again == game
    assert again.record.names == ("Mara", "Teo")
    checked = again.check()
    assert checked.throws == thrown
    assert checked.last.phase == "over"


def test_a_bare_record_is_a_game_without_a_proof():
    game, _ = played()
    (bare,) = games_in(game.record.to_dict())
    assert bare.proof is None
    assert bare.check().throws is None


def test_many_games():
    game, _ = played()
    data = {"farkle": "games", "version": 1, "games": [game.to_dict()] * 3}
    assert games_in(data) == [game] * 3
    data["games"][1] = {"farkle": "game", "version": 2}
    with pytest.raises(RecordError, match="Game 2: A file of a game must have version 1"):
        games_in(data)


def test_a_throw_that_the_seed_does_not_give_is_found_at_its_step():
    game, _ = played()
    data = game.to_dict()
    first = data["record"]["steps"][0]["dice"]
    forged(data, 1, first[::-1])  # the same faces in another order: the rules are content with it
    found = GameFile.from_dict(data)
    with pytest.raises(Unproven, match="At step 1 the record says that roll 2 was") as caught:
        found.check()
    assert caught.value.step == 1
    with pytest.raises(Disagreement):
        GameFile.from_dict(forged(game.to_dict(), 1, [2, 3, 4, 6, 2, 3])).check()


@pytest.mark.parametrize(
    "wrong",
    [
        [],
        {"farkle": "games"},
        {"farkle": "game", "version": 1},
        {"farkle": "game", "version": True, "record": {}, "dice": None, "about": {}},
        {"farkle": "games", "version": 1, "games": {}},
        {"farkle": "games", "version": 1, "games": [1]},
    ],
)
def test_data_that_is_not_a_game_is_refused(wrong):
    with pytest.raises(RecordError):
        games_in(wrong)


@pytest.mark.parametrize(
    ("part", "value"),
    [
        ("dice", {"commitment": "0" * 64}),
        ("dice", {"commitment": "0" * 63, "seed": "0" * 64, "strings": []}),
        ("dice", {"commitment": "0" * 64, "seed": "G" * 64, "strings": []}),
        ("dice", {"commitment": "0" * 64, "seed": "0" * 64, "strings": "abc"}),
        ("dice", {"commitment": "0" * 64, "seed": "0" * 64, "strings": ["a,b,c,d,e"]}),
        ("dice", {"commitment": "0" * 64, "seed": "0" * 64, "strings": [None]}),
        ("about", []),
        ("about", {"who": "me"}),
        ("about", {"room": "x" * 201}),
        ("about", {"number": 1.5}),
        ("about", {"number": True}),
        ("about", {"times": [1, [2]]}),
        ("about", {"times": [10**15]}),
        ("record", {}),
    ],
)
def test_parts_of_a_wrong_shape_are_refused(part, value):
    game, _ = played()
    with pytest.raises(RecordError):
        GameFile.from_dict(game.to_dict() | {part: value})
