"""Which function carries out which command. A handler registers itself with `@handles`."""

from collections.abc import Callable
from typing import Any, TypeVar

from games.protocol.commands import Answer, Body, Command
from games.protocol.events import PendingEvent
from games.services.tables.table import Table

Handler = Callable[[Table, Command, Any], PendingEvent | Answer]
"""Carries out a command at a table under its lock. Raises Refused before the first change. A
handler that refuses but still leaves an event returns a No."""

HANDLERS: dict[type[Body], Handler] = {}

H = TypeVar("H", bound=Handler)


def handles(*kinds: type[Body]) -> Callable[[H], H]:
    """Register a function as the handler of these commands. Raise ValueError for a second one."""

    def register(handler: H) -> H:
        for kind in kinds:
            if kind in HANDLERS:
                raise ValueError(f"{kind.__name__} has a handler already")
            HANDLERS[kind] = handler
        return handler

    return register
