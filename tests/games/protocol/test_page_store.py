"""A page that was there all along knows what a page knows that connects now: the same room, field
by field, after everything that happens in random evenings.

FARKLE_EVENINGS says how many evenings; `make soak` has 200. The test's name has its seed.
"""

import json
import os
from collections.abc import Iterator
from itertools import chain
from typing import Any

import pytest

from games import clock
from games.models import Person
from games.protocol import frames
from games.state import places, room_state
from games.state.room_state import OutboundEvent
from tests.games.conftest import Clock
from tests.support import node
from tests.support.play.evenings import Evening
from tests.support.protocol import contract

EVENINGS = int(os.environ.get("FARKLE_EVENINGS", "4"))
THINGS = 50

pytestmark = [pytest.mark.django_db, pytest.mark.no_cover]


def steps(evening: Evening) -> Iterator[dict[str, Any]]:
    """Yield what pages are sent after each thing that happened, and what a new page is sent."""
    room, watcher = evening.place.room.pk, evening.place.people[0]
    head, seats = 0, you(room, watcher)
    for pushed in chain([[]], evening.steps(THINGS)):
        read = room_state.events_after(room, head)
        assert [one.n for one in pushed] == [one.n for one in read if head]
        head, sync, *_ = room_state.sync(evening.place.code) or (0, "", None)
        now = you(room, watcher)
        yield {
            "at": clock.milliseconds(),
            "frames": checked(pushed, seats, now),
            "late": checked(read, seats, now),
            "fresh": [contract.checked(sync), contract.checked(now)],
        }
        seats = now


def you(room: int, person: Person) -> str:
    return frames.you(*places.places_in(room).of(person.pk))


def checked(events: list[OutboundEvent], before: str, now: str) -> list[dict[str, Any]]:
    """Return the frames of these events, and the `you` that the hub sends if seats changed."""
    texts = [one.frame for one in events]
    if any(one.seats_changed for one in events) and seats_in(before) != seats_in(now):
        texts.append(now)
    return [contract.checked(text) for text in texts]


def seats_in(text: str) -> tuple[list[int], list[int]]:
    frame = json.loads(text)
    return frame["players"], frame.get("lost", [])


@pytest.mark.parametrize("seed", range(EVENINGS))
def test_a_page_that_stays_knows_what_a_new_page_knows(
    seed: int, moved: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening = list(steps(Evening(seed, moved, monkeypatch)))
    assert len(evening) > 5, "most of what is tried happens"
    [found] = node.run("evening", [{"steps": evening}])
    first = {"/".join(map(str, one[2:-2])): one for one in reversed(found)}
    assert not first, "\n".join(map(str, first.values()))
