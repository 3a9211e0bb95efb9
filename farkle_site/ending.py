"""The end of a server process, which no thread can hold up.

Python waits at its end for every thread that is not a daemon, and the pools of worker processes
have such threads. One that is stuck would keep a server alive that was told to stop, until whoever
runs it kills it in the middle of something. So a server waits for what is being written, lets
everybody clean up, and is gone.
"""

import atexit
import faulthandler
import os
import sys
from typing import NoReturn

from asgiref.sync import SyncToAsync

LAST_SECONDS = 25.0
"""A server that is told to stop ends after so long, even if a thread holds the interpreter. (Most
who stop servers wait 30 s before they kill.)"""


def begin() -> None:
    """Make sure that the process ends soon. If it has to be cut off, stderr has where it hung."""
    faulthandler.dump_traceback_later(LAST_SECONDS, exit=True)


def end() -> NoReturn:
    """End the process, once nothing is being written any more. Wait for no other thread."""
    begin()
    if asgi := sys.modules.get("farkle_site.asgi"):
        asgi.process.threads.finish()
    SyncToAsync.single_thread_executor.shutdown(cancel_futures=True)
    atexit._run_exitfuncs()
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(0)
