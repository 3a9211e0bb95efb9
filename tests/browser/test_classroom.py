"""A class with a wall and two phones: from the code to the answers."""

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.support.page_faults import has_no_faults_in_any_light
from tests.support.seats import PHONE, Seat, acting, by_keys, by_taps, play_one, play_to_the_end

SMALL = {"width": 320, "height": 640}
BEAMER = {"width": 1920, "height": 1080}
CALM = {"reduced_motion": "reduce", "prefs": {"tour": True}}


def _plays(seat: Seat, press: Callable[[Page, str], None]) -> None:
    page = seat.page
    page.get_by_role("button", name="Play").press("Enter")
    expect(page.locator("#table")).to_be_visible()
    for _ in range(4):  # the turns after the first two go by themselves
        assert acting([page])
        play_one(page, press, enough=0)
    play_to_the_end([seat])
    page.get_by_role("link", name="See how you did").click()


def test_a_class_plays_and_votes(take_seat: Callable[..., Seat]) -> None:
    wall = take_seat(size=BEAMER, **CALM).page
    seats = [take_seat(size=PHONE, **CALM), take_seat(size=SMALL, **CALM)]
    pupils = [seat.page for seat in seats]
    wall.goto("/challenge/")
    wall.get_by_role("button", name="Show to a class").click()
    expect(wall.get_by_role("heading", name="Play with the same dice")).to_be_visible()
    has_no_faults_in_any_light(wall)
    code = wall.locator(".spoken").inner_text()

    for seat, press in zip(seats, (by_taps, by_keys), strict=True):
        page = seat.page
        page.goto("/")
        page.get_by_label("Join with a code").fill(code)
        page.get_by_label("Join with a code").press("Enter")
        _plays(seat, press)
    expect(wall.get_by_text("2 have finished, 0 still playing.")).to_be_visible()

    wall.get_by_role("button", name="End it for everyone").click()
    wall.get_by_text("The first roll of every turn").click()
    wall.get_by_role("button", name=re.compile(r"Turn \d+, roll 1")).last.click()
    expect(wall.get_by_role("button", name="Show the answers")).to_be_visible()
    has_no_faults_in_any_light(wall)
    for page in pupils:
        page.reload()
        page.get_by_role("link", name="Vote").click()
        has_no_faults_in_any_light(page)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        page.get_by_role("radio").first.focus()
        page.keyboard.press("Space")
        page.get_by_role("button", name="Roll the rest").press("Enter")
        expect(page.get_by_text("Your vote:")).to_be_visible()
    expect(wall.get_by_text("2 votes of 2.")).to_be_visible()

    wall.get_by_role("button", name="Show the answers").press("Enter")
    # The position is worked out when the processor has nothing else to do.
    expect(wall.get_by_text("Best:")).to_be_visible(timeout=120_000)
    for page in pupils:
        expect(page.get_by_text("The answers are on the screen.")).to_be_visible()
    has_no_faults_in_any_light(wall)
    with wall.expect_download() as file:
        wall.get_by_role("link", name="Table (CSV)").click()
    assert file.value.path().read_text("utf-8-sig").count("\n") == 3
