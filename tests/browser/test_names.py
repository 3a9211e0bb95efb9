"""The widest and tallest names that are allowed, on the narrowest screen: no page scrolls sideways,
and no text lies on another, leaves the page or is too small to read."""

import time
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.support.page_faults import keeps_within_its_edge
from tests.support.seats import PATIENCE_SECONDS, Seat, by_keys, play_one, where

SMALL = {"width": 320, "height": 640}

NAMES = (
    "W" * 24,
    "Wolfeschlegelsteinhausen",
    "\N{GAME DIE}" * 24,
    "شهرزادمحمديالقحطانيالكبي",
    "אֲבִיגַיִל בֵּן־שִׁמְעוֹ",
    "ที่ปิ่นเกล้าผู้ยิ่งใหญ่",
    "क्ष्म्य्र्हृदयनारायणी",
    "\N{FULLWIDTH LATIN CAPITAL LETTER W}" * 24,
)
"""Wide, unbroken, of symbols, from right to left, tall, and of characters as wide as high."""

SIT_HERE = """async (names) => {
    const form = document.querySelector("#beside-sheet form");
    for (const name of names) {
        const fields = new FormData(form);
        fields.set("name", name);
        fields.set("request", crypto.randomUUID());
        await fetch(form.action, { method: "POST", body: fields, redirect: "manual" });
    }
}"""

# Texts of which one lies on another. Each is as high as its letters are, and cut off where a box
# hides what leaves it. What lies in front on purpose is compared with its own layer only.
FAULTS = """(smallest) => {
    const canvas = document.createElement("canvas").getContext("2d");
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const lines = [];
    const layer = (node) => {
        const above = (near) => /fixed|sticky/.test(getComputedStyle(near).position)
            || near.matches("dialog, .moment");
        let near = node.parentElement;
        while (near && !above(near)) near = near.parentElement;
        return near;
    };
    for (let node; (node = walker.nextNode());) {
        const parent = node.parentElement;
        if (!node.data.trim() || !parent.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
        if (parent.closest(".vh, svg, script, style, noscript, option")) continue;
        const style = getComputedStyle(parent);
        canvas.font = `${style.fontStyle} ${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
        const ink = canvas.measureText(node.data);
        const range = document.createRange();
        range.selectNodeContents(node);
        for (const line of range.getClientRects()) {
            const base = line.bottom - ink.fontBoundingBoxDescent;
            const box = { left: line.left, right: line.right,
                top: base - ink.actualBoundingBoxAscent, bottom: base + ink.actualBoundingBoxDescent };
            for (let near = parent; near !== document.body; near = near.parentElement) {
                if (getComputedStyle(near).overflow === "visible") continue;
                const edge = near.getBoundingClientRect();
                box.left = Math.max(box.left, edge.left);
                box.right = Math.min(box.right, edge.right);
                box.top = Math.max(box.top, edge.top);
                box.bottom = Math.min(box.bottom, edge.bottom);
            }
            if (box.right - box.left > 2 && box.bottom - box.top > 2) {
                lines.push({ node, layer: layer(node), ...box });
            }
        }
    }
    const bad = [];
    for (const [at, text] of lines.entries()) {
        for (const other of lines.slice(at + 1)) {
            if (text.node === other.node || text.layer !== other.layer) continue;
            const wide = Math.min(text.right, other.right) - Math.max(text.left, other.left);
            const high = Math.min(text.bottom, other.bottom) - Math.max(text.top, other.top);
            if (wide > 2 && high > 2) bad.push([text.node.data.trim(), other.node.data.trim(), Math.round(wide), Math.round(high)]);
        }
        const size = parseFloat(getComputedStyle(text.node.parentElement).fontSize);
        if (size < smallest) bad.push([text.node.data, `has ${size} px`]);
        if (text.right > innerWidth + 1 || text.left < -1) bad.push([text.node.data, "leaves the page"]);
    }
    return bad;
}"""  # noqa: E501  # a program

# Sections below the first screen are else left out until they come near.
SHOW_ALL = """() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync("* { content-visibility: visible !important }");
    document.adoptedStyleSheets = [sheet];
}"""

# Who won and what was said of whom is left to the dice: let it be the widest name everywhere.
WIDEN = """(names) => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node; (node = walker.nextNode());) {
        for (const name of names) node.data = node.data.replaceAll(name, names[0]);
    }
}"""

SMALLEST = 11
"""Pixels of the smallest letters."""


def _fits(page: Page) -> None:
    """Check that the page as it is keeps to its width, and each text to its place."""
    page.evaluate(SHOW_ALL)
    page.evaluate("Promise.allSettled(document.getAnimations().map(({ finished }) => finished))")
    keeps_within_its_edge(page)
    assert page.evaluate(FAULTS, SMALLEST) == [], page.url


def _play_and_look(mara: Seat, ines: Seat, television: Seat) -> None:
    """Play the game to its end; each choice has to fit, with the notes beside it."""
    pages = [mara.page, ines.page]
    end = time.monotonic() + PATIENCE_SECONDS
    while time.monotonic() < end:
        if mara.page.locator("#pass-on").is_visible():
            mara.page.locator("#pass-on").click()
        states = [where(page) for page in pages]
        if "over" in states:
            return
        for page, state in zip(pages, states, strict=True):
            if state == "choose":
                page.keyboard.press("a")
                _fits(page)
                _fits(television.page)
            if state in ("choose", "roll"):
                play_one(page, by_keys, enough=200)
        mara.page.wait_for_timeout(20)
    raise AssertionError("the game did not end")


def test_the_widest_names_fit_every_page(take_seat: Callable[..., Seat]) -> None:
    mara, ines, television = (take_seat(size=SMALL, seen=True) for _ in range(3))
    url = mara.opens_a_room(NAMES[0], rules="kcd", target=200, ending="final_round")
    mara.page.evaluate(SIT_HERE, list(NAMES[2:]))
    ines.page.goto(url)
    _fits(ines.page)  # the invitation
    ines.sits_down(url, NAMES[1])
    mara.sees(len(NAMES))
    _fits(mara.page)
    television.page.goto(f"{url}screen/")
    expect(television.page.locator("#tv-seats .name").first).to_have_text(NAMES[0])
    _fits(television.page)

    mara.starts()
    _play_and_look(mara, ines, television)
    for seat in (mara, ines, television):
        expect(seat.page.locator("#win-title")).to_be_visible()
        _fits(seat.page)
    for path in (f"{url}standings/", f"{url}game/1/", "/people/", "/games/", "/"):
        mara.page.goto(path)
        mara.page.evaluate(WIDEN, list(NAMES))
        _fits(mara.page)
