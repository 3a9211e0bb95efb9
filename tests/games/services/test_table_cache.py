"""Tables kept in memory between commands."""

import pytest

from games.protocol.commands import (
    Colour,
    Done,
)
from games.services import table_cache
from games.services.table import Table
from games.services.table_cache import TableCache
from games.state.moves import MOST_CHARACTERS
from tests.support.rooms import Place

pytestmark = pytest.mark.django_db


def test_a_cached_table_is_used_only_if_it_is_up_to_date() -> None:
    place = Place(2)
    place.start()
    player, body = place.opening()
    assert isinstance(place.does(player, body), Done)
    mine = table_cache.current()
    elsewhere = TableCache(most=10)
    for tables in (elsewhere, mine, elsewhere, mine):  # two processes, in turns
        table_cache.current.install(tables)
        assert isinstance(place.move(), Done)
    table_cache.current.install(mine)
    stored = place.state()
    kept = mine._tables[place.room.pk].running
    assert kept is not None
    assert kept.state == stored


def test_a_table_that_is_taken_belongs_to_the_taker() -> None:
    cache, table = TableCache(), Table(Place(1).room)
    cache.put(table)
    assert cache.take(table.room.pk) is table
    assert cache.take(table.room.pk) is None


def test_the_tables_used_longest_ago_are_dropped() -> None:
    cache, tables = TableCache(most=2), [Table(Place(1).room) for _ in range(3)]
    for table in tables[:2]:
        cache.put(table)
    found = cache.take(tables[0].room.pk)
    assert found is not None
    cache.put(found)
    cache.put(tables[2])
    kept = [table for table in tables if cache.take(table.room.pk) is not None]
    assert kept == [tables[0], tables[2]]


def test_moves_that_were_told_wait_for_the_taker_of_a_table() -> None:
    cache, table = TableCache(most=1), Table(Place(1).room)
    room = table.room.pk
    cache.note(room, "of no table")
    assert cache.take_told(room) == []
    cache.put(table)
    cache.note(room, "1")
    cache.note(room, "2")
    assert cache.take_told(room) == ["1", "2"]
    assert cache.take_told(room) == []
    cache.note(room, "3")
    cache.put(Table(Place(1).room))  # for which the other is dropped
    assert cache.take_told(room) == []


def test_too_many_moves_are_forgotten() -> None:
    cache, table = TableCache(), Table(Place(1).room)
    room = table.room.pk
    cache.put(table)
    for _ in range(5):
        cache.note(room, "x" * (MOST_CHARACTERS // 4))
    assert cache.take_told(room) == []


def test_a_cleared_cache_is_empty() -> None:
    cache, table = TableCache(), Table(Place(1).room)
    cache.put(table)
    cache.clear()
    assert cache.take(table.room.pk) is None


def test_the_executor_uses_the_installed_cache() -> None:
    before = table_cache.current()
    cache = table_cache.current.install(TableCache())
    try:
        place = Place(1)
        place.does(1, Colour(1, 2))
        assert cache.take(place.room.pk) is not None
        assert before.take(place.room.pk) is None
    finally:
        table_cache.current.install(before)
