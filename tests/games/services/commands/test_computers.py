"""Computer players: they sit down, move when the scheduler says so, and hold nothing up."""

import asyncio
from datetime import timedelta

import pytest
from django.core.cache import cache
from pytest_django import Settings

import farkle
from games.models import Game
from games.protocol.commands import (
    AddComputer,
    ChangeRules,
    Command,
    ComputerMove,
    Done,
    Leave,
    Ready,
    Rematch,
    Remove,
    Rename,
    SetRoom,
    SetRules,
    Sit,
)
from games.realtime import scheduler
from games.realtime.scheduler import Scheduler, due_work
from games.services import executor
from games.services.tables.handlers import HANDLERS
from games.workers.solver import Decided, Solver
from tests.games.conftest import Clock
from tests.support.processes import computers_have_decided, new_scheduler, new_threads, read, solver
from tests.support.rooms import (
    Place,
    against,
    follow,
    forget_tables,
    last_events,
    seen,
    short,
)


@pytest.mark.django_db
def test_the_host_seats_computers() -> None:
    place = Place(2)
    assert place.does(1, AddComputer(1, "pip")) == Done(3)
    assert place.does(1, AddComputer(1, "pip")) == Done(4)
    assert [(place.player(n).name, place.player(n).level) for n in (3, 4)] == [
        ("Pip", "pip"),
        ("Pip 2", "pip"),
    ]
    assert place.refuses(2, AddComputer(2, "pip")) == "not_host"
    assert place.refuses(1, AddComputer(1, "genius")) == "no_computer"
    assert place.refuses(1, Rename(3, "Mine")) == "not_yours"
    place.does(1, SetRoom(1, seats=4))
    assert place.refuses(1, AddComputer(1, "pip")) == "room_full"
    assert place.does(1, Remove(1, 4)) == Done(6)
    place.start()
    assert place.refuses(1, AddComputer(1, "pip")) == "game_on"


@pytest.mark.django_db
def test_a_computer_moves_once_and_never_for_a_person() -> None:
    place = against()
    ply = place.game().ply
    command = Command(place.code, None, f"computer:1:{ply}", ComputerMove(1, ply, farkle.Roll()))
    first = executor.perform(command)
    assert isinstance(first, Done)
    head = place.fresh().head
    assert executor.perform(command) == first
    assert place.fresh().head == head
    late = place.ask(None, ComputerMove(1, ply, farkle.Roll()))
    assert getattr(late, "code", "") == "stale"
    person = against()
    while person.next_move()[0] == 2:
        _, body = person.next_move()
        kind = getattr(farkle, type(body).__name__)
        person.ask(None, ComputerMove(1, body.ply, kind(getattr(body, "keep", ()))))
    answer = person.ask(None, ComputerMove(1, person.game().ply, farkle.Roll()))
    assert getattr(answer, "code", "") == "not_due"


@pytest.mark.django_db
def test_computers_always_agree_to_another_game() -> None:
    place = Place(2)
    place.does(1, SetRules(1, short(500)))
    place.start()
    place.play_out()
    place.does(1, AddComputer(1, "magpie"))
    place.does(2, Rematch(2))
    assert place.fresh().status == "over"
    place.does(1, Ready(1, yes=True))
    place.does(2, Rematch(2))
    assert place.fresh().status == "playing"


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("_threads")
async def test_two_processes_play_a_computer_to_the_end_once(moved: Clock) -> None:
    place = await read(against, target=1000)
    schedulers = [new_scheduler(), new_scheduler()]
    for _ in range(200):
        if (await read(place.game)).status != "playing":
            break
        if (await read(place.next_move))[0] == 1:
            await read(place.move)
        moved(10)
        await asyncio.gather(*(one.tick() for one in schedulers))
        await computers_have_decided(*schedulers)
    solver.workers.stop()
    events = await read(place.events)
    plies = [event.ply for event in events if event.ply is not None]
    assert plies == list(range(plies[0], plies[0] + len(plies)))
    assert (await read(place.game)).status == "over"


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("_threads")
async def test_the_table_is_told_when_an_easy_level_decides_in_place_of_the_own(
    moved: Clock,
) -> None:
    place = await read(against, "ledger")
    page = await read(seen, place)
    moved(10)
    one = Scheduler(new_threads(), closed := Solver())
    closed.workers.close()
    await one.tick()
    await computers_have_decided(one)
    event = (await read(place.events))[-1]
    assert event.events[0] == {"e": "weaker", "player": 2, "level": "pip"}
    assert event.player == 2
    await read(follow, place, page)


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("_threads")
async def test_a_simpler_level_moves_where_a_decision_is_illegal(
    moved: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = await read(against, "abacus")
    wrong = farkle.Bank((1, 1, 1, 1, 1, 1))

    async def decides_wrongly(*_: object) -> Decided:
        return Decided(wrong, "abacus")

    monkeypatch.setattr(solver, "decide", decides_wrongly)
    moved(10)
    one = new_scheduler()
    await one.tick()
    await computers_have_decided(one)
    assert (await read(last_events, place))[0] == {"e": "weaker", "player": 2, "level": "pip"}
    monkeypatch.setattr(scheduler, "decide_easily", lambda _: Decided(wrong, "pip"))
    head = (await read(place.fresh)).head
    moved(10)
    await one.tick()
    await computers_have_decided(one)
    assert (await read(place.fresh)).head == head + 1, "any legal move will do"


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("_threads")
async def test_a_table_that_takes_no_move_of_a_computer_is_tried_again_later(
    moved: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = await read(against)
    head = (await read(place.fresh)).head

    def fails(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setitem(HANDLERS, ComputerMove, fails)
    monkeypatch.setattr(scheduler, "_AFTER_STANDSTILL", timedelta(0))
    monkeypatch.setattr(scheduler, "_AFTER_REFUSAL", timedelta(days=1))
    moved(10)
    one = new_scheduler()
    await one.tick()
    async with asyncio.timeout(60):
        await computers_have_decided(one)
    assert (await read(place.fresh)).head == head


@pytest.mark.django_db
def test_a_room_that_cannot_be_read_does_not_hold_up_others(moved: Clock) -> None:
    broken, place = against(), against()
    Game.objects.filter(pk=broken.game().pk).update(rules={"version": 99})
    later = moved(10)
    assert [turn.room for turn in due_work(later).computer_turns] == [place.room.pk]


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("_threads")
async def test_a_computer_whose_dice_are_lost_rests_long(
    settings: Settings,
    moved: Clock,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    place = await read(against)
    head = (await read(place.fresh)).head
    settings.SECRET_KEY = "another key"
    await read(forget_tables)
    monkeypatch.setattr(scheduler, "_AFTER_REFUSAL", timedelta(days=1))
    monkeypatch.setattr(scheduler, "_AFTER_STANDSTILL", timedelta(0))
    moved(10)
    one = new_scheduler()
    await one.tick()
    async with asyncio.timeout(60):
        await computers_have_decided(one)
    assert (await read(place.fresh)).head == head
    assert not [line for line in caplog.records if line.exc_info]
    assert not one._deciding


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("_threads")
async def test_another_process_takes_over_from_one_that_died_while_deciding(
    moved: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = await read(against)
    head = (await read(place.fresh)).head
    never = asyncio.Event()

    async def stuck(*_: object) -> Decided:
        await never.wait()
        return Decided(farkle.Roll(), "pip")

    moved(10)
    dying, other = new_scheduler(), new_scheduler()
    with monkeypatch.context() as only:
        only.setattr(solver, "decide", stuck)
        await dying.tick()
    await other.tick()
    assert (await read(place.fresh)).head == head, "one thinks, the other lets it"
    cache.clear()  # what was claimed lapses by itself
    await other.tick()
    await computers_have_decided(other)
    solver.workers.stop()
    assert (await read(place.fresh)).head == head + 1
    for task in dying._deciding.values():
        task.cancel()


@pytest.mark.django_db
def test_a_rematch_may_be_against_another_level() -> None:
    place = Place(1)

    def gives_up() -> None:
        place.does(1, Leave(1))
        place.does(1, Sit("Player 1"))

    place.does(1, AddComputer(1, "pip"))
    place.start()
    assert place.refuses(1, Rematch(1, "magpie")) == "game_on"
    gives_up()
    assert place.refuses(1, Rematch(1, "genius")) == "no_computer"
    assert isinstance(place.does(1, Rematch(1, "magpie")), Done)
    assert [event["e"] for event in place.events()[-2].events] == ["gone", "sat"]
    assert place.game().players == [1, 3]
    gives_up()
    assert isinstance(place.does(1, Rematch(1, "pip"), "the-same-id"), Done)
    head = place.fresh().head
    assert isinstance(place.does(1, Rematch(1, "pip"), "the-same-id"), Done)
    assert place.fresh().head == head
    assert place.game().players == [1, 2], "Pip has its seat again, and its results"
    gives_up()
    place.does(1, AddComputer(1, "penny"))
    assert place.refuses(1, Rematch(1, "magpie")) == "no_computer", "in place of which?"
    place.does(1, ChangeRules(1, {"target": 0}))
    assert place.refuses(1, Rematch(1, "magpie")) == "bad_rules"


@pytest.mark.django_db
def test_only_the_host_chooses_the_level_of_a_rematch() -> None:
    place = Place(2, rules="kcd")
    place.start()
    place.play_out()
    assert place.refuses(2, Rematch(2, "magpie")) == "not_host"
