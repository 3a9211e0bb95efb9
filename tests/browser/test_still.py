"""The parts of the table never move between turns."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.support.seats import Seat, acting, by_keys, play_one

PLACES = """
() => ["pad", "tray", "slip"].map((id) => {
    const { x, y, width, height } = document.getElementById(id).getBoundingClientRect();
    return [id, [x, y, width, height]];
})
"""
SIZES = [
    (320, 640),
    (360, 640),
    (390, 844),
    (640, 400),
    (900, 700),
    (1280, 800),
    (1920, 1080),
]


def _places(page: Page) -> dict[tuple[int, int, str, int], float]:
    """Return where each part lies on each screen: left, top, width and height in pixels."""
    found = {}
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        for part, box in page.evaluate(PLACES):
            found |= {(width, height, part, at): pixels for at, pixels in enumerate(box)}
    return found


def _at(before: dict[tuple[int, int, str, int], float]) -> Any:
    """Return the same places, within what nobody can see: layout works in fractions of a pixel."""
    return pytest.approx(before, abs=0.5)


@pytest.fixture(scope="module")
def table(take_lasting_seat_in_each_font: Callable[..., Seat]) -> tuple[Seat, Seat]:
    """A game by the family's rules, once for each font."""
    mara, ines = take_lasting_seat_in_each_font(), take_lasting_seat_in_each_font()
    ines.sits_down(mara.opens_a_room("Mara"), "Ines")
    mara.sees(2)
    mara.starts()
    for seat in (mara, ines):
        expect(seat.page.locator("#table")).to_be_visible()
    return mara, ines


def test_nothing_moves_when_the_turn_does(table: tuple[Seat, Seat]) -> None:
    mara, ines = table
    first = acting([mara.page, ines.page])
    assert first is not None
    before = _stays(mara.page, first)
    for _ in range(200):
        play_one(first, by_keys)
        turn = acting([mara.page, ines.page])
        assert turn is not None
        if turn is not first:
            assert _stays(mara.page, turn) == _at(before)
            return
    pytest.fail("the turn never went on")


def _stays(page: Page, turn: Page) -> dict[tuple[int, int, str, int], float]:
    """Return where each part of the page lies, before and after dice are taken at this turn."""
    expect(page.locator("#acts" if turn is page else "#react")).to_be_visible()
    before = _places(page)
    turn.keyboard.press("a")
    assert _places(page) == _at(before)
    return before


LONGEST = """
() => {
    const words = {
        roll: ["Roll 6 dice", "that was the last roll"],
        bank: ["Bank 10,000", "10,000 ahead of Bartholomew of Kent"],
        "pass-on": ["Pass the device to Bartholomew of Kent", "I'm Bartholomew of Kent, continue"],
    };
    for (const [id, texts] of Object.entries(words)) {
        const button = document.getElementById(id);
        button.querySelector("b").textContent = texts[0];
        button.querySelector("small").textContent = texts[1];
    }
    document.getElementById("react-words").textContent = "Your turn after 12 more.";
    const tip = document.createElement("p");
    tip.className = "slip-words tip";
    tip.textContent = "Scoring: three 4s for 400, two 1s for 200, a 5 for 50. "
        + "Tap dice to keep, or keep all.";
    document.getElementById("slip-main").replaceChildren(tip);
    document.getElementById("tips-skip").hidden = false;
}
"""
SHOW = """
(shown) => {
    for (const id of ["acts", "react", "pass"]) document.getElementById(id).hidden = id !== shown;
}
"""


def test_nothing_moves_whatever_the_buttons_say(table: tuple[Seat, Seat]) -> None:
    mara, ines = table
    page = acting([mara.page, ines.page])
    assert page is not None
    before = _places(page)
    page.evaluate(LONGEST)
    for shown in ("acts", "react", "pass"):
        page.evaluate(SHOW, shown)
        assert _places(page) == _at(before), shown
    page.reload()
    expect(page.locator("#table")).to_be_visible()
