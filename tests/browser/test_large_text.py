"""Text of twice the size on a narrow phone: nothing is cut off, and what comes next is in sight."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.test_names import FAULTS, SHOW_ALL, SIT_HERE, SMALL
from tests.support.page_faults import keeps_within_its_edge
from tests.support.seats import Seat, by_keys, play_one, play_to_the_end, where

# Words, figures and dice that a box hides in part, and words that lie on dice.
CUT_OFF = """() => {
    const shown = (node) =>
        node.checkVisibility({ opacityProperty: true, visibilityProperty: true });
    const boxes = [];
    const walker = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
    for (let node; (node = walker.nextNode());) {
        const parent = node.parentElement;
        if (!node.data.trim() || !shown(parent)) continue;
        if (parent.closest(".vh, script, style, noscript")) continue;
        const words = document.createRange();
        words.selectNodeContents(node);
        for (const box of words.getClientRects()) boxes.push([node.data.trim(), parent, box]);
    }
    for (const node of document.querySelectorAll(".tray :is(.die, .pn svg)")) {
        if (shown(node)) boxes.push(["drawing", node, node.getBoundingClientRect()]);
    }
    const bad = [];
    for (const [what, node, box] of boxes) {
        for (let near = node; near !== document.body; near = near.parentElement) {
            if (getComputedStyle(near).overflow === "visible") continue;
            const edge = near.getBoundingClientRect();
            const across = Math.max(edge.left - box.left, box.right - edge.right);
            const down = Math.max(edge.top - box.top, box.bottom - edge.bottom);
            if (across > 2 || down > 6) bad.push([what, near.id || near.className]);
        }
        if (!node.matches("#tray .die")) continue;
        for (const [words, parent, other] of boxes) {
            if (words === "drawing" || !parent.closest("#tray")) continue;
            const wide = Math.min(box.right, other.right) - Math.max(box.left, other.left);
            const high = Math.min(box.bottom, other.bottom) - Math.max(box.top, other.top);
            if (wide > 3 && high > 6) bad.push([words, "lies on a die"]);
        }
    }
    return bad;
}"""


class Grown:
    """A page with text of twice the size."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self._tools = page.context.new_cdp_session(page)

    def by(self, browser: int, style: int) -> None:
        """Multiply the size by a setting of the browser and by a style of the page."""
        sizes = {"standard": 16 * browser, "fixed": 13 * browser}
        self._tools.send("Page.setFontSizes", {"fontSizes": sizes})
        self.page.evaluate("(by) => (document.documentElement.style.fontSize = by)", f"{style}00%")
        assert self.page.evaluate("parseFloat(getComputedStyle(document.body).fontSize)") == 32

    def fits(self, *in_sight: str) -> None:
        """Whatever doubled the size, all fits."""
        for browser, style in ((1, 2), (2, 1)):
            self.by(browser, style)
            _fits(self.page, *in_sight)


def _fits(page: Page, *in_sight: str) -> None:
    page.evaluate(SHOW_ALL)
    page.evaluate("Promise.allSettled(document.getAnimations().map(({ finished }) => finished))")
    keeps_within_its_edge(page)
    assert page.evaluate(FAULTS, 11) == []
    assert page.evaluate(CUT_OFF) == []
    for selector in in_sight:
        box = page.locator(selector).bounding_box()
        assert box
        assert box["y"] >= 0
        assert box["y"] + box["height"] <= SMALL["height"], selector


def test_a_game_in_text_of_twice_the_size(take_seat: Callable[..., Seat]) -> None:
    seat = take_seat(size=SMALL, seen=True, reduced_motion="reduce")
    page = seat.page
    seat.opens_a_room("Rosa", target=1000)
    page.evaluate(SIT_HERE, ["Leo", "Mia"])
    seat.sees(3)
    seat.starts()
    grown = Grown(page)
    grown.by(2, 1)
    while not page.locator("#pass-on").is_visible():  # the host has the device, and may be first
        if where(page) in ("roll", "choose"):
            play_one(page, by_keys)
        page.wait_for_timeout(20)
    grown.fits("#pass-on", "#heap")
    page.locator("#pass-on").click()
    grown.fits("#roll", "#bank", "#heap")
    page.keyboard.press("r")
    while where(page) != "choose":
        if page.locator("#pass-on").is_visible():
            page.locator("#pass-on").click()
        if where(page) == "roll":
            page.keyboard.press("r")
        page.wait_for_timeout(20)
    expect(page.locator("#thrown > .die")).to_have_count(6)
    grown.fits("#roll", "#bank", "#thrown")
    page.keyboard.press("a")
    grown.fits("#roll", "#bank", "#thrown", "#slip .sum")

    play_to_the_end([seat])
    expect(page.locator(".praise")).not_to_be_empty()
    grown.fits("#rematch")
    page.locator("#final-rows").scroll_into_view_if_needed()
    grown.fits()
    widths = page.locator("#final-rows .name").evaluate_all(
        "all => all.map((name) => name.getBoundingClientRect().width)"
    )
    assert min(widths) > 40  # "Leo" and "Mia" on one line

    page.locator("#go-through").click()
    expect(page.locator("#luck .sums")).to_be_attached()
    for tab in ("#tab-choices", "#tab-whole", "#tab-steps"):
        page.locator(tab).click()
        keeps_within_its_edge(page)
