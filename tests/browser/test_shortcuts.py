"""Keyboard shortcuts: those that speak, how they are turned off, and keys meant for a text."""

import re

from playwright.sync_api import Page, expect

from tests.support.seats import PLY_IS_NOT, until, where
from tests.support.tables import Two, to_choose, to_roll

# However slow the machine is, the typing goes on without a pause, until it has stopped a while ago.
WITHOUT_A_PAUSE = """
    window.realNow = performance.now.bind(performance);
    const now = realNow();
    performance.now = () => now;
"""
LATER = "performance.now = () => realNow() + 10_000"


def _ply(page: Page) -> str:
    ply: str = page.evaluate("document.getElementById('table').dataset.ply")
    return ply


def _switch(page: Page) -> None:
    """Find the switch as the dialog of shortcuts says."""
    page.get_by_role("button", name="More").click()
    page.locator('#more-sheet [data-sheet="settings-sheet"]').click()
    page.locator("#settings-sheet").get_by_label("Keyboard shortcuts").click()
    page.locator("#settings-sheet").get_by_role("button", name="Close").click()


def test_turned_off_only_keys_on_a_focused_control_work(still: Two) -> None:
    turn, _ = to_choose(*still)
    roll = turn.locator("#roll")
    expect(roll).to_have_attribute("aria-keyshortcuts", "r")
    _switch(turn)
    expect(roll).not_to_have_attribute("aria-keyshortcuts", "r")
    ply = _ply(turn)
    turn.evaluate("document.activeElement.blur()")
    for key in ("a", "1", "2", "3", "4", "5", "6", "r", "b", "s", "t", "?", "Enter", " "):
        turn.keyboard.press(key)
    expect(turn.locator("#keys-sheet")).to_be_hidden()
    expect(turn.locator("#what-scores")).to_have_attribute("aria-pressed", "false")
    expect(turn.locator('#thrown > [aria-pressed="true"]')).to_have_count(0)
    assert _ply(turn) == ply
    die = turn.locator("#thrown > .die[data-can]").first
    die.focus()
    turn.keyboard.press("Enter")
    expect(die).to_have_attribute("aria-pressed", "true")
    turn.keyboard.press(" ")
    expect(die).to_have_attribute("aria-pressed", "false")
    turn.reload()
    expect(die).to_be_visible()
    turn.keyboard.press("a")
    expect(turn.locator('#thrown > [aria-pressed="true"]')).to_have_count(0)
    _switch(turn)
    turn.keyboard.press("a")
    expect(turn.locator('#thrown > [aria-pressed="true"]').first).to_be_visible()
    turn.keyboard.press("z")


def test_keys_meant_for_the_chat_do_nothing_at_the_table(still: Two) -> None:
    turn = to_roll(*still)
    ply = _ply(turn)
    turn.locator("#talk-open").click()
    expect(turn.locator("#talk-text")).to_be_focused()
    turn.keyboard.type("hello eve")
    turn.evaluate(WITHOUT_A_PAUSE)
    turn.evaluate("document.getElementById('talk-sheet').close()")
    turn.evaluate("document.getElementById('roll').focus()")
    turn.keyboard.type("ryone, rr ")
    turn.keyboard.press("Enter")
    assert _ply(turn) == ply
    assert where(turn) == "roll"
    expect(turn.locator("#roll")).not_to_have_class(re.compile("sent"))
    # Once the typing has stopped, they act again.
    turn.evaluate(LATER)
    turn.keyboard.press("r")
    until(turn, PLY_IS_NOT, ply)


def test_the_score_and_what_happened_last_are_said_by_a_key(still: Two) -> None:
    turn, _ = to_choose(*still)
    said = turn.locator("#announce")
    turn.keyboard.press("a")
    worth = turn.locator("#slip .sum .vh").inner_text()
    turn.keyboard.press("t")
    total = r"(You|Mara|Ines) [\d,]+"
    score = re.compile(rf"{total}, {total}\. Your turn, {worth} at risk\.")
    expect(said).to_have_text(score)
    # What was said does not come back with the end of a dialog.
    turn.keyboard.press("?")
    expect(turn.locator("#keys-sheet")).to_be_visible()
    turn.keyboard.press("Escape")
    expect(turn.locator("#keys-sheet")).to_be_hidden()
    expect(said).to_be_empty()
    turn.keyboard.press("l")
    expect(said).to_have_text(re.compile(r"You rolled [1-6, ]+\. Scoring: .+\. You can"))
    turn.keyboard.press("z")
