"""A player with a real browser: what they see, and what they press."""

import json
import re
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Error, Page, expect

from farkle import PRESETS
from farkle.rules import codec
from tests.support.play.in_page import (
    ASK_FOR_A_SECOND,
    BY_ITSELF,
    BY_SOCKET,
    MAKE_NO_NOISE,
    PAINT_NOTHING,
    PLY_IS_NOT,
    WATCH_SOCKETS,
    WHERE,
    WHERE_SOON,
)

# A machine that runs all tests at once may do nothing for half a minute.
PATIENCE_SECONDS = 90

PHONE = {"width": 390, "height": 844}
DESK = {"width": 1280, "height": 800}

LONG_GAME_MS = 240_000  # a game to 10,000 on a machine that does much else

# An opening score that any throw reaches: with a high one a game takes several times as long.
EASY_ENTRY = 50

# Chromium says this of sockets that our own tests make fail on purpose.
NETWORK_NOISE = re.compile(
    r"net::ERR_(INTERNET_DISCONNECTED|CONNECTION_(REFUSED|RESET))"
    r"|Service Worker registration blocked by Playwright"
)


def until(page: Page, true: str, given: Any = None) -> None:
    """Wait till an expression or a function of JavaScript says so. Playwright's own way to ask from
    within the page needs `eval`, which our content policy forbids."""
    end = time.monotonic() + PATIENCE_SECONDS
    while time.monotonic() < end:
        try:
            if page.evaluate(ASK_FOR_A_SECOND % true, given):
                return
        except Error as error:
            if "context was destroyed" not in str(error):  # another page has been loaded
                raise
    raise AssertionError(f"never came true: {true}")


class Seat:
    """One person's browser: a context of its own, with its own cookies."""

    def __init__(
        self,
        browser: Browser,
        base_url: str,
        *,
        size: dict[str, int] = DESK,
        prefs: dict[str, Any] | None = None,
        noise: bool = False,
        seen: bool = True,
        **options: Any,
    ) -> None:
        """`noise`: sounds are played; `seen`: the page is painted."""
        # The service worker only matters where a test takes the connection away.
        options.setdefault("service_workers", "block")
        self.context: BrowserContext = browser.new_context(
            viewport=size, base_url=base_url, **options
        )
        self.context.set_default_timeout(PATIENCE_SECONDS * 1000)
        self._base_url = base_url
        self.problems: list[str] = []
        wanted = json.dumps({"speed": "none", "tour": False, **(prefs or {})})
        begins = f"if (!localStorage.getItem('farkle')) localStorage.setItem('farkle', {wanted!r});"
        parts = (
            begins,
            WATCH_SOCKETS,
            "" if noise else MAKE_NO_NOISE,
            "" if seen else PAINT_NOTHING,
        )
        self.context.add_init_script("".join(parts))
        self.page = self.context.new_page()
        self._listen(self.page)

    def _listen(self, page: Page) -> None:
        page.on("console", self._heard)
        page.on("pageerror", lambda error: self.problems.append(f"error: {error}"))

    def _heard(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning") and not NETWORK_NOISE.search(message.text):
            self.problems.append(f"{message.type}: {message.text}")

    def another_tab(self) -> Page:
        """The same person once more."""
        page = self.context.new_page()
        self._listen(page)
        page.goto(self.page.url)
        return page

    def opens_a_room(
        self, name: str, rules: str = "family", *, target: int = 0, **fields: Any
    ) -> str:
        """Open a room and go there; returns its address. Most tests are about the rules of the
        family. For a short game they may have another `target` and a low opening score, and other
        fields than the preset."""
        preset = PRESETS[rules]
        if target:
            fields = {"target": target, "entry_min": min(preset.entry_min, EASY_ENTRY), **fields}
        self._sends("/rooms/", name=name, rules=codec.write(replace(preset, **fields), rules))
        return self.page.url

    def sits_down(self, url: str, name: str) -> None:
        """Sit down by a link."""
        self._sends(f"{url.partition('#')[0]}sit/", name=name)

    def _sends(self, address: str, **fields: str) -> None:
        """Send a form and go where it leads, without loading its page: a third of what a seat
        costs. That pages send these forms is seen where somebody comes for the first time."""
        token = "t" * 32
        self.context.add_cookies([{"name": "csrftoken", "value": token, "url": self._base_url}])
        answer = self.context.request.post(
            address,
            form={"csrfmiddlewaretoken": token, **fields},
            headers={"Origin": self._base_url},
            max_redirects=0,
        )
        assert answer.status == 302, answer.text()
        self.page.goto(answer.headers["location"])
        self.is_live()

    def is_live(self) -> None:
        """The lobby that the server drew has been taken over by the page's script."""
        expect(self.page.locator("#lobby")).to_be_visible()
        expect(self.page.locator("#lobby [inert]")).to_have_count(0)

    def plays_to(self, points: int, **fields: Any) -> None:
        """Set a low target and a low opening score, and other fields of the rules, as host through
        the page's own socket."""
        until(self.page, "frames_seen.some((text) => text.includes('\"you\"'))")
        self.page.evaluate(
            """([target, entry, fields]) => {
                const you = frames_seen.map(JSON.parse).findLast((frame) => frame.type === "you");
                const asked = { type: "change", id: `short-${target}`, player: you.players[0] };
                const frames = frames_seen.map(JSON.parse);
                const { rules } = frames.findLast((frame) => frame.type === "sync").room;
                const entry_min = Math.min(rules.entry_min, entry);
                const values = { target, entry_min, ...fields };
                farkle_sockets.at(-1).send(JSON.stringify({ ...asked, fields: values }));
            }""",
            [points, EASY_ENTRY, fields],
        )
        expect(self.page.locator("#rules-goal")).to_contain_text(f"{points:,}")

    def sees(self, count: int) -> None:
        """Wait until the lobby shows so many seats taken."""
        expect(self.page.locator("#seats > li")).to_have_count(count)

    def adds_computers(self, *levels: str) -> None:
        """The host seats these computers, one tap each."""
        before = self.page.locator("#seats > li").count()
        self.page.locator('#lobby [data-sheet="computers-sheet"]').click()
        for level in levels:
            self.page.locator(f'#computers-sheet [data-level="{level}"]').click()
        self.sees(before + len(levels))
        self.page.locator("#computers-sheet .main").click()
        expect(self.page.locator("#computers-sheet")).to_be_hidden()

    def chooses(self, preset: str, by: str = "#change-rules") -> None:
        """The host takes another rule set in the lobby, and sees that it is taken."""
        self.page.locator(by).click()
        choice = self.page.locator(f'[data-preset="{preset}"]')
        choice.click()
        expect(choice).to_have_attribute("aria-pressed", "true")
        self.page.get_by_role("button", name="Done").click()
        expect(self.page.locator("#choose-sheet")).to_be_hidden()

    def edits(self) -> None:
        """The host opens the editor of rules; a guest sees the same page."""
        if self.page.locator("#change-rules").is_visible():
            self.page.locator("#change-rules").click()
            self.page.locator("#edit-rules").click()
        else:
            self.page.locator("#see-rules").click()
            self.page.locator("#view-rules").click()
        expect(self.page.locator("#editor")).to_be_visible()

    def starts(self) -> None:
        self.page.locator("#start").click()
        expect(self.page.locator("#table")).to_be_visible()

    def heard(self) -> list[dict[str, Any]]:
        """Every event this page was sent, in order of arrival."""
        frames = self.page.evaluate("window.frames_seen.map(JSON.parse)")
        return [frame for frame in frames if frame["type"] == "event"]

    def turn(self) -> int:
        """The seat at turn as this page was told, which it may not show yet; -1 for none."""
        for frame in reversed(self.heard()):
            for name, *fields in reversed(frame["events"]):
                if name in ("turn", "over"):
                    return int(fields[0]) if name == "turn" else -1
        return -1


def where(page: Page) -> str:
    """What this page can do now: "roll", "choose", "wait" or "over"."""
    now: str = page.evaluate(WHERE)
    return now


def at_risk(page: Page) -> tuple[int, int]:
    """Points that Bank would write and dice that Roll would throw; 0 where a button is off."""
    bank, roll = page.evaluate(
        """() => ["bank", "roll"].map((id) => {
            const node = document.getElementById(id);
            const on = !node.hidden && node.getAttribute("aria-disabled") !== "true";
            return on ? Number(node.querySelector("b").textContent.replace(/\\D/g, "")) : 0;
        })"""
    )
    return bank, roll


def by_keys(page: Page, key: str) -> None:
    """Press a key of the table."""
    page.keyboard.press(key)


def by_taps(page: Page, key: str) -> None:
    """Do with the pointer what a key would do."""
    if key == "a":
        for at in range(page.locator("#thrown > .die").count()):
            die = page.locator("#thrown > .die").nth(at)
            marked = die.get_attribute("data-can") is not None
            if marked and die.get_attribute("aria-pressed") == "false":
                die.click()
    else:
        page.locator({"r": "#roll", "b": "#bank"}[key]).click()


def play_one(page: Page, press: Callable[[Page, str], None], *, enough: int = 350) -> None:
    """Make one decision of a careful player: take all that scores; bank a good turn, or with few
    dice left."""
    ply = page.evaluate("document.getElementById('table').dataset.ply")
    if where(page) == "choose":
        press(page, "a")
        bank, roll = at_risk(page)
        press(page, "b" if bank and (bank >= enough or roll <= 2) else "r")
    else:
        press(page, "r")
    until(page, PLY_IS_NOT, ply)


def play_to_the_end(seats: list[Seat], *, enough: int = 350, by_table: bool = False) -> None:
    """Let each page play for itself until everybody sees the result; `by_table` by the keys of its
    table."""
    for seat in seats:
        seat.page.evaluate(BY_ITSELF if by_table else BY_SOCKET, enough)
    for seat in seats:
        expect(seat.page.locator("#result")).to_be_visible(timeout=LONG_GAME_MS)
    for seat in seats:  # else they would play a rematch, too
        seat.page.evaluate("clearInterval(window.playing)")


def acting(pages: list[Page]) -> Page | None:
    """Return the page of the player who is to act, once there is one; None when the game is
    over."""
    end = time.monotonic() + PATIENCE_SECONDS
    while time.monotonic() < end:
        for page in pages:
            now = page.evaluate(WHERE_SOON)
            if now == "over":
                return None
            if now != "wait":
                return page
        pages[0].wait_for_timeout(20)
    raise AssertionError(f"nobody is to act: {[where(page) for page in pages]}")
