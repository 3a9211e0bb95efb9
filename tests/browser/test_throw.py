"""Dice are thrown in space where the browser can draw that, and appear in place where it cannot."""

import re
from collections.abc import Callable

from playwright.sync_api import expect

from tests.support.seats import Seat, acting, by_keys, play_one, until

# The browser of the tests has WebGL in software only, which pages refuse unless it has no name.
NAMELESS = """
    const real = WebGL2RenderingContext.prototype.getExtension;
    WebGL2RenderingContext.prototype.getExtension = function (name) {
        return name === "WEBGL_debug_renderer_info" ? null : real.call(this, name);
    };
"""

WATCH_THE_AIR = """
    () => {
        window.air = { flights: 0, throws: 0, faces: null };
        const thrown = document.getElementById("thrown");
        new MutationObserver(() => {
            if (thrown.classList.contains("rolling")) window.air.throws += 1;
            if (thrown.classList.contains("in-air")) window.air.flights += 1;
            else if (window.air.flights) {
                window.air.faces = [...thrown.querySelectorAll(".drawn")].map((one) => ({
                    seen: getComputedStyle(one).visibility,
                    shows: one.firstChild.getAttribute("href"),
                }));
            }
        }).observe(thrown, { attributes: true, attributeFilter: ["class"] });
    }
"""


# A throw of six dice has been computed.
READY = "() => document.querySelector('#tray > canvas')?.dataset.ready?.includes('6')"

ALL_READY = "() => document.querySelector('#tray > canvas').dataset.ready === '123456'"


def forgive(seat: Seat) -> None:
    """Chromium complains of how slowly it draws in software."""
    seat.problems = [one for one in seat.problems if "GL Driver Message" not in one]


def test_dice_fly_in_space_and_end_as_drawings(take_seat: Callable[..., Seat]) -> None:
    mara, ines = take_seat(prefs={"speed": "normal"}), take_seat(prefs={"speed": "normal"})
    mara.context.add_init_script(NAMELESS)
    url = mara.opens_a_room("Mara")
    ines.sits_down(url, "Ines")
    mara.sees(2)
    mara.starts()
    turn = acting([mara.page, ines.page])
    assert turn is not None
    # Loaded after the first paint; where WebGL is refused there is no canvas.
    expect(mara.page.locator("#tray > canvas")).to_have_count(1)
    expect(ines.page.locator("#tray > canvas")).to_have_count(0)
    until(mara.page, READY)
    for seat in (mara, ines):
        seat.page.evaluate(WATCH_THE_AIR)
    turn.keyboard.press("r")
    until(ines.page, "() => air.throws > 0 && air.flights === 0")
    until(mara.page, "() => air.faces !== null")
    rolled = [e for frame in mara.heard() for e in frame["events"] if e[0] == "rolled"]
    drawn = mara.page.evaluate("air.faces")
    drawings = [one["shows"].split("#")[1] for one in drawn]
    assert drawings == [f"die-{face}" for face in rolled[0][1]]
    assert {one["seen"] for one in drawn} == {"visible"}
    expect(mara.page.locator("#thrown")).not_to_have_class(re.compile("in-air|rolling"))
    forgive(mara)


# How each die is turned in each drawing. Nothing is drawn: in software that takes too long.
NOTE_TURNS = """
    window.turns = [];
    let turn = "";
    const set = WebGL2RenderingContext.prototype.uniform4fv;
    WebGL2RenderingContext.prototype.uniform4fv = function (at, value) {
        turn = [...value].join();
        return set.call(this, at, value);
    };
    for (const name of ["drawArrays", "clear"]) {
        WebGL2RenderingContext.prototype[name] = () => {};
    }
    WebGL2RenderingContext.prototype.drawElements = () => {
        if (document.querySelector("#thrown.in-air")) window.turns.push(turn);
    };
"""


def test_dice_begin_to_move_once_the_table_is_laid_out(take_seat: Callable[..., Seat]) -> None:
    mara, ines = take_seat(prefs={"speed": "normal"}), take_seat()
    mara.context.add_init_script(NAMELESS + NOTE_TURNS)
    ines.sits_down(mara.opens_a_room("Mara"), "Ines")
    mara.sees(2)
    mara.starts()
    until(mara.page, READY)
    turn = acting([mara.page, ines.page])
    assert turn is not None
    # Frames come by a clock of ours: on a busy machine a throw is over before its third one.
    mara.page.clock.install()
    mara.page.clock.pause_at(mara.page.evaluate("Date.now() + 1000"))
    turn.keyboard.press("r")
    until(mara.page, "() => frames_seen.some((text) => text.includes('\"rolled\"'))")
    for _ in range(40):
        mara.page.clock.run_for(17)
        if mara.page.evaluate("turns.length") >= 18:
            break
    drawn = mara.page.evaluate("turns")
    assert len(drawn) >= 18
    assert drawn[:6] == drawn[6:12]
    assert drawn[6:12] != drawn[12:18]
    forgive(mara)


# The frames of a throw never come.
NO_FRAMES = """
    const frame = window.requestAnimationFrame;
    window.requestAnimationFrame = (callback) =>
        document.querySelector("#thrown.in-air") ? 0 : frame(callback);
"""


def test_a_throw_that_is_cut_short_is_replaced(take_seat: Callable[..., Seat]) -> None:
    mara, ines = take_seat(prefs={"speed": "normal"}), take_seat()
    mara.context.add_init_script(NAMELESS + NO_FRAMES)
    ines.sits_down(mara.opens_a_room("Mara"), "Ines")
    mara.sees(2)
    mara.starts()
    expect(mara.page.locator("#tray > canvas")).to_have_count(1)
    until(mara.page, ALL_READY)
    mara.page.evaluate(WATCH_THE_AIR)
    turn = acting([mara.page, ines.page])
    assert turn is not None
    turn.keyboard.press("r")
    until(mara.page, "() => air.flights > 0 && air.faces !== null")
    until(mara.page, ALL_READY)
    forgive(mara)


# Each frame of a throw takes longer than a page puts up with.
SLOW_FRAMES = """
    const frame = window.requestAnimationFrame;
    window.requestAnimationFrame = (callback) => frame((now) => {
        const end = performance.now() + 60;
        if (document.querySelector("#thrown.in-air")) while (performance.now() < end);
        callback(now);
    });
"""


def test_after_slow_frames_dice_appear_in_place(take_seat: Callable[..., Seat]) -> None:
    mara, ines = take_seat(prefs={"speed": "normal"}), take_seat()
    mara.context.add_init_script(NAMELESS + SLOW_FRAMES)
    ines.sits_down(mara.opens_a_room("Mara"), "Ines")
    mara.sees(2)
    mara.starts()
    pages = [mara.page, ines.page]
    expect(mara.page.locator("#tray > canvas")).to_have_count(1)
    until(mara.page, READY)
    mara.page.evaluate(WATCH_THE_AIR)
    turn = acting(pages)
    assert turn is not None
    turn.keyboard.press("r")
    until(mara.page, "() => air.faces !== null")
    flights, throws = mara.page.evaluate("[air.flights, air.throws]")
    for _ in range(20):
        until(mara.page, ALL_READY)  # else nothing would fly for want of a throw
        turn = acting(pages)
        assert turn is not None
        play_one(turn, by_keys, enough=100_000)
        if mara.page.evaluate("air.throws") > throws:
            break
    assert mara.page.evaluate("air.throws") > throws
    assert mara.page.evaluate("air.flights") == flights
    forgive(mara)
