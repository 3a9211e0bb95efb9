"""The service worker: last games without a connection, and never an old script with a new page."""

import json
import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.support import services
from tests.support.seats import PHONE, Seat, play_to_the_end, until

CODE = ("farkle", "farkle_site", "games", "static", "templates", "manage.py")
EXPECTED = re.compile(r"ERR_FAILED|WebSocket connection to .* failed")
PASSWORD = "six dice in a wooden tray"
# The words of the page that is kept; null for none.
KEPT = """
    async () => {
        const page = await caches.match("/offline/");
        return page ? (await page.text()).replace(/\\s+/g, " ") : null;
    }
"""
SCRIPT = "document.querySelector('script[type=module]').getAttribute('src')"


@pytest.fixture
def site(tmp_path: Path) -> Path:
    """A copy of the code, to deploy another version of."""
    folder = tmp_path / "site"
    for name in CODE:
        copy = shutil.copytree if (services.ROOT / name).is_dir() else shutil.copy
        (folder / name).parent.mkdir(exist_ok=True)
        copy(services.ROOT / name, folder / name)
    (folder / "static/dist/manifest.json").touch()  # bundles are loaded, even of older sources
    return folder


@pytest.fixture
def deployed(site: Path, sqlite_template: Path, tmp_path: Path) -> Iterator[services.Daphne]:
    database = services.copy_sqlite(sqlite_template, tmp_path / "farkle.sqlite3")
    server = services.Daphne(tmp_path, {"DATABASE_URL": database}, site=site)
    yield server
    server.close()


def deploy(site: Path, server: services.Daphne) -> str:
    """Put another version of the room's script in the place of this one. Return its name."""
    dist = site / "static" / "dist"
    bundles = json.loads((dist / "manifest.json").read_text())
    old = site / "static" / bundles["en/js/room/main.js"]
    new = old.with_name("room.0123456789ab.js")
    new.write_text(old.read_text() + "\nwindow.version = 2;\n")
    old.unlink()
    bundles["en/js/room/main.js"] = f"dist/{new.name}"
    (dist / "manifest.json").write_text(json.dumps(bundles))
    server.terminate()
    server.start()
    return new.name


def is_kept(page: Page, text: str) -> None:
    """Wait until the offline page says this."""
    until(page, f"async () => ((await ({KEPT})()) ?? '').includes({json.dumps(text)})")


def test_last_games_offline_and_a_deploy_in_the_middle_of_a_game(
    deployed: services.Daphne, site: Path, take_seat: Callable[..., Seat]
) -> None:
    mara = take_seat(deployed.url, size=PHONE, service_workers="allow")
    ines = take_seat(deployed.url, service_workers="allow")
    url = mara.opens_a_room("Mara", target=500)
    is_kept(mara.page, "listed here once")
    ines.sits_down(url, "Ines")
    mara.starts()

    # The page of the old version goes on playing. A new page gets the new script, through the
    # worker.
    name = deploy(site, deployed)
    other = mara.another_tab()
    assert name in other.evaluate(SCRIPT)
    until(other, "window.version === 2")
    other.close()
    assert mara.page.evaluate("window.version") is None
    play_to_the_end([mara, ines], by_table=True)
    mara.page.reload()
    until(mara.page, "window.version === 2")
    is_kept(mara.page, "Ines")
    until(mara.page, "async () => (await caches.keys()).length === 1")

    # Without a connection, and without a server.
    page = mara.page
    mara.context.set_offline(True)
    for path in ("/", "/games/", url):
        page.goto(path)
        expect(page.get_by_role("heading", name="You're offline")).to_be_visible()
        expect(page.locator(".games li")).to_contain_text("Ines")
        assert page.evaluate("document.styleSheets.length") == 1
    assert page.evaluate("[...document.links].map((link) => link.textContent)") == ["Try again"]
    mara.context.set_offline(False)
    deployed.kill()
    page.goto("/games/")
    expect(page.get_by_role("heading", name="You're offline")).to_be_visible()
    deployed.start()
    page.get_by_role("link", name="Try again").click()
    expect(page.get_by_role("heading", name="My games")).to_be_visible()

    # Whoever uses this device after me does not find my games.
    page.goto("/account/")
    sign_up = page.locator("form[action='/account/sign-up/']")
    sign_up.get_by_label("Name").fill("Mara")
    sign_up.get_by_label("Password").fill(PASSWORD)
    sign_up.get_by_role("button", name="Sign up").click()
    page.get_by_role("link", name="I've saved them").click()
    expect(page.get_by_role("button", name="Log out")).to_be_visible()
    is_kept(page, "Ines")
    page.get_by_role("button", name="Log out").click()
    expect(page.get_by_role("button", name="Log in")).to_be_visible()
    is_kept(page, "listed here once")
    assert "Ines" not in page.evaluate(KEPT)
    mara.context.set_offline(True)
    page.goto("/games/")
    expect(page.get_by_role("heading", name="You're offline")).to_be_visible()
    expect(page.locator("main")).not_to_contain_text("Ines")
    # In play mode icons have no hash in their names, so none is kept.
    # And a socket fails while its server is away.
    for seat in (mara, ines):
        seat.problems = [one for one in seat.problems if not EXPECTED.search(one)]
