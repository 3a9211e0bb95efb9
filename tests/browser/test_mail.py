"""Email in a real browser: every state of its pages, from the address to the new password."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.support import services
from tests.support.outside.smtp import MailServer, mail_server
from tests.support.page_faults import has_no_faults_in_any_light
from tests.support.seats import Seat

SMALL = {"width": 320, "height": 640}
PASSWORD = "a table by the window"
ADDRESS = "mara.with.a.rather.long.address@home.test"


@pytest.fixture
def smtp() -> Iterator[MailServer]:
    with mail_server() as started:
        yield started


@pytest.fixture
def url(smtp: MailServer, sqlite_template: Path, tmp_path: Path) -> Iterator[str]:
    """A site that sends email."""
    database = services.copy_sqlite(sqlite_template, tmp_path / "farkle.sqlite3")
    with services.servers(tmp_path) as start:
        yield start(DATABASE_URL=database, **smtp.environ).url


def test_an_address_is_confirmed_and_brings_a_lost_password_back(
    take_seat: Callable[..., Seat], smtp: MailServer, url: str
) -> None:
    mara, there = take_seat(url, size=SMALL), take_seat(url, size=SMALL)
    page = mara.page
    page.goto("/account/")
    page.locator("#new-name").fill("W" * 24)
    page.locator("#new-password").fill(PASSWORD)
    page.get_by_role("button", name="Sign up").click()
    page.get_by_role("link", name="I've saved them").click()
    page.get_by_role("textbox", name="Email address").fill(ADDRESS)
    page.locator("#mail-password").fill(PASSWORD)
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Check your inbox")).to_be_visible()
    has_no_faults_in_any_light(page)
    link = smtp.link()
    page.goto(link)
    has_no_faults_in_any_light(page)
    page.get_by_role("button", name="Confirm address").click()
    expect(page.get_by_text(f"{ADDRESS} is confirmed")).to_be_visible()
    has_no_faults_in_any_light(page)
    page.get_by_role("button", name="Turn off daily email").click()
    expect(page.get_by_role("button", name="Turn on daily email")).to_be_visible()
    mara.problems, before = [], mara.problems  # Chromium complains of the 410
    page.goto(link)
    mara.problems = before
    expect(page.get_by_role("heading", name="This link no longer works")).to_be_visible()
    has_no_faults_in_any_light(page)

    page = there.page
    page.goto("/account/forgot/")
    page.get_by_role("textbox", name="Email address").fill(ADDRESS)
    has_no_faults_in_any_light(page)
    page.get_by_role("button", name="Send me a link").click()
    expect(page.get_by_text("a link is on its way")).to_be_visible()
    has_no_faults_in_any_light(page)
    link = smtp.link()
    page.goto(link)
    page.get_by_label("New password").fill("another table, outside")
    has_no_faults_in_any_light(page)
    page.get_by_role("button", name="Set new password").click()
    expect(page.get_by_text("every device logged out")).to_be_visible()
    page.goto(link)
    expect(page.get_by_role("heading", name="This link no longer works")).to_be_visible()
    has_no_faults_in_any_light(page)
