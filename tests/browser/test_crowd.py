"""A thousand seats: only the rows in view are in the page, and anybody is found."""

import json
from collections.abc import Callable

from playwright.sync_api import Page, WebSocketRoute, expect

from tests.support.seats import PHONE, Seat

SEATS = 1000


def _crowded(frame: str) -> str:
    """The frame as it would be with so many more at the table."""
    told = json.loads(frame)
    if told["type"] != "sync":
        return frame
    here = told["players"]
    more = range(len(here) + 1, SEATS + 1)
    here += [{**here[-1], "id": one, "name": f"Guest {one}", "ready": False} for one in more]
    if game := told["game"]:
        state, missing = game["state"], SEATS - len(game["players"])
        game["players"] = [player["id"] for player in here]
        for name, value in (("entered", False), ("streaks", 0), ("left", False)):
            state[name] += [value] * missing
        state["scores"] += [10 * at for at in range(missing)]
    return json.dumps(told)


def _fill_the_room(page: Page) -> None:
    """From the next connection on, the page is told of a crowd."""

    def connected(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()
        server.on_message(lambda frame: socket.send(_crowded(str(frame))))

    page.route_web_socket("**/ws/room/**", connected)


def test_a_thousand_seats_in_the_lobby_and_on_the_sheet(take_seat: Callable[..., Seat]) -> None:
    mara, ines = take_seat(size=PHONE), take_seat()
    url = mara.opens_a_room("Mara")
    ines.sits_down(url, "Ines")
    page = mara.page
    _fill_the_room(page)
    page.reload()
    expect(page.locator("#seat-count")).to_have_text("Players (1,000)")
    seats = page.locator("#seats > li:not(.space)")
    expect(seats.first).to_have_attribute("aria-setsize", "1000")
    expect(seats.nth(59)).not_to_be_attached()
    seats.first.locator(".tool").focus()
    page.locator("#seats").evaluate("(list) => list.scrollTo(0, list.scrollHeight)")
    expect(seats.last).to_contain_text("Guest 1000")
    expect(seats.nth(59)).not_to_be_attached()
    expect(page.locator("#seats")).to_be_focused()  # the row that had the focus is gone
    page.locator("#find-seat").fill("gUÉst 987")
    expect(seats).to_have_count(1)
    expect(seats).to_contain_text("Guest 987")
    page.locator("#find-seat").fill("nobody at all")
    expect(page.locator("#lobby [data-found]")).to_have_text("No player by that name.")

    page.locator("#start").click()
    expect(page.locator("#table")).to_be_visible()
    page.reload()
    expect(page.locator("#pad-more")).to_have_text("All 1,000 players")
    rows = page.locator("#pad-rows tr")
    expect(rows.filter(has_text="Mara")).to_be_visible()
    expect(rows.filter(has_text="leads")).to_contain_text("Guest 1000")
    expect(rows.filter(has_text="next")).to_have_count(1)
    page.locator("#pad-more").click()
    scores = page.locator("#all-rows tr:not(.space)")
    expect(scores.first).to_contain_text("Guest 1000")
    expect(scores.nth(59)).not_to_be_attached()
    page.locator("#find-me").click()
    expect(scores.filter(has_text="Mara")).to_be_in_viewport()
