"""Live chances to win: for those who watch, if the host wants it, and never for a player."""

import pytest

from farkle.ai.review.winning import live_chances
from games.protocol.commands import Done, SetRoom, ShowOdds, Start, UseCode
from games.services.commands.seat_transfer import make_code
from tests.support.local_bus import LocalBus
from tests.support.processes import (
    RecordingClient,
    ask,
    at_rest,
    hubs,
    join,
    make_place,
    paint,
    read,
)
from tests.support.rooms import Place, stranger

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("_threads", "_solver"),
]


def player_of(place: Place, seat: int) -> RecordingClient:
    return RecordingClient(place.people[seat - 1].pk)


async def move(place: Place) -> None:
    player, body = await read(place.next_move)
    assert isinstance(await ask(place, player, body), Done)


async def test_who_watches_gets_them_and_who_plays_does_not(
    bus: LocalBus,
) -> None:
    place = await make_place()
    assert await read(place.refuses, 2, ShowOdds(2, odds=True)) == "not_host"
    await ask(place, 1, ShowOdds(1, odds=True))
    await ask(place, 1, Start(1))
    async with hubs(bus, 1) as (hub,):
        players = [player_of(place, 1), player_of(place, 2)]
        watcher = RecordingClient()
        # A television view in a browser that holds a seat, and one in another.
        own = RecordingClient(place.people[0].pk, is_screen=True)
        screen = RecordingClient(is_screen=True)
        for client in (*players, watcher, own, screen):
            room = await join(hub, place, client)
        for _ in range(4):
            await move(place)
            state = await read(place.state)
            await watcher.until(
                lambda ply=state.ply: (
                    watcher.of("odds")[-1:] and watcher.of("odds")[-1]["ply"] == ply
                )
            )
            assert watcher.of("odds")[-1]["sides"] == pytest.approx(live_chances(state), abs=6e-4)
            await screen.until(lambda: screen.of("odds")[-1:] == watcher.of("odds")[-1:])
        late = RecordingClient()
        await join(hub, place, late)
        await late.until(lambda: late.of("odds") == watcher.of("odds")[-1:])
        again, once_more = player_of(place, 2), RecordingClient(place.people[1].pk, is_screen=True)
        await join(hub, place, again)
        await join(hub, place, once_more)
        await at_rest(room.odds)
        assert not any(client.of("odds") for client in (*players, own, again, once_more))
        # With hints on everybody knows more than that.
        await ask(place, 1, SetRoom(1, hints=True))
        await players[0].until(lambda: players[0].of("odds"))
        await own.until(lambda: own.of("odds"))
        await ask(place, 1, SetRoom(1, hints=False))
        await players[0].until_event(await paint(place, 1))
        await at_rest(room.odds)
        given = len(players[0].of("odds"))
        await move(place)
        ply = (await read(place.state)).ply
        await watcher.until(lambda: watcher.of("odds")[-1]["ply"] == ply)
        assert len(players[0].of("odds")) == given


@pytest.mark.usefixtures("_late_once")
async def test_chances_that_are_late_once_are_asked_for_again(bus: LocalBus) -> None:
    place = await make_place()
    await ask(place, 1, ShowOdds(1, odds=True))
    await ask(place, 1, Start(1))
    async with hubs(bus, 1) as (hub,):
        watcher = RecordingClient()
        await join(hub, place, watcher)
        await watcher.until(lambda: watcher.of("odds"))


async def test_a_spectator_who_sits_down_gets_no_more(bus: LocalBus) -> None:
    place = await make_place(3)
    await ask(place, 1, ShowOdds(1, odds=True))
    await ask(place, 1, Start(1))
    async with hubs(bus, 1) as (hub,):
        # A socket that has not been told yet of its new seat is a player's all the same.
        untold, watcher = player_of(place, 3), RecordingClient()
        room = await join(hub, place, untold)
        await join(hub, place, watcher)
        untold.players = []
        await move(place)
        await watcher.until(lambda: watcher.of("odds"))
        await at_rest(room.odds)
        assert not untold.of("odds")


async def test_a_laptop_whose_seat_has_moved_to_a_phone_can_be_the_television(
    bus: LocalBus,
) -> None:
    place = await make_place()
    laptop = place.people[0].pk
    await ask(place, 1, ShowOdds(1, odds=True))
    await ask(place, 1, Start(1))
    async with hubs(bus, 1) as (hub,):
        screen = RecordingClient(laptop, is_screen=True)
        room = await join(hub, place, screen)
        await at_rest(room.odds)
        assert not screen.of("odds")
        code, _until = await read(make_code, place.people[0], place.room, 1, "move")
        await read(place.ask, await read(stranger), UseCode(code))
        await screen.until(lambda: screen.of("odds"))


async def test_nobody_gets_them_unless_the_host_wants_it(bus: LocalBus) -> None:
    place = await make_place()
    await ask(place, 1, Start(1))
    async with hubs(bus, 1) as (hub,):
        watcher = RecordingClient()
        room = await join(hub, place, watcher)
        await move(place)
        await watcher.until_event(await paint(place, 1))
        await at_rest(room.odds)
        assert not watcher.of("odds")
        await ask(place, 1, ShowOdds(1, odds=True))
        await watcher.until(lambda: watcher.of("odds"))
