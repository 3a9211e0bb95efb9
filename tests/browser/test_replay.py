"""A past game in a real browser: stepped through by keys, links and swipes; its dice checked."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.support import services
from tests.support.page_faults import has_no_faults
from tests.support.seats import PHONE, Seat, play_to_the_end


@pytest.fixture
def played(take_seat: Callable[..., Seat]) -> tuple[Seat, Seat]:
    """Two who have just played a game to its end."""
    mara, ines = take_seat(), take_seat(size=PHONE, has_touch=True, color_scheme="dark")
    url = mara.opens_a_room("Mara")
    ines.sits_down(url, "Wilhelmina von Habsburg")
    mara.sees(2)
    mara.plays_to(1000)
    mara.starts()
    play_to_the_end([mara, ines], enough=400)
    return mara, ines


def step(page: Page) -> int:
    return int(page.locator("#replay").get_attribute("data-scene") or "-1")


def at(page: Page, number: int) -> None:
    """The page shows this step, and its address says so."""
    expect(page.locator("#replay")).to_have_attribute("data-scene", str(number))
    expect(page).to_have_url(re.compile(rf"/game/1/{number}/$"))


def faces(page: Page) -> list[str]:
    """Those of the throw that the page shows."""
    faces: list[str] = page.locator("#stage .thrown .die").evaluate_all(
        "all => all.map(one => one.dataset.face)"
    )
    return faces


def ready(page: Page) -> None:
    """The script has started: until then, links load each step as a page."""
    expect(page.locator("#play")).to_be_visible()


def test_a_game_is_gone_through_and_its_dice_are_checked(
    played: tuple[Seat, Seat], server: services.Daphne
) -> None:
    mara, ines = played
    page = mara.page
    expect(page.locator("#own-check")).to_have_attribute("data-fits", "true")
    expect(page.locator("#own-check")).to_contain_text("its data was used")
    # Every code of the proof says what it is.
    page.locator("#checked summary").click()
    expect(page.locator("#checked dt + dd:visible")).to_have_count(4)
    expect(page.locator("#checked dd:empty")).to_have_count(0)
    page.locator("#go-through").click()
    ready(page)
    last = int(page.locator("#replay").get_attribute("data-last") or "0")
    assert step(page) == last
    has_no_faults(page)

    page.keyboard.press("Home")
    at(page, 0)
    expect(page.locator("#stage h2")).to_have_text("Roll to start")
    page.keyboard.press("ArrowRight")
    at(page, 1)
    thrown = 1
    page.keyboard.press("ArrowRight")
    at(page, 2)
    while not page.locator("#stage [data-kept]").count():  # a farkle at once, which is rare
        thrown = step(page)
        page.keyboard.press("ArrowRight")
        at(page, thrown + 1)
    expect(page.locator("#stage [data-kept]").first).to_be_visible()
    expect(page.locator("#said")).to_contain_text(re.compile("keeps|banks"))
    page.keyboard.press("ArrowLeft")
    at(page, thrown)
    first = faces(page)
    assert len(first) == 6
    page.keyboard.press("ArrowRight")
    at(page, thrown + 1)
    page.keyboard.press("ArrowLeft")
    at(page, thrown)
    assert faces(page) == first
    page.keyboard.press("End")
    at(page, last)

    # Chances and luck come by themselves once they are worked out, and stand beside each step.
    expect(page.locator("#luck .sums thead .who")).to_have_count(2)
    page.evaluate("scrollTo(0, 0)")
    for part in ("#stage .tray", "#graph .graph svg:visible", "#play"):
        expect(page.locator(part)).to_be_in_viewport(ratio=1)
    jumps_by_the_graph(page, last)
    expect(page.locator("#tab-choices")).to_have_text("My game")
    mistakes = page.locator("#mistakes h3")
    expect(mistakes).to_have_text(["Your choices", "Others' choices"])
    page.keyboard.press("Home")
    for scene in range(thrown + 2):
        at(page, scene)
        page.keyboard.press("ArrowRight")
    at(page, thrown + 2)
    page.keyboard.press("ArrowLeft")
    at(page, thrown + 1)
    expect(page.locator("#after .verdict")).to_contain_text(re.compile(r"\d%"))
    page.keyboard.press("End")
    at(page, last)

    # The rules come when they are opened.
    expect(page.locator("#rules-card .card")).to_have_count(0)
    page.locator("#rules-card summary").click()
    expect(page.locator("#rules-card .card")).to_be_visible()

    # From a moment of the game to its step, and back by the browser's own button.
    page.locator(".moments a").first.click()
    expect(page).not_to_have_url(re.compile(rf"/game/1/{last}/$"))
    jumped = step(page)
    page.go_back()
    at(page, last)
    page.go_forward()
    at(page, jumped)

    # By itself, and stopped.
    page.keyboard.press("Home")
    at(page, 0)
    page.keyboard.press("Space")
    expect(page.locator("#play")).to_have_text("Pause")
    expect(page.locator("#replay")).not_to_have_attribute("data-scene", "0")
    page.keyboard.press("Space")
    expect(page.locator("#play")).to_have_text("Play")

    page.goto(page.url)
    has_no_faults(page)
    page.get_by_role("link", name="Check the dice").click()
    expect(page.locator("#check-words")).to_have_text(
        "Verified: no roll was changed after the game began."
    )
    expect(page.locator("#check-means")).to_contain_text("Web Crypto")
    has_no_faults(page)
    page.locator("summary", has_text="Roll by roll").click()
    expect(page.locator("#throws [data-fits=true]").nth(last // 3 - 1)).to_be_attached()
    check = page.url
    expect(page.locator("#says-own")).to_contain_text("Matches what this browser saw")
    expect(page.locator("#says-own")).to_have_attribute("data-fits", "true")
    page.evaluate(
        """() => {
            const key = Object.keys(localStorage).find((one) => /^farkle-dice:.*:1$/.test(one));
            const note = JSON.parse(localStorage.getItem(key));
            localStorage.setItem(key, JSON.stringify({ ...note, commitment: "0".repeat(64) }));
        }"""
    )
    page.reload()
    expect(page.locator("#check-words")).to_have_text("Check failed.")
    expect(page.locator("#says-own")).to_contain_text("a different fingerprint before the game")
    has_no_faults(page)
    page.goto("/games/")
    expect(page.locator(".games a")).to_have_count(1)
    page.locator("summary", has_text="Search").click()
    has_no_faults(page)
    for path in ("/games/figures/", "/figures/"):
        page.goto(path)
        has_no_faults(page)

    # A phone on plain http: swiped, and checked by our own arithmetic.
    phone = ines.page
    phone.goto(f"http://laptop.test:{server.port}{check.split(str(server.port))[1]}")
    expect(phone.locator("#check-words")).to_have_text(
        "Verified: no roll was changed after the game began."
    )
    expect(phone.locator("#check-means")).to_contain_text("this page's own code")
    phone.locator("header a").click()
    phone.locator('[data-go="first"]').click()
    at(phone, 0)
    ready(phone)
    swipe(phone, -120)
    at(phone, 1)
    swipe(phone, 120)
    at(phone, 0)
    has_no_faults(phone)
    goes_through_the_tabs(phone)
    phone.set_viewport_size({"width": 320, "height": 640})
    assert phone.evaluate("document.documentElement.scrollWidth") == 320


COUNT_THE_SOUNDS = """
    window.sounds = 0;
    const real = BaseAudioContext.prototype.createBufferSource;
    BaseAudioContext.prototype.createBufferSource = function () {
        window.sounds += 1;
        return real.call(this);
    };
"""


def test_a_game_can_be_followed_by_ear(played: tuple[Seat, Seat]) -> None:
    page = played[0].page
    page.locator("#go-through").click()
    ready(page)
    expect(page.locator("#luck .sums thead .who")).to_have_count(2)
    address = page.locator("#replay").get_attribute("data-address")
    page.clock.install()
    page.add_init_script(COUNT_THE_SOUNDS)
    page.goto(f"{address}1/")
    ready(page)
    page.clock.pause_at(page.evaluate("Date.now() + 1000"))
    said = page.locator("#said")
    graph = page.get_by_role("slider", name="Step of the game")
    expect(graph).to_have_attribute("aria-valuetext", re.compile(r"^.+, round 1 · Step 1 · Mara "))

    # Each line ends like a sentence, dice are words, and once read it goes.
    while not page.locator("#after .verdict:not([data-kind=luck])").count():
        before = step(page)
        page.keyboard.press("ArrowRight")
        at(page, before + 1)
    dice = r"(the|a|two|three|four|five|six|1 to) [1-6]"
    expect(said).to_contain_text(re.compile(rf"Kept {dice}.* and (banked|rolled \d dic?e)[. ]"))
    page.clock.run_for(60_000)
    expect(said).to_be_empty()

    # Started by a key, playback waits for what is read; started by a pointer, it does not.
    page.keyboard.press("Home")
    at(page, 0)
    assert page.evaluate("sounds") == 0
    expect(page.locator("#stage")).not_to_have_attribute("data-rolls", "")
    page.keyboard.press("Space")
    at(page, 1)
    assert page.evaluate("sounds") == 1, "the dice are heard"
    expect(page.locator("#stage")).to_have_attribute("data-rolls", "")
    page.clock.run_for(1000)
    at(page, 1)
    page.clock.run_for(60 * len(said.text_content() or ""))
    at(page, 2)
    page.keyboard.press("Space")
    page.keyboard.press("Home")
    at(page, 0)
    page.locator("#play").click()
    at(page, 1)
    page.clock.run_for(1000)
    at(page, 2)
    page.keyboard.press("Home")
    at(page, 0)
    for speed in (2, 4):
        page.get_by_role("button", name="Speed").click()
        expect(page.get_by_role("button", name=f"Speed {speed}")).to_be_visible()
    page.locator("#play").click()
    at(page, 1)
    page.clock.run_for(250)
    at(page, 2)


def jumps_by_the_graph(page: Page, last: int) -> None:
    """The chart tells the step that is pointed at, and goes there; keys move it as well."""
    graph = page.get_by_role("slider", name="Step of the game")
    expect(graph).to_have_attribute("aria-valuenow", str(last))
    expect(graph).to_have_attribute("aria-valuetext", re.compile(r"Mara (0|100)%"))
    drawing, wanted = graph.locator("svg:visible"), last // 3
    share = drawing.evaluate(
        """(svg, part) => {
            const [from, to] = [Number(svg.dataset.from), Number(svg.dataset.to)];
            return (from + (to - from) * part) / svg.viewBox.baseVal.width;
        }""",
        wanted / last,
    )
    box = drawing.bounding_box()
    assert box
    place = {"x": box["width"] * share, "y": box["height"] / 3}
    drawing.hover(position=place)
    expect(page.locator("#graph-now")).to_contain_text(f"Step {wanted} ")
    drawing.click(position=place)
    at(page, wanted)
    graph.focus()
    page.keyboard.press("ArrowRight")
    at(page, wanted + 1)
    expect(graph).to_have_attribute("aria-valuenow", str(wanted + 1))
    for key, step in (("ArrowUp", 1), ("PageUp", 10), ("PageDown", -10), ("ArrowDown", -1)):
        now = int(graph.get_attribute("aria-valuenow") or 0)
        page.keyboard.press(key)
        at(page, max(0, min(last, now + step)))
    page.locator("#charts summary", has_text="Chances as a table").click()
    expect(page.locator("#charts table").first.locator("tbody tr").nth(1)).to_be_visible()


def goes_through_the_tabs(page: Page) -> None:
    """Each tab shows its part below the dice, by keys and by taps; on paper all parts are there."""
    expect(page.locator("#luck .sums thead .who")).to_have_count(2)
    tabs = page.get_by_role("tab")
    expect(tabs).to_have_text(["Replay", "Analysis", "Table"])
    panel = page.get_by_role("tabpanel")
    tabs.first.focus()
    step_before = step(page)
    for key, name, part in (
        ("ArrowRight", "Analysis", "#mistakes"),
        ("ArrowRight", "Table", "#charts"),
        ("ArrowRight", "Replay", "#after"),
        ("End", "Table", ".moments"),
        ("Home", "Replay", "#play"),
        ("ArrowLeft", "Table", "#rules-card"),
    ):
        page.keyboard.press(key)
        expect(page.get_by_role("tab", name=name)).to_be_focused()
        expect(page.get_by_role("tab", selected=True)).to_have_text(name)
        expect(panel).to_have_count(1)
        expect(panel).to_have_accessible_name(name)
        expect(panel.locator(part)).to_be_visible()
        if name == "Analysis" or key == "End":
            has_no_faults(page)
    assert step(page) == step_before

    # At the end of a part the dice are in sight, and the next part begins at its beginning.
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    for name in ("Analysis", "Replay"):
        expect(page.locator("#stage .tray")).to_be_in_viewport(ratio=1)
        page.get_by_role("tab", name=name).click()
        tab, begins = page.locator("#tabs").bounding_box(), panel.bounding_box()
        assert tab
        assert begins
        assert begins["y"] >= tab["y"] + tab["height"]
    page.emulate_media(media="print")
    expect(page.locator("#mistakes")).to_be_visible()
    expect(page.locator(".final")).to_be_visible()
    page.emulate_media(media="screen")
    expect(page.locator("#mistakes")).to_be_hidden()


def swipe(page: Page, by: int) -> None:
    """A finger across the tray, `by` pixels to the right."""
    page.locator("#stage .tray").evaluate(
        """(tray, by) => {
            const { left, top, width, height } = tray.getBoundingClientRect();
            const at = { clientX: left + width / 2, clientY: top + height / 2 };
            const finger = { bubbles: true, pointerType: "touch" };
            tray.dispatchEvent(new PointerEvent("pointerdown", { ...finger, ...at }));
            const end = { ...at, clientX: at.clientX + by };
            tray.dispatchEvent(new PointerEvent("pointerup", { ...finger, ...end }));
        }""",
        by,
    )
