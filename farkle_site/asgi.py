"""The application that daphne serves: pages over HTTP, rooms over web sockets."""

import asyncio
import gc
import logging
import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from channels.routing import ProtocolTypeRouter, URLRouter
from django.core.asgi import get_asgi_application

from farkle_site import server
from farkle_site.private_files import UMASK

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "farkle_site.settings")
os.umask(UMASK)
_pages = get_asgi_application()

# These imports need the Django set-up above.
from django.conf import settings  # noqa: E402

from farkle_site.forwarded import from_this_machine_only  # noqa: E402
from farkle_site.headers import HEADERS  # noqa: E402
from farkle_site.page_pool import PagePool  # noqa: E402
from games.realtime.origin import SameOriginValidator  # noqa: E402
from games.realtime.process import ServerProcess  # noqa: E402
from games.realtime.routing import websocket_urlpatterns  # noqa: E402
from games.realtime.wire import connections  # noqa: E402
from games.realtime.wire.self_check import UnknownServer, check_names, check_server  # noqa: E402

logger = logging.getLogger(__name__)

process = ServerProcess()
_tasks: list[asyncio.Task[None]] = []


def _with_process(application: Any) -> Any:
    """Pass the server process to each page and socket, as the `state` of its scope."""

    async def serve(scope: dict[str, Any], receive: Any, send: Any) -> None:
        await application({**scope, "state": {"process": process}}, receive, send)

    return serve


_pool = PagePool(_with_process(_pages))
_sockets = _with_process(SameOriginValidator(URLRouter(websocket_urlpatterns)))
_filter_headers = from_this_machine_only if settings.PUBLIC else lambda application: application
application = ProtocolTypeRouter(
    {"http": _filter_headers(_pool), "websocket": _filter_headers(_sockets)}
)


@contextmanager
def _must_succeed() -> Iterator[None]:
    """End the process if the block fails. Twisted and asyncio would only log it, and the site would
    be served without its background work or its limits."""
    try:
        yield
    except Exception as error:
        is_known = isinstance(error, UnknownServer)
        logger.critical("This site cannot start: %s", error, exc_info=not is_known)
        os._exit(1)


@_must_succeed()
def _start(reactor: Any) -> None:
    # A full collection stops everything for 0.1 ms for each open socket. So they are rare, and skip
    # imported objects, which stay until the process ends.
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 100)
    # While a page is rendered, the event loop and the writer wait this long for the interpreter, at
    # each step of a move. Python's own 5 ms would make moves beside pages take five times as long.
    sys.setswitchinterval(0.001)
    check_names()
    limited = connections.install(process, HEADERS)
    loop = asyncio.get_event_loop()
    process.start(loop)
    _tasks.append(loop.create_task(_check(reactor, limited)))
    if settings.DRAIN_SECONDS:
        signal.signal(signal.SIGTERM, lambda *_: reactor.callFromThread(_drain, reactor))


async def _check(reactor: Any, limited: connections.Connections) -> None:
    with _must_succeed():
        await check_server(reactor, limited)


def _drain(reactor: Any) -> None:
    """Report on /readyz that the process is stopping, and serve until a proxy has noticed."""
    if not process.is_stopping:
        process.is_stopping = True
        reactor.callLater(settings.DRAIN_SECONDS, reactor.stop)


def _stop() -> Any:
    """Stop the process; Twisted waits for the Deferred before it closes any connection."""
    from twisted.internet.defer import Deferred

    server.end_soon()
    loop = asyncio.get_event_loop()
    return Deferred.fromFuture(asyncio.ensure_future(process.stop(), loop=loop))


# daphne sends no lifespan events, so the start and the end of the server come from its reactor. A
# test or a command that imports this module may have no reactor, or one that never runs.
if reactor := sys.modules.get("twisted.internet.reactor"):
    reactor.callWhenRunning(_start, reactor)
    reactor.addSystemEventTrigger("before", "shutdown", _stop)
