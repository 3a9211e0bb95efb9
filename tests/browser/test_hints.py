"""Hints at the table: the host's to give, seen by everybody, readable on a small phone."""

import re
from collections.abc import Callable

from playwright.sync_api import expect

from tests.support.seats import Seat, acting, by_keys, play_one

SMALL = {"width": 320, "height": 640}
HINTS = re.compile("^Hints")  # other settings speak of them
SWITCHES_THEM_OFF = """() => document.querySelector("[data-setting='hints']").click()"""
PATIENCE_MS = 60_000  # the first one has the rules to work out, on a machine that is busy


def test_hints_are_seen_by_all_and_told_apart(take_seat: Callable[..., Seat]) -> None:
    mara, teo = take_seat(), take_seat(size=SMALL)
    url = mara.opens_a_room("Mara")
    teo.sits_down(url, "Teo")
    mara.page.get_by_role("button", name="Room settings").click()
    mara.page.get_by_role("checkbox", name=HINTS).check()
    mara.page.keyboard.press("Escape")
    # Everybody can see that they are on, and only the host can change it.
    expect(teo.page.locator("#lobby-hints")).to_be_visible()
    teo.page.get_by_role("button", name="Room settings").click()
    expect(teo.page.get_by_role("checkbox", name=HINTS)).to_be_checked()
    expect(teo.page.get_by_role("checkbox", name=HINTS)).to_be_disabled()
    teo.page.keyboard.press("Escape")
    mara.starts()
    for seat in (mara, teo):
        expect(seat.page.locator("#hint-words")).to_be_visible()
    pages = [mara.page, teo.page]
    turn = acting(pages)
    # A choice between keeps: before that there is nothing to give a hint for. Three of a kind are
    # one keep; 1s and 5s score one by one.
    single = "#thrown > .die[data-can]:is([data-face='1'], [data-face='5'])"
    while turn is not None and turn.locator(single).count() < 2:
        play_one(turn, by_keys)
        turn = acting(pages)
    words = mara.page.locator("#hint-words")
    expect(words).not_to_contain_text("Hints are on", timeout=PATIENCE_MS)
    expect(teo.page.locator("#hint-words")).to_have_text(words.inner_text(), timeout=PATIENCE_MS)
    box = teo.page.locator("#hint").bounding_box()
    assert box is not None
    assert box["x"] + box["width"] <= SMALL["width"]
    assert teo.page.evaluate("document.documentElement.scrollWidth") <= SMALL["width"]
    teo.page.get_by_role("button", name="All options").click()
    rows = teo.page.locator("#hint-rows tr")
    expect(rows.nth(1)).to_be_attached()
    expect(rows.first).to_contain_text("what Almanac would do")
    expect(teo.page.locator("#hint-why")).to_have_text(words.inner_text())
    expect(teo.page.locator("#hint-exact")).to_have_count(1)
    teo.page.keyboard.press("Escape")
    # Who turns them off is not told so; everybody else is.
    mara.page.evaluate(SWITCHES_THEM_OFF)
    expect(teo.page.locator("#notice-words")).to_have_text("The host turned hints off.")
    expect(mara.page.locator("#hint")).to_be_hidden()
    expect(mara.page.locator("#notice-words")).not_to_have_text("The host turned hints off.")
