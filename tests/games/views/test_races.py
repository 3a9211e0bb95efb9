"""What pages show of a race, and to whom."""

import re

import pytest
from django.test import Client

from games.models import Deal, Person, Room
from games.people import identity
from games.protocol.commands import EndRace
from games.replay.game import may_see
from games.state.places import may_enter
from tests.games.views.test_tries_unseen import PATHS
from tests.support.guests import new_guest
from tests.support.play.races import Race, Runner

pytestmark = pytest.mark.django_db(transaction=True)


def reader_of(known: tuple[Person, str]) -> Client:
    client = Client()
    client.cookies[identity.COOKIE] = known[1]
    return client


@pytest.fixture
def race() -> tuple[Race, list[Client]]:
    """A race of three, and the browsers of a spectator, player 2 and player 3."""
    known = [new_guest() for _ in range(3)]
    started = Race(1)
    for number, (person, _cookie) in enumerate(known[1:], 2):
        started.people.append(person)
        started.sits(person, f"Player {number}")
    started.begin()
    return started, [reader_of(each) for each in known]


def paths_of(runner: Runner) -> list[str]:
    return [f"/{path}".format(code=runner.room.code, number=1) for path in PATHS]


def test_nobody_sees_the_dice_of_another_before_all_have_ended(
    race: tuple[Race, list[Client]],
) -> None:
    started, readers = race
    first = started.enter(1)
    first.play_out()
    second = started.enter(2)
    second.play_out()  # even who has ended waits for the others
    for reader in readers:
        for path in paths_of(first):
            assert reader.get(path).status_code == 403, path
    assert not may_enter(first.room, second.player.person)
    assert readers[1].get(f"/deals/{Deal.objects.get().key}/").status_code == 404
    started.does(1, EndRace(1))
    started.tick()
    started.tick()
    for reader in readers:
        assert reader.get(paths_of(first)[0]).status_code == 200
        assert reader.get(f"/r/{started.code}/game/1/").status_code == 200


def test_who_opened_the_room_sees_no_dice_of_its_computers(
    race: tuple[Race, list[Client]],
) -> None:
    """A computer plays in a room that is opened in the name of the person who opened the room."""
    started, _readers = race
    started.add_computer()
    computer = started.enter(4)
    computer.play_out()
    opener = started.people[0]
    assert computer.room.opened_by == opener
    assert not may_enter(computer.room, opener)
    assert not may_see(computer.room, opener)
    started.does(1, EndRace(1))
    started.tick()
    started.tick()
    assert may_see(Room.objects.get(pk=computer.room.pk), opener)


def test_a_form_leads_only_to_ones_own_try(race: tuple[Race, list[Client]]) -> None:
    started, (spectator, second, _third) = race
    address, home = f"/r/{started.code}/race/", f"/r/{started.code}/"
    landed = second.post(address, {"player": "2"})
    assert landed["Location"] == f"/r/{started.enter(2).room.code}/"
    for reader, player in ((second, "1"), (second, "x"), (spectator, "2")):
        assert reader.post(address, {"player": player})["Location"] == home
    assert second.get(address)["Location"] == home
    page = second.get(landed["Location"]).content.decode()
    assert f'data-race="{home}"' in page
    started.enter(2).play_out()
    assert second.get(landed["Location"])["Location"] == home
    started.does(1, EndRace(1))
    started.tick()
    started.tick()
    assert second.post(address, {"player": "3"})["Location"] == home


def test_the_result_of_a_race_tells_par_once_the_computers_have_played_it(
    race: tuple[Race, list[Client]],
) -> None:
    started, (_spectator, player, _other) = race
    started.play_out()
    path = f"/r/{started.code}/result/1/"
    assert player.get(path).json()["par"] is None
    Deal.objects.update(spread={"par": 4321, "levels": {}, "perfect": None})
    assert player.get(path).json()["par"] == 4321


def test_the_host_shows_a_race_to_a_class(race: tuple[Race, list[Client]]) -> None:
    started, (_spectator, player, _other) = race
    host, cookie = new_guest()
    Person.objects.filter(pk=host.pk).update(name="Mara")
    Deal.objects.update(maker=host)
    teacher = reader_of((host, cookie))
    path = f"/r/{started.code}/class/"
    assert teacher.get(path).headers["Location"] == f"/r/{started.code}/"  # not before the end
    started.play_out()
    page = teacher.get(path, follow=True)
    assert f"/r/{started.code}/" in page.content.decode()
    assert player.get(path).headers["Location"] == f"/r/{started.code}/"
    [(key, position)] = re.findall(
        r'(\w+)/class/ask/.*?name="position" value="([\d.]+)"', page.content.decode(), re.DOTALL
    )[:1]
    assert teacher.post(f"/deals/{key}/class/ask/", {"position": position}).status_code == 302
    voting = player.get(f"/deals/{key}/vote/").content.decode()
    assert 'name="keep"' in voting


def test_the_host_has_the_page_for_a_class() -> None:
    started = Race(2)
    started.begin()
    assert Deal.objects.get().maker == started.people[0]
