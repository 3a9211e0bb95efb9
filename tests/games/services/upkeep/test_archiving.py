"""Games that ended long ago are packed, and nothing is lost on the way."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection

from games import clock
from games.management.integrity import disagreements
from games.models import Archive, Event, Game, Turn
from games.protocol.commands import Close, Done, No, Rename
from games.services.upkeep import archiving
from games.state import room_state
from games.state.archive import events_of, read_archive, turns_of
from tests.support.at_once import at_once
from tests.support.play.archives import archive_all
from tests.support.rooms import Place, playing


def played(games: int = 1) -> Place:
    place = Place(2, rules="kcd")
    for _ in range(games):
        place.start()
        place.play_out()
    return place


@pytest.mark.django_db(transaction=True)
def test_games_that_ended_long_ago_are_archived_and_no_others() -> None:
    place = played(2)
    place.start()
    place.move()
    games = Game.objects.filter(room=place.room).exclude(status="waiting").order_by("pk")
    old, recent, running = games
    now = clock.now()
    Game.objects.filter(pk=recent.pk).update(finished=now + timedelta(days=2))
    rows = Event.objects.count()
    assert archiving.archive(now + timedelta(days=29)) == 0
    assert Event.objects.count() == rows
    assert archiving.archive(now + timedelta(days=31)) == 1
    assert list(Archive.objects.values_list("game", flat=True)) == [old.pk]
    assert Game.objects.get(pk=old.pk).archived == now + timedelta(days=31)
    assert set(Turn.objects.values_list("game", flat=True)) == {recent.pk}
    assert not Event.objects.filter(game=old).exists()
    for game in (recent, running):
        assert Event.objects.filter(game=game).count() == len(events_of(game))
    assert Event.objects.filter(room=place.room, game=None).exists(), "what is of no game stays"
    assert archiving.archive(now + timedelta(days=31)) == 0
    assert list(disagreements(place.fresh())) == []


@pytest.mark.django_db(transaction=True)
def test_the_newest_event_of_a_room_stays() -> None:
    place = Place(2)
    place.start()
    for _ in range(5):
        place.move()
    place.does(1, Close(1))
    assert archive_all() == 1
    [left] = Event.objects.filter(game=place.game())
    assert left.number == place.fresh().head
    assert left.events[-1]["e"] == "closed"
    assert left.number == read_archive(place.game()).events[-1].number
    assert list(disagreements(place.fresh())) == []


@pytest.mark.django_db(transaction=True)
def test_the_newest_event_goes_once_the_room_has_gone_on() -> None:
    place = played()
    game = place.game()
    events = events_of(game)
    assert archive_all() == 1
    assert Event.objects.filter(game=game).exists()
    place.does(1, Rename(1, "Teo"))
    assert archive_all() == 0
    assert not Event.objects.filter(game=game).exists()
    assert events_of(game) == events
    assert list(disagreements(place.fresh())) == []


@pytest.mark.django_db(transaction=True)
def test_processes_at_once_archive_each_game_once() -> None:
    """On the same games, while somebody plays on in their room."""
    place = played(3)
    place.start()
    later = clock.now() + timedelta(days=31)
    archives = [lambda: archiving.archive(later)] * 3
    counts = at_once(*archives, place.move)
    assert sum(counts[:3]) == 3
    assert isinstance(counts[3], Done)
    assert Archive.objects.count() == 3
    assert list(disagreements(place.fresh())) == []


@contextmanager
def stops_after(works: int) -> Iterator[None]:
    """Let so many statements that write work, and the next one fail."""
    left = iter(range(works))

    def fail(execute: Callable[..., Any], sql: str, *more: Any) -> Any:
        if sql.startswith(("INSERT", "UPDATE", "DELETE")) and next(left, None) is None:
            raise RuntimeError("the power is off")
        return execute(sql, *more)

    with connection.execute_wrapper(fail):
        yield


@pytest.mark.django_db(transaction=True)
def test_nothing_is_lost_where_archiving_fails() -> None:
    """At any statement. A process that dies leaves what a rolled back transaction leaves."""
    place = played()
    game, sync = place.game(), room_state.sync(place.code).frame
    events, turns = events_of(game), turns_of(game)
    for works in (0, 1, 2, 1):  # both rows of the archive, the events, the turns
        with stops_after(works), pytest.raises(RuntimeError):
            archive_all()
        assert (events_of(game), turns_of(game)) == (events, turns)
        assert room_state.sync(place.code).frame == sync
        assert list(disagreements(place.fresh())) == []
    archive_all()
    assert not Turn.objects.exists()
    assert (events_of(game), turns_of(game)) == (events, turns)


@pytest.mark.django_db(transaction=True)
def test_a_move_that_is_sent_again_after_that_has_no_second_effect() -> None:
    """Also where the same player begins the next game."""
    place = playing(2)
    player, body = place.next_move()
    assert isinstance(place.does(player, body, "the-same-move"), Done)
    place.play_out()
    place.start()
    assert archive_all() == 1
    head = place.fresh().head
    answer = place.does(player, body, "the-same-move")
    assert isinstance(answer, No)
    assert place.fresh().head == head
