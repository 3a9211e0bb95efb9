"""The rules card of a room: one screen of a small phone, whatever is played and in any font."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from games.rules.choices import CHOICES
from tests.support.seats import Seat

SMALL = {"width": 320, "height": 640}

# How far the card is longer or wider than the screen, and what of it is drawn with dice.
OVERHANG = """
() => {
    const sheet = document.getElementById("rules-sheet");
    const grid = sheet.querySelector(".score-grid");
    const numbers = [...grid.querySelectorAll("b")].map((one) => one.getBoundingClientRect().right);
    return [
        sheet.scrollHeight - sheet.clientHeight,
        Math.ceil(Math.max(...numbers) - grid.getBoundingClientRect().right),
    ];
}
"""


def _opens(page: Page) -> None:
    page.locator('header [data-sheet="rules-sheet"]').click()
    expect(page.locator("#rules-sheet")).to_be_visible()


def test_every_choice_fits_on_one_screen(take_seat_in_each_font: Callable[..., Seat]) -> None:
    mara = take_seat_in_each_font(size=SMALL)
    mara.opens_a_room("Mara")
    # The choice of rules opens on what is changed most often, above the list.
    mara.page.locator("#change-rules").click()
    expect(mara.page.locator("#q-target")).to_be_in_viewport(ratio=1)
    expect(mara.page.locator("#choose-sheet [aria-pressed='true']")).to_have_count(1)
    mara.page.keyboard.press("Escape")
    _opens(mara.page)
    for key, choice in CHOICES.items():  # chosen behind the sheet, as by another host
        mara.page.locator(f'[data-preset="{key}"]').evaluate("(choice) => choice.click()")
        expect(mara.page.locator("#rules-name")).to_have_text(choice.name)
        expect(mara.page.locator("#rules-sheet .score-grid .dot").first).to_be_visible()
        expect(mara.page.locator("#rules-sheet .brief")).to_be_visible()
        overhang = mara.page.evaluate(OVERHANG)
        assert max(overhang) <= 0, (key, overhang)
    mara.page.locator("#rules-whole").click()
    expect(mara.page.locator("#rules-sheet .say-examples")).to_be_visible()
