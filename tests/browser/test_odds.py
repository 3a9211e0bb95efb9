"""Everybody's chance to win: on the television and for who watches, and not for who plays."""

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.support.seats import DESK, PHONE, Seat, acting, by_keys, play_one

CHANCE = re.compile(r"^Chance to win:[<>]?\d{1,2}%$")


def _switches(host: Seat, label: str) -> None:
    """The host turns a setting of the room on, during the game."""
    host.page.get_by_role("button", name="More").click()
    host.page.get_by_role("button", name="Room settings").click()
    host.page.get_by_role("checkbox", name=re.compile(f"^{label}")).check()
    host.page.keyboard.press("Escape")


def _fits(page: Page) -> None:
    """No part of a row leaves the score pad."""
    assert page.evaluate(
        """() => {
            const pad = document.getElementById("pad").getBoundingClientRect();
            return [...document.querySelectorAll("#pad-rows .win, #pad-rows .pn svg")]
                .every((one) => one.getBoundingClientRect().right <= pad.right);
        }"""
    )


def test_who_watches_sees_the_chances_and_who_plays_does_not(
    take_seat: Callable[..., Seat],
) -> None:
    mara, ines, guest, wall = take_seat(), take_seat(), take_seat(size=DESK), take_seat()
    url = mara.opens_a_room("Bartholomew the Great")
    ines.sits_down(url, "Wolfeschlegelsteinhausen")
    mara.sees(2)
    mara.starts()
    screen, peeking = wall.page, mara.another_tab()
    screen.goto(f"{url}screen/")
    peeking.goto(f"{url}screen/")
    guest.page.goto(f"{url}?watch")
    expect(screen.locator("#tv-chance")).to_be_visible()
    expect(screen.locator("#tv-odds")).to_be_hidden()

    _switches(mara, "Live chances to win")
    expect(screen.locator("#tv-chances li")).to_have_count(2)
    expect(screen.locator("#tv-chances b").first).to_have_text(re.compile(r"^[<>]?\d{1,2}%$"))
    marks = guest.page.locator("#pad-rows .win:visible")
    expect(marks).to_have_text([CHANCE, CHANCE])
    turn = acting([mara.page, ines.page])
    assert turn is not None
    play_one(turn, by_keys)
    expect(marks).to_have_text([CHANCE, CHANCE])
    for size in (DESK, PHONE, {"width": 320, "height": 568}):
        guest.page.set_viewport_size(size)
        _fits(guest.page)
    playing = [seat.page.locator("#pad-rows .win:visible") for seat in (mara, ines)]
    expect(peeking.locator("#tv-odds")).to_be_hidden()
    for seat, shown in zip((mara, ines), playing, strict=True):
        assert not any('"type":"odds"' in text for text in seat.page.evaluate("frames_seen"))
        expect(shown).to_have_count(0)

    # Hints say more than that.
    _switches(mara, "Hints")
    expect(peeking.locator("#tv-chances li")).to_have_count(2)
    for shown in playing:
        expect(shown).to_have_text([CHANCE, CHANCE])
