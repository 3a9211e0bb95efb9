"""The end of a game on the felt: for winner, loser and spectator; its scene, and its picture."""

from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, Route, expect

from tests.support.page_faults import has_no_faults
from tests.support.seats import PHONE, Seat, play_to_the_end, until
from tests.support.services import Daphne

SMALL = {"width": 360, "height": 740}

# As soon as the scene begins, a tap on the button that is to come.
TAP_THE_SCENE = """
    const animate = Element.prototype.animate;
    Element.prototype.animate = function (...given) {
        const shown = () => getComputedStyle(document.querySelector(".again")).opacity;
        if (!window.scene) {
            window.scene = {};
            requestAnimationFrame(() => requestAnimationFrame(() => {
                window.scene.before = shown();
                document.getElementById("rematch").click();
                window.scene.after = shown();
            }));
        }
        return animate.apply(this, given);
    };
"""

PARTS = (
    *("#win-title", "#win-points", "#win-how", "#last-throw", "#throw-words", ".ways-field"),
    *(".tile:nth-child(1)", ".tile:nth-child(2)", ".tile:nth-child(3)", ".praise"),
    *(".again", "#result .pad"),
)

BOXES = """
    (parts) => parts.map((part) => {
        const { x, y, width, height } = document.querySelector(part).getBoundingClientRect();
        return [part, x, y, width, height].join(" ");
    })
"""


class Analysis:
    """Pages are told that the chances to win are being worked out, until they may know."""

    known, exact = False, False

    def answer(self, route: Route) -> None:
        # Node does not know the name that Chromium was given.
        answer = route.fetch(url=route.request.url.replace("laptop.test", "127.0.0.1"))
        told: dict[str, Any] = answer.json()
        if not self.known and told:
            told["analysis"] = "waiting"
            for row in told["rows"]:
                row.update(accuracy=None, luck=None, mistake=None)
        elif told:
            loss = "7.3%" if self.exact else "7.1%"
            told["solvable"] = not self.exact
            for row in told["rows"]:
                row["mistake"] = {"loss": loss, "exact": self.exact, "url": "/"}
        route.fulfill(response=answer, json=told)


def _boxes(page: Page) -> list[str]:
    boxes: list[str] = page.evaluate(BOXES, list(PARTS))
    return boxes


def test_the_end_of_a_game_is_a_scene_that_moves_nothing_when_the_analysis_comes(
    take_seat: Callable[..., Seat], server: Daphne
) -> None:
    at_home = f"http://laptop.test:{server.port}"
    mara = take_seat(size=PHONE, prefs={"speed": "normal"})
    ines = take_seat(reduced_motion="reduce", prefs={"speed": "normal"})
    watcher = take_seat(at_home, size={"width": 320, "height": 568}, prefs={"speed": "normal"})
    seats, analysis = (mara, ines, watcher), Analysis()
    for seat in seats:
        seat.context.add_init_script(TAP_THE_SCENE)
        seat.page.route("**/result/1/", analysis.answer)
    url = mara.opens_a_room("Mara", "kcd", target=700)
    ines.sits_down(url, "Ines")
    mara.sees(2)
    watcher.page.goto(f"{url.replace(server.url, at_home)}?watch")
    mara.starts()
    play_to_the_end([mara, ines])

    # A tap shows the end at once, and presses nothing.
    until(mara.page, "window.scene?.after")
    assert mara.page.evaluate("window.scene") == {"before": "0", "after": "1"}
    expect(mara.page.locator("#rematch")).not_to_have_attribute("aria-disabled", "true")
    assert ines.page.evaluate("window.scene") is None
    expect(ines.page.locator("#win-title")).to_be_focused()

    titles = {seat.page.locator("#win-title").inner_text() for seat in (mara, ines)}
    assert "You win!" in titles
    assert len(titles) == 2
    for seat, label in ((mara, "Your best turn"), (ines, "Your best turn"), (watcher, "Best turn")):
        expect(seat.page.locator(".tile-label").first).to_have_text(label)
        expect(seat.page.locator(".ways-missing")).to_have_text("Still being worked out…")
    before = [_boxes(seat.page) for seat in seats]
    analysis.known = True
    for seat in seats:
        expect(seat.page.get_by_role("img", name="Chance to win")).to_be_visible()
        expect(seat.page.locator(".praise")).not_to_be_empty()
    for seat, boxes in zip(seats, before, strict=True):
        assert _boxes(seat.page) == boxes
    for seat in seats:
        has_no_faults(seat.page)

    # An estimate says "about", and exact chances take its place when they are known.
    cost = mara.page.locator(".cost")
    expect(cost).to_have_text("See the choice that cost you about 7.1%")
    analysis.exact = True
    expect(cost).to_have_text("See the choice that cost you 7.3%")

    # Who comes later sees the end, and no scene.
    mara.page.reload()
    expect(mara.page.get_by_role("img", name="Chance to win")).to_be_visible()
    assert mara.page.evaluate("window.scene") is None

    # Without Web Share, as on plain http at home, the picture is saved.
    with watcher.page.expect_download() as saved:
        watcher.page.locator("#send-picture").click()
    assert saved.value.suggested_filename == "farkle-game-1.png"
    assert saved.value.path().read_bytes().startswith(b"\x89PNG")


def test_luck_and_accuracy_stand_above_the_buttons_of_a_phone(
    take_seat: Callable[..., Seat],
) -> None:
    mara = take_seat(size=SMALL)
    mara.opens_a_room("Mara", "kcd", target=700)
    mara.adds_computers("pip")
    mara.starts()
    play_to_the_end([mara])
    page = mara.page
    # The host of a game against one computer has the most buttons.
    for name in ("Rematch", "Change a rule", "One level up: Magpie, easy"):
        expect(page.get_by_role("button", name=name)).to_be_in_viewport(ratio=1)
    for width, height in ((390, 844), (360, 740), (320, 640), (1280, 800)):
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate("scrollTo(0, 0)")
        tiles, buttons = (page.locator(part).bounding_box() for part in (".tiles", ".again"))
        assert tiles
        assert buttons
        assert tiles["y"] + tiles["height"] <= buttons["y"], width
        assert page.evaluate("document.documentElement.scrollWidth") == width
        expect(page.locator("#rematch")).to_be_in_viewport(ratio=1)
    expect(page.locator("#go-through")).to_be_in_viewport(ratio=1)
