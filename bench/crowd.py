"""What a page has to do in a crowded room: 20 moves a second, on a processor slowed four times.

    python bench/crowd.py                      a phone, 1,000 seats
    python bench/crowd.py --seats 200 --sheet  with the sheet of everybody open

Frames of a real game, made by the server's own code, are handed to the page's socket at a steady
pace; the page is the server's own. Counted are the browser's "long tasks", longer than 50 ms, as
the page is told of them, and the longest by the processor time they took: the clock on the wall
also counts what other programs of the machine did meanwhile.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from tests.support import services

TRACED = ["disabled-by-default-devtools.timeline"]
PHONE = {"width": 390, "height": 844}
WATCH = """
    window.long_tasks = [];
    new PerformanceObserver((list) => {
        for (const one of list.getEntries()) window.long_tasks.push([one.startTime, one.duration]);
    }).observe({type: "longtask", buffered: true});
"""


def record(seats: int, moves: int) -> tuple[str, str, list[str]]:
    """A room with so many seats and a game on: its code, the first frames, one for each move."""
    import django

    django.setup()
    from games.models import Person
    from games.people import identity
    from games.protocol.commands import Command, Sit
    from games.services import executor
    from games.state import room_state
    from games.state.frames import here, you
    from tests.support.rooms import Place, fresh_id

    place = Place(1)
    keys = [f"{n:032x}" for n in range(1, seats)]
    guests = Person.objects.bulk_create(
        [Person(key_hash=identity._hash(key), created=place.room.created) for key in keys]
    )
    executor.perform_many(
        [
            Command(place.code, one.pk, fresh_id(), Sit(f"Guest {n}"))
            for n, one in enumerate(guests, 2)
        ]
    )
    place.people += guests
    place.start()
    found = room_state.sync(place.code)
    assert found is not None
    first = json.dumps([found[1], you([1], []), here(range(1, seats + 1), [], 0, whole=True)])
    told = []
    for _ in range(moves):
        head = place.fresh().head
        place.move()
        told += [event.frame for event in room_state.events_after(place.room.pk, head)]
    return place.code, first, told


def watch(
    url: str, code: str, first: str, told: list[str], rate: float, slow: float, *, sheet: bool
) -> dict[str, Any]:
    """Play the frames to a page; the long tasks of the time while they went by, and before."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as started:
        browser = started.chromium.launch(
            executable_path=services.chromium(), args=["--no-sandbox"]
        )
        page = browser.new_page(viewport=PHONE, base_url=url, has_touch=True)
        page.add_init_script(WATCH)
        page.add_init_script("""localStorage.setItem("farkle", '{"tour": false}')""")
        sockets: list[Any] = []

        def connected(socket: Any) -> None:
            sockets.append(socket)
            for frame in json.loads(first):
                socket.send(frame)

        page.route_web_socket("**/ws/room/**", connected)
        page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": slow})
        page.goto(f"/r/{code}/?watch")
        page.locator("#table").wait_for()
        if sheet:
            page.locator("#pad-more").click()
        page.wait_for_timeout(3000)
        begun = page.evaluate("performance.now()")
        browser.start_tracing(page=page, categories=TRACED)
        end = time.monotonic()
        for frame in told:
            sockets[-1].send(frame)
            end += 1 / rate
            page.wait_for_timeout(max(0.0, end - time.monotonic()) * 1000)
        page.wait_for_timeout(500)
        traced = json.loads(browser.stop_tracing())["traceEvents"]
        tasks = page.evaluate("window.long_tasks")
        rows = page.locator("#table tr, #scores-sheet tr").count()
        browser.close()
    return {
        "opening": [round(length) for start, length in tasks if start < begun],
        "playing": [round(length) for start, length in tasks if start >= begun],
        "processor": processor_times(traced),
        "rows": rows,
    }


def processor_times(traced: list[dict[str, Any]]) -> list[float]:
    """Milliseconds of processor time of each task of the pages' main threads, the longest first."""
    main = {
        (one["pid"], one["tid"])
        for one in traced
        if one["name"] == "thread_name" and one["args"]["name"] == "CrRendererMain"
    }
    tasks = [one for one in traced if one["name"] == "RunTask"]
    mine = [one for one in tasks if (one["pid"], one["tid"]) in main]
    return sorted((one.get("tdur", 0) / 1000 for one in mine), reverse=True)


def main() -> None:
    ask = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    ask.add_argument("--seats", type=int, default=1000)
    ask.add_argument("--moves", type=int, default=300)
    ask.add_argument("--rate", type=float, default=20)
    ask.add_argument("--slow", type=float, default=4)
    ask.add_argument("--sheet", action="store_true")
    wanted = ask.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        database = f"sqlite:///{folder / 'bench.sqlite3'}"
        environ = {**services.plain_environ(folder), "DATABASE_URL": database}
        os.environ.update(environ, DJANGO_SETTINGS_MODULE="farkle_site.settings")
        services.migrate(folder, database)
        code, first, told = record(wanted.seats, wanted.moves)
        server = services.Daphne(folder, {"DATABASE_URL": database})
        try:
            slowed, seen = (
                watch(server.url, code, first, told, wanted.rate, slow, sheet=wanted.sheet)
                for slow in (wanted.slow, 1)
            )
        finally:
            server.close()
    print(f"{wanted.seats} seats, {len(told)} moves, {wanted.rate:g} a second")
    print(f"rows in the page: {seen['rows']}")
    print(f"tasks over 50 ms by the wall: opening {slowed['opening']}, then {slowed['playing']}")
    longest = ", ".join(f"{one * wanted.slow:.0f}" for one in seen["processor"][:5])
    print(f"the longest by processor time, times {wanted.slow:g}, in ms: {longest}")
    print(f"processor time for a move, not slowed: {sum(seen['processor']) / len(told):.1f} ms")


if __name__ == "__main__":
    main()
