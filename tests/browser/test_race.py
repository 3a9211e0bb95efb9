"""A race, from the lobby to the result and the rematch: three people, a computer and a TV."""

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.support.page_faults import has_no_faults_in_any_light
from tests.support.play.in_page import BY_ITSELF
from tests.support.seats import DESK, PHONE, Seat

SMALL = {"width": 320, "height": 640}
TV = {"width": 1920, "height": 1080}

CHANGE = """(fields) => {
    const asked = { type: "change", id: "turns-of-a-race", player: 1, fields };
    farkle_sockets.at(-1).send(JSON.stringify(asked));
}"""


def _is_playing(page: Page) -> None:
    expect(page.locator("html[data-runner] #table")).to_be_visible()


def _keeps_its_width(page: Page) -> None:
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_race_from_the_lobby_to_the_rematch(take_seat: Callable[..., Seat]) -> None:
    mara, ines, teo = take_seat(size=DESK), take_seat(size=PHONE), take_seat(size=SMALL)
    url = mara.opens_a_room("Mara", "kcd")
    mara.page.get_by_role("radio", name="All at once").check()
    expect(mara.page.locator("#rules-goal")).to_have_text("10 turns each, same dice")
    mara.page.evaluate(CHANGE, {"rounds": 2})
    expect(mara.page.locator("#rules-goal")).to_have_text("2 turns each, same dice")
    ines.sits_down(url, "Ines")
    mara.adds_computers("magpie")
    tv = take_seat(size=TV)
    tv.page.goto(f"{url}screen/")
    mara.page.locator("#start").click()
    _is_playing(mara.page)
    _is_playing(ines.page)
    expect(tv.page.locator("#tv-seats li:not(.free)")).to_have_count(3)
    expect(tv.page.locator(".tv-lobby .tv-code")).to_be_visible()  # for late comers
    leading = tv.page.locator("#tv-seats li", has_text="1. ").first
    expect(leading).to_contain_text(re.compile(r"turn \d|done"))  # a computer is fast

    # A late comer watches the board, and begins at turn 1.
    teo.context.request.get(url)
    teo.page.goto(url)
    teo.page.get_by_label("Your name").fill("Teo")
    teo.page.get_by_role("button", name="Join").click()
    expect(teo.page.get_by_role("heading", name="All at once")).to_be_visible()
    has_no_faults_in_any_light(teo.page)
    _keeps_its_width(teo.page)
    teo.page.get_by_role("button", name="Play").click()
    _is_playing(teo.page)
    expect(teo.page.locator("#pad-round")).to_have_text("Turn 1")
    has_no_faults_in_any_light(teo.page)

    # From the board one goes on playing.
    ines.page.locator("#leads-back").click()
    ines.page.get_by_role("button", name="Play on").click()
    _is_playing(ines.page)
    for seat in (ines, teo):
        seat.page.evaluate(BY_ITSELF, 300)
        expect(seat.page.locator("#race")).to_be_visible()
        expect(seat.page.get_by_role("button", name="Play")).to_be_hidden()
        heard = re.compile(r"^You're no\. \d of 4\. \d players? still plays?\.")
        expect(seat.page.locator("#announce")).to_have_text(heard)
    words = tv.page.locator("#tv-wait")
    expect(words).to_have_text("1 player still plays.", timeout=60_000)
    expect(mara.page.locator("#table .pad-more:visible")).to_have_text(
        re.compile(r"You're no\. \d of 4")
    )
    pen = mara.page.locator("#table tr", has_text="Ines").locator(".pen")
    expect(pen).to_have_class("pen p2")  # as in the room: Ines sat down second
    made = ines.page.locator("#race tr", has_text="Ines").locator(".total").inner_text()
    mara.page.evaluate(BY_ITSELF, 300)
    for seat in (mara, ines, teo, tv):
        expect(seat.page.locator("#final-rows tr")).to_have_count(4, timeout=60_000)
        row = seat.page.locator("#final-rows tr", has_text="Ines")
        expect(row.locator(".total")).to_have_text(made)
    for seat in (mara, ines, teo):
        _keeps_its_width(seat.page)
        seat.page.evaluate("clearInterval(window.playing)")
    expect(mara.page.locator("#own-check")).not_to_have_attribute("data-fits", "false")
    mara.page.get_by_role("button", name="Rematch").click()
    _is_playing(mara.page)
    _is_playing(teo.page)
    expect(teo.page.locator("#pad-round")).to_have_text("Turn 1")
