"""The host's door on a phone: players ask to join, newcomers are removed at once, the room is
locked; and the founder is host again with one tap."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.support.page_faults import has_no_faults
from tests.support.seats import PHONE, Seat

SMALL = {"width": 320, "height": 640}


def opens_room_dialog(page: Page) -> None:
    page.locator('header [data-sheet="more-sheet"]').click()
    page.locator('#more-sheet [data-sheet="room-sheet"]').click()


def test_who_knocks_is_let_in_and_newcomers_are_removed(take_seat: Callable[..., Seat]) -> None:
    mara, nora, eve = take_seat(size=SMALL), take_seat(size=PHONE), take_seat(size=SMALL)
    url = mara.opens_a_room("Mara")
    page = mara.page
    opens_room_dialog(page)
    page.locator("#room-door").select_option("knock")
    has_no_faults(page)
    page.keyboard.press("Escape")

    for seat, name in ((nora, "Nora"), (eve, "Eve")):
        seat.page.goto(url)
        seat.page.get_by_label("Your name").fill(name)
        seat.page.get_by_role("button", name="Ask to join").click()
        expect(seat.page.locator("#knocking")).to_contain_text("Waiting for the host")
    has_no_faults(eve.page)
    expect(page.locator("#knock")).to_contain_text("Nora and 1 more want to join.")
    has_no_faults(page)
    page.locator("#knock-yes").click()
    expect(page.locator("#knock")).to_contain_text("Eve wants to join.")
    page.locator("#knock-no").click()
    expect(page.locator("#knock")).to_be_hidden()
    expect(nora.page.locator("#lobby")).to_be_visible()
    expect(eve.page.get_by_role("alert")).to_contain_text("The host didn't let you in.")

    # The founder hands the role over, and takes it back with one tap.
    mara.sees(2)
    # The dialog of an absent player's seat has more in it, and moves when the player comes back.
    expect(page.locator("#seats .tag").last).to_have_text("")
    page.locator("#seats .tool").last.click()
    page.locator("#seat-host").click()
    page.locator("#ask-yes").click()
    expect(nora.page.locator("#start")).to_be_visible()
    expect(page.locator("#founder")).to_be_hidden()
    page.reload()
    expect(page.locator("#founder")).to_contain_text("Nora is the host for now.")
    has_no_faults(page)
    page.locator("#take-host").click()
    expect(page.locator("#start")).to_be_visible()
    expect(page.locator("#founder")).to_be_hidden()

    opens_room_dialog(page)
    page.locator("#room-door").select_option("locked")
    page.locator("#room-new-form button").click()
    expect(page.locator("#ask-words")).to_contain_text("Remove 1 player: Nora?")
    page.locator("#ask-yes").click()
    mara.sees(1)
    expect(
        nora.page.get_by_role("heading", name="The host removed you from this room.")
    ).to_be_visible()
    other = take_seat(size=SMALL).page
    other.goto(url)
    expect(other.get_by_role("alert")).to_contain_text("The host locked this room.")


def test_a_new_link_takes_players_along_and_locks_the_old_one(
    take_seat: Callable[..., Seat],
) -> None:
    mara, nora, lurker = take_seat(size=SMALL), take_seat(), take_seat()
    url = mara.opens_a_room("Mara")
    nora.sits_down(url, "Nora")
    lurker.page.goto(f"{url}?watch")
    expect(lurker.page.locator("#lobby")).to_be_visible()
    opens_room_dialog(mara.page)
    mara.page.locator("#room-new-link").click()
    expect(mara.page.locator("#ask-words")).to_contain_text("The old link and its QR code stop")
    mara.page.locator("#ask-yes").click()
    for seat in (mara, nora):
        seat.page.wait_for_url(lambda now: "/r/" in now and now != url)
        expect(seat.page.locator("#lobby")).to_be_visible()
    assert mara.page.url == nora.page.url
    expect(lurker.page.get_by_role("heading", name="This link no longer works")).to_be_visible()
    has_no_faults(lurker.page)
    lurker.problems.clear()  # the browser reports the 404
