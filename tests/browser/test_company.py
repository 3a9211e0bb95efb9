"""Who else plays: a computer from home, somebody at the same device; and a screen for everybody."""

from collections.abc import Callable

from playwright.sync_api import expect

from tests.support.page_faults import has_no_faults
from tests.support.seats import PHONE, Seat, until, where


def test_one_tap_from_home_to_a_game_against_a_computer(take_seat: Callable[..., Seat]) -> None:
    mara = take_seat(size=PHONE)
    mara.page.goto("/")
    mara.page.locator(".practice").get_by_role("button", name="Ledger").click()
    rows = mara.page.locator("#pad-rows tr")
    expect(rows).to_have_count(2)
    expect(rows.filter(has_text="Ledger")).to_contain_text("computer")


def test_three_computers_take_three_taps_and_are_counted(take_seat: Callable[..., Seat]) -> None:
    mara, ines = take_seat(size=PHONE), take_seat()
    url = mara.opens_a_room("Mara")
    sheet = mara.page.locator("#computers-sheet")
    mara.page.locator('#lobby [data-sheet="computers-sheet"]').click()
    for level in ("penny", "pip", "penny"):
        sheet.locator(f'[data-level="{level}"]').click()
    expect(sheet.locator('[data-level="penny"] .there')).to_have_text("2 at the table")
    expect(sheet.locator('[data-level="pip"] .there')).to_have_text("1 at the table")
    expect(sheet.locator('[data-level="ledger"] .there')).to_have_text("")
    expect(mara.page.locator("#computers-words")).to_have_text("Players (4)")
    has_no_faults(mara.page)
    # Who comes later stands before them, and the host can move players within that order.
    ines.sits_down(url, "Ines")
    names = mara.page.locator("#seats .name")
    expect(names).to_have_text(["Mara", "Ines", "Penny", "Pip", "Penny 2"])
    mara.page.keyboard.press("Escape")
    mara.page.locator("#seats > li").nth(1).locator(".tool").click()
    mara.page.locator("#seat-up").click()
    expect(names).to_have_text(["Ines", "Mara", "Penny", "Pip", "Penny 2"])


def test_two_at_one_device_and_a_computer_seen_on_a_screen_for_everybody(
    take_seat: Callable[..., Seat],
) -> None:
    mara, screen = take_seat(size=PHONE), take_seat()
    url = mara.opens_a_room("Mara")
    page = mara.page
    page.locator('#lobby [data-sheet="beside-sheet"]').click()
    expect(page.locator("#beside-name")).to_be_focused()
    page.keyboard.type("Teo")
    page.keyboard.press("Enter")
    mara.sees(2)
    mara.adds_computers("pip")
    page.locator('#lobby [data-sheet="run-sheet"]').click()
    page.locator("#run-pace").select_option("quick")
    has_no_faults(page)
    page.keyboard.press("Escape")

    screen.page.goto(f"{url}screen/")
    expect(screen.page.locator("#tv-seats")).to_contain_text("Teo")
    expect(screen.page.get_by_role("img", name="QR code of the link")).to_be_visible()
    page.locator("#start").click()
    expect(screen.page.locator("#table")).to_be_visible()
    expect(screen.page.get_by_role("button")).to_have_count(0)

    has_it = {"Mara"}  # who has pressed Start
    until(page, "() => document.querySelector('#pass:not([hidden]), .heap.mine') !== null")
    for _ in range(2):
        if page.locator("#pass").is_visible():
            asked = page.locator("#pass-on b").inner_text()
            has_it.add(name := asked.removeprefix("Pass the device to "))
            assert where(page) == "wait"  # nobody rolls for somebody else by mistake
            has_no_faults(page)
            expect(page.locator("#heap-cue")).to_have_text(f"{name}, tap the dice to roll")
        else:
            name = "Mara"
        expect(page.locator("#heading-words")).to_have_text(f"{name}, your turn")
        expect(screen.page.locator("#heading-words")).to_contain_text(name)
        if page.locator("#pass").is_visible():
            ply = page.locator("#table").get_attribute("data-ply") or ""
            page.locator("#heap-dice").click()  # the player whose dice they are has the device
            expect(page.locator("#table")).not_to_have_attribute("data-ply", ply)
        while where(page) in ("roll", "choose") and not page.locator("#pass").is_visible():
            ply = page.locator("#table").get_attribute("data-ply")
            page.keyboard.press("a")
            page.keyboard.press(
                "b" if page.locator("#bank").get_attribute("aria-disabled") is None else "r"
            )
            expect(page.locator("#table")).not_to_have_attribute("data-ply", ply or "")
            until(page, "() => document.getElementById('moment').hidden")
    assert has_it == {"Mara", "Teo"}
    has_no_faults(screen.page)
