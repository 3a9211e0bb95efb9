"""`python -m tests.support.servers.stuck_server thread|interpreter`: the server with a stuck
thread.

The thread does not end, or it holds the interpreter once the server is told to stop.
"""

import ctypes
import os
import signal
import sys
import threading
import time

STUCK_SECONDS = 120


def hold_the_interpreter() -> None:
    """Let no other thread run, as a call into a library does that keeps the lock."""
    signal.pthread_sigmask(signal.SIG_BLOCK, signal.valid_signals())  # they would end the call
    ctypes.PyDLL(None).sleep(STUCK_SECONDS)


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "farkle_site.settings")
    from farkle_site import server

    server.LAST_SECONDS = 5.0
    if sys.argv[1] == "interpreter":
        end_soon = server.end_soon

        def end_soon_and_hang() -> None:
            end_soon()
            hold_the_interpreter()

        server.end_soon = end_soon_and_hang
    else:
        threading.Thread(target=time.sleep, args=[STUCK_SECONDS]).start()
    server.serve("127.0.0.1", int(os.environ["PORT"]))
    sys.stdout.write("served")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
