"""Everybody can play: axe finds nothing on any page, and a whole game goes by keyboard alone."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.support.page_faults import has_no_faults, has_no_faults_in_any_light
from tests.support.seats import DESK, Seat, acting, by_keys, play_one, play_to_the_end

SMALL = {"width": 320, "height": 640}
WIDEST = "W" * 24
"""No name is wider."""


CALM = {"reduced_motion": "reduce", "prefs": {"tour": True}}


def test_axe_finds_nothing_on_pages_outside_a_room(take_seat: Callable[..., Seat]) -> None:
    mara, ines = take_seat(size=SMALL, **CALM), take_seat(size=DESK, **CALM)
    mara.page.goto("/")
    has_no_faults_in_any_light(mara.page)
    ines.problems, before = [], ines.problems  # Chromium complains of every 404 and 403
    for path in ("/about/", "/privacy/", "/rules/", "/nowhere/", "/find/?code=nonsense"):
        ines.page.goto(path)
        has_no_faults_in_any_light(ines.page)
    ines.page.evaluate("document.querySelector('[name=csrfmiddlewaretoken]').remove()")
    ines.page.get_by_label("Your name").fill("Ines")
    ines.page.get_by_role("button", name="Play with friends").click()
    expect(ines.page.locator("main.error")).to_be_visible()
    has_no_faults_in_any_light(ines.page)
    ines.problems = before
    ines.page.goto(mara.opens_a_room(WIDEST))
    has_no_faults_in_any_light(ines.page)


def test_axe_finds_nothing_in_any_sheet(take_seat: Callable[..., Seat]) -> None:
    mara = take_seat(size=SMALL, **CALM)
    mara.opens_a_room(WIDEST)
    for opener in ("rules-sheet", "more-sheet"):
        mara.page.locator(f'header [data-sheet="{opener}"]').click()
        has_no_faults_in_any_light(mara.page, f"#{opener}")
        mara.page.keyboard.press("Escape")
    sheets = (
        "[...document.querySelectorAll('header ~ * [data-sheet]')].map((one) => one.dataset.sheet)"
    )
    opened = set(mara.page.evaluate(sheets))
    assert {"invite-sheet", "settings-sheet", "keys-sheet", "room-sheet"} <= opened
    for sheet in sorted(opened - {"rules-sheet", "more-sheet"}):
        mara.page.evaluate("(id) => document.querySelector(`[data-sheet=${id}]`).click()", sheet)
        expect(mara.page.locator(f"#{sheet}")).to_be_visible()
        has_no_faults_in_any_light(mara.page, f"#{sheet}")
        mara.page.keyboard.press("Escape")


def test_axe_finds_nothing_from_the_lobby_to_the_result(take_seat: Callable[..., Seat]) -> None:
    mara, ines = take_seat(size=SMALL, **CALM), take_seat(size=DESK, **CALM)

    def both_have_no_faults() -> None:
        """Both sizes use the same colours, so one of them is enough for contrasts."""
        has_no_faults_in_any_light(mara.page)
        has_no_faults(ines.page, rules={"color-contrast": {"enabled": False}})

    ines.sits_down(mara.opens_a_room(WIDEST), "Ines")
    mara.sees(2)
    both_have_no_faults()
    mara.edits()
    has_no_faults_in_any_light(mara.page)
    mara.page.go_back()
    mara.page.locator("#seats .tool").nth(1).click()
    has_no_faults_in_any_light(mara.page)
    # Axe takes twice as long with the editor and all dialogs in the page.
    mara.page.reload()
    mara.is_live()
    mara.plays_to(500)
    mara.starts()
    turn = acting([mara.page, ines.page])
    assert turn is not None
    both_have_no_faults()
    play_one(turn, by_keys)
    turn = acting([mara.page, ines.page])
    assert turn is not None
    turn.keyboard.press("a")
    both_have_no_faults()
    for page in (mara.page, ines.page):
        if page.locator("#tips-skip").is_visible():
            page.locator("#tips-skip").click()
    play_to_the_end([mara, ines])
    both_have_no_faults()
    mara.page.locator(".result summary", has_text="More").click()
    mara.page.locator(".result").get_by_role("link", name="Standings").click()
    expect(mara.page.get_by_role("button", name="Invite everyone")).to_be_visible()
    for summary in mara.page.locator("summary").all():
        summary.click()
    has_no_faults_in_any_light(mara.page)
    mara.page.goto("/")
    has_no_faults_in_any_light(mara.page)


def _tab_to(page: Page, selector: str) -> None:
    """Press Tab until this is focused; it must be reached and be visible."""
    for _ in range(60):
        page.keyboard.press("Tab")
        if page.evaluate("(wanted) => document.activeElement.matches(wanted)", selector):
            expect(page.locator(":focus")).to_be_in_viewport()
            return
    raise AssertionError(f"Tab never came to {selector}")


def _by_tab_and_enter(page: Page, key: str) -> None:
    """Without the table's own keys: Tab to the target, then Space or Enter."""
    if key == "a":
        for die in range(page.locator("#thrown > .die").count()):
            one = page.locator("#thrown > .die").nth(die)
            marked = one.get_attribute("data-can") is not None
            if marked and one.get_attribute("aria-pressed") == "false":
                _tab_to(page, f"#thrown > .die:nth-child({die + 1})")
                page.keyboard.press("Space")
    else:
        _tab_to(page, {"r": "#roll", "b": "#bank"}[key])
        page.keyboard.press("Enter")


def _by_tab_and_key(page: Page, key: str) -> None:
    """The dice by Tab, Roll and Bank by their keys: the focused die may be gone after that."""
    if key == "a":
        _by_tab_and_enter(page, key)
    else:
        page.keyboard.press(key)


def _holds_focus(page: Page) -> None:
    """The focus was not lost to the top of the page."""
    assert page.evaluate("document.activeElement !== document.body")


def test_a_whole_game_by_keyboard_alone(take_seat: Callable[..., Seat]) -> None:
    mara, ines = take_seat(), take_seat()
    mara.page.goto("/")
    _tab_to(mara.page, "[name=name]")
    mara.page.keyboard.type("Mara")
    _tab_to(mara.page, ".enter.felt")
    mara.page.keyboard.press("Enter")
    expect(mara.page.locator("#lobby")).to_be_visible()
    ines.page.goto(mara.page.url)
    _tab_to(ines.page, "[name=name]")
    ines.page.keyboard.type("Ines")
    ines.page.keyboard.press("Enter")
    expect(ines.page.locator("#lobby")).to_be_visible()
    mara.sees(2)
    _tab_to(mara.page, "#change-rules")
    mara.page.keyboard.press("Enter")
    _tab_to(mara.page, '[data-preset="kcd"]')
    mara.page.keyboard.press("Enter")
    expect(mara.page.locator("#rules-name")).to_have_text("Tavern (Kingdom Come)")
    _tab_to(mara.page, "#choose-sheet .chosen button[data-close]")
    mara.page.keyboard.press("Enter")
    mara.plays_to(600)
    _tab_to(mara.page, "#start")
    mara.page.keyboard.press("Enter")

    # The first turns with Tab and Enter only, then with the table's keys.
    for decision in range(6):
        turn = acting([mara.page, ines.page])
        if turn is None:  # a very lucky throw
            break
        play_one(turn, _by_tab_and_enter if decision % 2 else _by_tab_and_key)
        _holds_focus(turn)
    while (turn := acting([mara.page, ines.page])) is not None:
        play_one(turn, by_keys, enough=300)
    for page in (mara.page, ines.page):
        _holds_focus(page)
    _tab_to(mara.page, "#rematch")
    mara.page.keyboard.press("Enter")
    for page in (ines.page, mara.page):
        expect(page.locator("#table")).to_be_visible()
    mara.page.keyboard.press("?")
    expect(mara.page.locator("#keys-sheet")).to_be_visible()
    mara.page.keyboard.press("Escape")
    expect(mara.page.locator("#keys-sheet")).to_be_hidden()
