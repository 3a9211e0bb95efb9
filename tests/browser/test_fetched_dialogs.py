"""Dialogs that a room's page fetches: first opening, a slow or lost connection, focus."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect

from tests.support.seats import PHONE, Seat, until

Taker = Callable[..., Seat]

ADDRESS = "**/room/dialogs/"


def focus_is_in(page: Page, dialog: str) -> None:
    until(page, "(it) => document.querySelector(it).contains(document.activeElement)", dialog)


def opens_room_settings(page: Page) -> None:
    page.locator('header [data-sheet="more-sheet"]').press("Enter")
    page.locator('#more-sheet [data-sheet="run-sheet"]').press("Enter")


def blocked(seat: Seat) -> None:
    """Let no dialog come, and expect the browser to complain."""
    seat.context.route(ADDRESS, lambda route: route.abort())


def unblocked(seat: Seat) -> None:
    seat.context.unroute(ADDRESS)
    seat.problems = [problem for problem in seat.problems if "ERR_FAILED" not in problem]


def test_dialogs_come_once_somebody_uses_the_page_and_open_without_a_connection(
    take_seat: Taker,
) -> None:
    mara = take_seat(size=PHONE)
    page = mara.page
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    mara.opens_a_room("Mara")
    page.wait_for_load_state("networkidle")
    assert any("/room" in url for url in asked)
    assert not [url for url in asked if "/dialogs/" in url or "-parts." in url]
    page.locator("#room-name").hover()
    expect(page.locator("#settings-sheet")).to_be_attached()
    mara.context.set_offline(True)
    page.locator('header [data-sheet="more-sheet"]').click()
    page.locator('#more-sheet [data-sheet="settings-sheet"]').click()
    page.locator("#settings-sheet").get_by_label("Dark").check()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    page.keyboard.press("Escape")
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keyboard shortcuts")).to_be_visible()
    focus_is_in(page, "#keys-sheet")


def test_a_dialog_that_cannot_be_fetched_says_so_and_comes_when_it_is_tried_again(
    take_seat: Taker,
) -> None:
    mara, ines = take_seat(), take_seat(size=PHONE)
    blocked(ines)
    url = mara.opens_a_room("Mara")
    ines.sits_down(url, "Ines")
    page = ines.page
    opens_room_settings(page)
    loading = page.get_by_role("dialog", name="Loading")
    again = loading.get_by_role("button", name="Try again")
    expect(again).to_be_focused()
    expect(loading).to_contain_text("This couldn't be loaded. Check your connection.")
    expect(page.locator("#announce")).to_contain_text("This couldn't be loaded.")
    again.press("Enter")
    expect(again).to_be_focused()
    # What the page has itself goes on.
    mara.sees(2)
    mara.starts()
    expect(page.locator("#table")).to_be_visible()
    expect(loading).to_be_hidden()
    page.locator('header [data-sheet="rules-sheet"]').click()
    expect(page.locator("#rules-sheet .card")).to_be_visible()
    page.keyboard.press("Escape")

    opens_room_settings(page)
    expect(again).to_be_focused()
    unblocked(ines)
    again.press("Enter")
    expect(page.get_by_role("dialog", name="Room settings")).to_be_visible()
    expect(page.locator("#run-words")).to_have_text("Only Mara can change these.")
    expect(page.locator("#run-pace")).to_be_disabled()
    focus_is_in(page, "#run-sheet")
    page.keyboard.press("Escape")
    expect(page.locator('header [data-sheet="more-sheet"]')).to_be_focused()


def test_a_dialog_that_is_no_longer_waited_for_does_not_open(take_seat: Taker) -> None:
    mara = take_seat()
    waiting: list[Route] = []

    def hold(route: Route) -> None:
        waiting.append(route)

    mara.context.route(ADDRESS, hold)
    mara.opens_a_room("Mara")
    page = mara.page
    page.locator("#seats .tool").click()
    loading = page.get_by_role("dialog", name="Loading")
    expect(loading).to_contain_text("One moment…")
    focus_is_in(page, "#loading")
    page.keyboard.press("Escape")
    expect(loading).to_be_hidden()
    [route] = waiting
    route.continue_()
    expect(page.locator("#seat-sheet")).to_be_attached()
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.locator("#seats .tool").click()
    expect(page.get_by_role("dialog", name="Your seat")).to_be_visible()
    expect(page.locator("#seat-name")).to_have_value("Mara")


@pytest.mark.parametrize("gives_up", [False, True], ids=["waits", "gives up"])
def test_the_editors_address_works_before_the_editor_has_come(
    take_seat: Taker, gives_up: bool
) -> None:
    mara = take_seat()
    mara.opens_a_room("Mara")
    page = mara.page
    blocked(mara)
    page.goto(f"{page.url}#rules")
    page.reload()
    again = page.get_by_role("button", name="Try again")
    expect(again).to_be_focused()
    expect(page.locator("#lobby")).to_be_visible()
    unblocked(mara)
    if gives_up:
        page.keyboard.press("Escape")
        expect(again).to_be_hidden()
        assert "#" not in page.url
        return
    again.press("Enter")
    expect(page.locator("#editor")).to_be_visible()
    expect(page.locator("#lobby")).to_be_hidden()
    expect(page.locator("#pane-title")).to_have_text("Family")
    expect(page.locator("#editor .pane")).to_contain_text("Farkle risk")
    expect(page.locator("#editor [data-start]")).to_be_focused()


def test_rules_that_changed_before_the_editor_came_are_told_in_the_lobby(
    take_seat: Taker,
) -> None:
    mara, ines = take_seat(), take_seat(size=PHONE)
    blocked(ines)
    ines.sits_down(mara.opens_a_room("Mara"), "Ines")
    mara.sees(2)
    mara.page.locator("#change-rules").click()
    mara.page.locator("#q-entry_min").select_option("500")
    expect(ines.page.locator("#rules-name")).to_have_text("Family (1 change)")
    unblocked(ines)
    opens_room_settings(ines.page)
    page = ines.page
    again = page.get_by_role("button", name="Try again")
    dialog = page.get_by_role("dialog", name="Room settings")
    expect(again.or_(dialog)).to_be_visible()
    if again.is_visible():
        again.click()
    expect(dialog).to_be_visible()
    page.keyboard.press("Escape")
    news = page.locator("#lobby [data-news] li")
    expect(news).to_have_text(["Mara: Opening score 500 (was 1,000)."])
