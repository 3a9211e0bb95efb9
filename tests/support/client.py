"""A page without a browser: cookies, forms, and a socket that follows docs/develop/protocol.md.

It checks every frame against the contract, folds every event, compares the result with every
`sync`, sends unanswered commands again with the same id, and reconnects for ever.
"""

import asyncio
import contextlib
import http.cookiejar
import itertools
import json
import random
import re
import ssl
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Callable
from typing import Any, Self

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from tests.support.protocol import contract, fold

_ids = itertools.count(1)
PATIENCE_SECONDS = 60
TOO_FAST_SECONDS = 0.1


class _Stay(urllib.request.HTTPRedirectHandler):
    """Follow no redirects: the tests look at where a form leads."""

    def redirect_request(self, *_: Any) -> None:
        return None


class Browser:
    """The cookies of one person, and the forms they send."""

    def __init__(self, url: str, trust: ssl.SSLContext | None = None) -> None:
        self.url = url
        self.trust = trust
        """The certificates to trust over https; None for those of the system."""
        self.status = 0
        """The status of the last answer to a form."""
        self.headers: Callable[[], dict[str, str]] = dict
        """Returns further headers for each form."""
        self.jar = http.cookiejar.CookieJar()
        self._opener = urllib.request.build_opener(
            urllib.request.HTTPCookieProcessor(self.jar),
            urllib.request.HTTPSHandler(context=trust),
            _Stay,
        )

    def open_room(self, name: str) -> str:
        """Open a room and return its code."""
        return self._post("/", "/rooms/", name)

    def sit(self, code: str, name: str) -> str:
        """Take a seat and return the room's code."""
        return self._post(f"/r/{code}/", f"/r/{code}/sit/", name)

    @property
    def cookies(self) -> str:
        """The value of the cookie header."""
        return "; ".join(f"{cookie.name}={cookie.value}" for cookie in self.jar)

    def seat_code(self, code: str, player: int, how: str) -> str:
        """Return a code with which another device takes (`move`) or shares (`double`) this seat."""
        text, _ = self.sent(f"/r/{code}/", f"/r/{code}/device/", player=str(player), how=how)
        return str(json.loads(text)["code"])

    def take_seat(self, seat_code: str) -> str:
        """Take the seat for which another device made this code, and return the room's code."""
        return self._room(*self.sent("/seat/", "/seat/", code=seat_code))

    def bring_in(self, text: str) -> str:
        """Import a game and return the address of its page."""
        return self.url + self.sent("/games/bring/", "/games/bring/", record=text)[1]

    def _post(self, page: str, action: str, name: str) -> str:
        return self._room(*self.sent(page, action, name=name))

    def _room(self, text: str, landed: str) -> str:
        found = re.search(r"/r/(\w{8})/$", landed)
        assert found, (landed, text[:500])
        return found[1]

    def read(self, page: str) -> str:
        """Return the text of a page."""
        with self._opener.open(self.url + page, timeout=PATIENCE_SECONDS) as answer:
            return str(answer.read().decode())

    def sent(self, page: str, action: str, **fields: str) -> tuple[str, str]:
        """Send a form of the page. Return the answer, and the address it redirects to."""
        form = self.read(page)
        token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', form)
        assert token, form[:500]
        sent = {
            "csrfmiddlewaretoken": token[1],
            "request": f"request-{next(_ids):08}-{random.getrandbits(64):x}",
            **fields,
        }
        request = urllib.request.Request(
            self.url + action,
            urllib.parse.urlencode(sent).encode(),
            {"Origin": self.url, "Referer": self.url + page, **self.headers()},
        )
        try:
            with self._opener.open(request, timeout=PATIENCE_SECONDS) as answer:
                self.status = answer.status
                return answer.read().decode(), f"{answer.status} at {action}"
        except urllib.error.HTTPError as answer:
            self.status = answer.code
            return answer.read().decode(), str(answer.headers["Location"])


class Page:
    """A page of a room. Use it as an async context manager."""

    def __init__(self, browser: Browser, code: str) -> None:
        self.browser = browser
        self.code = code
        self.room: fold.Room | None = None
        self.mine: list[int] = []
        self.story: dict[int, str] = {}
        """Every event received, by number, without the fields that are derived when it is sent."""
        self.frames: list[dict[str, Any]] = []
        self.connects = 0
        self.sent_again = 0
        self.cut_every = 0
        """Lose the connection after each time so many commands were sent; 0 for never."""
        self._commands = 0
        self._waiting: dict[str, tuple[dict[str, Any], asyncio.Future[dict[str, Any]]]] = {}
        self._early: dict[int, dict[str, Any]] = {}
        self._socket: ClientConnection | None = None
        self._news = asyncio.Condition()
        self._task: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Self:
        self._task = asyncio.create_task(self._visit())
        await self.until(lambda: self.got("here"))  # the last of the first three
        return self

    async def __aexit__(self, *exception: object) -> None:
        assert self._task is not None
        self._task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await self._task

    async def command(self, kind: str, command_id: str = "", **fields: Any) -> dict[str, Any]:
        """Send a command until it is answered, and return the `ok` or `no`."""
        command_id = command_id or f"command-{next(_ids):08}-{random.getrandbits(32):08x}"
        frame = {"type": kind, "id": command_id, **fields}
        future: asyncio.Future[dict[str, Any]] = asyncio.get_running_loop().create_future()
        self._waiting[command_id] = (frame, future)
        await self.send(frame)
        self._commands += 1
        if self.cut_every and self._commands % self.cut_every == 0:
            self.cut()
        async with asyncio.timeout(PATIENCE_SECONDS):
            return await future

    async def done(self, kind: str, **fields: Any) -> dict[str, Any]:
        """Send a command that must be accepted, and wait for its event."""
        answer = await self.command(kind, **fields)
        while answer.get("code") in ("too_fast", "busy"):  # sent again, with the same id
            await asyncio.sleep(0.1)
            answer = await self.command(kind, command_id=answer["id"], **fields)
        assert answer["type"] == "ok", answer
        if answer["n"] is not None:
            await self.until(lambda: self.here.n >= answer["n"])
        return answer

    async def send(self, frame: dict[str, Any] | str | bytes) -> None:
        """Send something that may be lost."""
        if self._socket is not None:
            raw = json.dumps(frame) if isinstance(frame, dict) else frame
            with contextlib.suppress(ConnectionClosed):
                await self._socket.send(raw)

    def cut(self) -> None:
        """Lose the connection, without a close frame."""
        if self._socket is not None:
            self._socket.transport.abort()

    async def until(self, so: Callable[[], Any], patience: float = PATIENCE_SECONDS) -> Any:
        """Wait until a frame makes the condition true, for so many seconds at most."""
        async with asyncio.timeout(patience), self._news:
            while not (result := so()):
                if self._task is not None and self._task.done():
                    self._task.result()
                    raise AssertionError("the page has stopped")
                await self._news.wait()
            return result

    @property
    def here(self) -> fold.Room:
        assert self.room is not None
        return self.room

    def got(self, kind: str) -> list[dict[str, Any]]:
        """Return the frames of this type so far."""
        return [frame for frame in self.frames if frame["type"] == kind]

    @property
    def my_turn(self) -> int | None:
        """The player of this page who is at turn, or None."""
        game = self.here.game
        if game is None or game["status"] != "playing":
            return None
        player: int = game["players"][game["state"]["current"]]
        return player if player in self.mine and self.here.may is not None else None

    # The connection

    async def _visit(self) -> None:
        """Stay until cancelled. What goes wrong here is news for whoever waits."""
        try:
            await self._stay()
        finally:
            async with self._news:
                self._news.notify_all()

    async def _stay(self) -> None:
        wait = 0.05
        while True:
            try:
                async with connect(
                    f"{self.browser.url.replace('http', 'ws')}/ws/room/{self.code}/",
                    origin=self.browser.url,  # type: ignore[arg-type]  # a text is what goes out
                    additional_headers={"Cookie": self.browser.cookies},
                    ssl=self.browser.trust,
                    max_size=2**24,
                    open_timeout=PATIENCE_SECONDS,
                ) as socket:
                    self._socket, self.connects, wait = socket, self.connects + 1, 0.05
                    async for text in socket:
                        await self._receive(str(text))
            except (OSError, ConnectionClosed, InvalidHandshake):
                pass
            finally:
                self._socket = None
            await asyncio.sleep(wait * random.uniform(0.5, 1))
            wait = min(1.0, wait * 2)

    async def _receive(self, text: str) -> None:
        frame = contract.checked(text)
        self.frames.append(frame)
        kind = frame["type"]
        if kind == "sync":
            await self._sync(frame)
        elif kind == "event":
            await self._event(frame)
        elif kind in ("ok", "no") and frame["id"] in self._waiting:
            _, future = self._waiting.pop(frame["id"])
            if not future.done():
                future.set_result(frame)
        elif kind == "you":
            self.mine = frame["players"]
        elif kind == "pong" and frame["n"] > self.here.n:
            await self.send({"type": "since", "n": self.here.n})
        async with self._news:
            self._news.notify_all()

    async def _sync(self, frame: dict[str, Any]) -> None:
        fresh = fold.Room(frame)
        if self.room is not None:
            assert fresh.n >= self.room.n, "the story went back"
            if fresh.n == self.room.n:
                assert fresh.compared() == self.room.compared(), "the fold is another"
            else:  # fetch what happened meanwhile, so that the story here has no gap
                await self.send({"type": "since", "n": self.room.n})
        self.room = fresh
        self._early.clear()
        for sent, _ in list(self._waiting.values()):
            self.sent_again += 1
            await self.send(sent)

    async def _event(self, frame: dict[str, Any]) -> None:
        n = frame["n"]
        events = [_without_words(event) for event in frame["events"]]
        told = json.dumps([n, frame.get("ply"), frame.get("by"), events], sort_keys=True)
        assert self.story.setdefault(n, told) == told, "an event has changed"
        if n <= self.here.n:
            return
        self._early[n] = frame
        if n > self.here.n + 1:
            await self.send({"type": "since", "n": self.here.n})
        while self.here.n + 1 in self._early:
            self.here.apply(self._early.pop(self.here.n + 1))


async def play(
    page: Page, until: Callable[[], bool] = lambda: False, *, building: bool = False
) -> int:
    """Play for the players of this page until the game has ended. Return the number of moves.

    With `building` every offer to build is taken.
    """
    moves = 0
    while True:
        await page.until(lambda: page.my_turn or until() or page.here.game["status"] != "playing")
        if until() or page.here.game["status"] != "playing":
            return moves
        player = page.my_turn
        assert player is not None
        before = page.here.n
        kind, keep = choose(page.here.may)
        fields = {"keep": keep}
        if building and page.here.may.get("build"):
            kind, fields = "build", {}
        game = page.here.game
        answer = await page.command(
            kind, player=player, game=game["number"], ply=game["ply"], **fields
        )
        if answer["type"] == "ok":
            moves += 1
            await page.until(lambda seen=answer["n"]: page.here.n >= seen)
        elif answer["code"] in ("too_fast", "busy"):
            await asyncio.sleep(TOO_FAST_SECONDS)  # as a page would, before it tries again
        else:
            # Another page of the same person was quicker.
            assert answer["code"] in ("stale", "game_over"), answer
            await page.until(lambda seen=before: page.here.n > seen or not page.my_turn)


def choose(may: dict[str, Any]) -> tuple[str, str]:
    """Return what to do: bank the most as soon as possible, else roll with the best keep."""
    keeps = may.get("keeps", {"": [0, 0, 6, 0, 1]})

    def allowed(keep: str, at: int) -> bool:
        row = keeps[keep]
        return len(row) <= at or row[at] <= 0

    def points(keep: str) -> int:
        return int(keeps[keep][0])

    banks = [keep for keep in keeps if allowed(keep, 4)]
    if banks:
        return "bank", max(banks, key=points)
    return "roll", max((keep for keep in keeps if allowed(keep, 3)), key=points)


def _without_words(event: list[Any]) -> list[Any]:
    """Return the event without what a person typed, which is not stored with it."""
    name, *fields = event
    at = {"knocked": 1, "paused": 1}.get(name)
    return [name, *(None if number == at else field for number, field in enumerate(fields))]
