"""Nobody holds the table up: the turn timer, more time, a pause with its reason, votes."""

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.support.page_faults import has_no_faults
from tests.support.seats import PHONE, Seat, acting, where

SMALL = {"width": 320, "height": 640}


def _choose(page: Page, item: str) -> None:
    page.locator('header [data-sheet="more-sheet"]').click()
    page.locator(f"#more-sheet [data-wait={item}]").click()


def test_a_turns_clock_more_time_and_a_pause(take_seat: Callable[..., Seat]) -> None:
    mara, teo = take_seat(size=SMALL), take_seat(size=PHONE, color_scheme="dark")
    url = mara.opens_a_room("Mara")
    mara.page.locator('#lobby [data-sheet="run-sheet"]').click()
    mara.page.locator("#run-timer").select_option("300")
    mara.page.locator("#run-away").select_option("skip")
    mara.page.keyboard.press("Escape")
    teo.page.clock.install()
    mara.page.clock.install()
    mara.page.reload()
    teo.sits_down(url, "Teo")
    teo.page.locator('#lobby [data-sheet="run-sheet"]').click()
    expect(teo.page.locator("#run-away")).to_have_value("skip")
    expect(teo.page.locator("#run-away")).to_be_disabled()
    teo.page.keyboard.press("Escape")
    mara.starts()
    turn = acting([mara.page, teo.page])
    assert turn is not None
    other = teo.page if turn is mara.page else mara.page
    for page in (turn, other):
        expect(page.locator("#clock")).to_contain_text("4:")
        has_no_faults(page)

    minutes, seconds = re.findall(r"\d+", turn.locator("#clock").inner_text())
    turn.evaluate("window.no_pongs = true")
    turn.clock.fast_forward((int(minutes) * 60 + int(seconds) - 15) * 1000)
    expect(turn.locator("#waits")).to_contain_text(
        re.compile(r"Time's almost up\.\s+Your turn will be skipped")
    )
    turn.evaluate("window.no_pongs = false")
    turn.locator("#waits-act").click()
    expect(turn.locator("#notice-words")).to_contain_text(
        "Time added. You can do that 9 more times"
    )

    _choose(mara.page, "pause")
    mara.page.locator("#pause-reason").fill("Dinner break")
    mara.page.keyboard.press("Enter")
    for page in (mara.page, teo.page):
        expect(page.locator("#waits")).to_contain_text("Mara paused the game. Dinner break")
        assert where(page) == "wait"
        has_no_faults(page)
    teo.page.locator("#waits-act").click()
    expect(mara.page.locator("#waits")).to_contain_text("1 of 2 wants to resume.")
    mara.page.locator("#waits-act").click()
    for page in (mara.page, teo.page):
        expect(page.locator("#waits")).to_be_hidden()
    assert acting([mara.page, teo.page]) is turn


def test_a_page_that_was_reloaded_in_a_pause_plays_on_and_who_asks_for_another_is_heard(
    take_seat: Callable[..., Seat],
) -> None:
    mara, teo = take_seat(size=PHONE), take_seat(size=PHONE)
    teo.sits_down(mara.opens_a_room("Mara"), "Teo")
    mara.starts()
    turn = acting([mara.page, teo.page])
    assert turn is not None
    _choose(mara.page, "pause")
    mara.page.locator("#pause-reason").press("Enter")
    expect(turn.locator("#waits")).to_contain_text("Mara paused the game.")
    turn.reload()
    expect(turn.locator("#waits")).to_contain_text("Mara paused the game.")
    mara.page.locator("#waits-act").click()
    turn.locator("#roll").click()
    expect(turn.locator("#thrown .die")).to_have_count(6)

    _choose(teo.page, "askPause")
    expect(mara.page.locator("#waits")).to_contain_text("1 of 2 wants a break.")
    mara.page.locator("#waits-act").click()
    for page in (mara.page, teo.page):
        expect(page.locator("#waits")).to_contain_text("The game is paused.")
