"""Hints in a room: the host's to give, the same for everybody, and never waited for."""

import asyncio
import json
from collections.abc import Iterator
from typing import Any

import pytest

from farkle.ai.hints import hint
from games import broadcast
from games.models import Game
from games.protocol.commands import AddComputer, Done, SetRoom, Start
from games.realtime import hints
from games.realtime.hub import OpenRoom
from games.realtime.layers import QuietInMemoryChannelLayer
from games.realtime.threads import read
from games.solver_pool import minds
from games.state.room_state import position_of
from tests.games.realtime.test_hub import Ear, ask, hubs, join, make, paint, until, use
from tests.support.rooms import Place

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("_threads"),
]


@pytest.fixture
def layer(monkeypatch: pytest.MonkeyPatch) -> QuietInMemoryChannelLayer:
    monkeypatch.setattr(broadcast, "_current", broadcast.Broadcaster())
    return use(QuietInMemoryChannelLayer(), monkeypatch)  # type: ignore[no-any-return]  # any layer


@pytest.fixture(scope="module", autouse=True)
def _patient() -> Iterator[None]:
    """A machine that is busy with other tests may be slow."""
    minds.patience = 120
    yield
    minds.stop()


async def move(place: Place) -> dict[str, Any] | None:
    """Somebody moves; the hint that is wanted after that."""
    player, body = await read(place.next_move)
    answer = await ask(place, player, body)
    assert isinstance(answer, Done)
    state = await read(place.state)
    found = None if state.phase == "over" else hint(state)
    return None if found is None else {"type": "hint", "ply": state.ply, **found.to_dict()}


async def at_rest(room: OpenRoom) -> None:
    """Until no hint is being worked out there."""
    async with asyncio.timeout(120):
        while room.hints.busy:  # noqa: ASYNC110  # nobody is told: there may be nothing to tell
            await asyncio.sleep(0.01)


async def test_everybody_has_the_same_hint(layer: QuietInMemoryChannelLayer) -> None:
    place = await make()
    await ask(place, 1, SetRoom(1, hints=True))
    await ask(place, 1, Start(1))
    async with hubs(layer, 2) as two:
        ears = [Ear(), Ear()]
        for hub, ear in zip(two, ears, strict=True):
            await join(hub, place, ear)
        wanted = []
        while len(wanted) < 4:
            if (one := await move(place)) is not None:
                wanted.append(one)
                for ear in ears:
                    await ear.until(lambda ear=ear, one=one: one in ear.of("hint"))
        late = Ear()
        await join(two[0], place, late)
        await late.until(lambda: late.of("hint"))
        texts = [[text for text in ear.texts if '"hint"' in text[:20]] for ear in (*ears, late)]
        assert texts[0] == texts[1]
        assert texts[0][-1] == texts[2][-1]
        assert json.loads(texts[2][-1]) in wanted


async def test_without_the_hosts_word_there_are_none(layer: QuietInMemoryChannelLayer) -> None:
    place = await make()
    assert await read(place.refuses, 2, SetRoom(2, hints=True)) == "not_host"
    await ask(place, 1, Start(1))
    async with hubs(layer, 1) as (hub,):
        ear = Ear()
        room = await join(hub, place, ear)
        while await move(place) is None:
            continue
        await until(ear, await paint(place, 1))
        await at_rest(room)
        assert not ear.of("hint")
        # The host may give them while a game is on, and take them back.
        await ask(place, 1, SetRoom(1, hints=True))
        await ear.until(lambda: ear.of("hint"))
        await ask(place, 1, SetRoom(1, hints=False))
        given = len(ear.of("hint"))
        for _ in range(3):
            await move(place)
        await until(ear, await paint(place, 1))
        await at_rest(room)
        assert len(ear.of("hint")) == given
        assert room.hints.newest is None
        assert [
            frame["events"][0][2]["hints"] for frame in ear.of("event") if "settings" in str(frame)
        ] == [True, False]


async def test_a_hint_that_does_not_come_holds_nobody_up(
    layer: QuietInMemoryChannelLayer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(minds, "patience", 0.0)
    place = await make()
    await ask(place, 1, SetRoom(1, hints=True))
    await ask(place, 1, Start(1))
    async with hubs(layer, 1) as (hub,):
        ear = Ear()
        room = await join(hub, place, ear)
        for _ in range(4):
            await move(place)
        await until(ear, await paint(place, 1))
        await at_rest(room)
        assert not ear.of("hint")


def test_a_computer_needs_none() -> None:
    place = Place(1)
    place.does(1, SetRoom(1, hints=True))
    place.does(1, AddComputer(1, "penny"))
    game = place.start()
    for _ in range(2):
        at_turn = game.players[place.state().current]
        wanted = hints.wanted_in(place.room.pk)
        assert wanted.on
        assert wanted.event == place.fresh().head
        assert (wanted.state is None) == bool(place.player(at_turn).level)
        _make_the_other_play(game)


def _make_the_other_play(game: Game) -> None:
    """Turn the table round, as no rule would."""
    snapshot = position_of(game).state.to_dict()
    Game.objects.filter(pk=game.pk).update(
        snapshot={**game.snapshot, "state": {**snapshot, "current": 1 - snapshot["current"]}}
    )
