"""The application that daphne serves: pages over http, rooms over web sockets."""

import os
import signal
import sys
from typing import Any

from channels.routing import ProtocolTypeRouter
from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "farkle_site.settings")
_http = get_asgi_application()

# These need Django to be set up, which the line above did.
from django.conf import settings  # noqa: E402

from farkle_site import health  # noqa: E402
from games.realtime import scheduler  # noqa: E402
from games.realtime.routing import websocket_application  # noqa: E402

application = ProtocolTypeRouter({"http": _http, "websocket": websocket_application})


def _before_shutdown() -> Any:
    """Twisted waits for what this returns (a Deferred, or nothing) before it closes anything."""
    health.leaving.set()
    return scheduler.stop()


def _start(reactor: Any) -> None:
    scheduler.start()
    if settings.DRAIN_SECONDS:
        signal.signal(signal.SIGTERM, lambda *_: reactor.callFromThread(_drain, reactor))


def _drain(reactor: Any) -> None:
    """Told to stop: /readyz says so, and all goes on until a proxy has had time to see it."""
    if not health.leaving.is_set():
        health.leaving.set()
        reactor.callLater(settings.DRAIN_SECONDS, reactor.stop)


# daphne sends no lifespan events; its reactor is the way to start with the server. Somebody who
# only imports this module (a test, a command) may have no reactor, or one that never runs.
if reactor := sys.modules.get("twisted.internet.reactor"):
    reactor.callWhenRunning(_start, reactor)
    reactor.addSystemEventTrigger("before", "shutdown", _before_shutdown)
