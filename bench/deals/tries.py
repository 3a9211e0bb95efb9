"""Load test of a daily deal: guests open its page, play a try as fast as the site allows, and read
the result.

    python bench/deals/tries.py            100 tries, ten at a time: about a minute

Prints the processor time of the server for a try, with its pages, and what a day of 10,000 takes.
"""

from __future__ import annotations

import argparse
import asyncio
import re
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from bench.load import cpu_seconds, one_server
from tests.support import services
from tests.support.client import Browser, Page, play

A_DAY = 10_000
PEAK_HOUR = A_DAY / 4 / 3600
"""Tries a second, if a quarter of them are played in one hour."""


def begin(browser: Browser) -> str:
    """Play the daily from its page, as with one tap, and return the room's code."""
    text, landed = browser.sent(
        "/daily/", f"/deals/{key_of(browser)}/play/", counts="1", name="Mara"
    )
    found = re.search(r"/r/(\w{8})/$", landed)
    assert found, (browser.status, text[:500])
    browser.read(f"/r/{found[1]}/")
    return found[1]


def key_of(browser: Browser) -> str:
    found = re.search(r"/deals/(\w+)/play/", browser.read("/daily/"))
    assert found
    return found[1]


async def run(server: services.Daphne, count: int, at_once: int) -> int:
    """Play so many tries, and return the number of moves."""
    gate = asyncio.Semaphore(at_once)

    async def one() -> int:
        async with gate:
            browser = Browser(server.url)
            code = await asyncio.to_thread(begin, browser)
            async with Page(browser, code) as page:
                moves = await play(page)
            result = await asyncio.to_thread(browser.read, "/daily/")
            assert "How everyone did" in result
            return moves

    return sum(await asyncio.gather(*(one() for _ in range(count))))


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("tries", nargs="?", type=int, default=100, help="default: 100")
    parser.add_argument("--at-once", type=int, default=10, help="default: 10")
    options = parser.parse_args()
    with one_server() as (server, _):
        asyncio.run(run(server, options.at_once, options.at_once))  # to warm up
        before, begun = cpu_seconds([server]), time.perf_counter()
        moves = asyncio.run(run(server, options.tries, options.at_once))
        lasted, cpu = time.perf_counter() - begun, (cpu_seconds([server]) - before) / options.tries
        print(f"{options.tries} tries of {moves / options.tries:.0f} moves in {lasted:.0f} s")
        print(
            f"processor: {1000 * cpu:.0f} ms a try; {A_DAY:,} take {A_DAY * cpu / 60:.0f} minutes"
        )
        print(f"a peak hour with a quarter of them: {PEAK_HOUR * cpu:.2f} cores")
        print(f"one core: {86_400 / cpu:,.0f} a day")


if __name__ == "__main__":
    main()
