"""Chat on sockets: in every process, and for those who connect later."""

import pytest

from games.protocol.commands import Command, Say
from games.realtime import chat
from games.realtime.hub import Hub
from games.realtime.layers import QuietInMemoryChannelLayer
from tests.support import contract
from tests.support.processes import RecordingClient, hubs, join, read, use_layer
from tests.support.rooms import Place, fresh_id

pytestmark = pytest.mark.django_db


def says(place: Place, player: int, text: str) -> str | None:
    body = Say(player, text)
    return chat.perform_chat(
        Command(place.code, place.people[player - 1].pk, fresh_id(), body), body
    )


def test_a_client_receives_the_most_recent_messages() -> None:
    place = Place(2)
    for number in range(chat.RECENT + 5):
        says(place, 1 + number % 2, f"Word {number}")
    frame = contract.checked(chat.recent_messages(place.room.pk))
    assert len(frame["messages"]) == chat.RECENT
    assert frame["messages"][-1]["text"] == f"Word {chat.RECENT + 4}"


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("_threads")
async def test_chat_reaches_every_process_and_later_clients(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    place = await read(Place)
    layer = use_layer(QuietInMemoryChannelLayer(), monkeypatch)
    async with hubs(layer, 2) as processes:
        clients = [await come(hub, place) for hub in processes]
        text = await read(says, place, 1, "Luck.")
        await processes[0].relay(processes[0].rooms[place.room.pk], text or "", "said")
        for client in clients:
            await client.until(lambda client=client: client.of("said"))
        late = await come(processes[1], place)
        assert [one["text"] for one in late.of("talk")[0]["messages"]] == ["Luck."]


async def come(hub: Hub, place: Place) -> RecordingClient:
    client = RecordingClient(place.people[0].pk)
    await join(hub, place, client)
    return client
