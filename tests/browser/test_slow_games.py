"""Games over days: who has how long, a holiday, more time, and the next game that waits."""

import json
from collections.abc import Callable
from typing import Any

from playwright.sync_api import expect

from tests.support.page_faults import has_no_faults
from tests.support.seats import PHONE, Seat


def sends(seat: Seat, **frame: Any) -> None:
    """Send a command by the page's own socket."""
    seat.page.evaluate("(text) => farkle_sockets.at(-1).send(text)", json.dumps(frame))


def begins_slowly(host: Seat, guest: Seat, name: str, other: str) -> str:
    """Open a room in which a turn takes three days, and begin a game in which the host starts."""
    host.page.goto("/")
    if host.page.get_by_label("Your name").count():
        url = host.opens_a_room(name)
    else:
        host.page.get_by_role("button", name="Play with friends").click()
        host.is_live()
        url = host.page.url
    guest.page.goto(url)
    if guest.page.get_by_label("Your name").count():
        guest.page.get_by_label("Your name").fill(other)
    guest.page.get_by_role("button", name="Join").click()
    guest.is_live()
    rules = {"type": "change", "id": "first-seat", "player": 1}
    sends(host, **rules, fields={"first_player": "seat"})
    sends(host, type="settings", id="slow-turns", player=1, timer=3 * 86400)
    expect(host.page.locator("#start-words")).to_contain_text("Seat 1 goes first.")
    host.starts()
    return url


def test_a_game_over_days_is_chosen_first_and_the_time_follows(
    take_seat: Callable[..., Seat],
) -> None:
    mara, ines = take_seat(size=PHONE), take_seat()
    url = mara.opens_a_room("Mara", "classic")
    ines.sits_down(url, "Ines")
    goals = [seat.page.locator("#rules-goal") for seat in (mara, ines)]
    days = mara.page.get_by_role("radio", name="Over days")
    expect(days).not_to_be_checked()
    expect(ines.page.locator("#when")).to_be_hidden()
    for goal in goals:
        expect(goal).to_have_text("First to 10,000 · about 10 min")
    days.check()
    for goal in goals:
        expect(goal).to_have_text("First to 10,000 · 1 day a turn")
    mara.page.locator("#change-rules").click()
    expect(mara.page.locator("#choose-for")).to_have_text("At most 1 day a turn.")
    expect(mara.page.locator("#choose-sheet .mins").first).to_have_text("")
    mara.page.keyboard.press("Escape")
    mara.page.reload()
    mara.is_live()
    expect(days).to_be_checked()
    mara.page.get_by_role("radio", name="Take turns").click()
    for goal in goals:
        expect(goal).to_have_text("First to 10,000 · about 10 min")


def opens_more(seat: Seat, wait: str) -> None:
    seat.page.locator('header [data-sheet="more-sheet"]').click()
    seat.page.locator(f'#more-sheet [data-wait="{wait}"]').click()


def test_a_holiday_more_time_and_the_next_game(take_seat: Callable[..., Seat]) -> None:
    mara, ines = take_seat(), take_seat(size=PHONE)
    first = begins_slowly(mara, ines, "Mara", "Ines")
    clock = mara.page.locator("#clock")
    expect(clock).to_have_text("2 days")
    opens_more(ines, "giveTime")
    expect(clock).to_have_text("5 days")

    mara.page.locator('header [data-sheet="more-sheet"]').click()
    mara.page.locator('#more-sheet [data-sheet="run-sheet"]').click()
    mara.page.get_by_label("Holiday per player and season").select_option("21 days")
    mara.page.keyboard.press("Escape")
    opens_more(mara, "holiday")
    expect(mara.page.locator("#holiday-words")).to_have_text("You have 21 days left this season.")
    has_no_faults(mara.page)
    mara.page.locator("#holiday-days").fill("4")
    mara.page.keyboard.press("Enter")
    expect(clock).to_have_text("9 days")
    expect(mara.page.locator("#waits-start")).to_contain_text("You're on holiday until")
    expect(ines.page.locator("#waits-start")).to_contain_text("Mara is on holiday until")
    ines.page.set_viewport_size({"width": 320, "height": 740})
    cut = "(name) => name.scrollWidth - name.clientWidth"
    assert ines.page.locator("#heading .name").evaluate(cut) == 0
    has_no_faults(ines.page)
    mara.page.get_by_role("button", name="I'm back").click()
    expect(clock).to_have_text("5 days")
    expect(ines.page.locator("#waits")).to_be_hidden()

    # Two games wait for Mara, who looks at a third one.
    second = begins_slowly(mara, ines, "Mara", "Ines")
    begins_slowly(ines, mara, "Ines", "Mara")
    note = mara.page.locator("#waits-start")
    expect(note).to_have_text("2 other games are waiting for you.")
    has_no_faults(mara.page)
    mara.page.get_by_role("button", name="Next game").click()
    expect(mara.page).to_have_url(second)  # the most urgent one
    mara.page.goto("/")
    expect(mara.page.locator("section.mine h2").first).to_have_text("Your turn in 2 games")
    expect(mara.page.locator(".mine .wait .state b")).to_have_text(["2 days left", "5 days left"])
    has_no_faults(mara.page)
    assert first != second
