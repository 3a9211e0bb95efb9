"""Weighted dice: two players choose theirs in the lobby, and both see which dice are rolled."""

from collections.abc import Callable

from playwright.sync_api import expect

from tests.support.seats import PHONE, Seat, acting, play_to_the_end


def _chooses(seat: Seat, *names: str) -> None:
    page = seat.page
    page.get_by_role("button", name="Choose your dice").click()
    for at, name in enumerate(names, start=1):
        page.get_by_label(f"Die {at}", exact=True).select_option(name)
    page.get_by_role("button", name="Choose these dice").click()
    expect(page.locator("#own-dice-sheet")).to_be_hidden()


def test_two_choose_dice_and_both_see_their_marks_and_why_there_is_no_luck(
    take_seat: Callable[..., Seat],
) -> None:
    mara, ines = take_seat(), take_seat(size=PHONE)
    mara.page.goto("/rules/kcd/")
    mara.page.get_by_label("Your name").fill("Mara")
    mara.page.get_by_role("button", name="own weighted dice").click()
    mara.is_live()
    ines.sits_down(mara.page.url, "Ines")
    mara.plays_to(700)
    _chooses(mara, *["Ace die"] * 6)
    _chooses(ines, "Saint die", "Five die", "Odd die", "Even die", "Three die", "Six die")
    for seat in (mara, ines):
        tags = seat.page.locator("#seats .tag")
        expect(tags.nth(0)).to_contain_text("Ace die")
        expect(tags.nth(1)).to_contain_text("Six die")
        who = tags.nth(1).locator("..")
        assert who.evaluate("({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth")
    mara.starts()

    pages = [mara.page, ines.page]
    page = acting(pages)
    assert page
    page.keyboard.press("r")
    letters = "AAAAAA" if page is mara.page else "SFUETX"
    for each in pages:
        for at, letter in enumerate(letters):
            expect(each.locator("#thrown > .die").nth(at)).to_have_attribute("data-named", letter)
    play_to_the_end([mara, ines])
    for each in pages:
        luck = each.locator("#story .tile", has_text="Your luck")
        expect(luck).to_contain_text("Not with dice of your own.")
        expect(each.get_by_role("img", name="Scores from turn to turn")).to_be_visible()
