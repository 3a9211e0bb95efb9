"""Time the first load of each kind of page on a slow phone: cold, and with what a browser keeps.

    python bench/first_load.py            five loads of each page: the median, and then the best

The processor is slowed four times, the network is one of 1.6 Mbit/s and 150 ms. `shown` is when the
page's own content is first drawn, `usable` when its scripts have run as well, and `live` when the
room's socket has answered and its state is drawn. The socket itself is not slowed: Chromium's
emulation leaves it out. A busy machine makes all of them longer.
"""

from __future__ import annotations

import argparse
import os
import statistics
import sys
import tempfile
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from tests.support import services

PHONE = {"width": 390, "height": 844}
SLOWDOWN = 4
NETWORK = {
    "offline": False,
    "latency": 150,
    "downloadThroughput": 1_600_000 / 8,
    "uploadThroughput": 750_000 / 8,
}
# When an element of the page's own content is in the page and visible, asked before each frame.
WATCH = """
    const look = () => {
        const shown = (it) => it?.checkVisibility() && it.textContent.trim();
        const root = document.documentElement;
        if (!window.shownAt && shown(document.querySelector("SELECTOR"))) {
            window.shownAt = performance.now();
        }
        if (!window.liveAt && root?.dataset.stage) window.liveAt = performance.now();
        requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
"""


def filled() -> tuple[str, str, str]:
    """Make a lobby and a past game. Return a player's cookie, and the paths of both."""
    import django

    django.setup()
    from games.services.accounts import people as person_service
    from tests.support.guests import new_guest
    from tests.support.rooms import Place

    person, cookie = new_guest()
    lobby, past = Place(3), Place(3)
    past.start()
    past.play_out()
    for place in (lobby, past):
        person_service.merge(place.people[0], person)
    return cookie, f"/r/{lobby.code}/", f"/r/{past.code}/game/1/"


def load(
    browser: Any, url: str, path: str, cookie: str, selector: str, *, live: bool
) -> list[dict[str, float]]:
    """Load a page twice in a fresh browser, and return both times in ms, requests and bytes."""
    from games.people import identity

    context = browser.new_context(viewport=PHONE, has_touch=True, is_mobile=True)
    if cookie:
        context.add_cookies([{"name": identity.COOKIE, "value": cookie, "url": url}])
    context.add_init_script(WATCH.replace("SELECTOR", selector))
    loads = []
    for _ in ("cold", "warm"):
        page = context.new_page()
        tools = context.new_cdp_session(page)
        received: list[float] = []
        tools.on(
            "Network.loadingFinished", lambda it, to=received: to.append(it["encodedDataLength"])
        )
        tools.send("Network.enable")
        tools.send("Network.emulateNetworkConditions", NETWORK)
        tools.send("Emulation.setCPUThrottlingRate", {"rate": SLOWDOWN})
        page.goto(url + path, wait_until="load")
        done = "() => window.shownAt && (window.liveAt || !LIVE)"
        page.wait_for_function(done.replace("LIVE", str(live).lower()), polling=50)
        page.wait_for_timeout(1500)  # what is loaded after the first paint counts as well
        times = page.evaluate(
            "() => [window.shownAt, window.liveAt ?? 0,"
            " performance.getEntriesByType('navigation')[0].domContentLoadedEventEnd]"
        )
        fetched = sum(size > 0 for size in received)
        loads.append(
            {
                "shown": times[0],
                "usable": max(times[0], times[2]),
                "live": times[1],
                "requests": fetched,
                "kB": sum(received) / 1000,
            }
        )
        page.close()
    context.close()
    return loads


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--loads", type=int, default=5, help="default: 5")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        database = f"sqlite:///{folder / 'bench.sqlite3'}"
        environ = {**services.plain_environ(folder), "DATABASE_URL": database}
        os.environ.update(environ, DJANGO_SETTINGS_MODULE="farkle_site.settings")
        services.migrate(folder, database)
        cookie, lobby, past = filled()
        pages = {
            "home": ("/", "", "main", False),
            "invitation": (lobby, "", "main", False),
            "room": (lobby, cookie, "#lobby", True),
            "past game": (past, cookie, "main", False),
        }
        server = services.Daphne(folder, {"DATABASE_URL": database})
        try:
            report(server.url, pages, options.loads)
        finally:
            server.close()


def report(url: str, pages: dict[str, tuple[str, str, str, bool]], loads: int) -> None:
    """Print the medians of each page, and of the times the best as well."""
    from playwright.sync_api import sync_playwright

    print(f"{'':<18} {'shown':>11} {'usable':>11} {'live':>11} {'requests':>8} {'kB':>6}")
    with sync_playwright() as started:
        arguments = ["--no-sandbox", "--disable-background-networking"]
        browser = started.chromium.launch(executable_path=services.chromium(), args=arguments)
        for name, (path, cookie, selector, live) in pages.items():
            runs = [load(browser, url, path, cookie, selector, live=live) for _ in range(loads)]
            for at, kind in enumerate(("cold", "warm")):
                figures = {
                    key: statistics.median(run[at][key] for run in runs) for key in runs[0][at]
                }
                times = " ".join(
                    f"{figures[key]:>5.0f} {min(run[at][key] for run in runs):>5.0f}"
                    for key in ("shown", "usable", "live")
                )
                print(
                    f"{name + ', ' + kind:<18} {times} "
                    f"{figures['requests']:>8.0f} {figures['kB']:>6.1f}"
                )
        browser.close()


if __name__ == "__main__":
    main()
