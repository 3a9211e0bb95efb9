"""A past game in a real browser: stepped through by keys, links and swipes; its dice checked."""

import json
import re
from collections.abc import Callable
from random import Random

import pytest
from playwright.sync_api import Page, expect

from farkle import PRESETS, Bank, Build, GameState, Record, Roll
from farkle.ai.chance.files import find_chances
from farkle.ai.players import decide
from farkle.ai.review.winning import Judgement, winning
from tests.support import services
from tests.support.page_faults import has_no_faults
from tests.support.seats import DESK, PHONE, Seat, play_to_the_end


@pytest.fixture
def played(take_seat: Callable[..., Seat]) -> tuple[Seat, Seat]:
    """Two who have just played a game to its end."""
    mara, ines = take_seat(), take_seat(size=PHONE, has_touch=True, color_scheme="dark")
    url = mara.opens_a_room("Mara", target=1000)
    ines.sits_down(url, "Wilhelmina von Habsburg")
    mara.sees(2)
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
    page.set_viewport_size(PHONE)
    page.evaluate("scrollTo(0, 0)")
    for part in ("#stage .tray", "#graph .graph svg:visible", "#play", "#after .verdict .made"):
        expect(page.locator(part)).to_be_in_viewport(ratio=1)
    page.set_viewport_size(DESK)
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


def game_of_computers(seed: int) -> Record:
    random, rules = Random(seed), PRESETS["kcd"]

    def throw(count: int) -> list[int]:
        return random.choices(range(1, 7), k=count)

    state, batch = GameState.start(rules, 2, throw)
    record = Record(rules, 2, batch, names=("Ada", "Ben"))
    while state.phase != "over":
        action = decide(state, "penny", random)
        state, batch = state.apply(action, throw)
        record = record.and_then(action, batch)
    return record


def mistaken() -> tuple[Record, tuple[Judgement, ...]]:
    """Return the record of a game of two with a few mistakes, and these, worst first."""
    for record in map(game_of_computers, range(100)):
        judged = winning(record, find_chances(record.rules))
        if judged and 2 <= len(judged.mistakes) <= 4:
            return record, judged.mistakes
    raise AssertionError("no such game")


def decides(page: Page, action: Roll | Bank | Build) -> None:
    """Decide by keys alone."""
    assert not isinstance(action, Build)
    for face in set(action.keep):
        dice = page.locator(f'#thrown [data-face="{face}"]')
        while dice.and_(page.locator("[aria-pressed=true]")).count() < action.keep.count(face):
            free = dice.and_(page.locator("[aria-pressed=false]")).first
            page.keyboard.press(
                str(1 + free.evaluate("die => [...die.parentNode.children].indexOf(die)"))
            )
    page.keyboard.press(action.do[0])
    if page.locator("#acts .asks, #slip-main .tip").count():  # whether that is meant
        page.keyboard.press(action.do[0])


def test_a_choice_is_decided_again_by_keys_and_by_taps(take_seat: Callable[..., Seat]) -> None:
    record, mistakes = mistaken()
    page = take_seat().page
    page.goto("/games/bring/")
    page.locator("[name=record]").fill(json.dumps(record.to_dict()))
    page.get_by_role("button", name="Check and open").click()
    ready(page)
    tries = page.locator("#mistakes [data-try]")
    expect(tries).to_have_count(len(mistakes))
    answer = page.locator("#trial-answer")

    # By keys alone, through all mistakes: the first is found, the others are made again.
    tries.first.focus()
    page.keyboard.press("Enter")
    for number, mistake in enumerate(mistakes, 1):
        place = f"Mistake {number} of {len(mistakes)}"
        expect(page.locator("#trial-number")).to_have_text(place)
        expect(page).to_have_url(re.compile(r"/\d+/#try$"))
        expect(page.locator("#heading")).to_be_focused()
        expect(page.locator("#announce")).to_contain_text(place)
        expect(page.locator("#announce")).to_contain_text("Scoring: ")
        for hidden in (answer, page.locator("#stage"), page.locator("#steps")):
            expect(hidden).to_be_hidden()
        action = (mistake.best if number == 1 else mistake.chosen).action
        decides(page, action)
        expect(answer).to_be_focused()
        words = "The best move." if number == 1 else "The same as in the game."
        expect(answer).to_contain_text(words)
        expect(page.locator("#acts")).to_be_hidden()
        if number == 1:
            has_no_faults(page)
        if number < len(mistakes):
            page.keyboard.press("Tab")
            expect(page.get_by_role("button", name="Next mistake")).to_be_focused()
            page.keyboard.press("Enter")
    expect(answer).to_contain_text(f"1 of {len(mistakes)} found at the first try.")
    expect(page.get_by_role("button", name="Next mistake")).to_be_hidden()
    page.get_by_role("button", name="Try again").click()
    expect(answer).to_be_hidden()
    link = page.url
    page.get_by_role("button", name="Back to the replay").click()
    expect(page).to_have_url(link.removesuffix("#try"))
    expect(page.locator("#trial")).to_be_hidden()
    expect(page.locator("#after .verdict")).to_be_visible()

    # On a phone, from a link to the position, by taps; the dice stay in sight.
    phone = take_seat(size=PHONE, has_touch=True, color_scheme="dark").page
    phone.goto(link)
    expect(phone.get_by_role("tab", selected=True)).to_have_text("Analysis")
    for part in ("#trial-stage .tray", "#trial .acts"):
        expect(phone.locator(part)).to_be_in_viewport(ratio=1)
    phone.locator("#thrown [data-off]").first.tap(force=True)
    expect(phone.locator("#notice")).to_contain_text("doesn't score")
    phone.locator("#thrown [data-can]").first.tap()
    expect(phone.locator("#thrown [aria-pressed=true]").first).to_be_visible()
    has_no_faults(phone)
    roll, verdict = phone.locator("#roll"), phone.locator("#trial-answer .verdict")
    roll.tap()
    expect(verdict.or_(phone.locator("#acts .asks"))).to_be_visible()
    if not verdict.is_visible():
        phone.wait_for_function("!document.querySelector('.dead')")
        roll.tap()
    expect(verdict).to_be_in_viewport()
    expect(phone.locator("#trial-stage .tray")).to_be_in_viewport(ratio=1)
    has_no_faults(phone)
    phone.get_by_role("tab", name="Replay").click()
    expect(phone.locator("#trial")).to_be_hidden()
    expect(phone.locator("#play")).to_be_visible()
    expect(phone).to_have_url(link.removesuffix("#try"))


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
