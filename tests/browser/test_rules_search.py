"""Rule sets and rules are found by any of their names, by keyboard and with a screen reader."""

from collections.abc import Callable

from playwright.sync_api import Locator, Page, expect

from tests.support.seats import PHONE, Seat

Taker = Callable[..., Seat]

RULE_SETS = 21


def names(shown: Locator) -> list[str]:
    """Return the first line of each that is in sight."""
    return [text.split("\n")[0] for text in shown.filter(visible=True).all_inner_texts()]


def searches(page: Page, field: str, words: str, note: str) -> None:
    """Type `words`, and wait for the note on what they find."""
    page.get_by_role("searchbox", name=field).fill(words)
    expect(page.get_by_role("status").filter(visible=True).filter(has_text=note)).to_be_visible()


def test_the_host_finds_a_rule_set_by_another_name(take_seat: Taker) -> None:
    mara = take_seat(size=PHONE)
    mara.opens_a_room("Mara")
    page = mara.page
    page.locator("#change-rules").click()
    presets = page.locator("[data-preset]")
    world = page.get_by_role("heading", name="From around the world")
    searches(page, "Find rules", "kostky", f"2 of {RULE_SETS}")
    assert names(presets) == ["Tavern (Kingdom Come)", "Kostky"]
    searches(page, "Find rules", "greed", f"1 of {RULE_SETS}")
    assert names(presets) == ["Standard"]
    expect(world).to_be_hidden()
    searches(page, "Find rules", "10 000 sweden", f"1 of {RULE_SETS}")
    assert names(presets) == ["10 000"]
    expect(world).to_be_visible()
    searches(page, "Find rules", "Yahtzee", "No rule set by that name.")
    assert names(presets) == []
    # By keyboard: Enter leads to what was found, and Enter there chooses it.
    searches(page, "Find rules", "KCD", f"1 of {RULE_SETS}")
    page.keyboard.press("Enter")
    expect(page.locator('[data-preset="kcd"]')).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#rules-name")).to_have_text("Tavern (Kingdom Come)")
    # Opened again, the dialog shows all.
    page.locator("#choose-sheet .sheet-head [data-close]").click()
    page.locator("#change-rules").click()
    expect(presets.filter(visible=True)).to_have_count(RULE_SETS)
    page.set_viewport_size({"width": 320, "height": 640})
    first, foot = presets.first.bounding_box(), page.locator("#choose-sheet .chosen").bounding_box()
    assert first
    assert foot
    assert first["y"] + first["height"] < foot["y"]

    page.locator("#edit-rules").click()
    rules, groups = page.locator("#editor [data-field]"), page.locator("#editor .group")
    expect(rules.first).to_be_visible()
    searches(page, "Find a rule or a rule set", "twos", "1 of ")
    assert names(rules) == ["Toxic twos"]
    expect(groups.filter(visible=True)).to_have_count(1)
    expect(page.locator("#editor [data-jump]").filter(visible=True)).to_have_text(["House rules"])
    searches(page, "Find a rule or a rule set", "zilch", "2 of ")
    expect(groups.filter(visible=True)).to_have_count(0)
    page.locator('#editor [data-base="standard"]').click()
    expect(page.locator("#rules-name")).to_have_text("Standard")


def test_a_visitor_finds_the_page_of_a_rule_set(take_seat: Taker) -> None:
    page = take_seat(size=PHONE).page
    page.goto("/rules/")
    searches(page, "Find rules", "Yahtzee", "No rule set by that name.")
    searches(page, "Find rules", "kingdom", f"1 of {RULE_SETS}")
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    page.wait_for_url("**/rules/kcd/")
    expect(page.get_by_role("heading", level=1)).to_have_text("Tavern (Kingdom Come)")
