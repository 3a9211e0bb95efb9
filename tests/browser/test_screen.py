"""The television view: large, without a button, and within the screen whatever the names are."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.support.page_faults import has_no_faults
from tests.support.seats import Seat, play_to_the_end, until

FULL_HD, ULTRA_HD = {"width": 1920, "height": 1080}, {"width": 3840, "height": 2160}
SMALL = {"width": 320, "height": 640}
RIGHT_TO_LEFT = "شهرزاد محمدی"
LONG, UNBROKEN = "Bartholomew the Great", "Wolfeschlegelsteinhausen"

# The longest total in every row, and six rows.
FILL_THE_PAD = """
async () => {
    const { pencil } = await import("/static/js/lib/pencil.js");
    const rows = document.getElementById("tv-rows");
    while (rows.rows.length < 6) rows.append(rows.rows[0].cloneNode(true));
    document.querySelector(".tv-side").dataset.rows = 6;
    for (const total of rows.querySelectorAll(".pn")) {
        total.hidden = false;
        pencil(total, -12000);
    }
}
"""

# How far from its row's edge a name begins to be seen.
STARTS = """
(row) => {
    const range = document.createRange();
    range.selectNodeContents(row.querySelector(".name"));
    return range.getBoundingClientRect().left - row.getBoundingClientRect().left;
}
"""

# Whether a text is cut off, and whether its first letter is in sight.
CUT = """
(node) => {
    const range = document.createRange();
    range.setStart(node.firstChild, 0);
    range.setEnd(node.firstChild, 1);
    const letter = range.getBoundingClientRect();
    const box = node.getBoundingClientRect();
    const seen = letter.left >= box.left - 1 && letter.right <= box.right + 1;
    return [node.scrollWidth > node.clientWidth, seen];
}
"""

# What is visible and leaves the screen, or the paper or felt that it stands on.
OUTSIDE = """
() => [...document.querySelectorAll(
    "main .pn svg, main .name, main .qr, main h1, main small, main p, main b, main .drawn")]
    .filter((one) => one.checkVisibility() && !one.closest(".vh") && one.getBoundingClientRect().width)
    .filter((one) => {
        const box = one.getBoundingClientRect();
        const sheet = one.closest(".pad, .slip, .paper, .tray")?.getBoundingClientRect();
        const bottom = document.documentElement.scrollHeight;
        const edge = sheet ?? { left: 0, top: 0, right: innerWidth, bottom };
        return box.left < edge.left - 1 || box.right > edge.right + 1
            || (box.bottom > edge.bottom + 1 && !one.closest("#tv-turns"));
    })
    .map((one) => one.outerHTML.slice(0, 120))
"""  # noqa: E501  # a program

# How much of the width and of the height the view takes, and the size of the smallest text in px.
FILLED = """
() => {
    const boxes = [...document.querySelectorAll("main .pad, main .tray, main .paper")]
        .filter((one) => one.checkVisibility()).map((one) => one.getBoundingClientRect());
    const most = (side) => Math.max(...boxes.map((box) => box[side]));
    const least = (side) => Math.min(...boxes.map((box) => box[side]));
    const texts = [...document.querySelectorAll("main *")].filter((one) =>
        one.checkVisibility() && !one.closest(".vh")
        && [...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim()));
    return [
        (most("right") - least("left")) / innerWidth,
        (most("bottom") - least("top")) / innerHeight,
        Math.min(...texts.map((one) => parseFloat(getComputedStyle(one).fontSize))),
        document.documentElement.scrollHeight <= innerHeight,
    ];
}
"""

# Locks of the display that are held, without a display.
COUNT_LOCKS = """
    window.locks = [];
    WakeLock.prototype.request = async () => {
        const lock = { released: false, release() { this.released = true; } };
        locks.push(lock);
        return lock;
    };
"""
HELD = "locks.filter((lock) => !lock.released).length"
# Another tab in front takes the lock away; then the page is seen again.
LOSE_LOCK = """
    () => {
        for (const lock of locks) lock.released = true;
        document.dispatchEvent(new Event("visibilitychange"));
    }
"""


def _fits(page: Page) -> None:
    """The view fills the screen in both sizes, and nothing leaves its place."""
    for size, smallest in ((FULL_HD, 28), (ULTRA_HD, 56)):
        page.set_viewport_size(size)
        wide, high, text, still = page.evaluate(FILLED)
        assert wide > 0.9
        assert high > 0.9
        assert text >= smallest, text
        assert still
        assert page.evaluate(OUTSIDE) == []
    # On a phone it scrolls.
    page.set_viewport_size(SMALL)
    assert page.evaluate("document.documentElement.scrollWidth") == SMALL["width"]
    assert page.evaluate(OUTSIDE) == []
    page.set_viewport_size(FULL_HD)
    expect(page.get_by_role("button")).to_have_count(0)
    expect(page.get_by_role("link")).to_have_count(0)
    expect(page.get_by_role("img", name="QR code")).to_be_visible()


@pytest.mark.parametrize("browser_of_each_font", ["DejaVu Sans"], indirect=True)
def test_a_television_shows_lobby_game_and_result_from_three_metres(
    take_seat_in_each_font: Callable[..., Seat],
) -> None:
    mara, ines = take_seat_in_each_font(), take_seat_in_each_font(prefs={"awake": False})
    television = take_seat_in_each_font(size=FULL_HD)
    screen = television.page
    for seat in (mara, ines, television):
        seat.context.add_init_script(COUNT_LOCKS)
    url = mara.opens_a_room(LONG)
    mara.page.get_by_role("button", name="Show on a TV").click()
    dialog = mara.page.get_by_role("dialog", name="Show on a TV")
    expect(dialog).to_contain_text("in the TV's browser")
    code = dialog.locator(".spoken").inner_text()
    screen.goto("/")
    screen.locator("#code").fill(code)
    screen.locator("#code").press("Enter")
    screen.get_by_role("link", name="Show the game on this screen").click()
    expect(screen).to_have_url(f"{url}screen/")
    mara.page.keyboard.press("Escape")
    ines.sits_down(url, UNBROKEN)
    mara.sees(2)
    seats = screen.locator("#tv-seats")
    expect(seats).to_contain_text(UNBROKEN)
    expect(seats).to_contain_text("Your seat?")
    expect(screen.locator("#tv-wait")).to_have_text(f"Waiting for {LONG} to start the game.")
    _fits(screen)
    has_no_faults(screen)

    mara.plays_to(500)
    expect(screen.locator(".tv-strip [data-rules-goal]")).to_contain_text("Play to 500")
    mara.starts()
    expect(screen.locator("#tv-chance-words")).to_have_text("farkle risk with 6 dice")
    expect(screen.locator(".tv-slip .tv-join")).to_have_text(re.compile(rf"127.0.0.1:\d+\s*{code}"))
    expect(screen.locator("#tv-chance")).to_have_text("2%")
    has_no_faults(screen)
    _fits(screen)
    screen.evaluate(FILL_THE_PAD)
    _fits(screen)
    screen.reload()

    # The displays stay on during a game, and a television's for a while after it.
    for awake in (mara.page, screen):
        until(awake, f"{HELD} === 1")
        awake.evaluate(LOSE_LOCK)
        until(awake, f"{HELD} === 1")
    play_to_the_end([mara, ines])
    expect(screen.locator("#win-title")).to_be_visible()
    expect(screen.locator("#win-points")).to_be_visible()
    _fits(screen)
    until(mara.page, f"{HELD} === 0")
    assert screen.evaluate(HELD) == 1
    assert ines.page.evaluate("locks.length") == 0
    has_no_faults(screen)


def test_a_name_from_right_to_left_keeps_its_place_and_its_beginning(
    take_seat: Callable[..., Seat],
) -> None:
    mara, shahrzad = take_seat(), take_seat(size=SMALL)
    television = take_seat(size=FULL_HD)
    url = mara.opens_a_room("Mara")
    television.page.goto(f"{url}screen/")
    shahrzad.sits_down(url, RIGHT_TO_LEFT)
    mara.sees(2)
    seats = television.page.locator("#tv-seats li")
    expect(seats.nth(1)).to_contain_text(RIGHT_TO_LEFT)
    starts = [seats.nth(at).evaluate(STARTS) for at in range(2)]
    assert starts[1] == pytest.approx(starts[0], abs=2)

    # Below its die there is no room for all of it.
    page = shahrzad.page
    page.evaluate(
        """(name) => {
            const label = document.createElement("figcaption");
            const die = document.createElement("figure");
            label.textContent = name;
            die.append(label);
            document.getElementById("rolloff").replaceChildren(die);
            for (const id of ["table", "rolloff"]) document.getElementById(id).hidden = false;
        }""",
        RIGHT_TO_LEFT,
    )
    cut, first = page.locator("#rolloff figcaption").evaluate(CUT)
    assert cut
    assert first
