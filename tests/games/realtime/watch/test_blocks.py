"""A change of a block marks the rooms in which somebody concerned has a socket."""

import pytest

from games.people.identity import new_guest
from games.realtime.room import OpenRoom
from games.realtime.watch.blocks import BlockWatch, rooms_of
from games.services.accounts.contacts import block
from tests.games.realtime.test_room import Socket
from tests.support.processes import read
from tests.support.rooms import Place


@pytest.mark.django_db(transaction=True)
async def test_rooms_of_those_concerned_are_marked() -> None:
    place = await read(Place, 2)
    stranger = (await read(new_guest))[0]
    rooms = []
    for number, person in enumerate((*place.people, stranger)):
        room, socket = OpenRoom(number, "K7M2PQ9R"), Socket()
        socket.person = person.pk
        room.subscribers.add(socket)
        rooms.append(room)
    watch = BlockWatch()
    assert rooms_of(await read(watch.read), rooms) == set()
    await read(block, place.people[0], {place.people[1].pk})
    assert rooms_of(await read(watch.read), rooms) == set(rooms[:2])
    assert [room.seats_changed for room in rooms] == [True, True, False]
