"""Talk at the table: reactions, messages as text alone, not hearing somebody, turning it off."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.support.page_faults import has_no_faults
from tests.support.seats import PHONE, Seat, acting

# The least width and height of a reaction, how many rows they are in, and whether all are in sight.
REACTIONS = """() => {
    const boxes = [...document.querySelectorAll("#react .reaction")]
        .map((button) => button.getBoundingClientRect());
    return {
        count: boxes.length,
        rows: new Set(boxes.map(({ top }) => Math.round(top))).size,
        width: Math.min(...boxes.map(({ width }) => width)),
        height: Math.min(...boxes.map(({ height }) => height)),
        inside: boxes.every(({ left, right, bottom }) =>
            left >= 0 && right <= innerWidth && bottom <= innerHeight),
    };
}"""

MARKUP = '<img src=x onerror="alert(1)"> https://example.com/'


def _say(page: Page, words: str) -> None:
    page.locator("#talk-text").fill(words)
    page.keyboard.press("Enter")


def _under_a_thumb(page: Page) -> None:
    """All reactions are in sight in two rows, and large enough, on the smallest phones."""
    size = page.viewport_size
    for width, height in ((320, 568), (320, 640), (390, 844), (844, 390)):
        page.set_viewport_size({"width": width, "height": height})
        seen = page.evaluate(REACTIONS)
        assert (seen["count"], seen["rows"], seen["inside"]) == (8, 2, True), (width, height, seen)
        assert min(seen["width"], seen["height"]) >= 44, (width, height, seen)
    assert size
    page.set_viewport_size(size)


def test_reactions_and_messages_reach_the_table_as_text(take_seat: Callable[..., Seat]) -> None:
    mara, teo = take_seat(size=PHONE, color_scheme="dark"), take_seat()
    url = mara.opens_a_room("Mara")
    teo.sits_down(url, "Teo")
    mara.starts()
    expect(teo.page.locator("#table")).to_be_visible()
    turn = acting([mara.page, teo.page])
    assert turn is not None
    waits = teo.page if turn is mara.page else mara.page
    name = "Teo" if waits is teo.page else "Mara"
    waits.locator("#react").get_by_role("button", name="Ouch").click()
    for page in (turn, waits):
        expect(page.locator("#said")).to_have_text(f"{name}: Ouch")
        expect(page.locator("#said .die")).to_have_count(1)
        has_no_faults(page)
    watcher = take_seat().page
    watcher.goto(f"{url}?watch")
    watcher.locator("#react").get_by_role("button", name="Wow").click()
    for page in (turn, waits, watcher):
        expect(page.locator("#said")).to_have_text("A spectator: Wow")
    for page in (waits, watcher):
        _under_a_thumb(page)

    # Who sent it sees that it was sent, on its button and in the chat.
    waits.locator("#talk-open").click()
    expect(waits.locator("#talk-text")).to_be_focused()
    expect(waits.locator("#talk-list .reacted")).to_have_text(["Ouch", "Wow"])
    expect(waits.locator("#talk-turn")).to_be_hidden()
    nice = waits.locator("#talk-sheet").get_by_role("button", name="Nice!")
    nice.click()
    expect(nice).to_have_class("reaction sent")
    expect(waits.locator("#talk-list .reacted")).to_have_text(["Ouch", "Wow", "Nice!"])
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
    expect(turn.locator("#talk-list li")).to_have_count(1)  # the spectator's
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
