"""Talk at the table: reactions, messages as text alone, not hearing somebody, turning it off."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.support.page_faults import has_no_faults
from tests.support.seats import PHONE, Seat, acting

MARKUP = '<img src=x onerror="alert(1)"> https://example.com/'


def _say(page: Page, words: str) -> None:
    page.locator("#talk-text").fill(words)
    page.keyboard.press("Enter")


def test_reactions_and_messages_reach_the_table_as_text(take_seat: Callable[..., Seat]) -> None:
    mara, teo = take_seat(size=PHONE, color_scheme="dark"), take_seat()
    teo.sits_down(mara.opens_a_room("Mara"), "Teo")
    mara.starts()
    expect(teo.page.locator("#table")).to_be_visible()
    turn = acting([mara.page, teo.page])
    assert turn is not None
    waits = teo.page if turn is mara.page else mara.page
    name = "Teo" if waits is teo.page else "Mara"
    waits.locator("#react").get_by_role("button", name="Ouch").click()
    for page in (turn, waits):
        expect(page.locator("#said")).to_have_text(f"{name}: Ouch")
        has_no_faults(page)

    # Who sent it sees that it was sent, on its button and in the chat.
    waits.locator("#talk-open").click()
    expect(waits.locator("#talk-text")).to_be_focused()
    expect(waits.locator("#talk-list .reacted")).to_have_text("Ouch")
    expect(waits.locator("#talk-turn")).to_be_hidden()
    nice = waits.locator("#talk-sheet").get_by_role("button", name="Nice!")
    nice.click()
    expect(nice).to_have_class("reaction sent")
    expect(waits.locator("#talk-list .reacted")).to_have_text(["Ouch", "Nice!"])
    _say(waits, MARKUP)
    expect(waits.locator("#talk-list .words")).to_have_text(MARKUP)
    expect(turn.locator("#said")).to_have_text(f"{name}: {MARKUP}")
    expect(turn.get_by_role("button", name="Chat, 1 new")).to_be_visible()
    turn.locator("#talk-open").click()
    for page in (turn, waits):
        expect(page.locator("#talk-list .words")).to_have_text(MARKUP)
        assert page.locator("#talk-list :is(a, img)").count() == 0
        has_no_faults(page)

    turn.get_by_role("button", name=f"Mute {name}").click()
    expect(turn.locator("#talk-list li")).to_have_count(0)
    _say(waits, "Once more")
    expect(waits.locator("#talk-list .words")).to_have_count(2)
    turn.get_by_role("button", name="Unmute").click()
    expect(turn.locator("#talk-list .words")).to_have_count(2)
    # Who reads the chat at their own turn is told, and led back to the dice.
    turn.locator("#talk-turn").click()
    expect(turn.locator("#talk-sheet")).to_be_hidden()
    expect(turn.locator("#roll")).to_be_focused()
    turn.reload()
    expect(turn.get_by_role("button", name="Chat", exact=True)).to_be_visible()

    mara.page.keyboard.press("Escape")
    mara.page.locator('header [data-sheet="more-sheet"]').click()
    mara.page.locator('#more-sheet [data-sheet="run-sheet"]').click()
    mara.page.locator('[data-setting="talk"]').uncheck()
    for page in (turn, waits):
        expect(page.locator("#talk-open")).to_be_hidden()
