"""Measure the room's page in a crowded room: 20 moves a second, on a processor four times slower.

    python bench/crowd.py                      a phone, 1,000 seats
    python bench/crowd.py --seats 200 --sheet  with the sheet of all scores open

The page comes from a server. Its socket receives the frames of a real game, made by the server's
code, at a steady pace. Two things are reported: the browser's "long tasks" (over 50 ms of wall
time), and the longest tasks by processor time, because wall time includes other programs' work.
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
OBSERVE_LONG_TASKS = """
    window.long_tasks = [];
    new PerformanceObserver((list) => {
        for (const task of list.getEntries()) {
            window.long_tasks.push([task.startTime, task.duration]);
        }
    }).observe({type: "longtask", buffered: true});
"""


def record(seats: int, moves: int) -> tuple[str, str, list[str]]:
    """Play in a room with so many seats.

    Return its code, the frames for a new socket as a JSON list, and the frames of the moves.
    """
    import django

    django.setup()
    from games.models import Person
    from games.people import identity
    from games.protocol.commands import Command, Sit
    from games.protocol.frames import here, you
    from games.services import executor
    from games.state import room_state
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
    snapshot = room_state.sync(place.code)
    assert snapshot is not None
    first = json.dumps([snapshot[1], you([1], []), here(range(1, seats + 1), [], 0, whole=True)])
    frames = []
    for _ in range(moves):
        head = place.fresh().head
        place.move()
        frames += [event.frame for event in room_state.events_after(place.room.pk, head)]
    return place.code, first, frames


def show(
    url: str, code: str, first: str, frames: list[str], rate: float, slowdown: float, *, sheet: bool
) -> dict[str, Any]:
    """Send the frames to a page, and return its tasks and how many rows it shows."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as started:
        browser = started.chromium.launch(
            executable_path=services.chromium(), args=["--no-sandbox"]
        )
        page = browser.new_page(viewport=PHONE, base_url=url, has_touch=True)
        page.add_init_script(OBSERVE_LONG_TASKS)
        page.add_init_script("""localStorage.setItem("farkle", '{"tour": false}')""")
        sockets: list[Any] = []

        def connected(socket: Any) -> None:
            sockets.append(socket)
            for frame in json.loads(first):
                socket.send(frame)

        page.route_web_socket("**/ws/room/**", connected)
        page.context.new_cdp_session(page).send(
            "Emulation.setCPUThrottlingRate", {"rate": slowdown}
        )
        page.goto(f"/r/{code}/?watch")
        page.locator("#table").wait_for()
        if sheet:
            page.locator("#pad-more").click()
        page.wait_for_timeout(3000)
        begun = page.evaluate("performance.now()")
        browser.start_tracing(page=page, categories=TRACED)
        end = time.monotonic()
        for frame in frames:
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
    """Return the processor time of each task on pages' main threads in ms, the longest first."""
    main_threads = {
        (event["pid"], event["tid"])
        for event in traced
        if event["name"] == "thread_name" and event["args"]["name"] == "CrRendererMain"
    }
    tasks = [event for event in traced if event["name"] == "RunTask"]
    of_pages = [task for task in tasks if (task["pid"], task["tid"]) in main_threads]
    return sorted((task.get("tdur", 0) / 1000 for task in of_pages), reverse=True)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--seats", type=int, default=1000, help="default: 1000")
    parser.add_argument("--moves", type=int, default=300, help="default: 300")
    parser.add_argument("--rate", type=float, default=20, help="moves a second; default: 20")
    parser.add_argument(
        "--slow", type=float, default=4, help="how much slower the processor is; default: 4"
    )
    parser.add_argument("--sheet", action="store_true", help="open the sheet of all scores first")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        database = f"sqlite:///{folder / 'bench.sqlite3'}"
        environ = {**services.plain_environ(folder), "DATABASE_URL": database}
        os.environ.update(environ, DJANGO_SETTINGS_MODULE="farkle_site.settings")
        services.migrate(folder, database)
        code, first, frames = record(options.seats, options.moves)
        server = services.Daphne(folder, {"DATABASE_URL": database})
        try:
            slowed, plain = (
                show(server.url, code, first, frames, options.rate, slowdown, sheet=options.sheet)
                for slowdown in (options.slow, 1)
            )
        finally:
            server.close()
    print(f"{options.seats} seats, {len(frames)} moves, {options.rate:g} a second")
    print(f"rows in the page: {plain['rows']}")
    print(f"tasks over 50 ms of wall time: opening {slowed['opening']}, then {slowed['playing']}")
    longest = ", ".join(f"{one * options.slow:.0f}" for one in plain["processor"][:5])
    print(f"longest tasks by processor time, times {options.slow:g}, in ms: {longest}")
    print(f"processor time a move, not slowed: {sum(plain['processor']) / len(frames):.1f} ms")


if __name__ == "__main__":
    main()
