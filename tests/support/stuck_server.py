"""`python -m tests.support.stuck_server thread|interpreter`: the site's server, with a thread that
does not end, or one that holds the interpreter from the moment the server is told to stop."""

import ctypes
import os
import signal
import sys
import threading
import time

STUCK_SECONDS = 120


def is_stopping() -> bool:
    process = getattr(sys.modules.get("farkle_site.asgi"), "process", None)  # daphne imports it
    return process is not None and process.is_stopping


def hold_the_interpreter() -> None:
    signal.pthread_sigmask(signal.SIG_BLOCK, signal.valid_signals())  # they would end the call
    while not is_stopping():
        time.sleep(0.001)
    ctypes.PyDLL(None).sleep(STUCK_SECONDS)  # a call that does not let other threads run


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "farkle_site.settings")
    from farkle_site import ending
    from farkle_site.server import serve

    if sys.argv[1] == "interpreter":
        ending.LAST_SECONDS = 1.0
        stuck = threading.Thread(target=hold_the_interpreter)
    else:
        stuck = threading.Thread(target=time.sleep, args=[STUCK_SECONDS])
    stuck.start()
    serve("127.0.0.1", int(os.environ["PORT"]))
    sys.stdout.write("served")
    ending.end()


if __name__ == "__main__":
    main()
