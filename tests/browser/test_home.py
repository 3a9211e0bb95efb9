"""The home page: one tap to a game, and a moving picture that nobody has to watch."""

import re
from collections.abc import Callable
from itertools import cycle, groupby

from playwright.sync_api import Page, Request, expect

from tests.browser.test_throw import NAMELESS, forgive
from tests.support.seats import PHONE, Seat, play_to_the_end

Taker = Callable[..., Seat]


def test_one_tap_begins_a_game_under_the_name_that_was_typed(take_seat: Taker) -> None:
    mara = take_seat(size=PHONE)
    mara.page.goto("/")
    mara.page.get_by_label("Your name").fill("Mara")
    mara.page.get_by_role("button", name="Play now").click()
    expect(mara.page.locator("#table")).to_be_visible()
    expect(mara.page.locator("#room-name")).to_have_text("Mara and Penny")
    # The way back leads to the same form, which makes a room and not the same game again.
    game = mara.page.url
    mara.page.goto("/")
    mara.page.get_by_role("button", name="Play with friends").click()
    expect(mara.page.locator("#lobby")).to_be_visible()
    assert mara.page.url != game


def test_the_site_can_be_installed(take_seat_in_whole_chromium: Taker) -> None:
    page = take_seat_in_whole_chromium(size=PHONE).page
    page.goto("/")
    devtools = page.context.new_cdp_session(page)
    assert devtools.send("Page.getAppManifest")["errors"] == []
    found = devtools.send("Page.getInstallabilityErrors")["installabilityErrors"]
    # Each browser of a test is an incognito window, where nothing is installed.
    assert [one["errorId"] for one in found] == ["in-incognito"]


# Idle times are no part of the clock that tests set. Nothing is drawn in the air: in software that
# takes too long.
PREPARE = (
    NAMELESS
    + """
    delete window.requestIdleCallback;
    WebGL2RenderingContext.prototype.drawElements = () => {};
"""
)

WORDS = (
    "Keep what scores.",
    "Roll the rest.",
    "All six score: hot dice!",
    "Roll all six again.",
    "Bank before your luck runs out.",
    "Banked: these points are safe.",
    "Roll six dice.",
)


# Where everything lies that is to be seen.
PLACES = """
(table) => [...table.querySelectorAll("*")]
    .filter((node) => node.checkVisibility() && !node.matches("canvas"))
    .map((node) => {
        const { x, y, width, height } = node.getBoundingClientRect();
        return [node.localName, x, y, width, height].join(" ");
    })
"""


class Demonstration:
    """The demonstration on a page whose clock the test sets."""

    def __init__(self, page: Page) -> None:
        self.page = page
        page.clock.install(time=0)
        page.clock.pause_at(1000)
        self.loaded = ""
        page.on("requestfinished", self._note)
        page.goto("/")
        self.words = page.locator("#demo-words")
        self.pause = page.get_by_role("checkbox", name="Pause the animation")
        page.locator("[data-demo]").scroll_into_view_if_needed()

    def _note(self, request: Request) -> None:
        self.loaded += request.url

    def begins(self) -> None:
        """Let it load what it needs, and begin."""
        while not self.pause.is_visible():
            self.page.clock.run_for(100)

    def shown_in(self, seconds: int) -> list[str]:
        """Return what it says in this time, one after the other."""
        said = [self.words.inner_text()]
        for _ in range(seconds * 5 // 2):
            self.page.clock.run_for(400)
            said.append(self.words.inner_text())
        return [words for words, _ in groupby(said)]


def test_a_turn_is_demonstrated_over_and_over(take_seat: Taker) -> None:
    mara = take_seat(prefs={"speed": "normal"})
    mara.context.add_init_script(PREPARE)
    demonstration = Demonstration(mara.page)
    table = mara.page.locator("[data-demo] .table")
    drawn_by_the_server = table.evaluate(PLACES)
    demonstration.begins()
    assert table.evaluate(PLACES) == drawn_by_the_server
    said = demonstration.shown_in(45)
    assert len(said) > 2 * len(WORDS)
    for words, wanted in zip(said, cycle(WORDS), strict=False):
        assert words == wanted
    forgive(mara)


def test_the_demonstration_can_be_paused_and_stops_off_screen(take_seat: Taker) -> None:
    mara = take_seat(size={"width": 390, "height": 500}, prefs={"speed": "normal"})
    mara.context.add_init_script(PREPARE)
    demonstration = Demonstration(mara.page)
    demonstration.begins()
    demonstration.pause.focus()
    mara.page.keyboard.press("Space")
    assert len(demonstration.shown_in(10)) == 1
    mara.page.keyboard.press("Space")
    assert len(demonstration.shown_in(10)) > 1
    mara.page.locator("footer").scroll_into_view_if_needed()
    # The browser says when it is out of sight.
    for _ in range(100):
        if len(demonstration.shown_in(10)) == 1:
            break
    else:
        raise AssertionError("it never stopped")
    forgive(mara)


def test_nothing_of_the_demonstration_moves_or_is_loaded_where_motion_is_unwanted(
    take_seat: Taker,
) -> None:
    mara = take_seat(size=PHONE, reduced_motion="reduce", prefs={"speed": "normal"})
    mara.context.add_init_script(PREPARE)
    demonstration = Demonstration(mara.page)
    assert demonstration.shown_in(10) == ["Keep what scores."]
    expect(demonstration.pause).to_be_hidden()
    expect(mara.page.get_by_text("at risk", exact=True)).to_be_visible()
    assert "home-" not in demonstration.loaded


def test_without_webgl_the_demonstration_is_a_picture(take_seat: Taker) -> None:
    mara = take_seat(prefs={"speed": "normal"})
    mara.context.add_init_script("delete window.requestIdleCallback;")
    demonstration = Demonstration(mara.page)
    while "home-stage." not in demonstration.loaded:
        mara.page.clock.run_for(100)
    assert demonstration.shown_in(10) == ["Keep what scores."]
    expect(demonstration.pause).to_be_hidden()


def test_a_newcomer_plays_on_in_one_room_and_on_another_level(take_seat: Taker) -> None:
    mara = take_seat(size=PHONE)
    page = mara.page
    page.goto("/")
    page.get_by_role("button", name="Play now").click()
    expect(page.locator("#heading")).to_have_text("Your turn")
    page.locator("#heap-dice").click()
    expect(page.locator("#thrown .die")).to_have_count(6)
    room = page.url
    # The front door leads back to the same game, and then to the next one in the same room.
    page.goto("/")
    page.get_by_role("link", name="Continue against Penny").click()
    expect(page.locator("#table")).to_be_visible()
    assert page.url == room
    page.goto("/")
    page.get_by_role("button", name="Give up against Penny").click()
    page.get_by_role("button", name="Give up", exact=True).click()
    expect(page.get_by_text("You gave up. Penny wins.")).to_be_focused()
    _adds_rules(page, "1.kcd.target-400")
    page.get_by_role("button", name="Play now rematch against Penny").click()
    expect(page).to_have_url(room)
    play_to_the_end([mara])
    other = page.get_by_role("button", name=re.compile("^One level "))
    expect(other).to_have_text(re.compile("up: Ledger, hard|down: Magpie, easy"))
    other.click()
    expect(page.locator("#table")).to_be_visible()
    expect(page.locator("#room-name")).to_have_text(re.compile("Guest and (Ledger|Magpie)"))
    expect(page.locator("#pad-rows")).not_to_contain_text("Penny")
    assert page.url == room


def _adds_rules(page: Page, code: str) -> None:
    """Send these rules with the form of the home page, as a page of rules does."""
    page.locator("#start-form").evaluate(
        """(form, value) => {
            const field = document.createElement("input");
            form.append(Object.assign(field, { type: "hidden", name: "rules", value }));
        }""",
        code,
    )
