"""Games imported from files: valid ones are shown, others are refused with the place of the error;
and a person's data as one file."""

import json
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.http import Http404
from django.test import Client

from farkle.engine.gamefile import GameFile
from games.models import ImportedGame
from games.replay import analysis
from games.replay.analysis import AnalysisQueue
from games.replay.game import fold, imported_game, past_game
from games.services import imports as import_service
from games.services.imports import NotAGame, import_game
from tests.support.guests import new_guest
from tests.support.rooms import Place

pytestmark = pytest.mark.django_db(transaction=True)


def played(games: int = 1) -> Place:
    place = Place(rules="kcd")
    for _ in range(games):
        place.start()
        place.play_out()
    return place


def exported(place: Place) -> dict[str, Any]:
    data: dict[str, Any] = past_game(place.code, 1, None).file().to_dict()
    return data


def refused(text: str, before: int = 0) -> str:
    with pytest.raises(NotAGame) as caught:
        import_game(new_guest()[0], text)
    assert ImportedGame.objects.count() == before
    return str(caught.value)


def test_an_exported_game_is_imported_unchanged() -> None:
    place = played()
    key = import_game(new_guest()[0], json.dumps(exported(place)))
    game, original = imported_game(key), past_game(place.code, 1, None)
    assert (game.imported, game.code, game.key, game.own_seats) == (True, "", key, ())
    for same in (
        *("record", "names", "colours", "levels", "status", "winners", "preset", "rules_name"),
        *("materials", "teams", "proof", "number", "room_name"),
    ):
        assert getattr(game, same) == getattr(original, same), same
    assert game.finished is not None
    assert original.finished is not None
    assert abs(game.finished - original.finished).total_seconds() < 0.001
    assert len(game.times) == len(original.times)
    assert fold(game).summary == fold(original).summary
    again = Client().get(f"/imported/{key}/game.json")
    assert GameFile.from_dict(again.json()).check().throws
    for file in ("game.csv", "game.txt"):
        mine = Client().get(f"/imported/{key}/{file}").content
        assert mine == Client().get(f"/r/{place.code}/game/1/{file}").content
    assert Client().get("/imported/nosuchgame/game.json").status_code == 404
    with pytest.raises(Http404):
        imported_game("nosuchgame")


def test_a_bare_record_can_be_imported_without_proof() -> None:
    place = played()
    record = exported(place)["record"]
    record["names"] = ["Mara", "\u202eevil\nname"]
    game = imported_game(import_game(new_guest()[0], json.dumps(record)))
    assert (game.proof, game.finished, game.room_name, game.number) == (None, None, "", 1)
    assert game.names[0] == "Mara"
    assert "\n" not in game.names[1]
    assert "\u202e" not in game.names[1]
    assert game.times == (None,) * (len(game.record.steps) + 1)


def shown_of(data: dict[str, Any]) -> str:
    """The page of a game that is imported from this file."""
    key = import_game(new_guest()[0], json.dumps(data))
    return Client().get(f"/imported/{key}/").content.decode()


def test_the_page_of_an_imported_game_says_what_is_proved() -> None:
    data = exported(played())
    assert "Moves, dice, rules and names hold, and the fingerprint covers them." in shown_of(data)
    others = {**data, "record": {**data["record"], "names": ["Eve", "Player 2"]}}
    page = shown_of(others)
    warning = page.index("The names aren&#x27;t those the game began with.")
    assert page.index("<main") < warning < page.index('id="replay"'), "on top"
    assert 'class="note proved bad"' in page
    assert 'class="note proved bad"' not in shown_of(data)
    assert "Dice, rules and names are what the file says." in shown_of(data["record"])


def test_a_file_with_a_cut_end_is_refused_or_shown_as_unfinished() -> None:
    data = exported(played())
    del data["record"]["steps"][-2:]
    data["about"].pop("times")
    assert refused(json.dumps(data)).startswith("The end of the game is missing")
    data["about"]["status"] = "abandoned"
    assert "Unfinished." in shown_of(data)


def test_details_of_a_game_are_used_only_as_far_as_they_fit() -> None:
    data = exported(played())
    data["about"] |= {"colours": [99, "red"], "materials": ["dark", "gold"]}
    data["about"] |= {"levels": ["pip", "god"], "times": [1], "number": "x"}
    data["about"] |= {"room": "\u202elive", "started": -(10**14), "finished": 10**15 - 1}
    data["record"]["names"] = []
    key = import_game(new_guest()[0], json.dumps(data))
    game = imported_game(key)
    assert (game.colours, game.levels, game.number) == ((3, 1), ("pip", ""), 1)
    assert game.materials == ("dark", "ivory")
    assert game.names == game.record.names == ("Seat 1", "Seat 2")
    assert (game.room_name, game.started, game.finished) == ("", None, None)
    assert Client().get(f"/imported/{key}/").status_code == 200


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "isn't a Farkle game file"),
        ("[" * 100_000, "isn't a Farkle game file"),
        ("[]", "isn't a Farkle game file"),
        ('{"farkle": "games", "version": 1, "games": []}', "The file has 0 games"),
        ("x" * 4_000_001, "too large"),
        ('{"farkle": "game", "version": 1, "\\ud800": 1}', "characters that aren't text"),
    ],
)
def test_a_file_that_is_no_game_is_refused(text: str, why: str) -> None:
    assert why in refused(text)


def test_a_forged_game_is_refused_where_it_first_goes_wrong() -> None:
    data = exported(played())
    at, step = next(
        (number, one)
        for number, one in enumerate(data["record"]["steps"], 1)
        if one["events"][0]["e"] == "kept"
    )
    step["events"][0]["points"] += 50
    assert f"At step {at} the record says" in refused(json.dumps(data))


@pytest.fixture
def queue(monkeypatch: pytest.MonkeyPatch) -> Iterator[AnalysisQueue]:
    """A worker process for this test alone."""
    queue = AnalysisQueue()
    monkeypatch.setattr(analysis, "current", queue)
    yield queue
    queue.close()


@pytest.mark.usefixtures("queue")
def test_a_large_file_is_checked_in_the_worker_process(monkeypatch: pytest.MonkeyPatch) -> None:
    data = exported(played())
    monkeypatch.setattr(import_service, "LARGE", len(json.dumps(data)) - 1)
    game = imported_game(import_game(new_guest()[0], json.dumps(data)))
    assert game.file().to_dict() == data
    data["record"]["names"] = ["x" * 600_000]
    assert refused(json.dumps(data), before=1) == "A name in the file has more than 24 characters."


def test_without_a_worker_a_large_file_is_for_another_time(queue: AnalysisQueue) -> None:
    queue.close()
    with pytest.raises(NotAGame, match="Busy") as caught:
        import_game(new_guest()[0], "[" * (import_service.LARGE + 1))
    assert caught.value.later


def test_opening_a_game_is_noted_once_a_day(django_assert_num_queries: Any, moved: Any) -> None:
    key = import_game(new_guest()[0], json.dumps(exported(played())))
    begun = ImportedGame.objects.get().opened
    moved(23 * 3600)
    with django_assert_num_queries(1):
        import_service.note_opened(key)
    moved(2 * 3600)
    for page in ("", "game.json"):
        assert Client().get(f"/imported/{key}/{page}").status_code == 200
    assert ImportedGame.objects.get().opened > begun + timedelta(days=1)


def test_dice_that_do_not_come_from_the_seed_are_refused_at_their_step() -> None:
    data = exported(played())
    at, step = next(
        (number, one)
        for number, one in enumerate(data["record"]["steps"], 1)
        if len(set(one["dice"])) > 1
    )
    dice = step["dice"][::-1]
    if dice == step["dice"]:
        dice = sorted(dice)
    step["dice"] = dice
    next(event for event in step["events"] if event["e"] == "rolled")["dice"] = dice
    assert f"At step {at} the record says that roll" in refused(json.dumps(data))


def test_the_newest_games_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    texts = [json.dumps(exported(played())) for _ in range(4)]
    person, _ = new_guest()
    monkeypatch.setattr(import_service, "MOST_KEPT", 2)
    monkeypatch.setattr(import_service.clock, "now", _rising())
    keys = [import_game(person, text) for text in texts[:3]]
    assert import_game(person, texts[2]) == keys[2], "it is there already"
    assert set(ImportedGame.objects.values_list("key", flat=True)) == set(keys[1:])
    assert import_game(person, texts[3]) not in keys
    assert ImportedGame.objects.count() == 2


def _rising() -> Any:
    start, calls = import_service.clock.now(), iter(range(1000))
    return lambda: start + timedelta(seconds=next(calls))
