"""Autobahn's log, which nobody reads, made no more.

For each frame and each connection it works out texts (names in colours, all its options printed
prettily) and hands them to a logger that drops them: a sixth of what daphne does with a frame, and
most of accepting a socket. Only these texts are taken away; the log's own calls, its warnings among
them, stay.
"""

from typing import Any

from autobahn.twisted import websocket as on_twisted
from autobahn.websocket import protocol

TEXTS = ((protocol, ("hltype", "hlval", "pformat")), (on_twisted, ("hltype", "hlval")))
"""Functions that only make texts for the log, by the module that calls them."""


def silence() -> None:
    """Once, before the server starts."""
    for module, names in TEXTS:
        for name in names:
            setattr(module, name, _no_text)


def _no_text(*_args: Any, **_options: Any) -> str:
    return ""
