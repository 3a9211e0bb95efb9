"""`check_history` finds every contradiction, and says where it is."""

from collections.abc import Callable
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from games.models import Archive, DiceSecret, Event, Game, Room, Standing, Turn
from games.protocol.commands import Close, Leave
from tests.support.play.archives import archive_all, tear
from tests.support.rooms import Place

pytestmark = pytest.mark.django_db


def checked(*codes: str) -> str:
    """What the command prints; where it fails also why."""
    out = StringIO()
    try:
        call_command("check_history", *codes, stdout=out)
    except CommandError as error:
        out.write(str(error))
    return out.getvalue()


@pytest.fixture
def place() -> Place:
    """A room with a game that was won and one that is on."""
    place = Place(3, rules="kcd")
    place.start()
    place.play_out()
    place.start()
    for _ in range(7):
        place.move()
    return place


def test_played_rooms_agree_with_their_events(place: Place) -> None:
    assert checked() == "1 of 1 rooms agree with their events.\n"
    assert checked("22222222") == "0 of 0 rooms agree with their events.\n"


@pytest.mark.parametrize("preset", ["absolute", "classic", "specials", "entry", "4iam", "patch"])
def test_games_of_every_preset_agree(preset: str) -> None:
    place = Place(2, rules=preset)
    place.start()
    place.play_out()
    assert checked() == "1 of 1 rooms agree with their events.\n"


def test_games_that_were_left_or_abandoned_agree() -> None:
    left, closed, idle = Place(3), Place(2, rules="specials"), Place(2)
    for place in (left, closed, idle):
        place.start()
    for _ in range(5):
        left.move()
    left.does(2, Leave(2))
    left.move()
    left.does(3, Leave(3))
    closed.move()
    closed.does(1, Close(1))
    assert checked() == "3 of 3 rooms agree with their events.\n"


def test_archived_games_agree_and_what_is_wrong_in_them_is_found(place: Place) -> None:
    abandoned = Place(2)
    abandoned.start()
    for _ in range(9):
        abandoned.move()
    abandoned.does(1, Close(1))
    archive_all()
    assert Archive.objects.count() == 2
    assert checked() == "2 of 2 rooms agree with their events.\n"
    Game.objects.filter(room=place.room, number=1).update(ply=1)
    assert "game 1, event " in checked(place.code)
    tear(first_game(place).get())
    assert "game 1 cannot be read: BrokenArchive" in checked(place.code)
    Archive.objects.filter(game__room=place.room).delete()
    assert "it is missing" in checked(place.code)


Spoil = Callable[[Place], Any]


def event(place: Place, named: str, at: int = 0) -> Event:
    """The event (counting from `at`) in which this happened."""
    found = [one for one in place.events() if any(e["e"] == named for e in one.events)]
    return found[at]


def other_dice(place: Place) -> None:
    one = event(place, "rolled")
    rolled = next(e for e in one.events if e["e"] == "rolled")
    rolled["dice"] = rolled["dice"][::-1]
    one.save()


def other_points(place: Place) -> None:
    one = event(place, "banked")
    next(e for e in one.events if e["e"] == "banked")["points"] += 50
    one.save()


def first_game(place: Place) -> Any:
    return Game.objects.filter(room=place.room, number=1)


def other_score(place: Place) -> None:
    game = first_game(place).get()
    game.snapshot["state"]["scores"][0] += 50
    game.save()


def other_secret(place: Place) -> None:
    DiceSecret.objects.filter(game__number=1).update(seed=bytes(32))


SPOILT: list[tuple[str, Spoil, str]] = [
    ("a hole", lambda place: event(place, "rolled", 3).delete(), "it is missing"),
    ("the head", lambda place: Room.objects.update(head=9999), "head is 9999"),
    ("dice", other_dice, "its dice"),
    ("points", other_points, "ply"),
    ("a snapshot", other_score, "the snapshot"),
    ("a seed", other_secret, "its commitment"),
    ("a ply", lambda place: first_game(place).update(ply=1), "the ply of the snapshot"),
    ("the winners", lambda place: first_game(place).update(winners=[]), "its winners"),
    ("the status", lambda place: first_game(place).update(status="abandoned"), "over"),
    ("throws", lambda place: first_game(place).update(thrown=1), "number of throws"),
    ("rules", lambda place: first_game(place).update(rules={"version": 1}), "the rules"),
    ("a turn", lambda place: Turn.objects.filter(number=2).update(points=7), "turn 2"),
    ("turns", lambda place: Turn.objects.filter(number=2).delete(), "turn 2"),
    ("a standing", lambda place: Standing.objects.filter(seat=1).update(rank=9), "standing 2"),
    ("a shape", lambda place: Event.objects.filter(ply=3).update(events=[{"e": "?"}]), "game 1"),
]


@pytest.mark.parametrize(
    ("spoil", "where"), [(s, w) for _, s, w in SPOILT], ids=[n for n, *_ in SPOILT]
)
def test_a_changed_row_is_found(place: Place, spoil: Spoil, where: str) -> None:
    spoil(place)
    told = checked()
    assert told.startswith(f"{place.code}: ")
    assert where in told.splitlines()[0]
    assert told.endswith("1 of 1 rooms disagree with their events.")
