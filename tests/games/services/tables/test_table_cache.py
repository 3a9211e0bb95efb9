"""Tables kept in memory take in the moves of other processes, or are read again."""

import random
from collections.abc import Sequence
from typing import Any

import pytest

from games import broadcast
from games.broadcast import RoomUpdate
from games.management.integrity import disagreements
from games.models import Event, Game, Room, Turn
from games.protocol.commands import Close, Done, Rename, SetRoom
from games.services.tables import table_cache
from games.services.tables.table import Table
from games.services.tables.table_cache import MOST_MISSED, TableCache
from games.state.running import MOST_CHARACTERS, Moves
from tests.support.rooms import Place

pytestmark = pytest.mark.django_db


def test_a_cached_table_is_used_only_if_it_is_up_to_date(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    place = Place(2)
    place.start()
    player, body = place.opening()
    assert isinstance(place.does(player, body), Done)
    mine = table_cache.current
    elsewhere = TableCache(most=10)
    for tables in (elsewhere, mine, elsewhere, mine):  # two processes, in turns
        monkeypatch.setattr(table_cache, "current", tables)
        assert isinstance(place.move(), Done)
    stored = place.state()
    kept = mine.pop(place.room.pk)
    assert kept is not None
    assert kept.running is not None
    assert kept.running.state == stored


def test_a_table_that_is_taken_belongs_to_the_taker() -> None:
    cache, table = TableCache(), Table(Place(1).room)
    cache.put(table)
    assert cache.pop(table.room.pk) is table
    assert cache.pop(table.room.pk) is None


def test_the_tables_used_longest_ago_are_dropped() -> None:
    cache, tables = TableCache(most=2), [Table(Place(1).room) for _ in range(3)]
    for table in tables[:2]:
        cache.put(table)
    found = cache.pop(tables[0].room.pk)
    assert found is not None
    cache.put(found)
    cache.put(tables[2])
    kept = [table for table in tables if cache.pop(table.room.pk) is not None]
    assert kept == [tables[0], tables[2]]


def test_moves_that_were_told_wait_for_the_taker_of_a_table() -> None:
    cache, table = TableCache(most=1), Table(Place(1).room)
    room = table.room.pk
    cache.note(room, "of no table")
    assert cache.pop_moves(room) == []
    cache.put(table)
    cache.note(room, "1")
    cache.note(room, "2")
    assert cache.pop_moves(room) == ["1", "2"]
    assert cache.pop_moves(room) == []
    cache.note(room, "3")
    cache.put(Table(Place(1).room))  # for which the other is dropped
    assert cache.pop_moves(room) == []


def test_too_many_moves_are_forgotten() -> None:
    cache, table = TableCache(), Table(Place(1).room)
    room = table.room.pk
    cache.put(table)
    for _ in range(5):
        cache.note(room, "x" * (MOST_CHARACTERS // 4))
    assert cache.pop_moves(room) == []


def test_a_cleared_cache_is_empty() -> None:
    cache, table = TableCache(), Table(Place(1).room)
    cache.put(table)
    cache.clear()
    assert cache.pop(table.room.pk) is None


def test_a_table_takes_in_the_moves_of_another_process(monkeypatch: pytest.MonkeyPatch) -> None:
    place = Place(2)
    room = place.room.pk
    place.start()
    tables = [TableCache(10), TableCache(10)]

    def in_process(one: int) -> Table | None:
        """Its table, if it has one."""
        monkeypatch.setattr(table_cache, "current", tables[one])
        found = tables[one].pop(room)
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
    here, elsewhere = table_cache.current, TableCache(10)
    for missed in (MOST_MISSED, MOST_MISSED + 1):
        monkeypatch.setattr(table_cache, "current", elsewhere)
        for _ in range(missed):
            place.move()
        kept = here.pop(place.room.pk)
        assert kept is not None
        here.put(kept)
        monkeypatch.setattr(table_cache, "current", here)
        place.move()
        assert (here.pop(place.room.pk) is kept) == (missed == MOST_MISSED)
        here.put(kept)
    assert list(disagreements(place.fresh())) == []


def test_a_table_that_lacks_an_event_is_read_again() -> None:
    """As where what it missed lies in an archive."""
    place = Place(2)
    place.start()
    kept = Table.read(place.room.pk)
    for _ in range(3):
        place.move()
    Event.objects.filter(room=place.room, number=kept.room.head + 1).delete()
    assert not table_cache.bring_up_to_date(kept, place.fresh().head)


def test_a_table_that_is_ahead_of_the_database_is_read_again() -> None:
    """As where another database server took over that had not heard of the last moves."""
    place = Place(2)
    place.start()
    place.move()
    room = Room.objects.filter(pk=place.room.pk).values().get()
    head, game = place.fresh().head, Game.objects.filter(pk=place.game().pk).values().get()
    for _ in range(2):
        place.move()
    kept = table_cache.current.pop(place.room.pk)
    assert kept is not None
    Event.objects.filter(room=place.room, number__gt=head).delete()
    Turn.objects.filter(game=place.game()).delete()
    Game.objects.filter(pk=game.pop("id")).update(**game)
    Room.objects.filter(pk=room.pop("id")).update(**room)
    table_cache.current.put(kept)
    assert isinstance(place.move(), Done)
    assert place.fresh().head == head + 1
    assert list(disagreements(place.fresh())) == []


class Processes:
    """Two processes with a table of the room each, which tell each other of their moves."""

    def __init__(self, place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
        self.place = place
        self.tables = [TableCache(10), TableCache(10)]
        self.monkeypatch = monkeypatch
        monkeypatch.setattr(broadcast, "current", self)
        self.told: list[str] = []

    def publish(self, updates: Sequence[RoomUpdate]) -> None:
        for update in updates:
            moves = None if update.moves is None else update.moves.pack()
            self.told += [] if moves is None else [moves]

    def move(self, one: int) -> list[str]:
        """Make a move in this process, and return what it tells."""
        self.monkeypatch.setattr(table_cache, "current", self.tables[one])
        self.told = []
        assert isinstance(self.place.move(), Done)
        return self.told

    def kept(self, one: int) -> Table | None:
        return self.tables[one]._tables.get(self.place.room.pk)


def values(found: Table) -> Any:
    """What a table knows of its game and of what is due."""
    room, running = found.room, found.running
    assert running is not None
    game = running.game
    log = running.log.to_dict()
    due = room.deadlines, room.due_at, room.absence, found.absence
    return room.head, running.state, game.ply, game.thrown, log, due


@pytest.fixture
def processes(monkeypatch: pytest.MonkeyPatch) -> Processes:
    place = Place(3)
    place.does(1, SetRoom(1, timer=60))  # so that each turn has a deadline of its own
    place.start()
    found = Processes(place, monkeypatch)
    for one in (0, 1, 0):  # now both have a table
        for moves in found.move(one):
            found.tables[1 - one].note(place.room.pk, moves)
    return found


def test_moves_that_were_told_need_not_be_read(processes: Processes) -> None:
    def reads(*_: Any) -> None:
        raise AssertionError("it read what it was told")

    processes.monkeypatch.setattr(table_cache, "_apply_stored", reads)
    processes.monkeypatch.setattr(Table, "read", reads)
    room = processes.place.room.pk
    for number in range(40):
        one = number // 3 % 2
        for moves in processes.move(one):
            processes.tables[1 - one].note(room, moves)
        if number % 7 == 0:
            other = processes.tables[1 - one]
            found, noted = other.pop(room), other.pop_moves(room)
            assert found is not None
            assert table_cache.bring_up_to_date(found, processes.place.fresh().head, noted)
            mine = processes.kept(one)
            assert mine is not None
            assert values(found) == values(mine)
            other.put(found)


def test_what_the_layer_does_to_moves_changes_nothing(processes: Processes) -> None:
    """It loses, doubles and shuffles them."""
    rng, late, room = random.Random(5), list[tuple[int, str]](), processes.place.room.pk
    read: list[int] = []
    real = table_cache._apply_stored

    def apply_stored(table: Table) -> bool:
        read.append(table.room.head)
        return real(table)

    processes.monkeypatch.setattr(table_cache, "_apply_stored", apply_stored)
    for _ in range(120):
        if processes.place.game().status != Game.Status.PLAYING:
            break
        one = rng.randrange(2)
        for moves in processes.move(one):
            late += [(1 - one, moves)] * rng.choice((0, 1, 1, 2))
        rng.shuffle(late)
        for _ in range(rng.randrange(len(late) + 1)):
            to, moves = late.pop()
            processes.tables[to].note(room, moves)
        mine = processes.kept(one)
        if mine is not None and mine.running is not None:
            assert values(mine) == values(Table.read(room))
    assert 5 < len(read) < 100
    assert list(disagreements(processes.place.fresh())) == []


@pytest.mark.parametrize("wrong", ["nonsense", "[1,2]", '[7,12,[[{"e":"rolled"}]],{},{}]'])
def test_moves_that_are_not_readable_are_not_followed(processes: Processes, wrong: str) -> None:
    place = processes.place
    [moves] = processes.move(0)
    game, first, _, deadlines, waits = Moves.unpack(moves)
    if wrong.startswith("[7"):
        wrong = Moves(game, first, [[{"e": "rolled"}]], deadlines, waits).pack() or ""
    processes.tables[1].note(place.room.pk, wrong)
    processes.move(1)
    kept = processes.kept(1)
    assert kept is not None
    assert values(kept) == values(Table.read(place.room.pk))
    assert list(disagreements(place.fresh())) == []


def test_only_moves_are_told(processes: Processes) -> None:
    processes.told = []
    processes.place.does(1, Rename(1, "Mia"))
    assert processes.told == []
