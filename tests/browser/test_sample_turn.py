"""Dice to try on a page of rules: rolled by touch and by keyboard, kept, banked, lost."""

import re
from collections.abc import Callable
from contextlib import nullcontext

from playwright.sync_api import Page, Route, expect

from tests.support.page_faults import has_no_faults_in_any_light
from tests.support.seats import PHONE, Seat

Taker = Callable[..., Seat]

MAY = {"keeps": {"1": [100, 100, 5], "444": [400, 400, 3], "1444": [500, 500, 2]}}
GOOD = {"rolls": ["144643"], "events": [["rolled", [1, 4, 4, 6, 4, 3]]], "may": MAY}
BAD = {
    "rolls": ["144643", "26"],
    "events": [
        ["kept", [1, 4, 4, 4], 500],
        ["rolled", [2, 6]],
        ["farkled", 0, 500, 1, False],
        ["turn", 1],
    ],
    "may": None,
}


def rolls(page: Page, *answers: object) -> list[str]:
    """Let the server give these answers. Return the list to which the queries are added."""
    asked, left = list[str](), list(answers)

    def answer(route: Route) -> None:
        asked.append(route.request.url.partition("?")[2])
        route.fulfill(json=left.pop(0))

    page.route("**/roll.json*", answer)
    return asked


def test_a_turn_is_tried_by_touch_banked_and_lost(take_seat: Taker) -> None:
    page = take_seat(size=PHONE).page
    page.goto("/rules/")
    asked = rolls(page, GOOD, GOOD, BAD)
    slip, roll, bank = (page.locator(f"#{name}") for name in ("slip-main", "roll", "bank"))
    page.locator("#heap-dice").click()
    dice = page.locator("#thrown .die")
    expect(dice).to_have_count(6)
    expect(roll).to_contain_text("Keep all · 500")
    dice.nth(0).click()
    expect(slip).to_contain_text("100")
    expect(dice.nth(0)).to_have_attribute("aria-pressed", "true")
    dice.nth(3).click(force=True)  # scores nothing
    dice.nth(1).click()
    expect(slip).to_contain_text("500")
    has_no_faults_in_any_light(page)
    expect(bank).to_contain_text("Bank 500")
    bank.click()
    expect(slip).to_contain_text("added to your score")
    roll.click()
    expect(roll).to_contain_text("Keep all · 500")
    roll.click()
    expect(roll).to_contain_text("Roll 2 dice")
    roll.click()
    expect(page.locator("#heading")).to_have_text("Farkle!")
    expect(slip).to_contain_text("lost")
    expect(roll).to_contain_text("Roll again")
    has_no_faults_in_any_light(page)
    assert asked == ["", "", "roll=144643&keep=1444"]


def test_a_turn_is_tried_by_keyboard_alone(take_seat: Taker) -> None:
    page = take_seat().page
    page.goto("/rules/1.family/")
    keeps = {keep: [*row, 0, 1] for keep, row in MAY["keeps"].items()}
    rolls(page, {**GOOD, "may": {"keeps": keeps, "why": ["entry_missing"]}})
    page.locator("#heap-dice").focus()
    page.keyboard.press("Enter")
    first = page.locator("#thrown .die").first
    expect(first).to_be_focused()
    expect(first).to_have_accessible_name("die 1 of 6, 1, scores")
    said = page.locator("#announce")
    expect(said).to_contain_text(re.compile("1, 4, 4, 6, 4.* 3.*Scoring: three 4s for 400, a 1"))
    page.keyboard.press("Space")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Space")
    expect(page.locator("#slip-main")).to_contain_text("500")
    expect(page.locator("#bank")).to_have_attribute("aria-disabled", "true")
    expect(page.locator("#bank")).to_contain_text("more to get on the board")


def test_the_servers_own_dice_are_rolled_until_they_farkle(take_seat: Taker) -> None:
    page = take_seat().page
    page.goto("/rules/1.kcd/")
    roll = page.locator("#roll")
    expect(roll).to_contain_text("Roll 6 dice")
    for _ in range(200):
        if "Roll again" in roll.inner_text():
            break
        with (
            page.expect_response("**/roll.json*") if "Roll" in roll.inner_text() else nullcontext()
        ):
            roll.click()
    expect(page.locator("#heading")).to_have_text("Farkle!")


def test_a_roll_that_fails_is_tried_again(take_seat: Taker) -> None:
    mara = take_seat()
    page = mara.page
    page.goto("/rules/")
    page.route("**/roll.json*", lambda route: route.abort(), times=1)
    mara.problems, before = [], mara.problems
    page.locator("#roll", has_text="Roll 6 dice").click()
    expect(page.locator("#notice")).to_contain_text("Check your connection")
    mara.problems = before
    page.locator("#roll").click()
    expect(page.locator("#thrown .die")).to_have_count(6)
