"""What must not touch does not, what must be in sight is, and a button that is off looks it."""

import itertools
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.test_slow_games import sends
from tests.support.seats import DESK, PHONE, Seat, play_to_the_end

Taker = Callable[..., Seat]
Box = dict[str, float]

SMALL, TABLET, FULL_HD, WIDE = (
    {"width": width, "height": height}
    for width, height in ((320, 640), (1024, 768), (1920, 1080), (2560, 1440))
)

BOXES = """
(nodes) => nodes.map((node) => {
    const { left, top, right, bottom } = node.getBoundingClientRect();
    return { left, top, right, bottom };
})
"""

# Draws a ring around every die, as if all had been kept.
RING_ALL = """
() => {
    const ring = document.querySelector("#stage .ring");
    for (const die of document.querySelectorAll("#stage .thrown .die")) {
        delete die.dataset.off;
        die.dataset.kept = "";
        if (!die.querySelector(".ring")) die.append(ring.cloneNode(true));
    }
}
"""

# The least distance between two rows of dice in a text that has more dice than a line.
GAP_OF_ROWS = """
(paper) => {
    const text = document.createElement("p");
    const dots = document.querySelector("main .dots");
    for (let at = 0; at < 40; at++) text.append("keep ", dots.cloneNode(true), " ");
    paper.append(text);
    const dice = [...text.querySelectorAll(".dot")].map((die) => die.getBoundingClientRect());
    text.remove();
    const bottoms = new Map(dice.map(({ top, bottom }) => [Math.round(top), bottom]));
    const rows = [...bottoms.keys()].sort((a, b) => a - b);
    return Math.min(...rows.slice(1).map((top, at) => top - bottoms.get(rows[at])));
}
"""

# The contrast of a button's words to their ground.
CONTRAST = """
(button) => {
    for (const motion of button.getAnimations()) motion.finish();
    const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
    const luminance = (colour) => {
        canvas.fillStyle = colour;
        canvas.fillRect(0, 0, 1, 1);
        const [r, g, b] = [...canvas.getImageData(0, 0, 1, 1).data].map((byte) =>
            byte / 255 <= 0.04045 ? byte / 255 / 12.92 : ((byte / 255 + 0.055) / 1.055) ** 2.4);
        return 0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05;
    };
    const { color, backgroundColor } = getComputedStyle(button);
    const [words, ground] = [luminance(color), luminance(backgroundColor)];
    return Math.max(words, ground) / Math.min(words, ground);
}
"""

# How many lines each of these takes.
LINES = """
(nodes) => nodes.map((node) => {
    const words = document.createRange();
    words.selectNodeContents(node);
    return new Set([...words.getClientRects()].map(({ top }) => top)).size;
})
"""

# How far the first words of the bar begin before the page below it.
BEFORE_THE_PAGE = """
() => {
    const main = document.querySelector("main");
    const seen = [...document.querySelectorAll("body > .bar :is(svg, span, b, a, h1)")]
        .filter((node) => node.checkVisibility() && !node.closest(".vh"))
        .map((node) => {
            const words = document.createRange();
            words.selectNodeContents(node);
            return (node.localName === "svg" ? node : words).getBoundingClientRect();
        })
        .filter(({ width }) => width > 2);
    const page = main.getBoundingClientRect().left + parseFloat(getComputedStyle(main).paddingLeft);
    return page - Math.min(...seen.map(({ left }) => left));
}
"""


def _boxes(page: Page, selector: str) -> list[Box]:
    boxes: list[Box] = page.locator(selector).evaluate_all(BOXES)
    return boxes


def _meet(a: Box, b: Box) -> bool:
    return (
        a["left"] < b["right"]
        and b["left"] < a["right"]
        and a["top"] < b["bottom"]
        and b["top"] < a["bottom"]
    )


def _bar_begins_with_the_page(page: Page) -> None:
    for size in (FULL_HD, WIDE):
        page.set_viewport_size(size)
        assert abs(page.evaluate(BEFORE_THE_PAGE)) < 6, (page.url, size)


def test_lines_rings_and_dice_of_a_result_and_its_replay_stand_apart(take_seat: Taker) -> None:
    mara, ines = take_seat(), take_seat(size=PHONE)
    ines.sits_down(mara.opens_a_room("Mara", target=1000), "Ines")
    mara.sees(2)
    mara.starts()
    play_to_the_end([mara, ines], enough=400)
    page = mara.page
    expect(page.locator("#win-points")).to_contain_text(",")
    for size in (SMALL, PHONE, TABLET, DESK, FULL_HD):
        page.set_viewport_size(size)
        total, lines = _boxes(page, "#win-points use"), _boxes(page, ".winner .twice path")
        below = min(line["top"] for line in lines) - max(figure["bottom"] for figure in total)
        assert below > 3, size
        [words] = _boxes(page, "#throw-words")
        assert not any(_meet(words, figure) for figure in total), size
        assert max(page.locator(".final td.best").evaluate_all(LINES)) <= 1, size

    again = ines.page.locator("#rematch")
    again.click()
    expect(again).to_have_attribute("aria-disabled", "true")
    for scheme in ("light", "dark"):
        ines.page.emulate_media(color_scheme=scheme)
        assert again.evaluate(CONTRAST) > 4.5, scheme

    page.locator("#go-through").click()
    expect(page.locator("#play")).to_be_visible()
    _bar_begins_with_the_page(page)
    page.locator("#rules-card summary").click()
    expect(page.locator("main .dots").first).to_be_visible()
    for size in (PHONE, DESK):
        page.set_viewport_size(size)
        assert page.locator("main .paper").first.evaluate(GAP_OF_ROWS) > 2, size
    game = page.url.partition("/game/1/")[0]
    for step in range(1, 50):
        page.goto(f"{game}/game/1/{step}/")
        if _boxes(page, "#stage .ring") and len(_boxes(page, "#stage .thrown .die")) == 6:
            break
    page.evaluate(RING_ALL)
    for size in (SMALL, PHONE, DESK, FULL_HD):
        page.set_viewport_size(size)
        rings = _boxes(page, "#stage .ring path")
        assert len(rings) == 6
        assert not any(_meet(*two) for two in itertools.combinations(rings, 2)), size


def test_the_bar_begins_where_the_page_below_it_does(take_seat: Taker) -> None:
    page = take_seat().page
    for path in ("/rules/", "/account/", "/"):
        page.goto(path)
        _bar_begins_with_the_page(page)


def test_a_slow_team_game_is_whole_on_a_phone_and_read_from_a_sofa(take_seat: Taker) -> None:
    mara, ines = take_seat(size=PHONE), take_seat(size=PHONE)
    television = take_seat(size=FULL_HD).page
    url = mara.opens_a_room("Mara")
    ines.sits_down(url, "Ines")
    television.goto(f"{url}screen/")
    mara.adds_computers("pip", "pip")
    mara.page.locator("[data-teams]").first.evaluate(
        "node => { node.value = '2'; node.dispatchEvent(new Event('change', { bubbles: true })); }"
    )
    expect(mara.page.locator("#rules-goal")).to_contain_text("2 teams")
    sends(mara, type="change", id="first-seat", player=1, fields={"first_player": "seat"})
    sends(mara, type="settings", id="slow-turns", player=1, timer=3 * 86400)
    expect(mara.page.locator("#start-words")).to_contain_text("Seat 1 goes first.")
    mara.starts()
    expect(mara.page.locator("#acts")).to_be_visible()
    expect(ines.page.get_by_role("button", name="Tell me when it is my turn")).to_be_visible()
    for page in (mara.page, ines.page):
        assert page.evaluate("document.documentElement.scrollHeight") == PHONE["height"]
        lowest = max(box["bottom"] for box in _boxes(page, "#table button:visible"))
        assert lowest <= PHONE["height"]
    expect(television.locator(".tv-side")).to_have_attribute("data-rows", "6")
    letters = television.locator(".tv-side .side:visible")
    sizes = letters.evaluate_all("all => all.map((node) => getComputedStyle(node).fontSize)")
    assert [float(size.removesuffix("px")) >= 28 for size in sizes] == [True] * 4
