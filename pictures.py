"""Take the pictures of the README and the documents from the real pages.

    python pictures.py            in three minutes; needs Chromium
    python pictures.py --check    fails if what they show has changed since

`turn.webp` is the demonstration of the home page. Its clock is set frame by frame, so it looks the
same on a slow machine. The other pictures are of rooms whose players have been lucky: games are
played until a moment comes that is worth a picture. Dice, codes and QR codes differ each time.
"""

from __future__ import annotations

import argparse
import hashlib
import io
import json
import os
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tests.support import services
from tests.support.seats import PHONE, Seat, by_taps

if TYPE_CHECKING:
    from farkle import GameState
    from tests.support.rooms import Place

ROOT = Path(__file__).resolve().parent
FOLDER = ROOT / "docs" / "img"
RECORD = FOLDER / "pictures.json"
SHOWN = (
    *("templates/home", "templates/room", "templates/replay", "templates/rules"),
    *("templates/deals", "static/css", "static/img/sprite.svg"),
)
"""What the pictures show."""

LARGEST = 1_500_000  # bytes of the moving picture
LARGEST_STILL = 80_000  # bytes of a picture of a guide
QUALITIES = (82, 70, 58, 46)
STEP = 40  # ms a frame
FIRST, LAST = "Roll six dice.", "Banked: these points are safe."
NAMES = ("Ada", "Ben", "Mara", "Teo", "Lina", "Omar", "Nils", "Zoe")
TV = {"width": 1280, "height": 720}
ROOMS = 400  # that are played for a picture, at most

# WebGL in software is refused unless it has no name, and idle times are not on the clock that is
# set here. Throws look the same each time.
PREPARE = """
    const real = WebGL2RenderingContext.prototype.getExtension;
    WebGL2RenderingContext.prototype.getExtension = function (name) {
        return name === "WEBGL_debug_renderer_info" ? null : real.call(this, name);
    };
    delete window.requestIdleCallback;
    Math.random = () => 0.42;
"""

# Styles have a clock of their own. Returns what is on show, and whether it moves.
ADVANCE = """
(demo, ms) => {
    const motions = demo.getAnimations({ subtree: true });
    for (const motion of motions) {
        if (motion.playState === "running") {
            motion.pause();
            motion.currentTime = 0;
        }
        const end = motion.effect.getComputedTiming().endTime;
        const time = motion.currentTime + ms;
        if (time >= end) motion.finish();
        else motion.currentTime = time;
    }
    const moves = motions.some((motion) => motion.playState === "paused");
    return [demo.innerHTML, moves || demo.querySelector(".in-air, .flight.fading") !== null];
}
"""


def digest() -> str:
    """Return a digest of what the pictures show."""
    found = hashlib.sha256()
    for name in SHOWN:
        path = ROOT / name
        for file in sorted(path.rglob("*.*")) if path.is_dir() else [path]:
            found.update(f"{file.relative_to(ROOT)}\n".encode() + file.read_bytes())
    return found.hexdigest()


def film(seat: Seat) -> list[tuple[bytes, int]]:
    """Return the frames of one turn of the demonstration, each with its ms."""
    page = seat.page
    page.clock.install(time=0)
    page.clock.pause_at(1000)
    page.goto("/")
    demo, words = page.locator("[data-demo]"), page.locator("#demo-words")
    pause = demo.locator(".pause")
    while not pause.is_visible():
        page.clock.run_for(100)
    pause.evaluate("(node) => (node.style.visibility = 'hidden')")
    while words.inner_text() != FIRST:
        page.clock.run_for(STEP)
    frames: list[tuple[bytes, int]] = []
    before, banked = "", False
    while not banked or words.inner_text() == LAST:
        shown, moves = demo.evaluate(ADVANCE, STEP)
        if moves or shown != before:
            frames.append((demo.screenshot(), STEP))
        else:
            picture, ms = frames[-1]
            frames[-1] = (picture, ms + STEP)
        before, banked = shown, banked or words.inner_text() == LAST
        page.clock.run_for(STEP)
    return frames


def animate(frames: list[tuple[bytes, int]]) -> bytes:
    """Return the frames as an animated WebP that is small enough."""
    from PIL import Image

    first, *others = [Image.open(io.BytesIO(picture)).convert("RGB") for picture, _ in frames]
    for quality in QUALITIES:
        made = io.BytesIO()
        times = [ms for _, ms in frames]
        given = {"save_all": True, "append_images": others, "duration": times, "loop": 0}
        first.save(made, "WEBP", quality=quality, method=4, **given)
        if made.tell() <= LARGEST:
            return made.getvalue()
    raise SystemExit(f"The moving picture has {made.tell():,} bytes, more than {LARGEST:,}.")


@dataclass(frozen=True)
class Table:
    """A room of a few people, with the cookie of each."""

    place: Place
    cookies: list[str]

    def seats(self, browser: Any, url: str, **options: Any) -> list[Seat]:
        """Return the browsers of all players, in the room. The first has these options."""
        from games.people.identity import COOKIE

        seats = []
        for number, cookie in enumerate(self.cookies):
            seat = Seat(browser, url, **(options if not number else {}))
            seat.context.add_cookies([{"name": COOKIE, "value": cookie, "url": url}])
            seat.page.goto(f"/r/{self.place.code}/")
            seats.append(seat)
        return seats


def seated(count: int, **settings: Any) -> Table:
    """Return a room in which these many people have sat down."""
    from farkle import DEFAULT_PRESET
    from games.protocol.commands import Rename, SetRoom
    from games.services.accounts import people
    from tests.support.guests import new_guest
    from tests.support.rooms import Place

    place, cookies = Place(count, DEFAULT_PRESET), []
    place.does(1, SetRoom(1, **{"name": "Friday dice", **settings}))
    for number, name in enumerate(NAMES[:count], 1):
        place.does(number, Rename(number, name))
        person, cookie = new_guest()
        people.merge(place.people[number - 1], person)
        place.people[number - 1] = person
        cookies.append(cookie)
    return Table(place, cookies)


def playing(moment: Callable[[GameState], bool]) -> Table:
    """Return a room with a game in which this moment has come for the first player."""
    for _ in range(ROOMS):
        table = seated(3)
        game = table.place.start()
        for _ in range(24):
            state = table.place.state()
            if game.players[state.current] == 1 and state.throw and moment(state):
                return table
            table.place.move()
    raise SystemExit("No game came to the moment that a picture is to show.")


def best(state: GameState) -> tuple[int, ...]:
    """Return the keep that scores most."""
    return max(state.legal.choices, key=lambda choice: (choice.points, len(choice.keep))).keep


def is_hot(state: GameState) -> bool:
    """Whether all six dice score, in the second round or later."""
    return state.round > 1 and len(best(state)) == 6 and len(state.throw) == 6


def is_good(state: GameState) -> bool:
    """Whether three dice of six score together."""
    return len(state.throw) == 6 and len(best(state)) == 3 and len(set(best(state))) == 1


def still(browser: Any, url: str, *, table: Table, **look: Any) -> bytes:
    """Return a picture of a room, as the first player sees it after selecting what scores."""
    seats = table.seats(browser, url, **look)
    page = seats[0].page
    page.locator("#lobby, #table").locator("visible=true").wait_for()
    if page.locator("#table").is_visible():
        page.locator("#thrown > .die[data-can]").first.wait_for()
        by_taps(page, "a")
        page.locator("#thrown .ring").first.wait_for()
    page.wait_for_timeout(1500)  # until everyone is there
    picture = page.screenshot(animations="disabled")
    for seat in seats:
        seat.context.close()
    return picture


def finished() -> Table:
    """Return a room in which two people have played a game."""
    table = seated(2)
    table.place.start()
    table.place.play_out()
    return table


def small(picture: bytes) -> bytes:
    """Return a picture as a WebP that is small enough for a guide."""
    from PIL import Image

    image = Image.open(io.BytesIO(picture)).convert("RGB")
    for quality in QUALITIES:
        made = io.BytesIO()
        image.save(made, "WEBP", quality=quality, method=6)
        if made.tell() <= LARGEST_STILL:
            return made.getvalue()
    raise SystemExit(f"A picture has {made.tell():,} bytes, more than {LARGEST_STILL:,}.")


def on_tv(browser: Any, url: str, *, table: Table) -> bytes:
    """Return a picture of the TV view, while everyone is there."""
    seats = table.seats(browser, url)
    screen = Seat(browser, url, size=TV)
    screen.page.goto(f"/r/{table.place.code}/screen/")
    screen.page.get_by_role("img", name="QR code").wait_for()
    screen.page.wait_for_timeout(3000)  # until everyone is there
    picture = screen.page.screenshot(animations="disabled")
    for seat in (*seats, screen):
        seat.context.close()
    return small(picture)


def opened(browser: Any, url: str, *, table: Table, buttons: str, **look: Any) -> bytes:
    """Return a picture of the lobby as the host sees it, after buttons with these selectors."""
    seats = table.seats(browser, url, **look)
    page = seats[0].page
    for button in buttons.split():
        page.locator(button).click()
    page.wait_for_timeout(2000)  # until what is fetched is there
    picture = page.screenshot(animations="disabled")
    for seat in seats:
        seat.context.close()
    return small(picture)


def review(browser: Any, url: str, *, table: Table) -> bytes:
    """Return a picture of the chances to win and of luck and skill in a past game."""
    seat = table.seats(browser, url)[0]
    page = seat.page
    page.goto(f"/r/{table.place.code}/game/1/")
    page.locator("#luck").wait_for()
    page.locator("#graph").evaluate("(graph) => graph.scrollIntoView()")
    page.wait_for_timeout(2000)
    picture = page.screenshot(animations="disabled")
    seat.context.close()
    return small(picture)


def of_the_day() -> str:
    """Return the cookie of the last of many people who have played today's deal."""
    from games.services.deals import todays_deal
    from tests.support.deals import Attempt
    from tests.support.guests import new_guest

    deal = todays_deal()
    for number in range(40):
        person, cookie = new_guest()
        Attempt(deal, person).play_out(200 + 50 * (number % 9))
    return cookie


def daily(browser: Any, url: str, *, cookie: str) -> bytes:
    """Return a picture of the result of a daily deal, once computers have played it too."""
    from games.people.identity import COOKIE

    seat = Seat(browser, url, size={"width": 1280, "height": 1280})
    seat.context.add_cookies([{"name": COOKIE, "value": cookie, "url": url}])
    page = seat.page
    for _ in range(60):
        page.goto("/daily/")
        if page.locator("#mistakes").count() and page.get_by_text("Par is").count():
            break
        page.wait_for_timeout(2000)
    picture = page.screenshot(animations="disabled")
    seat.context.close()
    return small(picture)


def animated(browser: Any, url: str) -> bytes:
    """Return the moving picture."""
    guest = Seat(browser, url, prefs={"speed": "normal"})
    guest.context.add_init_script(PREPARE)
    return animate(film(guest))


PICTURES: dict[str, Callable[[], Callable[[Any, str], bytes]]] = {
    "turn.webp": lambda: animated,
    "table.png": lambda: partial(still, table=playing(is_hot)),
    "lobby.png": lambda: partial(still, table=seated(4)),
    "phone.png": lambda: partial(still, table=playing(is_good), size=PHONE, color_scheme="dark"),
    "tv.webp": lambda: partial(on_tv, table=playing(is_good)),
    "class.webp": lambda: partial(on_tv, table=seated(8, name="Class 7b")),
    "rules.webp": lambda: partial(opened, table=seated(2), buttons="#change-rules #edit-rules"),
    "slow.webp": lambda: partial(
        opened,
        table=seated(2, timer=86_400),
        buttons=".lobby-more>[data-sheet=run-sheet]",
        size=PHONE,
    ),
    "review.webp": lambda: partial(review, table=finished()),
    "daily.webp": lambda: partial(daily, cookie=of_the_day()),
}
"""What makes ready for each picture before the server starts, and returns what takes it."""


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("names", nargs="*", help="take these only, such as lobby.png")
    parser.add_argument("--check", action="store_true", help="take none")
    given = parser.parse_args()
    digests = json.loads(RECORD.read_text()) if RECORD.exists() else {}
    if given.check:
        if old := [name for name in PICTURES if digests.get(name) != digest()]:
            raise SystemExit(f"What they show has changed: {', '.join(old)}. See make pictures.")
        return
    from playwright.sync_api import sync_playwright

    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        database = f"sqlite:///{folder / 'pictures.sqlite3'}"
        environ = {**services.plain_environ(folder), "DATABASE_URL": database}
        os.environ.update(environ, DJANGO_SETTINGS_MODULE="farkle_site.settings")
        services.migrate(folder, database)
        import django

        django.setup()
        ready = {name: PICTURES[name]() for name in given.names or PICTURES}
        server = services.Daphne(folder, {"DATABASE_URL": database})
        try:
            with sync_playwright() as started:
                browser = started.chromium.launch(
                    executable_path=services.headless_chromium(), args=["--no-sandbox"]
                )
                for file, take in ready.items():
                    content = take(browser, server.url)
                    (FOLDER / file).write_bytes(content)
                    sys.stdout.write(f"{file}: {len(content):,} bytes\n")
                browser.close()
        finally:
            server.close()
    digests |= dict.fromkeys(ready, digest())
    RECORD.write_text(json.dumps(digests, indent=2) + "\n")


if __name__ == "__main__":
    main()
