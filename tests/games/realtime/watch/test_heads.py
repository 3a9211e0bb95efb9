"""What is read of the newest events: all rooms at first, then those with something new."""

import pytest

from games.models import Room
from games.protocol.commands import Colour
from games.realtime.watch.heads import _EACH_ROOM_TICKS, HeadWatch
from tests.support.processes import ask, make_place, read


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("_threads")
async def test_quiet_rooms_are_read_at_first_and_then_now_and_again() -> None:
    quiet, busy = await make_place(), await make_place()
    rooms = [quiet.room.pk, busy.room.pk]
    watch = HeadWatch()
    assert await read(watch.read, rooms) == {pk: await read(head_of, pk) for pk in rooms}
    await ask(busy, 1, Colour(1, 5))
    seen = [await read(watch.read, rooms) for _ in range(2 * _EACH_ROOM_TICKS)]
    assert seen[0][busy.room.pk] == await read(head_of, busy.room.pk)
    with_quiet = [number for number, heads in enumerate(seen) if quiet.room.pk in heads]
    late = [number for number in with_quiet if number >= _EACH_ROOM_TICKS]
    assert len(late) == 1


def head_of(pk: int) -> int:
    return Room.objects.get(pk=pk).head
