"""Games that have been played: found by who may see them, told, taken along, accounted."""

import csv
import io
import json
import time
from collections.abc import Iterator

import pytest
from django.test import Client

from farkle.ai.luck import luck
from farkle.engine.gamefile import GameFile
from games.models import Game, Holder, Player, Standing
from games.people.identity import new_guest
from games.protocol.commands import Close, SetRoom
from games.replay import analysis
from games.replay.analysis import luck_of
from games.replay.game import NoSuchGame, NotForYou, PastGame, past_game, replay
from tests.support.rooms import Place

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def place() -> Place:
    """Two people after a game by the tavern's rules."""
    made = Place(rules="kcd")
    made.start()
    made.play_out()
    return made


def test_a_game_is_found_whole(place: Place) -> None:
    game = past_game(place.code, 1, place.people[1])
    assert (game.code, game.number, game.status, game.preset) == (place.code, 1, "over", "kcd")
    assert game.names == ("Player 1", "Player 2")
    assert (game.players, game.mine, game.levels) == ((1, 2), (1,), ("", ""))
    assert game.rules_name == "Tavern rules"
    assert len(game.times) == len(game.record.steps) + 1
    assert game.started
    assert game.finished
    assert list(game.times) == sorted(game.times)
    assert game.times[-1] >= game.finished > game.started
    found = replay(game)
    stored = Game.objects.get(room=place.room, number=1)
    assert [turn.number for turn in found.story.turns] == list(
        stored.turns.order_by("number").values_list("number", flat=True)
    )
    assert found.steps[-1].after.winners == game.winners
    assert replay(game) is found  # kept


def test_what_is_not_there(place: Place) -> None:
    for code, number in (("NOSUCHRM", 1), (place.code, 2), (place.code, 3)):
        with pytest.raises(NoSuchGame):
            past_game(code, number, None)


def test_a_game_that_is_on_has_no_proof_yet(place: Place) -> None:
    place.start()
    place.move()
    game = past_game(place.code, 2, None)
    assert (game.status, game.proof, game.key) == ("playing", None, "")
    assert len(replay(game).steps) == 2
    assert luck_of(game) is None
    assert Client().get(f"/r/{place.code}/game/2/game.json").status_code == 404


def test_the_host_may_keep_games_to_the_players(place: Place) -> None:
    stranger, _ = new_guest()
    assert past_game(place.code, 1, stranger).mine == ()
    place.does(1, SetRoom(1, past="players"))
    for nobody in (stranger, None):
        with pytest.raises(NotForYou):
            past_game(place.code, 1, nobody)
    assert past_game(place.code, 1, place.people[1]).mine == (1,)
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
    assert past_game(place.code, 1, phone).mine == (1,)


def fetched(place: Place, ending: str) -> str:
    answer = Client().get(f"/r/{place.code.lower()}/game/1/game.{ending}")
    assert answer.status_code == 200
    assert answer["Content-Disposition"] == (
        f'attachment; filename="farkle-{place.code}-1.{ending}"'
    )
    return answer.content.decode()


def test_taken_along_as_a_record(place: Place) -> None:
    found = GameFile.from_dict(json.loads(fetched(place, "json")))
    checked = found.check()
    assert checked.last == place.state()
    assert checked.throws == Game.objects.get(room=place.room, number=1).thrown
    assert found.about["times"][0] <= found.about["finished"]
    assert found.record.names == ("Player 1", "Player 2")


def test_taken_along_as_a_table(place: Place) -> None:
    Player.objects.filter(room=place.room, seat=2).update(name="=1+1")
    rows = list(csv.DictReader(io.StringIO(fetched(place, "csv"))))
    game = Game.objects.get(room=place.room, number=1)
    for turn in game.turns.order_by("number"):
        mine = [row for row in rows if row["turn"] == str(turn.number)]
        assert [row["dice"].replace(" ", "") for row in mine] == [
            "".join(map(str, roll["dice"])) for roll in turn.rolls
        ]
        assert [int(row["points"]) for row in mine] == [roll["points"] for roll in turn.rolls]
        assert (mine[-1]["outcome"], mine[-1]["total"]) == (turn.outcome, str(turn.total))
        assert {row["outcome"] for row in mine[:-1]} <= {""}
    assert {row["name"] for row in rows} == {"Player 1", "'=1+1"}


def test_taken_along_as_a_tale(place: Place) -> None:
    told = fetched(place, "txt")
    assert told.splitlines()[0] == "Farkle, game 1"
    assert "Player 1 and Player 2" in told
    assert f"{max(place.state().scores):,} points" in told


@pytest.fixture
def helper() -> Iterator[None]:
    yield
    analysis.stop()


def until_ready(game: PastGame, seconds: float = 60) -> None:
    end = time.monotonic() + seconds
    while luck_of(game) is None:
        assert time.monotonic() < end, "never worked out"
        time.sleep(0.05)


@pytest.mark.usefixtures("helper")
def test_luck_is_worked_out_elsewhere_and_kept(place: Place) -> None:
    url = f"/r/{place.code}/game/1/luck.json"
    assert Client().get(url).json() == {"ready": False}
    game = past_game(place.code, 1, None)
    until_ready(game)
    assert Client().get(url).json() == {"ready": True}
    assert luck_of(game) == luck(game.record)


def test_a_game_that_was_given_up(place: Place) -> None:
    place.start()
    place.move()
    place.does(1, Close(1))
    game = past_game(place.code, 2, None)
    assert (game.status, game.winners) == ("abandoned", ())
    assert game.file().check().throws
    assert replay(game).story.turns[-1].outcome in ("cut", "farkled")
