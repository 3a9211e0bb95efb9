"""Chat on sockets: in every process, and for those who connect later."""

import asyncio
import json
import time
from typing import Any

import pytest

from games.people.throttle import MESSAGES, REACTIONS, TOSSES
from games.protocol import frames
from games.protocol.commands import Command, NewLink, React, Say, Toss
from games.protocol.errors import Refused
from games.realtime import chat
from games.realtime.hub import Hub
from games.services.accounts import contacts
from tests.conftest import Backend
from tests.support.client import Browser, Page
from tests.support.local_bus import LocalBus
from tests.support.processes import RecordingClient, hubs, join, read, use_bus
from tests.support.protocol import contract
from tests.support.rooms import Place, fresh_id
from tests.support.sockets import Raw, Start, answer_of, in_thread, table

CLAP = frames.reacted("clap", 2)


def says(place: Place, player: int, text: str) -> str | None:
    body = Say(player, text)
    return chat.perform_chat(
        Command(place.code, place.people[player - 1].pk, fresh_id(), body), body
    )


@pytest.mark.django_db
def test_a_client_receives_the_most_recent_messages() -> None:
    place = Place(2)
    for number in range(chat.RECENT + 5):
        says(place, 1 + number % 2, f"Word {number}")
    frame = contract.checked(chat.recent_messages(place.room.pk))
    assert len(frame["messages"]) == chat.RECENT
    assert frame["messages"][-1]["text"] == f"Word {chat.RECENT + 4}"


@pytest.mark.django_db
@pytest.mark.parametrize("body", [Say(1, "Luck."), React("clap", 1), React("clap"), Toss(1)])
def test_a_room_that_has_another_link_or_is_gone_takes_no_words(body: chat.Talk) -> None:
    place = Place(2)
    command = Command(place.code, place.people[0].pk, fresh_id(), body)
    place.does(1, NewLink(1))
    with pytest.raises(Refused) as refused:
        chat.perform_chat(command, body)
    assert refused.value.code == "no_room"


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("_threads")
async def test_chat_reaches_every_process_and_later_clients(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    place = await read(Place)
    bus = use_bus(LocalBus(), monkeypatch)
    async with hubs(bus, 2) as processes:
        clients = [await come(hub, place) for hub in processes]
        text = await read(says, place, 1, "Luck.")
        processes[0].relay(processes[0].rooms[place.room.pk], text or "", "said")
        for client in clients:
            await client.until(lambda client=client: client.of("said"))
        late = await come(processes[1], place)
        assert [one["text"] for one in late.of("talk")[0]["messages"]] == ["Luck."]


def test_messages_and_reactions_have_limits_of_their_own() -> None:
    said = [chat.is_one_too_many(7, Say(1, "x")) for _ in range(MESSAGES.most + 1)]
    assert said == [False] * MESSAGES.most + [True]
    reacted = [chat.is_one_too_many(7, React("clap", 1)) for _ in range(REACTIONS.most + 1)]
    assert reacted == [False] * REACTIONS.most + [True]
    tossed = [chat.is_one_too_many(7, Toss(1)) for _ in range(TOSSES.most + 1)]
    assert tossed == [False] * TOSSES.most + [True]
    assert not chat.is_one_too_many(8, Say(1, "x"))
    assert not chat.is_one_too_many("192.0.2.7", React("clap"))


async def test_a_die_in_the_lobby_is_rolled_by_its_player_before_everybodys_eyes(
    daphne_server: Start,
) -> None:
    server = daphne_server()
    async with table(server, seats=2) as pages:
        mara, ines = pages
        async with Page(Browser(server.url), mara.code) as looks_on:
            await looks_on.until(lambda: looks_on.got("sync"))
            head = mara.here.n
            await ines.done("toss", player=2)
            for page in (mara, ines, looks_on):
                (frame,) = await page.until(lambda page=page: page.got("tossed"))
                assert (frame["player"], frame["face"] in range(1, 7)) == (2, True)
            assert (await mara.command("toss", player=2))["code"] == "not_yours"
            assert (await looks_on.command("toss", player=2))["code"] == "not_yours"
            for hostile in ({"player": 2, "face": 6}, {"player": "2"}, {}):
                assert (await ines.command("toss", **hostile))["code"] == "bad_frame"
            # At once: on a slow machine one after the other would keep within the limit.
            many = (ines.command("toss", player=2) for _ in range(2 * TOSSES.most + 5))
            answers = [answer.get("code") for answer in await asyncio.gather(*many)]
            assert set(answers[: TOSSES.most - 1]) == {None}
            assert "too_fast" in answers
            assert mara.here.n == head
            await mara.done("start", player=1)
            assert (await mara.command("toss", player=1))["code"] == "game_on"


async def test_spectators_react_under_their_name_while_the_host_allows_it(
    daphne_server: Start,
) -> None:
    server = daphne_server()
    async with table(server, seats=3) as pages:
        mara, ines, gone = pages
        named, stranger = gone.browser, Browser(server.url)
        await gone.done("leave", player=3)
        async with Page(named, mara.code) as nora, Page(stranger, mara.code) as nameless:
            for watcher, name in ((nora, "Player 3"), (nameless, "")):
                await watcher.until(lambda watcher=watcher: watcher.got("you"))
                await watcher.done("react", reaction="clap")
                for page in (mara, ines, nora, nameless):
                    await page.until(lambda page=page, name=name: heard(page, name))
                    assert heard(page, name) == [
                        {"type": "reacted", "name": name, "reaction": "clap"}
                    ]
            # Who has a seat reacts as its player, and nobody takes a name or a player of others.
            assert (await ines.command("react", reaction="clap"))["code"] == "not_yours"
            assert (await nora.command("react", player=2, reaction="clap"))["code"] == "not_yours"
            assert (await nora.command("react", player=3, reaction="clap"))["code"] == "gone"
            assert (await nora.command("react", reaction="<b>"))["code"] == "bad_text"
            for hostile in ({"player": None}, {"name": "Mara"}, {"reaction": 1}):
                frame = {"reaction": "clap", **hostile}
                assert (await nameless.command("react", **frame))["code"] == "bad_frame"
            await mara.done("settings", player=1, talk=False)
            assert (await ines.command("react", player=2, reaction="clap"))["code"] == "talk_off"
            assert (await nora.command("react", reaction="clap"))["code"] == "talk_off"
            await mara.done("settings", player=1, talk=True)
            for watcher in (nora, nameless):
                many = (
                    watcher.command("react", reaction="ouch") for _ in range(2 * REACTIONS.most + 5)
                )
                assert "too_fast" in {answer.get("code") for answer in await asyncio.gather(*many)}
        async with RawScreen(stranger, mara.code)() as screen:
            await answer_of(screen, to="here")
            await screen.send(
                json.dumps({"type": "react", "id": "screen-0001", "reaction": "clap"})
            )
            assert (await answer_of(screen, to="no"))["code"] == "not_yours"


def heard(page: Page, name: str) -> list[dict[str, Any]]:
    """Return the applause of spectators with this name."""
    return [
        frame
        for frame in page.got("reacted")
        if frame.get("name") == name and frame["reaction"] == "clap"
    ]


class RawScreen(Raw):
    """The socket of a TV view."""

    def __init__(self, browser: Browser, code: str) -> None:
        super().__init__(browser, code)
        self.url += "screen/"


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("_threads")
async def test_who_blocks_a_spectator_does_not_see_them_react(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    place = await read(Place, 2)
    watcher = (await read(Place, 2)).people[1]
    await read(contacts.block, place.people[1], {watcher.pk})
    deaf = await read(chat.unheard_by, watcher.pk)
    assert deaf == [place.people[1].pk]
    assert await read(chat.unheard_by, None) == []
    clap = Command(place.code, watcher.pk, fresh_id(), React("clap"))
    frame = await read(chat.perform_chat, clap, clap.body)
    bus = use_bus(LocalBus(), monkeypatch)
    async with hubs(bus, 2) as processes:
        clients = [RecordingClient(one.pk) for one in place.people]
        for hub, client in zip(processes, clients, strict=True):
            await join(hub, place, client)
        room = processes[0].rooms[place.room.pk]
        processes[0].relay(room, frame or "", "said", deaf)
        processes[0].relay(room, CLAP, "said")
        for client in clients:
            await client.until(lambda client=client: {"player": 2} in speakers(client))
        assert [len(speakers(client)) for client in clients] == [2, 1]


def speakers(client: RecordingClient) -> list[dict[str, Any]]:
    """Return who has reacted, as the frames tell it."""
    return [
        {key: frame[key] for key in ("player", "name") if key in frame}
        for frame in client.of("reacted")
    ]


@pytest.mark.postgres
@pytest.mark.redis
async def test_coming_back_to_another_process_does_not_make_more_messages(
    postgres_backend: Backend, daphne_server: Start
) -> None:
    shared = {"database": postgres_backend.database, "redis": postgres_backend.redis}
    servers = [daphne_server(**shared, SECRET_KEY="k" * 50) for _ in range(2)]
    browser = Browser(servers[0].url)
    code = await in_thread(browser.open_room, "Mara")
    said, began = 0, time.monotonic()
    for number in range(6):
        url = servers[number % 2].url
        socket = Raw(browser, code, Origin=url)
        socket.url = socket.url.replace(browser.url[4:], url[4:])
        async with socket() as opened:
            await answer_of(opened, to="here")
            for at in range(4):
                frame = {"type": "say", "id": f"say-{number:04}-{at}", "player": 1, "text": "Hi"}
                await opened.send(json.dumps(frame))
                said += await answered(opened, frame["id"])
    spans = 1 + (time.monotonic() - began) // MESSAGES.seconds
    assert MESSAGES.most <= said <= MESSAGES.most * (1 + spans)


async def answered(socket: Any, command: Any) -> bool:
    """Whether the command was accepted; else it was too fast."""
    while True:
        frame = json.loads(await socket.recv())
        if frame["type"] in ("ok", "no") and frame["id"] == command:
            assert frame.get("code", "too_fast") == "too_fast"
            return bool(frame["type"] == "ok")


async def come(hub: Hub, place: Place) -> RecordingClient:
    client = RecordingClient(place.people[0].pk)
    await join(hub, place, client)
    return client


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("_threads")
async def test_who_blocks_somebody_hears_nothing_of_them_in_any_process(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    place = await read(Place, 3)
    ines = place.people[1].pk
    bus = use_bus(LocalBus(), monkeypatch)
    async with hubs(bus, 2) as processes:
        clients = [RecordingClient(one.pk) for one in place.people]
        for at, client in enumerate(clients):
            await join(processes[at % 2], place, client)
        before = await read(says, place, 2, "Before.")
        processes[0].relay(processes[0].rooms[place.room.pk], before or "", "said")
        for client in clients:
            await client.until(lambda client=client: client.of("said"))
        await read(contacts.block, place.people[2], {ines})
        await clients[2].until(lambda: len(clients[2].of("talk")) > 1)
        assert clients[2].of("talk")[-1]["messages"] == []  # nor what was said before
        for text, kind in ((await read(says, place, 2, "Well."), "said"), (CLAP, "said")):
            processes[1].relay(processes[1].rooms[place.room.pk], text or "", kind)
        last = await read(says, place, 1, "Last.")
        processes[1].relay(processes[1].rooms[place.room.pk], last or "", "said")
        for client in clients:
            await client.until(lambda client=client: client.of("said")[-1]["text"] == "Last.")
        heard = [[one["text"] for one in client.of("said")] for client in clients]
        assert heard == [["Before.", "Well.", "Last."]] * 2 + [["Before.", "Last."]]
        assert [len(client.of("reacted")) for client in clients] == [1, 1, 0]
        late = RecordingClient(place.people[2].pk)
        await join(processes[0], place, late)
        assert [one["text"] for one in late.of("talk")[0]["messages"]] == ["Last."]
        await read(contacts.unblock, place.people[2], {ines})
        await clients[2].until(lambda: len(clients[2].of("talk")[-1]["messages"]) == 3)
        # A host's block closes the page of whoever has no seat any more.
        assert not [client for client in clients if client.of("bye")]
        await read(contacts.block, place.people[0], {ines})
        await clients[1].until(lambda: clients[1].of("bye"))
        assert clients[1].of("bye")[0]["why"] == "unavailable"
