"""House rules saved, shared, imported and printed; by keyboard alone, on small screens."""

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.support.page_faults import has_no_faults_in_any_light, keeps_within_its_edge
from tests.support.seats import DESK, PHONE, Seat

Taker = Callable[..., Seat]

SMALL = {"width": 320, "height": 640}
EVERYTHING = (
    "1.patch.triple_2-250.straight_low-500.straight_high-750.full_house_bonus-250."
    "blank_first_roll-500.blank_scope-any_six.entry_min-1000.entry_ends_turn-yes.entry_rolls-3."
    "bank_min-350.hot_dice-mandatory.keep-all.building-yes.farkle_penalty-1000.penalty_floor-zero."
    "ending-exact.toxic_twos-yes.hot_dice_bonus-100.second_chance-yes.roll_after_four-yes."
    "late_start-lowest"
)
"""A rule set with much to say."""


def keeps(page: Page) -> None:
    """Open the sheet of rules to keep and to share."""
    page.locator("#change-rules").click()
    page.locator('#choose-sheet [data-sheet="saved-sheet"]').click()
    expect(page.locator("#saved-sheet")).to_be_visible()


def brings_in(page: Page, text: str) -> None:
    page.locator("#read-text").fill(text)
    page.locator("#read-rules button[type=submit]").click()


def test_kept_under_a_name_handed_on_and_brought_in(take_seat: Taker, tmp_path: Path) -> None:
    mara = take_seat(permissions=["clipboard-read", "clipboard-write"])
    mara.opens_a_room("Mara")
    page = mara.page
    name = page.locator("#rules-name")
    page.locator("#change-rules").click()
    page.locator("#q-entry_min").select_option("500")
    page.keyboard.press("Escape")
    expect(name).to_have_text("Family (1 change)")
    keeps(page)
    page.locator("#save-name").fill("Friday <b>night")
    page.locator("#save-rules button").click()
    expect(page.locator("#save-words")).to_have_text(
        "Saved as Friday <b>night. It's under My rules."
    )
    expect(name).to_have_text("Friday <b>night")
    page.locator("#share-more summary").click()
    page.locator('[data-copies="share-text"]').click()
    expect(page.locator("#saved-sheet #notice")).to_have_text("Copied.")  # above the sheet
    text = page.evaluate("navigator.clipboard.readText()")
    assert text == "1.family.entry_min-500"
    link = page.locator("#share-link").input_value()
    with page.expect_download() as waiting:
        page.locator("#share-file").click()
    file = tmp_path / waiting.value.suggested_filename
    waiting.value.save_as(file)
    assert json.loads(file.read_text())["rules"]["entry_min"] == 500

    # Whatever is no rule set is refused with a reason, and nothing changes.
    page.locator("#import-rules summary").click()
    problem = page.locator("#read-problem")
    heard, mara.problems = mara.problems, []  # Chromium complains of every 422
    for bad, why in (
        ("hello", "There's no rule set in it."),
        ("1.family.target-x", "target must be a number up to 10,000,000, not 'x'."),
        ('{"version": 1, "speed": 5}', "Unknown fields in a rule set: 'speed'."),
    ):
        brings_in(page, bad)
        expect(problem).to_contain_text(why)
        expect(problem).to_contain_text("Nothing changed.")
        expect(page.locator("#read-text")).to_have_value(bad)  # to be put right
    picture = {"name": "x.json", "mimeType": "image/png", "buffer": b"\x89PNG\x00"}
    page.locator("#read-text").fill("")
    page.locator("#read-file").set_input_files(files=picture)
    page.locator("#read-rules button[type=submit]").click()
    expect(problem).to_contain_text("There's a character in it that isn't text.")
    expect(name).to_have_text("Friday <b>night")
    mara.problems = heard

    # A text, a file and a saved one are played by at once.
    page.locator("#read-file").set_input_files(files=[])
    brings_in(page, "Try these: 1.kcd.target-2000 (Teo)")
    expect(name).to_have_text("Tavern (Kingdom Come) (1 change)")
    expect(page.locator("#saved-sheet")).to_be_hidden()
    keeps(page)
    page.locator("#read-file").set_input_files(file)
    page.locator("#read-rules button[type=submit]").click()
    expect(name).to_have_text("Friday <b>night")
    mara.chooses("kcd")
    expect(name).to_have_text("Tavern (Kingdom Come)")

    # They stand above all others, are found by their name, and are marked once they are chosen.
    page.locator("#change-rules").click()
    expect(page.locator("#choose-sheet .preset b").first).to_have_text("Friday <b>night")
    own = page.locator("#my-rules .preset")
    page.locator("#find-choice").fill("kingdom")
    expect(page.locator("#my-rules")).to_be_hidden()
    page.locator("#find-choice").fill("friday")
    expect(own).to_contain_text("Family with 500 to get on the board")
    expect(page.locator("#choose-sheet .preset").filter(visible=True)).to_have_count(1)
    own.click()
    expect(own).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#choose-sheet [aria-pressed='true']")).to_have_count(1)
    page.get_by_role("button", name="Done").click()
    expect(name).to_have_text("Friday <b>night")

    # The link opens another room with them, for somebody who was never here.
    teo = take_seat(size=PHONE)
    teo.page.goto(link)
    expect(teo.page.get_by_role("heading", level=1)).to_have_text("Family (1 change)")
    expect(teo.page.get_by_text("Family with 500 to get on the board")).to_be_visible()
    teo.page.get_by_label("Your name").fill("Teo")
    teo.page.get_by_role("button", name="Play with friends").click()
    expect(teo.page.locator("#rules-name")).to_have_text("Family (1 change)")
    assert teo.page.url != page.url
    teo.page.locator("#change-rules").click()
    expect(teo.page.locator("#q-entry_min")).to_have_value("500")


def tabs_to(page: Page, selector: str, key: str = "Tab") -> None:
    for _ in range(150):
        page.keyboard.press(key)
        if page.evaluate("(wanted) => document.activeElement.matches(wanted)", selector):
            expect(page.locator(":focus")).to_be_in_viewport()
            return
    raise AssertionError(f"{selector} was not reached")


def test_rules_by_keyboard_alone_on_the_smallest_screen(take_seat: Taker) -> None:
    mara = take_seat(size=SMALL)
    mara.opens_a_room("Mara")
    page = mara.page
    press = page.keyboard.press
    tabs_to(page, "#change-rules")
    press("Enter")
    tabs_to(page, "#edit-rules")
    press("Enter")
    expect(page.locator("#editor")).to_be_visible()
    tabs_to(page, '[data-jump="turn"]')
    press("Enter")
    tabs_to(page, "#f-entry_min")
    page.keyboard.type("500")
    tabs_to(page, "#on-building")
    press("Space")
    tabs_to(page, '[name="f-penalty_floor"]')
    press("ArrowRight")
    tabs_to(page, "#f-target")
    press("ArrowDown")
    press("ArrowDown")
    card = page.locator("#editor [data-rules-name]")
    expect(card).to_have_text("Family (4 changes)")
    expect(page.locator("#f-target")).to_have_value("9,000")
    tabs_to(page, '[data-field="entry_min"] [data-back]', "Shift+Tab")
    press("Enter")
    expect(card).to_have_text("Family (3 changes)")
    expect(page.locator(":focus")).to_have_id("on-entry_min")
    tabs_to(page, "#editor-done")
    press("Enter")
    expect(page.locator("#lobby")).to_be_visible()
    expect(page.locator("#rules-name")).to_have_text("Family (3 changes)")


def test_no_page_of_rules_has_faults_or_runs_over_the_edge(take_seat: Taker) -> None:
    mara = take_seat(size=SMALL, reduced_motion="reduce")
    page = mara.page

    def is_fit() -> None:
        has_no_faults_in_any_light(page)
        page.set_viewport_size(DESK)
        keeps_within_its_edge(page)
        page.set_viewport_size(SMALL)

    mara.opens_a_room("Mara")
    keeps(page)
    page.locator("#save-name").fill("Friday night at the long table in the kitchen"[:40])
    page.locator("#save-rules button").click()
    expect(page.locator("#save-words")).to_contain_text("Saved as Friday night")
    page.locator("#share-more summary").click()
    page.locator("#import-rules summary").click()
    is_fit()
    page.locator("#save-name").fill("")
    brings_in(page, EVERYTHING)
    expect(page.locator("#rules-name")).to_contain_text("Big sets (")
    is_fit()
    mara.edits()
    page.locator("#on-target").uncheck()
    expect(page.locator("#editor-wrong")).to_be_visible()
    is_fit()
    page.locator("#on-rounds").check()
    expect(page.locator("#editor-wrong")).to_be_hidden()
    heard, mara.problems = mara.problems, []  # Chromium complains of every 404
    for path in (
        f"/rules/{EVERYTHING}/",
        f"/rules/{EVERYTHING}/card/",
        "/rules/1.family.target-0/",
        "/rules/1.grandma/",
        "/rules/mine/",
    ):
        page.goto(path)
        is_fit()
    mara.problems = heard


SHEETS = {"A4": {"width": 718, "height": 1046}, "Letter": {"width": 740, "height": 980}}
"""What a sheet of paper holds within margins of 10 mm, in CSS pixels."""


@pytest.mark.parametrize("text", ["1.family", EVERYTHING], ids=["family", "everything"])
def test_the_score_card_prints_on_one_page(take_seat_in_each_font: Taker, text: str) -> None:
    page = take_seat_in_each_font(color_scheme="dark").page
    page.goto(f"/rules/{text}/card/")
    for paper, inside in SHEETS.items():
        printed = page.pdf(format=paper)
        assert len(re.findall(rb"/Type\s*/Page\b", printed)) == 1
        # The words are all there, and room for ten turns at least.
        page.emulate_media(media="print")
        page.set_viewport_size(inside)
        ends = page.locator(".columns, .foot, .blank tr:nth-child(10)").evaluate_all(
            "(nodes) => nodes.map((node) => node.getBoundingClientRect().bottom)"
        )
        assert len(ends) == 3
        assert max(ends) <= inside["height"]
        over = page.locator(".columns").evaluate("(one) => one.scrollWidth > one.clientWidth")
        assert not over
