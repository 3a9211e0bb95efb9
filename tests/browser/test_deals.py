"""The daily deal, from the home page to the board, as a guest."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.support.page_faults import has_no_faults_in_any_light
from tests.support.seats import PHONE, Seat, acting, by_keys, by_taps, play_one, play_to_the_end

SMALL = {"width": 320, "height": 640}
CALM = {"reduced_motion": "reduce", "prefs": {"tour": True}}


def _play(seat: Seat, press: Callable[[Page, str], None]) -> None:
    expect(seat.page.locator("#table")).to_be_visible()
    for _ in range(4):  # the turns after the first two go by themselves
        assert acting([seat.page])
        play_one(seat.page, press, enough=0)
    play_to_the_end([seat])


def _sees_the_result(page: Page) -> None:
    page.get_by_role("link", name="See how you did").click()
    expect(page.get_by_role("heading", name="How everyone did")).to_be_visible()
    # Analyses are worked out when the processor has nothing else to do.
    expect(page.get_by_text("Accuracy:")).to_be_visible(timeout=120_000)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_guest_plays_the_daily_on_a_phone(take_seat: Callable[..., Seat]) -> None:
    mara = take_seat(size=PHONE, **CALM)
    page = mara.page
    page.goto("/")
    page.get_by_role("link", name="Ten turns, the same dice for everyone").click()
    has_no_faults_in_any_light(page)
    page.get_by_role("button", name="Play").click()
    expect(page.locator("#table")).to_be_visible()
    page.locator("#leads-back").click()
    page.get_by_role("link", name="Continue").click()
    _play(mara, by_taps)
    expect(page.locator("#win-title")).to_have_text("That's it!")
    expect(page.get_by_role("button", name="Rematch")).to_be_hidden()
    _sees_the_result(page)
    has_no_faults_in_any_light(page)
    page.get_by_role("button", name="Show my name on boards").click()
    expect(page.get_by_role("button", name="Take my name off boards")).to_be_visible()


def test_a_challenge_by_keyboard_and_two_tries_side_by_side(take_seat: Callable[..., Seat]) -> None:
    mara, ines = take_seat(size=SMALL, **CALM), take_seat(size=SMALL, **CALM)
    page = mara.page
    page.goto("/challenge/")
    has_no_faults_in_any_light(page)
    page.get_by_role("button", name="Play first").press("Enter")
    _play(mara, by_keys)
    _sees_the_result(page)
    link = page.get_by_label("Link for friends").input_value()
    ines.page.goto(link)
    expect(ines.page.get_by_text("with these dice. Can you beat that?")).to_be_visible()
    ines.page.get_by_role("button", name="Play").press("Enter")
    _play(ines, by_keys)
    _sees_the_result(ines.page)
    ines.page.get_by_role("link", name="Compare").first.click()
    expect(ines.page.get_by_role("row")).to_have_count(11)
    has_no_faults_in_any_light(ines.page)
