"""A seat on another device, by a code that works once; a seat given away, and taken back."""

import json
import re
from collections.abc import Callable

from playwright.sync_api import Page, WebSocketRoute, expect

from tests.support.page_faults import has_no_faults
from tests.support.seats import PHONE, Seat


def _my_seat(page: Page) -> None:
    page.locator('header [data-sheet="more-sheet"]').click()
    page.locator("#my-seat").click()


def test_a_code_takes_the_seat_to_the_phone(take_seat: Callable[..., Seat]) -> None:
    mara, phone = take_seat(), take_seat(size=PHONE, color_scheme="dark")
    url = mara.opens_a_room("Mara")
    _my_seat(mara.page)
    mara.page.locator("#seat-device").click()
    code = mara.page.locator("#device-code")
    expect(code).to_have_text(re.compile(r"^\w{4} \w{4}$"))
    expect(mara.page.get_by_role("img", name="QR code that opens this seat")).to_be_visible()
    expect(mara.page.locator("#device-left")).to_contain_text("One use, expires in 9:")
    has_no_faults(mara.page)

    phone.page.goto(f"/seat/#{code.inner_text()}")
    expect(phone.page.get_by_label("Code")).to_have_value(code.inner_text())
    assert "#" not in phone.page.url
    has_no_faults(phone.page)
    phone.page.get_by_role("button", name="Continue here").click()
    expect(phone.page.locator("#lobby")).to_be_visible()
    assert phone.page.url == url
    expect(phone.page.locator("#seats li")).to_contain_text("Mara")
    expect(phone.page.locator("#seats .tag")).to_contain_text("you")

    other = take_seat()
    other.page.goto("/seat/")
    other.page.get_by_label("Code").fill(code.inner_text())
    other.page.get_by_role("button", name="Continue here").click()
    field = other.page.get_by_label("Code")
    expect(field).to_have_accessible_description("This code is wrong, expired or already used.")
    expect(field).to_have_value(code.inner_text())
    expect(field).to_be_focused()
    has_no_faults(other.page)
    other.problems.clear()  # Chromium complains of the 422


def _forget_teo(page: Page) -> None:
    """Make this page believe that Teo is away, as 40 seconds after his phone died."""

    def connected(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()

        def told(frame: str | bytes) -> None:
            said = json.loads(frame)
            if said["type"] == "here":
                said = {**said, "on": [one for one in said.get("on", []) if one != 2]}
            socket.send(json.dumps(said))

        server.on_message(told)

    page.route_web_socket("**/ws/room/**", connected)


def test_the_host_offers_the_seat_of_somebody_away(take_seat: Callable[..., Seat]) -> None:
    mara, teo = take_seat(size=PHONE), take_seat()
    teo.sits_down(mara.opens_a_room("Mara"), "Teo")
    page = mara.page
    _forget_teo(page)
    page.reload()
    page.locator("#seats .tool").nth(1).click()
    expect(page.locator("#seat-give-to option")).to_have_text(["Mara"])
    expect(page.locator("#seat-give-words")).to_contain_text("Teo can undo it")
    has_no_faults(page)
    page.locator("#seat-give button").click()
    page.locator("#ask-yes").click()
    # The server knows better than this page: Teo is there.
    expect(page.locator("#notice-words")).not_to_be_empty()
    expect(page.locator("#seats")).to_contain_text("Teo")
