"""Measure the throw of dice in WebGL on a slow phone: frames a second and script time per frame.

    python bench/throw.py                 eight throws; needs a GPU for the frames to mean anything
    python bench/throw.py --headed        in a window: many machines give headless browsers no GPU
    python bench/throw.py --trace         what the page's main thread does, without a GPU's work

The processor is slowed four times. The script time is that of all frame callbacks while dice are in
the air: it includes sending the work to the GPU, not what the GPU does. A page refuses to draw in
software; here the renderer hides its name, so that the script time can be had anywhere. `too slow`
counts throws after which the page gave up: they took over 40 ms a frame.

With `--trace` the calls that draw do nothing, so that no processor does the work of a GPU. Printed
is the processor time of the main thread for a frame, by what it did. It is that thread's own time,
so a busy machine makes it hardly longer. Then comes how many frames a second the page had while the
dice moved: that is time on the clock, so the machine must be at rest.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import tempfile
from collections.abc import Callable
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from tests.support import services
from tests.support.seats import PHONE, PLY_IS_NOT, Seat, acting, by_keys, play_one, until, where

SLOWDOWN = 4
FRAME = 1000 / 60  # ms
WATCH = """
    const real = WebGL2RenderingContext.prototype.getExtension;
    WebGL2RenderingContext.prototype.getExtension = function (name) {
        return name === "WEBGL_debug_renderer_info" ? null : real.call(this, name);
    };
    window.rendererName = () => {
        const gl = document.createElement("canvas").getContext("webgl2");
        const named = gl && real.call(gl, "WEBGL_debug_renderer_info");
        return named ? gl.getParameter(named.UNMASKED_RENDERER_WEBGL) : "none";
    };
    window.air = [];
    const frame = window.requestAnimationFrame;
    window.requestAnimationFrame = (callback) => frame((now) => {
        const inAir = document.getElementById("thrown")?.classList.contains("in-air");
        const began = performance.now();
        callback(now);
        if (inAir) window.air.push([now, performance.now() - began]);
    });
"""
DRAW_NOTHING = """
    for (const name of ["drawArrays", "drawElements", "clear"]) {
        WebGL2RenderingContext.prototype[name] = () => {};
    }
"""
MARK = """
    addEventListener("DOMContentLoaded", () => {
        const thrown = document.getElementById("thrown");
        let inAir = false;
        const look = () => {
            if (thrown.classList.contains("in-air") === inAir) return;
            inAir = !inAir;
            performance.mark(inAir ? "air-begins" : "air-ends");
        };
        if (thrown) {
            const options = { attributes: true, attributeFilter: ["class"] };
            new MutationObserver(look).observe(thrown, options);
        }
    });
"""
PARTS = {
    "script": ("FireAnimationFrame", "FunctionCall", "TimerFire", "EventDispatch"),
    "style": ("UpdateLayoutTree",),
    "layout": ("Layout",),
    "paint": ("PrePaint", "Paint", "Layerize", "Commit"),
    "garbage": ("MinorGC", "MajorGC"),
}
SOFTWARE = ("swiftshader", "llvmpipe", "softpipe", "software", "basic render")


def to_roll(pages: list[Any]) -> Any:
    """Play on until a turn begins, and return the page of whoever is to roll."""
    while True:
        turn = acting(pages)
        assert turn is not None
        if where(turn) == "roll":
            return turn
        play_one(turn, by_keys, enough=100_000)


def throw(turn: Any, ready: Callable[[], Any] = lambda: None) -> list[list[float]]:
    """Load the page anew, roll once, and return [time, script time] of each frame in the air.

    `ready` is called when the throw has been computed.
    """
    turn.reload()
    turn.locator("#tray > canvas").wait_for(state="attached")
    until(turn, "() => document.querySelector('#tray > canvas')?.dataset.ready?.includes('6')")
    ready()
    ply = turn.evaluate("document.getElementById('table').dataset.ply")
    turn.keyboard.press("r")
    until(turn, PLY_IS_NOT, ply)
    turn.wait_for_timeout(2_500)
    frames: list[list[float]] = turn.evaluate("air")
    return frames


def measure(browser: Any, url: str, throws: int, slowdown: float) -> None:
    """Play some throws of a game, and print what they took."""
    seats = [Seat(browser, url, size=PHONE, prefs={"speed": "normal"}) for _ in range(2)]
    for seat in seats:
        seat.context.add_init_script(WATCH)
    seats[1].sits_down(seats[0].opens_a_room("Mara"), "Ines")
    seats[0].sees(2)
    seats[0].starts()
    pages = [seat.page for seat in seats]
    name = pages[0].evaluate("rendererName()")
    software = any(one in name.lower() for one in SOFTWARE)
    print(f"renderer: {name} ({'software' if software else 'GPU'})")
    print(f"processor slowed {slowdown:g} times")
    rates, scripts, slow = [], [], 0
    for _ in range(throws):
        turn = to_roll(pages)
        tools = turn.context.new_cdp_session(turn)
        tools.send("Emulation.setCPUThrottlingRate", {"rate": slowdown})
        frames = throw(turn)
        tools.send("Emulation.setCPUThrottlingRate", {"rate": 1})
        if len(frames) < 2:
            continue  # no throw was ready
        seconds = (frames[-1][0] - frames[0][0]) / 1000
        rates.append((len(frames) - 1) / seconds)
        scripts += [script for _, script in frames]
        slow += seconds * 1000 / (len(frames) - 1) > 40
    if not rates:
        print("no throw was drawn in WebGL")
        return
    scripts.sort()
    print(f"throws {len(rates)}, frames {len(scripts)}, too slow {slow}")
    print(f"frames a second: median {statistics.median(rates):.0f}, least {min(rates):.0f}")
    print(
        f"script ms a frame: median {statistics.median(scripts):.2f},"
        f" 95% {scripts[int(len(scripts) * 0.95)]:.2f}, most {scripts[-1]:.2f}"
    )


def frames_of(trace: dict[str, Any]) -> list[dict[str, float]]:
    """Return the main thread's ms for each part of each frame of a throw; empty without a throw."""
    events = trace["traceEvents"]
    marks = {one["name"]: one for one in events if one["name"] in ("air-begins", "air-ends")}
    if len(marks) < 2:
        return []
    begin, end = marks["air-begins"], marks["air-ends"]
    mine = [
        one
        for one in events
        if (one["pid"], one["tid"]) == (begin["pid"], begin["tid"])
        and begin["ts"] <= one["ts"] <= end["ts"]
        and one.get("ph") == "X"
    ]
    mine.sort(key=lambda one: (one["ts"], -one["dur"]))
    known = {name: part for part, names in PARTS.items() for name in names}
    frames: list[dict[str, float]] = []
    over = 0
    for one in mine:
        if one["name"] not in known or one["ts"] < over:
            continue  # what is within another counts there
        over = one["ts"] + one["dur"]
        if one["name"] == "FireAnimationFrame":
            frames.append(dict.fromkeys(PARTS, 0.0))
        if frames:
            frames[-1][known[one["name"]]] += one.get("tdur", 0) / 1000
    return frames


def trace_throws(browser: Any, url: str, throws: int, slowdown: float, dense: int) -> None:
    """Trace throws on a phone with `dense` pixels in a CSS pixel, and print what they took."""
    seats = [
        Seat(browser, url, size=PHONE, prefs={"speed": "normal"}, device_scale_factor=dense)
        for _ in range(2)
    ]
    for seat in seats:
        seat.context.add_init_script(WATCH + DRAW_NOTHING + MARK)
    seats[1].sits_down(seats[0].opens_a_room("Mara"), "Ines")
    seats[0].sees(2)
    seats[0].starts()
    first, later, gaps = [], [], []
    for _ in range(throws):
        turn = to_roll([seat.page for seat in seats])
        tools = turn.context.new_cdp_session(turn)
        browser.start_tracing(page=turn, categories=["devtools.timeline", "blink.user_timing"])
        slow = partial(tools.send, "Emulation.setCPUThrottlingRate", {"rate": slowdown})
        # The dice move from the second frame on. A frame may have several callbacks.
        times = sorted({now for now, _ in throw(turn, slow)})[1:]
        gaps += [after - before for before, after in pairwise(times)]
        frames = frames_of(json.loads(browser.stop_tracing()))
        tools.send("Emulation.setCPUThrottlingRate", {"rate": 1})
        first += frames[:1]
        later += frames[1:]
    for seat in seats:
        seat.context.close()
    print(f"{dense} pixels in a CSS pixel, processor slowed {slowdown:g} times")
    for name, frames in (("first frame", first), ("later frames", later)):
        if not frames:
            continue
        parts = ", ".join(
            f"{part} {statistics.median(one[part] for one in frames):.2f}" for part in PARTS
        )
        together = sorted(sum(one.values()) for one in frames)
        most = f"95% {together[int(len(together) * 0.95)]:.2f}, most {together[-1]:.2f}"
        print(f"{name} ({len(frames)}), median ms: {parts}")
        print(f"    together {statistics.median(together):.2f}, {most}")
    if gaps:
        missed = sum(gap > 1.5 * FRAME for gap in gaps)
        print(f"frames a second: {1000 / statistics.mean(gaps):.1f}; {missed} of {len(gaps)} late")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--throws", type=int, default=8, help="default: 8")
    parser.add_argument("--slowdown", type=float, default=SLOWDOWN, help="default: 4")
    parser.add_argument("--trace", action="store_true", help="trace the main thread")
    parser.add_argument("--headed", action="store_true", help="open windows")
    options = parser.parse_args()
    from playwright.sync_api import sync_playwright

    with tempfile.TemporaryDirectory() as name, sync_playwright() as playwright:
        folder = Path(name)
        database = f"sqlite:///{folder / 'bench.sqlite3'}"
        services.migrate(folder, database)
        server = services.Daphne(folder, {"DATABASE_URL": database})
        browser = playwright.chromium.launch(
            executable_path=services.chromium(),
            headless=not options.headed,
            args=["--no-sandbox", "--ignore-gpu-blocklist"],
        )
        try:
            if options.trace:
                for dense in (2, 3):
                    trace_throws(browser, server.url, options.throws, options.slowdown, dense)
            else:
                measure(browser, server.url, options.throws, options.slowdown)
        finally:
            browser.close()
            server.close()


if __name__ == "__main__":
    main()
