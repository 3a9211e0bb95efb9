"""A browser for the tests, and players who use it."""

import os
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Playwright, expect, sync_playwright

from tests.support import fonts, services
from tests.support.seats import Seat
from tests.support.tables import Taker, Two, two_at_a_table

# A machine that is busy with other tests is slow, not wrong.
expect.set_options(timeout=40_000)

ARGUMENTS = (
    "--no-sandbox",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-quic",
    # A name that is no secure context, as a phone on the home network sees this machine.
    "--host-resolver-rules=MAP laptop.test 127.0.0.1",
)


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    with sync_playwright() as started:
        yield started


@pytest.fixture(scope="session")
def browser(playwright: Playwright) -> Iterator[Browser]:
    started = playwright.chromium.launch(
        executable_path=services.headless_chromium(), args=list(ARGUMENTS)
    )
    yield started
    started.close()


@pytest.fixture(scope="module")
def whole_browser(playwright: Playwright) -> Iterator[Browser]:
    """A full Chromium, which shows notices; the headless shell does not."""
    started = playwright.chromium.launch(executable_path=services.chromium(), args=list(ARGUMENTS))
    yield started
    started.close()


@pytest.fixture(scope="session", params=fonts.PACKAGES)
def browser_of_each_font(
    request: pytest.FixtureRequest, playwright: Playwright, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Browser]:
    """A browser on a machine with one font only, once for each font."""
    configuration = fonts.only(request.param, tmp_path_factory.mktemp("font"))
    started = playwright.chromium.launch(
        executable_path=services.headless_chromium(),
        args=list(ARGUMENTS),
        env={**os.environ, "FONTCONFIG_FILE": str(configuration)},
    )
    assert _font_of(started) == request.param
    yield started
    started.close()


def _font_of(browser: Browser) -> str:
    """The font that a sans serif text is shown in."""
    page = browser.new_page()
    page.set_content('<p style="font-family: sans-serif">Farkle</p>')
    tools = page.context.new_cdp_session(page)
    tools.send("DOM.enable")
    tools.send("CSS.enable")
    root = tools.send("DOM.getDocument")["root"]["nodeId"]
    text = tools.send("DOM.querySelector", {"nodeId": root, "selector": "p"})
    shown = tools.send("CSS.getPlatformFontsForNode", {"nodeId": text["nodeId"]})["fonts"]
    page.close()
    return str(shown[0]["familyName"])


@pytest.fixture(scope="session")
def server(
    sqlite_template: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[services.Daphne]:
    """One server process for all; each test opens rooms of its own."""
    folder = tmp_path_factory.mktemp("server")
    database = services.copy_sqlite(sqlite_template, folder / "farkle.sqlite3")
    with services.servers(folder) as start:
        # These tests open more rooms in a minute than one address may.
        many = {"FARKLE_ROOMS_A_MINUTE": "100000", "FARKLE_PRACTICE_A_MINUTE": "100000"}
        yield start(DATABASE_URL=database, ALLOWED_HOSTS="laptop.test", **many)


_numbers = count(1)


@pytest.fixture
def new_name() -> str:
    """A name that no account has; a second attempt of the test gets a new one."""
    return f"Mara No. {next(_numbers)}"


def _taking(browser: Browser, server: services.Daphne) -> Iterator[Callable[..., Seat]]:
    seats: list[Seat] = []

    def take(base_url: str = server.url, **options: Any) -> Seat:
        seat = Seat(browser, base_url, **{"seen": False, **options})
        seats.append(seat)
        return seat

    yield take
    problems = [problem for seat in seats for problem in seat.problems]
    for seat in seats:
        seat.context.close()
    assert not problems


@pytest.fixture
def take_seat(browser: Browser, server: services.Daphne) -> Iterator[Callable[..., Seat]]:
    """`take_seat(size=PHONE)` opens a browser for one person. None may have logged an error by the
    end."""
    yield from _taking(browser, server)


@pytest.fixture
def take_seat_in_whole_chromium(
    whole_browser: Browser, server: services.Daphne
) -> Iterator[Callable[..., Seat]]:
    """The same in a browser that shows notices."""
    yield from _taking(whole_browser, server)


@pytest.fixture
def take_seat_in_each_font(
    browser_of_each_font: Browser, server: services.Daphne
) -> Iterator[Callable[..., Seat]]:
    """The same in a browser that has one font only; the test runs once for each font."""
    yield from _taking(browser_of_each_font, server)


@pytest.fixture(scope="module")
def take_lasting_seat(browser: Browser, server: services.Daphne) -> Iterator[Callable[..., Seat]]:
    """The same for a room that all tests of a file share."""
    yield from _taking(browser, server)


@pytest.fixture(scope="module")
def take_lasting_seat_in_each_font(
    browser_of_each_font: Browser, server: services.Daphne
) -> Iterator[Callable[..., Seat]]:
    """The same in a browser that has one font only."""
    yield from _taking(browser_of_each_font, server)


@pytest.fixture(scope="module")
def still(take_lasting_seat: Taker) -> Two:
    """A game without an end that each test continues; dice are not animated."""
    return two_at_a_table(take_lasting_seat, target=50_000)
