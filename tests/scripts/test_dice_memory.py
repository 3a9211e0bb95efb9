"""A browser checks a game by what it saw itself, whatever the server says afterwards."""

from typing import Any

import orjson

from games.models import Event as StoredEvent
from games.protocol import events, frames
from tests.support import node
from tests.support.engine import proved_game
from tests.support.engine.proved_game import STRINGS

SEATS = [4, 2]
OTHER_SEED = bytes(range(9, 41))


def told(game: Any) -> list[dict[str, Any]]:
    """Return the frames in which a page hears of the game."""
    batches = (game.record.start, *(step.events for step in game.record.steps))
    stored = (
        StoredEvent(number=ply + 7, ply=ply, player=1, events=events.to_stored(batch))
        for ply, batch in enumerate(batches)
    )
    return [orjson.loads(frames.event(one, [], None)) for one in stored]


def compared(shown: Any, played: Any, **more: Any) -> dict[str, Any]:
    """Return how the page's notes of the game `played` compare with the record of `shown`."""
    saw, says = played.to_dict(), shown.to_dict()
    given = {
        "next": {"number": 3, "commitment": saw["dice"]["commitment"]},
        "added": {SEATS[0]: STRINGS[0]},
        "frames": told(played),
        "dice": says["dice"],
        "seats": SEATS,
        "record": says["record"],
        **more,
    }
    [found] = node.run("diceMemory", [given])
    assert isinstance(found, dict)
    return found


def test_an_honest_game_agrees_with_everything_the_browser_saw() -> None:
    game, _ = proved_game.played()
    found = compared(game, game)
    thrown = [frame for frame in told(game) if "rolled" in str(frame["events"])]
    assert found == {"promise": True, "text": True, "throws": True, "plies": len(thrown)}


def test_a_record_with_a_seed_and_dice_of_its_own_is_seen() -> None:
    """It proves itself, so that only the browser's own notes show it."""
    game, _ = proved_game.played()
    forged, _ = proved_game.played(seed=OTHER_SEED)
    assert forged.proof.check(forged.record)
    found = compared(forged, game)
    assert (found["promise"], found["throws"]) == (False, False)


def test_another_text_in_the_place_of_ones_own_is_seen() -> None:
    game, _ = proved_game.played()
    swapped, _ = proved_game.played(strings=("another-one", ""))
    found = compared(swapped, game)
    assert (found["promise"], found["text"], found["throws"]) == (True, False, False)


def test_other_dice_than_the_seed_gives_are_seen() -> None:
    """The house throws what it likes during the game, and shows an honest record afterwards."""
    game, _ = proved_game.played()
    loaded, _ = proved_game.played(strings=("loaded-dice", ""))
    found = compared(game, game, frames=told(loaded))
    assert (found["promise"], found["text"], found["throws"]) == (True, True, False)


def test_who_added_nothing_or_saw_nothing_says_nothing() -> None:
    game, _ = proved_game.played()
    found = compared(game, game, added={}, frames=[])
    assert found == {"promise": True, "text": None, "throws": None, "plies": 0}
    late = compared(game, game, added={9: "x" * 8}, seats=[*SEATS, 9])
    assert late["text"] is None
