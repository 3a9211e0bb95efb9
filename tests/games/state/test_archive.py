"""Archives hold what the rows held; readers of old events do not notice."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection

from games.models import Archive, Event, Turn
from games.protocol.commands import Close
from games.state import room_state
from games.state.archive import (
    BrokenArchive,
    archived_turns,
    events_in,
    events_of,
    pack,
    read_archive,
    turns_in,
    unpack,
)
from tests.support.play.archives import archive_all, tear
from tests.support.rooms import Place

pytestmark = pytest.mark.django_db(transaction=True)


def played(seats: int = 2) -> Place:
    place = Place(seats, rules="kcd")
    place.start()
    place.play_out()
    return place


def test_what_is_packed_comes_back_whole() -> None:
    game = played(3).game()
    events = events_in(Event.objects.filter(game=game))
    turns = turns_in(Turn.objects.filter(game=game))
    assert len(events) > len(turns) > 10
    packed = pack(events, turns)
    assert unpack(game, packed) == (events, turns)
    assert len(packed) < len(json.dumps([event.events for event in events])) / 2


def test_an_archived_game_has_the_events_and_turns_it_had() -> None:
    place = played()
    game = place.game()
    events, turns = events_of(game), turns_in(Turn.objects.filter(game=game))
    assert [event.number for event in events] == [
        event.number for event in place.events() if event.game == game
    ]
    assert read_archive(game) == ([], [])
    assert archive_all() == 1
    assert not Turn.objects.filter(game=game).exists()
    assert not Event.objects.filter(game=game).exclude(number=place.fresh().head).exists()
    assert events_of(game) == events
    assert archived_turns(game) == turns


def test_a_game_is_read_whole_while_it_is_archived() -> None:
    """Whichever is read first, rows or archive: both come and go in one transaction."""
    game = played().game()
    events = events_of(game)
    read: list[str] = []

    def archive_between(execute: Callable[..., Any], sql: str, *more: Any) -> Any:
        read.append(sql)
        if len(read) == 2:
            assert archive_all() == 1
        return execute(sql, *more)

    with connection.execute_wrapper(archive_between):
        assert events_of(game) == events
    assert len(read) > 2


@pytest.mark.parametrize(
    "spoil",
    [
        lambda packed: b"",
        lambda packed: packed[:-1],
        lambda packed: packed[:1],
        lambda packed: b"\x02" + packed[1:],
        lambda packed: packed[:40] + bytes([packed[40] ^ 1]) + packed[41:],
        lambda packed: packed[:-1] + bytes([packed[-1] ^ 1]),
    ],
    ids=["empty", "a byte short", "cut off", "of another format", "a bit", "the last bit"],
)
def test_an_archive_that_was_damaged_says_so(spoil: Callable[[bytes], bytes]) -> None:
    game = played().game()
    archive_all()
    archive = Archive.objects.get(game=game)
    archive.packed = spoil(bytes(archive.packed))
    archive.save()
    for read in (events_of, read_archive):
        with pytest.raises(BrokenArchive, match=f"the archive of game {game.pk} cannot be read"):
            read(game)


def test_a_room_goes_on_without_the_turns_of_a_damaged_archive(
    caplog: pytest.LogCaptureFixture,
) -> None:
    place = played()
    archive_all()
    tear(place.game())
    assert archived_turns(place.game()) == []
    assert f"the archive of game {place.game().pk} cannot be read" in caplog.text
    whole = room_state.sync(place.code)
    assert whole is not None
    assert json.loads(whole.frame)["turns"] == []
    place.start()
    place.move()


def test_who_comes_to_the_room_sees_the_same() -> None:
    over, left = played(), Place(3)
    left.start()
    for _ in range(9):
        left.move()
    left.does(1, Close(1))
    before = [room_state.sync(place.code) for place in (over, left)]
    archive_all()
    assert [room_state.sync(place.code) for place in (over, left)] == before
    assert all(json.loads(one.frame)["turns"] for one in before if one is not None)


def test_a_page_that_lacks_archived_events_gets_them_all(monkeypatch: pytest.MonkeyPatch) -> None:
    place = played()
    place.start()
    place.play_out()
    place.start()
    for _ in range(3):
        place.move()
    head = place.fresh().head
    lacks = (0, 2, 20, head - 60, head - 4, head - 1, head)
    for most in (7, 10_000):
        monkeypatch.setattr(room_state, "EVENTS_AT_ONCE", most)
        before = [room_state.events_after(place.room.pk, n) for n in lacks]
        if most == 7:
            few = before
    assert archive_all() == 2
    assert [room_state.events_after(place.room.pk, n) for n in lacks] == before
    monkeypatch.setattr(room_state, "EVENTS_AT_ONCE", 7)
    assert [room_state.events_after(place.room.pk, n) for n in lacks] == few
