"""A table in memory takes in what other processes did, or is read again."""

from importlib import import_module

import pytest
from django.apps import apps

from games.integrity import disagreements
from games.models import Event, Game, Room, Turn
from games.protocol.commands import Close, Done, Leave, Rename
from games.services import executor, table_cache
from games.services.table import MOST_MISSED, Table
from games.services.table_cache import TableCache
from games.state.room_state import position_of
from tests.support.rooms import Place

pytestmark = pytest.mark.django_db


def test_games_running_before_migration_0008_go_on_with_their_own_dice() -> None:
    """Once the ply and the throws were stored with every move, not with the snapshot."""
    place = Place(4, rules="specials")  # where a first throw is never a farkle
    place.start()
    place.does(*place.opening())
    mover = place.next_move()[0]
    place.does(mover % 4 + 1, Leave(mover % 4 + 1))  # which ends no turn, but is a ply
    assert place.state().ply - place.game().ply == 2
    at = position_of(place.game())
    Game.objects.filter(pk=place.game().pk).update(ply=at.state.ply, thrown=at.thrown)
    assert list(disagreements(place.fresh())) != []
    migration = import_module("games.migrations.0008_as_of_the_snapshot")
    migration.as_of_the_snapshot(apps, None)
    executor.forget_tables()
    place.move()
    assert list(disagreements(place.fresh())) == []
    place.play_out()
    assert list(disagreements(place.fresh())) == []


def test_a_table_takes_in_the_moves_of_another_process(monkeypatch: pytest.MonkeyPatch) -> None:
    place = Place(2)
    room = place.room.pk
    place.start()
    tables = [TableCache(10), TableCache(10)]

    def in_process(one: int) -> Table | None:
        """Its table, if it has one."""
        monkeypatch.setattr(table_cache.current, "one", tables[one])
        found = tables[one].take(room)
        if found is not None:
            tables[one].put(found)
        return found

    for moves in range(40):
        kept = in_process(moves // 2 % 2)  # each moves twice, then the other
        assert isinstance(place.move(), Done)
        if moves > 3:
            assert in_process(moves // 2 % 2) is kept  # and not a new one, read from the database
    in_process(0)
    place.does(1, Rename(1, "Mia"))
    kept = in_process(1)
    place.does(2, Rename(2, "Mia"))  # more than a move: read anew
    assert in_process(1) is not kept
    assert place.player(2).name == "Mia 2"
    moves = 0
    while place.game().status == Game.Status.PLAYING:
        in_process(moves // 10 % 2)
        place.move()
        moves += 1
    in_process(1 - (moves - 1) // 10 % 2)  # which has missed how it ended
    place.start()
    for mover in (0, 1, 1, 0):
        in_process(mover)
        place.move()
    in_process(1)
    place.does(1, Close(1))  # the game ends where the other has left it
    assert [game.status for game in Game.objects.order_by("number")] == ["over", "abandoned"]
    assert list(disagreements(place.fresh())) == []


def test_a_table_that_missed_much_is_read_again(monkeypatch: pytest.MonkeyPatch) -> None:
    place = Place(2)
    place.start()
    place.move()
    here, elsewhere = table_cache.current(), TableCache(10)
    for missed in (MOST_MISSED, MOST_MISSED + 1):
        monkeypatch.setattr(table_cache.current, "one", elsewhere)
        for _ in range(missed):
            place.move()
        kept = here.take(place.room.pk)
        assert kept is not None
        here.put(kept)
        monkeypatch.setattr(table_cache.current, "one", here)
        place.move()
        assert (here.take(place.room.pk) is kept) == (missed == MOST_MISSED)
        here.put(kept)
    assert list(disagreements(place.fresh())) == []


def test_a_table_that_is_ahead_of_the_database_is_read_again() -> None:
    """As where another database server took over that had not heard of the last moves."""
    place = Place(2)
    place.start()
    place.move()
    room = Room.objects.filter(pk=place.room.pk).values().get()
    head, game = place.fresh().head, Game.objects.filter(pk=place.game().pk).values().get()
    for _ in range(2):
        place.move()
    kept = table_cache.current().take(place.room.pk)
    assert kept is not None
    Event.objects.filter(room=place.room, number__gt=head).delete()
    Turn.objects.filter(game=place.game()).delete()
    Game.objects.filter(pk=game.pop("id")).update(**game)
    Room.objects.filter(pk=room.pop("id")).update(**room)
    table_cache.current().put(kept)
    assert isinstance(place.move(), Done)
    assert place.fresh().head == head + 1
    assert list(disagreements(place.fresh())) == []
