"""One socket: what it may send, what it is answered, and when it is closed."""

import asyncio
import contextlib
import json
import random
import time
from collections.abc import Iterator
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from games.protocol.commands import Command, Done, Leave
from games.protocol.parser import CommandFrame
from games.realtime import consumers
from games.realtime.arrival import Arrival
from games.realtime.room import OpenRoom
from games.realtime.threads import Asker
from tests.games.protocol.test_parser import WRONG
from tests.support import services, stored
from tests.support.client import Browser, Page, choose
from tests.support.local_bus import LocalBus
from tests.support.processes import (
    RecordingClient,
    hubs,
    join,
    make_place,
    new_consumer,
    new_threads,
    read,
)
from tests.support.protocol.client_frames import FROM_CLIENT
from tests.support.rooms import Place, playing
from tests.support.sockets import (
    Raw,
    Start,
    all_at,
    answer_of,
    farewell,
    gone,
    in_thread,
    nothing_broke,
    table,
)


@pytest.fixture(scope="module")
def one_server(lasting_server: Start) -> Iterator[services.Daphne]:
    """One for all tests: each has a room and people of its own."""
    started = lasting_server()
    yield started
    nothing_broke(started)


async def has_dice(wanted: Page, *others: Page) -> dict[str, Any]:
    """Play until the wanted page has dice to pick from. Return a `pick` of none of them."""
    while True:
        page = next(one for one in (wanted, *others) if one.my_turn)
        game = page.here.game
        if page is wanted and game["state"]["throw"]:
            return {"type": "pick", "player": page.my_turn, "ply": game["ply"]}
        kind, keep = choose(page.here.may)
        move = {"player": page.my_turn, "game": game["number"], "ply": game["ply"], "keep": keep}
        await all_at([wanted, *others], (await page.done(kind, **move))["n"])


async def test_a_selection_is_relayed(one_server: services.Daphne) -> None:
    async with table(one_server, seats=2) as [mine, other]:
        await mine.send({"type": "pick", "player": 1, "ply": 0, "dice": [4]})  # none lie there
        await all_at([mine, other], (await mine.done("start", player=1))["n"])
        pick = await has_dice(mine, other)
        size = len(mine.here.game["state"]["throw"])
        for wrong in ({"ply": pick["ply"] + 1}, {"dice": [size]}, {"player": other.mine[0]}):
            await mine.send({**pick, "dice": [5], **wrong})
        await other.send({**pick, "dice": [5]})  # not his
        await other.send({**pick, "player": other.mine[0], "dice": [5]})  # not at turn
        for dice in ([0], [0, 1], [0, 1, 2], [1, 2], [2]):
            await mine.send({**pick, "dice": dice})
        await other.until(lambda: any(f["dice"] == [2] for f in other.got("picking")))
        seen = other.got("picking")
        assert all(f["player"] == pick["player"] and f["dice"][0] < 3 for f in seen)
        assert len(seen) <= 3  # of what came at once the first and the last


async def test_a_television_view_acts_for_nobody(lobby: tuple[Browser, str]) -> None:
    """Even in the browser of the host."""
    view, page = Raw(*lobby), Raw(*lobby)
    view.url += "screen/"
    commands = (
        {"type": "colour", "id": "a" * 16, "player": 1, "colour": 2},
        {"type": "say", "id": "b" * 16, "player": 1, "text": "hello"},
    )
    async with view() as screen, page() as socket:
        assert (await answer_of(screen, to="you"))["players"] == []
        for command in commands:
            await screen.send(json.dumps(command))
            assert (await answer_of(screen, to="no"))["code"] == "not_yours"
            await socket.send(json.dumps(command))
            assert (await answer_of(socket, to="ok"))["id"] == command["id"]


async def test_each_reads_a_refusal_in_a_language_of_their_own(
    lasting_server: Start,
) -> None:
    started = lasting_server(program=("-m", "tests.support.servers.pseudo_server"))
    browser = Browser(started.url)
    code = browser.open_room("Mara")
    roll = {"type": "roll", "id": "a" * 16, "player": 1, "game": 1, "ply": 0, "keep": ""}
    hurry = {"type": "roll"}
    for language, mark in (("en", ""), ("eo", "\u27e6")):
        async with Raw(browser, code, **{"Accept-Language": language})() as socket:
            for frame in (roll, hurry):
                await socket.send(json.dumps(frame))
                assert (await answer_of(socket, to="no"))["text"].startswith(mark)
    assert mark


async def test_ping_and_since(one_server: services.Daphne) -> None:
    async with table(one_server, seats=7) as pages:
        page = pages[0]
        await page.send({"type": "ping", "n": page.here.n})
        await page.until(lambda: page.got("pong"))
        assert page.got("pong")[0]["n"] == page.here.n == 7
        await page.send({"type": "since", "n": 0})
        await page.until(lambda: set(page.story) >= {1, 2})

        async def paint(page: Page) -> None:
            for colour in range(30):  # which is no more than a burst
                await page.done("colour", player=page.mine[0], colour=colour % 6)

        await asyncio.gather(*map(paint, pages))
        assert page.here.n == 217
        syncs = len(page.got("sync"))
        await page.send({"type": "since", "n": 100})
        await page.until(lambda: page.frames[-1]["type"] == "event")
        assert len(page.got("sync")) == syncs
        await page.send({"type": "since", "n": 1})
        await page.until(lambda: len(page.got("sync")) == syncs + 1)


async def test_bad_frames_are_refused_and_the_socket_stays(lobby: tuple[Browser, str]) -> None:
    async with Raw(*lobby)() as socket:
        for bad in (b"\x00\x01", b'{"type":"ping","n":1}', "", "nonsense", "[" * 5000, "{}"):
            await socket.send(bad)
            assert (await answer_of(socket, to="no"))["code"] == "bad_frame"
        await socket.send('{"type":"cheat","id":"0123456789"}')
        answer = await answer_of(socket, to="no")
        assert (answer["code"], answer["id"]) == ("unknown_type", "0123456789")
        await socket.send('{"type":"ping","n":1}')
        await answer_of(socket, to="pong")


async def test_frames_over_8_kib_close_the_socket(lobby: tuple[Browser, str]) -> None:
    async with Raw(*lobby)() as socket:
        await socket.send(" " * 8190 + "{}")
        assert (await answer_of(socket, to="no"))["code"] == "bad_frame"
        await socket.send(" " * 8191 + "{}")
        await gone(socket)
    async with Raw(*lobby)() as socket:
        await socket.send("é" * 5000)  # 10,000 bytes in 5,000 characters
        await gone(socket)


async def test_text_that_is_not_utf8_closes_the_socket(lobby: tuple[Browser, str]) -> None:
    async with Raw(*lobby)() as socket:
        await socket.send([b"\xff\xfe{}"], text=True)
        await gone(socket)


async def test_too_fast_and_a_flood(lobby: tuple[Browser, str]) -> None:
    async with Raw(*lobby)() as socket:
        for number in range(80):
            await socket.send(
                json.dumps({"type": "ready", "id": f"{number:08}", "player": 1, "yes": True})
            )
        codes = set()
        for _ in range(80):
            frame = json.loads(await socket.recv())
            while frame["type"] not in ("ok", "no"):
                frame = json.loads(await socket.recv())
            codes.add(frame.get("code", "ok"))
        assert codes == {"ok", "too_fast"}
    async with Raw(*lobby)() as socket:
        await socket.send('{"type":"ping","n":1}')
        await answer_of(socket, to="pong")  # from now on it may send as much as a page
        with contextlib.suppress(ConnectionClosed):
            for _ in range(250):  # so few that guard.py lets them through
                await socket.send('{"type":"ping","n":1}')
        assert await farewell(socket) == ("flood", 4008)


async def test_too_many_sockets_of_one_person(lobby: tuple[Browser, str]) -> None:
    async with contextlib.AsyncExitStack() as stack:
        for _ in range(30):
            socket = await stack.enter_async_context(Raw(*lobby)())
            await answer_of(socket, to="you")
        async with Raw(*lobby)() as one_more:
            assert await farewell(one_more) == ("too_many", 4008)
    async with Raw(*lobby)() as later:
        await answer_of(later, to="you")


async def test_forged_cookies_are_a_stranger(lobby: tuple[Browser, str]) -> None:
    guest = next(cookie for cookie in lobby[0].jar if cookie.name == "farkle_guest")
    forged = f"farkle_guest={(guest.value or '')[:-4]}abcd"
    for bad in (
        "",
        f"farkle_guest={'0' * 32}",
        f"farkle_guest={forged}",
        'farkle_guest="\\777;;=,',
    ):
        async with Raw(*lobby, Cookie=bad)() as socket:
            assert (await answer_of(socket, to="you"))["players"] == []
    async with Raw(*lobby)() as socket:
        assert (await answer_of(socket, to="you"))["players"] == [1]


def mutations(rng: random.Random) -> Iterator[str | bytes]:
    """Frames as they should be, and then not quite, or not at all."""
    while True:
        kind = rng.choice(sorted(FROM_CLIENT))
        data = {"type": kind, **FROM_CLIENT[kind][0], "id": f"{rng.getrandbits(64):016x}"}
        if rng.random() < 0.5:
            data.update(player=1, game=1, ply=rng.randrange(4))
        for _ in range(rng.randrange(3)):
            name = rng.choice(sorted(data))
            data[name] = rng.choice([*WRONG, rng.randrange(10), ["x"], {"version": 1}])
        if rng.random() < 0.2:
            del data[rng.choice(sorted(data))]
        text = json.dumps(data)
        if rng.random() < 0.1:
            text = text[: rng.randrange(len(text))]
        yield text.encode() if rng.random() < 0.05 else text


async def test_nothing_a_client_says_breaks_anything(one_server: services.Daphne) -> None:
    async with table(one_server, seats=2) as pages:
        await pages[1].until(lambda: pages[1].here.n >= 2)
        for seed in range(6):
            frames = mutations(random.Random(seed))
            async with Raw(pages[seed % 2].browser, pages[0].code)() as socket:
                for _ in range(150):
                    with contextlib.suppress(ConnectionClosed):
                        await socket.send(next(frames)[:8000])
                with contextlib.suppress(ConnectionClosed):
                    await socket.send('{"type":"ping","n":0}')
                    await answer_of(socket, to="pong")
        for page in pages:  # whose checks are on all the while
            with contextlib.suppress(ConnectionClosed):  # the host may have sent everybody away
                await page.send({"type": "ping", "n": page.here.n})
            await page.until(lambda page=page: page.got("pong") or page.got("bye"))
    await in_thread(stored.check_history, one_server)


async def test_whoever_was_removed_hears_no_more(one_server: services.Daphne) -> None:
    async with table(one_server, seats=2) as [host, removed]:
        socket = Raw(removed.browser, removed.code)
        async with socket() as open_one:
            await answer_of(open_one, to="here")
            assert (await host.command("remove", player=1, whom=2))["type"] == "ok"
            heard = []
            with contextlib.suppress(ConnectionClosed):
                while True:
                    heard.append(json.loads(await open_one.recv()))
            assert heard[-1] == {"type": "bye", "why": "removed", "after": None}
            events = [event for one in heard for event in one.get("events", ())]
            assert events == [["removed", 2]]
            assert open_one.close_code == 4008
        async with socket() as again:
            assert json.loads(await again.recv())["why"] == "removed"
        # It is that person who may not, not everybody.
        async with Raw(Browser(one_server.url), removed.code)() as stranger:
            await answer_of(stranger, to="here")


async def test_logging_out_closes_the_sockets_of_that_session(
    one_server: services.Daphne,
) -> None:
    here, elsewhere = Browser(one_server.url), Browser(one_server.url)
    account = {"name": "Ines", "password": "a table by the window"}
    await in_thread(lambda: here.sent("/account/", "/account/sign-up/", **account))
    await in_thread(lambda: elsewhere.sent("/account/", "/account/log-in/", **account))
    code = await in_thread(here.open_room, "Ines")
    async with Raw(here, code)() as socket, Raw(elsewhere, code)() as other:
        for one in (socket, other):
            assert (await answer_of(one, to="you"))["players"] == [1]
        await in_thread(lambda: here.sent("/account/", "/account/log-out/"))
        assert await farewell(socket) == ("logged_out", 4008)
        await other.send('{"type":"ping","n":1}')
        await answer_of(other, to="pong")
    async with Raw(here, code)() as again:
        assert (await answer_of(again, to="you"))["players"] == []


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("_threads")
async def test_a_selection_that_waits_ends_with_its_socket(
    bus: LocalBus, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(consumers, "PICKS_PER_SECOND", 1e-6)  # the second one waits for days
    place = await read(in_a_throw)
    player, move = await read(place.next_move)
    pick = {"type": "pick", "player": player, "ply": move.ply}

    async def send(_message: dict[str, Any]) -> None:
        pass

    async with hubs(bus, 1) as (hub,):
        socket, watcher = new_consumer(send, hub, new_threads()), RecordingClient()
        person = place.people[player - 1].pk
        arrival = Arrival(
            place.room.pk, (await read(place.fresh)).head, person, None, is_known=True
        )
        await socket._enter(arrival, place.code, "school")
        await join(hub, place, watcher)
        await socket.receive(json.dumps({**pick, "dice": [0]}))
        await watcher.until(lambda: watcher.of("picking"))
        before = asyncio.all_tasks()
        await socket.receive(json.dumps({**pick, "dice": [0, 1]}))
        [waiting] = asyncio.all_tasks() - before
        socket.dismiss("removed")
        assert waiting.cancelling()
        assert [frame["dice"] for frame in watcher.of("picking")] == [[0]]
        await hub.leave(socket, hub.rooms[place.room.pk])
        await hub.leave(watcher, hub.rooms[place.room.pk])


def in_a_throw() -> Place:
    """Return a room with a game in which dice lie on the table."""
    place = playing()
    while not place.state().throw:
        place.move()
    return place


COLOUR = {"type": "colour", "player": 1}
REACT = {"type": "react", "player": 1, "reaction": "clap"}


class SlowThreads:
    """Perform no command by themselves."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    def submit(self, command: Command, asker: Asker) -> None:
        self.asked.append(command.id)


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("_threads")
@pytest.mark.parametrize(
    ("given", "seconds"), [("", 15), (',"next":45', 45), (',"next":9999', 45), (',"next":0', 15)]
)
async def test_a_page_says_when_it_will_ping_again(bus: LocalBus, given: str, seconds: int) -> None:
    """So long it stays present; but it may not promise silence for ever."""
    place = await make_place()

    async def send(_message: dict[str, Any]) -> None:
        pass

    async with hubs(bus, 1) as (hub,):
        socket = new_consumer(send, hub, new_threads())
        arrival = Arrival(place.room.pk, 2, place.people[0].pk, None, is_known=True)
        room = hub.open_room(socket, place.room.pk, place.code)
        await socket._enter(arrival, place.code, "school")
        began = time.time()
        await socket.receive(f'{{"type":"ping","n":1{given}}}')
        seen = room.local_presence.seen[1]
        await hub.leave(socket, room)
    assert began + seconds - 15 <= seen <= time.time() + seconds - 15


async def test_a_command_is_answered_before_its_sender_is_dismissed() -> None:
    """Whoever gets up where nobody may watch hears that it worked, then the farewell."""
    sent: list[dict[str, Any]] = []

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)

    threads, room = SlowThreads(), OpenRoom(1, "K7M2PQ9R")
    socket = new_consumer(send, threads=threads)
    socket._on_command(room, CommandFrame("0123456789", Leave(3)))
    assert threads.asked == ["0123456789"]
    room.dismiss(socket, "no_spectators")
    await socket.finish()
    assert sent == []
    socket.hold()
    socket.answer(Done(7))
    await socket.finish()
    said = [json.loads(one["text"]) for one in sent if one["type"] == "websocket.send"]
    assert [(one["type"], one.get("n"), one.get("why")) for one in said] == [
        ("ok", 7, None),
        ("bye", None, "no_spectators"),
    ]
    assert sent[-1] == {"type": "websocket.close", "code": 4403}


async def test_the_events_of_a_command_are_written_together_with_its_answer() -> None:
    sent: list[dict[str, Any]] = []

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)

    socket = new_consumer(send, threads=SlowThreads())
    socket._on_command(OpenRoom(1, "K7M2PQ9R"), CommandFrame("0123456789", Leave(3)))
    socket.hold()
    socket.push('{"type":"event"}')
    await socket.finish()
    assert sent == []
    socket.answer(Done(7))
    await socket.finish()
    assert [json.loads(one["text"])["type"] for one in sent] == ["event", "ok"]
