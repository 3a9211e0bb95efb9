"""End a server process whose event loop stands still, so that its supervisor starts it again."""

import asyncio
import faulthandler
import os
import sys
import time
from threading import Thread


class Watchdog:
    """Ends the process, after printing all stacks, once its loop has stood still for `seconds`.
    Time in which the process itself is stopped (SIGSTOP, Ctrl-Z) does not count."""

    def __init__(self, seconds: int) -> None:
        self._seconds = seconds
        self._turns = 0
        self._has_ended = False

    async def run(self) -> None:
        """Watch the loop until cancelled. A hang after that is up to `farkle_site.server`."""
        Thread(target=self._watch, name="watchdog", daemon=True).start()
        try:
            while True:
                self._turns += 1
                await asyncio.sleep(1)
        finally:
            self._has_ended = True

    def _watch(self) -> None:
        turns, still = 0, 0
        while still < self._seconds:
            time.sleep(1)
            if self._has_ended:
                return
            turns, still = self._turns, still + 1 if self._turns == turns else 0
        # Not logged: the thread that hangs may hold a handler's lock.
        line = f"The event loop has stood still for {still} s: this process ends.\n"
        sys.stderr.write(line)
        sys.stderr.flush()
        faulthandler.dump_traceback()
        os._exit(os.EX_SOFTWARE)
