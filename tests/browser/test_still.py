"""The parts of the table never move between turns."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.support.seats import Seat, acting, by_keys, play_one

PLACES = """
() => ["pad", "tray", "slip"].map((id) => {
    const { x, y, width, height } = document.getElementById(id).getBoundingClientRect();
    return [id, Math.round(x), Math.round(y), Math.round(width), Math.round(height)];
})
"""
SIZES = [(320, 640), (390, 844), (1280, 800), (1920, 1080)]


def _places(page: Page) -> dict[tuple[int, int], Any]:
    found = {}
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        found[width, height] = page.evaluate(PLACES)
    return found


def test_nothing_moves_when_the_turn_does(take_seat: Callable[..., Seat]) -> None:
    mara, ines = take_seat(), take_seat()
    url = mara.opens_a_room("Mara")
    ines.sits_down(url, "Ines")
    mara.sees(2)
    mara.starts()
    expect(ines.page.locator("#table")).to_be_visible()
    before = None
    turns = set()
    for _ in range(200):
        turn = acting([mara.page, ines.page])
        assert turn is not None
        expect(mara.page.locator("#acts" if turn is mara.page else "#react")).to_be_visible()
        before = before or _places(mara.page)
        assert _places(mara.page) == before
        turn.keyboard.press("a")
        assert _places(mara.page) == before
        turns.add(turn)
        if len(turns) == 2:
            return
        play_one(turn, by_keys)
    pytest.fail("the turn never went on")
