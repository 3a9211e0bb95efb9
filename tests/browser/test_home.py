"""The home page: one tap to a game, and a moving picture that nobody has to watch."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.support.seats import PHONE, Seat

Taker = Callable[..., Seat]


def test_one_tap_begins_a_game_under_the_name_that_was_typed(take_seat: Taker) -> None:
    mara = take_seat(size=PHONE)
    mara.page.goto("/")
    mara.page.get_by_label("Your name").fill("Mara")
    mara.page.get_by_role("button", name="Play now").click()
    expect(mara.page.locator("#table")).to_be_visible()
    expect(mara.page.locator("#room-name")).to_have_text("Mara and Penny")
    # The way back leads to the same form, which makes a room and not the same game again.
    game = mara.page.url
    mara.page.goto("/")
    mara.page.get_by_role("button", name="Play with friends").click()
    expect(mara.page.locator("#lobby")).to_be_visible()
    assert mara.page.url != game


def test_the_site_can_be_installed(take_seat_in_whole_chromium: Taker) -> None:
    page = take_seat_in_whole_chromium(size=PHONE).page
    page.goto("/")
    devtools = page.context.new_cdp_session(page)
    assert devtools.send("Page.getAppManifest")["errors"] == []
    found = devtools.send("Page.getInstallabilityErrors")["installabilityErrors"]
    # Each browser of a test is an incognito window, where nothing is installed.
    assert [one["errorId"] for one in found] == ["in-incognito"]


def _moving(page: Page) -> bool:
    """Return whether anything of the picture moves."""
    found: bool = page.evaluate(
        """() => document.querySelector("[data-demo]").getAnimations({ subtree: true })
            .some((one) => one.playState === "running" && one.effect.getTiming().iterations > 1)"""
    )
    return found


def test_the_moving_picture_can_be_paused_and_stops_off_screen(take_seat: Taker) -> None:
    mara = take_seat(size={"width": 390, "height": 500}, prefs={"speed": "normal"})
    mara.page.goto("/")
    demo = mara.page.locator("[data-demo]")
    demo.scroll_into_view_if_needed()
    expect(demo).not_to_have_class("tray demo still")
    assert _moving(mara.page)
    pause = mara.page.get_by_role("checkbox", name="Pause the animation")
    pause.focus()
    mara.page.keyboard.press("Space")
    assert not _moving(mara.page)
    mara.page.keyboard.press("Space")
    mara.page.locator("footer").scroll_into_view_if_needed()
    expect(demo).to_have_class("tray demo still")
    assert not _moving(mara.page)

    calm = take_seat(size=PHONE, reduced_motion="reduce", prefs={"speed": "normal"})
    calm.page.goto("/")
    assert not _moving(calm.page)
    expect(calm.page.get_by_role("checkbox", name="Pause the animation")).to_be_hidden()
    expect(calm.page.get_by_text("Keep what scores.", exact=True)).to_have_css("opacity", "1")
