"""What is as large as it should be: dice in the tray, places in a table, letters of teams."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.test_slow_games import sends
from tests.support.seats import DESK, PHONE, Seat, play_to_the_end, until
from tests.support.tables import Two, to_choose

Taker = Callable[..., Seat]

SIZES = (
    *((640, 360), (844, 390), (932, 430)),  # phones on their side
    *((320, 568), (320, 640), (360, 640), (390, 844), (480, 900)),
    *((600, 960), (768, 1024), (820, 1180), (1024, 1366)),
    *((1024, 768), (1180, 820), (1280, 800), (1920, 1080), (2560, 1440)),
)

# The box around the dice as a part of the tray, and whether it lies between heading and shelf.
FIELD = """() => {
    const box = (selector) => document.querySelector(selector).getBoundingClientRect();
    const dice = [...document.querySelectorAll("#thrown > .die")].map((die) => {
        const { offsetWidth: edge } = die;
        const { x, y, width, height } = die.getBoundingClientRect();
        return { edge, left: x, top: y, right: x + width, bottom: y + height };
    });
    const least = (side) => Math.min(...dice.map((die) => die[side]));
    const most = (side) => Math.max(...dice.map((die) => die[side]));
    const tray = box("#tray");
    const area = (most("right") - least("left")) * (most("bottom") - least("top"));
    return {
        part: area / tray.width / tray.height,
        edge: dice[0].edge,
        inside: least("top") >= box("#tray .tray-head").bottom
            && most("bottom") <= box("#shelf").top
            && least("left") > tray.left && most("right") < tray.right,
    };
}"""

# Three notices and a toast.
NOTICES = """(hidden) => {
    for (const id of ["network", "outdated", "lost", "notice"]) {
        const node = document.getElementById(id);
        node.hidden = hidden;
        if (!hidden) node.querySelector("span").textContent ||= "Bartholomew has your seat now.";
    }
}"""

# The widest that the letters of an element reach below its box, in pixels.
CUT_OFF = """(selector) => Math.max(...[...document.querySelectorAll(selector)].map((node) => {
    const drawn = document.createRange();
    drawn.selectNodeContents(node);
    const canvas = document.createElement("canvas").getContext("2d");
    const style = getComputedStyle(node);
    canvas.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
    const drawnAs = canvas.measureText(node.textContent);
    const line = [...drawn.getClientRects()].at(-1);
    const tails = line.bottom - drawnAs.fontBoundingBoxDescent + drawnAs.actualBoundingBoxDescent;
    return tails - node.getBoundingClientRect().bottom;
}))"""


def _with_six_dice(still: Two) -> Page:
    for _ in range(50):
        turn, _other = to_choose(*still)
        if turn.locator("#thrown > .die").count() == 6:
            return turn
        turn.keyboard.press("a")
        turn.keyboard.press("b" if turn.locator("#bank").is_enabled() else "r")
    raise AssertionError("no roll of six dice")


def test_dice_fill_a_third_of_the_tray_at_every_width(still: Two) -> None:
    page = _with_six_dice(still)
    before = page.viewport_size or DESK
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        field = page.evaluate(FIELD)
        assert 0.3 <= field["part"] <= 0.4, (width, height, field)
        assert field["inside"], (width, height, field)
        assert field["edge"] >= 44, (width, height, field)
    page.set_viewport_size(before)


def test_notices_and_a_toast_leave_the_hand_in_sight(still: Two) -> None:
    page = still[0].page
    before = page.viewport_size or DESK
    page.evaluate(NOTICES, False)
    for width, height in ((1366, 768), (1280, 720), (1024, 768), (390, 844)):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate("document.documentElement.scrollHeight") == height, width
    for width, height in ((320, 640), (390, 844), (1280, 800)):
        page.set_viewport_size({"width": width, "height": height})
        hand, toast = (page.locator(part).bounding_box() for part in (".hand .slip", "#notice"))
        assert hand
        assert toast
        assert toast["y"] + toast["height"] <= hand["y"], width
    page.evaluate(NOTICES, True)
    page.set_viewport_size(before)


def test_dice_fill_a_third_of_the_tray_of_a_television(still: Two, take_seat: Taker) -> None:
    url = _with_six_dice(still).url
    page = take_seat(size={"width": 1920, "height": 1080}).page
    page.goto(f"{url.partition('?')[0]}screen/")
    expect(page.locator("#thrown > .die")).to_have_count(6)
    field = page.evaluate(FIELD)
    assert 0.3 <= field["part"] <= 0.4, field
    assert field["inside"], field


def test_twelve_places_stand_on_one_line_each_with_rematch_in_sight(take_seat: Taker) -> None:
    mara, screen = take_seat(size=PHONE), take_seat(size={"width": 1920, "height": 1080}).page
    screen.goto(f"{mara.opens_a_room('Mara', target=200)}screen/")
    for count in range(11):
        sends(mara, type="add_computer", id=f"computer-{count}", player=1, level="pip")
    mara.sees(12)
    mara.starts()
    play_to_the_end([mara], enough=50)
    for size in (PHONE, DESK):
        mara.page.set_viewport_size(size)
        mara.page.evaluate("scrollTo(0, 0)")
        box = mara.page.locator("#rematch").bounding_box()
        assert box
        assert box["y"] + box["height"] <= size["height"]
        heights = mara.page.locator("#final-rows .place").evaluate_all(
            """all => all.map((cell) => {
                const text = document.createRange();
                text.selectNodeContents(cell);
                return text.getClientRects().length;
            })"""
        )
        assert len(heights) == 12
        assert set(heights) == {1}
    # On a television the longest names stay clear of the tiles, and the last sentence on the felt.
    expect(screen.locator(".praise")).not_to_be_empty()
    screen.evaluate(
        """() => {
            for (const name of document.querySelectorAll("#story .name, #win-title")) {
                name.textContent = "Wolfeschlegelsteinhausen";
            }
            const how = document.getElementById("win-how");
            how.textContent = "700 ahead of Wolfeschlegelsteinhausen.";
        }"""
    )
    names, tiles, told, felt = (
        screen.locator(part).bounding_box()
        for part in (".ways-legend li:last-child", ".tiles", ".praise", "#win-tray")
    )
    assert names
    assert tiles
    assert told
    assert felt
    assert names["y"] + names["height"] < tiles["y"]
    assert told["y"] + told["height"] < felt["y"] + felt["height"]


def test_teams_are_named_in_the_lobby_and_read_from_a_sofa(take_seat: Taker) -> None:
    mara, screen = take_seat(), take_seat(size={"width": 1920, "height": 1080})
    url = mara.opens_a_room("Peggy")
    mara.adds_computers("pip")
    mara.page.locator("[data-teams]").first.evaluate(
        "node => { node.value = '2'; node.dispatchEvent(new Event('change', { bubbles: true })); }"
    )
    expect(mara.page.locator("#seats .team")).to_have_text(["Team\xa0A", "Team\xa0B"])
    expect(mara.page.locator("#rules-goal")).to_contain_text("2 teams")
    gap = mara.page.evaluate(
        """() => document.querySelector("#seats .name").getBoundingClientRect().left
            - document.querySelector("#seats .dot").getBoundingClientRect().right"""
    )
    assert gap >= 8
    screen.page.goto(f"{url}screen/")
    expect(screen.page.locator("#tv-seats .name").first).to_have_text("Peggy")
    assert screen.page.evaluate(CUT_OFF, "#tv-seats .name") <= 0
    faces = "all => all.map((die) => die.dataset.face ?? die.firstChild.dataset.face)"
    assert screen.page.locator("#tv-seats [data-face]").evaluate_all(faces) == mara.page.locator(
        "#seats [data-face]"
    ).evaluate_all(faces)
    mara.starts()
    letter = screen.page.locator(".tv-side .side").first
    expect(letter).to_be_visible()
    assert letter.evaluate("node => parseFloat(getComputedStyle(node).fontSize)") >= 24
    assert screen.page.evaluate(CUT_OFF, ".tv-side .name") <= 0
    until(screen.page, "document.querySelectorAll('.tv-side .name').length >= 2")
