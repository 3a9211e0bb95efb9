"""Joining late, watching and then sitting down, who is here, and the results of the evening."""

import json
from collections.abc import Callable

from playwright.sync_api import WebSocketRoute, expect

from tests.support.page_faults import has_no_faults
from tests.support.seats import PHONE, Seat


def test_who_looks_on_takes_a_seat_and_plays_from_the_next_round(
    take_seat: Callable[..., Seat],
) -> None:
    mara, teo, ravi = take_seat(), take_seat(), take_seat(size=PHONE, color_scheme="dark")
    url = mara.opens_a_room("Mara")
    mara.page.locator('#lobby [data-sheet="run-sheet"]').click()
    mara.page.locator("#run-late").select_option("play")
    mara.page.keyboard.press("Escape")
    teo.sits_down(url, "Teo")
    mara.starts()
    page = ravi.page
    page.goto(url)
    expect(page.locator(".remark")).to_contain_text("you'll play from the next round")
    page.get_by_role("link", name="Watch").click()
    expect(page.locator("#react-words")).to_have_text("You're watching.")
    mara.page.locator('header [data-sheet="more-sheet"]').click()
    mara.page.locator('#more-sheet [data-sheet="people-sheet"]').click()
    expect(mara.page.locator("#people-words")).to_have_text("2 of 2 online, 1 watching")
    has_no_faults(mara.page)
    page.locator('header [data-sheet="more-sheet"]').click()
    has_no_faults(page)
    page.keyboard.press("Escape")
    page.locator("#react").get_by_role("link", name="Join").click()
    page.get_by_label("Your name").fill("Ravi")
    page.get_by_role("button", name="Join").click()
    for seat in (mara, teo, ravi):
        expect(seat.page.locator("#pad-rows tr")).to_have_count(3)
    expect(mara.page.locator("#people-rows li")).to_have_count(3)


def test_the_evening_is_added_up(take_seat: Callable[..., Seat]) -> None:
    mara = take_seat(size=PHONE)
    mara.opens_a_room("Mara")
    page = mara.page

    def connected(socket: WebSocketRoute) -> None:
        """The room as it would be after two games."""
        server = socket.connect_to_server()

        def told(frame: str | bytes) -> None:
            said = json.loads(frame)
            if said["type"] == "sync":
                said["room"]["series"] = [[1, 2, 1, 10950]]
            socket.send(json.dumps(said))

        server.on_message(told)

    page.route_web_socket("**/ws/room/**", connected)
    expect(page.locator("#lobby [data-series]")).to_be_hidden()
    page.reload()
    expect(page.locator("#lobby [data-series] tbody tr > *")).to_have_text(
        ["Mara", "2", "1", "10,950"]
    )
    has_no_faults(page)


def test_the_invitation_shows_join_at_once_on_a_low_phone(take_seat: Callable[..., Seat]) -> None:
    mara = take_seat()
    url = mara.opens_a_room("Mara")
    mara.adds_computers("pip", "magpie", "ledger")
    page = take_seat(size={"width": 320, "height": 568}).page
    page.goto(url)
    expect(page.get_by_role("button", name="Join", exact=True)).to_be_in_viewport(ratio=1)
