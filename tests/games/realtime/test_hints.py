"""Hints in a room: the host's to give, the same for everybody, and never waited for."""

import json
from typing import Any

import pytest

from farkle.ai.hints.hints import hint
from games.models import Game
from games.protocol.commands import AddComputer, Done, SetRoom, Start
from games.realtime.advice import hint_request
from games.state.room_state import position_of
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
from tests.support.rooms import Place

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("_threads", "_solver"),
]


async def move(place: Place) -> dict[str, Any] | None:
    """Somebody moves; the hint that is wanted after that."""
    player, body = await read(place.next_move)
    answer = await ask(place, player, body)
    assert isinstance(answer, Done)
    state = await read(place.state)
    found = None if state.phase == "over" else hint(state)
    return None if found is None else {"type": "hint", "ply": state.ply, **found.to_dict()}


async def test_everybody_has_the_same_hint(bus: LocalBus) -> None:
    place = await make_place()
    await ask(place, 1, SetRoom(1, hints=True))
    await ask(place, 1, Start(1))
    async with hubs(bus, 2) as two:
        clients = [RecordingClient(), RecordingClient()]
        for hub, client in zip(two, clients, strict=True):
            await join(hub, place, client)
        wanted = []
        while len(wanted) < 4:
            if (one := await move(place)) is not None:
                wanted.append(one)
                for client in clients:
                    await client.until(lambda client=client, one=one: one in client.of("hint"))
        late = RecordingClient()
        await join(two[0], place, late)
        await late.until(lambda: late.of("hint"))
        texts = [
            [text for text in client.frames if '"hint"' in text[:20]] for client in (*clients, late)
        ]
        assert texts[0] == texts[1]
        assert texts[0][-1] == texts[2][-1]
        assert json.loads(texts[2][-1]) in wanted


async def test_hints_are_only_sent_if_the_host_wants_them(bus: LocalBus) -> None:
    place = await make_place()
    assert await read(place.refuses, 2, SetRoom(2, hints=True)) == "not_host"
    await ask(place, 1, Start(1))
    async with hubs(bus, 1) as (hub,):
        client = RecordingClient()
        room = await join(hub, place, client)
        while await move(place) is None:
            continue
        await client.until_event(await paint(place, 1))
        await at_rest(room.hints)
        assert not client.of("hint")
        # The host may give them while a game is on, and take them back.
        await ask(place, 1, SetRoom(1, hints=True))
        await client.until(lambda: client.of("hint"))
        await ask(place, 1, SetRoom(1, hints=False))
        given = len(client.of("hint"))
        for _ in range(3):
            await move(place)
        await client.until_event(await paint(place, 1))
        await at_rest(room.hints)
        assert len(client.of("hint")) == given
        assert room.hints.newest is None
        assert [
            frame["events"][0][2]["hints"]
            for frame in client.of("event")
            if "settings" in str(frame)
        ] == [True, False]


@pytest.mark.usefixtures("_late_once")
async def test_a_hint_that_is_late_once_is_asked_for_again(bus: LocalBus) -> None:
    place = await make_place()
    await ask(place, 1, SetRoom(1, hints=True))
    await ask(place, 1, Start(1))
    async with hubs(bus, 1) as (hub,):
        client = RecordingClient()
        await join(hub, place, client)
        while (wanted := await move(place)) is None:
            continue
        await client.until(lambda: wanted in client.of("hint"))


def test_computer_players_get_no_hint() -> None:
    place = Place(1)
    place.does(1, SetRoom(1, hints=True))
    place.does(1, AddComputer(1, "penny"))
    game = place.start()
    for _ in range(2):
        at_turn = game.players[place.state().current]
        wanted = hint_request(place.room.pk)
        assert wanted.enabled
        assert wanted.head == place.fresh().head
        assert (wanted.state is None) == bool(place.player(at_turn).level)
        _make_the_other_play(game)


def _make_the_other_play(game: Game) -> None:
    """Turn the table round, as no rule would."""
    snapshot = position_of(game).state.to_dict()
    Game.objects.filter(pk=game.pk).update(
        snapshot={**game.snapshot, "state": {**snapshot, "current": 1 - snapshot["current"]}}
    )
