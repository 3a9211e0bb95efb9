"""My turn is seen, heard and felt, and each of these can be switched off."""

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.support.seats import Seat, acting, by_keys, play_one, until

Taker = Callable[..., Seat]

# What the device was asked to do: every buzz, and how often something was to be heard.
WATCH_THE_DEVICE = """
    window.buzzes = [];
    window.sounds = 0;
    Navigator.prototype.vibrate = (pattern) => window.buzzes.push(JSON.stringify(pattern));
    // Whether there is a loudspeaker, and when it wakes, is the machine's business.
    Object.defineProperty(AudioContext.prototype, "state", { get: () => "running" });
    const real = BaseAudioContext.prototype.createBufferSource;
    BaseAudioContext.prototype.createBufferSource = function () {
        window.sounds += 1;
        return real.call(this);
    };
"""
MY_TURN = "[40,80,40]"


def _two(take_seat: Taker) -> tuple[Seat, Seat]:
    mara, ines = take_seat(noise=True), take_seat(noise=True)
    for seat in (mara, ines):
        seat.context.add_init_script(WATCH_THE_DEVICE)
    url = mara.opens_a_room("Mara")
    ines.sits_down(url, "Ines")
    mara.sees(2)
    mara.starts()
    return mara, ines


def _a_turn_each(mara: Seat, ines: Seat) -> None:
    """Play until both have been at turn once more."""
    seen: set[Page] = set()
    while len(seen) < 2:
        turn = acting([mara.page, ines.page])
        assert turn is not None
        seen.add(turn)
        play_one(turn, by_keys)
    acting([mara.page, ines.page])


def test_my_turn_is_seen_heard_and_felt_unless_switched_off(take_seat: Taker) -> None:
    mara, ines = _two(take_seat)
    turn = acting([mara.page, ines.page])
    assert turn is not None
    other = ines.page if turn is mara.page else mara.page
    expect(turn.locator("#tray")).to_have_class(re.compile(r"\bmine\b"))
    expect(other.locator("#tray")).not_to_have_class(re.compile(r"\bmine\b"))
    for _ in range(2):  # a second turn for both, which a page that was touched before may tell
        _a_turn_each(mara, ines)
    for page in (mara.page, ines.page):
        until(page, "sounds > 0")
    assert MY_TURN in mara.page.evaluate("buzzes") + ines.page.evaluate("buzzes")

    for page in (mara.page, ines.page):
        page.evaluate("document.querySelector('[data-sheet=settings-sheet]').click()")
        for name in ("buzz", "rim", "title"):
            page.locator(f'[data-pref="{name}"]').uncheck()
        if page is mara.page:
            page.locator('[data-pref="sound"]').uncheck()
        else:
            page.locator('[data-pref="volume"]').fill("0")
        page.keyboard.press("Escape")
        page.evaluate("[buzzes.length, sounds] = [0, 0]")
    _a_turn_each(mara, ines)
    turn = acting([mara.page, ines.page])
    assert turn is not None
    expect(turn.locator("#tray")).not_to_have_class(re.compile(r"\bmine\b"))
    for page in (mara.page, ines.page):
        assert page.evaluate("[buzzes.length, sounds]") == [0, 0]
        expect(page).to_have_title("Mara's room")
