"""The account in a real browser: its recovery codes, with every state of their pages."""

import re
from collections.abc import Callable

from playwright.sync_api import expect

from tests.support.page_faults import has_no_faults_in_any_light
from tests.support.seats import Seat

SMALL = {"width": 320, "height": 640}
PASSWORD = "seven dice would be one too many"


def test_codes_are_copied_and_replace_the_password(
    take_seat: Callable[..., Seat], new_name: str
) -> None:
    mara, there = take_seat(size=SMALL), take_seat(size=SMALL)
    page = mara.page
    page.goto("/account/")
    page.locator("#new-name").fill(new_name)
    page.locator("#new-password").fill(PASSWORD)
    page.get_by_role("button", name="Sign up").click()
    expect(page.locator("#codes code")).to_have_count(3)
    codes = page.locator("#codes code").all_inner_texts()
    expect(page.get_by_role("button", name="Print")).to_be_visible()
    page.get_by_role("button", name="Copy codes").click()
    expect(page.locator("#copied")).to_have_text(re.compile("Codes copied|Couldn't copy"))
    has_no_faults_in_any_light(page)
    page.get_by_role("link", name="I've saved them").click()
    expect(page.get_by_text("Not used yet")).to_have_count(3)
    page.get_by_text("Make new codes").click()
    has_no_faults_in_any_light(page)

    page = there.page
    page.goto("/account/")
    page.get_by_role("link", name="Forgot your password?").click()
    has_no_faults_in_any_light(page)
    page.get_by_label("Name").fill(new_name.lower())
    page.get_by_label("Recovery code").fill(codes[1].lower())
    page.get_by_label("New password").fill("short")
    there.problems, before = [], there.problems  # Chromium complains of the 422
    page.get_by_role("button", name="Set new password").click()
    expect(page.locator("#new_error")).to_be_visible()
    there.problems = before
    expect(page.get_by_label("Recovery code")).to_have_value(codes[1].lower())
    has_no_faults_in_any_light(page)
    page.get_by_label("New password").fill("another table, outside")
    page.get_by_role("button", name="Set new password").click()
    expect(page.get_by_text("every device logged out")).to_be_visible()


def test_logging_in_takes_a_name_a_password_and_the_enter_key(
    take_seat: Callable[..., Seat], new_name: str
) -> None:
    page = take_seat(size=SMALL).page
    page.goto("/account/")
    page.locator("#new-name").fill(new_name)
    page.locator("#new-password").fill(PASSWORD)
    page.get_by_role("button", name="Sign up").click()
    page.get_by_role("link", name="I've saved them").click()
    page.get_by_role("button", name="Log out").click()
    page.goto("/")
    page.get_by_role("link", name="Log in").click()
    expect(page.locator("#name")).to_be_focused()
    has_no_faults_in_any_light(page)
    page.keyboard.type(new_name)
    page.keyboard.press("Tab")
    page.keyboard.type(PASSWORD)
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name=f"Logged in as {new_name}")).to_be_visible()
