"""The parts of the table never move between turns."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.seats import Seat, acting, by_keys, play_one

PLACES = """
() => ["pad", "tray", "slip", "shelf"].map((id) => {
    const { x, y, width, height } = document.getElementById(id).getBoundingClientRect();
    return [id, Math.round(x), Math.round(y), Math.round(width), Math.round(height)];
})
"""
SIZES = [(320, 640), (390, 844), (1280, 800), (1920, 1080)]


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_nothing_moves_when_the_turn_does(
    take_seat: Callable[..., Seat], width: int, height: int
) -> None:
    mara = take_seat(size={"width": width, "height": height})
    ines = take_seat()
    url = mara.opens_a_room("Mara")
    ines.sits_down(url, "Ines")
    mara.sees(2)
    mara.starts()
    expect(ines.page.locator("#table")).to_be_visible()
    seen: dict[bool, list[object]] = {}
    for _ in range(200):
        turn = acting([mara.page, ines.page])
        assert turn is not None
        mine = turn is mara.page
        if mine:
            expect(mara.page.locator("#acts")).to_be_visible()
        else:
            expect(mara.page.locator("#react")).to_be_visible()
        seen.setdefault(mine, mara.page.evaluate(PLACES))
        assert mara.page.evaluate(PLACES) == seen[mine] == next(iter(seen.values()))
        if len(seen) == 2:
            return
        play_one(turn, by_keys)
    pytest.fail("the turn never went on")
