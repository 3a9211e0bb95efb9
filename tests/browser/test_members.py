"""A table that lasts: a game starts without those who are away, and members come back."""

import re
from collections.abc import Callable

from playwright.sync_api import expect

from tests.support.page_faults import has_no_faults, has_no_faults_in_any_light
from tests.support.seats import DESK, PHONE, Seat, until


def test_a_standing_table_waits_for_nobody_and_takes_everybody_back(
    take_seat: Callable[..., Seat],
) -> None:
    mara, ines, ravi = take_seat(), take_seat(size=PHONE, color_scheme="dark"), take_seat()
    url = mara.opens_a_room("Mara")
    ines.sits_down(url, "Ines")
    ravi.sits_down(url, "Ravi")
    page, without = mara.page, mara.page.locator("#lobby [data-without] button")
    expect(page.locator("#seats li")).to_have_count(3)
    expect(without).to_be_hidden()  # nobody is away

    # Ines gets up, and is seated again with one tap.
    ines.page.evaluate(
        """() => {
            const you = frames_seen.map(JSON.parse).findLast((frame) => frame.type === "you");
            const asked = { type: "leave", id: "gets-up-now", player: you.players[0] };
            farkle_sockets.at(-1).send(JSON.stringify(asked));
        }"""
    )
    expect(page.locator("#seats li")).to_have_count(2)
    ines.page.goto(url)
    again = ines.page.get_by_role("button", name="Join as Ines")
    expect(again).to_be_visible()
    has_no_faults(ines.page)
    again.press("Enter")
    ines.is_live()
    expect(page.locator("#seats li")).to_have_count(3)

    # Ravi goes, and the others begin without him.
    ravi.page.goto("/rules/")
    expect(without).to_have_text("Start without Ravi")
    expect(without).to_be_visible()
    expect(ines.page.locator("#lobby [data-without]")).to_be_hidden()  # she is not the host
    has_no_faults(page)
    without.focus()
    page.keyboard.press("Enter")
    for seat in (mara, ines):
        expect(seat.page.locator("#pad-rows tr")).to_have_count(2)
    ravi.page.goto(url)
    expect(ravi.page.locator("#pad-rows tr")).to_have_count(2)
    expect(ravi.page.locator("#table")).to_be_visible()

    back = "frames_seen.map(JSON.parse).findLast(({ type }) => type === 'here').on.includes(3)"
    until(ines.page, back)

    # The host sees who is here, removes somebody, and undoes it.
    page.goto(f"{url}standings/")
    page.get_by_role("button", name="Invite everyone").click()
    expect(page.locator("#notice")).to_have_text("Link copied.")
    row = page.locator(".members tbody tr", has_text="Ravi")
    expect(row).to_contain_text("here now")
    has_no_faults(page)
    row.get_by_role("button", name="Remove Ravi").click()
    expect(ravi.page.locator("body")).to_contain_text("The host removed you from this room.")
    expect(page.locator(".members .undo")).to_contain_text("You removed Ravi.")
    has_no_faults(page)
    page.get_by_role("button", name="Undo").click()
    expect(page).to_have_url(re.compile("#members-title$"))
    expect(page.locator(".members .undo")).to_have_count(0)
    expect(row).to_be_visible()
    ravi.page.goto(url)
    expect(ravi.page.locator("#pad-rows tr")).to_have_count(2)

    # The host has the room's chat told, on a small phone. Whoever is not the host sees nothing.
    page.set_viewport_size({"width": 320, "height": 640})
    hook = page.locator(".chat-hook")
    hook.get_by_text("Set up").press("Enter")
    hook.get_by_label("Chat", exact=True).select_option("Discord")
    has_no_faults(page, ".chat-hook")
    hook.get_by_label("Webhook address").fill(
        "https://discord.com/api/webhooks/12345/aSecretOfMany"
    )
    page.keyboard.press("Enter")
    expect(hook.get_by_role("status")).to_contain_text("Saved.")
    expect(hook).to_contain_text("Messages go to discord.com, to the address that ends in Many.")
    assert "aSecret" not in page.content()
    has_no_faults_in_any_light(page, ".chat-hook")
    hook.get_by_role("button", name="Remove").press("Enter")
    expect(hook.get_by_role("status")).to_contain_text("The chat gets no more messages.")
    ravi.page.goto(f"{url}standings/")
    expect(ravi.page.locator(".members")).to_be_visible()
    expect(ravi.page.locator(".chat-hook")).to_have_count(0)
    page.set_viewport_size(DESK)

    # A block: whoever is blocked plays on, cannot come back afterwards, and can once it is undone.
    page.goto("/people/")
    has_no_faults(page)
    page.get_by_role("button", name="Block Ines").press("Enter")
    expect(page.locator(".undo")).to_contain_text("You blocked Ines.")
    has_no_faults(page)
    ines.page.locator('header [data-sheet="more-sheet"]').click()
    ines.page.locator("#leave-open").click()
    ines.page.locator("#ask-yes").click()
    expect(ines.page).to_have_url("/")
    ines.page.goto(url)
    expect(ines.page.locator("h1")).to_have_text("This room isn't available.")
    has_no_faults(ines.page)
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".undo")).to_contain_text("You unblocked Ines.")
    ines.page.goto(url)
    ines.page.get_by_role("button", name="Join as Ines").click()
    expect(ines.page.locator("#room-name")).to_have_text("Mara's room")
    assert all("403" in one for one in ines.problems)  # of the page that is not available
    ines.problems.clear()
