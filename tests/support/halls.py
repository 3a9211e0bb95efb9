"""A server in a process of its own, with a clock that a test moves."""

import urllib.request
from pathlib import Path
from typing import Any

from tests.conftest import Backend
from tests.games.realtime.test_going_on import current
from tests.support import services
from tests.support.client import PATIENCE_SECONDS, Browser, Page
from tests.support.servers.clocked import set_ahead
from tests.support.sockets import in_thread

STEP_SECONDS = 15.0
"""How often, at least, somebody present sends a ping."""


class Hall:
    """A server, and its clock."""

    def __init__(self, backend: Backend, folder: Path) -> None:
        self._file = folder / "clock"
        self._told = folder / "clock.told"
        self._told.write_text("0", encoding="ascii")
        self._ahead = 0.0
        set_ahead(self._file, self._ahead)
        self.database = backend.database
        environ = {"DATABASE_URL": backend.database, "TEST_CLOCK": str(self._file)}
        if backend.redis:
            environ["REDIS_URL"] = backend.redis
        self.server = services.Daphne(folder, environ, ("-m", "tests.support.servers.clocked"))

    async def later(self, seconds: float, *there: Page) -> None:
        """Let so much time pass, in which these pages send pings and all others are silent."""
        while seconds > 0:
            step = min(seconds, STEP_SECONDS) if there else seconds
            self._ahead, seconds = self._ahead + step, seconds - step
            set_ahead(self._file, self._ahead)
            if there:
                times = [await now_of(page) for page in there]
                await in_thread(self._all_know_who_is_there, max(times))

    def _all_know_who_is_there(self, at: int) -> None:
        def told() -> bool:
            return float(self._told.read_text(encoding="ascii")) * 1000 > at + 1

        services.wait_until(told, what="telling who is there")


async def now_of(page: Page) -> int:
    """Return the server's time in ms. Asking counts as a ping."""
    before = len(page.got("pong"))
    await page.send({"type": "ping", "n": page.here.n})
    await page.until(lambda: len(page.got("pong")) > before)
    now: int = page.got("pong")[-1]["now"]
    return now


async def refused(page: Page, kind: str, **fields: Any) -> str:
    answer = await page.command(kind, **fields)
    assert answer["type"] == "no", answer
    code: str = answer["code"]
    return code


def page_of(url: str) -> str:
    """Return the page that somebody without cookies gets."""
    with urllib.request.urlopen(url, timeout=PATIENCE_SECONDS) as answer:
        text: str = answer.read().decode()
        return text


def is_turned_away(browser: Browser, code: str) -> bool:
    """Return whether the form for sitting down is refused."""
    _, landed = browser.sent("/", f"/r/{code}/sit/", name="Once more")
    return f"/r/{code}/" not in landed


def told(page: Page, name: str) -> list[list[Any]]:
    """Return the fields of every event of this name so far."""
    events = [event for frame in page.got("event") for event in frame["events"]]
    return [fields for kind, *fields in events if kind == name]


async def at_turn(pages: list[Page], player: int) -> None:
    for page in pages:
        await page.until(lambda page=page: current(page) == player)
