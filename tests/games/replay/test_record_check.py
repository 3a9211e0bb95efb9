"""Games in files: what is too large, too long or not of the game is refused before it is kept."""

import json
import zlib
from typing import Any

import pytest

from farkle.engine.gamefile import GameFile
from games.replay import record_check
from games.replay.game import past_game
from games.replay.record_check import Problem, pack
from tests.support.engine.proved_game import played
from tests.support.rooms import Place

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def data() -> dict[str, Any]:
    """A game of two, exported."""
    place = Place(rules="kcd")
    place.start()
    place.play_out()
    exported: dict[str, Any] = past_game(place.code, 1, None).file().to_dict()
    return exported


def packed(data: object) -> bytes | Problem:
    return pack(json.dumps(data))


def test_a_game_is_packed_as_it_is(data: dict[str, Any]) -> None:
    found = packed(data)
    assert isinstance(found, bytes)
    assert json.loads(zlib.decompress(found)) == data
    assert packed({"farkle": "games", "version": 1, "games": [data]}) == found


def test_a_game_that_would_take_long_to_play_again_is_refused(
    data: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    steps = len(data["record"]["steps"])
    for limit, most in (("MOST_STEPS", steps), ("MOST_SEATS", 2), ("MOST_STATES", 2 * steps)):
        with monkeypatch.context() as patched:
            patched.setattr(record_check, limit, most)
            assert isinstance(packed(data), bytes)
            patched.setattr(record_check, limit, most - 1)
            # Nothing is built of what is too long.
            patched.setattr(GameFile, "from_dict", lambda _: pytest.fail("it was built"))
            assert packed(data) == Problem("too_long")
            assert packed(data["record"]) == Problem("too_long")


def test_what_is_stored_has_a_limit(data: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    found = packed(data)
    assert isinstance(found, bytes)
    monkeypatch.setattr(record_check, "MOST_PACKED", len(found))
    assert packed(data) == found
    monkeypatch.setattr(record_check, "MOST_PACKED", len(found) - 1)
    assert packed(data) == Problem("too_large")


@pytest.mark.parametrize(
    ("names", "why"),
    [
        (["M" * 24, "I" * 24], None),
        ([], None),
        (["x" * 600_000], Problem("long_name", 24)),
        (["M" * 25, "I"], Problem("long_name", 24)),
        (["a", "b", "c"], Problem("names")),
    ],
)
def test_there_is_one_short_name_for_each_seat(
    data: dict[str, Any], names: list[str], why: Problem | None
) -> None:
    data["record"]["names"] = names
    found = packed(data)
    assert isinstance(found, bytes) if why is None else found == why


@pytest.mark.parametrize(
    "more",
    [
        {"room": "x" * 41},
        {"levels": ["x" * 41, ""]},
        {"colours": [1, 2, 3]},
        {"times": [1] * 2000},
        {"preset": ["kcd"] * 3},
    ],
)
def test_details_are_short_and_no_more_than_there_are_seats_and_steps(
    data: dict[str, Any], more: dict[str, Any]
) -> None:
    data["about"] |= more
    assert packed(data) == Problem("details")


@pytest.mark.parametrize("games", [[], [1, 2], "x", None])
def test_a_file_has_one_game(games: object) -> None:
    found = packed({"farkle": "games", "version": 1, "games": games})
    assert isinstance(found, Problem)
    assert found.code == "not_one"


def test_a_game_with_named_dice_is_stored_if_its_letters_are_those_of_its_dice() -> None:
    game, _ = played(chosen=("OOOOOA", "OOOOOO"))
    assert isinstance(packed(game.to_dict()), bytes)
    forged = game.to_dict()
    forged["record"]["start"]["events"][0]["chosen"] = ["OOOOOF", "OOOOOO"]
    found = packed(forged)
    assert isinstance(found, Problem)
    assert found.code == "wrong"
